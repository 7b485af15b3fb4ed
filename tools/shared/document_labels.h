/* Documents' labels, a line a document, beside their compositions. */
#ifndef JSMF_DOCUMENT_LABELS_H
#define JSMF_DOCUMENT_LABELS_H

#include "tool.h"

typedef struct document_labels {
    size_t documents, classes;
    size_t without;       /* documents whose line is empty */
    size_t *label;        /* documents: the class of each, 0 .. classes - 1; JSMF_NONE: its line is empty */
    const int64_t *empty; /* documents: which are without tokens, or NULL; the stream's */
} document_labels;

/* Reads the file, which has a label for each of so many documents of compositions, and from their stream which
 * documents are empty. Warns of how many are, and of how many have an empty line for a label. Freed with
 * document_labels_free, after a failure too. JSMF_EDATA where the labels are not as many, or are no classes, and where
 * no document with tokens has a label. */
jsmf_status document_labels_read(tool_run *run, const char *path, jsmf_stream *compositions, size_t documents,
                                 document_labels *out) JSMF_CHECKED;
/* Leaves documents that are empty or without a label out of the labels and of the compositions w (documents x k), whose
 * rows move up, and numbers the classes anew that the others have. */
jsmf_status document_labels_keep_judged(tool_run *run, document_labels *labels, size_t k, double *w) JSMF_CHECKED;
void document_labels_free(document_labels *labels);

#endif
