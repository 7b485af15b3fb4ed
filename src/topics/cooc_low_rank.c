/* The leading eigenpairs of C, straight from the documents. What this step gets wrong stays wrong, since C is not seen again:
 * so it is a Krylov method with a bound on the residuals, not the few passes of randomised sketches (000 Algorithm 6), whose
 * eigenvalues are off by percents. */
#include "jsmf/cooc.h"

#include "linalg/documents.h"
#include "linalg/eigen.h"

#include <math.h>
#include <stdlib.h>

/* An eigenvalue below this part of the largest is none. */
static const double least_part = 1e-12;

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

static size_t positive_count(size_t k, const double *d)
{
    size_t count = 0;
    while (count < k && d[count] > 0 && d[count] > least_part * d[0])
        count++;
    return count;
}

static size_t used_count(size_t rows, const double *weights)
{
    size_t count = 0;
    for (size_t m = 0; m < rows; m++)
        count += weights[m] > 0;
    return count;
}

static jsmf_status refuse(jsmf_context *ctx, size_t k, size_t positive)
{
    return jsmf_fail(ctx, JSMF_ENUMERIC,
                     "the co-occurrence has only %zu positive eigenvalues, %zu were asked for (use -k %zu or less)",
                     positive, k, positive ? positive : 1);
}

/* Of fewer documents, or fewer words, than k: no more eigenvalues than that can be positive, and these are counted. */
static jsmf_status count_and_refuse(jsmf_context *ctx, const jsmf_operator *op, size_t most, size_t k)
{
    const size_t n = jsmf_operator_size(op);
    double *v = jsmf_alloc(ctx, jsmf_mul_sat(n, most), sizeof *v), *d = jsmf_alloc(ctx, most, sizeof *d);
    jsmf_status status = v && d ? jsmf_eigen_largest(ctx, op, most, NULL, d, v, NULL) : jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = refuse(ctx, k, positive_count(most, d));
    free(v);
    free(d);
    return status;
}

static jsmf_status solve(jsmf_context *ctx, const jsmf_operator *op, const jsmf_low_rank_options *o, double *v, double *d,
                         jsmf_eigen_report *report)
{
    const jsmf_eigen_options with = { .tolerance = o->tolerance > 0 ? o->tolerance : JSMF_LOW_RANK_TOLERANCE };
    jsmf_status status = jsmf_eigen_largest(ctx, op, o->k, &with, d, v, report);
    if (status == JSMF_OK && positive_count(o->k, d) < o->k)
        status = refuse(ctx, o->k, positive_count(o->k, d));
    return status;
}

jsmf_status jsmf_cooc_low_rank(jsmf_context *ctx, jsmf_csr *h, const double *weights, const double *hdiag,
                               const jsmf_low_rank_options *options, double *v, double *d, jsmf_eigen_report *report)
{
    const size_t most = least_of(h->cols, used_count(h->rows, weights));
    jsmf_operator *op;
    jsmf_status status = jsmf_operator_documents(ctx, h, weights, hdiag, &op);
    jsmf_csr_free(h);
    if (status == JSMF_OK)
        status = options->k > most ? count_and_refuse(ctx, op, most, options->k)
                                   : solve(ctx, op, options, v, d, report);
    jsmf_operator_free(op);
    return status;
}

static size_t sum_of(size_t a, size_t b)
{
    size_t sum;
    (void)jsmf_add(a, b, &sum);
    return sum;
}

/* While packing, the counts are there twice; while solving, packed, beside what the solver and the products hold. */
size_t jsmf_cooc_low_rank_bytes(const jsmf_csr *h, size_t k)
{
    enum { COUNT = 8 };
    const size_t nnz = jsmf_csr_nnz(h), pairs = least_of(k, h->cols), packed = jsmf_documents_bytes(h->cols, nnz);
    const size_t vectors = jsmf_mul_sat(h->cols, jsmf_mul_sat(pairs, sizeof(double)));
    const size_t packing = sum_of(packed, jsmf_mul_sat(nnz, COUNT));
    const size_t solving = sum_of(sum_of(packed, vectors), jsmf_eigen_block_bytes(h->cols, pairs, 0));
    return packing > solving ? packing : solving;
}
