/* What jsmf-synth reads instead of drawing it: a model, the moments of compositions, the lengths of documents. */
#ifndef JSMF_SYNTH_GIVEN_H
#define JSMF_SYNTH_GIVEN_H

#include "models.h"

#include "jsmf/synth.h"

typedef struct synth_given {
    model_input in;  /* the model */
    uint32_t mark;   /* its */
    double *moments; /* K x K: of compositions */
    size_t *lengths;
} synth_given;

/* Each fills its part of the options, which borrow it; the model is the first. */
jsmf_status synth_given_model(tool_run *run, const char *path, synth_given *given, jsmf_synth_options *o) JSMF_CHECKED;
jsmf_status synth_given_compositions(tool_run *run, const char *path, synth_given *given,
                                     jsmf_synth_options *o) JSMF_CHECKED;
/* Sets the documents, too, where their number is 0. */
jsmf_status synth_given_lengths(tool_run *run, const char *path, synth_given *given,
                                jsmf_synth_options *o) JSMF_CHECKED;
/* Frees what is not needed once the topics are made: all but the lengths. */
void synth_given_drop(synth_given *given);
void synth_given_free(synth_given *given);

#endif
