/* Metrics as text: a line each, a table of topics, or JSON. */
#ifndef JSMF_METRIC_LINES_H
#define JSMF_METRIC_LINES_H

#include "jsmf/io.h"
#include "jsmf/metrics.h"

/* Name and value, apart by a tab; nan where a metric is undefined. */
jsmf_status metrics_write_lines(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics) JSMF_CHECKED;

/* Name, value in four digits, which way is good, and what it means, a metric a line in columns. */
jsmf_status metrics_write_text(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics) JSMF_CHECKED;

/* The metrics that there are by topic, topics as lines. */
jsmf_status metrics_write_table(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics) JSMF_CHECKED;

/* The same in columns, with four digits. */
jsmf_status metrics_write_text_table(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics) JSMF_CHECKED;

/* An object; null where a metric is undefined. by_topic: with the list of topics, too. */
jsmf_status metrics_write_json(jsmf_context *ctx, jsmf_output *out, const jsmf_metrics *metrics,
                               bool by_topic) JSMF_CHECKED;

#endif
