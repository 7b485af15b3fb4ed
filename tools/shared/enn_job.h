/* What jsmf-rectify-enn and jsmf-learn share: from a co-occurrence to a compressed one by epsilon non-negative
 * rectification, between reading and writing. */
#ifndef JSMF_ENN_JOB_H
#define JSMF_ENN_JOB_H

#include "cooc_job.h"

typedef struct enn_settings {
    size_t topics, iterations;
    size_t rows; /* as jsmf_rectify_enn_options has them */
    double tolerance, epsilon;
    int eigen;   /* as tool_eigen takes it */
} enn_settings;

enn_settings enn_defaults(void);
/* From j->cooc, which has been opened, to j->c. */
jsmf_status enn_compress(tool_run *run, const enn_settings *s, compress_job *j) JSMF_CHECKED;

#endif
