/* Topics without anchor words: of all models B A B' of the leading part of a co-occurrence with B >= 0, the one whose
 * det A is least (003: Huang, Fu, Sidiropoulos, NIPS 2016, Algorithm 2). */
#ifndef JSMF_ANCHORFREE_H
#define JSMF_ANCHORFREE_H

#include "jsmf/model.h"
#include "jsmf/operator.h"

typedef struct jsmf_anchorfree_options {
    size_t k;
    const int64_t *df; /* n, or NULL */
    int64_t min_df;    /* B >= 0 is asked of words of at least this many documents (needs df); 0: of all */
    size_t sweeps;     /* at most so many over the topics; 0: 20 */
    double tolerance;  /* stops when a sweep raises log |det M| by less; 0: 1e-6 */
} jsmf_anchorfree_options;

typedef struct jsmf_anchorfree_report {
    size_t rows;       /* words of which B >= 0 is asked */
    size_t sweeps;
    bool converged;    /* the last one raised log |det M| by less than the tolerance */
    size_t programs, steps; /* linear programs, and the simplex method's steps in them */
    double clipped_b;  /* what was negative in B, as a part of what was positive */
    double clipped_a;  /* the same of A */
} jsmf_anchorfree_report;

/* With C near U L U' (the k largest eigenpairs), B = U M and A = M^-1 L M^-T: M's columns are found in turn, each by
 * two linear programs, so that |det M| is largest with U M >= 0 on the words asked for and the columns' sums over
 * these 1. What is negative in B, on other words, and in A is clipped; then both are normalised. out has no anchors
 * (s, canchor, residuals NULL); its bbar follows from B and A, its unigram is C's row sums. Its arrays are owned by it.
 * report may be NULL.
 * JSMF_ESYSTEM where the library was built without a solver of linear programs; JSMF_EUSAGE for a min_df without df;
 * JSMF_ENUMERIC for more topics than positive eigenvalues, or than the words asked for carry. */
jsmf_status jsmf_anchorfree(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchorfree_options *options,
                            jsmf_model *out, jsmf_anchorfree_report *report) JSMF_CHECKED;
/* The same of C = Y Y', y n x columns, k <= columns <= n, in time linear in n. */
jsmf_status jsmf_anchorfree_compressed(jsmf_context *ctx, size_t n, size_t columns, const double *y,
                                       const jsmf_anchorfree_options *options, jsmf_model *out,
                                       jsmf_anchorfree_report *report) JSMF_CHECKED;
/* The bytes that these allocate; columns: of y, or 0. */
size_t jsmf_anchorfree_bytes(size_t n, size_t k, size_t columns);
/* JSMF_ESYSTEM, saying what to install, where the library was built without a solver of linear programs. */
jsmf_status jsmf_anchorfree_available(jsmf_context *ctx) JSMF_CHECKED;

#endif
