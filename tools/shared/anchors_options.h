/* What jsmf-aw and jsmf-law share: the options of anchors and least squares, the user's anchor words, the report, and
 * the way from the stream to the model. */
#ifndef JSMF_ANCHORS_OPTIONS_H
#define JSMF_ANCHORS_OPTIONS_H

#include "cooc_job.h"
#include "seeds.h"
#include "jsmf/anchors.h"
#include "jsmf/solve.h"

/* The first member of the tool's settings. */
typedef struct anchors_settings {
    size_t topics, iterations, min_df;
    double tolerance, gamma, eta;
    int solver, select, loss, recover, correlations;
    bool clean_up;
    const char *anchors;
} anchors_settings;

/* What they are where nothing is given. */
#define ANCHORS_DEFAULTS { .solver = JSMF_ACTIVE_SET, .min_df = TOOL_AUTOMATIC }

/* Entries of the tool's table of options. */
#define ANCHORS_MIN_DF \
    { 0, "min-df", TOOL_AUTO, offsetof(anchors_settings, min_df), 0, 1e15, "N|auto", \
      "let only words of at least N documents be anchors; 1: any word, as in the papers" }
#define ANCHORS_OPTIONS \
    ANCHORS_MIN_DF, \
    { 0, "anchors", TOOL_TEXT, offsetof(anchors_settings, anchors), 0, 0, "FILE", \
      "anchors for the first topics, one topic a line; several words on a line: the mean of their rows" }, \
    { 0, "select", TOOL_CHOICE, offsetof(anchors_settings, select), 0, 0, "qr|spa|affine|snpa|xray", \
      "the method that selects anchors" }, \
    { 0, "clean-up", TOOL_FLAG, offsetof(anchors_settings, clean_up), 0, 0, NULL, \
      "after that, choose each anchor again, given the others" }, \
    { 0, "recover", TOOL_CHOICE, offsetof(anchors_settings, recover), 0, 0, "bayes|plain", \
      "make topics from p(topic | word) by Bayes' rule, or by inversion of the anchors' part of C" }, \
    { 0, "loss", TOOL_CHOICE, offsetof(anchors_settings, loss), 0, 0, "l2|kl", \
      "compare rows by least squares, or by Kullback-Leibler divergence" }, \
    { 0, "solver", TOOL_CHOICE, offsetof(anchors_settings, solver), 0, 0, "active-set|admm|expgrad", \
      "find p(topic | word) exactly, by ADMM, or by exponentiated gradient" }, \
    TOOL_ITERATIONS(anchors_settings, iterations, 1, \
                    "the most iterations for a word (default 20 K + 100; ADMM 2000, expgrad 20000, kl 200)"), \
    TOOL_TOLERANCE(anchors_settings, tolerance, 1e-15, 1, \
                   "when the solver stops, see the manual (default 1e-13; ADMM 1e-8, expgrad 1e-7, kl 1e-9)"), \
    { 0, "gamma", TOOL_REAL, offsetof(anchors_settings, gamma), 1e-9, 1e15, "X", \
      "with --solver admm: use this gamma, as the paper does (3), instead of one that fits C" }, \
    { 0, "eta", TOOL_REAL, offsetof(anchors_settings, eta), 1e-9, 1e15, "X", \
      "with --solver expgrad: make steps of this size, as in the paper (50), without a line search" }, \
    { 0, "recover-a", TOOL_CHOICE, offsetof(anchors_settings, correlations), 0, 0, "diagonal|least-squares", \
      "find the correlations from the anchors' part of C, or from all of C by least squares" }

/* What the run holds. */
typedef struct anchors_job {
    cooc_job cooc;
    seeds seeds;   /* of --anchors; its words are NULL without it */
    size_t *first; /* of the model's topics and one more: where the words of each begin; NULL without --anchors */
    jsmf_model model;
} anchors_job;

void anchors_job_free(void *job);
/* JSMF_EUSAGE where the options exclude each other. */
jsmf_status anchors_check(tool_run *run) JSMF_CHECKED;
/* Reads --anchors, where it is given, and finds its words in the stream. A line whose words are all without mass is
 * JSMF_EDATA. */
jsmf_status anchors_read(tool_run *run, anchors_job *j) JSMF_CHECKED;
typedef jsmf_status anchors_solver(tool_run *run, anchors_job *j, const jsmf_anchors_aw_options *options,
                                   jsmf_solve_simplex_report *report);
/* The model of k topics by solve, told of with -v, in j->cooc.out, to which only its line of history lacks. A warning,
 * or JSMF_ENUMERIC, where the least squares did not converge. */
jsmf_status anchors_model(tool_run *run, anchors_job *j, size_t k, anchors_solver *solve) JSMF_CHECKED;

#endif
