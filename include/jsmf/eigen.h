/* The leading eigenpairs of a symmetric operator. */
#ifndef JSMF_EIGEN_H
#define JSMF_EIGEN_H

#include "jsmf/operator.h"

JSMF_BEGIN_DECLS

/* How eigenpairs are looked for where nothing is known of them: one vector at a time by ARPACK, or in blocks. */
typedef enum jsmf_eigen_cold {
    JSMF_EIGEN_BY_RULE, /* ARPACK where a product with C reads at most 16 MiB: there it is faster */
    JSMF_EIGEN_ARPACK,
    JSMF_EIGEN_BLOCKS
} jsmf_eigen_cold;

typedef struct jsmf_eigen_report {
    size_t products;    /* vectors multiplied by C */
    double residual;    /* the largest of the k residuals, relative as the tolerance; 0 by LAPACK, or where known */
    const char *method; /* "dense" (LAPACK), "arpack", "block" (block Krylov), "known" (held by the operator) */
} jsmf_eigen_report;

JSMF_END_DECLS

#endif
