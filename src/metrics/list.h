/* What the metrics share: adding to the list, with a warning where a number is undefined. */
#ifndef JSMF_METRICS_LIST_H
#define JSMF_METRICS_LIST_H

#include "jsmf/metrics.h"

/* All of these add to the end of the list and fail for lack of memory only. name is static; `why` says in warnings why
 * a number is undefined. Numbers by topic, topics (out->k), are taken, on failure too; where they are NULL, as memory
 * lacked for them, nothing is added. */

/* Adds a metric that has no value by topic. A value that is not finite becomes NaN, with the warning "NAME: undefined
 * (why)". */
jsmf_status jsmf_metrics_add(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value,
                             const char *why) JSMF_CHECKED;
/* Adds one that has. What is not finite becomes NaN, and so does what belongs to a topic without mass; topics with mass
 * that are undefined are counted in a warning. */
jsmf_status jsmf_metrics_add_topics(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value,
                                    double *topics, const char *why) JSMF_CHECKED;
/* The same, with the mean over the topics that are defined for its value. */
jsmf_status jsmf_metrics_add_mean(jsmf_context *ctx, jsmf_metrics *out, const char *name, double *topics,
                                  const char *why) JSMF_CHECKED;
/* Adds numbers by topic alone, without a value. */
jsmf_status jsmf_metrics_add_column(jsmf_context *ctx, jsmf_metrics *out, const char *name,
                                    double *topics) JSMF_CHECKED;
/* The two for topics of which some (told, k) were warned of before: of these nothing is said. NULL: none were. */
jsmf_status jsmf_metrics_add_topics_of_others(jsmf_context *ctx, jsmf_metrics *out, const char *name, double value,
                                              double *topics, const bool *told, const char *why) JSMF_CHECKED;
jsmf_status jsmf_metrics_add_mean_of_others(jsmf_context *ctx, jsmf_metrics *out, const char *name, double *topics,
                                            const bool *told, const char *why) JSMF_CHECKED;
/* Adds two metrics by jsmf_metrics_add_mean. */
jsmf_status jsmf_metrics_add_pair(jsmf_context *ctx, jsmf_metrics *out, const char *const names[2], double *topics[2],
                                  const char *why) JSMF_CHECKED;
/* Adds NaN for every one of names, which end with NULL, with one warning: "NAME, NAME: undefined (why)". why is
 * NULL where a warning has said it before. */
jsmf_status jsmf_metrics_add_undefined(jsmf_context *ctx, jsmf_metrics *out, const char *const *names,
                                       const char *why) JSMF_CHECKED;
/* out->k NaNs, which the caller frees or hands to one of the above; NULL for lack of memory. */
double *jsmf_metrics_topics(jsmf_context *ctx, const jsmf_metrics *out) JSMF_CHECKED;
/* Whether every topic has an anchor: what is told by all of them together is undefined otherwise. */
bool jsmf_metrics_all_anchored(const jsmf_model *m);
/* How many topics have mass. */
size_t jsmf_metrics_massive(const jsmf_metrics *out);

/* The transpose (k x n) of from (n x k), which the caller frees; NULL for lack of memory. */
double *jsmf_metrics_transpose(jsmf_context *ctx, size_t n, size_t k, const double *from) JSMF_CHECKED;

/* The leading words of topics: each topic's most probable ones, equals by the lower number. A word of probability 0
 * leads no topic, so that a topic may have fewer than were asked for. */
typedef struct jsmf_metrics_leading {
    size_t words;  /* that a topic may have */
    size_t *word;  /* k x words, count[k] of them used */
    size_t *count; /* k */
} jsmf_metrics_leading;

/* Of the topics bt (k x n), `words` each or n. Freed with jsmf_metrics_leading_free, after a failure too. Fails for
 * lack of memory only. */
jsmf_status jsmf_metrics_leading_find(jsmf_context *ctx, size_t n, size_t k, const double *bt, size_t words,
                                      jsmf_metrics_leading *out) JSMF_CHECKED;
void jsmf_metrics_leading_free(jsmf_metrics_leading *leading);

/* Says of how many topics how many leading words are left out of the metrics `names`, as what is judged against does
 * not have them. absent (k): how many of each topic's are. */
void jsmf_metrics_warn_absent(jsmf_context *ctx, const char *names, size_t k, const size_t *absent);

#endif
