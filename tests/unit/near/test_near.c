/* The nearest documents, beside a search that computes and sorts all distances. */
#include "unit.h"

#include "jsmf/near.h"
#include "near/heap.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = 7, DOCUMENTS = 1300, QUERIES = 300 };

/* Compositions of few kinds, so that many distances are equal. */
static void draw(size_t count, uint64_t stream, double *w)
{
    for (size_t i = 0; i < count; i++) {
        double sum = 0;
        for (size_t j = 0; j < K; j++) {
            const double u = jsmf_random_uniform(1, stream, i * K + j);
            w[i * K + j] = u < 0.5 ? 0 : u < 0.8 ? 1 : 2 + (i % 3 == 0 ? u : 0);
            sum += w[i * K + j];
        }
        if (sum == 0)
            sum = w[i * K] = 1;
        for (size_t j = 0; j < K; j++)
            w[i * K + j] /= sum;
    }
}

typedef struct fixture {
    jsmf_context *ctx;
    double w[DOCUMENTS * K], half[DOCUMENTS], queries[QUERIES * K], query_half[QUERIES];
    jsmf_near_documents from, to;
    size_t own[QUERIES];
    bool within;
    size_t nearest, seen;
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->ctx = jsmf_context_new();
    draw(DOCUMENTS, 1, f->w);
    draw(QUERIES, 2, f->queries);
    assert_ok(f->ctx, jsmf_near_prepare(f->ctx, DOCUMENTS, K, f->w, f->half));
    assert_ok(f->ctx, jsmf_near_prepare(f->ctx, QUERIES, K, f->queries, f->query_half));
    f->from = (jsmf_near_documents){ DOCUMENTS, K, f->w, f->half };
    f->to = (jsmf_near_documents){ QUERIES, K, f->queries, f->query_half };
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    jsmf_context_free(f->ctx);
    free(f);
    return 0;
}

static double squared(const double *a, const double *b)
{
    double sum = 0;
    for (size_t j = 0; j < K; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return 0.5 * sum;
}

static jsmf_status check(jsmf_context *ctx, void *arg, size_t query, const jsmf_near_match *nearest, size_t count)
{
    fixture *f = arg;
    static jsmf_near_match all[DOCUMENTS];
    size_t others = 0;
    (void)ctx;
    assert_int_equal(query, f->seen++);
    for (size_t i = 0; i < DOCUMENTS; i++)
        if (!f->within || i != f->own[query])
            all[others++] = (jsmf_near_match){ i, squared(f->to.roots + query * K, f->w + i * K) };
    jsmf_near_sort(others, all);
    assert_int_equal(count, f->nearest < others ? f->nearest : others);
    for (size_t i = 0; i < count; i++)
        assert_true(nearest[i].document == all[i].document && nearest[i].distance == sqrt(all[i].distance));
    return JSMF_OK;
}

static void search(fixture *f, int threads, size_t nearest)
{
    jsmf_context_set_threads(f->ctx, threads);
    f->nearest = nearest;
    f->seen = 0;
    assert_ok(f->ctx, jsmf_near(f->ctx, &f->from, &f->to, f->within ? f->own : NULL, nearest, check, f));
    assert_int_equal(f->seen, f->to.count);
}

static void the_nearest_are_those_of_a_full_sort(void **state)
{
    for (int threads = 1; threads <= 3; threads++) {
        search(*state, threads, 1);
        search(*state, threads, 10);
        search(*state, threads, 5000);
    }
}

static void a_document_is_not_among_its_own(void **state)
{
    fixture *f = *state;
    f->within = true;
    f->to = (jsmf_near_documents){ QUERIES, K, f->w + 5 * K, f->half + 5 };
    for (size_t i = 0; i < QUERIES; i++)
        f->own[i] = 5 + i;
    search(f, 2, 10);
    search(f, 2, DOCUMENTS);
}

static jsmf_status check_three(jsmf_context *ctx, void *arg, size_t query, const jsmf_near_match *nearest, size_t count)
{
    (void)ctx, (void)arg, (void)query;
    assert_int_equal(count, 3);
    assert_true(nearest[0].document == 0 && nearest[0].distance == 0);
    assert_true(nearest[1].document == 2 && fabs(nearest[1].distance - sqrt(1 - sqrt(0.5))) < 1e-15);
    assert_true(nearest[2].document == 1 && nearest[2].distance == 1);
    return JSMF_OK;
}

static void distances_are_from_0_to_1(void **state)
{
    fixture *f = *state;
    double w[6] = { 1, 0, /**/ 0, 1, /**/ 0.5, 0.5 }, half[3];
    const jsmf_near_documents three = { 3, 2, w, half }, first = { 1, 2, w, half };
    assert_ok(f->ctx, jsmf_near_prepare(f->ctx, 3, 2, w, half));
    assert_ok(f->ctx, jsmf_near(f->ctx, &three, &first, NULL, 10, check_three, NULL));
}

static void other_topics_are_refused(void **state)
{
    fixture *f = *state;
    f->to.k = K - 1;
    assert_int_equal(jsmf_near(f->ctx, &f->from, &f->to, NULL, 1, check, f), JSMF_EUSAGE);
}

static jsmf_status stop(jsmf_context *ctx, void *arg, size_t query, const jsmf_near_match *nearest, size_t count)
{
    (void)arg, (void)nearest, (void)count;
    return query == 2 ? jsmf_fail(ctx, JSMF_EDATA, "enough") : JSMF_OK;
}

static void an_error_ends_the_search(void **state)
{
    fixture *f = *state;
    assert_int_equal(jsmf_near(f->ctx, &f->from, &f->to, NULL, 3, stop, NULL), JSMF_EDATA);
    assert_string_equal(jsmf_context_error(f->ctx), "enough");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_nearest_are_those_of_a_full_sort, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_document_is_not_among_its_own, set_up, tear_down),
        cmocka_unit_test_setup_teardown(distances_are_from_0_to_1, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_topics_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_error_ends_the_search, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("near", tests, NULL, NULL);
}
