/* Documents that jsmf-choose learns models from, for one number of topics after another: what does not depend on that
 * number is made once. */
#ifndef JSMF_CHOOSE_DOCUMENTS_H
#define JSMF_CHOOSE_DOCUMENTS_H

#include "learn_job.h"
#include "models.h"

typedef struct choose_documents {
    jsmf_stream bag;   /* words, their document frequencies and H */
    jsmf_csr h;        /* the same H, borrowed from the bag */
    jsmf_stream cooc;  /* a co-occurrence but for its eigenpairs */
    double *v, *d;     /* these: h.cols x pairs, pairs; NULL before choose_documents_pairs */
    size_t pairs;
    double *unigram;   /* h.cols: the co-occurrence's row sums, borrowed from cooc; NULL likewise */
} choose_documents;

void choose_documents_free(choose_documents *d);
/* h, which is taken, over these words (NULL: without names). name: the stream's, for messages. */
jsmf_status choose_documents_make(tool_run *run, const char *name, jsmf_csr *h, const jsmf_strings *words,
                                  choose_documents *out) JSMF_CHECKED;
/* A part of the documents of `from`, drawn by the seed, and the others. Words that the part lacks are left out of both
 * where `curated`, as jsmf-bow --split does; otherwise both have all words. */
jsmf_status choose_documents_split(tool_run *run, const choose_documents *from, double part, bool curated,
                                   choose_documents *out, choose_documents *rest) JSMF_CHECKED;
/* Finds the leading eigenpairs of the documents' co-occurrence: as many as there are topics at most, and one more where
 * there is one. */
jsmf_status choose_documents_pairs(tool_run *run, size_t topics, choose_documents *d) JSMF_CHECKED;
/* The gap behind eigenvalue number k, relative to it; NaN where the next one is not known. */
double choose_documents_gap(const choose_documents *d, size_t k);
/* *out: the model of jsmf-learn with s->anchors.topics topics, at most those of choose_documents_pairs. */
jsmf_status choose_documents_learn(tool_run *run, const learn_settings *s, choose_documents *d,
                                   model_input *out) JSMF_CHECKED;

#endif
