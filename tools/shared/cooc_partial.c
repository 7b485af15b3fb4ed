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

static jsmf_status write_recipe(tool_run *run, const bag_cooc_settings *s, size_t block, size_t words,
                                jsmf_strings *recipe)
{
    char number[24];
    snprintf(number, sizeof number, "%zu", block);
    if (shard_recipe_line(run, recipe, "estimator", s->estimator == JSMF_BIASED ? "biased" : "unbiased") != JSMF_OK ||
        shard_recipe_line(run, recipe, "block", number) != JSMF_OK ||
        shard_recipe_line(run, recipe, "form", s->dense ? "dense" : s->sparse ? "sparse" : "full") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return shard_recipe_line(run, recipe, "sums", is_dense(s, words) ? "dense" : "sparse");
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

static jsmf_status check_memory(tool_run *run, const bag_cooc_settings *s, const bag_cooc_job *j)
{
    char what[96];
    const size_t words = j->h.cols, bytes = jsmf_mul_sat(jsmf_sums_packed(words), sizeof(jsmf_sums_fixed));
    if (!is_dense(s, words))
        return JSMF_OK;
    snprintf(what, sizeof what, "the dense sums of %zu word%s", JSMF_COUNTED(words));
    return tool_check_memory(run, bytes, what, "use --sparse or fewer words");
}

static jsmf_status make_sums(tool_run *run, const bag_cooc_settings *s, size_t block, bag_cooc_job *j,
                             const jsmf_sums_shards *of, jsmf_arrays_sums *out)
{
    const jsmf_array *vocab = jsmf_stream_find(&j->bag.stream, "vocab");
    const jsmf_strings *words = j->vocab.count ? &j->vocab : vocab ? &vocab->strings : NULL;
    const double start = jsmf_context_clock();
    jsmf_cooc_sums sums;
    block_sums blocks = { .estimator = (jsmf_cooc_estimator)s->estimator, .sums = &sums };
    int64_t *df;
    if (check_memory(run, s, j) != JSMF_OK ||
        jsmf_cooc_sums_new(run->ctx, j->h.cols, is_dense(s, j->h.cols), &sums) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (shard_each_block(run, j->bag.stream.name, &j->h, of, block, add_block, &blocks) == JSMF_OK &&
        jsmf_corpus_df(run->ctx, &j->h, &df) == JSMF_OK)
        jsmf_recorded(jsmf_arrays_sums_of_cooc(run->ctx, &sums, df, words, out));
    jsmf_cooc_sums_free(&sums);
    jsmf_message(run->ctx, JSMF_INFO, "%s sums in %.3f s", is_dense(s, j->h.cols) ? "dense" : "sparse",
                 jsmf_context_clock() - start);
    return jsmf_context_status(run->ctx);
}

jsmf_status cooc_partial_make(tool_run *run, const bag_cooc_settings *s, const cooc_partial_settings *p,
                              bag_cooc_job *j)
{
    jsmf_arrays_sums out = { .shards = { .of = -1 } };
    jsmf_sums_shards of;
    if (jsmf_arrays_shards_load(run->ctx, &j->bag.stream, j->h.rows, &of) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (make_sums(run, s, p->block, j, &of, &out) == JSMF_OK &&
        write_recipe(run, s, p->block, j->h.cols, &out.recipe) == JSMF_OK &&
        (out.machine = shard_machine(run->ctx)) &&
        jsmf_arrays_recipe_copy(run->ctx, &j->bag.stream, &out.stream) == JSMF_OK &&
        shard_record(run, &of, &j->h, NULL, &j->bag.stream.history, &out.shards) == JSMF_OK)
        jsmf_recorded(jsmf_arrays_sums_store(run->ctx, &out, &j->out));
    jsmf_arrays_sums_free(&out);
    jsmf_sums_shards_free(&of);
    return jsmf_context_status(run->ctx);
}
