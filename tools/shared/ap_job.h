/* What jsmf-rectify-ap and jsmf-learn share: from a co-occurrence to the rectified one by alternating projection, and
 * its checkpoints, between reading and writing. */
#ifndef JSMF_AP_JOB_H
#define JSMF_AP_JOB_H

#include "cooc_job.h"

typedef struct ap_settings {
    size_t topics, iterations;
    double tolerance;
    bool dense;             /* C itself rather than Y and r */
    int eigen;              /* as tool_eigen takes it */
    const char *checkpoint; /* the file that each iteration is written to, or NULL */
    const char *lighter;    /* advice where memory lacks */
    const char *lighter_dense; /* ... for the C that is asked for */
} ap_settings;

/* What the run holds. */
typedef struct ap_job {
    cooc_job cooc;
    jsmf_operator *start; /* where the source is Y and r: max(Y Y' + r, 0) as it is; else NULL */
    jsmf_rectified c;
    jsmf_rectify_ap_state state; /* that the source is a checkpoint of; no iteration: it is none */
} ap_job;

enum { AP_ITERATIONS = 15 }; /* by default */

void ap_job_free(ap_job *j);
/* From j->cooc, which has been opened, to j->cooc.out, to which what passes through lacks. */
jsmf_status ap_project(tool_run *run, const ap_settings *s, ap_job *j) JSMF_CHECKED;
/* The bytes that it takes where C is dense, C included. */
size_t ap_dense_bytes(const tool_run *run, size_t words, size_t topics);

#endif
