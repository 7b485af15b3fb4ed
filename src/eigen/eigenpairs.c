#include "eigenpairs.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>

/* An eigenvalue below this part of the largest is none. */
static const double least_part = 1e-12;
/* Entries whose magnitudes differ by less than this part are equal. */
static const double equal_within = 1e-9;

enum { CHUNK_ROWS = 256 };

typedef struct random_block {
    size_t n, p;
    uint64_t stream;
    double *x;
} random_block;

static jsmf_status random_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const random_block *r = arg;
    const size_t first = chunk * CHUNK_ROWS * r->p, count = jsmf_chunk_length(r->n, CHUNK_ROWS, chunk) * r->p;
    for (size_t i = first; i < first + count; i++)
        r->x[i] = jsmf_random_normal(jsmf_context_seed(ctx), r->stream, i);
    return JSMF_OK;
}

jsmf_status jsmf_eigen_normal(jsmf_context *ctx, size_t n, size_t p, uint64_t stream, double *x)
{
    random_block r = { .n = n, .p = p, .stream = stream, .x = x };
    return jsmf_parallel(ctx, jsmf_chunk_count(n, CHUNK_ROWS), random_rows, &r);
}

jsmf_status jsmf_eigen_random(jsmf_context *ctx, const jsmf_operator *op, size_t p, uint64_t stream, double *scratch,
                              double *x)
{
    if (jsmf_eigen_normal(ctx, jsmf_operator_size(op), p, stream, scratch) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_operator_apply(ctx, op, p, scratch, x);
}

/* Row by row, as columns lie far apart. */
jsmf_status jsmf_eigen_fix_signs(jsmf_context *ctx, size_t n, size_t k, double *vectors)
{
    double *most = jsmf_alloc_zero(ctx, k, sizeof *most), *signs = jsmf_alloc_zero(ctx, k, sizeof *signs);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            most[j] = fabs(vectors[i * k + j]) > most[j] ? fabs(vectors[i * k + j]) : most[j];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            if (signs[j] == 0 && fabs(vectors[i * k + j]) >= (1 - equal_within) * most[j])
                signs[j] = vectors[i * k + j] < 0 ? -1 : 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            vectors[i * k + j] *= signs[j];
done:
    free(most);
    free(signs);
    return jsmf_context_status(ctx);
}

size_t jsmf_eigen_positive(size_t count, const double *values)
{
    size_t positive = 0;
    while (positive < count && values[positive] > 0 && values[positive] > least_part * values[0])
        positive++;
    return positive;
}

jsmf_status jsmf_eigen_check_positive(jsmf_context *ctx, size_t k, size_t count, const double *values)
{
    const size_t positive = jsmf_eigen_positive(count, values);
    if (positive >= k)
        return JSMF_OK;
    return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_FEWER_TOPICS, positive ? positive : 1,
                            "the co-occurrence has only %zu positive eigenvalue%s, %zu %s asked for",
                            JSMF_COUNTED(positive), k, k == 1 ? "was" : "were");
}
