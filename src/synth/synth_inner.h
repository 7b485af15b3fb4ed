/* What the library uses of this room beside jsmf/synth.h, and no program. */
#ifndef JSMF_SYNTH_INNER_H
#define JSMF_SYNTH_INNER_H

#include "jsmf/synth.h"

/* w (count x K, a document contiguous): the compositions of documents first .. first + count - 1; each sums to 1. */
jsmf_status jsmf_synth_compositions(jsmf_context *ctx, const jsmf_synth *synth, size_t first, size_t count,
                                    double *w) JSMF_CHECKED;

#endif
