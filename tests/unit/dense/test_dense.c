/* dense: dense products, orthonormal bases, all eigenpairs of a small matrix. */
#include "unit.h"

#include "dense/dense.h"
#include "base/base_inner.h"
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void tall_products_match_plain_loops(void **state)
{
    enum { ROWS = 1201, P = 13, Q = 5 };
    jsmf_context *ctx = jsmf_context_new();
    double *x = random_block(11, 21, ROWS, P), *y = random_block(11, 22, ROWS, Q), *m = random_block(11, 23, P, Q);
    double *times = malloc(ROWS * Q * sizeof *times), cross[P * Q];
    (void)state;
    jsmf_context_set_threads(ctx, 2);
    assert_ok(ctx, jsmf_dense_times(ctx, ROWS, P, Q, x, m, times));
    assert_ok(ctx, jsmf_dense_cross(ctx, ROWS, P, Q, x, y, cross));
    for (size_t j = 0; j < Q; j++)
        for (size_t i = 0; i < ROWS; i++) {
            double sum = 0;
            for (size_t l = 0; l < P; l++)
                sum += x[i * P + l] * m[l * Q + j];
            assert_true(fabs(sum - times[i * Q + j]) < 1e-13 * 100);
        }
    for (size_t l = 0; l < P; l++)
        for (size_t j = 0; j < Q; j++) {
            double sum = 0;
            for (size_t i = 0; i < ROWS; i++)
                sum += x[i * P + l] * y[i * Q + j];
            assert_true(fabs(sum - cross[l * Q + j]) < 1e-11);
        }
    double gram[P * P];
    assert_ok(ctx, jsmf_dense_cross(ctx, ROWS, P, P, x, x, gram));
    for (size_t l = 0; l < P; l++)
        for (size_t j = 0; j < l; j++)
            assert_true(gram[l * P + j] == gram[j * P + l]);
    free(x);
    free(y);
    free(m);
    free(times);
    jsmf_context_free(ctx);
}

/* x = q r with q orthonormal and r upper triangular, whatever the columns. */
static void check_basis(double *x, size_t n, size_t p)
{
    jsmf_context *ctx = jsmf_context_new();
    double *q = malloc(n * p * sizeof *q), *r = malloc(p * p * sizeof *r);
    memcpy(q, x, n * p * sizeof *q);
    assert_ok(ctx, jsmf_dense_orthonormalise(ctx, n, p, q, r));
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++) {
            double dot = 0;
            for (size_t i = 0; i < n; i++)
                dot += q[i * p + a] * q[i * p + b];
            assert_true(fabs(dot - (a == b)) < 1e-13);
            assert_true(b >= a || r[a * p + b] == 0);
        }
    for (size_t i = 0; i < n; i++)
        for (size_t b = 0; b < p; b++) {
            double sum = 0, size = 0;
            for (size_t a = 0; a <= b; a++)
                sum += q[i * p + a] * r[a * p + b];
            for (size_t l = 0; l < n; l++)
                size = fmax(size, fabs(x[l * p + b]));
            assert_true(fabs(sum - x[i * p + b]) <= 1e-12 * size);
        }
    free(q);
    free(r);
    jsmf_context_free(ctx);
}

static void any_columns_become_orthonormal(void **state)
{
    enum { ROWS = 523, P = 17 };
    double *x = random_block(11, 31, ROWS, P);
    (void)state;
    check_basis(x, ROWS, P);
    for (size_t i = 0; i < ROWS; i++) {
        x[i * P + 3] *= 1e-150;
        x[i * P + 9] *= 1e100;
    }
    check_basis(x, ROWS, P);
    for (size_t i = 0; i < ROWS; i++)
        x[i * P + 5] = x[i * P + 4] * (1 + 1e-12 * jsmf_random_normal(11, 32, i));
    check_basis(x, ROWS, P);
    for (size_t i = 0; i < ROWS; i++) {
        x[i * P + 5] = x[i * P + 4];
        x[i * P + 11] = 0;
    }
    check_basis(x, ROWS, P);
    memset(x, 0, ROWS * P * sizeof *x);
    check_basis(x, ROWS, P);
    free(x);
}

static void symmetric_eigenpairs_come_in_descending_order(void **state)
{
    const double d[] = { 9, 3, 3, 0, -1, -20 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = matrix_of_spectrum(6, d), m[36], values[6];
    (void)state;
    memcpy(m, c, sizeof m);
    assert_ok(ctx, jsmf_dense_eigen(ctx, 6, m, values));
    for (size_t j = 0; j < 6; j++) {
        assert_true(fabs(values[j] - d[j]) < 1e-12);
        for (size_t i = 0; i < 6; i++) {
            double sum = 0;
            for (size_t l = 0; l < 6; l++)
                sum += c[i * 6 + l] * m[l * 6 + j];
            assert_true(fabs(sum - d[j] * m[i * 6 + j]) < 1e-12);
        }
    }
    free(c);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tall_products_match_plain_loops),
        cmocka_unit_test(any_columns_become_orthonormal),
        cmocka_unit_test(symmetric_eigenpairs_come_in_descending_order),
    };
    return cmocka_run_group_tests_name("dense", tests, NULL, NULL);
}
