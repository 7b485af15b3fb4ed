/* dense: products with narrow blocks, against the definition. */
#include "unit.h"

#include "base/base_inner.h"
#include "dense/skinny.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { Q = JSMF_SKINNY, GAP = 3 };

static double *random_matrix(uint64_t stream, size_t rows, size_t ld)
{
    double *x = malloc((rows * ld + 1) * sizeof *x);
    for (size_t i = 0; i < rows * ld; i++)
        x[i] = jsmf_random_normal(5, stream, i);
    return x;
}

static void assert_near(double a, double b) { assert_true(fabs(a - b) < 1e-12); }

static void assert_cross(size_t rows, size_t p)
{
    const size_t ldx = p + GAP, ldy = Q + GAP;
    double *x = random_matrix(1, rows, ldx), *y = random_matrix(2, rows, ldy), *out = random_matrix(3, p, Q);
    jsmf_dense_skinny_cross(rows, p, x, ldx, y, ldy, out);
    for (size_t l = 0; l < p; l++)
        for (size_t j = 0; j < Q; j++) {
            double sum = 0;
            for (size_t i = 0; i < rows; i++)
                sum += x[i * ldx + l] * y[i * ldy + j];
            assert_near(out[l * Q + j], sum);
        }
    free(x);
    free(y);
    free(out);
}

static void assert_times(size_t rows, size_t p, double alpha, double beta)
{
    const size_t ldx = p + GAP, ldm = Q + GAP, ldo = Q + GAP;
    double *x = random_matrix(1, rows, ldx), *m = random_matrix(2, p, ldm), *out = random_matrix(3, rows, ldo);
    double *old = random_matrix(3, rows, ldo);
    if (beta == 0)
        out[0] = NAN;
    jsmf_dense_skinny_times(rows, p, alpha, x, ldx, m, ldm, beta, out, ldo);
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < Q; j++) {
            double sum = 0;
            for (size_t l = 0; l < p; l++)
                sum += x[i * ldx + l] * m[l * ldm + j];
            assert_near(out[i * ldo + j], alpha * sum + beta * old[i * ldo + j]);
        }
        assert_memory_equal(out + i * ldo + Q, old + i * ldo + Q, GAP * sizeof *out);
    }
    free(x);
    free(m);
    free(out);
    free(old);
}

static void inner_products_are_those_of_the_definition(void **state)
{
    (void)state;
    for (size_t rows = 0; rows <= 9; rows++)
        for (size_t p = 0; p <= 20; p += 5)
            assert_cross(rows, p);
    assert_cross(259, 37);
}

static void products_are_those_of_the_definition(void **state)
{
    (void)state;
    for (size_t rows = 0; rows <= 9; rows++)
        for (size_t p = 0; p <= 20; p += 5) {
            assert_times(rows, p, 1, 0);
            assert_times(rows, p, -1, 1);
        }
    assert_times(70, 37, 2.5, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inner_products_are_those_of_the_definition),
        cmocka_unit_test(products_are_those_of_the_definition),
    };
    return cmocka_run_group_tests_name("skinny", tests, NULL, NULL);
}
