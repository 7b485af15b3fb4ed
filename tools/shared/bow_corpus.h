/* jsmf-bow's corpus, and the reading of it. */
#ifndef JSMF_BOW_CORPUS_H
#define JSMF_BOW_CORPUS_H

#include "corpus_file.h"

#include "jsmf/sums.h"

typedef struct bow_settings {
    const char *vocab, *match, *documents, *rest, *ids, *keep_words;
    tool_list stop;
    int from; /* position in JSMF_CORPUS_FORMATS, or CORPUS_GUESS */
    size_t base;
    bool transpose, merge, ignore_case;
    size_t min_df, top, min_words, drop_top;
    double max_df, split, max_unknown;
    const char *shard, *counts_from;
    size_t cut, block, first;
    bool counts;
} bow_settings;

typedef struct bow_corpus {
    const char *name;
    jsmf_csr h;
    jsmf_strings vocab;
    jsmf_stream stream; /* what a bag that is curated again passes on */
    jsmf_strings ids;   /* of documents that were chosen from others */
    jsmf_corpus_report report;
    jsmf_sums_shards shards; /* that it is of; none where that is not told */
} bow_corpus;
void bow_corpus_free(bow_corpus *c);

/* The whole of the corpus in whatever format it is; run->settings are bow_settings. */
jsmf_status bow_read(tool_run *run, jsmf_input *in, bow_corpus *c) JSMF_CHECKED;

/* The words of all --stop, or of --keep-words, beside the corpus in memory; none where it is not given. */
jsmf_status bow_read_stop(tool_run *run, const bow_corpus *c, jsmf_strings *list) JSMF_CHECKED;
jsmf_status bow_read_kept(tool_run *run, const bow_corpus *c, jsmf_strings *list) JSMF_CHECKED;

#endif
