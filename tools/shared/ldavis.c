#include "ldavis.h"

#include "jsmf/report.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct writer {
    jsmf_context *ctx;
    jsmf_output *out;
    const jsmf_model *m;
    const model_input *in;
    const topic_documents *d;
    const int64_t *tokens; /* a document */
    double *mass;          /* k: expected tokens of each topic */
    double *frequency;     /* n: expected tokens of each word */
    double total;
} writer;

static void put(writer *w, const char *text)
{
    if (jsmf_context_status(w->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_output_printf(w->ctx, w->out, "%s", text));
}

static void put_number(writer *w, const char *between, double number)
{
    if (jsmf_context_status(w->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_output_printf(w->ctx, w->out, "%s%.7g", between, number));
}

static void expect(writer *w)
{
    const size_t k = w->m->k;
    for (size_t i = 0; i < w->d->documents; i++)
        for (size_t j = 0; j < k; j++)
            w->mass[j] += (double)w->tokens[i] * w->d->w[i * k + j];
    for (size_t i = 0; i < w->m->n; i++) {
        w->frequency[i] = 0;
        for (size_t j = 0; j < k; j++)
            w->frequency[i] += w->mass[j] * w->m->b[i * k + j];
        w->total += w->frequency[i];
    }
}

static void put_topics(writer *w)
{
    put(w, "{\"topic_term_dists\": [");
    for (size_t j = 0; j < w->m->k; j++) {
        double sum = 0;
        for (size_t i = 0; i < w->m->n; i++)
            sum += w->m->b[i * w->m->k + j];
        put(w, j ? ",\n[" : "\n[");
        for (size_t i = 0; i < w->m->n; i++)
            put_number(w, i ? "," : "", sum > 0 ? w->m->b[i * w->m->k + j] / sum : w->frequency[i] / w->total);
        put(w, "]");
    }
}

static void put_documents(writer *w)
{
    const char *between = "\n[";
    put(w, "],\n\"doc_topic_dists\": [");
    for (size_t i = 0; i < w->d->documents; i++) {
        if (w->tokens[i] == 0)
            continue;
        put(w, between);
        for (size_t j = 0; j < w->m->k; j++)
            put_number(w, j ? "," : "", w->d->w[i * w->m->k + j]);
        put(w, "]");
        between = ",\n[";
    }
    put(w, "],\n\"doc_lengths\": ");
    between = "[";
    for (size_t i = 0; i < w->d->documents; i++)
        if (w->tokens[i]) {
            put_number(w, between, (double)w->tokens[i]);
            between = ",";
        }
}

static void put_words(writer *w)
{
    char number[32];
    put(w, "],\n\"vocab\": [");
    for (size_t i = 0; i < w->m->n; i++) {
        const char *word = number;
        if (w->in->words)
            word = jsmf_strings_get(w->in->words, i);
        else
            snprintf(number, sizeof number, "#%zu", i);
        put(w, i ? "," : "");
        if (jsmf_context_status(w->ctx) == JSMF_OK)
            jsmf_recorded(jsmf_report_text(w->ctx, w->out, JSMF_REPORT_JSON, word, 0));
    }
    put(w, "],\n\"term_frequency\": [");
    for (size_t i = 0; i < w->m->n; i++)
        put_number(w, i ? "," : "", w->frequency[i]);
    put(w, "]}\n");
}

jsmf_status ldavis_write(tool_run *run, jsmf_output *out, const model_input *m, topic_documents *d)
{
    writer w = { .ctx = run->ctx, .out = out, .m = &m->model, .in = m, .d = d };
    int64_t *tokens;
    if (!jsmf_stream_find(&d->in, LDAVIS_TOKENS))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array " LDAVIS_TOKENS ", which tells how long documents are "
                         "(jsmf-infer writes one)", d->in.name);
    if (jsmf_stream_integers(run->ctx, &d->in, LDAVIS_TOKENS, d->documents, &tokens, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    w.tokens = tokens;
    for (size_t i = 0; i < d->documents; i++)
        if (tokens[i] < 0)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: " LDAVIS_TOKENS "[%zu] is %lld (expected a number of tokens)",
                             d->in.name, i, (long long)tokens[i]);
    w.mass = jsmf_alloc_zero(run->ctx, m->model.k, sizeof *w.mass);
    w.frequency = jsmf_alloc(run->ctx, m->model.n, sizeof *w.frequency);
    if (w.mass && w.frequency) {
        expect(&w);
        if (w.total > 0) {
            put_topics(&w);
            put_documents(&w);
            put_words(&w);
        } else {
            jsmf_fail(run->ctx, JSMF_EDATA, "%s: no document has a word of the model", d->in.name);
        }
    }
    free(w.mass);
    free(w.frequency);
    return jsmf_context_status(run->ctx);
}
