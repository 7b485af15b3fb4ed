/* What the metrics share: adding to the list, with a warning where a number is undefined. */
#ifndef JSMF_METRICS_LIST_H
#define JSMF_METRICS_LIST_H

#include "jsmf/metrics.h"

/* Adds a metric that has no value by topic; what is not finite becomes NaN, with the warning "NAME: undefined (why)".
 * */
jsmf_status jsmf_metrics_add(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value,
                             const char *why) JSMF_CHECKED;
/* Adds one that has: takes topics (out->k, or NULL where memory lacked). What is not finite becomes NaN, and so does
 * what belongs to a topic without mass; topics with mass that are undefined are counted in a warning. */
jsmf_status jsmf_metrics_add_topics(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value,
                                    double *topics, const char *why) JSMF_CHECKED;
/* The same, its value the mean over the topics that are defined. */
jsmf_status jsmf_metrics_add_mean(jsmf_context *ctx, jsmf_metrics *out, const char *name, double *topics,
                                  const char *why) JSMF_CHECKED;
/* One that has no value, only the topics'; takes them. */
jsmf_status jsmf_metrics_add_column(jsmf_context *ctx, jsmf_metrics *out, const char *name,
                                    double *topics) JSMF_CHECKED;
/* Two metrics by their means; takes both. */
jsmf_status jsmf_metrics_add_pair(jsmf_context *ctx, jsmf_metrics *out, const char *const names[2], double *topics[2],
                                  const char *why) JSMF_CHECKED;
/* Adds NaN for every name of the list, which ends with NULL, with one warning: "NAME, NAME: undefined (why)". */
jsmf_status jsmf_metrics_add_undefined(jsmf_context *ctx, jsmf_metrics *out, const char *const *names,
                                       const char *why) JSMF_CHECKED;
/* out->k doubles, NaN; NULL where memory lacks. */
double *jsmf_metrics_topics(jsmf_context *ctx, const jsmf_metrics *out) JSMF_CHECKED;
/* How many topics have mass. */
size_t jsmf_metrics_massive(const jsmf_metrics *out);

/* to (k x n) = the transpose of from (n x k); the caller's, NULL where memory lacks. */
double *jsmf_metrics_transpose(jsmf_context *ctx, size_t n, size_t k, const double *from) JSMF_CHECKED;

/* top (k x words): the most probable words of each of the topics bt (k x n), words at most n; equals by the lower
 * number, words of probability 0 last. */
void jsmf_metrics_top_words(size_t n, size_t k, const double *bt, size_t words, size_t *top);

#endif
