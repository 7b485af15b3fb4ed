/* The words' probabilities, as a stream has them. */
#ifndef JSMF_ARRAYS_UNIGRAM_H
#define JSMF_ARRAYS_UNIGRAM_H

#include "jsmf/npz.h"

/* *out: array unigram (n, the stream's memory) of sum 1, or NULL where there is none. JSMF_EDATA where an entry is
 * negative or all are 0; words without mass have a 0. */
jsmf_status jsmf_arrays_unigram_open(jsmf_context *ctx, jsmf_stream *stream, size_t n, double **out) JSMF_CHECKED;

#endif
