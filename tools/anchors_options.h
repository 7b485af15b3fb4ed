/* What jsmf-aw and jsmf-law share: the options of anchors and least squares, the user's anchor words, the report. */
#ifndef JSMF_ANCHORS_OPTIONS_H
#define JSMF_ANCHORS_OPTIONS_H

#include "tool.h"

#include "jsmf/model.h"

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
    { 'i', "iterations", TOOL_SIZE, offsetof(anchors_settings, iterations), 1, 1e9, "N", \
      "bound on the solver's iterations a word (default 20 K + 100; ADMM 2000)" }, \
    { 0, "tol", TOOL_REAL, offsetof(anchors_settings, tolerance), 1e-15, 1, "X", \
      "the solver's optimality residual, relative to max |f| (default 1e-13; ADMM 1e-8)" }

/* The words of --anchors; zeros where there are none. */
typedef struct anchors_chosen {
    jsmf_strings words;
    int64_t *given; /* their indices, or NULL */
} anchors_chosen;

void anchors_chosen_free(anchors_chosen *c);
/* JSMF_EUSAGE where the options exclude each other. */
jsmf_status anchors_check(tool_run *run) JSMF_CHECKED;
/* Reads --anchors, where it is given, and finds its words among the n of the stream. */
jsmf_status anchors_read(tool_run *run, const jsmf_stream *in, size_t n, anchors_chosen *out) JSMF_CHECKED;
/* JSMF_EDATA, naming the line, where one of them has no positive sum (n, the row sums). */
jsmf_status anchors_check_mass(tool_run *run, const anchors_chosen *c, const double *sums) JSMF_CHECKED;
/* The options as the library takes them, for k topics; df: the stream's, or NULL. */
jsmf_status anchors_make(tool_run *run, const jsmf_stream *in, const anchors_chosen *c, const int64_t *df, size_t k,
                         jsmf_aw_options *out) JSMF_CHECKED;
/* Tells with -v how the least squares went; a warning, or JSMF_ENUMERIC, where they did not converge. */
jsmf_status anchors_report(tool_run *run, const jsmf_simplex_report *report) JSMF_CHECKED;

#endif
