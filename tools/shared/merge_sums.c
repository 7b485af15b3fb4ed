/* Sums of shards: added, taken away, and made a co-occurrence. */
#include "merge_job.h"

#include "jsmf/corpus.h"

/* ---- parts ---- */

/* Large arrays stay in their file. */
static jsmf_status open_part(tool_run *run, const char *path, jsmf_arrays_sums *part)
{
    jsmf_input *in;
    jsmf_stream stream = { 0 };
    if (jsmf_input_open(run->ctx, path, false, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_arrays_spool(run->ctx, in, JSMF_SUMS, &stream) == JSMF_OK)
        jsmf_recorded(jsmf_arrays_sums_load(run->ctx, &stream, part));
    jsmf_input_close(in);
    return jsmf_context_status(run->ctx);
}

static jsmf_status add_part(tool_run *run, const char *path, jsmf_sums_sign sign, jsmf_arrays_sums *to)
{
    const merge_settings *s = run->settings;
    jsmf_arrays_sums part;
    if (open_part(run, path, &part) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_arrays_sums_words_unite(run->ctx, to, &part, sign) == JSMF_OK &&
        jsmf_arrays_sums_join(run->ctx, to, &part, sign, s->mixed, s->alike) == JSMF_OK &&
        jsmf_arrays_sums_add(run->ctx, to, &part, sign) == JSMF_OK && sign < 0)
        jsmf_recorded(jsmf_arrays_sums_words_tidy(run->ctx, to));
    jsmf_arrays_sums_free(&part);
    return jsmf_context_status(run->ctx);
}

static jsmf_status add_parts(tool_run *run, jsmf_arrays_sums *to)
{
    const merge_settings *s = run->settings;
    for (size_t i = 1; i < run->operand_count; i++)
        if (add_part(run, run->operands[i], JSMF_SUMS_PLUS, to) != JSMF_OK ||
            jsmf_progress(run->ctx, "adding", (double)i / (double)run->operand_count, -1) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    if (s->remove && add_part(run, s->remove, JSMF_SUMS_MINUS, to) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return merge_check_shards(run, to);
}

jsmf_status merge_check_shards(tool_run *run, const jsmf_arrays_sums *sums)
{
    const merge_settings *s = run->settings;
    const jsmf_corpus_list how = { .label = "a shard", .repeats = JSMF_REPEATS_REFUSED };
    jsmf_strings list = { 0 };
    if (s->expect && jsmf_corpus_list_read(run->ctx, s->expect, &how, &list) == JSMF_OK)
        jsmf_recorded(jsmf_sums_shards_expect(run->ctx, &sums->shards, sums->name, &list, s->expect));
    jsmf_strings_free(&list);
    if (!s->finish || jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_sums_shards_complete(run->ctx, &sums->shards, sums->name);
}

/* ---- the co-occurrence ---- */

static void warn(tool_run *run, const jsmf_arrays_sums *s, const jsmf_stream *out)
{
    const jsmf_array *unigram = jsmf_stream_find(out, "unigram"), *documents = jsmf_stream_find(out, "documents");
    const size_t words = jsmf_array_count(unigram);
    const double *mass = unigram->data;
    int64_t rows = 0, left_out;
    size_t massless = 0;
    for (size_t i = 0; i < s->shards.count; i++)
        rows += s->shards.shards[i].rows;
    left_out = rows - *(const int64_t *)documents->data;
    for (size_t i = 0; i < words; i++)
        massless += mass[i] == 0;
    if (left_out > 0)
        jsmf_message(run->ctx, JSMF_WARNING, "%lld of %lld document%s of too few tokens: left out of the "
                     "co-occurrence", (long long)left_out, JSMF_COUNTED((long long)rows));
    if (massless)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu word%s in no document of enough tokens: without mass",
                     massless, JSMF_COUNTED(words));
}

jsmf_status merge_finish(tool_run *run, jsmf_arrays_sums *sums, double divisor, jsmf_stream *out)
{
    if (jsmf_arrays_sums_finish(run->ctx, sums, divisor, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (divisor == 0)
        warn(run, sums, out);
    return jsmf_sums_shards_lines(run->ctx, &sums->shards, &out->history);
}

jsmf_status merge_sums(tool_run *run, jsmf_stream *first, jsmf_stream *out)
{
    const merge_settings *s = run->settings;
    jsmf_arrays_sums sums;
    if (jsmf_arrays_sums_load(run->ctx, first, &sums) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (add_parts(run, &sums) == JSMF_OK)
        jsmf_recorded(s->finish ? merge_finish(run, &sums, 0, out)
                                : jsmf_arrays_sums_store(run->ctx, &sums, out));
    jsmf_arrays_sums_free(&sums);
    return jsmf_context_status(run->ctx);
}
