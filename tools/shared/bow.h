/* jsmf-bow's corpus, and the reading of it. */
#ifndef BOW_H
#define BOW_H

#include "tool.h"

#include "jsmf/corpus.h"

typedef struct bow_settings {
    const char *vocab, *stop, *match, *documents, *rest;
    int from; /* position in JSMF_CORPUS_FORMATS, or -1: guess */
    size_t base;
    bool transpose;
    size_t min_df, top, min_words;
    double max_df, split;
} bow_settings;

/* The format by its position in the choices; JSMF_FORMAT_GUESS where none was chosen. */
enum { BOW_GUESS = -1 };
static inline jsmf_corpus_format bow_format(int from) { return (jsmf_corpus_format)(from + 1); }

typedef struct bow_corpus {
    const char *name;
    jsmf_csr h;
    jsmf_strings vocab;
    jsmf_stream stream; /* what a bag that is curated again passes on */
    jsmf_strings ids;   /* of documents that were chosen from others */
    jsmf_corpus_report report;
} bow_corpus;

/* The whole of the corpus in whatever format it is; run->settings are bow_settings. */
jsmf_status bow_read(tool_run *run, jsmf_input *in, bow_corpus *c) JSMF_CHECKED;

#endif
