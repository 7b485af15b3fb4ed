/* The shards that a bag is made of, beside its documents. */
#include "arrays_inner.h"

#include "npz/stream.h"
#include "npz/npz_inner.h"

#include <stdlib.h>

static jsmf_status whole_bag(jsmf_context *ctx, size_t documents, jsmf_sums_shards *out)
{
    out->of = (int64_t)documents;
    return jsmf_sums_shards_put(ctx, out, &(jsmf_sums_shard){ .rows = (int64_t)documents }, "0", "");
}

static jsmf_status check_rows(jsmf_context *ctx, const jsmf_stream *bag, size_t documents, const jsmf_sums_shards *s)
{
    char where[JSMF_WHERE];
    uint64_t rows = 0;
    jsmf_stream_where(bag, "shard.rows", where);
    for (size_t i = 0; i < s->count; i++) {
        const int64_t some = s->shards[i].rows;
        if (some < 0 || (uint64_t)some > documents - rows)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %lld at [%zu], but there are %zu document%s", where,
                             (long long)some, i, JSMF_COUNTED(documents));
        rows += (uint64_t)some;
    }
    if (rows != documents)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: comes to %llu document%s, but there are %zu", where,
                         JSMF_COUNTED((unsigned long long)rows), documents);
    return JSMF_OK;
}

jsmf_status jsmf_arrays_shards_load(jsmf_context *ctx, jsmf_stream *bag, size_t documents, jsmf_sums_shards *out)
{
    const jsmf_strings *ids;
    int64_t *first, *rows;
    *out = (jsmf_sums_shards){ .of = -1 };
    if (!jsmf_stream_find(bag, "shard.ids"))
        return whole_bag(ctx, documents, out);
    if (jsmf_stream_words(ctx, bag, "shard.ids", 0, &ids) != JSMF_OK ||
        jsmf_stream_integers(ctx, bag, "shard.first", ids->count, &first, NULL) != JSMF_OK ||
        jsmf_stream_integers(ctx, bag, "shard.rows", ids->count, &rows, NULL) != JSMF_OK ||
        (jsmf_stream_find(bag, "shard.of") && jsmf_stream_count(ctx, bag, "shard.of", &out->of) != JSMF_OK))
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < ids->count; i++)
        if (jsmf_sums_shards_put(ctx, out, &(jsmf_sums_shard){ .first = first[i], .rows = rows[i] },
                                 jsmf_strings_get(ids, i), "") != JSMF_OK)
            break;
    if (jsmf_context_status(ctx) != JSMF_OK || check_rows(ctx, bag, documents, out) != JSMF_OK)
        jsmf_sums_shards_free(out);
    return jsmf_context_status(ctx);
}

static jsmf_status add_numbers(jsmf_context *ctx, const jsmf_sums_shards *s, bool first, const char *name,
                               jsmf_stream *bag)
{
    int64_t *numbers = jsmf_alloc(ctx, s->count, sizeof *numbers);
    for (size_t i = 0; numbers && i < s->count; i++)
        numbers[i] = first ? s->shards[i].first : s->shards[i].rows;
    return numbers ? jsmf_stream_add_i64(ctx, bag, name, numbers, 1, s->count) : jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_shards_places(jsmf_context *ctx, const jsmf_sums_shards *s, const char *first,
                                      const char *rows, jsmf_stream *out)
{
    if (add_numbers(ctx, s, true, first, out) == JSMF_OK)
        jsmf_recorded(add_numbers(ctx, s, false, rows, out));
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_shards_store(jsmf_context *ctx, jsmf_sums_shards *s, jsmf_stream *bag)
{
    if (jsmf_arrays_shards_places(ctx, s, "shard.first", "shard.rows", bag) == JSMF_OK &&
        (s->of < 0 || jsmf_stream_add_count(ctx, bag, "shard.of", s->of) == JSMF_OK))
        jsmf_recorded(jsmf_stream_add_strings(ctx, bag, "shard.ids", &s->ids));
    jsmf_sums_shards_free(s);
    return jsmf_context_status(ctx);
}
