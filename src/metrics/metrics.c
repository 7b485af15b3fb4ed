/* The list of metrics, and what it says of numbers that are undefined. */
#include "list.h"

#include "jsmf/base.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_mass(size_t n, const double *topic)
{
    for (size_t i = 0; i < n; i++)
        if (topic[i] > 0)
            return true;
    return false;
}

static void warn_anchorless(jsmf_context *ctx, size_t k, const bool *anchorless)
{
    size_t without = 0;
    for (size_t j = 0; j < k; j++)
        without += anchorless[j];
    if (without)
        jsmf_message(ctx, JSMF_WARNING, "%zu of %zu topic%s ha%s no anchor: left out of metrics of anchors; those of "
                     "all anchors together are undefined", without, JSMF_COUNTED(k), without == 1 ? "s" : "ve");
}

double *jsmf_metrics_transpose(jsmf_context *ctx, size_t n, size_t k, const double *from)
{
    double *to = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *to);
    if (to)
        cblas_domatcopy(CblasRowMajor, CblasTrans, (blasint)n, (blasint)k, 1, from, (blasint)k, to, (blasint)n);
    return to;
}

jsmf_status jsmf_metrics_start(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    size_t without = 0;
    *out = (jsmf_metrics){ .k = m->k };
    out->massless = jsmf_alloc(ctx, m->k, sizeof *out->massless);
    out->anchorless = jsmf_alloc(ctx, m->k, sizeof *out->anchorless);
    out->unmatched = jsmf_alloc_zero(ctx, m->k, sizeof *out->unmatched);
    out->bt = jsmf_metrics_transpose(ctx, m->n, m->k, m->b);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t k = 0; k < m->k; k++) {
        out->massless[k] = !has_mass(m->n, out->bt + k * m->n);
        out->anchorless[k] = m->s && m->s[k] == JSMF_NO_ANCHOR;
        without += out->massless[k];
    }
    if (without)
        jsmf_message(ctx, JSMF_WARNING, "%zu of %zu topic%s without mass: left out of what is counted over topics",
                     without, JSMF_COUNTED(m->k));
    warn_anchorless(ctx, m->k, out->anchorless);
    return jsmf_context_status(ctx);
}

void jsmf_metrics_free(jsmf_metrics *metrics)
{
    if (!metrics)
        return;
    for (size_t i = 0; i < metrics->count; i++)
        free(metrics->list[i].topics);
    free(metrics->list);
    free(metrics->massless);
    free(metrics->anchorless);
    free(metrics->unmatched);
    free(metrics->bt);
    *metrics = (jsmf_metrics){ 0 };
}

const jsmf_metric *jsmf_metrics_find(const jsmf_metrics *metrics, const char *name)
{
    for (size_t i = 0; i < metrics->count; i++)
        if (strcmp(metrics->list[i].name, name) == 0)
            return &metrics->list[i];
    return NULL;
}

/* ---- adding ---- */

/* The list owns `topics` from here on, after a failure too. */
static jsmf_status append(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value, double *topics)
{
    if (out->count == out->capacity) {
        size_t capacity = out->capacity ? 2 * out->capacity : 64;
        jsmf_metric *list = jsmf_realloc(ctx, out->list, capacity, sizeof *list);
        if (!list) {
            free(topics);
            return jsmf_context_status(ctx);
        }
        out->list = list;
        out->capacity = capacity;
    }
    out->list[out->count++] = (jsmf_metric){ .name = name, .value = isfinite(value) ? value : NAN, .topics = topics };
    return JSMF_OK;
}

jsmf_status jsmf_metrics_add(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value, const char *why)
{
    if (!isfinite(value))
        jsmf_message(ctx, JSMF_WARNING, "%s: undefined (%s)", name, why);
    return append(ctx, out, name, value, NULL);
}

jsmf_status jsmf_metrics_add_column(jsmf_context *ctx, jsmf_metrics *out, const char *name, double *topics)
{
    if (!topics || append(ctx, out, name, NAN, topics) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->list[out->count - 1].column = true;
    return JSMF_OK;
}

/* told: topics of which a warning has spoken before, or NULL. */
static void warn_undefined(jsmf_context *ctx, const jsmf_metrics *out, const char *name, double value,
                           const double *topics, const bool *told, const char *why)
{
    size_t undefined = 0, untold = 0;
    for (size_t k = 0; k < out->k; k++) {
        const bool speak = !out->massless[k] && !(told && told[k]);
        untold += speak;
        undefined += speak && isnan(topics[k]);
    }
    if (undefined && undefined < untold)
        jsmf_message(ctx, JSMF_WARNING, "%s: undefined for %zu of %zu topic%s: left out (%s)", name, undefined,
                     JSMF_COUNTED(out->k), why);
    else if (!isfinite(value) && (untold || jsmf_metrics_massive(out) == 0))
        jsmf_message(ctx, JSMF_WARNING, "%s: undefined (%s)", name, untold ? why : "no topic has mass");
}

jsmf_status jsmf_metrics_add_topics_of_others(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value,
                                              double *topics, const bool *told, const char *why)
{
    if (!topics)
        return jsmf_context_status(ctx);
    for (size_t k = 0; k < out->k; k++)
        if (out->massless[k] || !isfinite(topics[k]))
            topics[k] = NAN;
    warn_undefined(ctx, out, name, value, topics, told, why);
    return append(ctx, out, name, value, topics);
}

jsmf_status jsmf_metrics_add_topics(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value,
                                    double *topics, const char *why)
{
    return jsmf_metrics_add_topics_of_others(ctx, out, name, value, topics, NULL, why);
}

jsmf_status jsmf_metrics_add_mean(jsmf_context *ctx, jsmf_metrics *out, const char *name, double *topics,
                                  const char *why)
{
    return jsmf_metrics_add_mean_of_others(ctx, out, name, topics, NULL, why);
}

jsmf_status jsmf_metrics_add_mean_of_others(jsmf_context *ctx, jsmf_metrics *out, const char *name, double *topics,
                                            const bool *told, const char *why)
{
    double sum = 0;
    size_t defined = 0;
    for (size_t k = 0; topics && k < out->k; k++)
        if (!out->massless[k] && isfinite(topics[k])) {
            sum += topics[k];
            defined++;
        }
    return jsmf_metrics_add_topics_of_others(ctx, out, name, defined ? sum / (double)defined : NAN, topics, told, why);
}

jsmf_status jsmf_metrics_add_pair(jsmf_context *ctx, jsmf_metrics *out, const char *const names[2], double *topics[2],
                                  const char *why)
{
    if (jsmf_metrics_add_mean(ctx, out, names[0], topics[0], why) == JSMF_OK)
        return jsmf_metrics_add_mean(ctx, out, names[1], topics[1], why);
    free(topics[1]);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_add_undefined(jsmf_context *ctx, jsmf_metrics *out, const char *const *names, const char *why)
{
    char list[512] = "";
    size_t used = 0;
    for (const char *const *name = names; *name; name++) {
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", name == names ? "" : ", ", *name);
        if (append(ctx, out, *name, NAN, NULL) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    if (why)
        jsmf_message(ctx, JSMF_WARNING, "%s: undefined (%s)", list, why);
    return JSMF_OK;
}

double *jsmf_metrics_topics(jsmf_context *ctx, const jsmf_metrics *out)
{
    double *topics = jsmf_alloc(ctx, out->k, sizeof *topics);
    for (size_t k = 0; topics && k < out->k; k++)
        topics[k] = NAN;
    return topics;
}

bool jsmf_metrics_all_anchored(const jsmf_model *m)
{
    for (size_t k = 0; m->s && k < m->k; k++)
        if (m->s[k] == JSMF_NO_ANCHOR)
            return false;
    return m->s;
}

size_t jsmf_metrics_massive(const jsmf_metrics *out)
{
    size_t massive = 0;
    for (size_t k = 0; k < out->k; k++)
        massive += !out->massless[k];
    return massive;
}

jsmf_status jsmf_metrics_leading_find(jsmf_context *ctx, size_t n, size_t k, const double *bt, size_t words,
                                      jsmf_metrics_leading *out)
{
    *out = (jsmf_metrics_leading){ .words = words < n ? words : n };
    out->word = jsmf_alloc(ctx, jsmf_mul_sat(k, out->words), sizeof *out->word);
    out->count = jsmf_alloc(ctx, k, sizeof *out->count);
    for (size_t j = 0; out->word && out->count && j < k; j++)
        out->count[j] = jsmf_top(n, bt + j * n, 1, 0, out->words, out->word + j * out->words);
    return jsmf_context_status(ctx);
}

void jsmf_metrics_leading_free(jsmf_metrics_leading *leading)
{
    free(leading->word);
    free(leading->count);
}

void jsmf_metrics_warn_absent(jsmf_context *ctx, const char *names, size_t k, const size_t *absent)
{
    size_t words = 0, topics = 0;
    for (size_t j = 0; j < k; j++) {
        words += absent[j];
        topics += absent[j] > 0;
    }
    if (words)
        jsmf_message(ctx, JSMF_WARNING, "%s: %zu leading word%s of %zu of %zu topic%s never occur%s there: left out",
                     names, JSMF_COUNTED(words), topics, JSMF_COUNTED(k), words == 1 ? "s" : "");
}
