/* operator: pairs in rounds, each once, and never two at a time that share a number. */
#include "unit.h"

#include "operator/rounds.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

enum { MOST = 70 };

typedef struct record {
    pthread_mutex_t lock;
    int met[MOST][MOST];
    bool busy[MOST];
    bool clash;
    size_t fail_at;
    double sums[MOST]; /* depends on the order */
} record;

static jsmf_status note(jsmf_context *ctx, void *arg, size_t row, size_t column)
{
    record *r = arg;
    pthread_mutex_lock(&r->lock);
    r->clash = r->clash || r->busy[row] || r->busy[column];
    r->busy[row] = r->busy[column] = true;
    r->met[row][column]++;
    pthread_mutex_unlock(&r->lock);
    nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL); /* so that others meet meanwhile */
    r->sums[row] = r->sums[row] * 0.9 + (double)column;
    if (row != column)
        r->sums[column] = r->sums[column] * 0.9 + (double)row;
    pthread_mutex_lock(&r->lock);
    r->busy[row] = r->busy[column] = false;
    pthread_mutex_unlock(&r->lock);
    return row == r->fail_at ? jsmf_fail(ctx, JSMF_ENUMERIC, "row %zu", row) : JSMF_OK;
}

static record run(size_t count, size_t wide, int threads)
{
    record r = { .lock = PTHREAD_MUTEX_INITIALIZER, .fail_at = SIZE_MAX };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_context_set_threads(ctx, threads);
    assert_ok(ctx, jsmf_operator_rounds(ctx, count, wide, note, &r));
    jsmf_context_free(ctx);
    return r;
}

static void every_pair_meets_once_and_no_number_twice_at_a_time(void **state)
{
    const size_t shapes[][2] = { { 1, 1 }, { 2, 2 }, { 5, 5 }, { 5, 1 }, { 8, 3 }, { 33, 33 }, { 70, 70 }, { 70, 1 },
                                 { 70, 8 }, { 70, 50 }, { 3, 0 } };
    (void)state;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        const size_t count = shapes[s][0], wide = shapes[s][1];
        const record one = run(count, wide, 1), three = run(count, wide, 3);
        assert_false(three.clash);
        for (size_t row = 0; row < MOST; row++)
            for (size_t column = 0; column < MOST; column++)
                assert_int_equal(three.met[row][column], row <= column && row < wide && column < count);
        assert_memory_equal(one.sums, three.sums, sizeof one.sums);
    }
}

static void failures_end_it(void **state)
{
    record r = { .lock = PTHREAD_MUTEX_INITIALIZER, .fail_at = 3 };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    jsmf_context_set_threads(ctx, 2);
    assert_int_equal(jsmf_operator_rounds(ctx, 9, 9, note, &r), JSMF_ENUMERIC);
    assert_string_equal(jsmf_context_error(ctx), "row 3");
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_meets_once_and_no_number_twice_at_a_time),
        cmocka_unit_test(failures_end_it),
    };
    return cmocka_run_group_tests_name("rounds", tests, NULL, NULL);
}
