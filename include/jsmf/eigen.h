/* The leading eigenpairs of a symmetric operator. */
#ifndef JSMF_EIGEN_H
#define JSMF_EIGEN_H

#include "jsmf/operator.h"

/* The k largest (algebraic) eigenpairs of an operator. */
typedef struct jsmf_eigen_options {
    double tolerance;      /* on the residuals |C u - l u| relative to the largest eigenvalue; 0: the default 1e-10 */
    const double *start;   /* n x start_columns: the span to begin from (a warm start), or NULL: cold */
    size_t start_columns;
    size_t max_products;   /* bound on block products; 0: a default. Not converged by then: JSMF_ENUMERIC */
} jsmf_eigen_options;
typedef struct jsmf_eigen_report {
    size_t products;  /* vectors multiplied by C */
    double residual;  /* the largest of the k, relative */
    const char *method; /* "dense", "block", "known" */
} jsmf_eigen_report;
/* values (k, descending) and vectors (n x k, columns orthonormal, each with its largest entry by magnitude positive,
 * the lowest index among equals within 1e-9 deciding). What op holds is taken as it is (jsmf_operator_leading). Small
 * n, and k near n: LAPACK on the whole matrix. Else block Krylov methods with thick restarts, from C times a random
 * block of the context's seed, or from the start that is given: eigenvalues of any multiplicity are found, and equal
 * rows of C get entries that differ by rounding only. k <= n; report may be NULL. JSMF_ENUMERIC: NaN, no
 * convergence. */
jsmf_status jsmf_eigen_largest(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                               double *values, double *vectors, jsmf_eigen_report *report) JSMF_CHECKED;
/* The bytes that it allocates. */
size_t jsmf_eigen_largest_bytes(size_t n, size_t k, size_t start_columns);

#endif
