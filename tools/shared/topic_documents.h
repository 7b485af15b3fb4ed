/* The documents most about each topic. */
#ifndef JSMF_TOPIC_DOCUMENTS_H
#define JSMF_TOPIC_DOCUMENTS_H

#include "models.h"

enum { JSMF_MOST_OTHERS = 9 };

typedef struct topic_documents {
    jsmf_stream in;          /* the compositions' */
    size_t count, documents; /* a topic, at most; in all */
    const double *w;         /* documents x k */
    size_t *top;             /* k x count, the largest share first, JSMF_NONE behind the last */
    const jsmf_strings *ids; /* or NULL */
} topic_documents;

/* From the compositions at path, of which empty documents and those of a share of at most least are left out; d->in has
 * these other arrays of the stream (other_count of them; JSMF_MOST_OTHERS at most), too. JSMF_EDATA where they are of
 * other topics in number than the model, or were made with another model. To be released in any case. */
jsmf_status topic_documents_read(tool_run *run, const char *path, const model_input *m, size_t count,
                                 double least, const char *const *others, size_t other_count,
                                 topic_documents *out) JSMF_CHECKED;
void topic_documents_free(topic_documents *d);

/* The name of the document: its id, or its number, written into number. */
const char *topic_document_name(const topic_documents *d, size_t document, char number[32]);

#endif
