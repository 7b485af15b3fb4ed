#include "lapack.h"

#include <cblas.h>
#include <lapacke.h>
#include <stdlib.h>

jsmf_status jsmf_dense_lapack_check(jsmf_context *ctx, int info, const char *what, size_t rows, size_t cols,
                                    const char *failure)
{
    if (info == 0)
        return JSMF_OK;
    if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (%s of a matrix of %zu x %zu)", what, rows, cols);
    if (info < 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "NaN in a matrix of %zu x %zu (%s)", rows, cols, what);
    return jsmf_fail(ctx, JSMF_ENUMERIC, "the %s of a matrix of %zu x %zu %s (LAPACK info %d)", what, rows, cols,
                     failure, info);
}

jsmf_status jsmf_dense_polar(jsmf_context *ctx, size_t p, double *m, double *q)
{
    const size_t size = jsmf_mul_sat(p, p);
    double *u = jsmf_alloc(ctx, size, sizeof *u), *vt = jsmf_alloc(ctx, size, sizeof *vt);
    double *values = jsmf_alloc(ctx, p, sizeof *values);
    int info;
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    /* By columns LAPACK sees m', whose orthogonal factor is q', by columns. */
    info = LAPACKE_dgesdd(LAPACK_COL_MAJOR, 'A', (int)p, (int)p, m, (int)p, values, u, (int)p, vt, (int)p);
    if (jsmf_dense_lapack_check(ctx, info, "singular vectors", p, p, "did not converge") != JSMF_OK)
        goto done;
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)p, (int)p, (int)p, 1, u, (int)p, vt, (int)p, 0, q,
                (int)p);
done:
    free(u);
    free(vt);
    free(values);
    return jsmf_context_status(ctx);
}
