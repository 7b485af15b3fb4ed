/* Documents in compact form, for block products that run over them many times: a word and its count in 4 bytes, words
 * numbered by the number of documents that they are in, so that the rows of frequent words lie together and stay in
 * cache. */
#ifndef JSMF_OPERATOR_PACKED_H
#define JSMF_OPERATOR_PACKED_H

#include "jsmf/base.h"

/* Columns of a block that are taken at a time: one cache line a word. */
enum { JSMF_PACKED_LANES = 8 };

typedef struct jsmf_operator_packed {
    size_t n;          /* words */
    size_t rows;       /* documents: those of weight above 0 */
    int64_t *starts;   /* rows + 1 */
    uint32_t *entries; /* a document's in increasing order: a word's rank above its count in the low `shift` bits; a
                          count that needs more bits takes several entries. The longest document's length of zeros
                          follows. */
    unsigned shift;
    double *weights;   /* rows */
    int32_t *words;    /* n: the word of each rank */
    size_t groups;     /* of documents, about equally long: the parallel work */
    size_t *bounds;    /* groups + 1 */
} jsmf_operator_packed;

/* h: counts; weights: h->rows of them, none negative. Neither is kept. */
jsmf_status jsmf_operator_packed_make(jsmf_context *ctx, const jsmf_csr *h, const double *weights,
                                      jsmf_operator_packed *out) JSMF_CHECKED;
void jsmf_operator_packed_free(jsmf_operator_packed *d);
/* The bytes of entries packed, and of a block and its groups' sums. */
size_t jsmf_operator_packed_bytes(size_t n, size_t entries);
/* The entries that h takes when packed: one each, several for counts that do not fit beside a word's number. */
size_t jsmf_operator_packed_entries(const jsmf_csr *h);

/* y += H' diag(weights) H x over the documents first .. end - 1; x and y: n rows of JSMF_PACKED_LANES, by rank, on
 * boundaries of cache lines. */
void jsmf_operator_packed_sweep(const jsmf_operator_packed *d, size_t first, size_t end, const double *x, double *y);

static inline size_t jsmf_operator_packed_rank(const jsmf_operator_packed *d, size_t e)
{
    return d->entries[e] >> d->shift;
}

static inline double jsmf_operator_packed_count(const jsmf_operator_packed *d, size_t e)
{
    return (double)(int32_t)(d->entries[e] & ((UINT32_C(1) << d->shift) - 1));
}

#endif
