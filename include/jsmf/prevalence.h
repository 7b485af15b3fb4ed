/* How prevalent topics are in groups of documents: the mean composition of each group, with confidence intervals.
 * Documents, groups and topics are numbered from 0. */
#ifndef JSMF_PREVALENCE_H
#define JSMF_PREVALENCE_H

#include "jsmf/base.h"
#include "jsmf/io.h"
#include "jsmf/npz.h"

JSMF_BEGIN_DECLS

/* ---- Groups of documents. ---- */

/* What a date is cut to. The names are those of options. */
#define JSMF_PREVALENCE_PERIODS(ONE) \
    ONE(JSMF_PREVALENCE_WHOLE, whole) /* a value as it is, whether it is a date or not */ \
    ONE(JSMF_PREVALENCE_DAY, day)     /* 2026-11-29 */ \
    ONE(JSMF_PREVALENCE_WEEK, week)   /* 2026-W48, the week of ISO 8601, which begins on a Monday */ \
    ONE(JSMF_PREVALENCE_MONTH, month) /* 2026-11 */ \
    ONE(JSMF_PREVALENCE_YEAR, year)   /* 2026 */

typedef enum jsmf_prevalence_period { JSMF_PREVALENCE_PERIODS(JSMF_ENUMERATOR) } jsmf_prevalence_period;

/* Which values make one group. */
typedef struct jsmf_prevalence_cut {
    jsmf_prevalence_period period; /* of dates by ISO 8601: 2026, 2026-11, 2026-11-29 or 20261129, and a time behind */
    size_t bins;                   /* numbers are put into so many bins of about as many documents each; 0: none */
    const double *left_out;        /* documents that are not 0 here have no group, and are not missing; NULL: none */
} jsmf_prevalence_cut;

/* The longest value that a group can be made by, in bytes. */
#define JSMF_PREVALENCE_VALUE_BYTES 255
#define JSMF_PREVALENCE_NO_GROUP SIZE_MAX

typedef struct jsmf_prevalence_groups {
    size_t documents, count;  /* how many documents, and how many groups */
    size_t *group;            /* documents: the group of each, or JSMF_PREVALENCE_NO_GROUP */
    size_t missing;           /* documents without a group, as their value is empty */
    size_t parts;             /* names that a group has: 1, or the sum of those that were crossed */
    jsmf_strings names;       /* count x parts: group g has the names g * parts, g * parts + 1, ... */
    bool ordered;             /* groups of one part follow one another as numbers or dates do, in time for example */
} jsmf_prevalence_groups;

void jsmf_prevalence_groups_free(jsmf_prevalence_groups *groups); /* NULL and a cleared struct are fine */
/* *out = a group for every different value of a, an array of one dimension with a value for each document, in memory or
 * outside it. Groups are in ascending order: by number where all values are numbers, else by bytes. An empty string is
 * no value. A bin is named LOW..HIGH by its least and greatest value; equal values are never in two bins, so that there
 * may be fewer bins. where names the array in messages ("w.npz: array date"). It takes 8 bytes a document, and up to
 * some hundred more for each different value. On failure *out is empty. JSMF_EDATA, with the place, for a value that is
 * too long, that is no date where there is a period, or no number where there are bins, and for an array of more than
 * one dimension. */
jsmf_status jsmf_prevalence_group_array(jsmf_context *ctx, const jsmf_array *a, const char *where,
                                        const jsmf_prevalence_cut *cut, jsmf_prevalence_groups *out) JSMF_CHECKED;
/* The same of values in a list. */
jsmf_status jsmf_prevalence_group_strings(jsmf_context *ctx, const jsmf_strings *values, const char *where,
                                          const jsmf_prevalence_cut *cut, jsmf_prevalence_groups *out) JSMF_CHECKED;
/* *out = one group of all documents, with that name. */
jsmf_status jsmf_prevalence_group_all(jsmf_context *ctx, size_t documents, const char *name,
                                      jsmf_prevalence_groups *out) JSMF_CHECKED;
/* *out = a group for every pair of groups, one of a and one of b, that a document is in; in the order of a, then of b.
 * A document that is missing in one of them is missing. a and b are of the same documents, and remain as they are.
 * JSMF_ESYSTEM for lack of memory. */
jsmf_status jsmf_prevalence_cross(jsmf_context *ctx, const jsmf_prevalence_groups *a, const jsmf_prevalence_groups *b,
                                  jsmf_prevalence_groups *out) JSMF_CHECKED;

/* ---- Shares of topics. ---- */

/* The result. The interval of a mean m with the standard error e is m's logit +- t e / (m (1 - m)), taken back from
 * logits to shares, where t is the quantile .975 of Student's distribution with n - 1 degrees of freedom: about 95 % of
 * such intervals contain the mean of the documents that a group's n are a sample of. (The logit keeps them within 0 and
 * 1, and makes those of small shares longer on their upper side, as a bootstrap does.) With weights, e is that of a
 * ratio of sums by linearisation, and n is (sum of weights)^2 / sum of squared weights. One document has the interval 0
 * to 1. That compositions are estimates themselves is not in the intervals. */
typedef struct jsmf_prevalence {
    size_t groups, k;
    size_t *documents; /* groups: the documents that each mean is of; where it is 0 all numbers of the group are 0 */
    double *mean;      /* groups x k: the share of each topic, which sum to 1 in a group */
    double *low, *high; /* groups x k: the ends of the 95 % intervals, low <= mean <= high */
} jsmf_prevalence;
void jsmf_prevalence_free(jsmf_prevalence *result); /* NULL and a cleared struct are fine */

/* Sums over documents that come in pieces; they take jsmf_prevalence_bytes, however many documents there are. */
typedef struct jsmf_prevalence_sums jsmf_prevalence_sums;
/* The bytes of the sums and of the result. */
size_t jsmf_prevalence_bytes(size_t groups, size_t k);
/* Makes *out for so many groups and topics. It is NULL on failure, which is for lack of memory. */
jsmf_status jsmf_prevalence_start(jsmf_context *ctx, size_t groups, size_t k, jsmf_prevalence_sums **out) JSMF_CHECKED;
void jsmf_prevalence_sums_free(jsmf_prevalence_sums *sums); /* NULL is fine */
/* Adds count documents: w (count x k, a document contiguous) are their compositions, group (count) their groups or
 * JSMF_PREVALENCE_NO_GROUP, which leaves a document out. weight (count; or NULL, each 1) is not negative; a document of
 * weight 0 is left out. The order in which documents come moves last bits alone. */
void jsmf_prevalence_add(jsmf_prevalence_sums *sums, size_t count, const double *w, const size_t *group,
                         const double *weight);
/* *out = the result, which the caller frees; it is empty on failure, which is for lack of memory. */
jsmf_status jsmf_prevalence_finish(jsmf_context *ctx, const jsmf_prevalence_sums *sums,
                                   jsmf_prevalence *out) JSMF_CHECKED;

JSMF_END_DECLS

#endif
