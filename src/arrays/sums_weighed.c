/* Sums with weights: of days by their age, and of co-occurrences by their documents. */
#include "arrays_inner.h"

#include "npz/stream.h"
#include "sums/sums_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- days ---- */

static jsmf_status weigh_sparse(jsmf_context *ctx, jsmf_arrays_sums *s, double factor)
{
    jsmf_sums_sparse c, none = { .n = s->c.n }, kept;
    if (jsmf_sums_pile_take(ctx, &s->c, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    /* What comes to nothing is dropped where nothing is added to it. */
    none.indptr = jsmf_alloc_zero(ctx, c.n + 1, sizeof *none.indptr);
    if (none.indptr && jsmf_sums_scale(ctx, (size_t)c.indptr[c.n], c.values, factor) == JSMF_OK &&
        jsmf_sums_sparse_add(ctx, &c, &none, JSMF_SUMS_PLUS, &kept) == JSMF_OK)
        jsmf_recorded(jsmf_sums_pile_put(ctx, &s->c, &kept, JSMF_SUMS_PLUS));
    free(none.indptr);
    jsmf_sums_sparse_free(&c);
    return jsmf_context_status(ctx);
}

static jsmf_status weigh_count(jsmf_context *ctx, jsmf_arrays_sums *s, const char *whole, const char *real,
                               double factor)
{
    char where[JSMF_WHERE];
    int64_t *counts;
    size_t n;
    jsmf_sums_fixed *sums;
    jsmf_array *a;
    if (jsmf_stream_need(ctx, &s->stream, whole, &a) != JSMF_OK ||
        jsmf_array_hold(ctx, jsmf_stream_where(&s->stream, whole, where), a) != JSMF_OK)
        return jsmf_context_status(ctx);
    n = jsmf_array_count(a);
    counts = a->data;
    sums = jsmf_alloc(ctx, n, sizeof *sums);
    for (size_t i = 0; sums && i < n; i++)
        if (!jsmf_sums_round((double)counts[i] * factor, &sums[i])) {
            free(sums);
            return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: holds %lld", s->name, whole, (long long)counts[i]);
        }
    if (!sums)
        return jsmf_context_status(ctx);
    jsmf_stream_remove(&s->stream, whole);
    return jsmf_arrays_sums_give(ctx, &s->stream, real, &sums, n);
}

jsmf_status jsmf_arrays_sums_weigh(jsmf_context *ctx, jsmf_arrays_sums *s, double factor)
{
    static const char *const dense[] = { "C", "unigram" };
    for (size_t i = s->sparse ? 1 : 0; i < 2; i++) {
        jsmf_sums_fixed *sums;
        size_t count;
        if (jsmf_arrays_sums_real(ctx, s, dense[i], &sums, &count) != JSMF_OK ||
            jsmf_sums_scale(ctx, count, sums, factor) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    if ((s->sparse && weigh_sparse(ctx, s, factor) != JSMF_OK) ||
        weigh_count(ctx, s, "whole.df", "df", factor) != JSMF_OK)
        return jsmf_context_status(ctx);
    return weigh_count(ctx, s, "whole.documents", "documents", factor);
}

jsmf_status jsmf_arrays_sums_count(jsmf_context *ctx, jsmf_arrays_sums *s, double *documents)
{
    jsmf_sums_fixed *sums;
    size_t words, one;
    int64_t *df;
    if (jsmf_arrays_sums_real(ctx, s, "documents", &sums, &one) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (one != 1)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array whole.documents: has %zu numbers (expected 1)", s->name, one);
    *documents = jsmf_sums_value(sums[0]);
    if (jsmf_stream_add_count(ctx, &s->stream, "whole.documents", llround(*documents)) != JSMF_OK ||
        jsmf_arrays_sums_real(ctx, s, "df", &sums, &words) != JSMF_OK || !(df = jsmf_alloc(ctx, words, sizeof *df)))
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < words; i++)
        df[i] = llround(jsmf_sums_value(sums[i]));
    jsmf_stream_remove(&s->stream, "real.df");
    jsmf_stream_remove(&s->stream, "real.documents");
    return jsmf_stream_add_i64(ctx, &s->stream, "whole.df", df, 1, words);
}

/* ---- co-occurrences ---- */

/* Half of C, times its documents, without zeros. */
static jsmf_status round_cooc(jsmf_context *ctx, const jsmf_arrays_cooc *c, jsmf_sums_sparse *out)
{
    const double factor = (double)c->documents;
    jsmf_sums_fixed *packed;
    if (!c->dense)
        return jsmf_sums_sparse_round(ctx, &c->sparse, factor, out);
    if (jsmf_memory_check(ctx, jsmf_mul_sat(jsmf_sums_packed(c->n), sizeof *packed),
                          "the sums of a dense co-occurrence", JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    packed = jsmf_alloc_zero(ctx, jsmf_sums_packed(c->n), sizeof *packed);
    for (size_t i = 0; packed && i < c->n; i++)
        if (jsmf_sums_add_reals(ctx, c->n - i, packed + jsmf_sums_packed_row(c->n, i), c->dense + i * c->n + i,
                                factor) != JSMF_OK)
            break;
    if (packed && jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(jsmf_sums_sparse_of_packed(ctx, c->n, packed, out));
    free(packed);
    return jsmf_context_status(ctx);
}

static jsmf_status check_form(jsmf_context *ctx, const jsmf_stream *s)
{
    jsmf_array *a;
    if (jsmf_stream_find(s, "V") || jsmf_stream_find(s, "Y"))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: eigenpairs of shards do not add up to those of the whole (expected C, "
                         "dense or sparse)", s->name);
    if (jsmf_stream_find(s, "Hhat.data"))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: a factored co-occurrence is of its documents (expected C, dense or "
                         "sparse, or bags, which can be merged before it is made)", s->name);
    if (jsmf_stream_need(ctx, s, "unigram", &a) != JSMF_OK || jsmf_stream_need(ctx, s, "df", &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_need(ctx, s, "documents", &a);
}

static jsmf_status record(jsmf_context *ctx, const jsmf_strings *history, const char *id, jsmf_arrays_sums *out)
{
    static const char machine[] = "any", form[] = "form full";
    jsmf_strings lines = { 0 };
    out->machine = jsmf_copy(ctx, machine, 1, sizeof machine);
    /* One text of all lines: their ends are put in the place of the NULs between them. */
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_strings_add(ctx, &out->recipe, form, sizeof form - 1) != JSMF_OK ||
        jsmf_strings_copy(ctx, history, &lines) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 1; i < lines.count; i++)
        lines.pool[lines.offsets[i] - 1] = '\n';
    jsmf_recorded(jsmf_sums_shards_put(ctx, &out->shards, &(jsmf_sums_shard){ .first = -1 }, id,
                                       lines.count ? lines.pool : ""));
    jsmf_strings_free(&lines);
    return jsmf_context_status(ctx);
}

static jsmf_status of_stream(jsmf_context *ctx, jsmf_stream *s, jsmf_arrays_sums *out)
{
    jsmf_arrays_cooc c;
    jsmf_cooc_sums sums;
    int64_t *df;
    const jsmf_strings *vocab;
    if (check_form(ctx, s) != JSMF_OK || jsmf_arrays_cooc_open(ctx, s, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_cooc_sums_new(ctx, c.n, false, &sums) == JSMF_OK) {
        sums.documents = c.documents;
        jsmf_sums_sparse_free(&sums.sparse);
        df = jsmf_copy(ctx, c.df, c.n, sizeof *df);
        if (df && round_cooc(ctx, &c, &sums.sparse) == JSMF_OK &&
            jsmf_sums_add_reals(ctx, c.n, sums.unigram, c.unigram, (double)c.documents) == JSMF_OK &&
            jsmf_arrays_vocab(ctx, s, c.n, &vocab) == JSMF_OK) {
            jsmf_recorded(jsmf_arrays_sums_of_cooc(ctx, &sums, df, vocab, out));
            df = NULL;
        }
        free(df);
        jsmf_cooc_sums_free(&sums);
    }
    jsmf_arrays_cooc_free(&c);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_sums_of_stream(jsmf_context *ctx, jsmf_stream *stream, const char *id, jsmf_arrays_sums *out)
{
    *out = (jsmf_arrays_sums){ .shards = { .of = -1 } };
    if (of_stream(ctx, stream, out) == JSMF_OK && record(ctx, &stream->history, id, out) == JSMF_OK)
        out->name = jsmf_copy(ctx, stream->name, strlen(stream->name) + 1, 1);
    jsmf_stream_free(stream);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_arrays_sums_free(out);
    return jsmf_context_status(ctx);
}
