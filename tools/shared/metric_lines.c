#include "metric_lines.h"

#include <math.h>

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

jsmf_status metrics_write_table(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics)
{
    jsmf_status status = jsmf_output_printf(ctx, out, "topic");
    for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
        if (metrics->list[i].topics)
            status = jsmf_output_printf(ctx, out, "\t%s", metrics->list[i].name);
    for (size_t k = 0; k < metrics->k && status == JSMF_OK; k++) {
        status = jsmf_output_printf(ctx, out, "\n%zu", k);
        for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
            if (metrics->list[i].topics && isnan(metrics->list[i].topics[k]))
                status = jsmf_output_printf(ctx, out, "\tnan");
            else if (metrics->list[i].topics)
                status = jsmf_output_printf(ctx, out, "\t%.12g", metrics->list[i].topics[k]);
    }
    return status == JSMF_OK ? jsmf_output_printf(ctx, out, "\n") : status;
}

static jsmf_status write_member(jsmf_context *ctx, jsmf_output *out, const char *name, double value,
                                const char *between)
{
    if (isnan(value))
        return jsmf_output_printf(ctx, out, "%s\"%s\": null", between, name);
    return jsmf_output_printf(ctx, out, "%s\"%s\": %.12g", between, name, value);
}

static jsmf_status write_topics(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics)
{
    jsmf_status status = jsmf_output_printf(ctx, out, ",\n\"topics\": [");
    for (size_t k = 0; k < metrics->k && status == JSMF_OK; k++) {
        status = jsmf_output_printf(ctx, out, "%s{\"topic\": %zu", k ? ",\n" : "\n", k);
        for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
            if (metrics->list[i].topics)
                status = write_member(ctx, out, metrics->list[i].name, metrics->list[i].topics[k], ", ");
        if (status == JSMF_OK)
            status = jsmf_output_printf(ctx, out, "}");
    }
    return status == JSMF_OK ? jsmf_output_printf(ctx, out, "\n]") : status;
}

jsmf_status metrics_write_json(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics, bool by_topic)
{
    const char *between = "";
    jsmf_status status = jsmf_output_printf(ctx, out, "{");
    for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
        if (!metrics->list[i].column) {
            status = write_member(ctx, out, metrics->list[i].name, metrics->list[i].value, between);
            between = ",\n";
        }
    if (by_topic && status == JSMF_OK)
        status = write_topics(ctx, out, metrics);
    return status == JSMF_OK ? jsmf_output_printf(ctx, out, "}\n") : status;
}
