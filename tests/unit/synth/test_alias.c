/* Alias tables, by which words are drawn, hold the distribution that they are made of. */
#include "unit.h"

#include "base/base_inner.h"
#include "synth/sampler.h"

#include <math.h>
#include <stdlib.h>

/* Every weight is right to half a unit, and the largest takes the others' errors. */
static void check_alias(size_t n, const double *p)
{
    jsmf_synth_cell *cells = malloc(n * sizeof *cells);
    uint64_t *weights = malloc(n * sizeof *weights);
    int32_t *stack = malloc(n * sizeof *stack);
    double *mass = calloc(n, sizeof *mass);
    size_t largest = 0;
    jsmf_synth_alias(n, p, cells, weights, stack);
    for (size_t i = 0; i < n; i++) {
        largest = p[i] > p[largest] ? i : largest;
        mass[i] += cells[i].cut;
        mass[cells[i].other] += 0x1p32 - cells[i].cut;
    }
    for (size_t i = 0; i < n; i++) {
        assert_true(fabs(mass[i] - p[i] * (double)n * 0x1p32) <= (i == largest ? 0.5 * (double)n : 0.5) + 0.01);
        assert_true(p[i] > 0 || mass[i] == 0);
    }
    free(cells);
    free(weights);
    free(stack);
    free(mass);
}

static void check_random_alias(size_t n)
{
    double *p = malloc(n * sizeof *p), total = 0;
    for (size_t i = 0; i < n; i++)
        total += p[i] = i % 3 == 1 ? 0 : pow(jsmf_random_uniform(1, n, i), 9);
    for (size_t i = 0; i < n; i++)
        p[i] /= total;
    check_alias(n, p);
    free(p);
}

static void alias_tables_hold_their_distribution(void **state)
{
    const double last[] = { 0, 0, 0, 1 }, even[] = { 0.25, 0.25, 0.25, 0.25 };
    (void)state;
    check_alias(4, last);
    check_alias(4, even);
    for (size_t n = 1; n < 400; n++)
        check_random_alias(n);
    check_random_alias(20000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alias_tables_hold_their_distribution),
    };
    return cmocka_run_group_tests_name("alias", tests, NULL, NULL);
}
