/* An online pass, up to the model that comes of it. */
#ifndef JSMF_POLISH_ONLINE_H
#define JSMF_POLISH_ONLINE_H

#include "run.h"

typedef struct jsmf_polish_online_pass {
    jsmf_polish_run run;
    double *states;   /* of JSMF_BATCH_DOCUMENTS documents */
    double *a;        /* k x k, faded like the topics */
    size_t documents; /* seen */
    size_t *places;   /* JSMF_BATCH_DOCUMENTS */
    jsmf_csr_rows picked;
    double began;
} jsmf_polish_online_pass;

/* Makes a pass; jsmf_polish_online_end in any case. Fails as jsmf_polish_online does for the start and the options. */
jsmf_status jsmf_polish_online_begin(jsmf_context *ctx, jsmf_polish_online_pass *o, const jsmf_model *start,
                                     const jsmf_batches *source, const jsmf_polish_options *options) JSMF_CHECKED;
/* Moves the topics, the prior and a by all documents of the source, and counts these in run.report. */
jsmf_status jsmf_polish_online_learn(jsmf_context *ctx, jsmf_polish_online_pass *o,
                                     const jsmf_batches *source) JSMF_CHECKED;
void jsmf_polish_online_end(jsmf_polish_online_pass *o);

#endif
