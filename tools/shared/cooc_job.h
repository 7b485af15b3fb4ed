/* What the tools that read a co-occurrence share: its stream, how many topics are asked of it, what passes through. */
#ifndef JSMF_COOC_JOB_H
#define JSMF_COOC_JOB_H

#include "tool.h"

#include "jsmf/arrays.h"
#include "jsmf/rectify.h"

/* The first member of the tool's job. */
typedef struct cooc_job {
    jsmf_stream in, out;
    jsmf_arrays_cooc source;
    size_t rank;     /* cooc_check_rank: the columns of the stream's Y or V, 0 where it has neither */
    double *unigram; /* row sums of the original C, where the stream had none and C is the original; else NULL */
} cooc_job;

void cooc_job_free(cooc_job *j);
/* *k: -k, topics, where it was given, else j->rank. JSMF_EUSAGE where there is neither. */
jsmf_status cooc_choose_topics(tool_run *run, const cooc_job *j, size_t topics, size_t *k) JSMF_CHECKED;
/* JSMF_EDATA where --min-df (0: not given) asks for document frequencies that the stream does not have. */
jsmf_status cooc_need_df(tool_run *run, const cooc_job *j, size_t min_df) JSMF_CHECKED;
/* JSMF_EUSAGE where -k was not given. */
jsmf_status cooc_need_topics(tool_run *run) JSMF_CHECKED;
/* V D V' and, but for what is clipped, a compressed Y Y' have no greater rank than columns: JSMF_EUSAGE for more
 * topics. Said before the work, as rounding would go on with selecting and rectifying for long. Shapes are looked at
 * alone. j->rank is known from here on. */
jsmf_status cooc_check_rank(tool_run *run, cooc_job *j, size_t topics) JSMF_CHECKED;
/* The same of a compressed stream whose columns are the topics: JSMF_EUSAGE where -k asks for another number. */
jsmf_status cooc_check_columns(tool_run *run, const jsmf_stream *in, size_t topics) JSMF_CHECKED;
/* From j->in to j->source and j->unigram; JSMF_EUSAGE where there are more topics than words. */
jsmf_status cooc_open(tool_run *run, cooc_job *j, size_t topics) JSMF_CHECKED;
/* Compares what "the WORK of N words with K topics" needs with the limit. */
jsmf_status cooc_check_memory(tool_run *run, const char *work, size_t words, size_t topics, size_t bytes,
                              const char *advice) JSMF_CHECKED;
/* Gives j->out its kind, the unigram and what passes through; before the work where that is wanted, else in
 * cooc_write. */
jsmf_status cooc_pass(tool_run *run, cooc_job *j, jsmf_kind kind) JSMF_CHECKED;
/* Adds the unigram and what passes through to j->out, and writes it as this kind. */
jsmf_status cooc_write(tool_run *run, cooc_job *j, jsmf_kind kind) JSMF_CHECKED;

/* ---- a co-occurrence to a compressed one, Y Y' ---- */

/* The tool's job. */
typedef struct compress_job {
    cooc_job cooc;
    jsmf_compressed c;
} compress_job;

void compress_job_free(void *job);
/* Adds j->c and what passes through to j->cooc.out. */
jsmf_status compress_store(tool_run *run, compress_job *j) JSMF_CHECKED;
/* Does so, and writes it. */
jsmf_status compress_write(tool_run *run, compress_job *j) JSMF_CHECKED;

#endif
