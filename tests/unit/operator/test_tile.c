/* A sparse tile of a symmetric matrix serves both halves: against loops over a dense copy, for every width of a block
 * that a kernel takes apart, and for tiles with and without enough entries for a copy of the block. */
#include "unit.h"

#include "base/base_inner.h"
#include "operator/tile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 53 };

typedef struct example {
    size_t m, w;
    double dense[JSMF_TILE * JSMF_TILE], values[JSMF_TILE * JSMF_TILE];
    uint8_t columns[JSMF_TILE * JSMF_TILE];
    uint16_t counts[JSMF_TILE];
    double xi[JSMF_TILE * WIDEST], xj[JSMF_TILE * WIDEST], yi[JSMF_TILE * WIDEST], yj[JSMF_TILE * WIDEST];
    double want_i[JSMF_TILE * WIDEST], want_j[JSMF_TILE * WIDEST];
} example;

static void draw_tile(example *s, double part)
{
    size_t at = 0;
    memset(s->dense, 0, sizeof s->dense);
    for (size_t i = 0; i < s->m; i++) {
        s->counts[i] = 0;
        for (size_t j = 0; j < s->w; j++) {
            if (jsmf_random_uniform(1, i, j) >= part)
                continue;
            s->dense[i * s->w + j] = s->values[at] = jsmf_random_uniform(2, i, j);
            s->columns[at++] = (uint8_t)j;
            s->counts[i]++;
        }
    }
}

static void multiply_by_loops(example *s, size_t p)
{
    for (size_t i = 0; i < JSMF_TILE * p; i++) {
        s->xi[i] = jsmf_random_uniform(3, 0, i);
        s->xj[i] = jsmf_random_uniform(4, 0, i);
        s->want_i[i] = s->yi[i] = jsmf_random_uniform(5, 0, i);
        s->want_j[i] = s->yj[i] = jsmf_random_uniform(6, 0, i);
    }
    for (size_t i = 0; i < s->m; i++)
        for (size_t j = 0; j < s->w; j++)
            for (size_t c = 0; c < p; c++) {
                s->want_i[i * p + c] += s->dense[i * s->w + j] * s->xj[j * p + c];
                s->want_j[j * p + c] += s->dense[i * s->w + j] * s->xi[i * p + c];
            }
}

static void try_tile(example *s, size_t m, size_t w, double part)
{
    static const size_t widths[] = { 1, 2, 3, 4, 5, 8, 9, 13, 16, 17, 31, 50, WIDEST };
    s->m = m;
    s->w = w;
    draw_tile(s, part);
    for (size_t v = 0; v < sizeof widths / sizeof *widths; v++) {
        const size_t p = widths[v];
        multiply_by_loops(s, p);
        jsmf_operator_add_mirrored(p, m, w, s->counts, s->columns, s->values, s->xi, s->xj, s->yi, s->yj);
        for (size_t i = 0; i < JSMF_TILE * p; i++) {
            assert_true(fabs(s->yi[i] - s->want_i[i]) < 1e-12);
            assert_true(fabs(s->yj[i] - s->want_j[i]) < 1e-12);
        }
    }
}

static void a_tile_serves_both_halves(void **state)
{
    example *s = malloc(sizeof *s);
    (void)state;
    assert_non_null(s);
    try_tile(s, JSMF_TILE, JSMF_TILE, 0.25);
    try_tile(s, JSMF_TILE, JSMF_TILE, 0.002);
    try_tile(s, JSMF_TILE, 37, 0.1);
    try_tile(s, 19, JSMF_TILE, 1);
    try_tile(s, 1, 1, 1);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_tile_serves_both_halves) };
    return cmocka_run_group_tests_name("tile", tests, NULL, NULL);
}
