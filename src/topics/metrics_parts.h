/* What the metrics share: adding to the list, with a warning where a number is undefined. */
#ifndef JSMF_METRICS_PARTS_H
#define JSMF_METRICS_PARTS_H

#include "jsmf/metrics.h"

/* Adds a metric that has no value by topic; what is not finite becomes NaN, with the warning "NAME: undefined (why)". */
jsmf_status metrics_add(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value, const char *why)
    JSMF_CHECKED;
/* Adds one that has: takes topics (out->k, or NULL where memory lacked). What is not finite becomes NaN, and so does what
 * belongs to a topic without mass; topics with mass that are undefined are counted in a warning. */
jsmf_status metrics_add_topics(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value, double *topics,
                               const char *why) JSMF_CHECKED;
/* The same, its value the mean over the topics that are defined. */
jsmf_status metrics_add_mean(jsmf_context *ctx, jsmf_metrics *out, const char *name, double *topics, const char *why)
    JSMF_CHECKED;
/* Adds NaN for every name of the list, which ends with NULL, with one warning: "NAME, NAME: undefined (why)". */
jsmf_status metrics_add_undefined(jsmf_context *ctx, jsmf_metrics *out, const char *const *names, const char *why)
    JSMF_CHECKED;
/* out->k doubles, NaN; NULL where memory lacks. */
double *metrics_topics(jsmf_context *ctx, const jsmf_metrics *out) JSMF_CHECKED;
/* How many topics have mass. */
size_t metrics_massive(const jsmf_metrics *out);

/* top (k x words): each topic's most probable words, words at most n; equals by the lower number, words of probability 0
 * last. */
void metrics_top_words(const jsmf_model *m, const jsmf_metrics *metrics, size_t words, size_t *top);

#endif
