#include "cooc_partial.h"

#include "shard_blocks.h"
#include "shard_record.h"

#include "jsmf/arrays.h"
#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words up to which sums are dense where no option says so: a rule of the words' number alone, so that all shards keep
 * to it. */
enum { MOST_DENSE_WORDS = 4096 };

static bool is_dense(const bag_cooc_settings *s, size_t words)
{
    return s->dense || (!s->sparse && words <= MOST_DENSE_WORDS);
}

/* ---- the record ---- */

static jsmf_status write_number(tool_run *run, jsmf_strings *recipe, const char *key, size_t value)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", value);
    return shard_recipe_line(run, recipe, key, number);
}

/* What was summed up in which form; of products with vectors which these were. */
static jsmf_status write_form(tool_run *run, const bag_cooc_settings *s, const jsmf_arrays_block *times, size_t words,
                              jsmf_strings *recipe)
{
    char digest[JSMF_DIGEST_TEXT];
    if (!times) {
        const char *form = s->dense ? "dense" : s->sparse ? "sparse" : "full";
        return shard_recipe_line(run, recipe, "form", form) == JSMF_OK
                   ? shard_recipe_line(run, recipe, "sums", is_dense(s, words) ? "dense" : "sparse")
                   : jsmf_context_status(run->ctx);
    }
    jsmf_arrays_block_digest(times, digest);
    if (write_number(run, recipe, "pass", times->basis.products) == JSMF_OK)
        jsmf_recorded(shard_recipe_line(run, recipe, "times", digest));
    return jsmf_context_status(run->ctx);
}

static jsmf_status write_recipe(tool_run *run, const bag_cooc_settings *s, size_t block,
                                const jsmf_arrays_block *times, size_t words, jsmf_strings *recipe)
{
    if (shard_recipe_line(run, recipe, "estimator", s->estimator == JSMF_BIASED ? "biased" : "unbiased") != JSMF_OK ||
        write_number(run, recipe, "block", block) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return write_form(run, s, times, words, recipe);
}

/* ---- the sums ---- */

typedef struct block_sums {
    jsmf_cooc_estimator estimator;
    jsmf_cooc_sums *sums;
} block_sums;

static jsmf_status add_block(jsmf_context *ctx, void *arg, const jsmf_csr *block, size_t first)
{
    const block_sums *b = arg;
    (void)first;
    return jsmf_cooc_sums_add(ctx, block, b->estimator, b->sums);
}

/* What is summed up, and where to. */
typedef struct partial {
    const bag_cooc_settings *s;
    const cooc_partial_settings *p;
    bag_cooc_job *j;
    jsmf_sums_shards of;
    jsmf_arrays_block *times; /* NULL where C itself is summed up */
} partial;

/* A copy of the block, its factors and their transpose. */
static size_t block_bytes(const partial *w, size_t rows)
{
    enum { FACTOR = sizeof(double) + sizeof(int32_t) };
    const size_t entries = shard_blocks_entries(&w->j->h, &w->of, w->p->block);
    const size_t ends = jsmf_mul_sat(jsmf_add_sat(rows, 2 * w->j->h.cols), sizeof(int64_t));
    return jsmf_add_sat(shard_blocks_bytes(rows, entries), jsmf_add_sat(ends, jsmf_mul_sat(entries, 2 * FACTOR)));
}

static jsmf_status check_memory(tool_run *run, const partial *w)
{
    enum { SUM_AND_PRODUCT = sizeof(jsmf_sums_fixed) + 2 * sizeof(double) };
    char what[96];
    const size_t words = w->j->h.cols, rows = jsmf_least(w->j->h.rows, w->p->block), block = block_bytes(w, rows);
    size_t bytes = jsmf_add_sat(block, jsmf_mul_sat(jsmf_sums_packed(words), sizeof(jsmf_sums_fixed)));
    if (w->times) {
        const size_t width = w->times->basis.width;
        bytes = jsmf_mul_sat(width, jsmf_add_sat(jsmf_mul_sat(words, SUM_AND_PRODUCT), rows * sizeof(double)));
        bytes = jsmf_add_sat(block, bytes);
        snprintf(what, sizeof what, "the sums of %zu vectors of %zu word%s", width, JSMF_COUNTED(words));
        return tool_check_memory(run, bytes, what, "use fewer words, a smaller -k, or a smaller --block");
    }
    if (!is_dense(w->s, words))
        return JSMF_OK;
    snprintf(what, sizeof what, "the dense sums of %zu word%s", JSMF_COUNTED(words));
    return tool_check_memory(run, bytes, what, "use --sparse or fewer words");
}

static const jsmf_strings *words_of(const bag_cooc_job *j)
{
    const jsmf_array *vocab = jsmf_stream_find(&j->bag.stream, "vocab");
    return j->vocab.count ? &j->vocab : vocab ? &vocab->strings : NULL;
}

static jsmf_status new_sums(tool_run *run, const partial *w, jsmf_cooc_sums *sums)
{
    const size_t words = w->j->h.cols;
    if (!w->times)
        return jsmf_cooc_sums_new(run->ctx, words, is_dense(w->s, words), sums);
    return jsmf_cooc_sums_new_times(run->ctx, words, w->times->basis.f ? w->times->basis.width : 0, w->times->basis.f,
                                    sums);
}

static jsmf_status make_sums(tool_run *run, const partial *w, jsmf_arrays_sums *out)
{
    const bag_cooc_job *j = w->j;
    const double start = jsmf_context_clock();
    jsmf_cooc_sums sums;
    block_sums blocks = { .estimator = (jsmf_cooc_estimator)w->s->estimator, .sums = &sums };
    int64_t *df;
    if (check_memory(run, w) != JSMF_OK || new_sums(run, w, &sums) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (shard_each_block(run, j->bag.stream.name, &j->h, &w->of, w->p->block, add_block, &blocks) == JSMF_OK &&
        jsmf_corpus_df(run->ctx, &j->h, &df) == JSMF_OK &&
        jsmf_arrays_sums_of_cooc(run->ctx, &sums, df, words_of(j), out) == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "%s sums in %.3f s",
                     w->times ? "vectors'" : is_dense(w->s, j->h.cols) ? "dense" : "sparse",
                     jsmf_context_clock() - start);
    jsmf_cooc_sums_free(&sums);
    return jsmf_context_status(run->ctx);
}

/* H and T, which only the next step needs, are read past. */
static jsmf_status read_times(tool_run *run, const partial *w, jsmf_arrays_block *times)
{
    static const char *const wanted[] = {
        "block.words", "block.width", "block.topics", "block.products", "block.before", "block.X", "vocab", "sums",
        "sums.recipe", "sums.machine", "sums.shards", "sums.first", "sums.rows", "sums.digests", "sums.histories",
        "sums.documents" };
    jsmf_stream stream;
    if (tool_scan_file(run, w->p->times, JSMF_BLOCK, wanted, sizeof wanted / sizeof *wanted, &stream) != JSMF_OK ||
        jsmf_arrays_block_load(run->ctx, &stream, times) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* A docword has no stream, whose name that would be. */
    const char *name = w->j->bag.stream.name ? w->j->bag.stream.name : tool_operand(run, 0);
    return jsmf_arrays_block_check_words(run->ctx, times, name, jsmf_strings_get(&w->of.ids, 0), w->j->h.cols,
                                         words_of(w->j));
}

static jsmf_status make_part(tool_run *run, const partial *w, jsmf_arrays_sums *out)
{
    bag_cooc_job *j = w->j;
    if (make_sums(run, w, out) == JSMF_OK &&
        write_recipe(run, w->s, w->p->block, w->times, j->h.cols, &out->recipe) == JSMF_OK &&
        (out->machine = shard_machine(run->ctx)) &&
        jsmf_arrays_recipe_copy(run->ctx, &j->bag.stream, &out->stream) == JSMF_OK &&
        shard_record(run, &w->of, &j->bag.stream, &j->h, NULL, &out->shards) == JSMF_OK)
        jsmf_recorded(jsmf_arrays_sums_store(run->ctx, out, &j->out));
    return jsmf_context_status(run->ctx);
}

jsmf_status cooc_partial_make(tool_run *run, const bag_cooc_settings *s, const cooc_partial_settings *p,
                              bag_cooc_job *j)
{
    partial w = { .s = s, .p = p, .j = j };
    jsmf_arrays_sums out = { .shards = { .of = -1 } };
    jsmf_arrays_block times = { .from = { .shards = { .of = -1 } } };
    if (jsmf_arrays_shards_load(run->ctx, &j->bag.stream, j->h.rows, &w.of) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (p->times)
        w.times = &times;
    if (!p->times || read_times(run, &w, &times) == JSMF_OK)
        jsmf_recorded(make_part(run, &w, &out));
    jsmf_arrays_block_free(&times);
    jsmf_arrays_sums_free(&out);
    jsmf_sums_shards_free(&w.of);
    return jsmf_context_status(run->ctx);
}
