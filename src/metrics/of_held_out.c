/* Document completion: how well one half of a document tells the other. */
#include "list.h"

#include "infer/infer_inner.h"

#include <stdio.h>

static const char *const names[] = { "HeldOutLogProbability", NULL };

static jsmf_status score_all(jsmf_context *ctx, jsmf_infer_completion *completion, const jsmf_csr *h,
                             jsmf_infer_completed *total)
{
    jsmf_batches source;
    jsmf_csr batch;
    if (jsmf_batches_of_csr(ctx, h, &source) != JSMF_OK)
        goto done;
    for (size_t first = 0;; first += batch.rows) {
        if (source.next(ctx, source.self, &batch) != JSMF_OK || batch.rows == 0)
            break;
        if (jsmf_progress(ctx, "completing documents", (double)first / (double)source.documents, -1) != JSMF_OK ||
            jsmf_infer_completion_add(ctx, completion, &batch, NULL, first, total) != JSMF_OK)
            break;
    }
done:
    jsmf_batches_free(&source);
    return jsmf_context_status(ctx);
}

static jsmf_status judge(jsmf_context *ctx, jsmf_infer_completion *completion, const jsmf_csr *h, jsmf_metrics *out)
{
    jsmf_infer_completed total = { 0 };
    if (score_all(ctx, completion, h, &total) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (total.unknown > 0)
        jsmf_message(ctx, JSMF_WARNING, "HeldOutLogProbability: %.0f of %.0f tokens are of words that are in no topic: "
                     "left out", total.unknown, total.unknown + total.tokens);
    return jsmf_metrics_add(ctx, out, names[0], total.log_probability / total.tokens,
                            total.tokens > 0 ? "a token has probability 0"
                                             : "no document has two tokens of known words");
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
    return jsmf_infer_completion_bytes(ctx, h->cols, k, most_entries(h));
}

/* Correlations that no documents can have, as those of jsmf-law --plain may be, are no error here. */
jsmf_status jsmf_metrics_of_held_out(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h, jsmf_metrics *out)
{
    char why[512];
    jsmf_infer_completion *completion;
    if (!m->a)
        return jsmf_metrics_add_undefined(ctx, out, names, "the model has no A");
    const jsmf_status status = jsmf_infer_completion_new(ctx, m, &completion);
    if (status == JSMF_EDATA || status == JSMF_ENUMERIC) {
        snprintf(why, sizeof why, "%s", jsmf_context_error(ctx));
        jsmf_context_clear(ctx);
        return jsmf_metrics_add_undefined(ctx, out, names, why);
    }
    if (completion)
        jsmf_recorded(judge(ctx, completion, h, out));
    jsmf_infer_completion_free(completion);
    return jsmf_context_status(ctx);
}
