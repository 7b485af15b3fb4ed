/* The hot kernels on one thread, by processor time: GFLOP/s and the GB/s that they read and write, and how much of
 * their bound that is, for the set of instructions that JSMF_KERNELS names. The bound of a kernel is the longer of two
 * times: its flops at the rate of dgemm, and its bytes at the bandwidth of y += a x where its data lie. */
#include "base/base_inner.h"

#include "base/pages.h"
#include "dense/skinny.h"
#include "dense/vector.h"
#include "operator/packed.h"
#include "operator/tile.h"
#include "polish/e_step.h"
#include "solve/simplex_job.h"

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 9, WORDS = 5000, COLUMNS = 96, ENTRIES = 100, ROWS = 4096, TILE = 256, SIDE = 1024, LONG = 1 << 24 };
/* Least squares: problems of as many topics, of which a few make each right-hand side. */
enum { TOPICS = 50, PROBLEMS = 64, FEW = 6 };
enum { TALL = 8192, ACROSS = 400, APART = 500 };
static const double least_seconds = 0.02;

/* Where data lie, and the numbers of each of two vectors that lie there. */
typedef enum place { FIRST_CACHE, SECOND_CACHE, THIRD_CACHE, MEMORY, PLACES } place;
static const size_t place_lengths[PLACES] = { 1 << 8, 1 << 14, 1 << 18, LONG - APART };
static const char *const place_names[PLACES] = { "the first cache", "the second cache", "the third cache", "memory" };

/* What bounds are made of: flops and bytes a second. */
typedef struct peaks {
    double flops, bytes[PLACES];
} peaks;

typedef struct data {
    double *x, *y, *block, *values, *vector; /* each long enough for all kernels */
    int32_t *indices;
    uint16_t *counts;
    uint8_t *columns;
    size_t tile_entries;
    jsmf_operator_packed packed;
    double *lines_x, *lines_y;
    jsmf_context *ctx;
    double *gram, *right, *solutions; /* TOPICS x TOPICS, PROBLEMS x TOPICS */
    jsmf_solve_simplex_job squares;
    size_t stream; /* numbers of each vector, for run_stream */
} data;

/* One call of a kernel, or several where it is short. */
typedef void kernel(data *d);

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds a call, the least of some runs, each repeated until the clock can tell. */
static double seconds(kernel *run, data *d)
{
    double least = 1e30;
    for (int i = 0; i < RUNS; i++) {
        size_t calls = 0;
        const double began = now();
        double took;
        do {
            run(d);
            calls++;
            took = now() - began;
        } while (took < least_seconds);
        least = took / (double)calls < least ? took / (double)calls : least;
    }
    return least;
}

/* ---- the kernels ---- */

static void run_gemm(data *d)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIDE, SIDE, SIDE, 1, d->x, SIDE, d->x + SIDE * SIDE, SIDE, 0,
                d->y, SIDE);
}

/* As often as the clock costs nothing beside it; at the same place in a page, reading x would wait for writing y. */
static size_t stream_repeats(size_t length) { return length < 1 << 18 ? (1 << 18) / length : 1; }

static void run_stream(data *d)
{
    for (size_t i = 0; i < stream_repeats(d->stream); i++)
        jsmf_dense_axpy(d->stream, 1e-9, d->x + APART, d->y);
}

static void run_combine(data *d)
{
    for (size_t i = 0; i + ENTRIES <= ROWS; i += ENTRIES)
        jsmf_dense_combine_rows(COLUMNS, ENTRIES, d->indices + i, d->values + i, d->block, d->vector);
}

static void run_dots(data *d) { jsmf_dense_dot_rows(COLUMNS, ROWS, d->indices, d->block, d->vector, d->y); }

static void run_mirrored(data *d)
{
    jsmf_operator_add_mirrored(COLUMNS, TILE, TILE, d->counts, d->columns, d->values, d->block,
                               d->block + TILE * COLUMNS, d->y, d->y + TILE * COLUMNS);
}

static void run_tile(data *d)
{
    jsmf_dense_add_tile(COLUMNS, TILE, d->counts, d->columns, d->values, d->block, d->y);
}

static void run_clip(data *d) { jsmf_dense_shift_clip(TILE * TILE, 0.001, 1, d->y); }

static void run_collect(data *d)
{
    for (size_t i = 0; i < TILE; i++)
        (void)jsmf_dense_collect_below(TILE, -0.8, d->x + i * TILE, d->y, (uint8_t *)(d->y + TILE + 1));
}

static void run_skinny_times(data *d)
{
    jsmf_dense_skinny_times(TILE, COLUMNS, 1, d->block, COLUMNS, d->x, JSMF_SKINNY, 0, d->y, JSMF_SKINNY);
}

static void run_skinny_cross(data *d)
{
    jsmf_dense_skinny_cross(TILE, COLUMNS, d->block, COLUMNS, d->x, JSMF_SKINNY, d->y);
}

/* A Krylov basis, whose rows lie apart: more than the caches hold. */
static void run_tall_times(data *d)
{
    jsmf_dense_skinny_times(TALL, ACROSS, 1, d->x, APART, d->block, JSMF_SKINNY, 0, d->y, JSMF_SKINNY);
}

static void run_tall_cross(data *d)
{
    jsmf_dense_skinny_cross(TALL, ACROSS, d->x, APART, d->block, JSMF_SKINNY, d->y);
}

static void run_dot(data *d)
{
    for (size_t i = 0; i < TILE; i++)
        d->y[i] = jsmf_dense_dot(TILE, d->x + i, d->block);
}

static void run_axpy(data *d)
{
    for (size_t i = 0; i < TILE; i++)
        jsmf_dense_axpy(TILE, 1e-9, d->x + i, d->y);
}

static void run_draw(data *d)
{
    for (size_t i = 0; i < TILE; i++)
        jsmf_dense_draw_exponentials(TILE, i, d->y);
}

static void run_sweep(data *d) { jsmf_operator_packed_sweep(&d->packed, 0, d->packed.rows, d->lines_x, d->lines_y); }

static void run_topics(data *d)
{
    const jsmf_polish_topics topics = { .n = WORDS,
                                        .k = COLUMNS,
                                        .sums = d->block,
                                        .scale = 0.5,
                                        .beta = 1e-3,
                                        .start_counts = d->vector,
                                        .start = d->x,
                                        .inverse = d->vector };
    for (size_t i = 0; i < ROWS; i++)
        jsmf_polish_topics_row(&topics, (size_t)d->indices[i], d->y);
}

static void run_squares(data *d)
{
    jsmf_solve_simplex_outcome outcome = { 0 };
    if (jsmf_solve_active_set(d->ctx, &d->squares, 0, PROBLEMS, &outcome) != JSMF_OK)
        abort();
}

/* ---- what they work on ---- */

static bool pack(jsmf_context *ctx, data *d)
{
    enum { LENGTH = 60 };
    jsmf_csr h = { .rows = WORDS, .cols = WORDS };
    double *weights = jsmf_alloc(ctx, WORDS, sizeof *weights);
    h.indptr = jsmf_alloc(ctx, WORDS + 1, sizeof *h.indptr);
    h.indices = jsmf_alloc(ctx, WORDS * LENGTH, sizeof *h.indices);
    h.counts = jsmf_alloc(ctx, WORDS * LENGTH, sizeof *h.counts);
    for (size_t m = 0; jsmf_context_status(ctx) == JSMF_OK && m < WORDS; m++) {
        weights[m] = 1.0 / WORDS;
        h.indptr[m] = (int64_t)(m * LENGTH);
        for (size_t e = 0; e < LENGTH; e++) {
            h.indices[m * LENGTH + e] =
                (int32_t)((e * WORDS + jsmf_random_bits(2, m, e) % WORDS) / LENGTH); /* increasing */
            h.counts[m * LENGTH + e] = 1;
        }
        h.indptr[m + 1] = (int64_t)((m + 1) * LENGTH);
    }
    d->lines_x = jsmf_alloc_lines(ctx, WORDS * JSMF_PACKED_LANES, sizeof(double));
    d->lines_y = jsmf_alloc_lines(ctx, WORDS * JSMF_PACKED_LANES, sizeof(double));
    const bool fine =
        jsmf_context_status(ctx) == JSMF_OK && jsmf_operator_packed_make(ctx, &h, weights, &d->packed) == JSMF_OK;
    for (size_t i = 0; fine && i < WORDS * JSMF_PACKED_LANES; i++)
        d->lines_x[i] = d->lines_y[i] = 1e-3;
    jsmf_csr_free(&h);
    free(weights);
    return fine;
}

/* A quarter of the tile's entries, evenly spread. */
static void fill_tile(data *d)
{
    for (size_t i = 0; i < TILE; i++) {
        d->counts[i] = 0;
        for (size_t j = 0; j < TILE; j++)
            if (jsmf_random_bits(3, i, j) % 4 == 0) {
                d->columns[d->tile_entries++] = (uint8_t)j;
                d->counts[i]++;
            }
    }
}

/* Right-hand sides that a few topics make, and some noise. */
static bool make_squares(jsmf_context *ctx, data *d)
{
    d->gram = jsmf_alloc(ctx, TOPICS * TOPICS, sizeof *d->gram);
    d->right = jsmf_alloc(ctx, PROBLEMS * TOPICS, sizeof *d->right);
    d->solutions = jsmf_alloc_zero(ctx, PROBLEMS * TOPICS, sizeof *d->solutions);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return false;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, TOPICS, TOPICS, COLUMNS, 1, d->block, COLUMNS, d->block,
                COLUMNS, 0, d->gram, TOPICS);
    for (size_t i = 0; i < PROBLEMS; i++) {
        for (size_t j = 0; j < TOPICS; j++)
            d->right[i * TOPICS + j] = jsmf_random_normal(4, i, j);
        for (size_t l = 0; l < FEW; l++)
            cblas_daxpy(TOPICS, 1.0 / FEW, d->gram + jsmf_random_bits(4, i, TOPICS + l) % TOPICS * TOPICS, 1,
                        d->right + i * TOPICS, 1);
    }
    if (jsmf_solve_simplex_prepare(ctx, &(jsmf_solve_simplex_options){ .solver = JSMF_ACTIVE_SET }, TOPICS, d->gram,
                                   &d->squares) != JSMF_OK)
        return false;
    d->ctx = ctx;
    d->squares.n = PROBLEMS;
    d->squares.f = d->right;
    d->squares.x = d->solutions;
    return true;
}

static bool prepare(jsmf_context *ctx, data *d)
{
    d->x = jsmf_alloc(ctx, LONG, sizeof *d->x);
    d->y = jsmf_alloc_zero(ctx, LONG, sizeof *d->y);
    d->block = jsmf_alloc(ctx, WORDS * COLUMNS, sizeof *d->block);
    d->values = jsmf_alloc(ctx, TILE * TILE, sizeof *d->values);
    d->vector = jsmf_alloc(ctx, COLUMNS, sizeof *d->vector);
    d->indices = jsmf_alloc(ctx, ROWS, sizeof *d->indices);
    d->counts = jsmf_alloc(ctx, TILE, sizeof *d->counts);
    d->columns = jsmf_alloc(ctx, TILE * TILE, sizeof *d->columns);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return false;
    for (size_t i = 0; i < LONG; i++)
        d->x[i] = (double)(i % 1009) * 1e-3;
    for (size_t i = 0; i < WORDS * COLUMNS; i++)
        d->block[i] = jsmf_random_uniform(1, 1, i);
    for (size_t i = 0; i < TILE * TILE; i++)
        d->values[i] = 1e-6 * jsmf_random_uniform(1, 2, i);
    for (size_t i = 0; i < ROWS; i++)
        d->indices[i] = (int32_t)(jsmf_random_bits(1, 3, i) % WORDS);
    for (size_t i = 0; i < COLUMNS; i++)
        d->vector[i] = 1;
    fill_tile(d);
    return pack(ctx, d) && make_squares(ctx, d);
}

static void print_rates(const char *name, double flops, double bytes, double took)
{
    printf("%-9s %-46s", jsmf_instructions_name(), name);
    if (flops > 0)
        printf(" %7.1f GFLOP/s", flops / took * 1e-9);
    else
        printf(" %15s", "");
    printf(" %7.1f GB/s", bytes / took * 1e-9);
}

static void measure_peaks(data *d, peaks *p)
{
    const double flops = 2.0 * SIDE * SIDE * SIDE, took = seconds(run_gemm, d);
    p->flops = flops / took;
    print_rates("dgemm of OpenBLAS", flops, 24.0 * SIDE * SIDE, took);
    printf("\n");
    for (place at = 0; at < PLACES; at++) {
        char name[64];
        d->stream = place_lengths[at];
        p->bytes[at] = 24.0 * (double)(d->stream * stream_repeats(d->stream)) / seconds(run_stream, d);
        snprintf(name, sizeof name, "y += a x in %s", place_names[at]);
        print_rates(name, 0, p->bytes[at], 1);
        printf("\n");
    }
}

/* Of a kernel whose flops are not counted, as with 0 of them, the bytes are the bound. */
static void report(const peaks *p, const char *name, kernel *run, double flops, double bytes, place at, data *d)
{
    const double took = seconds(run, d), by_flops = flops / p->flops, by_bytes = bytes / p->bytes[at];
    print_rates(name, flops, bytes, took);
    printf(" %4.0f %% of %s\n", 100 * (by_flops > by_bytes ? by_flops : by_bytes) / took,
           by_flops > by_bytes ? "dgemm" : place_names[at]);
}

static void report_problems(const char *name, kernel *run, double problems, data *d)
{
    printf("%-9s %-46s %7.1f thousand/s\n", jsmf_instructions_name(), name, problems / seconds(run, d) * 1e-3);
}

int main(void)
{
    const double tile_bytes = 8.0 * TILE * COLUMNS, tall_bytes = 8.0 * TALL * ACROSS;
    const double tall_flops = 2.0 * TALL * ACROSS * JSMF_SKINNY;
    peaks p;
    jsmf_context *ctx = jsmf_context_new();
    data d = { 0 };
    if (!ctx || jsmf_instructions_check(ctx) != JSMF_OK || !prepare(ctx, &d))
        return fprintf(stderr, "kernels: %s\n", ctx ? jsmf_context_error(ctx) : "out of memory"), 1;
    const double entries = (double)d.tile_entries, whole = ROWS / ENTRIES * ENTRIES;
    const double packed = (double)d.packed.starts[d.packed.rows] * JSMF_PACKED_LANES;
    measure_peaks(&d, &p);
    report(&p, "combine_rows: rows of 96, at random of 5000", run_combine, 2 * whole * COLUMNS, 8 * whole * COLUMNS,
           THIRD_CACHE, &d);
    report(&p, "dot_rows: the same", run_dots, 2.0 * ROWS * COLUMNS, 8.0 * ROWS * COLUMNS, THIRD_CACHE, &d);
    report(&p, "add_mirrored: a tile, 1/4 full, 96 columns", run_mirrored, 4 * entries * COLUMNS,
           24 * entries * COLUMNS + 4 * tile_bytes, FIRST_CACHE, &d);
    report(&p, "add_tile: the same", run_tile, 2 * entries * COLUMNS, 8 * entries * COLUMNS + 2 * tile_bytes,
           FIRST_CACHE, &d);
    report(&p, "shift_clip: a tile", run_clip, 2.0 * TILE * TILE, 16.0 * TILE * TILE, THIRD_CACHE, &d);
    report(&p, "collect_below: a tile", run_collect, (double)TILE * TILE, 8.0 * TILE * TILE, THIRD_CACHE, &d);
    report(&p, "skinny_times: 256 x 96 times 96 x 16", run_skinny_times, 2.0 * TILE * COLUMNS * JSMF_SKINNY, tile_bytes,
           SECOND_CACHE, &d);
    report(&p, "skinny_cross: 96 x 256 times 256 x 16", run_skinny_cross, 2.0 * TILE * COLUMNS * JSMF_SKINNY,
           tile_bytes, SECOND_CACHE, &d);
    report(&p, "skinny_times: 8192 x 400 times 400 x 16", run_tall_times, tall_flops, tall_bytes, MEMORY, &d);
    report(&p, "skinny_cross: 400 x 8192 times 8192 x 16", run_tall_cross, tall_flops, tall_bytes, MEMORY, &d);
    report(&p, "dot: 256", run_dot, 2.0 * TILE * TILE, 16.0 * TILE * TILE, FIRST_CACHE, &d);
    report(&p, "axpy: 256", run_axpy, 2.0 * TILE * TILE, 24.0 * TILE * TILE, FIRST_CACHE, &d);
    report(&p, "draw_exponentials: 256", run_draw, 0, 8.0 * TILE * TILE, FIRST_CACHE, &d);
    report(&p, "packed_sweep: 60 words of 5000, 8 columns", run_sweep, 4 * packed, 24 * packed, SECOND_CACHE, &d);
    report(&p, "topics_row: rows of 96, at random of 5000", run_topics, 5.0 * ROWS * COLUMNS, 24.0 * ROWS * COLUMNS,
           THIRD_CACHE, &d);
    report_problems("active set: 50 topics", run_squares, PROBLEMS, &d);
    jsmf_context_free(ctx);
    return 0;
}
