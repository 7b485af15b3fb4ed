/* The inverted index, and what the two forms of C share. */
#include "postings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CHUNKS = 512 };

static void fill(const jsmf_csr *h, jsmf_cooc_postings *p)
{
    size_t nnz = jsmf_csr_nnz(h);
    for (size_t e = 0; e < nnz; e++)
        p->indptr[h->indices[e] + 1]++;
    for (size_t j = 0; j < h->cols; j++)
        p->indptr[j + 1] += p->indptr[j];
    for (size_t m = 0; m < h->rows; m++)
        for (int64_t e = h->indptr[m]; e < h->indptr[m + 1]; e++) {
            int64_t to = p->indptr[h->indices[e]]++;
            p->place[to] = e;
            p->document[to] = (int32_t)m;
        }
    /* Every start has moved to its end, which is the next one's start. */
    memmove(p->indptr + 1, p->indptr, h->cols * sizeof *p->indptr);
    p->indptr[0] = 0;
}

/* Entries that word i meets at or behind its own place: the length of the loops of the upper half. */
static double work_of(const jsmf_cooc_postings *p, size_t i)
{
    double work = 1;
    for (int64_t e = p->indptr[i]; e < p->indptr[i + 1]; e++)
        work += (double)(p->hhat->indptr[p->document[e] + 1] - p->place[e]);
    return work;
}

static void balance(jsmf_cooc_postings *p)
{
    size_t n = p->hhat->cols, chunk = 0;
    double total = 0, done = 0;
    for (size_t i = 0; i < n; i++)
        total += work_of(p, i);
    p->bounds[0] = 0;
    for (size_t i = 0; i < n; i++) {
        done += work_of(p, i);
        while (chunk + 1 < p->chunks && done >= total * (double)(chunk + 1) / (double)p->chunks)
            p->bounds[++chunk] = i + 1;
    }
    while (chunk < p->chunks)
        p->bounds[++chunk] = n;
}

jsmf_status jsmf_cooc_postings_build(jsmf_context *ctx, const jsmf_csr *hhat, jsmf_cooc_postings *out)
{
    size_t nnz = jsmf_csr_nnz(hhat);
    *out = (jsmf_cooc_postings){ .hhat = hhat, .chunks = hhat->cols < MOST_CHUNKS ? hhat->cols : MOST_CHUNKS };
    if (hhat->rows > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%zu documents (at most %d)", hhat->rows, INT32_MAX);
    out->indptr = jsmf_alloc_zero(ctx, hhat->cols + 1, sizeof *out->indptr);
    out->place = jsmf_alloc(ctx, nnz, sizeof *out->place);
    out->document = jsmf_alloc(ctx, nnz, sizeof *out->document);
    out->bounds = jsmf_alloc(ctx, out->chunks + 1, sizeof *out->bounds);
    if (!out->indptr || !out->place || !out->document || !out->bounds) {
        jsmf_cooc_postings_free(out);
        return jsmf_context_status(ctx);
    }
    fill(hhat, out);
    balance(out);
    return JSMF_OK;
}

void jsmf_cooc_postings_free(jsmf_cooc_postings *p)
{
    free(p->indptr);
    free(p->place);
    free(p->document);
    free(p->bounds);
    memset(p, 0, sizeof *p);
}

void jsmf_cooc_sum_add(double *sum, double *low, double term)
{
    double next = *sum + term;
    *low += fabs(*sum) >= fabs(term) ? (*sum - next) + term : (term - next) + *sum;
    *sum = next;
}

double *jsmf_cooc_diagonal(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag)
{
    const double rounding = 4e-15; /* both sums are exact to a few units of 1.1e-16 */
    double *diagonal = jsmf_alloc_zero(ctx, hhat->cols, sizeof *diagonal);
    double *low = jsmf_alloc_zero(ctx, hhat->cols, sizeof *low);
    size_t nnz = jsmf_csr_nnz(hhat);
    if (!diagonal || !low) {
        free(low);
        free(diagonal);
        return NULL;
    }
    for (size_t e = 0; e < nnz; e++) {
        int32_t j = hhat->indices[e];
        jsmf_cooc_sum_add(&diagonal[j], &low[j], hhat->values[e] * hhat->values[e]);
    }
    for (size_t j = 0; j < hhat->cols; j++) {
        double d = (diagonal[j] - hdiag[j]) + low[j];
        diagonal[j] = d > rounding * hdiag[j] ? d : 0;
    }
    free(low);
    return diagonal;
}
