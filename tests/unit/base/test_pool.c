/* base: the threads behind parallel loops. */
#include "unit.h"

#include "base/base_inner.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

enum { CHUNKS = 37 };

typedef struct tally {
    int seen[CHUNKS];
    int threads;
} tally;

static jsmf_status count_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    tally *t = arg;
    if (jsmf_context_thread(ctx) >= t->threads)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "thread %d of %d", jsmf_context_thread(ctx), t->threads);
    t->seen[chunk]++;
    return JSMF_OK;
}

static void check_loop(jsmf_context *ctx, int threads)
{
    tally t = { .threads = threads };
    jsmf_context_set_threads(ctx, threads);
    assert_ok(ctx, jsmf_parallel(ctx, CHUNKS, count_chunk, &t));
    for (int i = 0; i < CHUNKS; i++)
        assert_int_equal(t.seen[i], 1);
}

static void every_loop_does_every_chunk_once(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (int repeat = 0; repeat < 3000; repeat++)
        check_loop(ctx, 1 + repeat / 1000 * 2);
    jsmf_context_free(ctx);
}

/* All but the calling thread are slow: the loop has to wait for them. */
static jsmf_status count_slowly(jsmf_context *ctx, void *arg, size_t chunk)
{
    if (jsmf_context_thread(ctx) > 0)
        usleep(2000);
    else
        usleep(100);
    return count_chunk(ctx, arg, chunk);
}

static void a_loop_waits_for_all_its_threads(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    jsmf_context_set_threads(ctx, 4);
    for (int repeat = 0; repeat < 20; repeat++) {
        tally t = { .threads = 4 };
        assert_ok(ctx, jsmf_parallel(ctx, CHUNKS, count_slowly, &t));
        for (int i = 0; i < CHUNKS; i++)
            assert_int_equal(t.seen[i], 1);
    }
    jsmf_context_free(ctx);
}

static void two_contexts_have_their_own_threads(void **state)
{
    jsmf_context *one = jsmf_context_new(), *two = jsmf_context_new();
    (void)state;
    check_loop(one, 3);
    check_loop(two, 3);
    jsmf_context_free(one);
    check_loop(two, 3);
    jsmf_context_free(two);
}

/* ThreadSanitizer's own locks do not survive the fork of a process with threads. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NO_FORK
#endif
#endif

#ifndef NO_FORK
/* The child has none of the pool's threads and must not wait for them. */
static void a_forked_child_goes_on_alone(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    int status = -1;
    pid_t child;
    (void)state;
    check_loop(ctx, 4);
    child = fork();
    if (child == 0) {
        tally t = { .threads = 4 };
        alarm(20);
        _exit(jsmf_parallel(ctx, CHUNKS, count_chunk, &t) == JSMF_OK && t.seen[CHUNKS - 1] == 1 ? 0 : 1);
    }
    assert_true(child > 0 && waitpid(child, &status, 0) == child);
    assert_int_equal(status, 0);
    check_loop(ctx, 4);
    jsmf_context_free(ctx);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_loop_does_every_chunk_once),
        cmocka_unit_test(a_loop_waits_for_all_its_threads),
        cmocka_unit_test(two_contexts_have_their_own_threads),
#ifndef NO_FORK
        cmocka_unit_test(a_forked_child_goes_on_alone),
#endif
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}
