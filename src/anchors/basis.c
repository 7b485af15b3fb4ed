/* The orthonormal basis of the anchors' rows, and exact residuals of other rows against it. */
#include "selection.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>

/* Rows a chunk when many are projected. */
enum { CHUNK = 8 };

typedef struct job {
    const jsmf_anchors_basis *basis;
    size_t m;
    const size_t *index;
    double *rows, *norms;
} job;

static void take_off_projection(const jsmf_anchors_basis *basis, size_t m, double *rows, double *weights)
{
    int n = (int)basis->rows.width, k = (int)basis->count;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, k, n, 1, rows, n, basis->q, n, 0, weights, k);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, n, k, -1, weights, k, basis->q, n, 1, rows, n);
}

static jsmf_status project_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const job *j = arg;
    const jsmf_anchors_basis *basis = j->basis;
    size_t first = chunk * CHUNK, m = jsmf_chunk_length(j->m, CHUNK, chunk), width = basis->rows.width;
    double *rows = j->rows + first * width, *weights = jsmf_alloc(ctx, m * (basis->count + 1), sizeof *weights);
    if (!weights)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m; i++)
        cblas_dscal((int)width, 1 / basis->sums[j->index[first + i]], rows + i * width, 1);
    for (int pass = 0; pass < 2 && basis->count > 0; pass++)
        take_off_projection(basis, m, rows, weights);
    for (size_t i = 0; i < m; i++)
        j->norms[first + i] = cblas_ddot((int)width, rows + i * width, 1, rows + i * width, 1);
    free(weights);
    return JSMF_OK;
}

jsmf_status jsmf_anchors_basis_residuals(jsmf_context *ctx, const jsmf_anchors_basis *basis, size_t m,
                                         const size_t *index, double *rows, double *norms)
{
    job j = { basis, m, index, rows, norms };
    if (jsmf_anchors_rows_gather(ctx, &basis->rows, m, index, rows) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_parallel(ctx, jsmf_chunk_count(m, CHUNK), project_chunk, &j);
}

/* Takes in the row behind the basis, whose projection is taken off already. */
static void take_in(jsmf_anchors_basis *basis, double norm, double *residual)
{
    *residual = sqrt(norm);
    cblas_dscal((int)basis->rows.width, norm > 0 ? 1 / *residual : 0, basis->q + basis->count * basis->rows.width, 1);
    basis->count++;
}

jsmf_status jsmf_anchors_basis_add(jsmf_context *ctx, jsmf_anchors_basis *basis, size_t i, double *residual)
{
    double *row = basis->q + basis->count * basis->rows.width, norm;
    if (jsmf_anchors_basis_residuals(ctx, basis, 1, &i, row, &norm) != JSMF_OK)
        return jsmf_context_status(ctx);
    take_in(basis, norm, residual);
    return JSMF_OK;
}

jsmf_status jsmf_anchors_basis_add_mean(jsmf_context *ctx, jsmf_anchors_basis *basis, size_t m, const size_t *index,
                                        double *residual)
{
    const int width = (int)basis->rows.width;
    double *rows, *mean = basis->q + basis->count * basis->rows.width;
    if (m == 1)
        return jsmf_anchors_basis_add(ctx, basis, *index, residual);
    rows = jsmf_alloc(ctx, jsmf_mul_sat(m, basis->rows.width + 1), sizeof *rows);
    if (!rows)
        return jsmf_context_status(ctx);
    if (jsmf_anchors_basis_residuals(ctx, basis, m, index, rows, rows + m * basis->rows.width) != JSMF_OK)
        goto done;
    for (size_t i = 1; i < m; i++) /* the projection is linear */
        cblas_daxpy(width, 1, rows + i * basis->rows.width, 1, rows, 1);
    cblas_dcopy(width, rows, 1, mean, 1);
    cblas_dscal(width, 1 / (double)m, mean, 1);
    take_in(basis, cblas_ddot(width, mean, 1, mean, 1), residual);
done:
    free(rows);
    return jsmf_context_status(ctx);
}
