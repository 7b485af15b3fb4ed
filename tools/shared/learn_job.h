/* What jsmf-learn and jsmf-choose share: the stages from a bag to a model, by what the programs of the pipeline
 * share. */
#ifndef JSMF_LEARN_JOB_H
#define JSMF_LEARN_JOB_H

#include "anchors_options.h"

/* The first member of the tool's settings. */
typedef struct learn_settings {
    anchors_settings anchors; /* first, as anchors_options.h wants it */
    size_t passes;
    bool no_polish, full, low_rank;
    const char *checkpoint; /* a file that alternating projection writes every iteration to, or NULL */
} learn_settings;

/* What they are where nothing is given. */
#define LEARN_DEFAULTS { .anchors = ANCHORS_DEFAULTS, .passes = jsmf_polish_defaults.passes }

/* Entries of the tool's table of options. */
#define LEARN_OPTIONS \
    ANCHORS_MIN_DF, \
    { 'i', "passes", TOOL_SIZE, offsetof(learn_settings, passes), 0, 1e6, "N", \
      "passes of polishing over the documents" }, \
    { 0, "no-polish", TOOL_FLAG, offsetof(learn_settings, no_polish), 0, 0, NULL, \
      "do not polish" }, \
    { 0, "full", TOOL_FLAG, offsetof(learn_settings, full), 0, 0, NULL, \
      "take the whole co-occurrence; the default for up to 15000 words, if memory allows" }, \
    { 0, "low-rank", TOOL_FLAG, offsetof(learn_settings, low_rank), 0, 0, NULL, \
      "take the leading eigenpairs of the co-occurrence; the default for more words" }

/* A model in the making. */
typedef struct learn_job {
    jsmf_stream bag;    /* is read twice: from memory, or its large arrays from outside it */
    jsmf_stream stream; /* what the last stage has made; of no kind before the first */
    bool polished;
} learn_job;

void learn_job_free(learn_job *j);
/* JSMF_EUSAGE where the options exclude each other. */
jsmf_status learn_check(tool_run *run, const learn_settings *s) JSMF_CHECKED;
/* Chooses the full or the low-rank road for so many words and topics and a bag of so many entries, unless one was
 * asked for. What was chosen stands in the history, so that the model can be made again where there is other memory. */
jsmf_status learn_choose_road(tool_run *run, learn_settings *s, size_t words, size_t entries,
                              size_t topics) JSMF_CHECKED;

/* JSMF_EUSAGE or JSMF_ENUMERIC where there are more topics than words: it says how many there can be. */
jsmf_status learn_check_topics(tool_run *run, const jsmf_stream *bag, size_t topics, size_t words) JSMF_CHECKED;

typedef jsmf_status learn_stage(tool_run *run, const learn_settings *s, learn_job *j);
/* By what the last stage has made; NULL where that is the model. The first one makes a co-occurrence of the bag; the
 * next one takes it in any representation, if its leading eigenpairs are as many as the topics. */
learn_stage *learn_next_stage(const learn_settings *s, const learn_job *j);

#endif
