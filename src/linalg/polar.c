#include "polar.h"

#include <cblas.h>
#include <lapacke.h>
#include <stdlib.h>

jsmf_status jsmf_polar(jsmf_context *ctx, size_t p, double *m, double *q)
{
    const size_t size = jsmf_mul_sat(p, p);
    double *u = jsmf_alloc(ctx, size, sizeof *u), *vt = jsmf_alloc(ctx, size, sizeof *vt);
    double *values = jsmf_alloc(ctx, p, sizeof *values);
    int info = 0;
    if (u && vt && values) {
        /* By columns LAPACK sees m', whose orthogonal factor is q', by columns. */
        info = LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'A', (int)p, (int)p, m, (int)p, values, u, (int)p, vt, (int)p);
        if (info == 0)
            cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)p, (int)p, (int)p, 1, u, (int)p, vt, (int)p, 0,
                        q, (int)p);
    }
    free(u);
    free(vt);
    free(values);
    if (info == LAPACK_WORK_MEMORY_ERROR)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (singular vectors of %zu x %zu)", p, p);
    if (info)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "%s in the singular vectors of a matrix of %zu x %zu",
                         info < 0 ? "NaN" : "no convergence", p, p);
    return jsmf_context_status(ctx);
}
