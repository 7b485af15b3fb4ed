/* The operator C = H' diag(weights) H - diag(diagonal) from counts (000 equation 1, with the weights that it gives):
 * C is never formed, and the documents take 4 bytes an entry. One sweep over them gives C times a block of columns:
 * each document's rows of the block are added up and the sum goes back to the same rows of the result. Groups of
 * documents add to sums of their own, which are added up in order. */
#include "operator_inner.h"

#include "base/pages.h"
#include "packed.h"
#include "base/base_inner.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = JSMF_PACKED_LANES, CHUNK_ROWS = 2048 };

typedef struct documents {
    jsmf_operator_packed d;
    const double *diagonal; /* n */
    /* Scratch of apply, which is called often: fresh memory every time would cost as much as the small products. */
    double *x; /* n x LANES: columns of the block, by rank */
    double *y; /* groups x n x LANES */
} documents;

/* Columns first .. first + width - 1 of the n x p block x, and where they go. */
typedef struct columns {
    const documents *o;
    size_t p, first, width;
    const double *x;
    double *y;
} columns;

static jsmf_status take_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const columns *c = arg;
    const jsmf_operator_packed *d = &c->o->d;
    const size_t begin = chunk * CHUNK_ROWS, end = begin + jsmf_chunk_length(d->n, CHUNK_ROWS, chunk);
    (void)ctx;
    for (size_t rank = begin; rank < end; rank++) {
        double *to = c->o->x + rank * LANES;
        memcpy(to, c->x + (size_t)d->words[rank] * c->p + c->first, c->width * sizeof *to);
        memset(to + c->width, 0, (LANES - c->width) * sizeof *to);
    }
    return JSMF_OK;
}

static jsmf_status sweep_group(jsmf_context *ctx, void *arg, size_t group)
{
    const columns *c = arg;
    const jsmf_operator_packed *d = &c->o->d;
    double *y = c->o->y + group * d->n * LANES;
    (void)ctx;
    memset(y, 0, d->n * LANES * sizeof *y);
    jsmf_operator_packed_sweep(d, d->bounds[group], d->bounds[group + 1], c->o->x, y);
    return JSMF_OK;
}

static jsmf_status give_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const columns *c = arg;
    const jsmf_operator_packed *d = &c->o->d;
    const size_t begin = chunk * CHUNK_ROWS, end = begin + jsmf_chunk_length(d->n, CHUNK_ROWS, chunk);
    (void)ctx;
    for (size_t rank = begin; rank < end; rank++) {
        const size_t word = (size_t)d->words[rank];
        const double *x = c->o->x + rank * LANES;
        double sum[LANES] = { 0 };
        for (size_t group = 0; group < d->groups; group++)
            for (size_t l = 0; l < LANES; l++)
                sum[l] += c->o->y[(group * d->n + rank) * LANES + l];
        for (size_t l = 0; l < c->width; l++)
            c->y[word * c->p + c->first + l] = sum[l] - c->o->diagonal[word] * x[l];
    }
    return JSMF_OK;
}

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const documents *o = self;
    const size_t chunks = jsmf_chunk_count(o->d.n, CHUNK_ROWS);
    columns c = { .o = o, .p = p, .x = x, .y = y };
    for (; c.first < p; c.first += LANES) {
        c.width = p - c.first < LANES ? p - c.first : LANES;
        if (jsmf_parallel(ctx, chunks, take_chunk, &c) != JSMF_OK ||
            jsmf_parallel(ctx, o->d.groups, sweep_group, &c) != JSMF_OK ||
            jsmf_parallel(ctx, chunks, give_chunk, &c) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* Adds the document's part of the rows of C that it is in. */
static void add_document(const jsmf_operator_packed *d, size_t row, size_t i0, size_t m, double *out)
{
    const size_t first = (size_t)d->starts[row], end = (size_t)d->starts[row + 1];
    for (size_t e = first; e < end; e++) {
        const size_t i = (size_t)d->words[jsmf_operator_packed_rank(d, e)] -
                         i0; /* SIZE_MAX and near for words before i0 */
        const double value = d->weights[row] * jsmf_operator_packed_count(d, e);
        for (size_t f = first; i < m && f < end; f++)
            out[i * d->n + (size_t)d->words[jsmf_operator_packed_rank(d, f)]] += value *
                                                                                 jsmf_operator_packed_count(d, f);
    }
}

/* Runs over all documents, whatever m is: for a few panels, not for many. */
static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const documents *o = self;
    (void)ctx;
    memset(out, 0, m * o->d.n * sizeof *out);
    for (size_t row = 0; row < o->d.rows; row++)
        add_document(&o->d, row, i0, m, out);
    for (size_t i = 0; i < m; i++)
        out[i * o->d.n + i0 + i] -= o->diagonal[i0 + i];
    return JSMF_OK;
}

static void release(void *self)
{
    documents *o = self;
    jsmf_operator_packed_free(&o->d);
    free(o->x);
    free(o->y);
    free(o);
}

static const jsmf_operator_class documents_class = {
    .name = "documents", .apply = apply, .panel = panel, .free = release,
};

jsmf_status jsmf_operator_documents(jsmf_context *ctx, const jsmf_csr *h, const double *weights,
                                    const double *diagonal, jsmf_operator **out)
{
    documents *o = jsmf_alloc_zero(ctx, 1, sizeof *o);
    const size_t block = jsmf_mul_sat(h->cols, LANES * sizeof(double));
    *out = NULL;
    if (!o)
        return jsmf_context_status(ctx);
    o->diagonal = diagonal;
    if (jsmf_operator_packed_make(ctx, h, weights, &o->d) == JSMF_OK) {
        o->x = jsmf_alloc_lines(ctx, 1, block);
        o->y = jsmf_alloc_lines(ctx, o->d.groups, block);
    }
    if (!o->x || !o->y) {
        release(o);
        return jsmf_context_status(ctx);
    }
    return jsmf_operator_new(ctx, &documents_class, o, h->cols, out);
}
