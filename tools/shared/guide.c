#include "guide.h"

#include "jsmf/arrays.h"
#include "jsmf/solve.h"

#include <stdlib.h>
#include <string.h>

static const size_t none = SIZE_MAX; /* the topic of a line that has none yet */
static const double taken = 1e6;     /* costs more than any line at any topic */

void guide_free(guide *g)
{
    seeds_free(&g->seeds);
    free(g->topics);
    jsmf_csr_free(&g->counts);
    *g = (guide){ .topics = NULL };
}

/* ---- topics that are named ---- */

static size_t topic_named(const model_input *m, const char *name)
{
    for (size_t j = 0; *name && m->names && j < m->model.k; j++)
        if (strcmp(jsmf_strings_get(m->names, j), name) == 0)
            return j;
    return none;
}

static jsmf_status find_named(tool_run *run, const model_input *m, bool random, guide *g, size_t line)
{
    const char *name = jsmf_strings_get(&g->seeds.names, line);
    size_t topic = random ? none : topic_named(m, name);
    if (topic == none)
        topic = tool_number_named(name);
    if (topic != none && topic >= m->model.k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: no topic %zu (the model has %zu, from 0)", g->seeds.path,
                         line + 1, topic, m->model.k);
    for (size_t l = 0; topic != none && l < line; l++)
        if (g->topics[l] == topic)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: topic %zu has line %zu already", g->seeds.path, line + 1,
                             topic, l + 1);
    g->topics[line] = topic;
    return JSMF_OK;
}

/* ---- topics that are found ---- */

/* Whether the line, which has words, has no topic yet. */
static bool is_open(const guide *g, size_t line)
{
    return g->topics[line] == none && seeds_length(&g->seeds, line) > 0;
}

/* p(topic), up to a factor. */
static double weight_of(const jsmf_model *m, size_t topic)
{
    double sum = 0;
    for (size_t j = 0; m->a && j < m->k; j++)
        sum += m->a[topic * m->k + j];
    return m->a ? sum : m->alpha ? m->alpha[topic] : 1;
}

/* cost (k) = less the sum of p(topic | word) over the line's words. */
static void find_costs(const guide *g, size_t line, const jsmf_model *m, const double *weights, double *cost)
{
    memset(cost, 0, m->k * sizeof *cost);
    for (size_t w = g->seeds.first[line]; w < g->seeds.first[line + 1]; w++) {
        const double *b = m->b + (size_t)g->seeds.words[w] * m->k;
        double sum = 0;
        for (size_t j = 0; j < m->k; j++)
            sum += b[j] * weights[j];
        for (size_t j = 0; sum > 0 && j < m->k; j++)
            cost[j] -= b[j] * weights[j] / sum;
    }
}

/* The lines without a topic get those that are left. */
static jsmf_status match_lines(tool_run *run, const jsmf_model *m, guide *g, size_t open)
{
    double *weights = jsmf_alloc(run->ctx, m->k, sizeof *weights);
    double *costs = jsmf_alloc(run->ctx, jsmf_mul_sat(open, m->k), sizeof *costs);
    size_t *match = jsmf_alloc(run->ctx, open, sizeof *match), row = 0;
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < m->k; j++)
        weights[j] = weight_of(m, j);
    for (size_t line = 0; line < g->seeds.lines.count; line++)
        if (is_open(g, line))
            find_costs(g, line, m, weights, costs + row++ * m->k);
    for (size_t line = 0; line < g->seeds.lines.count; line++)
        for (row = 0; row < open && g->topics[line] != none; row++)
            costs[row * m->k + g->topics[line]] = taken;
    if (jsmf_solve_assignment(run->ctx, open, m->k, costs, match) != JSMF_OK)
        goto done;
    row = 0;
    for (size_t line = 0; line < g->seeds.lines.count; line++)
        if (is_open(g, line))
            g->topics[line] = match[row++];
done:
    free(weights);
    free(costs);
    free(match);
    return jsmf_context_status(run->ctx);
}

static bool is_taken(const guide *g, size_t topic)
{
    for (size_t line = 0; line < g->seeds.lines.count; line++)
        if (g->topics[line] == topic)
            return true;
    return false;
}

static void take_next(guide *g)
{
    size_t topic = 0;
    for (size_t line = 0; line < g->seeds.lines.count; line++) {
        while (is_open(g, line) && is_taken(g, topic))
            topic++;
        if (is_open(g, line))
            g->topics[line] = topic;
    }
}

static jsmf_status find_topics(tool_run *run, bool random, const model_input *m, guide *g)
{
    const seeds *s = &g->seeds;
    size_t open = 0;
    if (s->lines.count > m->model.k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu lines, a topic each (expected at most %zu, the topics of %s)",
                         s->path, s->lines.count, m->model.k, m->stream.name);
    g->topics = jsmf_alloc(run->ctx, s->lines.count, sizeof *g->topics);
    for (size_t line = 0; g->topics && line < s->lines.count; line++) {
        if (find_named(run, m, random, g, line) != JSMF_OK)
            break;
        open += is_open(g, line);
    }
    if (jsmf_context_status(run->ctx) != JSMF_OK || open == 0)
        return jsmf_context_status(run->ctx);
    if (!random)
        return match_lines(run, &m->model, g, open);
    take_next(g);
    return JSMF_OK;
}

static void tell(tool_run *run, const guide *g, const model_input *m)
{
    const seeds *s = &g->seeds;
    for (size_t line = 0; line < s->lines.count; line++) {
        if (seeds_length(s, line) == 0)
            jsmf_message(run->ctx, JSMF_WARNING, "%s:%zu: the line was left out, as the model knows none of its words",
                         s->path, line + 1);
        else
            jsmf_message(run->ctx, JSMF_INFO, "%s:%zu: topic %zu, with \"%s\"", s->path, line + 1, g->topics[line],
                         jsmf_strings_get(m->words, (size_t)s->words[s->first[line]]));
    }
}

/* ---- pseudo-counts ---- */

static jsmf_status count(tool_run *run, double weight, const jsmf_model *m, guide *g)
{
    const seeds *s = &g->seeds;
    jsmf_csr by_topic = { .rows = m->k, .cols = m->n };
    by_topic.indptr = jsmf_alloc_zero(run->ctx, m->k + 1, sizeof *by_topic.indptr);
    by_topic.indices = jsmf_alloc(run->ctx, s->count, sizeof *by_topic.indices);
    by_topic.values = jsmf_alloc(run->ctx, s->count, sizeof *by_topic.values);
    size_t p = 0;
    for (size_t j = 0; jsmf_context_status(run->ctx) == JSMF_OK && j < m->k; j++) {
        for (size_t line = 0; line < s->lines.count; line++)
            for (size_t w = s->first[line]; g->topics[line] == j && w < s->first[line + 1]; w++) {
                by_topic.indices[p] = (int32_t)s->words[w];
                by_topic.values[p++] = weight / (double)seeds_length(s, line);
            }
        by_topic.indptr[j + 1] = (int64_t)p;
    }
    if (jsmf_context_status(run->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_csr_transpose(run->ctx, &by_topic, &g->counts));
    jsmf_csr_free(&by_topic);
    return jsmf_context_status(run->ctx);
}

/* ---- the whole ---- */

jsmf_status guide_read(tool_run *run, const char *path, double weight, bool random, const model_input *m, guide *g)
{
    if (!m->words)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, in which the words of topics could be looked up",
                         m->stream.name);
    if (seeds_read(run, path, m->words, m->stream.name, true, &g->seeds) != JSMF_OK ||
        find_topics(run, random, m, g) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    tell(run, g, m);
    return count(run, weight, &m->model, g);
}

/* The name of the guide's line for the topic, unless it is the topic's number. */
static const char *guide_name(const guide *g, size_t topic)
{
    for (size_t line = 0; line < g->seeds.lines.count; line++)
        if (g->topics[line] == topic && tool_number_named(jsmf_strings_get(&g->seeds.names, line)) == SIZE_MAX)
            return jsmf_strings_get(&g->seeds.names, line);
    return "";
}

jsmf_status guide_names(tool_run *run, const guide *g, bool random, const model_input *m, jsmf_strings *names)
{
    bool any = false;
    for (size_t j = 0; j < m->model.k; j++) {
        const char *name = g->topics ? guide_name(g, j) : "", *before = random ? NULL : model_topic_name(m, j);
        name = *name || !before ? name : before;
        any = any || *name;
        if (jsmf_strings_add(run->ctx, names, name, strlen(name)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    if (!any)
        jsmf_strings_free(names);
    return JSMF_OK;
}
