/* Document completion: each document's composition is inferred from one half of its tokens, and the other half
 * scored. */
#include "infer_inner.h"

#include "dense/vector.h"
#include "document/halves.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

enum { SCORE_DOCUMENTS = 64 };

struct jsmf_infer_completion {
    jsmf_model live;    /* n, k, b, a: of the topics that have mass and correlations; owned */
    bool *known;        /* n: words of some topic */
    jsmf_infer *infer;
    jsmf_document_halves halves;
    double *w;          /* JSMF_BATCH_DOCUMENTS x k */
    jsmf_infer_completed *partial; /* by chunk of the batch */
};

/* ---- topics that documents can have ---- */

static void take_topics(const jsmf_model *m, const size_t *kept, jsmf_infer_completion *c)
{
    const size_t k = c->live.k;
    for (size_t i = 0; i < m->n; i++) {
        c->known[i] = false;
        for (size_t j = 0; j < k; j++) {
            c->live.b[i * k + j] = m->b[i * m->k + kept[j]];
            c->known[i] |= c->live.b[i * k + j] > 0;
        }
    }
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            c->live.a[i * k + j] = m->a[kept[i] * m->k + kept[j]];
}

/* kept (k): the topics with mass in B and in A. Returns how many there are. */
static size_t find_topics(const jsmf_model *m, double *columns, size_t *kept)
{
    size_t k = 0;
    for (size_t j = 0; j < m->k; j++)
        columns[j] = 0;
    for (size_t i = 0; i < m->n; i++)
        jsmf_dense_axpy(m->k, 1, m->b + i * m->k, columns);
    for (size_t j = 0; j < m->k; j++)
        if (columns[j] > 0 && jsmf_dense_sum(m->k, m->a + j * m->k) > 0)
            kept[k++] = j;
    return k;
}

static jsmf_status find_live(jsmf_context *ctx, const jsmf_model *m, jsmf_infer_completion *c)
{
    size_t *kept = jsmf_alloc(ctx, m->k, sizeof *kept), k;
    double *columns = jsmf_alloc(ctx, m->k, sizeof *columns);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    k = find_topics(m, columns, kept);
    if (k == 0) {
        jsmf_fail(ctx, JSMF_EDATA, "no topic has mass in B and in A");
        goto done;
    }
    c->live = (jsmf_model){ .n = m->n, .k = k, .legality = 1 };
    c->live.b = jsmf_alloc(ctx, jsmf_mul_sat(m->n, k), sizeof *c->live.b);
    c->live.a = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *c->live.a);
    c->known = jsmf_alloc(ctx, m->n, sizeof *c->known);
    if (jsmf_context_status(ctx) == JSMF_OK)
        take_topics(m, kept, c);
done:
    free(kept);
    free(columns);
    return jsmf_context_status(ctx);
}

/* By the default method, which needs no dual: a composition is a function of its half document alone. */
jsmf_status jsmf_infer_completion_new(jsmf_context *ctx, const jsmf_model *m, jsmf_infer_completion **out)
{
    jsmf_infer_completion *c = jsmf_alloc_zero(ctx, 1, sizeof *c);
    *out = NULL;
    if (!c)
        return jsmf_context_status(ctx);
    if (find_live(ctx, m, c) == JSMF_OK) {
        c->w = jsmf_alloc(ctx, JSMF_BATCH_DOCUMENTS, jsmf_mul_sat(c->live.k, sizeof *c->w));
        c->partial = jsmf_alloc(ctx, jsmf_chunk_count(JSMF_BATCH_DOCUMENTS, SCORE_DOCUMENTS), sizeof *c->partial);
    }
    if (jsmf_context_status(ctx) == JSMF_OK &&
        jsmf_infer_new(ctx, &c->live, NULL, &jsmf_infer_defaults, &c->infer) == JSMF_OK)
        *out = c;
    else
        jsmf_infer_completion_free(c);
    return jsmf_context_status(ctx);
}

void jsmf_infer_completion_free(jsmf_infer_completion *c)
{
    if (!c)
        return;
    jsmf_infer_free(c->infer);
    jsmf_document_halves_free(&c->halves);
    free(c->live.b);
    free(c->live.a);
    free(c->known);
    free(c->w);
    free(c->partial);
    free(c);
}

size_t jsmf_infer_completion_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t entries)
{
    const size_t doubles = jsmf_mul_sat(jsmf_add_sat(n, k + JSMF_BATCH_DOCUMENTS), k);
    return jsmf_add_sat(jsmf_infer_bytes(ctx, &jsmf_infer_defaults, &(jsmf_model){ .n = n, .k = k }),
                        jsmf_add_sat(jsmf_add_sat(jsmf_document_halves_bytes(entries), n),
                                     jsmf_mul_sat(doubles, sizeof(double))));
}

/* ---- scores ---- */

static jsmf_status score_documents(jsmf_context *ctx, void *arg, size_t chunk)
{
    const jsmf_infer_completion *c = arg;
    const jsmf_csr *second = &c->halves.second;
    const size_t k = c->live.k, from = chunk * SCORE_DOCUMENTS;
    jsmf_infer_completed *sum = c->partial + chunk;
    (void)ctx;
    *sum = (jsmf_infer_completed){ 0 };
    for (size_t r = from; r < from + jsmf_chunk_length(second->rows, SCORE_DOCUMENTS, chunk); r++)
        for (int64_t p = second->indptr[r]; p < second->indptr[r + 1]; p++) {
            const size_t word = (size_t)second->indices[p];
            const double count = second->counts[p];
            if (!c->known[word]) {
                sum->unknown += count;
                continue;
            }
            sum->log_probability += count * log(jsmf_dense_dot(k, c->live.b + word * k, c->w + r * k));
            sum->tokens += count;
        }
    return JSMF_OK;
}

jsmf_status jsmf_infer_completion_add(jsmf_context *ctx, jsmf_infer_completion *c, const jsmf_csr *batch,
                                      const size_t *places, size_t first, jsmf_infer_completed *total)
{
    const size_t chunks = jsmf_chunk_count(batch->rows, SCORE_DOCUMENTS);
    if (jsmf_document_halves_split(ctx, batch, places, first, &c->halves) != JSMF_OK ||
        jsmf_infer_compose(ctx, c->infer, &c->halves.first, c->w, NULL) != JSMF_OK ||
        jsmf_parallel(ctx, chunks, score_documents, c) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < chunks; i++) {
        total->log_probability += c->partial[i].log_probability;
        total->tokens += c->partial[i].tokens;
        total->unknown += c->partial[i].unknown;
    }
    return JSMF_OK;
}
