#include "halves.h"

#include "base/base_inner.h"

#include <math.h>

/* Apart from the streams of other draws under the same seed. */
static const uint64_t half_stream = UINT64_C(0x68616c7600000000);

/* Of more tokens of a word in a document, those beyond are halved without a draw. */
enum { MOST_DRAWN = 1024 };

void jsmf_document_halves_free(jsmf_document_halves *s)
{
    jsmf_csr_free(&s->first);
    jsmf_csr_free(&s->second);
    *s = (jsmf_document_halves){ 0 };
}

size_t jsmf_document_halves_bytes(size_t entries)
{
    return jsmf_mul_sat(entries, 2 * (sizeof(int32_t) + sizeof(int32_t)));
}

static jsmf_status allocate_half(jsmf_context *ctx, size_t rows, size_t entries, jsmf_csr *half)
{
    half->indptr = jsmf_alloc_zero(ctx, rows + 1, sizeof *half->indptr);
    half->indices = jsmf_alloc(ctx, entries, sizeof *half->indices);
    half->counts = jsmf_alloc(ctx, entries, sizeof *half->counts);
    return jsmf_context_status(ctx);
}

static jsmf_status make_room(jsmf_context *ctx, size_t rows, size_t entries, jsmf_document_halves *s)
{
    if (s->second.counts && rows <= s->most_rows && entries <= s->most_entries)
        return JSMF_OK;
    rows = jsmf_greatest(rows, s->most_rows);
    entries = jsmf_greatest(entries, s->most_entries);
    jsmf_document_halves_free(s);
    if (allocate_half(ctx, rows, entries, &s->first) == JSMF_OK &&
        allocate_half(ctx, rows, entries, &s->second) == JSMF_OK) {
        s->most_rows = rows;
        s->most_entries = entries;
    }
    return jsmf_context_status(ctx);
}

static void append(jsmf_csr *half, size_t row, int32_t word, int32_t count)
{
    const int64_t at = half->indptr[row + 1];
    if (count == 0)
        return;
    half->indices[at] = word;
    half->counts[at] = count;
    half->indptr[row + 1]++;
}

static int32_t halved(int32_t count) { return count > MOST_DRAWN ? (count - MOST_DRAWN) / 2 : 0; }

static int32_t count_of(const jsmf_csr *h, int64_t p)
{
    return h->counts ? h->counts[p] : (int32_t)fmin(fmax(round(h->values[p]), 0), INT32_MAX);
}

static void split_document(const jsmf_csr *h, size_t r, uint64_t key, jsmf_document_halves *s)
{
    int64_t tokens = 0, wanted;
    uint64_t token = 0;
    for (int64_t p = h->indptr[r]; p < h->indptr[r + 1]; p++)
        tokens += count_of(h, p) - 2 * halved(count_of(h, p));
    wanted = tokens - tokens / 2;
    s->first.indptr[r + 1] = s->first.indptr[r];
    s->second.indptr[r + 1] = s->second.indptr[r];
    for (int64_t p = h->indptr[r]; p < h->indptr[r + 1]; p++) {
        const int32_t count = count_of(h, p);
        int32_t taken = halved(count);
        for (int32_t c = 2 * taken; c < count; c++, tokens--) {
            const double u = (double)(jsmf_random_mix(key ^ token++) >> 11) * 0x1p-53;
            const bool take = u * (double)tokens < (double)wanted;
            taken += take;
            wanted -= take;
        }
        append(&s->first, r, h->indices[p], taken);
        append(&s->second, r, h->indices[p], count - taken);
    }
}

jsmf_status jsmf_document_halves_split(jsmf_context *ctx, const jsmf_csr *documents, const size_t *places, size_t first,
                                       jsmf_document_halves *s)
{
    if (make_room(ctx, documents->rows, jsmf_csr_nnz(documents), s) != JSMF_OK)
        return jsmf_context_status(ctx);
    s->first.rows = s->second.rows = documents->rows;
    s->first.cols = s->second.cols = documents->cols;
    for (size_t r = 0; r < documents->rows; r++) {
        const size_t place = places ? places[r] : first + r;
        split_document(documents, r, jsmf_random_bits(jsmf_context_seed(ctx), half_stream, place), s);
    }
    return JSMF_OK;
}
