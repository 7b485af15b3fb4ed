#include "polar.h"

#include "lapack.h"

#include <cblas.h>
#include <lapacke.h>
#include <stdlib.h>

jsmf_status jsmf_dense_polar(jsmf_context *ctx, size_t p, double *m, double *q)
{
    const size_t size = jsmf_mul_sat(p, p);
    double *u = jsmf_alloc(ctx, size, sizeof *u), *vt = jsmf_alloc(ctx, size, sizeof *vt);
    double *values = jsmf_alloc(ctx, p, sizeof *values);
    jsmf_status status = jsmf_context_status(ctx);
    if (status == JSMF_OK) {
        /* By columns LAPACK sees m', whose orthogonal factor is q', by columns. */
        int info = LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'A', (int)p, (int)p, m, (int)p, values, u, (int)p, vt, (int)p);
        status = jsmf_dense_lapack_check(ctx, info, "singular vectors", p, p, "did not converge");
    }
    if (status == JSMF_OK)
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)p, (int)p, (int)p, 1, u, (int)p, vt, (int)p, 0, q,
                    (int)p);
    free(u);
    free(vt);
    free(values);
    return status;
}
