/* The kernels on vectors, against their definitions; run with every set of instructions. */
#include "unit.h"

#include "base/base_inner.h"

#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 150, ROWS = 40 };

static void fill(uint64_t stream, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = jsmf_random_normal(7, stream, i);
}

static void assert_near(double a, double b) { assert_true(fabs(a - b) <= 1e-12 * (1 + fabs(b))); }

static void sums_and_products_of_any_length(void **state)
{
    double x[MOST], y[MOST], z[MOST];
    (void)state;
    for (size_t n = 0; n <= MOST; n++) {
        double sum = 0, squares = 0, dot = 0;
        size_t below = 0;
        fill(1, MOST, x);
        fill(2, MOST, y);
        memcpy(z, y, sizeof z);
        for (size_t i = 0; i < n; i++) {
            sum += x[i];
            squares += x[i] * x[i];
            dot += x[i] * y[i];
            below += x[i] < 0.25;
        }
        assert_near(jsmf_dense_sum(n, x), sum);
        assert_near(jsmf_dense_sum_squares(n, x), squares);
        assert_near(jsmf_dense_dot(n, x, y), dot);
        assert_int_equal(jsmf_dense_count_below(n, 0.25, x), below);
        jsmf_dense_axpy(n, 0.5, x, z);
        for (size_t i = 0; i < MOST; i++)
            assert_true(z[i] == (i < n ? y[i] + 0.5 * x[i] : y[i]));
        jsmf_dense_shift_clip(n, 0.1, 2, z);
        for (size_t i = 0; i < n; i++)
            assert_near(z[i], fmax(y[i] + 0.5 * x[i] + 0.1, 0) * 2);
    }
}

/* Rows that are combined, and products with them, of any width. */
static void rows_of_any_width(void **state)
{
    static double x[ROWS * MOST];
    int32_t indices[ROWS];
    double values[ROWS], v[MOST], y[MOST], added[MOST], products[ROWS];
    (void)state;
    fill(3, ROWS, values);
    fill(4, MOST, v);
    for (size_t p = 1; p <= MOST; p++)
        for (size_t count = 0; count <= ROWS; count += p % 7 + 3) {
            fill(5, ROWS * p, x);
            for (size_t e = 0; e < count; e++)
                indices[e] = (int32_t)(jsmf_random_bits(7, 6, e + p) % ROWS);
            jsmf_dense_combine_rows(p, count, indices, values, x, y);
            jsmf_dense_dot_rows(p, count, indices, x, v, products);
            memcpy(added, v, sizeof added);
            jsmf_dense_add_rows(p, count, indices, values, x, added);
            for (size_t j = 0; j < p; j++) {
                double sum = 0, on_top = v[j];
                for (size_t e = 0; e < count; e++) {
                    sum += values[e] * x[(size_t)indices[e] * p + j];
                    on_top += values[e] * x[(size_t)indices[e] * p + j];
                }
                assert_near(y[j], sum);
                assert_true(added[j] == on_top);
            }
            assert_memory_equal(added + p, v + p, (MOST - p) * sizeof *v);
            for (size_t e = 0; e < count; e++) {
                double dot = 0;
                for (size_t j = 0; j < p; j++)
                    dot += x[(size_t)indices[e] * p + j] * v[j];
                assert_near(products[e], dot);
            }
        }
}

static void what_lies_below_is_collected(void **state)
{
    double x[MOST], values[MOST + 1];
    uint8_t columns[MOST + 1];
    (void)state;
    fill(8, MOST, x);
    for (size_t n = 0; n <= MOST; n += n < 5 ? 1 : 59) {
        const size_t count = jsmf_dense_collect_below(n, 0.3, x, values, columns);
        double sum = 0;
        size_t expected = 0;
        for (size_t i = 0; i < n; i++)
            if (x[i] + 0.3 < 0) {
                assert_int_equal(columns[expected], i);
                assert_true(values[expected] == -(x[i] + 0.3));
                sum += values[expected++];
            }
        assert_int_equal(count, expected);
        assert_true(fabs(jsmf_dense_sum_below(n, 0.3, x) - sum) < 1e-12);
    }
}

static void what_is_not_finite_is_seen_at_every_place(void **state)
{
    double x[40] = { 1e308, -1e308, 5e-324 };
    (void)state;
    for (size_t n = 0; n <= 40; n++) {
        assert_true(jsmf_dense_is_finite(n, x));
        for (size_t i = 0; i < n; i++) {
            const double kept = x[i];
            x[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? INFINITY : -INFINITY;
            assert_false(jsmf_dense_is_finite(n, x));
            x[i] = kept;
        }
    }
}

/* In units of the last place of the true value. */
static double error_of(double x, double y)
{
    const long double exact = expl((long double)x);
    return (double)fabsl((y - exact) / ((long double)nextafter((double)exact, INFINITY) - (long double)(double)exact));
}

static void exponentials_are_near_to_the_last_place(void **state)
{
    enum { COUNT = 20011 };
    static const double from[] = { -708, -40, -1, -1e-9 }, to[] = { 709, 2, 1, 1e-9 };
    static double x[COUNT], y[COUNT];
    (void)state;
    for (size_t range = 0; range < sizeof from / sizeof *from; range++) {
        for (size_t i = 0; i < COUNT; i++)
            x[i] = from[range] + (to[range] - from[range]) * (double)i / COUNT;
        jsmf_dense_exp(COUNT, 0, x, y);
        for (size_t i = 0; i < COUNT; i++)
            assert_true(error_of(x[i], y[i]) < 1.5);
    }
}

static void exponentials_at_the_ends(void **state)
{
    double x[] = { NAN, -INFINITY, -1000, 0, 710, INFINITY, 3 }, y[7];
    (void)state;
    jsmf_dense_exp(7, 0, x, y);
    assert_true(isnan(y[0]) && y[1] == 0 && y[2] == 0 && y[3] == 1);
    assert_true(isfinite(y[4]) && y[4] > 8e307 && y[5] == y[4]);
    jsmf_dense_exp(1, -3, x + 6, x + 6);
    assert_true(x[6] == 1);
}

/* -log of the uniform numbers that the key gives. */
static void exponentials_are_drawn_by_the_key(void **state)
{
    double x[MOST + 1], sum = 0;
    (void)state;
    for (size_t n = 0; n <= MOST; n++) {
        const uint64_t key = jsmf_random_bits(7, 10, n);
        x[n] = -1;
        jsmf_dense_draw_exponentials(n, key, x);
        assert_true(x[n] == -1);
        for (size_t i = 0; i < n; i++) {
            const double uniform = ((double)(jsmf_random_mix(key ^ i) >> 12) + 0.5) * 0x1p-52;
            assert_true(x[i] > 0 && fabs(x[i] + log(uniform)) <= 1e-14 * fabs(log(uniform)) + 1e-16);
            sum += x[i];
        }
    }
    assert_true(fabs(sum / (MOST * (MOST + 1) / 2) - 1) < 0.03);
}

static void the_largest_of_any_number(void **state)
{
    double x[MOST];
    (void)state;
    for (size_t n = 1; n <= MOST; n++)
        for (size_t at = 0; at < n; at += 5) {
            fill(9, n, x);
            x[at] = 50;
            assert_true(jsmf_dense_largest(n, x) == 50);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products_of_any_length),
        cmocka_unit_test(rows_of_any_width),
        cmocka_unit_test(what_lies_below_is_collected),
        cmocka_unit_test(what_is_not_finite_is_seen_at_every_place),
        cmocka_unit_test(exponentials_are_near_to_the_last_place),
        cmocka_unit_test(exponentials_at_the_ends),
        cmocka_unit_test(exponentials_are_drawn_by_the_key),
        cmocka_unit_test(the_largest_of_any_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
