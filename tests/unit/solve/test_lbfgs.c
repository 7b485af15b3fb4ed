/* The estimate of the inverse Hessian: what the last pairs say, and that it stays positive. */
#include "unit.h"

#include "solve/lbfgs.h"

#include <math.h>

enum { N = 4, MOST = 2 };

static const double inverse[N] = { 1, 1, 1, 1 }, origin[N] = { 0 };

/* A step along one axis, on which the gradient changes by so much. */
static void remember(jsmf_solve_lbfgs *b, size_t axis, double change)
{
    double step[N] = { 0 }, gradient[N] = { 0 };
    step[axis] = 1;
    gradient[axis] = change;
    jsmf_solve_lbfgs_remember(b, inverse, 1e-6, origin, step, origin, gradient);
}

static double along(jsmf_solve_lbfgs *b, size_t axis)
{
    double gradient[N] = { 0 }, direction[N];
    gradient[axis] = 1;
    jsmf_solve_lbfgs_direction(b, inverse, gradient, direction);
    return direction[axis];
}

static void the_last_pairs_are_met(void **state)
{
    double block[2 * MOST * (N + 1)];
    jsmf_solve_lbfgs b;
    (void)state;
    assert_int_equal(jsmf_solve_lbfgs_doubles(N, MOST), sizeof block / sizeof *block);
    jsmf_solve_lbfgs_start(&b, N, MOST, block);
    assert_true(along(&b, 0) == 1);
    remember(&b, 0, 2);
    remember(&b, 1, 4);
    remember(&b, 2, 5);
    assert_int_equal(b.pairs, 2);
    assert_true(fabs(along(&b, 1) - 0.25) < 1e-12 && fabs(along(&b, 2) - 0.2) < 1e-12);
    assert_true(fabs(along(&b, 0) - 0.2) < 1e-12); /* forgotten: the last pair's scale */
}

/* One of negative curvature leaves no trace, though it is written over the oldest. */
static void pairs_without_curvature_are_not_kept(void **state)
{
    double block[2 * MOST * (N + 1)];
    jsmf_solve_lbfgs b;
    (void)state;
    jsmf_solve_lbfgs_start(&b, N, MOST, block);
    remember(&b, 3, -1);
    assert_int_equal(b.pairs, 0);
    for (size_t turn = 0; turn < 3; turn++) {
        remember(&b, 0, 2);
        remember(&b, 1, 4);
        remember(&b, 3, -1);
        assert_true(fabs(along(&b, 1) - 0.25) < 1e-12);
        for (size_t axis = 0; axis < N; axis++)
            assert_true(along(&b, axis) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_last_pairs_are_met),
        cmocka_unit_test(pairs_without_curvature_are_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
