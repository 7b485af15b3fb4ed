#include "report_data.h"

#include "report_groups.h"
#include "report_judged.h"

#include "jsmf/cooc.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL_WORDS = 3 };

void report_data_free(report_data *d)
{
    jsmf_model_summary_free(&d->summary);
    jsmf_metrics_free(&d->metrics);
    topic_documents_free(&d->about);
    jsmf_strings_free(&d->labels);
    jsmf_strings_free(&d->anchors);
    jsmf_strings_free(&d->group_names);
    jsmf_csr_free(&d->counts);
    jsmf_stream_free(&d->bag);
    model_free(&d->in);
    double *const numbers[] = { d->weight, d->unigram, d->distance, d->at, d->lift, d->plane, d->corners, d->mean,
                                d->low, d->high };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        free(numbers[i]);
    free(d->order);
    free(d->frex);
    free(d->drawn);
}

const char *report_word(const report_data *d, size_t i, char number[32])
{
    if (d->in.words)
        return jsmf_strings_get(d->in.words, i);
    snprintf(number, 32, "#%zu", i);
    return number;
}

double report_probability(const report_data *d, size_t word, size_t topic)
{
    return d->in.model.b[word * d->in.model.k + topic];
}

size_t report_words(const report_data *d, size_t topic)
{
    const size_t *words = d->summary.prominent + topic * d->summary.words;
    size_t count = 0;
    while (count < d->summary.words && words[count] != JSMF_NONE)
        count++;
    return count;
}

/* ---- inputs ---- */

static jsmf_status read_bag(tool_run *run, report_data *d)
{
    static const char *const names[] = { "vocab", "H.data", "H.indices", "H.indptr", "H.shape", "text", "ids" };
    const jsmf_strings *vocab;
    if (!d->asked->bag)
        return JSMF_OK;
    if (tool_scan_file(run, d->asked->bag, JSMF_BAG, names, sizeof names / sizeof *names, &d->bag) != JSMF_OK ||
        jsmf_arrays_bag_open(run->ctx, &d->bag, &d->counts, &vocab) != JSMF_OK ||
        model_check_words(run, &d->in, &d->bag, d->counts.cols,
                          "jsmf-bow --match gives a corpus the words of a model") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    d->tokens = 0;
    for (size_t i = 0; i < jsmf_csr_nnz(&d->counts); i++)
        d->tokens += jsmf_csr_value(&d->counts, i);
    d->wordless = jsmf_csr_empty_rows(&d->counts);
    d->documents = (double)(d->counts.rows - d->wordless);
    return JSMF_OK;
}

static jsmf_status find_texts(tool_run *run, const jsmf_stream *stream, size_t documents, const jsmf_strings **texts)
{
    if (*texts || !jsmf_stream_find(stream, "text"))
        return JSMF_OK;
    return jsmf_stream_strings(run->ctx, stream, "text", documents, texts);
}

/* With the arrays that groups are made by. */
static jsmf_status scan_compositions(tool_run *run, report_data *d)
{
    document_groups_arrays by;
    const char *names[JSMF_MOST_OTHERS] = { "text" };
    if (document_groups_arrays_of(run, d->asked->how.by, &by) == JSMF_OK) {
        memcpy(names + 1, by.names, by.count * sizeof *names);
        jsmf_recorded(topic_documents_read(run, d->asked->compositions, &d->in, REPORT_TYPICAL, report_least_share,
                                           names, 1 + by.count, &d->about));
    }
    document_groups_arrays_free(&by);
    return jsmf_context_status(run->ctx);
}

static jsmf_status read_compositions(tool_run *run, report_data *d)
{
    if (!d->asked->compositions)
        return JSMF_OK;
    if (scan_compositions(run, d) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (d->asked->bag && d->about.documents != d->counts.rows)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu document%s, but %zu in %s (the compositions are those of the "
                         "bag's documents)", d->about.in.name, JSMF_COUNTED(d->about.documents), d->counts.rows,
                         d->bag.name);
    if (find_texts(run, &d->about.in, d->about.documents, &d->texts) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return d->asked->bag ? find_texts(run, &d->bag, d->about.documents, &d->texts) : JSMF_OK;
}

/* ---- what is made of them ---- */

/* Without A, Bbar and unigram, the mean composition tells the topics' weights, or else nothing does. */
static void weigh(report_data *d)
{
    const size_t k = d->in.model.k;
    double total = 0;
    for (size_t j = 0; j < k; j++) {
        d->weight[j] = d->summary.weight ? d->summary.weight[j] : 0;
        for (size_t i = 0; !d->summary.weight && i < d->about.documents; i++)
            d->weight[j] += d->about.w[i * k + j];
        total += d->weight[j];
    }
    d->weighed = total > 0;
    for (size_t j = 0; j < k; j++)
        d->weight[j] = total > 0 ? d->weight[j] / total : 1 / (double)k;
}

static void spread_words(report_data *d)
{
    const jsmf_model *m = &d->in.model;
    double total = 0;
    for (size_t i = 0; i < m->n; i++) {
        d->unigram[i] = m->unigram ? m->unigram[i] : 0;
        for (size_t j = 0; !m->unigram && j < m->k; j++)
            d->unigram[i] += m->b[i * m->k + j] * d->weight[j];
        total += d->unigram[i];
    }
    for (size_t i = 0; total > 0 && i < m->n; i++)
        d->unigram[i] /= total;
}

static jsmf_status label_topic(tool_run *run, report_data *d, size_t k)
{
    const char *name = model_topic_name(&d->in, k);
    char text[LABEL_WORDS * 300], number[32];
    const size_t count = jsmf_least(report_words(d, k), LABEL_WORDS), *words = d->summary.prominent +
                                                                               k * d->summary.words;
    size_t length = 0;
    if (name)
        return jsmf_strings_add(run->ctx, &d->labels, name, strlen(name));
    for (size_t j = 0; j < count && length < sizeof text; j++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", j ? ", " : "",
                                   report_word(d, words[j], number));
    if (count == 0)
        length = (size_t)snprintf(text, sizeof text, "no words");
    length = jsmf_least(length, sizeof text - 1);
    return jsmf_strings_add(run->ctx, &d->labels, text, jsmf_utf8_valid(text, length));
}

static jsmf_status label_topics(tool_run *run, report_data *d)
{
    char number[32];
    for (size_t k = 0; k < d->in.model.k; k++) {
        const char *anchor = jsmf_model_anchor_holds(&d->in.model, k)
                                 ? report_word(d, (size_t)d->in.model.s[k], number) : "";
        if (label_topic(run, d, k) != JSMF_OK ||
            jsmf_strings_add(run->ctx, &d->anchors, anchor, strlen(anchor)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

static jsmf_status place_topics(tool_run *run, report_data *d)
{
    const jsmf_model *m = &d->in.model;
    const size_t kk = jsmf_mul_sat(m->k, m->k);
    d->distance = jsmf_alloc(run->ctx, kk, sizeof *d->distance);
    d->at = jsmf_alloc(run->ctx, jsmf_mul_sat(m->k, 2), sizeof *d->at);
    if (jsmf_context_status(run->ctx) != JSMF_OK || jsmf_report_distances(run->ctx, m, d->distance) != JSMF_OK ||
        jsmf_report_scale(run->ctx, m->k, d->distance, d->at, NULL) != JSMF_OK || !m->a)
        return jsmf_context_status(run->ctx);
    d->lift = jsmf_alloc(run->ctx, kk, sizeof *d->lift);
    d->order = jsmf_alloc(run->ctx, m->k, sizeof *d->order);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_report_lifts(m, d->weight, d->lift);
    return jsmf_report_seriate(run->ctx, m->k, d->lift, d->order);
}

static jsmf_status place_words(tool_run *run, report_data *d)
{
    const jsmf_model *m = &d->in.model;
    if (!m->a || m->k < 3 || m->k > m->n)
        return JSMF_OK;
    d->plane = jsmf_alloc(run->ctx, jsmf_mul_sat(m->n, 2), sizeof *d->plane);
    d->corners = jsmf_alloc(run->ctx, jsmf_mul_sat(m->k, 2), sizeof *d->corners);
    d->drawn = jsmf_alloc(run->ctx, REPORT_PLANE_WORDS, sizeof *d->drawn);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    d->drawn_count = jsmf_top(m->n, d->unigram, 1, 0, REPORT_PLANE_WORDS, d->drawn);
    return jsmf_report_plane(run->ctx, m, d->plane, d->corners);
}

/* Documents that the model has not seen. */
static jsmf_status judge_held_out(tool_run *run, report_data *d)
{
    static const char *const names[] = { "vocab", "H.data", "H.indices", "H.indptr", "H.shape" };
    jsmf_stream stream = { 0 };
    jsmf_csr counts = { 0 };
    const jsmf_strings *vocab;
    if (!d->asked->held_out)
        return JSMF_OK;
    if (tool_scan_file(run, d->asked->held_out, JSMF_BAG, names, sizeof names / sizeof *names, &stream) == JSMF_OK &&
        jsmf_arrays_bag_open(run->ctx, &stream, &counts, &vocab) == JSMF_OK &&
        model_check_words(run, &d->in, &stream, counts.cols,
                          "jsmf-bow --match gives a corpus the words of a model") == JSMF_OK)
        jsmf_recorded(jsmf_metrics_of_held_out(run->ctx, &d->in.model, &counts, &d->metrics));
    jsmf_csr_free(&counts);
    jsmf_stream_free(&stream);
    return jsmf_context_status(run->ctx);
}

/* No anchor is judged, nor said to be missing: a topic's first word stands for it. */
static int64_t *stand_ins(tool_run *run, const report_data *d)
{
    const size_t k = d->in.model.k;
    int64_t *words = jsmf_alloc(run->ctx, k, sizeof *words);
    for (size_t j = 0; words && j < k; j++)
        words[j] = report_words(d, j) ? (int64_t)d->summary.prominent[j * d->summary.words] : 0;
    return words;
}

static jsmf_status judge(tool_run *run, report_data *d)
{
    jsmf_model model = d->in.model;
    const jsmf_model *const m = &model;
    jsmf_stream stream = { 0 };
    jsmf_arrays_cooc cooc = { 0 };
    double *sums = NULL;
    model.s = stand_ins(run, d);
    if (!model.s || jsmf_metrics_start(run->ctx, m, &d->metrics) != JSMF_OK ||
        jsmf_metrics_of_unique_words(run->ctx, m, d->summary.words, &d->metrics) != JSMF_OK ||
        (m->a && m->bbar && m->k > 1 &&
         jsmf_metrics_of_model(run->ctx, m, d->unigram, &d->metrics) != JSMF_OK) ||
        (d->asked->bag &&
         jsmf_metrics_of_bag(run->ctx, m, &d->counts, d->asked->words, &d->metrics) != JSMF_OK) || !d->asked->cooc)
        goto done;
    if (tool_read_file(run, d->asked->cooc, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &stream) != JSMF_OK ||
        jsmf_arrays_cooc_open(run->ctx, &stream, &cooc) != JSMF_OK ||
        model_check_words(run, &d->in, &stream, cooc.n,
                          "jsmf-bow --match gives a corpus the words of a model") != JSMF_OK)
        goto done;
    sums = jsmf_alloc(run->ctx, cooc.n, sizeof *sums);
    if (sums && jsmf_operator_row_sums(run->ctx, cooc.op, sums) == JSMF_OK)
        jsmf_recorded(jsmf_metrics_of_cooc(run->ctx, m, cooc.op, sums, &d->metrics));
done:
    free(model.s);
    free(sums);
    jsmf_arrays_cooc_free(&cooc);
    jsmf_stream_free(&stream);
    return jsmf_context_status(run->ctx);
}

static jsmf_status open_model(tool_run *run, report_data *d)
{
    double documents;
    d->documents = d->tokens = -1;
    if (tool_read(run, 0, JSMF_MODEL, &d->in.stream) != JSMF_OK || model_open(run, &d->in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_stream_find(&d->in.stream, "documents")) {
        if (jsmf_stream_scalar(run->ctx, &d->in.stream, "documents", &documents) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        d->documents = documents;
    }
    return jsmf_model_summary_make(run->ctx, &d->in.model, d->asked->words, REPORT_RELATED, &d->summary);
}

jsmf_status report_data_make(tool_run *run, const report_inputs *asked, report_data *d)
{
    d->asked = asked;
    if (open_model(run, d) != JSMF_OK || read_bag(run, d) != JSMF_OK || read_compositions(run, d) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    d->frex_words = jsmf_least(REPORT_FREX, d->in.model.n);
    d->weight = jsmf_alloc(run->ctx, d->in.model.k, sizeof *d->weight);
    d->unigram = jsmf_alloc(run->ctx, d->in.model.n, sizeof *d->unigram);
    d->frex = jsmf_alloc(run->ctx, jsmf_mul_sat(d->in.model.k, d->frex_words), sizeof *d->frex);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    weigh(d);
    spread_words(d);
    d->alike = report_count_pairs(d);
    if (label_topics(run, d) != JSMF_OK || place_topics(run, d) != JSMF_OK || place_words(run, d) != JSMF_OK ||
        jsmf_model_frex(run->ctx, &d->in.model, d->frex_words, d->frex) != JSMF_OK ||
        report_groups_make(run, d) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return judge(run, d) == JSMF_OK ? judge_held_out(run, d) : jsmf_context_status(run->ctx);
}
