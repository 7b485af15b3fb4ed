/* What jsmf-cooc and jsmf-learn share: from a bag's counts to a co-occurrence, in any of its forms, between reading and
 * writing. */
#ifndef JSMF_BAG_COOC_H
#define JSMF_BAG_COOC_H

#include "bags.h"

#include "jsmf/cooc.h"

typedef struct bag_cooc_settings {
    bool dense, sparse, factored, low_rank; /* none of them: the smaller of the first two */
    int estimator;                          /* jsmf_cooc_estimator */
    int weight;                             /* jsmf_cooc_weight */
    int eigen;                              /* as tool_eigen takes it */
    size_t topics;                          /* eigenpairs of low_rank */
    bool beyond;                            /* and one more, where there is one, which need not be positive */
    double tolerance;
    const char *lighter;                    /* advice where memory lacks for a matrix */
} bag_cooc_settings;

/* What the run holds. */
typedef struct bag_cooc_job {
    bag_input bag;      /* its stream, or none where a docword is read; its documents, where they are not held */
    jsmf_stream out;
    jsmf_csr h, hhat;
    jsmf_strings vocab; /* of a corpus file; a bag's is in its stream */
    double *weights;    /* of the documents, for low_rank */
    double *hdiag;
    double *unigram;
    double *v, *d;      /* eigenpairs */
    int64_t *df;
    size_t words;
    size_t documents;   /* that entered C */
} bag_cooc_job;

/* Of no more words than this, all eigenpairs are found in a moment. The positive ones are counted where there are more
 * topics than words: that is how many topics there can be. */
enum { BAG_COOC_COUNTED = 1000 };

bag_cooc_settings bag_cooc_defaults(void);
void bag_cooc_free(bag_cooc_job *j);
/* j->h and j->df of j->bag.stream, which has been read into memory, and is not scipy's. */
jsmf_status bag_cooc_open(tool_run *run, bag_cooc_job *j) JSMF_CHECKED;
/* From j->h to j->out, to which only its line of history lacks. */
jsmf_status bag_cooc_make(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j) JSMF_CHECKED;

/* The bytes that a dense C of so many words takes, with the documents that it is made of. */
size_t bag_cooc_dense_bytes(size_t words, size_t entries);

/* ---- parts of it, where eigenpairs were found otherwise ---- */

/* Warnings of documents, of so many, and words that are not in C. */
void bag_cooc_warn(tool_run *run, const bag_cooc_settings *s, const bag_cooc_job *j, size_t documents);
/* Adds *v and *d, which become NULL. */
jsmf_status bag_cooc_store_pairs(tool_run *run, size_t pairs, bag_cooc_job *j, double **v, double **d) JSMF_CHECKED;
/* Adds what goes with any form, and what passes through. */
jsmf_status bag_cooc_store_rest(tool_run *run, bag_cooc_job *j) JSMF_CHECKED;

#endif
