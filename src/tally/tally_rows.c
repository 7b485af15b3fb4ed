/* Rows of counts outside memory, and documents whose phrases are joined on their way there. */
#include "tally_rows.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_DF = 1 << 12 };

jsmf_status jsmf_tally_rows_start(jsmf_context *ctx, jsmf_tally_rows *r)
{
    const int64_t zero = 0;
    if (jsmf_spool_new(ctx, "the documents' ends", &r->indptr) != JSMF_OK ||
        jsmf_spool_new(ctx, "the documents' words", &r->indices) != JSMF_OK ||
        jsmf_spool_new(ctx, "the words' counts", &r->counts) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_spool_append(ctx, r->indptr, &zero, sizeof zero);
}

void jsmf_tally_rows_free(jsmf_tally_rows *r)
{
    jsmf_spool_free(r->indptr);
    jsmf_spool_free(r->indices);
    jsmf_spool_free(r->counts);
    free(r->df);
}

static jsmf_status reserve_df(jsmf_context *ctx, jsmf_tally_rows *r, size_t words)
{
    size_t capacity = jsmf_greatest(r->df_capacity + r->df_capacity / 2, LEAST_DF);
    int64_t *df;
    if (r->df && words <= r->df_capacity)
        return JSMF_OK;
    capacity = jsmf_greatest(capacity, words);
    df = jsmf_realloc(ctx, r->df, capacity, sizeof *df);
    if (!df)
        return jsmf_context_status(ctx);
    memset(df + r->df_capacity, 0, (capacity - r->df_capacity) * sizeof *df);
    r->df = df;
    r->df_capacity = capacity;
    return JSMF_OK;
}

jsmf_status jsmf_tally_rows_add(jsmf_context *ctx, jsmf_tally_rows *r, const jsmf_tally_chunk *c, size_t words)
{
    const size_t bytes = c->words.used * sizeof *c->words.at;
    size_t start = 0;
    if (reserve_df(ctx, r, words) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < c->words.used; i++) {
        r->df[c->words.at[i]]++;
        r->tokens += c->counts.at[i];
    }
    for (size_t d = 0; d < c->ends.used; d++) {
        const size_t end = (size_t)c->ends.at[d];
        const int64_t behind = (int64_t)(r->entries + end);
        r->empty += end == start;
        if (jsmf_spool_append(ctx, r->indptr, &behind, sizeof behind) != JSMF_OK)
            return jsmf_context_status(ctx);
        start = end;
    }
    r->documents += c->ends.used;
    r->entries += c->words.used;
    if (jsmf_spool_append(ctx, r->indices, c->words.at, bytes) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_spool_append(ctx, r->counts, c->counts.at, bytes);
}

jsmf_status jsmf_tally_rows_finish(jsmf_context *ctx, jsmf_tally_rows *r, size_t words, jsmf_tally_counts *out)
{
    if (reserve_df(ctx, r, words) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->documents = r->documents;
    out->words = words;
    out->entries = r->entries;
    out->empty = r->empty;
    out->tokens = r->tokens;
    out->df = r->df;
    out->indptr = r->indptr;
    out->indices = r->indices;
    out->counts = r->counts;
    return JSMF_OK;
}
