/* Streams of sums from hostile arrays: a good stream is changed as the bytes say, then read, added to a good one or
 * taken from it, finished and stored. So are blocks of vectors and the sums of their products, which are taken a step
 * further. */
#include "jsmf/arrays.h"

#include "edits.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY = 64 << 20, WORDS = 5, ROWS = 4, BLOCKS = 3 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static jsmf_status make_words(jsmf_context *ctx, jsmf_strings *words)
{
    static const char letters[] = "abcde";
    for (size_t i = 0; i < WORDS; i++)
        if (jsmf_strings_add(ctx, words, letters + i, 1) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

static jsmf_status make_shards(jsmf_context *ctx, const char *ids, jsmf_sums_shards *out)
{
    for (uint64_t digest = 7; *ids; ids++) {
        const char id[] = { *ids, '\0' };
        const jsmf_sums_shard shard = { .first = -1, .rows = ROWS, .digest = digest++ * (uint64_t)*ids };
        if (jsmf_sums_shards_put(ctx, out, &shard, id, "line\nanother") != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status sum_up(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *words, uint8_t how,
                          jsmf_arrays_sums *out)
{
    jsmf_cooc_sums c;
    int64_t *df;
    if (how & 1)
        return jsmf_arrays_sums_of_words(ctx, h, words, out);
    if (jsmf_cooc_sums_new(ctx, WORDS, how & 2, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_cooc_sums_add(ctx, h, JSMF_UNBIASED, &c) == JSMF_OK && (df = jsmf_alloc_zero(ctx, WORDS, sizeof *df)))
        jsmf_recorded(jsmf_arrays_sums_of_cooc(ctx, &c, df, words, out));
    jsmf_cooc_sums_free(&c);
    return jsmf_context_status(ctx);
}

static int64_t indptr[] = { 0, 2, 4, 5, 8 };
static int32_t indices[] = { 0, 1, 1, 3, 2, 0, 3, 4 }, counts[] = { 1, 2, 1, 1, 5, 1, 3, 2 };
static const jsmf_csr h = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices, .counts = counts };

/* how: whether they are of words, and else whether they are dense. */
static jsmf_status make_stream(jsmf_context *ctx, uint8_t how, const char *ids, jsmf_stream *out)
{
    jsmf_strings words = { 0 };
    jsmf_arrays_sums sums = { .shards = { .of = -1 } };
    if (make_words(ctx, &words) == JSMF_OK && sum_up(ctx, &h, &words, how, &sums) == JSMF_OK &&
        make_shards(ctx, ids, &sums.shards) == JSMF_OK &&
        jsmf_strings_add(ctx, &sums.recipe, "form full", 9) == JSMF_OK &&
        (sums.machine || (sums.machine = jsmf_copy(ctx, "any", 1, 4))) &&
        jsmf_arrays_sums_store(ctx, &sums, out) == JSMF_OK)
        out->name = jsmf_copy(ctx, ids, 1, strlen(ids) + 1);
    jsmf_arrays_sums_free(&sums);
    jsmf_strings_free(&words);
    return jsmf_context_status(ctx);
}

/* The sums of C times a block. */
static jsmf_status make_product(jsmf_context *ctx, const jsmf_arrays_block *b, jsmf_stream *out)
{
    char line[6 + JSMF_DIGEST_TEXT] = "times ";
    jsmf_arrays_sums sums = { .shards = { .of = -1 } };
    jsmf_cooc_sums c;
    int64_t *df = jsmf_alloc_zero(ctx, WORDS, sizeof *df);
    jsmf_arrays_block_digest(b, line + 6);
    if (!df || jsmf_cooc_sums_new_times(ctx, WORDS, b->basis.width, b->basis.f, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_cooc_sums_add(ctx, &h, JSMF_UNBIASED, &c) == JSMF_OK &&
        jsmf_arrays_sums_of_cooc(ctx, &c, df, NULL, &sums) == JSMF_OK &&
        make_shards(ctx, "xy", &sums.shards) == JSMF_OK &&
        jsmf_strings_add(ctx, &sums.recipe, line, strlen(line)) == JSMF_OK &&
        (sums.machine = jsmf_copy(ctx, "any", 1, 4)) && jsmf_arrays_sums_store(ctx, &sums, out) == JSMF_OK)
        out->name = jsmf_copy(ctx, "product", 1, 8);
    jsmf_cooc_sums_free(&c);
    jsmf_arrays_sums_free(&sums);
    return jsmf_context_status(ctx);
}

/* *b as it is read from the last of `count` streams, the others of which are those before. */
static jsmf_status open_block(jsmf_context *ctx, jsmf_stream *streams, size_t count, jsmf_arrays_block *b)
{
    jsmf_stream *earlier[BLOCKS], last = { 0 };
    for (size_t i = 0; i + 1 < count; i++)
        earlier[i] = &streams[i];
    if (jsmf_stream_copy(ctx, &streams[count - 1], &last) != JSMF_OK ||
        jsmf_arrays_block_load(ctx, &last, b) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_arrays_block_gather(ctx, b, earlier, count - 1);
}

/* Streams of three blocks in a row, and the last one's product. */
static jsmf_status make_blocks(jsmf_context *ctx, jsmf_stream *streams, jsmf_stream *product)
{
    jsmf_arrays_block b = { .from = { .shards = { .of = -1 } } };
    const jsmf_cooc_passes_options o = { .k = 1, .passes = BLOCKS + 1 };
    if (jsmf_cooc_basis_begin(ctx, WORDS, &o, &b.basis) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < BLOCKS; i++) {
        jsmf_arrays_sums sums = { .shards = { .of = -1 } };
        jsmf_arrays_mark(&b.stream, JSMF_BLOCK);
        if (jsmf_arrays_block_store(ctx, &b, &streams[i]) != JSMF_OK ||
            !(streams[i].name = jsmf_copy(ctx, "block", 1, 6)) || open_block(ctx, streams, i + 1, &b) != JSMF_OK ||
            make_product(ctx, &b, product) != JSMF_OK)
            break;
        if (i + 1 < BLOCKS && jsmf_arrays_sums_load(ctx, product, &sums) == JSMF_OK)
            jsmf_recorded(jsmf_arrays_block_take(ctx, &b, &sums));
        jsmf_arrays_sums_free(&sums);
    }
    jsmf_arrays_block_free(&b);
    return jsmf_context_status(ctx);
}

/* ---- what is done with them ---- */

static void use(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part, jsmf_sums_sign sign)
{
    jsmf_stream out = { 0 };
    if (jsmf_arrays_sums_words_unite(ctx, to, part, sign) == JSMF_OK &&
        jsmf_arrays_sums_join(ctx, to, part, sign, true, false) == JSMF_OK &&
        jsmf_arrays_sums_add(ctx, to, part, sign) == JSMF_OK && jsmf_arrays_sums_words_tidy(ctx, to) == JSMF_OK)
        jsmf_recorded(jsmf_sums_shards_complete(ctx, &to->shards, "fuzz"));
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(sign > 0 ? jsmf_arrays_sums_store(ctx, to, &out) : jsmf_arrays_sums_finish(ctx, to, 0, &out));
    jsmf_stream_free(&out);
}

static void step(jsmf_context *ctx, uint8_t how, jsmf_stream *streams, jsmf_stream *product)
{
    jsmf_arrays_block b = { .from = { .shards = { .of = -1 } } };
    jsmf_arrays_sums sums = { .shards = { .of = -1 } };
    jsmf_stream out = { 0 };
    double residual;
    if (open_block(ctx, streams, BLOCKS, &b) == JSMF_OK && jsmf_arrays_sums_load(ctx, product, &sums) == JSMF_OK &&
        jsmf_arrays_block_take(ctx, &b, &sums) == JSMF_OK)
        jsmf_recorded(how & 8 ? jsmf_arrays_block_store(ctx, &b, &out)
                              : jsmf_arrays_block_finish(ctx, &b, &residual, &out));
    jsmf_arrays_block_free(&b);
    jsmf_arrays_sums_free(&sums);
    jsmf_stream_free(&out);
}

static void run_blocks(jsmf_context *ctx, uint8_t how, const uint8_t *bytes, size_t length)
{
    jsmf_stream streams[BLOCKS + 1] = { { 0 } }, *changed = &streams[(how >> 5) % (BLOCKS + 1)];
    if (make_blocks(ctx, streams, &streams[BLOCKS]) != JSMF_OK)
        abort();
    for (size_t at = 0; at + EDIT <= length && changed->count > 1; at += EDIT)
        edit(changed, bytes + at);
    step(ctx, how, streams, &streams[BLOCKS]);
    for (size_t i = 0; i <= BLOCKS; i++)
        jsmf_stream_free(&streams[i]);
}

static void run(jsmf_context *ctx, uint8_t how, const uint8_t *bytes, size_t length)
{
    jsmf_stream good = { 0 }, changed = { 0 };
    jsmf_arrays_sums a = { .shards = { .of = -1 } }, b = a;
    const jsmf_sums_sign sign = how & 4 ? JSMF_SUMS_PLUS : JSMF_SUMS_MINUS;
    if (make_stream(ctx, how, "xyz", &good) != JSMF_OK ||
        make_stream(ctx, how, sign > 0 ? "uv" : "y", &changed) != JSMF_OK)
        abort();
    for (size_t at = 0; at + EDIT <= length && good.count > 1 && changed.count > 1; at += EDIT)
        edit(how & 8 ? &good : &changed, bytes + at);
    if (jsmf_arrays_sums_load(ctx, &good, &a) == JSMF_OK && jsmf_arrays_sums_load(ctx, &changed, &b) == JSMF_OK)
        use(ctx, &a, &b, sign);
    jsmf_arrays_sums_free(&a);
    jsmf_arrays_sums_free(&b);
    jsmf_stream_free(&good);
    jsmf_stream_free(&changed);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    if (ctx && length > 0) {
        jsmf_context_set_memory(ctx, MEMORY);
        (bytes[0] & 16 ? run_blocks : run)(ctx, bytes[0], bytes + 1, length - 1);
    }
    jsmf_context_free(ctx);
    return 0;
}
