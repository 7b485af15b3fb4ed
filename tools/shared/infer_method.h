/* How jsmf-infer infers: the method's options, checked against each other and against an earlier run's. */
#ifndef JSMF_TOOL_INFER_METHOD_H
#define JSMF_TOOL_INFER_METHOD_H

#include "tool.h"

#include "jsmf/infer.h"

/* The first member of the tool's settings. */
typedef struct infer_settings {
    int method, loss, weights, gibbs_prior;
    double prior; /* below 0: the method's own */
    double tolerance, delta;
    size_t iterations, burn_in, samples;
    bool threshold, paper;
    const char *dual;
} infer_settings;

/* Entries of the tool's table of options. */
#define INFER_OPTIONS \
    { 0, "method", TOOL_CHOICE, offsetof(infer_settings, method), 0, 0, TOOL_CHOICES(JSMF_INFER_METHODS), \
      "the method: padd and pami learn a dual from all documents, the others look at each document alone" }, \
    { 0, "loss", TOOL_CHOICE, offsetof(infer_settings, loss), 0, 0, "least-squares|likelihood", \
      "the loss (padd, scls)" }, \
    { 0, "weights", TOOL_CHOICE, offsetof(infer_settings, weights), 0, 0, "model|none", \
      "weights of words in least squares (padd, pami, scls): 1 / p(word), or 1" }, \
    { 0, "prior", TOOL_REAL, offsetof(infer_settings, prior), 0, 1, "X", \
      "strength of the prior, 0 to 1 (default: 0.625 for normal, up to 0.5 for padd, 1 for pami and gibbs)" }, \
    { 0, "paper", TOOL_FLAG, offsetof(infer_settings, paper), 0, 0, NULL, \
      "padd and pami to the letter of their paper, for comparison" }, \
    { 0, "delta", TOOL_REAL, offsetof(infer_settings, delta), 0, 0.999999, "X", \
      "how far the left inverse times B may be from the identity (tli)" }, \
    { 0, "threshold", TOOL_FLAG, offsetof(infer_settings, threshold), 0, 0, NULL, \
      "leave out topics below the published threshold, instead of projecting to the simplex (tli)" }, \
    { 0, "gibbs-prior", TOOL_CHOICE, offsetof(infer_settings, gibbs_prior), 0, 0, "dirichlet|normal", \
      "the prior (gibbs): Dirichlet of parameters alpha, or logistic-normal of moments A" }, \
    { 0, "burn-in", TOOL_SIZE, offsetof(infer_settings, burn_in), 0, 1e9, "N", \
      "sweeps over a document before its first sample (gibbs)" }, \
    { 0, "samples", TOOL_SIZE, offsetof(infer_settings, samples), 1, 1e9, "N", \
      "sweeps over a document whose mean is taken (gibbs)" }, \
    { 0, "dual", TOOL_TEXT, offsetof(infer_settings, dual), 0, 0, "STREAM", \
      "compose as an earlier run with this model did, with its settings and what it has learned" }, \
    TOOL_ITERATIONS(infer_settings, iterations, 1, "most iterations of padd and pami over all documents"), \
    TOOL_TOLERANCE(infer_settings, tolerance, 0, 1, \
                   "padd and pami end when the constraint is met within this part; 0: never")

infer_settings infer_settings_defaults(void);

/* JSMF_EUSAGE for options that the method has no use for. With --dual the method is the stream's. */
jsmf_status infer_settings_check(tool_run *run) JSMF_CHECKED;
/* As the settings say it. */
jsmf_infer_options infer_settings_options(const infer_settings *s);
/* What an earlier run's compositions were made with goes for this one; options that say otherwise are refused. *mark:
 * of its model, or -1. */
jsmf_status infer_settings_load(tool_run *run, jsmf_stream *earlier, jsmf_infer_options *how,
                                double *mark) JSMF_CHECKED;

#endif
