/* AnchorFree: from a co-occurrence to a model without anchor words (003 Algorithm 2), by linear programs. Words and
 * topics count from 0, and matrices are row-major without gaps. A function that makes a model leaves *out empty where
 * it fails; else the caller frees it with jsmf_model_free. */
#ifndef JSMF_ANCHORFREE_H
#define JSMF_ANCHORFREE_H

#include "jsmf/eigen.h"
#include "jsmf/model.h"

JSMF_BEGIN_DECLS

typedef struct jsmf_anchorfree_options {
    size_t k;          /* topics */
    const int64_t *df; /* n: the documents that each word occurs in; NULL where min_df is 0 */
    int64_t min_df;    /* B >= 0 is asked of words of at least so many documents; 0: of all words */
    size_t sweeps;     /* over the topics, at most; 0: 20 */
    double tolerance;  /* the search ends when a sweep raises log |det M| by less; 0: 1e-6 */
    jsmf_eigen_cold cold; /* how C's leading eigenpairs are looked for */
} jsmf_anchorfree_options;

typedef struct jsmf_anchorfree_report {
    size_t rows;      /* words of which B >= 0 was asked */
    size_t sweeps;    /* that were made */
    bool converged;   /* whether the last sweep raised log |det M| by less than the tolerance */
    size_t programs;  /* linear programs that were solved */
    size_t steps;     /* of the simplex method, in all of them */
    double clipped_b; /* the sum of B's negative entries, which were set to 0, over the sum of the positive ones */
    double clipped_a; /* the same of A */
} jsmf_anchorfree_report;

/* Seeks, of all models B A B' of C's leading part U L U' (the k largest eigenpairs) with B >= 0, the one whose det A is
 * least (003 equation 7). B = U M and A = M^-1 L M^-T: M's columns are found in turn, each by two linear programs, so
 * that |det M| is largest while U M >= 0 on the words asked for and its columns have one sum over them. Rows of U
 * shorter than 1e-9 of the longest are not asked for. Then negative entries of B (on the other words) and of A are set
 * to 0, and B's columns and A are divided by their sums; A's sum is out->legality.
 * out has no anchors: s, canchor and residuals are NULL. Its bbar follows from B and A by Bayes' rule, and its unigram
 * has C's row sums, 0 where they are not positive. report may be NULL.
 * JSMF_ESYSTEM where the library was built without a solver of linear programs, and for lack of memory. JSMF_EUSAGE
 * where k is 0 or above n, or min_df is given without df. JSMF_ENUMERIC where k is above the number of positive
 * eigenvalues, or of topics that the words asked for can tell apart. */
jsmf_status jsmf_anchorfree(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchorfree_options *options,
                            jsmf_model *out, jsmf_anchorfree_report *report) JSMF_CHECKED;
/* The same of C = Y Y' in time linear in n; y is n x columns. JSMF_EUSAGE also unless k <= columns <= n. */
jsmf_status jsmf_anchorfree_compressed(jsmf_context *ctx, size_t n, size_t columns, const double *y,
                                       const jsmf_anchorfree_options *options, jsmf_model *out,
                                       jsmf_anchorfree_report *report) JSMF_CHECKED;
/* JSMF_ESYSTEM, saying what to install, where the library was built without a solver of linear programs. */
jsmf_status jsmf_anchorfree_available(jsmf_context *ctx) JSMF_CHECKED;

JSMF_END_DECLS

#endif
