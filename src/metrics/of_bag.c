/* Coherence of the topics' leading words in a bag of documents (001 section 4; 003 and 004 section 5). */
#include "list.h"
#include "model/probability.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct coherence {
    size_t documents;
    const jsmf_csr *postings;     /* words x documents */
    double filled;                /* documents that are not empty */
    jsmf_metrics_leading leading; /* those alone that are in a document */
    char *marks;              /* a byte a document, by thread */
    double *log_ratio, *npmi; /* k */
} coherence;

static size_t frequency(const coherence *c, size_t word)
{
    return (size_t)(c->postings->indptr[word + 1] - c->postings->indptr[word]);
}

static void mark(const coherence *c, size_t word, char value, char *marks)
{
    for (int64_t p = c->postings->indptr[word]; p < c->postings->indptr[word + 1]; p++)
        marks[c->postings->indices[p]] = value;
}

static size_t count_marked(const coherence *c, size_t word, const char *marks)
{
    size_t count = 0;
    for (int64_t p = c->postings->indptr[word]; p < c->postings->indptr[word + 1]; p++)
        count += (size_t)marks[c->postings->indices[p]];
    return count;
}

/* Nothing can be said of a leading word that is in no document. */
static jsmf_status leave_absent(jsmf_context *ctx, coherence *c, size_t k)
{
    size_t *absent = jsmf_alloc(ctx, k, sizeof *absent);
    for (size_t j = 0; absent && j < k; j++) {
        size_t *word = c->leading.word + j * c->leading.words, known = 0, count = c->leading.count[j];
        for (size_t i = 0; i < count; i++)
            if (frequency(c, word[i]))
                word[known++] = word[i];
        c->leading.count[j] = known;
        absent[j] = count - known;
    }
    if (absent && c->filled > 0)
        jsmf_metrics_warn_absent(ctx, "Coherence, NPMI", k, absent);
    free(absent);
    return jsmf_context_status(ctx);
}

static jsmf_status judge_topic(jsmf_context *ctx, void *arg, size_t k)
{
    static const double epsilon = 0.01;
    const coherence *c = arg;
    const size_t *top = c->leading.word + k * c->leading.words, words = c->leading.count[k];
    char *marks = c->marks + (size_t)jsmf_context_thread(ctx) * c->documents;
    double log_ratio = 0, npmi = 0;
    if (words < 2)
        return JSMF_OK;
    for (size_t i = 1; i < words; i++) {
        double own = (double)frequency(c, top[i]);
        mark(c, top[i], 1, marks);
        for (size_t j = 0; j < i; j++) {
            double other = (double)frequency(c, top[j]), both = (double)count_marked(c, top[j], marks);
            log_ratio += log((both + epsilon) / other);
            npmi += jsmf_model_npmi(both / c->filled, own / c->filled, other / c->filled);
        }
        mark(c, top[i], 0, marks);
    }
    c->log_ratio[k] = log_ratio;
    c->npmi[k] = npmi / (0.5 * (double)(words * (words - 1)));
    return JSMF_OK;
}

static jsmf_status judge(jsmf_context *ctx, coherence *c, jsmf_metrics *out)
{
    c->marks = jsmf_alloc_zero(ctx, (size_t)jsmf_context_threads(ctx), c->documents);
    c->log_ratio = jsmf_metrics_topics(ctx, out);
    c->npmi = jsmf_metrics_topics(ctx, out);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_parallel(ctx, out->k, judge_topic, c) != JSMF_OK) {
        free(c->marks);
        free(c->log_ratio);
        free(c->npmi);
        return jsmf_context_status(ctx);
    }
    free(c->marks);
    return jsmf_metrics_add_pair(ctx, out, (const char *const[]){ "Coherence", "NPMI" },
                                 (double *[]){ c->log_ratio, c->npmi },
                                 c->filled > 0 ? "fewer than two of its leading words are in a document"
                                               : "every document is empty");
}

size_t jsmf_metrics_bag_bytes(const jsmf_context *ctx, const jsmf_csr *h, size_t k)
{
    const size_t postings = jsmf_mul_sat(jsmf_csr_nnz(h), sizeof *h->indices + sizeof *h->counts);
    const size_t marks = jsmf_mul_sat((size_t)jsmf_context_threads(ctx), h->rows);
    return jsmf_add_sat(jsmf_add_sat(postings, marks), jsmf_mul_sat(jsmf_add_sat(h->cols, 2 * k), sizeof(double)));
}

jsmf_status jsmf_metrics_of_bag(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h, size_t words,
                                jsmf_metrics *out)
{
    jsmf_csr postings = { 0 };
    coherence c = { .documents = h->rows, .postings = &postings };
    if (jsmf_metrics_leading_find(ctx, m->n, m->k, out->bt, words, &c.leading) != JSMF_OK ||
        jsmf_csr_transpose(ctx, h, &postings) != JSMF_OK)
        goto done;
    c.filled = (double)(h->rows - jsmf_csr_empty_rows(h));
    if (leave_absent(ctx, &c, m->k) == JSMF_OK)
        jsmf_recorded(judge(ctx, &c, out));
done:
    jsmf_csr_free(&postings);
    jsmf_metrics_leading_free(&c.leading);
    return jsmf_context_status(ctx);
}
