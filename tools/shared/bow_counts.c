#include "bow_counts.h"

#include "shard_record.h"

#include "jsmf/arrays.h"

#include <stdlib.h>
#include <string.h>

static jsmf_status check_none(tool_run *run, const char *option, const char *const *others, size_t count)
{
    const char *other = tool_given(run, option) ? tool_first_given(run, others, count) : NULL;
    return other ? tool_usage(run, "--%s goes without --%s", option, other) : JSMF_OK;
}

jsmf_status bow_counts_check(tool_run *run)
{
    static const char *const curating[] = { "min-df", "max-df", "top", "stop", "drop-top", "keep-words", "split",
                                            "counts-from" };
    static const char *const reading[] = { "vocab", "from", "base", "transpose", "merge-duplicates", "min-words",
                                           "match", "documents", "split", "rest", "shard", "cut", "ids" };
    if (check_none(run, "counts", curating, sizeof curating / sizeof *curating) != JSMF_OK ||
        check_none(run, "counts-from", reading, sizeof reading / sizeof *reading) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (tool_given(run, "counts-from") && run->operand_count)
        return tool_usage(run, "--counts-from reads no corpus: %s is one too many", run->operands[0]);
    return JSMF_OK;
}

static jsmf_status write_sums(tool_run *run, jsmf_arrays_sums *sums, jsmf_stream *out)
{
    if (jsmf_arrays_sums_store(run->ctx, sums, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write_unnoted(run, out);
}

jsmf_status bow_counts_make(tool_run *run, bow_corpus *c, jsmf_stream *out)
{
    jsmf_arrays_sums sums;
    if (c->shards.count == 0 && jsmf_arrays_shards_load(run->ctx, &c->stream, c->h.rows, &c->shards) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_arrays_sums_of_words(run->ctx, &c->h, &c->vocab, &sums) == JSMF_OK &&
        jsmf_arrays_recipe_copy(run->ctx, &c->stream, &sums.stream) == JSMF_OK &&
        shard_recipe_line(run, &sums.recipe, "words", "all") == JSMF_OK &&
        shard_record(run, &c->shards, &c->stream, &c->h, &c->vocab, &sums.shards) == JSMF_OK)
        jsmf_recorded(write_sums(run, &sums, out));
    jsmf_arrays_sums_free(&sums);
    return jsmf_context_status(run->ctx);
}

/* ---- a vocabulary ---- */

typedef struct counted {
    jsmf_strings vocab;
    int64_t *df, *tf;
    size_t words, documents; /* words: before curation */
} counted;

static void counted_free(counted *c)
{
    jsmf_strings_free(&c->vocab);
    free(c->df);
    free(c->tf);
}

static jsmf_status open_counts(tool_run *run, jsmf_arrays_sums *sums, counted *c)
{
    const jsmf_strings *vocab;
    int64_t *df, *tf;
    if (strcmp(sums->of, "words") != 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: sums of %s (expected words: jsmf-bow --counts makes them)",
                         sums->name, sums->of);
    if (jsmf_arrays_vocab(run->ctx, &sums->stream, 0, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab || vocab->count == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words", sums->name);
    if (jsmf_stream_integers(run->ctx, &sums->stream, "whole.df", vocab->count, &df, NULL) != JSMF_OK ||
        jsmf_stream_integers(run->ctx, &sums->stream, "whole.tf", vocab->count, &tf, NULL) != JSMF_OK ||
        jsmf_strings_copy(run->ctx, vocab, &c->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    c->words = vocab->count;
    c->df = jsmf_stream_take(&sums->stream, "whole.df");
    c->tf = jsmf_stream_take(&sums->stream, "whole.tf");
    for (size_t i = 0; i < sums->shards.count; i++)
        c->documents += (size_t)sums->shards.shards[i].rows;
    for (size_t i = 0; i < c->words; i++)
        if (c->df[i] < 0 || c->tf[i] < c->df[i] || (size_t)c->df[i] > c->documents)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: word %zu is in %lld of %zu documents, %lld times", sums->name,
                             i, (long long)c->df[i], c->documents, (long long)c->tf[i]);
    return JSMF_OK;
}

static jsmf_status curate(tool_run *run, const jsmf_arrays_sums *sums, counted *c)
{
    const bow_settings *s = run->settings;
    int64_t no_rows[] = { 0 };
    const bow_corpus corpus = { .name = sums->name, .h = { .indptr = no_rows }, .vocab = c->vocab };
    jsmf_strings stop = { 0 }, keep = { 0 };
    jsmf_corpus_curation how = { .stop = s->stop.count ? &stop : NULL, .keep = s->keep_words ? &keep : NULL,
                                 .ignore_case = s->ignore_case, .drop_top = s->drop_top, .min_df = s->min_df,
                                 .max_df = s->max_df, .top = s->top };
    jsmf_corpus_curated r;
    if (bow_read_stop(run, &corpus, &stop) == JSMF_OK && bow_read_kept(run, &corpus, &keep) == JSMF_OK &&
        jsmf_corpus_curate_counts(run->ctx, &c->vocab, c->df, c->tf, c->documents, &how, &r) == JSMF_OK &&
        c->vocab.count == 0)
        jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words left (of %zu: %zu stop words, %zu below --min-df, %zu above "
                  "--max-df)", sums->name, c->words, r.words_stopped, r.words_rare, r.words_frequent);
    jsmf_strings_free(&stop);
    jsmf_strings_free(&keep);
    if (jsmf_context_status(run->ctx) == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "%zu of %zu word%s: %zu stop words, %zu below --min-df, %zu above --max-df, "
                     "%zu below --top left out", c->vocab.count, JSMF_COUNTED(c->words), r.words_stopped, r.words_rare,
                     r.words_frequent, r.words_below_top);
    return jsmf_context_status(run->ctx);
}

static jsmf_status store_counts(tool_run *run, jsmf_arrays_sums *sums, counted *c)
{
    const size_t words = c->vocab.count;
    int64_t *df = c->df, *tf = c->tf;
    c->df = NULL;
    jsmf_stream_remove(&sums->stream, "words.shard");
    jsmf_stream_remove(&sums->stream, "words.place");
    if (jsmf_stream_add_i64(run->ctx, &sums->stream, "whole.df", df, 1, words) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    c->tf = NULL;
    if (jsmf_stream_add_i64(run->ctx, &sums->stream, "whole.tf", tf, 1, words) != JSMF_OK ||
        jsmf_stream_add_strings(run->ctx, &sums->stream, "vocab", &c->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_strings_free(&sums->recipe);
    return shard_recipe_line(run, &sums->recipe, "words", "curated");
}

jsmf_status bow_counts_curate(tool_run *run, jsmf_stream *out)
{
    const bow_settings *s = run->settings;
    jsmf_stream stream = { 0 };
    jsmf_arrays_sums sums = { .shards = { .of = -1 } };
    counted c = { .words = 0 };
    if (tool_read_file(run, s->counts_from, JSMF_SUMS, &stream) == JSMF_OK &&
        jsmf_arrays_sums_load(run->ctx, &stream, &sums) == JSMF_OK && open_counts(run, &sums, &c) == JSMF_OK &&
        jsmf_sums_shards_complete(run->ctx, &sums.shards, sums.name) == JSMF_OK &&
        curate(run, &sums, &c) == JSMF_OK && store_counts(run, &sums, &c) == JSMF_OK &&
        jsmf_arrays_sums_store(run->ctx, &sums, out) == JSMF_OK)
        jsmf_recorded(tool_write(run, out));
    jsmf_stream_free(&stream);
    jsmf_arrays_sums_free(&sums);
    counted_free(&c);
    return jsmf_context_status(run->ctx);
}
