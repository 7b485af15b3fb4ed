/* What pyLDAvis asks for, as JSON. */
#ifndef JSMF_LDAVIS_H
#define JSMF_LDAVIS_H

#include "topic_documents.h"

/* The array that the compositions have to be read with. */
#define LDAVIS_TOKENS "infer.tokens"

/* Writes the five arguments of pyLDAvis.prepare by their names: topic_term_dists, doc_topic_dists, doc_lengths, vocab,
 * term_frequency. Documents without tokens are left out; a topic without mass has the words of the corpus. The
 * frequencies are those that the compositions expect. JSMF_EDATA where the documents have no numbers of tokens. */
jsmf_status ldavis_write(tool_run *run, jsmf_output *out, const model_input *m, topic_documents *d) JSMF_CHECKED;

#endif
