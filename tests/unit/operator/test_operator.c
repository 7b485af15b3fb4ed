/* operator: every representation of the symmetric operator against plain loops over the dense matrix. */
#include "unit.h"

#include "operator/operator_inner.h"
#include "base/base_inner.h"
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 203, DOCUMENTS = 37, K = 7, WIDE = 70 };

typedef struct fixture {
    jsmf_context *ctx;
    jsmf_csr hhat, csr;
    double hdiag[N];
    double *cooc;      /* N x N: Hhat' Hhat - diag(hdiag) */
    double *y;         /* N x K */
    double *rectified; /* N x N */
} fixture;

static const double shift = -0.3, scale = 1.7;

static double normal(uint64_t stream, size_t i) { return jsmf_random_normal(5, stream, i); }

/* A fifth of the entries of a documents x words matrix. */
static void make_hhat(jsmf_csr *h)
{
    size_t nnz = 0;
    *h = (jsmf_csr){ .rows = DOCUMENTS, .cols = N };
    h->indptr = calloc(DOCUMENTS + 1, sizeof *h->indptr);
    h->indices = calloc(DOCUMENTS * N, sizeof *h->indices);
    h->values = calloc(DOCUMENTS * N, sizeof *h->values);
    for (size_t d = 0; d < DOCUMENTS; d++) {
        for (size_t i = 0; i < N; i++)
            if (jsmf_random_uniform(5, d, i) < 0.2) {
                h->indices[nnz] = (int32_t)i;
                h->values[nnz++] = 1 + fabs(normal(1000 + d, i));
            }
        h->indptr[d + 1] = (int64_t)nnz;
    }
}

static void make_cooc(fixture *f)
{
    f->cooc = calloc(N * N, sizeof *f->cooc);
    for (size_t d = 0; d < DOCUMENTS; d++)
        for (int64_t a = f->hhat.indptr[d]; a < f->hhat.indptr[d + 1]; a++)
            for (int64_t b = f->hhat.indptr[d]; b < f->hhat.indptr[d + 1]; b++)
                f->cooc[f->hhat.indices[a] * N + f->hhat.indices[b]] += f->hhat.values[a] * f->hhat.values[b];
    for (size_t i = 0; i < N; i++) {
        f->hdiag[i] = fabs(normal(1, i));
        f->cooc[i * N + i] -= f->hdiag[i];
    }
}

static void make_rectified(fixture *f)
{
    f->y = calloc(N * K, sizeof *f->y);
    f->rectified = calloc(N * N, sizeof *f->rectified);
    for (size_t i = 0; i < N * K; i++)
        f->y[i] = normal(2, i);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            double sum = shift;
            for (size_t k = 0; k < K; k++)
                sum += f->y[i * K + k] * f->y[j * K + k];
            f->rectified[i * N + j] = sum > 0 ? sum * scale : 0;
        }
}

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    f->ctx = jsmf_context_new();
    make_hhat(&f->hhat);
    make_cooc(f);
    f->csr = sparse_matrix(N, f->cooc);
    make_rectified(f);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    jsmf_csr_free(&f->hhat);
    jsmf_csr_free(&f->csr);
    free(f->cooc);
    free(f->y);
    free(f->rectified);
    jsmf_context_free(f->ctx);
    free(f);
    return 0;
}

static void assert_near(const double *got, const double *expected, size_t n, double size)
{
    for (size_t i = 0; i < n; i++)
        if (!(fabs(got[i] - expected[i]) <= 1e-13 * size))
            fail_msg("entry %zu is %.17g, expected %.17g", i, got[i], expected[i]);
}

static void check_apply(jsmf_context *ctx, const jsmf_operator *op, const double *c, size_t p)
{
    double *x = calloc(N * p, sizeof *x), *one = calloc(N * p, sizeof *one), *two = calloc(N * p, sizeof *two);
    double *expected;
    for (size_t i = 0; i < N * p; i++)
        x[i] = normal(3, i);
    expected = dense_times(N, p, c, x);
    jsmf_context_set_threads(ctx, 1);
    assert_ok(ctx, jsmf_operator_apply(ctx, op, p, x, one));
    assert_near(one, expected, N * p, 1e4);
    jsmf_context_set_threads(ctx, 2);
    assert_ok(ctx, jsmf_operator_apply(ctx, op, p, x, two));
    assert_memory_equal(one, two, N * p * sizeof *one);
    free(x);
    free(one);
    free(two);
    free(expected);
}

static void check_rows(jsmf_context *ctx, const jsmf_operator *op, const double *c)
{
    const size_t index[] = { 200, 0, 33 };
    double *panel = calloc(N * N, sizeof *panel);
    assert_ok(ctx, jsmf_operator_panel(ctx, op, 0, N, panel));
    assert_near(panel, c, N * N, 1e3);
    assert_ok(ctx, jsmf_operator_panel(ctx, op, 101, 5, panel));
    assert_near(panel, c + 101 * N, 5 * N, 1e3);
    assert_ok(ctx, jsmf_operator_gather(ctx, op, 3, index, panel));
    for (size_t a = 0; a < 3; a++)
        assert_near(panel + a * N, c + index[a] * N, N, 1e3);
    free(panel);
}

static void check_reductions(jsmf_context *ctx, const jsmf_operator *op, const double *c)
{
    const size_t index[] = { 7, 202 };
    double sums[N], norms[N], products[2 * N];
    assert_ok(ctx, jsmf_operator_row_sums(ctx, op, sums));
    assert_ok(ctx, jsmf_operator_row_norms(ctx, op, norms));
    assert_ok(ctx, jsmf_operator_products(ctx, op, 2, index, products));
    for (size_t i = 0; i < N; i++) {
        double sum = 0, norm = 0, with[2] = { 0 };
        for (size_t j = 0; j < N; j++) {
            sum += c[i * N + j];
            norm += c[i * N + j] * c[i * N + j];
            for (size_t a = 0; a < 2; a++)
                with[a] += c[i * N + j] * c[index[a] * N + j];
        }
        assert_near(&sums[i], &sum, 1, 1e4);
        assert_near(&norms[i], &norm, 1, 1e5);
        assert_near(products + 2 * i, with, 2, 1e5);
    }
}

static void check_all(fixture *f, jsmf_operator *op, const double *c, const char *name, size_t single_bytes)
{
    const size_t widths[] = { 1, 2, 3, K, 32, WIDE };
    assert_string_equal(jsmf_operator_name(op), name);
    assert_int_equal(jsmf_operator_size(op), N);
    assert_int_equal(jsmf_operator_single_bytes(op), single_bytes);
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        check_apply(f->ctx, op, c, widths[w]);
    check_rows(f->ctx, op, c);
    check_reductions(f->ctx, op, c);
    jsmf_operator_free(op);
}

static void a_dense_operator_is_its_matrix(void **state)
{
    fixture *f = *state;
    jsmf_operator *op;
    assert_ok(f->ctx, jsmf_operator_dense(f->ctx, N, f->cooc, &op));
    check_all(f, op, f->cooc, "dense", 8 * N * N);
}

static void a_sparse_operator_is_its_matrix(void **state)
{
    fixture *f = *state;
    jsmf_operator *op;
    assert_ok(f->ctx, jsmf_operator_sparse(f->ctx, &f->csr, &op));
    check_all(f, op, f->cooc, "sparse", 20 * jsmf_csr_nnz(&f->csr));
}

/* Several tiles, the last of them narrow, and so few entries that it is multiplied by rows. */
static void try_sparse(jsmf_context *ctx, size_t n, double part)
{
    double *c = calloc(n * n, sizeof *c), *x = random_block(3, 4, n, 21), *y = malloc(n * 21 * sizeof *y), *expected;
    jsmf_operator *op;
    jsmf_csr csr;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++)
            if (jsmf_random_uniform(6, i, j) < part)
                c[i * n + j] = c[j * n + i] = 1 + jsmf_random_uniform(7, i, j);
    csr = sparse_matrix(n, c);
    expected = dense_times(n, 21, c, x);
    assert_ok(ctx, jsmf_operator_sparse(ctx, &csr, &op));
    assert_ok(ctx, jsmf_operator_apply(ctx, op, 21, x, y));
    assert_true(distance(n * 21, y, expected) < 1e-14);
    jsmf_operator_free(op);
    jsmf_csr_free(&csr);
    free(c);
    free(x);
    free(y);
    free(expected);
}

static void a_sparse_operator_of_many_tiles_is_its_matrix(void **state)
{
    fixture *f = *state;
    try_sparse(f->ctx, 530, 0.2);
    try_sparse(f->ctx, 530, 0.005);
    try_sparse(f->ctx, 512, 0.04);
}

static void a_factored_operator_is_its_matrix(void **state)
{
    fixture *f = *state;
    jsmf_operator *op;
    assert_ok(f->ctx, jsmf_operator_factored(f->ctx, &f->hhat, f->hdiag, &op));
    check_all(f, op, f->cooc, "factored", 40 * jsmf_csr_nnz(&f->hhat));
}

static void a_rectified_operator_is_its_matrix(void **state)
{
    fixture *f = *state;
    jsmf_operator *op;
    assert_ok(f->ctx, jsmf_operator_rectified(f->ctx, N, K, f->y, shift, scale, &op));
    check_all(f, op, f->rectified, "rectified", SIZE_MAX);
}

/* y = max(Y Y' + shift, 0) * scale x, by plain loops. */
static void clipped_times(size_t n, size_t k, const double *factor, size_t p, const double *x, double *y)
{
    memset(y, 0, n * p * sizeof *y);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = shift;
            for (size_t l = 0; l < k; l++)
                sum += factor[i * k + l] * factor[j * k + l];
            for (size_t l = 0; l < p && sum > 0; l++)
                y[i * p + l] += sum * scale * x[j * p + l];
        }
}

/* Even and odd numbers of rows of tiles, whole and cut ones: every pair must meet once. */
static void a_rectified_product_meets_every_tile_once(void **state)
{
    enum { MOST = 1100, P = 3, TOPICS = 5 };
    const size_t sizes[] = { 1, 255, 256, 257, 512, 700, 768, 1024, MOST };
    fixture *f = *state;
    double *y = calloc(MOST * TOPICS, sizeof *y), *x = calloc(MOST * P, sizeof *x);
    double *expected = calloc(MOST * P, sizeof *x), *one = calloc(MOST * P, sizeof *x);
    double *three = calloc(MOST * P, sizeof *x);
    for (size_t i = 0; i < MOST * TOPICS; i++)
        y[i] = normal(21, i);
    for (size_t i = 0; i < MOST * P; i++)
        x[i] = normal(22, i);
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const size_t n = sizes[s];
        jsmf_operator *op;
        assert_ok(f->ctx, jsmf_operator_rectified(f->ctx, n, TOPICS, y, shift, scale, &op));
        clipped_times(n, TOPICS, y, P, x, expected);
        jsmf_context_set_threads(f->ctx, 1);
        assert_ok(f->ctx, jsmf_operator_apply(f->ctx, op, P, x, one));
        jsmf_context_set_threads(f->ctx, 3);
        assert_ok(f->ctx, jsmf_operator_apply(f->ctx, op, P, x, three));
        assert_memory_equal(one, three, n * P * sizeof *one);
        for (size_t i = 0; i < n * P; i++)
            assert_true(fabs(one[i] - expected[i]) <= 1e-11 * (double)n);
        jsmf_operator_free(op);
    }
    free(y);
    free(x);
    free(expected);
    free(one);
    free(three);
}

static jsmf_status count_rows(jsmf_context *ctx, void *arg, size_t chunk, size_t i0, size_t m, const double *panel)
{
    int *seen = arg;
    (void)ctx, (void)chunk, (void)panel;
    for (size_t i = 0; i < m; i++)
        seen[i0 + i]++;
    return JSMF_OK;
}

static void the_tile_loop_sees_every_row_once(void **state)
{
    fixture *f = *state;
    int seen[N] = { 0 };
    jsmf_operator *op;
    assert_ok(f->ctx, jsmf_operator_dense(f->ctx, N, f->cooc, &op));
    assert_ok(f->ctx, jsmf_operator_each_panel(f->ctx, op, count_rows, seen));
    for (size_t i = 0; i < N; i++)
        assert_int_equal(seen[i], 1);
    jsmf_operator_free(op);
}

static void a_matrix_of_one_word_works(void **state)
{
    fixture *f = *state;
    const double c = 3, x = 2;
    double y, sum;
    jsmf_operator *op;
    assert_ok(f->ctx, jsmf_operator_dense(f->ctx, 1, &c, &op));
    assert_ok(f->ctx, jsmf_operator_apply(f->ctx, op, 1, &x, &y));
    assert_ok(f->ctx, jsmf_operator_row_sums(f->ctx, op, &sum));
    assert_true(y == 6 && sum == 3);
    jsmf_operator_free(op);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dense_operator_is_its_matrix),
        cmocka_unit_test(a_sparse_operator_is_its_matrix),
        cmocka_unit_test(a_sparse_operator_of_many_tiles_is_its_matrix),
        cmocka_unit_test(a_factored_operator_is_its_matrix),
        cmocka_unit_test(a_rectified_operator_is_its_matrix),
        cmocka_unit_test(a_rectified_product_meets_every_tile_once),
        cmocka_unit_test(the_tile_loop_sees_every_row_once),
        cmocka_unit_test(a_matrix_of_one_word_works),
    };
    return cmocka_run_group_tests_name("operator", tests, set_up, tear_down);
}
