/* k-means, over fixed chunks of points whose sums are added in order. */
#include "solve_inner.h"

#include "base/base_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* At most CHUNKS of them, so that their sums stay small; BLOCK points at a time meet the centres in one product. */
enum { CHUNKS = 64, LEAST = 1024, BLOCK = 256 };

/* Apart from the streams of other draws under the same seed. */
static const uint64_t start_stream = UINT64_C(0x6b6d65616e730000);

typedef struct kmeans {
    size_t n, d, k, chunk, chunks;
    const double *x;
    double *lengths;   /* n: |x|^2 */
    double *nearest;   /* n: squared distance to the nearest centre so far (at the start) */
    double *centres;   /* k x d */
    double *halves;    /* k: |centre|^2 / 2 */
    double *sums;      /* chunks x k x d: of the points of each cluster */
    size_t *counts;    /* chunks x k */
    double *squares;   /* chunks */
    size_t *moved;     /* chunks: points that changed their cluster */
    double *products;  /* BLOCK x k a thread */
    size_t *cluster;   /* n: of this start */
} kmeans;

static size_t chunk_size(size_t n)
{
    size_t fair = jsmf_chunk_count(n, CHUNKS);
    return fair < LEAST ? LEAST : fair;
}

static const double *point(const kmeans *m, size_t i) { return m->x + i * m->d; }

/* ---- Lloyd's iterations ---- */

/* Points i0 .. i0 + count - 1, count at most BLOCK. */
static void assign_block(kmeans *m, size_t chunk, size_t i0, size_t count, double *products)
{
    const int d = (int)m->d, k = (int)m->k;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)count, k, d, 1, point(m, i0), d, m->centres, d, 0,
                products, k);
    for (size_t i = 0; i < count; i++) {
        const double *row = products + i * m->k;
        size_t best = 0;
        for (size_t c = 1; c < m->k; c++)
            if (m->halves[c] - row[c] < m->halves[best] - row[best])
                best = c;
        m->moved[chunk] += m->cluster[i0 + i] != best;
        m->cluster[i0 + i] = best;
        m->squares[chunk] += fmax(m->lengths[i0 + i] + 2 * (m->halves[best] - row[best]), 0);
        m->counts[chunk * m->k + best]++;
        cblas_daxpy(d, 1, point(m, i0 + i), 1, m->sums + (chunk * m->k + best) * m->d, 1);
    }
}

static jsmf_status assign_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    kmeans *m = arg;
    size_t first = chunk * m->chunk, count = jsmf_chunk_length(m->n, m->chunk, chunk);
    double *products = m->products + (size_t)jsmf_context_thread(ctx) * BLOCK * m->k;
    memset(m->sums + chunk * m->k * m->d, 0, m->k * m->d * sizeof *m->sums);
    memset(m->counts + chunk * m->k, 0, m->k * sizeof *m->counts);
    m->squares[chunk] = 0;
    m->moved[chunk] = 0;
    for (size_t i = 0; i < count; i += BLOCK)
        assign_block(m, chunk, first + i, count - i < BLOCK ? count - i : BLOCK, products);
    return JSMF_OK;
}

/* The points' clusters by the centres; *moved: how many changed. */
static jsmf_status assign(jsmf_context *ctx, kmeans *m, size_t *moved, double *squares)
{
    for (size_t c = 0; c < m->k; c++)
        m->halves[c] = 0.5 * cblas_ddot((int)m->d, m->centres + c * m->d, 1, m->centres + c * m->d, 1);
    if (jsmf_parallel(ctx, m->chunks, assign_chunk, m) != JSMF_OK)
        return jsmf_context_status(ctx);
    *moved = 0;
    *squares = 0;
    for (size_t chunk = 0; chunk < m->chunks; chunk++) {
        *moved += m->moved[chunk];
        *squares += m->squares[chunk];
    }
    return JSMF_OK;
}

static void move_centres(kmeans *m)
{
    for (size_t c = 0; c < m->k; c++) {
        double *centre = m->centres + c * m->d;
        size_t count = 0;
        for (size_t chunk = 0; chunk < m->chunks; chunk++)
            count += m->counts[chunk * m->k + c];
        if (count == 0)
            continue;
        memset(centre, 0, m->d * sizeof *centre);
        for (size_t chunk = 0; chunk < m->chunks; chunk++)
            cblas_daxpy((int)m->d, 1, m->sums + (chunk * m->k + c) * m->d, 1, centre, 1);
        cblas_dscal((int)m->d, 1 / (double)count, centre, 1);
    }
}

/* ---- starts ---- */

static void set_centre(kmeans *m, size_t c, size_t i)
{
    memcpy(m->centres + c * m->d, point(m, i), m->d * sizeof *m->centres);
}

typedef struct approach {
    kmeans *m;
    size_t centre;
} approach;

/* Lowers the points' distances to that of a new centre. */
static jsmf_status approach_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const approach *a = arg;
    kmeans *m = a->m;
    size_t first = chunk * m->chunk, count = jsmf_chunk_length(m->n, m->chunk, chunk);
    const double *centre = m->centres + a->centre * m->d;
    (void)ctx;
    m->squares[chunk] = 0;
    for (size_t i = first; i < first + count; i++) {
        double square = 0;
        for (size_t j = 0; j < m->d; j++)
            square += (point(m, i)[j] - centre[j]) * (point(m, i)[j] - centre[j]);
        if (square < m->nearest[i])
            m->nearest[i] = square;
        m->squares[chunk] += m->nearest[i];
    }
    return JSMF_OK;
}

/* A point drawn with a probability in proportion to its squared distance from the centres. */
static size_t draw_far(const kmeans *m, double u)
{
    double total = 0, left;
    size_t chunk = 0, i, last;
    for (size_t c = 0; c < m->chunks; c++)
        total += m->squares[c];
    left = u * total;
    for (; chunk + 1 < m->chunks && left >= m->squares[chunk]; chunk++)
        left -= m->squares[chunk];
    i = chunk * m->chunk;
    last = i + jsmf_chunk_length(m->n, m->chunk, chunk) - 1;
    for (; i < last && left >= m->nearest[i]; i++)
        left -= m->nearest[i];
    return i;
}

static jsmf_status start(jsmf_context *ctx, kmeans *m, size_t restart)
{
    const uint64_t seed = jsmf_context_seed(ctx), stream = start_stream + restart;
    set_centre(m, 0, (size_t)(jsmf_random_uniform(seed, stream, 0) * (double)m->n));
    for (size_t i = 0; i < m->n; i++) {
        m->nearest[i] = INFINITY;
        m->cluster[i] = SIZE_MAX;
    }
    for (size_t c = 1; c < m->k; c++) {
        approach a = { .m = m, .centre = c - 1 };
        if (jsmf_parallel(ctx, m->chunks, approach_chunk, &a) != JSMF_OK)
            return jsmf_context_status(ctx);
        set_centre(m, c, draw_far(m, jsmf_random_uniform(seed, stream, c)));
    }
    return JSMF_OK;
}

/* ---- all of it ---- */

static jsmf_status allocate(jsmf_context *ctx, kmeans *m)
{
    const size_t table = jsmf_mul_sat(m->chunks, m->k);
    m->lengths = jsmf_alloc(ctx, m->n, sizeof *m->lengths);
    m->nearest = jsmf_alloc(ctx, m->n, sizeof *m->nearest);
    m->centres = jsmf_alloc(ctx, jsmf_mul_sat(m->k, m->d), sizeof *m->centres);
    m->halves = jsmf_alloc(ctx, m->k, sizeof *m->halves);
    m->sums = jsmf_alloc(ctx, jsmf_mul_sat(table, m->d), sizeof *m->sums);
    m->counts = jsmf_alloc(ctx, table, sizeof *m->counts);
    m->squares = jsmf_alloc(ctx, m->chunks, sizeof *m->squares);
    m->moved = jsmf_alloc(ctx, m->chunks, sizeof *m->moved);
    m->products = jsmf_alloc(ctx, jsmf_mul_sat((size_t)jsmf_context_threads(ctx), BLOCK),
                             jsmf_mul_sat(m->k, sizeof *m->products));
    m->cluster = jsmf_alloc(ctx, m->n, sizeof *m->cluster);
    return jsmf_context_status(ctx);
}

static void kmeans_free(kmeans *m)
{
    free(m->lengths);
    free(m->nearest);
    free(m->centres);
    free(m->halves);
    free(m->sums);
    free(m->counts);
    free(m->squares);
    free(m->moved);
    free(m->products);
    free(m->cluster);
}

size_t jsmf_solve_kmeans_bytes(const jsmf_context *ctx, size_t n, size_t d, size_t k)
{
    const size_t chunks = jsmf_chunk_count(n, chunk_size(n)), threads = (size_t)jsmf_context_threads(ctx);
    size_t sums = jsmf_mul_sat(jsmf_mul_sat(chunks + 1, k), jsmf_add_sat(d, 1));
    size_t rest = jsmf_add_sat(jsmf_mul_sat(n, 3), jsmf_mul_sat(k, threads * BLOCK));
    return jsmf_mul_sat(jsmf_add_sat(sums, rest), sizeof(double));
}

static jsmf_status run_once(jsmf_context *ctx, kmeans *m, size_t restart, size_t iterations, double *squares)
{
    size_t moved = m->n;
    if (start(ctx, m, restart) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t t = 0; t < iterations && moved; t++) {
        if (t)
            move_centres(m);
        if (assign(ctx, m, &moved, squares) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* |x|^2 of each point; a squared distance is at most four times the largest, and a sum adds n of them. */
static jsmf_status measure(jsmf_context *ctx, kmeans *m)
{
    for (size_t i = 0; i < m->n; i++) {
        m->lengths[i] = cblas_ddot((int)m->d, point(m, i), 1, point(m, i), 1);
        if (!isfinite(4 * m->lengths[i] * (double)m->n))
            return jsmf_fail(ctx, JSMF_ENUMERIC, "k-means: point %zu has a squared length of %g (expected one that can "
                             "be added up)", i, m->lengths[i]);
    }
    return JSMF_OK;
}

static jsmf_status run_all(jsmf_context *ctx, kmeans *m, const jsmf_solve_kmeans_options *o, size_t *cluster,
                           double *best)
{
    double squares = INFINITY;
    *best = INFINITY;
    if (measure(ctx, m) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t r = 0; r < o->restarts; r++) {
        if (jsmf_progress(ctx, "clustering", (double)r / (double)o->restarts, -1) != JSMF_OK ||
            run_once(ctx, m, o->first + r, o->iterations, &squares) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (squares < *best) {
            *best = squares;
            memcpy(cluster, m->cluster, m->n * sizeof *cluster);
        }
    }
    return JSMF_OK;
}

jsmf_status jsmf_solve_kmeans(jsmf_context *ctx, size_t n, size_t d, const double *x,
                              const jsmf_solve_kmeans_options *options, size_t *cluster, double *squares)
{
    kmeans m = { .n = n, .d = d, .k = options->k, .x = x };
    double best;
    if (n == 0 || d == 0 || options->k == 0 || options->restarts == 0 || options->iterations == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "k-means: %zu point%s of %zu number%s, %zu cluster%s (expected at least 1)",
                         JSMF_COUNTED(n), JSMF_COUNTED(d), JSMF_COUNTED(options->k));
    m.chunk = chunk_size(n);
    m.chunks = jsmf_chunk_count(n, m.chunk);
    if (allocate(ctx, &m) == JSMF_OK)
        jsmf_recorded(run_all(ctx, &m, options, cluster, squares ? squares : &best));
    kmeans_free(&m);
    return jsmf_context_status(ctx);
}
