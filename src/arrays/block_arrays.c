/* Streams of blocks of vectors: taken apart, put together, and gathered. */
#include "arrays_inner.h"

#include "npz/stream.h"
#include "cooc/cooc_inner.h"
#include "base/base_inner.h"
#include "sums/sums_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jsmf_arrays_block_free(jsmf_arrays_block *b)
{
    if (!b)
        return;
    free(b->name);
    jsmf_cooc_basis_free(&b->basis);
    jsmf_strings_free(&b->before);
    jsmf_arrays_sums_free(&b->from);
    jsmf_stream_free(&b->stream);
    *b = (jsmf_arrays_block){ .from = { .shards = { .of = -1 } } };
}

/* ---- reading ---- */

static jsmf_status take_count(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t most, size_t *out)
{
    char where[JSMF_WHERE];
    int64_t count;
    if (jsmf_stream_count(ctx, s, name, &count) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_stream_where(s, name, where);
    jsmf_stream_remove(s, name);
    *out = (size_t)count;
    if (*out <= most)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: is %zu (expected %zu or less)", where, *out, most);
}

jsmf_status jsmf_arrays_block_products(jsmf_context *ctx, jsmf_stream *s, size_t *products)
{
    int64_t count;
    if (jsmf_stream_count(ctx, s, "block.products", &count) != JSMF_OK)
        return jsmf_context_status(ctx);
    *products = (size_t)count;
    return JSMF_OK;
}

static jsmf_status take_sizes(jsmf_context *ctx, jsmf_stream *s, jsmf_cooc_basis *b)
{
    if (take_count(ctx, s, "block.words", INT32_MAX, &b->n) != JSMF_OK ||
        take_count(ctx, s, "block.width", b->n, &b->width) != JSMF_OK ||
        take_count(ctx, s, "block.topics", b->width, &b->k) != JSMF_OK ||
        take_count(ctx, s, "block.products", INT32_MAX, &b->products) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (b->k == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: a block of no topics", s->name);
    return JSMF_OK;
}

/* A matrix in memory of its own, where the stream has it there or in a spool; *out is NULL where it has not. */
static jsmf_status take_matrix(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t rows, size_t cols,
                               double **out)
{
    const jsmf_array *a = jsmf_stream_find(s, name);
    if (!a || (!a->data && !a->spool))
        return JSMF_OK;
    if (jsmf_stream_matrix(ctx, s, name, rows, cols, out, NULL) == JSMF_OK)
        *out = jsmf_stream_take(s, name);
    else
        *out = NULL;
    return jsmf_context_status(ctx);
}

/* All blocks but the first, of random vectors, and the one that is to be multiplied are among those before. */
static jsmf_status take_before(jsmf_context *ctx, jsmf_stream *s, jsmf_arrays_block *out)
{
    jsmf_cooc_basis *b = &out->basis;
    const jsmf_strings *before;
    const bool complete = !jsmf_stream_find(s, "block.X");
    const size_t most = b->products < 2 ? 0 : b->products - 1;
    if (jsmf_stream_find(s, "block.before") &&
        (jsmf_stream_strings(ctx, s, "block.before", 0, &before) != JSMF_OK ||
         jsmf_strings_copy(ctx, before, &out->before) != JSMF_OK))
        return jsmf_context_status(ctx);
    jsmf_stream_remove(s, "block.before");
    b->m = jsmf_mul_sat(out->before.count, b->width);
    if (complete ? out->before.count == 0 || out->before.count > most : out->before.count != most)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array block.before: names %zu block%s behind %zu product%s", s->name,
                         JSMF_COUNTED(out->before.count), JSMF_COUNTED(b->products));
    if (jsmf_add_sat(b->m, complete ? 0 : b->width) > b->n)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: %zu vector%s of %zu word%s", s->name, JSMF_COUNTED(b->m),
                         JSMF_COUNTED(b->n));
    return JSMF_OK;
}

static jsmf_status load(jsmf_context *ctx, jsmf_arrays_block *out)
{
    jsmf_stream *s = &out->stream;
    jsmf_cooc_basis *b = &out->basis;
    const jsmf_strings *vocab;
    if (take_sizes(ctx, s, b) != JSMF_OK || take_before(ctx, s, out) != JSMF_OK ||
        jsmf_arrays_vocab(ctx, s, b->n, &vocab) != JSMF_OK ||
        (jsmf_stream_find(s, "sums") && jsmf_arrays_sums_record_take(ctx, s, &out->from) != JSMF_OK) ||
        take_matrix(ctx, s, "block.X", b->n, b->width, &b->f) != JSMF_OK ||
        take_matrix(ctx, s, "block.H", b->m, b->m, &b->h) != JSMF_OK)
        return jsmf_context_status(ctx);
    return take_matrix(ctx, s, "block.T", b->width, b->m, &b->t);
}

jsmf_status jsmf_arrays_block_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_block *out)
{
    *out = (jsmf_arrays_block){ .stream = *stream, .from = { .shards = { .of = -1 } } };
    *stream = (jsmf_stream){ 0 };
    out->name = jsmf_copy(ctx, out->stream.name, strlen(out->stream.name) + 1, 1);
    if (!out->name || load(ctx, out) != JSMF_OK)
        jsmf_arrays_block_free(out);
    return jsmf_context_status(ctx);
}

/* ---- digests ---- */

static uint64_t digest_values(uint64_t digest, size_t count, const double *x)
{
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        digest = jsmf_random_mix(digest ^ bits);
    }
    return digest;
}

static uint64_t digest_sizes(const jsmf_cooc_basis *b, size_t products)
{
    return jsmf_random_mix(jsmf_random_mix(jsmf_random_mix(products) ^ b->n) ^ b->width);
}

static void write_digest(uint64_t digest, char text[JSMF_DIGEST_TEXT])
{
    snprintf(text, JSMF_DIGEST_TEXT, "%016" PRIx64, digest);
}

void jsmf_arrays_block_digest(const jsmf_arrays_block *block, char text[JSMF_DIGEST_TEXT])
{
    const jsmf_cooc_basis *b = &block->basis;
    write_digest(digest_values(digest_sizes(b, b->products), b->f ? b->n * b->width : 0, b->f), text);
}

/* ---- gathering ---- */

/* Columns of v = the vectors of block `place`, and its digest. */
static jsmf_status copy_block(jsmf_context *ctx, jsmf_cooc_basis *b, size_t place, jsmf_stream *s, uint64_t *digest)
{
    enum { ROWS = 256 };
    const size_t w = b->width;
    char where[JSMF_WHERE];
    double *rows = jsmf_alloc(ctx, ROWS, jsmf_mul_sat(w, sizeof *rows));
    const jsmf_array *a = jsmf_stream_find(s, "block.X");
    *digest = digest_sizes(b, place);
    if (a && (a->type != 'f' || a->item != sizeof *rows || a->dims != 2 || a->fortran || a->shape[0] != b->n ||
              a->shape[1] != w))
        jsmf_fail(ctx, JSMF_EDATA, "%s: is no matrix of %zu x %zu doubles", jsmf_stream_where(s, "block.X", where),
                  b->n, w);
    for (size_t i = 0, some; rows && a && jsmf_context_status(ctx) == JSMF_OK && i < b->n; i += some) {
        some = jsmf_least(ROWS, b->n - i);
        if (jsmf_array_read(ctx, a, i * w, some * w, rows) != JSMF_OK)
            break;
        *digest = digest_values(*digest, some * w, rows);
        for (size_t r = 0; r < some; r++)
            memcpy(b->v + (i + r) * b->ld + (place - 1) * w, rows + r * w, w * sizeof *rows);
    }
    free(rows);
    return jsmf_context_status(ctx);
}

static jsmf_status gather_one(jsmf_context *ctx, jsmf_arrays_block *last, jsmf_stream *const *earlier, size_t count,
                              size_t place)
{
    const char *expected = jsmf_strings_get(&last->before, place - 1);
    char found[JSMF_DIGEST_TEXT];
    for (size_t i = 0; i < count; i++) {
        uint64_t digest;
        size_t products = 0;
        if (jsmf_arrays_block_products(ctx, earlier[i], &products) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (products != place)
            continue;
        if (copy_block(ctx, &last->basis, place, earlier[i], &digest) != JSMF_OK)
            return jsmf_context_status(ctx);
        write_digest(digest, found);
        if (strcmp(found, expected) == 0)
            return JSMF_OK;
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is another block %zu than the one that %s was made from",
                         earlier[i]->name, place, last->name);
    }
    return jsmf_fail(ctx, JSMF_EDATA, "%s: block %zu, which it was made from, is missing (name all blocks)",
                     last->name, place);
}

jsmf_status jsmf_arrays_block_gather(jsmf_context *ctx, jsmf_arrays_block *last, jsmf_stream *const *earlier,
                                     size_t count)
{
    jsmf_cooc_basis *b = &last->basis;
    if (last->before.count == 0)
        return JSMF_OK;
    if (!b->h || !b->t)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: no array %s", last->name, b->h ? "block.T" : "block.H");
    b->ld = b->m + (b->f ? b->width : 0);
    /* The number of words is a scalar alone where a block is empty. */
    if (jsmf_memory_check(ctx, jsmf_mul_sat(jsmf_mul_sat(b->n, b->ld), sizeof *b->v), "the vectors of all blocks",
                          JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    b->v = jsmf_alloc(ctx, jsmf_mul_sat(b->n, b->ld), sizeof *b->v);
    for (size_t place = 1; b->v && place <= last->before.count; place++)
        if (gather_one(ctx, last, earlier, count, place) != JSMF_OK)
            break;
    return jsmf_context_status(ctx);
}

/* ---- writing ---- */

static jsmf_status store_sizes(jsmf_context *ctx, const jsmf_cooc_basis *b, jsmf_stream *out)
{
    if (jsmf_stream_add_count(ctx, out, "block.words", (int64_t)b->n) != JSMF_OK ||
        jsmf_stream_add_count(ctx, out, "block.width", (int64_t)b->width) != JSMF_OK ||
        jsmf_stream_add_count(ctx, out, "block.topics", (int64_t)b->k) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_count(ctx, out, "block.products", (int64_t)b->products);
}

static jsmf_status store_basis(jsmf_context *ctx, jsmf_arrays_block *block, jsmf_stream *out)
{
    jsmf_cooc_basis *b = &block->basis;
    if (store_sizes(ctx, b, out) != JSMF_OK ||
        (b->f && jsmf_stream_give_f64(ctx, out, "block.X", &b->f, 2, b->n, b->width) != JSMF_OK))
        return jsmf_context_status(ctx);
    if (b->m == 0)
        return JSMF_OK;
    if (jsmf_stream_give_f64(ctx, out, "block.H", &b->h, 2, b->m, b->m) != JSMF_OK ||
        jsmf_stream_give_f64(ctx, out, "block.T", &b->t, 2, b->width, b->m) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_strings(ctx, out, "block.before", &block->before);
}

jsmf_status jsmf_arrays_block_store(jsmf_context *ctx, jsmf_arrays_block *b, jsmf_stream *out)
{
    *out = (jsmf_stream){ 0 };
    jsmf_arrays_mark(out, JSMF_BLOCK);
    if (store_basis(ctx, b, out) == JSMF_OK &&
        (b->from.shards.count == 0 || jsmf_arrays_sums_record_store(ctx, &b->from, out) == JSMF_OK))
        jsmf_recorded(jsmf_stream_pass(ctx, &b->stream, out));
    jsmf_arrays_block_free(b);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_stream_free(out);
    return jsmf_context_status(ctx);
}
