/* Runs of polishing for its tests. */
#ifndef JSMF_POLISHED_H
#define JSMF_POLISHED_H

#include "infer_model.h"
#include "jsmf/polish.h"

/* The defaults, but for these. */
jsmf_polish_options options_of(size_t passes, size_t minibatch);
jsmf_status polish_csr(jsmf_context *ctx, const jsmf_model *start, const jsmf_csr *h, const jsmf_polish_options *o,
                       bool online, jsmf_model *out, jsmf_polish_report *report);
/* Of the corpus's documents; it must succeed. */
jsmf_model polish(const known_corpus *k, const jsmf_model *start, const jsmf_polish_options *o, bool online,
                  jsmf_polish_report *report);
/* B, A, alpha and Bbar are what a model's are. */
void assert_valid(const jsmf_model *m);

#endif
