#include "choose_documents.h"

#include "bag_cooc.h"

#include "jsmf/corpus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void choose_documents_free(choose_documents *d)
{
    jsmf_stream_free(&d->bag);
    jsmf_stream_free(&d->cooc);
    free(d->v);
    free(d->d);
    *d = (choose_documents){ .pairs = 0 };
}

/* ---- bags ---- */

static jsmf_status add_words(tool_run *run, const jsmf_strings *words, jsmf_stream *bag)
{
    jsmf_strings copy = { 0 };
    if (!words || !words->count)
        return JSMF_OK;
    if (jsmf_strings_copy(run->ctx, words, &copy) == JSMF_OK)
        return jsmf_stream_add_strings(run->ctx, bag, "vocab", &copy);
    jsmf_strings_free(&copy);
    return jsmf_context_status(run->ctx);
}

jsmf_status choose_documents_make(tool_run *run, const char *name, jsmf_csr *h, const jsmf_strings *words,
                                  choose_documents *out)
{
    int64_t *df;
    *out = (choose_documents){ .bag = { .schema = &jsmf_arrays_schema, .kind = JSMF_BAG }, .h = *h };
    out->bag.name = jsmf_copy(run->ctx, name, strlen(name) + 1, 1);
    if (!out->bag.name || jsmf_corpus_df(run->ctx, h, &df) != JSMF_OK) {
        jsmf_csr_free(h);
        return jsmf_context_status(run->ctx);
    }
    if (jsmf_stream_add_i64(run->ctx, &out->bag, "df", df, 1, out->h.cols) != JSMF_OK ||
        add_words(run, words, &out->bag) != JSMF_OK) {
        jsmf_csr_free(h);
        return jsmf_context_status(run->ctx);
    }
    return jsmf_stream_add_csr(run->ctx, &out->bag, "H", h);
}

/* Numbers take the places of names that there are not. */
static jsmf_status name_words(tool_run *run, const choose_documents *d, jsmf_strings *words)
{
    const jsmf_array *a = jsmf_stream_find(&d->bag, "vocab");
    char text[24];
    if (a)
        return jsmf_strings_copy(run->ctx, &a->strings, words);
    for (size_t i = 0; i < d->h.cols; i++)
        if (jsmf_strings_add(run->ctx, words, text, (size_t)snprintf(text, sizeof text, "%zu", i)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

/* The words that the part lacks leave both. */
static jsmf_status curate(tool_run *run, jsmf_csr *part, jsmf_csr *rest, jsmf_strings *words)
{
    const jsmf_corpus_curation how = { .min_df = 1, .max_df = 1 };
    jsmf_corpus_curated report;
    jsmf_strings all = { 0 };
    size_t dropped;
    int64_t tokens;
    if (jsmf_strings_copy(run->ctx, words, &all) == JSMF_OK &&
        jsmf_corpus_curate(run->ctx, part, words, &how, &report) == JSMF_OK)
        jsmf_recorded(jsmf_corpus_match(run->ctx, rest, &all, words, &dropped, &tokens));
    jsmf_strings_free(&all);
    return jsmf_context_status(run->ctx);
}

static jsmf_status pick(tool_run *run, const jsmf_csr *h, const unsigned char *chosen, unsigned char which,
                        jsmf_csr *part)
{
    jsmf_strings ids = { 0 };
    jsmf_recorded(jsmf_corpus_documents_part(run->ctx, h, NULL, chosen, which, part, &ids));
    jsmf_strings_free(&ids);
    return jsmf_context_status(run->ctx);
}

jsmf_status choose_documents_split(tool_run *run, const choose_documents *from, double part, bool curated,
                                   choose_documents *out, choose_documents *rest)
{
    const char *name = from->bag.name;
    unsigned char *chosen = jsmf_alloc(run->ctx, from->h.rows, 1);
    jsmf_csr in = { 0 }, left = { 0 };
    jsmf_strings words = { 0 };
    if (chosen && jsmf_corpus_documents_drawn(run->ctx, part, from->h.rows, chosen) == JSMF_OK &&
        pick(run, &from->h, chosen, 1, &in) == JSMF_OK && pick(run, &from->h, chosen, 0, &left) == JSMF_OK &&
        name_words(run, from, &words) == JSMF_OK && (!curated || curate(run, &in, &left, &words) == JSMF_OK) &&
        choose_documents_make(run, name, &in, &words, out) == JSMF_OK)
        jsmf_recorded(choose_documents_make(run, name, &left, &words, rest));
    jsmf_csr_free(&in);
    jsmf_csr_free(&left);
    jsmf_strings_free(&words);
    free(chosen);
    return jsmf_context_status(run->ctx);
}

/* ---- what all models share ---- */

jsmf_status choose_documents_pairs(tool_run *run, size_t topics, choose_documents *d)
{
    bag_cooc_settings o = bag_cooc_defaults();
    bag_cooc_job c = { .words = 0 };
    o.low_rank = o.beyond = true;
    o.topics = topics;
    if (jsmf_stream_copy(run->ctx, &d->bag, &c.bag.stream) != JSMF_OK || bag_cooc_open(run, &c) != JSMF_OK ||
        bag_cooc_make(run, &o, &c) != JSMF_OK)
        goto done;
    d->pairs = jsmf_array_count(jsmf_stream_find(&c.out, "D"));
    d->v = jsmf_stream_take(&c.out, "V");
    d->d = jsmf_stream_take(&c.out, "D");
    d->cooc = c.out;
    c.out = (jsmf_stream){ 0 };
    d->cooc.name = jsmf_copy(run->ctx, d->bag.name, strlen(d->bag.name) + 1, 1);
    jsmf_recorded(jsmf_stream_vector(run->ctx, &d->cooc, "unigram", d->h.cols, &d->unigram, NULL));
done:
    bag_cooc_free(&c);
    return jsmf_context_status(run->ctx);
}

double choose_documents_gap(const choose_documents *d, size_t k)
{
    return k < d->pairs ? 1 - fmax(d->d[k], 0) / d->d[k - 1] : NAN;
}

/* The co-occurrence as if it had been made for so many topics. */
static jsmf_status take_leading(tool_run *run, const choose_documents *d, size_t k, jsmf_stream *out)
{
    const size_t n = d->h.cols;
    double *v, *values;
    if (jsmf_stream_copy(run->ctx, &d->cooc, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    v = jsmf_alloc(run->ctx, jsmf_mul_sat(n, k), sizeof *v);
    for (size_t i = 0; v && i < n; i++)
        memcpy(v + i * k, d->v + i * d->pairs, k * sizeof *v);
    if (!v || jsmf_stream_add_f64(run->ctx, out, "V", v, 2, n, k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    values = jsmf_copy(run->ctx, d->d, k, sizeof *values);
    return values ? jsmf_stream_add_f64(run->ctx, out, "D", values, 1, k, 1) : jsmf_context_status(run->ctx);
}

/* ---- a model ---- */

jsmf_status choose_documents_learn(tool_run *run, const learn_settings *s, choose_documents *d, model_input *out)
{
    learn_job j = { .bag = d->bag };
    learn_stage *stage;
    d->bag = (jsmf_stream){ 0 };
    if (take_leading(run, d, s->anchors.topics, &j.stream) == JSMF_OK)
        while ((stage = learn_next_stage(s, &j)) && stage(run, s, &j) == JSMF_OK) {}
    d->bag = j.bag;
    out->stream = j.stream;
    return jsmf_context_status(run->ctx) == JSMF_OK ? model_open(run, out) : jsmf_context_status(run->ctx);
}
