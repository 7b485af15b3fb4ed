/* From a block of vectors and the sums of its products to the next one, and to eigenpairs. */
#include "arrays_inner.h"

#include "npz/stream.h"
#include "cooc/cooc_inner.h"
#include "base/base_inner.h"
#include "sums/sums_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *id_of(const jsmf_sums_shards *s, size_t i) { return jsmf_strings_get(&s->ids, i); }

/* ---- whether the sums are those that are wanted ---- */

/* Sums of another block have another digest, whatever place they say. */
static jsmf_status check_block(jsmf_context *ctx, const jsmf_arrays_block *b, const jsmf_arrays_sums *s)
{
    char digest[JSMF_DIGEST_TEXT];
    const char *times = jsmf_sums_recipe_value(&s->recipe, "times");
    const char *place = jsmf_sums_recipe_value(&s->recipe, "pass");
    const char *shard = id_of(&s->shards, 0);
    jsmf_arrays_block_digest(b, digest);
    if (strcmp(s->of, "times") != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s: sums of %s (expected times)", s->name, shard, s->of);
    if (times && strcmp(times, digest) == 0)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s: is of block %s, %.16s (expected block %zu, %s, as %s)", s->name,
                     shard, place ? place : "unknown", times ? times : "unknown", b->basis.products, digest, b->name);
}

jsmf_status jsmf_arrays_block_check_words(jsmf_context *ctx, const jsmf_arrays_block *b, const char *name,
                                          const char *shard, size_t count, const jsmf_strings *words)
{
    const jsmf_strings *ours;
    size_t i = 0;
    if (jsmf_arrays_vocab(ctx, &b->stream, b->basis.n, &ours) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (count != b->basis.n)
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_SHARDS_OF_ONE_VOCABULARY, 0,
                                "%s: shard %s: %zu word%s (expected %zu, as %s)", name, shard, JSMF_COUNTED(count),
                                b->basis.n, b->name);
    if (!ours || !words)
        return JSMF_OK;
    while (i < count && strcmp(jsmf_strings_get(ours, i), jsmf_strings_get(words, i)) == 0)
        i++;
    if (i == count)
        return JSMF_OK;
    return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_SHARDS_OF_ONE_VOCABULARY, 0,
                            "%s: shard %s: word %zu is %.80s (expected %.80s, as %s)", name, shard, i,
                            jsmf_strings_get(words, i), jsmf_strings_get(ours, i), b->name);
}

static jsmf_status check_words(jsmf_context *ctx, const jsmf_arrays_block *b, const jsmf_arrays_sums *s)
{
    const jsmf_strings *words;
    jsmf_sums_fixed *unigram;
    size_t count;
    if (jsmf_arrays_sums_real(ctx, s, "unigram", &unigram, &count) != JSMF_OK ||
        jsmf_arrays_vocab(ctx, &s->stream, count, &words) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_arrays_block_check_words(ctx, b, s->name, id_of(&s->shards, 0), count, words);
}

/* Options other than the block's. */
static jsmf_status check_recipe(jsmf_context *ctx, const jsmf_arrays_block *b, const jsmf_arrays_sums *s)
{
    static const char *const keys[] = { "estimator", "block" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const char *found = jsmf_sums_recipe_value(&s->recipe, keys[i]);
        const char *expected = jsmf_sums_recipe_value(&b->from.recipe, keys[i]);
        if (found && expected && strcmp(found, expected) != 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s: made with %s %s (expected %s, as in the products before)",
                             s->name, id_of(&s->shards, 0), keys[i], found, expected);
    }
    return JSMF_OK;
}

static bool same_shard(const jsmf_sums_shards *a, size_t i, const jsmf_sums_shards *b, size_t j)
{
    return a->shards[i].first == b->shards[j].first && strcmp(id_of(a, i), id_of(b, j)) == 0;
}

static size_t find_shard(const jsmf_sums_shards *in, const jsmf_sums_shards *of, size_t i)
{
    size_t j = i;
    if (j < in->count && same_shard(of, i, in, j))
        return j;
    for (j = 0; j < in->count && !same_shard(of, i, in, j);)
        j++;
    return j;
}

/* All products are of the same documents. */
static jsmf_status check_shards(jsmf_context *ctx, const jsmf_arrays_block *b, const jsmf_arrays_sums *s)
{
    const jsmf_sums_shards *before = &b->from.shards, *now = &s->shards;
    if (jsmf_sums_shards_complete(ctx, now, s->name) != JSMF_OK || before->count == 0)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < before->count; i++) {
        const size_t j = find_shard(now, before, i);
        if (j == now->count)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s is missing, which was in the products before", s->name,
                             id_of(before, i));
        if (now->shards[j].digest != before->shards[i].digest || now->shards[j].rows != before->shards[i].rows)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s has other documents than in the products before", s->name,
                             id_of(before, i));
    }
    for (size_t i = 0; i < now->count; i++)
        if (find_shard(before, now, i) == before->count)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s was not in the products before", s->name, id_of(now, i));
    return JSMF_OK;
}

/* ---- what they hold ---- */

/* out (count) = sums divided by the number of documents; the sums may lie outside memory. */
static jsmf_status divide_sums(jsmf_context *ctx, const jsmf_array *a, size_t count, int64_t documents, double *out)
{
    enum { PIECE = 1 << 15 };
    jsmf_sums_fixed *piece = jsmf_alloc(ctx, jsmf_least(count, PIECE), sizeof *piece);
    for (size_t first = 0, some; piece && first < count; first += some) {
        some = jsmf_least(count - first, PIECE);
        if (jsmf_array_read(ctx, a, 2 * first, 2 * some, piece) != JSMF_OK)
            break;
        for (size_t i = 0; i < some; i++)
            out[first + i] = jsmf_sums_value(piece[i]) / (double)documents;
    }
    free(piece);
    return jsmf_context_status(ctx);
}

/* *out (count) = the means that real.NAME holds the sums of. */
static jsmf_status read_means(jsmf_context *ctx, const jsmf_arrays_sums *s, const char *name, size_t count,
                              int64_t documents, double **out)
{
    const jsmf_array *a = jsmf_stream_find(&s->stream, name);
    *out = NULL;
    if (!a || jsmf_array_count(a) != 2 * count)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: has %zu sum%s (expected %zu)", s->name, name,
                         JSMF_COUNTED(a ? jsmf_array_count(a) / 2 : 0), count);
    *out = jsmf_alloc(ctx, count, sizeof **out);
    if (*out && divide_sums(ctx, a, count, documents, *out) != JSMF_OK) {
        free(*out);
        *out = NULL;
    }
    return jsmf_context_status(ctx);
}

static jsmf_status read_documents(jsmf_context *ctx, jsmf_arrays_sums *s, int64_t *documents)
{
    if (jsmf_stream_count(ctx, &s->stream, "whole.documents", documents) != JSMF_OK || *documents > 0)
        return jsmf_context_status(ctx);
    return jsmf_fail(ctx, JSMF_EDATA, "%s: no document entered these sums: there is no co-occurrence", s->name);
}

/* What no documents give would be refused wherever the next block is read. */
static jsmf_status check_means(jsmf_context *ctx, const jsmf_arrays_sums *s, size_t n, const double *unigram)
{
    for (size_t i = 0; i < n; i++)
        if (!jsmf_arrays_is_share(unigram[i]))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: array real.unigram: word %zu has %g a document (expected 0 to 1)",
                             s->name, i, unigram[i]);
    return JSMF_OK;
}

/* What the sums tell of words and documents becomes the block's. */
static jsmf_status take_words(jsmf_context *ctx, jsmf_arrays_block *b, jsmf_arrays_sums *s, int64_t documents)
{
    const size_t n = b->basis.n;
    double *unigram;
    int64_t *df;
    if (read_means(ctx, s, "real.unigram", n, documents, &unigram) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (check_means(ctx, s, n, unigram) != JSMF_OK) {
        free(unigram);
        return jsmf_context_status(ctx);
    }
    if (jsmf_stream_add_f64(ctx, &b->stream, "unigram", unigram, 1, n, 1) != JSMF_OK ||
        jsmf_stream_add_count(ctx, &b->stream, "documents", documents) != JSMF_OK ||
        jsmf_arrays_sums_take_df(ctx, s, n, &df) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_i64(ctx, &b->stream, "df", df, 1, n);
}

/* The sums go before the basis grows. */
static jsmf_status take_image(jsmf_context *ctx, jsmf_arrays_block *b, jsmf_arrays_sums *s, double **image)
{
    const size_t count = b->basis.f ? b->basis.n * b->basis.width : 0;
    int64_t documents;
    *image = NULL;
    if (read_documents(ctx, s, &documents) != JSMF_OK ||
        read_means(ctx, s, "real.times", count, documents, image) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_stream_remove(&s->stream, "real.times");
    return take_words(ctx, b, s, documents);
}

/* The block that has been multiplied is among those of the basis, unless it is the first, of random vectors. */
static jsmf_status note_block(jsmf_context *ctx, jsmf_arrays_block *b)
{
    char digest[JSMF_DIGEST_TEXT];
    if (!b->basis.f || b->basis.products == 0)
        return JSMF_OK;
    jsmf_arrays_block_digest(b, digest);
    return jsmf_strings_add(ctx, &b->before, digest, strlen(digest));
}

jsmf_status jsmf_arrays_block_take(jsmf_context *ctx, jsmf_arrays_block *b, jsmf_arrays_sums *s)
{
    double *image = NULL;
    if (check_block(ctx, b, s) == JSMF_OK && check_words(ctx, b, s) == JSMF_OK && check_recipe(ctx, b, s) == JSMF_OK &&
        check_shards(ctx, b, s) == JSMF_OK && take_image(ctx, b, s, &image) == JSMF_OK &&
        note_block(ctx, b) == JSMF_OK && jsmf_cooc_basis_take(ctx, &b->basis, image) == JSMF_OK) {
        jsmf_stream_free(&s->stream);
        jsmf_arrays_sums_free(&b->from);
        b->from = *s;
        *s = (jsmf_arrays_sums){ .shards = { .of = -1 } };
    }
    free(image);
    return jsmf_context_status(ctx);
}

/* ---- the end ---- */

jsmf_status jsmf_arrays_block_finish(jsmf_context *ctx, jsmf_arrays_block *b, double *residual, jsmf_stream *out)
{
    const size_t n = b->basis.n, k = b->basis.k;
    double *v = jsmf_alloc(ctx, n, jsmf_mul_sat(k, sizeof *v)), *d = jsmf_alloc(ctx, k, sizeof *d);
    *out = (jsmf_stream){ 0 };
    jsmf_arrays_mark(out, JSMF_COOC);
    if (b->before.count == 0)
        jsmf_fail(ctx, JSMF_EDATA, "%s: no eigenpairs behind %zu product%s (expected 2 products or more)", b->name,
                  JSMF_COUNTED(b->basis.products));
    if (jsmf_context_status(ctx) == JSMF_OK && jsmf_cooc_basis_pairs(ctx, &b->basis, v, d) == JSMF_OK &&
        jsmf_stream_give_f64(ctx, out, "V", &v, 2, n, k) == JSMF_OK &&
        jsmf_stream_give_f64(ctx, out, "D", &d, 1, k, 1) == JSMF_OK)
        jsmf_recorded(jsmf_stream_pass(ctx, &b->stream, out));
    *residual = b->basis.residual;
    free(v);
    free(d);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_stream_free(out);
    return jsmf_context_status(ctx);
}
