/* The backtracking search: which steps it takes, and when it gives up. */
#include "unit.h"

#include "solve/backtrack.h"

#include <math.h>

/* From 0 along a function of slope -1; returns how many points were tried. */
static size_t search(double (*f)(double), double rounding, size_t most_trials, jsmf_solve_backtrack *line)
{
    size_t trials = 0;
    double next;
    *line = jsmf_solve_backtrack_start(f(0), -1, 1, rounding, most_trials);
    do {
        next = f(line->length);
        trials++;
    } while (jsmf_solve_backtrack_goes_on(line, next));
    return trials;
}

static double falls(double x) { return -x; }
static double falls_at_first(double x) { return 5 * x * x - x; }
static double rises_a_little(double x) { return 1 + 1e-12 * x; }
static double leaves_the_numbers(double x) { return x > 0.5 ? NAN : -x; }

static void a_full_step_is_taken_where_it_lowers_the_value(void **state)
{
    jsmf_solve_backtrack line;
    (void)state;
    assert_int_equal(search(falls, 0, 10, &line), 1);
    assert_true(line.accepted && line.length == 1);
}

static void steps_become_shorter_until_the_value_falls(void **state)
{
    jsmf_solve_backtrack line;
    (void)state;
    assert_int_equal(search(falls_at_first, 0, 10, &line), 3); /* 1, 0.4, 0.16 */
    assert_true(line.accepted && fabs(line.length - 0.16) < 1e-15);
    assert_int_equal(search(leaves_the_numbers, 0, 10, &line), 2);
    assert_true(line.accepted);
}

static void the_search_gives_up_after_the_last_trial(void **state)
{
    jsmf_solve_backtrack line;
    (void)state;
    assert_int_equal(search(falls_at_first, 0, 2, &line), 2);
    assert_true(!line.accepted && line.length == 0.4);
}

static void a_rise_within_rounding_is_none(void **state)
{
    jsmf_solve_backtrack line;
    (void)state;
    assert_int_equal(search(rises_a_little, 1e-3, 10, &line), 1);
    assert_true(line.accepted);
    search(rises_a_little, 0, 10, &line);
    assert_false(line.accepted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_step_is_taken_where_it_lowers_the_value),
        cmocka_unit_test(steps_become_shorter_until_the_value_falls),
        cmocka_unit_test(the_search_gives_up_after_the_last_trial),
        cmocka_unit_test(a_rise_within_rounding_is_none),
    };
    return cmocka_run_group_tests_name("backtrack", tests, NULL, NULL);
}
