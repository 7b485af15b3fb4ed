#include "topic_numbers.h"

#include "jsmf/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEADING_WORDS = 20, LIST_BYTES = 512 };

/* Topics by number, with their names, as far as they fit: "4 (taxes), 7". */
typedef struct topic_list {
    char text[LIST_BYTES];
    size_t length, count;
    bool full;
} topic_list;

static void list_topic(topic_list *list, size_t topic, const char *name)
{
    char text[128];
    const char *between = list->count++ ? ", " : "";
    const size_t length = (size_t)snprintf(text, sizeof text, name && *name ? "%s%zu (%.64s)" : "%s%zu", between,
                                           topic, name ? name : "");
    if (list->full || list->length + length + sizeof ", ..." > sizeof list->text) {
        if (!list->full)
            strcpy(list->text + list->length, ", ...");
        list->full = true;
        return;
    }
    memcpy(list->text + list->length, text, length + 1);
    list->length += length;
}

/* What is known of two models' topics. */
typedef struct matching {
    const model_input *old;
    size_t k;              /* new topics */
    const double *match;   /* k: the old topic of each; NaN where there is none */
    const double *same;    /* k: 1 where they share half of their words, 0 where not, NaN without a match */
    bool *there;           /* old topics: whether one is the same */
} matching;

static bool has_match(const matching *m, size_t k) { return m->match[k] >= 0; }
static bool is_same(const matching *m, size_t k) { return has_match(m, k) && m->same[k] > 0; }

/* ---- numbers ---- */

/* Each topic takes its match's number where there is such a number, and the others take what is left. */
static jsmf_status share_numbers(jsmf_context *ctx, const matching *m, size_t *number)
{
    bool *taken = jsmf_alloc_zero(ctx, m->k, sizeof *taken);
    size_t next = 0;
    if (!taken)
        return jsmf_context_status(ctx);
    for (size_t k = 0; k < m->k; k++) {
        number[k] = has_match(m, k) ? (size_t)m->match[k] : SIZE_MAX;
        if (number[k] < m->k)
            taken[number[k]] = true;
    }
    for (size_t k = 0; k < m->k; k++) {
        if (number[k] < m->k)
            continue;
        while (taken[next])
            next++;
        number[k] = next;
        taken[next] = true;
    }
    free(taken);
    return JSMF_OK;
}

/* ---- names, and what is told ---- */

static jsmf_status take_names(tool_run *run, const matching *m, topic_names *names)
{
    for (size_t k = 0; k < m->k; k++) {
        const char *name = is_same(m, k) ? model_topic_name(m->old, (size_t)m->match[k]) : NULL;
        if (name && topic_names_set(run, names, k, name) != JSMF_OK)
            break;
    }
    return jsmf_context_status(run->ctx);
}

/* The topic that gets a number, which one has. */
static size_t topic_of(const size_t *number, size_t wanted)
{
    size_t k = 0;
    while (number[k] != wanted)
        k++;
    return k;
}

/* Where the new topics have the numbers of those that are gone, the two are told together. */
static void tell_of_changes(tool_run *run, const matching *m, const topic_list *gone, const topic_list *fresh,
                            bool same_numbers)
{
    const size_t olds = m->old->model.k;
    const char *also = gone->count == 1 ? ", and a new one has its number" : ", and new ones have their numbers";
    if (gone->count)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu topic%s of %s %s no longer there%s: %s", gone->count,
                     JSMF_COUNTED(olds), m->old->stream.name, gone->count == 1 ? "is" : "are",
                     same_numbers ? also : "", gone->text);
    if (fresh->count && !(same_numbers && gone->count))
        jsmf_message(run->ctx, JSMF_WARNING, "%zu topic%s new: %s", fresh->count, fresh->count == 1 ? " is" : "s are",
                     fresh->text);
}

/* "15 (taxes, now 4)" */
static void list_moved(topic_list *list, size_t topic, size_t now, const char *name)
{
    char text[64];
    const int length = name ? (int)jsmf_utf8_valid(name, strnlen(name, 32)) : 0;
    snprintf(text, sizeof text, "%.*s%snow %zu", length, length ? name : "", length ? ", " : "", now);
    list_topic(list, topic, text);
}

static void tell(tool_run *run, const matching *m, const topic_names *names, const size_t *number)
{
    topic_list gone = { .count = 0 }, fresh = { .count = 0 }, moved = { .count = 0 };
    bool same_numbers = m->old->model.k == m->k;
    for (size_t t = 0; t < m->old->model.k; t++)
        if (!m->there[t])
            list_topic(&gone, t, model_topic_name(m->old, t));
    for (size_t i = 0; i < m->k; i++) {
        const size_t k = topic_of(number, i);
        same_numbers = same_numbers && is_same(m, k) == m->there[i];
        if (!is_same(m, k))
            list_topic(&fresh, i, names->name[k]);
        else if (i != (size_t)m->match[k])
            list_moved(&moved, (size_t)m->match[k], i, names->name[k]);
    }
    tell_of_changes(run, m, &gone, &fresh, same_numbers);
    if (moved.count)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu topic%s of %s without their number, as there are %zu topic%s: %s",
                     JSMF_COUNTED(moved.count), m->old->stream.name, JSMF_COUNTED(m->k), moved.text);
}

static jsmf_status use(tool_run *run, matching *m, topic_names *names, size_t *number)
{
    m->there = jsmf_alloc_zero(run->ctx, m->old->model.k, sizeof *m->there);
    if (!m->there || share_numbers(run->ctx, m, number) != JSMF_OK || take_names(run, m, names) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t k = 0; k < m->k; k++)
        if (is_same(m, k))
            m->there[(size_t)m->match[k]] = true;
    tell(run, m, names, number);
    return JSMF_OK;
}

jsmf_status topic_numbers_as_in(tool_run *run, const model_input *old, const jsmf_model *m, topic_names *names,
                                size_t *number)
{
    jsmf_model topics = *m;
    jsmf_metrics metrics = { 0 };
    matching found = { .old = old, .k = m->k };
    topics.s = NULL; /* nothing is to be said of anchors */
    if (jsmf_metrics_start(run->ctx, &topics, &metrics) == JSMF_OK &&
        jsmf_metrics_against(run->ctx, &topics, &old->model, LEADING_WORDS, &metrics) == JSMF_OK) {
        found.match = jsmf_metrics_find(&metrics, "AgainstTopic")->topics;
        found.same = jsmf_metrics_find(&metrics, "StableTopics")->topics;
        jsmf_recorded(use(run, &found, names, number));
    }
    free(found.there);
    jsmf_metrics_free(&metrics);
    return jsmf_context_status(run->ctx);
}
