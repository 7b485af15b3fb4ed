#include "cooc_job.h"

#include "jsmf/anchors.h"
#include "jsmf/model.h"

#include <stdio.h>
#include <stdlib.h>

void cooc_job_free(cooc_job *j)
{
    jsmf_arrays_cooc_free(&j->source);
    jsmf_stream_free(&j->in);
    jsmf_stream_free(&j->out);
    free(j->unigram);
}

jsmf_status cooc_need_topics(tool_run *run)
{
    return tool_given(run, "topics") ? JSMF_OK : tool_usage(run, "how many topics? Name them with -k");
}

/* A C that was rectified for fewer topics still has more eigenvalues, by what was clipped, but little stands behind
 * them. */
static void warn_of_rank(tool_run *run, const cooc_job *j, size_t topics)
{
    const size_t rank = j->source.rectified.k;
    if (j->in.kind == JSMF_RECTIFIED && rank > 0 && topics > rank && topics <= j->source.n)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: rectified for %zu topic%s: of %zu, those beyond are vague (rectify "
                     "the original co-occurrence with -k %zu)", j->in.name, JSMF_COUNTED(rank), topics, topics);
}

/* Said before the work. Topics of rare words show themselves at the end else. Where there are fewer than ten documents
 * a topic, no word is frequent. */
static void warn_of_rare_words(tool_run *run, const cooc_job *j, size_t topics)
{
    const jsmf_arrays_cooc *source = &j->source;
    int64_t least;
    size_t words;
    if (!source->df || j->in.kind != JSMF_COOC || (source->documents && (uint64_t)source->documents / 10 < topics))
        return;
    words = jsmf_anchors_frequent_words(source->n, source->df, source->documents, &least);
    if (words < topics)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: only %zu word%s of at least %lld documents for %zu topic%s: some "
                     "anchors will be rare words, whose topics mean little (use a smaller -k, or keep more of the "
                     "frequent words)", j->in.name, JSMF_COUNTED(words), (long long)least, JSMF_COUNTED(topics));
}

jsmf_status cooc_choose_topics(tool_run *run, const cooc_job *j, size_t topics, size_t *k)
{
    *k = topics ? topics : j->rank;
    if (*k == 0)
        return tool_usage(run, "how many topics? Name them with -k (%s holds no Y or V that tells)", j->in.name);
    warn_of_rank(run, j, *k);
    return JSMF_OK;
}

jsmf_status cooc_need_df(tool_run *run, const cooc_job *j, size_t min_df)
{
    if (min_df == 0 || j->source.df)
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array df, which --min-df needs (streams of jsmf-cooc have it)",
                     j->in.name);
}

static size_t columns_of(const jsmf_stream *stream, const char *name)
{
    const jsmf_array *a = jsmf_stream_find(stream, name);
    return a && a->dims == 2 ? a->shape[1] : 0;
}

jsmf_status cooc_check_rank(tool_run *run, cooc_job *j, size_t topics)
{
    const char *name = jsmf_arrays_is_compressed(&j->in) ? "Y" : "V";
    const size_t rank = columns_of(&j->in, name), factors = columns_of(&j->in, "Y");
    j->rank = factors ? factors : rank;
    if (rank == 0 || topics <= rank)
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EUSAGE, "%s: %zu topic%s of a co-occurrence of rank %zu, the columns of %s (use "
                     "-k %zu or less)", j->in.name, JSMF_COUNTED(topics), rank, name, rank);
}

jsmf_status cooc_check_columns(tool_run *run, const jsmf_stream *in, size_t topics)
{
    const size_t columns = columns_of(in, "Y");
    if (!tool_given(run, "topics") || columns == 0 || topics == columns)
        return JSMF_OK;
    return tool_usage(run, "-k %zu, but %s holds a Y of %zu column%s, which are its topics (leave -k out, or compress "
                      "the co-occurrence again with -k %zu)", topics, in->name, JSMF_COUNTED(columns), topics);
}

/* A rectified C has other row sums than the original. Those of an approximation may be negative where the word has
 * hardly any mass. */
static jsmf_status make_unigram(tool_run *run, cooc_job *j)
{
    if (j->source.unigram || j->source.rectified.y || j->in.kind == JSMF_RECTIFIED)
        return JSMF_OK;
    j->unigram = jsmf_alloc(run->ctx, j->source.n, sizeof *j->unigram);
    if (!j->unigram || jsmf_operator_row_sums(run->ctx, j->source.op, j->unigram) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < j->source.n; i++)
        j->unigram[i] = j->unigram[i] > 0 ? j->unigram[i] : 0;
    return JSMF_OK;
}

jsmf_status cooc_open(tool_run *run, cooc_job *j, size_t topics)
{
    if (cooc_check_rank(run, j, topics) != JSMF_OK ||
        jsmf_arrays_cooc_open(run->ctx, &j->in, &j->source) != JSMF_OK ||
        jsmf_model_check_topics(run->ctx, j->in.name, topics, j->source.n) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    warn_of_rank(run, j, topics);
    warn_of_rare_words(run, j, topics);
    return make_unigram(run, j);
}

jsmf_status cooc_check_memory(tool_run *run, const char *work, size_t words, size_t topics, size_t bytes,
                              const char *advice)
{
    char what[128];
    snprintf(what, sizeof what, "the %s of %zu word%s with %zu topic%s", work, JSMF_COUNTED(words),
             JSMF_COUNTED(topics));
    return tool_check_memory(run, bytes, what, advice);
}

jsmf_status cooc_pass(tool_run *run, cooc_job *j, jsmf_kind kind)
{
    jsmf_arrays_mark(&j->out, kind);
    if (j->unigram &&
        jsmf_stream_give_f64(run->ctx, &j->out, "unigram", &j->unigram, 1, j->source.n, 1) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_pass(run->ctx, &j->in, &j->out);
}

jsmf_status cooc_write(tool_run *run, cooc_job *j, jsmf_kind kind)
{
    return cooc_pass(run, j, kind) == JSMF_OK ? tool_write(run, &j->out) : jsmf_context_status(run->ctx);
}

void compress_job_free(void *job)
{
    compress_job *j = job;
    cooc_job_free(&j->cooc);
    jsmf_compressed_free(&j->c);
}

jsmf_status compress_store(tool_run *run, compress_job *j)
{
    if (jsmf_stream_give_f64(run->ctx, &j->cooc.out, "Y", &j->c.y, 2, j->c.n, j->c.k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return cooc_pass(run, &j->cooc, JSMF_COMPRESSED);
}

jsmf_status compress_write(tool_run *run, compress_job *j)
{
    return compress_store(run, j) == JSMF_OK ? tool_write(run, &j->cooc.out) : jsmf_context_status(run->ctx);
}
