/* The leading eigenpairs of C from the documents, against LAPACK on C by its definition (000 equation 1). */
#include "unit.h"

#include "bags.h"
#include "jsmf/cooc.h"
#include "matrices.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows of c become its eigenvectors, values ascending. */
static double *lapack(size_t n, double *c)
{
    double *values = malloc(n * sizeof *values);
    assert_int_equal(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', (int)n, c, (int)n, values), 0);
    return values;
}

typedef struct pairs {
    double *v, *d;
    jsmf_eigen_report report;
} pairs;

/* The corpus's counts are taken. */
static jsmf_status find(weighted_bag *f, size_t k, double tolerance, pairs *out)
{
    const jsmf_cooc_low_rank_options o = { .k = k, .tolerance = tolerance };
    out->v = calloc(f->h.cols * k, sizeof *out->v);
    out->d = calloc(k, sizeof *out->d);
    return jsmf_cooc_low_rank(f->ctx, &f->h, f->weights, f->hdiag, &o, out->v, out->d, &out->report);
}

static void pairs_free(pairs *p)
{
    free(p->v);
    free(p->d);
}

/* |v - U U'v|_F, an upper bound of the sine of the largest angle; U's columns are the last k rows of vectors. */
static double angle(size_t n, size_t k, const double *v, const double *vectors)
{
    double squares = 0, *rest = malloc(n * sizeof *rest);
    for (size_t j = 0; j < k; j++) {
        for (size_t i = 0; i < n; i++)
            rest[i] = v[i * k + j];
        for (size_t l = n - k; l < n; l++) {
            double inner = 0;
            for (size_t i = 0; i < n; i++)
                inner += vectors[l * n + i] * v[i * k + j];
            for (size_t i = 0; i < n; i++)
                rest[i] -= inner * vectors[l * n + i];
        }
        for (size_t i = 0; i < n; i++)
            squares += rest[i] * rest[i];
    }
    free(rest);
    return sqrt(squares);
}

static void assert_leading(size_t documents, size_t n, size_t k, const char *method)
{
    size_t used;
    weighted_bag f = weigh_bag(draw_bag(documents, n));
    double *vectors = cooc_by_definition(&f.h, &used), *values = lapack(n, vectors);
    pairs p;
    assert_ok(f.ctx, find(&f, k, 0, &p));
    assert_string_equal(p.report.method, method);
    assert_null(f.h.indptr);
    for (size_t j = 0; j < k; j++)
        assert_true(fabs(p.d[j] / values[n - 1 - j] - 1) < 1e-10);
    assert_true(angle(n, k, p.v, vectors) < 1e-5);
    pairs_free(&p);
    free(values);
    free(vectors);
    weighted_bag_free(&f);
}

static void the_eigenpairs_are_those_of_the_definition(void **state)
{
    (void)state;
    assert_leading(400, 150, 12, "dense");
    assert_leading(3000, 900, 8, "block");
    assert_leading(3000, 900, 40, "block");
}

static void every_thread_count_gives_the_same_bytes(void **state)
{
    pairs first, p;
    (void)state;
    for (int threads = 1; threads <= 5; threads += REPEATS(1, 2)) {
        weighted_bag f = weigh_bag(draw_bag(2500, 800));
        jsmf_context_set_threads(f.ctx, threads);
        assert_ok(f.ctx, find(&f, 30, 0, threads == 1 ? &first : &p));
        weighted_bag_free(&f);
        if (threads == 1)
            continue;
        assert_memory_equal(p.v, first.v, 800 * 30 * sizeof *p.v);
        assert_memory_equal(p.d, first.d, 30 * sizeof *p.d);
        pairs_free(&p);
    }
    pairs_free(&first);
}

static void five_seeds_agree(void **state)
{
    pairs first, p;
    (void)state;
    for (uint64_t seed = 0; seed < REPEATS(5, 2); seed++) {
        weighted_bag f = weigh_bag(draw_bag(2500, 800));
        jsmf_context_set_seed(f.ctx, seed);
        assert_ok(f.ctx, find(&f, 30, 0, seed == 0 ? &first : &p));
        weighted_bag_free(&f);
        if (seed == 0)
            continue;
        assert_true(memcmp(p.v, first.v, 800 * 30 * sizeof *p.v) != 0);
        assert_true(distance(800 * 30, p.v, first.v) < 1e-5);
        assert_true(distance(30, p.d, first.d) < 1e-12);
        pairs_free(&p);
    }
    pairs_free(&first);
}

static void a_coarse_tolerance_costs_less(void **state)
{
    weighted_bag fine = weigh_bag(draw_bag(3000, 900)), coarse = weigh_bag(draw_bag(3000, 900));
    pairs p, q;
    (void)state;
    assert_ok(fine.ctx, find(&fine, 8, 1e-12, &p));
    assert_ok(coarse.ctx, find(&coarse, 8, 1e-3, &q));
    assert_true(q.report.products < p.report.products);
    assert_true(p.report.residual <= 1e-12);
    assert_true(q.report.residual <= 1e-3);
    pairs_free(&p);
    pairs_free(&q);
    weighted_bag_free(&fine);
    weighted_bag_free(&coarse);
}

static void assert_only(weighted_bag *f, size_t k, const char *text)
{
    pairs p;
    assert_int_equal(find(f, k, 0, &p), JSMF_ENUMERIC);
    assert_says(f->ctx, text);
    pairs_free(&p);
    weighted_bag_free(f);
}

/* Documents of two different words each make a graph: two triangles have the eigenvalues 2 and -1 once and twice
 * each; a star has one positive eigenvalue, one negative, and zeros. */
static jsmf_csr graph(size_t words, size_t edges, const int32_t (*ends)[2])
{
    jsmf_csr h = { .rows = edges, .cols = words, .indptr = malloc((edges + 1) * sizeof(int64_t)),
                   .indices = malloc(2 * edges * sizeof(int32_t)), .counts = malloc(2 * edges * sizeof(int32_t)) };
    memcpy(h.indices, ends, 2 * edges * sizeof(int32_t));
    for (size_t e = 0; e < 2 * edges; e++)
        h.counts[e] = 1;
    for (size_t e = 0; e <= edges; e++)
        h.indptr[e] = 2 * (int64_t)e;
    return h;
}

static void more_than_the_positive_eigenvalues_are_refused_by_their_number(void **state)
{
    static const int32_t triangles[][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 3, 4 }, { 3, 5 }, { 4, 5 } };
    enum { LEAVES = 2000 };
    int32_t (*star)[2] = malloc(LEAVES * sizeof *star);
    weighted_bag f = weigh_bag(graph(6, 6, triangles));
    (void)state;
    assert_only(&f, 3, "only 2 positive eigenvalues");
    for (int32_t i = 0; i < LEAVES; i++)
        memcpy(star[i], (int32_t[]){ 0, i + 1 }, sizeof *star);
    f = weigh_bag(graph(LEAVES + 1, LEAVES, star));
    assert_only(&f, 2, "only 1 positive eigenvalue,");
    f = weigh_bag(graph(LEAVES + 1, LEAVES, star));
    assert_only(&f, 40, "only 1 positive eigenvalue,");
    free(star);
}

static void more_than_the_documents_are_refused_by_their_number(void **state)
{
    weighted_bag f = weigh_bag(draw_bag(36, 2000));
    (void)state;
    assert_int_equal(f.documents, 32);
    assert_only(&f, 33, "only 32 positive eigenvalues");
    f = weigh_bag(draw_bag(400, 150));
    assert_only(&f, 151, "positive eigenvalues, 151 were asked for");
}

/* The two triangles' eigenvalues are two times 2/12, and four times -1/12. */
static void fewer_need_be_positive(void **state)
{
    static const int32_t triangles[][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 3, 4 }, { 3, 5 }, { 4, 5 } };
    double v[6 * 6], d[6];
    weighted_bag f = weigh_bag(graph(6, 6, triangles));
    (void)state;
    assert_ok(f.ctx, jsmf_cooc_low_rank(f.ctx, &f.h, f.weights, f.hdiag,
                                        &(jsmf_cooc_low_rank_options){ .k = 3, .positive = 2 }, v, d, NULL));
    for (int j = 0; j < 3; j++)
        assert_true(fabs(d[j] - (j < 2 ? 2 : -1) / 12.0) < 1e-12);
    weighted_bag_free(&f);
    f = weigh_bag(graph(6, 6, triangles));
    assert_int_equal(jsmf_cooc_low_rank(f.ctx, &f.h, f.weights, f.hdiag,
                                        &(jsmf_cooc_low_rank_options){ .k = 6, .positive = 9 }, v, d, NULL),
                     JSMF_ENUMERIC);
    assert_says(f.ctx, "only 2 positive eigenvalues, 9 were asked for");
    weighted_bag_free(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_eigenpairs_are_those_of_the_definition),
        cmocka_unit_test(every_thread_count_gives_the_same_bytes),
        cmocka_unit_test(five_seeds_agree),
        cmocka_unit_test(a_coarse_tolerance_costs_less),
        cmocka_unit_test(more_than_the_positive_eigenvalues_are_refused_by_their_number),
        cmocka_unit_test(more_than_the_documents_are_refused_by_their_number),
        cmocka_unit_test(fewer_need_be_positive),
    };
    return cmocka_run_group_tests_name("lowrank", tests, NULL, NULL);
}
