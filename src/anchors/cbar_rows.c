/* The rows among which anchors are chosen: an operator's, or a block of explicit ones. */
#include "selection.h"

#include "dense/dense.h"
#include "model/probability.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

jsmf_anchors_rows jsmf_anchors_rows_of_operator(const jsmf_operator *op)
{
    size_t n = jsmf_operator_size(op);
    return (jsmf_anchors_rows){ .n = n, .width = n, .op = op };
}

jsmf_anchors_rows jsmf_anchors_rows_of_block(size_t n, size_t width, const double *block)
{
    return (
        jsmf_anchors_rows){ .n = n, .width = width, .block = block, .compressed = true };
}

jsmf_status jsmf_anchors_rows_gather(jsmf_context *ctx, const jsmf_anchors_rows *rows, size_t m, const size_t *index,
                                     double *out)
{
    size_t width = rows->width;
    if (rows->op)
        return jsmf_operator_gather(ctx, rows->op, m, index, out);
    for (size_t j = 0; j < m; j++)
        memcpy(out + j * width, rows->block + index[j] * width, width * sizeof *out);
    return JSMF_OK;
}

jsmf_status jsmf_anchors_rows_norms(jsmf_context *ctx, const jsmf_anchors_rows *rows, double *norms)
{
    int width = (int)rows->width;
    if (rows->op)
        return jsmf_operator_row_norms(ctx, rows->op, norms);
    for (size_t i = 0; i < rows->n; i++) {
        const double *row = rows->block + i * rows->width;
        norms[i] = cblas_ddot(width, row, 1, row, 1);
    }
    return JSMF_OK;
}

jsmf_status jsmf_anchors_rows_products(jsmf_context *ctx, const jsmf_anchors_rows *rows, size_t m, const size_t *index,
                                       double *products)
{
    size_t width = rows->width;
    double *columns;
    if (rows->op)
        return jsmf_operator_products(ctx, rows->op, m, index, products);
    columns = jsmf_alloc(ctx, jsmf_mul_sat(width, m), sizeof *columns);
    if (!columns)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < m; j++)
        cblas_dcopy((int)width, rows->block + index[j] * width, 1, columns + j, (int)m);
    const jsmf_status status = jsmf_dense_times(ctx, rows->n, width, m, rows->block, columns, products);
    free(columns);
    return status;
}

void jsmf_anchors_normalise(size_t n, size_t m, const size_t *index, const double *sums, double *products)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            products[i * m + j] = jsmf_model_has_mass(sums[i]) ? products[i * m + j] / sums[index[j]] / sums[i] : 0;
}
