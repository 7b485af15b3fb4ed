#include "metric_lines.h"

#include "metric_meanings.h"
#include "tool.h"

#include <math.h>
#include <stdio.h>

static jsmf_status write_line(jsmf_context *ctx, jsmf_output *out, const jsmf_metric *metric, const char *between)
{
    if (isnan(metric->value))
        return jsmf_output_printf(ctx, out, "%s%s\tnan", between, metric->name);
    return jsmf_output_printf(ctx, out, "%s%s\t%.12g", between, metric->name, metric->value);
}

jsmf_status metrics_write_lines(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics)
{
    const char *between = "";
    for (size_t i = 0; i < metrics->count; i++) {
        if (metrics->list[i].column)
            continue;
        if (write_line(ctx, out, metrics->list + i, between) != JSMF_OK)
            return jsmf_context_status(ctx);
        between = "\n";
    }
    return jsmf_output_printf(ctx, out, "\n");
}

/* Whether one way is good. */
static bool good_way(const metric_meaning *said) { return said && said->good[0] != '-'; }

jsmf_status metrics_write_text(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics)
{
    for (size_t i = 0; i < metrics->count; i++) {
        const jsmf_metric *m = metrics->list + i;
        const metric_meaning *said = metric_meaning_of(m->name);
        char value[32] = "undefined", way[16] = "";
        if (m->column)
            continue;
        if (!isnan(m->value))
            snprintf(value, sizeof value, "%.4g", m->value);
        if (good_way(said))
            snprintf(way, sizeof way, "%s is good", said->good);
        if (jsmf_output_printf(ctx, out, "%-24s  %10s  %-12s  %s\n", m->name, value, way,
                               said ? said->meaning : "") != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* A value of a table's line, "nan" where the metric is undefined. */
static jsmf_status write_cell(jsmf_context *ctx, jsmf_output *out, double value)
{
    return isnan(value) ? jsmf_output_printf(ctx, out, "\tnan") : jsmf_output_printf(ctx, out, "\t%.12g", value);
}

jsmf_status metrics_write_table(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics)
{
    if (jsmf_output_printf(ctx, out, "topic") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < metrics->count; i++)
        if (metrics->list[i].topics && jsmf_output_printf(ctx, out, "\t%s", metrics->list[i].name) != JSMF_OK)
            return jsmf_context_status(ctx);
    for (size_t k = 0; k < metrics->k; k++) {
        if (jsmf_output_printf(ctx, out, "\n%zu", k) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t i = 0; i < metrics->count; i++)
            if (metrics->list[i].topics && write_cell(ctx, out, metrics->list[i].topics[k]) != JSMF_OK)
                return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "\n");
}

/* A cell of a column that is as wide as its name, and as any number. */
static jsmf_status write_padded(jsmf_context *ctx, jsmf_output *out, const char *name, const char *text)
{
    enum { NUMBER = 10 }; /* -1.234e+10 */
    const size_t width = jsmf_greatest(jsmf_utf8_width(name), NUMBER), taken = jsmf_utf8_width(text);
    return jsmf_output_printf(ctx, out, "  %*s%s", (int)(width - jsmf_least(taken, width)), "", text);
}

static jsmf_status write_padded_topic(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics, size_t k)
{
    for (size_t i = 0; i < metrics->count; i++) {
        const jsmf_metric *m = metrics->list + i;
        char value[32] = "undefined";
        if (!m->topics)
            continue;
        if (!isnan(m->topics[k]))
            snprintf(value, sizeof value, "%.4g", m->topics[k]);
        if (write_padded(ctx, out, m->name, value) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "\n");
}

jsmf_status metrics_write_text_table(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics)
{
    if (jsmf_output_printf(ctx, out, "topic") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < metrics->count; i++)
        if (metrics->list[i].topics &&
            write_padded(ctx, out, metrics->list[i].name, metrics->list[i].name) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (jsmf_output_printf(ctx, out, "\n") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t k = 0; k < metrics->k; k++)
        if (jsmf_output_printf(ctx, out, "%5zu", k) != JSMF_OK || write_padded_topic(ctx, out, metrics, k) != JSMF_OK)
            break;
    return jsmf_context_status(ctx);
}

static jsmf_status write_member(jsmf_context *ctx, jsmf_output *out, const char *name, double value,
                                const char *between)
{
    if (jsmf_output_printf(ctx, out, "%s", between) != JSMF_OK || tool_json_string(ctx, out, name) != JSMF_OK)
        return jsmf_context_status(ctx);
    return isnan(value) ? jsmf_output_printf(ctx, out, ": null") : jsmf_output_printf(ctx, out, ": %.12g", value);
}

static jsmf_status write_topics(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics)
{
    if (jsmf_output_printf(ctx, out, ",\n\"topics\": [") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t k = 0; k < metrics->k; k++) {
        if (jsmf_output_printf(ctx, out, "%s{\"topic\": %zu", k ? ",\n" : "\n", k) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t i = 0; i < metrics->count; i++)
            if (metrics->list[i].topics &&
                write_member(ctx, out, metrics->list[i].name, metrics->list[i].topics[k], ", ") != JSMF_OK)
                return jsmf_context_status(ctx);
        if (jsmf_output_printf(ctx, out, "}") != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "\n]");
}

jsmf_status metrics_write_json(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics, bool by_topic)
{
    const char *between = "";
    if (jsmf_output_printf(ctx, out, "{") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < metrics->count; i++) {
        if (metrics->list[i].column)
            continue;
        if (write_member(ctx, out, metrics->list[i].name, metrics->list[i].value, between) != JSMF_OK)
            return jsmf_context_status(ctx);
        between = ",\n";
    }
    if (by_topic && write_topics(ctx, out, metrics) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_output_printf(ctx, out, "}\n");
}
