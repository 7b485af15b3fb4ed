/* What jsmf-aw and jsmf-law share: the options of anchors and least squares, the user's anchor words, the report, and
 * the way from the stream to the model. */
#ifndef JSMF_ANCHORS_OPTIONS_H
#define JSMF_ANCHORS_OPTIONS_H

#include "cooc_job.h"

/* The first member of the tool's settings. */
typedef struct anchors_settings {
    size_t topics, iterations, min_df;
    double tolerance;
    int solver;
    const char *anchors;
} anchors_settings;

/* Entries of the tool's table of options. */
#define ANCHORS_OPTIONS \
    { 0, "min-df", TOOL_SIZE, offsetof(anchors_settings, min_df), 0, 1e15, "N", \
      "only words of at least N documents may be anchors" }, \
    { 0, "anchors", TOOL_TEXT, offsetof(anchors_settings, anchors), 0, 0, "FILE", \
      "these anchor words, one a line, instead of a selection" }, \
    { 0, "solver", TOOL_CHOICE, offsetof(anchors_settings, solver), 0, 0, "active-set|admm", \
      "how p(topic | word) is found: exactly, or by ADMM" }, \
    TOOL_ITERATIONS(anchors_settings, iterations, 1, \
                    "bound on the solver's iterations a word (default 20 K + 100; ADMM 2000)"), \
    TOOL_TOLERANCE(anchors_settings, tolerance, 1e-15, 1, \
                   "the solver's optimality residual, relative to max |f| (default 1e-13; ADMM 1e-8)")

/* What the run holds. */
typedef struct anchors_job {
    cooc_job cooc;
    jsmf_strings words; /* of --anchors */
    int64_t *given;     /* their indices, or NULL where there are none */
    jsmf_model model;
} anchors_job;

void anchors_job_free(void *job);
/* JSMF_EUSAGE where the options exclude each other. */
jsmf_status anchors_check(tool_run *run) JSMF_CHECKED;
/* Reads --anchors, where it is given, and finds its words in the stream; each must have mass. */
jsmf_status anchors_read(tool_run *run, anchors_job *j) JSMF_CHECKED;
typedef jsmf_status anchors_solver(tool_run *run, anchors_job *j, const jsmf_aw_options *options,
                                   jsmf_simplex_report *report);
/* The model of k topics by solve: made, told of with -v, and written. A warning, or JSMF_ENUMERIC, where the least
 * squares did not converge. */
jsmf_status anchors_learn(tool_run *run, anchors_job *j, size_t k, anchors_solver *solve) JSMF_CHECKED;

#endif
