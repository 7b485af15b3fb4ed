/* Topics matched with those of others. */
#ifndef JSMF_METRICS_MATCHING_H
#define JSMF_METRICS_MATCHING_H

#include "list.h"

/* match (k) and l1 (k; NaN where unmatched): the pairs of the list's topics and other_bt (others x n) of least
 * total l1; a topic without mass is at 2 from every other. Marks those without a match in out. */
jsmf_status jsmf_metrics_match(jsmf_context *ctx, jsmf_metrics *out, size_t n, size_t others, const double *other_bt,
                               size_t *match, double *l1) JSMF_CHECKED;
/* Adds the matches as a column of the table alone. */
jsmf_status jsmf_metrics_add_matches(jsmf_context *ctx, jsmf_metrics *out, const char *name,
                                     const size_t *match) JSMF_CHECKED;
/* Says how many of k topics, or of the others, which `what` names, have no match. */
void jsmf_metrics_warn_unmatched(jsmf_context *ctx, size_t k, size_t others, const char *what);
/* How many leading words topic k of the one and topic l of the other share. */
size_t jsmf_metrics_count_common(const jsmf_metrics_leading *one, size_t k, const jsmf_metrics_leading *other,
                                 size_t l);

#endif
