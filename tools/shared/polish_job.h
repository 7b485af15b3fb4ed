/* What jsmf-polish and jsmf-learn share: from a model and a bag to the polished model, between their being read and its
 * being written. */
#ifndef JSMF_POLISH_JOB_H
#define JSMF_POLISH_JOB_H

#include "bags.h"
#include "guide.h"

#include "jsmf/polish.h"

/* Of --guide-weight, if it is not given. */
#define POLISH_GUIDE_WEIGHT 0.02

/* Of jsmf-polish --method. */
enum { POLISH_EM, POLISH_GIBBS };
/* Of --passes with --method gibbs, if it is not given. */
#define POLISH_SWEEPS 500

typedef struct polish_settings {
    size_t passes;        /* 0: as many as the way has by default */
    size_t minibatch;     /* SIZE_MAX: by the documents' tokens */
    double tolerance, held_out, beta;
    double anchor_weight; /* below 0: by topic */
    const char *guide;    /* a file, or NULL */
    double guide_weight;
    bool online, random;
    int method;           /* POLISH_EM or POLISH_GIBBS */
    int prior;            /* jsmf_polish_prior_kind */
    const char *lighter;  /* advice where memory lacks */
    bool partial, step, finish, soft; /* by shards: polish_shards.h */
    size_t block;
    size_t alpha_grid;    /* points; 0: topics are polished instead */
} polish_settings;

/* What the run holds. */
typedef struct polish_job {
    model_input in;   /* the start */
    bag_input bag;    /* what stays of it in memory is its words and, unless all is read once, where documents begin */
    jsmf_model model; /* polished */
    guide guide;
    jsmf_stream out;
    jsmf_polish_report report;
    jsmf_arrays_polishing polishing; /* that the start is in the midst of */
    uint32_t mark;    /* by shards: of the start */
    jsmf_csr h;       /* the shard's documents */
} polish_job;

polish_settings polish_defaults(const char *lighter);
void polish_job_free(polish_job *j);
/* The start from j->in.stream, which has been read. */
jsmf_status polish_open(tool_run *run, polish_job *j) JSMF_CHECKED;
/* From there, with j->bag.stream, which has been read by tool_spool or its like, to j->out: a model, to which only its
 * line of history lacks. */
jsmf_status polish_make(tool_run *run, const polish_settings *s, polish_job *j) JSMF_CHECKED;

/* ---- used by polish_shards.c, too ---- */

jsmf_polish_options polish_options(tool_run *run, const polish_settings *s, const polish_job *j);
/* The names of the guide, in the place of the start's, in j->out or, where that is empty, in j->in.stream. */
jsmf_status polish_store_names(tool_run *run, const polish_settings *s, polish_job *j) JSMF_CHECKED;
/* j->model and what passes through to j->out. */
jsmf_status polish_store(tool_run *run, const polish_settings *s, polish_job *j) JSMF_CHECKED;

#endif
