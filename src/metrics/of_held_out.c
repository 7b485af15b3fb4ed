/* Document completion: each document's composition is inferred from one half of its tokens, and the other half
 * scored. */
#include "document/halves.h"
#include "list.h"

#include "jsmf/infer.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SCORE_DOCUMENTS = 64 };

static const char *const names[] = { "HeldOutLogProbability", NULL };

/* ---- topics that documents can have ---- */

/* The model's topics that have mass and correlations. */
typedef struct live {
    jsmf_model m;   /* n, k, b, a; owned */
    bool *known;    /* n: words of some topic */
} live;

static void live_free(live *l)
{
    free(l->m.b);
    free(l->m.a);
    free(l->known);
}

static double row_sum(const jsmf_model *m, size_t k)
{
    double sum = 0;
    for (size_t l = 0; l < m->k; l++)
        sum += m->a[k * m->k + l];
    return sum;
}

static void take_topics(const jsmf_model *m, const size_t *kept, live *l)
{
    const size_t k = l->m.k;
    for (size_t i = 0; i < m->n; i++) {
        l->known[i] = false;
        for (size_t j = 0; j < k; j++) {
            l->m.b[i * k + j] = m->b[i * m->k + kept[j]];
            l->known[i] |= l->m.b[i * k + j] > 0;
        }
    }
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            l->m.a[i * k + j] = m->a[kept[i] * m->k + kept[j]];
}

/* l->m.k = 0 where there is none. */
static jsmf_status find_live(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics *out, live *l)
{
    size_t *kept = jsmf_alloc(ctx, m->k, sizeof *kept), k = 0;
    for (size_t j = 0; kept && j < m->k; j++)
        if (!out->massless[j] && row_sum(m, j) > 0)
            kept[k++] = j;
    l->m = (jsmf_model){ .n = m->n, .k = k, .legality = 1 };
    l->m.b = jsmf_alloc(ctx, jsmf_mul_sat(m->n, k), sizeof *l->m.b);
    l->m.a = jsmf_alloc(ctx, k * k, sizeof *l->m.a);
    l->known = jsmf_alloc(ctx, m->n, sizeof *l->known);
    if (jsmf_context_status(ctx) == JSMF_OK && k)
        take_topics(m, kept, l);
    free(kept);
    return jsmf_context_status(ctx);
}

/* ---- scores ---- */

typedef struct score {
    double log_probability, tokens, unknown;
} score;

typedef struct scores {
    const live *l;
    jsmf_document_halves halves;
    double *w;      /* JSMF_BATCH_DOCUMENTS x k */
    score *partial; /* by chunk of the batch */
} scores;

static jsmf_status score_documents(jsmf_context *ctx, void *arg, size_t chunk)
{
    const scores *s = arg;
    const jsmf_csr *second = &s->halves.second;
    const size_t k = s->l->m.k, from = chunk * SCORE_DOCUMENTS;
    score *sum = s->partial + chunk;
    (void)ctx;
    *sum = (score){ 0 };
    for (size_t r = from; r < from + jsmf_chunk_length(second->rows, SCORE_DOCUMENTS, chunk); r++)
        for (int64_t p = second->indptr[r]; p < second->indptr[r + 1]; p++) {
            const size_t word = (size_t)second->indices[p];
            const double count = second->counts[p];
            if (!s->l->known[word]) {
                sum->unknown += count;
                continue;
            }
            sum->log_probability += count * log(cblas_ddot((int)k, s->l->m.b + word * k, 1, s->w + r * k, 1));
            sum->tokens += count;
        }
    return JSMF_OK;
}

/* The batch's first document is document first. */
static jsmf_status score_batch(jsmf_context *ctx, jsmf_infer *infer, const jsmf_csr *batch, size_t first, scores *s,
                               score *total)
{
    const size_t chunks = jsmf_chunk_count(batch->rows, SCORE_DOCUMENTS);
    if (jsmf_document_halves_split(ctx, batch, NULL, first, &s->halves) != JSMF_OK ||
        jsmf_infer_compose(ctx, infer, &s->halves.first, s->w, NULL) != JSMF_OK ||
        jsmf_parallel(ctx, chunks, score_documents, s) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t c = 0; c < chunks; c++) {
        total->log_probability += s->partial[c].log_probability;
        total->tokens += s->partial[c].tokens;
        total->unknown += s->partial[c].unknown;
    }
    return JSMF_OK;
}

static jsmf_status score_all(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source, scores *s, score *total)
{
    size_t first = 0;
    jsmf_csr batch;
    s->w = jsmf_alloc(ctx, JSMF_BATCH_DOCUMENTS, s->l->m.k * sizeof *s->w);
    s->partial = jsmf_alloc(ctx, jsmf_chunk_count(JSMF_BATCH_DOCUMENTS, SCORE_DOCUMENTS), sizeof *s->partial);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (;; first += batch.rows) {
        if (source->next(ctx, source->self, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (batch.rows == 0)
            return JSMF_OK;
        if (jsmf_progress(ctx, "completing documents", (double)first / (double)source->documents, -1) != JSMF_OK ||
            score_batch(ctx, infer, &batch, first, s, total) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
}

static jsmf_status judge(jsmf_context *ctx, jsmf_infer *infer, const live *l, const jsmf_csr *h, jsmf_metrics *out)
{
    scores s = { .l = l };
    score total = { 0 };
    jsmf_batches source;
    if (jsmf_batches_of_csr(ctx, h, &source) != JSMF_OK || score_all(ctx, infer, &source, &s, &total) != JSMF_OK)
        goto done;
    if (total.unknown > 0)
        jsmf_message(ctx, JSMF_WARNING, "HeldOutLogProbability: %.0f of %.0f tokens are of words that are in no topic: "
                     "left out", total.unknown, total.unknown + total.tokens);
    jsmf_recorded(jsmf_metrics_add(ctx, out, names[0], total.log_probability / total.tokens,
                                   total.tokens > 0 ? "a token has probability 0"
                                                    : "no document has two tokens of known words"));
done:
    jsmf_batches_free(&source);
    jsmf_document_halves_free(&s.halves);
    free(s.w);
    free(s.partial);
    return jsmf_context_status(ctx);
}

/* By the default method, which needs no dual: a composition is a function of its half document alone. Correlations that
 * no documents can have, as those of jsmf-law --plain may be, are no error here. */
static jsmf_status start(jsmf_context *ctx, const live *l, jsmf_infer **infer, char *why, size_t bytes)
{
    *infer = NULL;
    if (l->m.k == 0)
        snprintf(why, bytes, "no topic has mass in B and in A");
    else if (jsmf_infer_new(ctx, &l->m, NULL, &jsmf_infer_defaults, infer) == JSMF_EDATA ||
             jsmf_context_status(ctx) == JSMF_ENUMERIC) {
        snprintf(why, bytes, "%s", jsmf_context_error(ctx));
        jsmf_context_clear(ctx);
    }
    return jsmf_context_status(ctx);
}

/* Entries of the batch that has most. */
static size_t most_entries(const jsmf_csr *h)
{
    int64_t most = 0;
    for (size_t row = 0; row < h->rows; row += JSMF_BATCH_DOCUMENTS) {
        const size_t end = jsmf_least(h->rows, row + JSMF_BATCH_DOCUMENTS);
        const int64_t entries = h->indptr[end] - h->indptr[row];
        most = entries > most ? entries : most;
    }
    return (size_t)most;
}

size_t jsmf_metrics_held_out_bytes(const jsmf_context *ctx, const jsmf_csr *h, size_t k)
{
    const size_t tokens = jsmf_document_halves_bytes(most_entries(h));
    const size_t doubles = jsmf_mul_sat(jsmf_add_sat(h->cols, k + JSMF_BATCH_DOCUMENTS), k);
    return jsmf_add_sat(jsmf_infer_bytes(ctx, &jsmf_infer_defaults, &(jsmf_model){ .n = h->cols, .k = k }),
                        jsmf_add_sat(jsmf_add_sat(tokens, h->cols), jsmf_mul_sat(doubles, sizeof(double))));
}

jsmf_status jsmf_metrics_of_held_out(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h, jsmf_metrics *out)
{
    live l = { .known = NULL };
    char why[512] = "";
    jsmf_infer *infer = NULL;
    if (!m->a)
        return jsmf_metrics_add_undefined(ctx, out, names, "the model has no A");
    if (find_live(ctx, m, out, &l) == JSMF_OK && start(ctx, &l, &infer, why, sizeof why) == JSMF_OK)
        jsmf_recorded(infer ? judge(ctx, infer, &l, h, out) : jsmf_metrics_add_undefined(ctx, out, names, why));
    jsmf_infer_free(infer);
    live_free(&l);
    return jsmf_context_status(ctx);
}
