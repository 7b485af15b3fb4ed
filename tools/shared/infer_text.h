/* Compositions as text: a line a topic of a document, or a line a document. */
#ifndef JSMF_INFER_TEXT_H
#define JSMF_INFER_TEXT_H

#include "bags.h"

typedef struct infer_text {
    const model_input *in;
    const jsmf_array *ids;  /* of the documents, or NULL: they are numbered */
    bool wide, likelihood;  /* a line a document; with how likely it is, and how much of it is unknown */
    bool header;            /* not wide: a line of the columns' names, which wide lines always have */
    double mass;            /* not wide: a document's largest topics, until they have this part of it */
    const int64_t *unknown; /* tokens of words that no column stands for, by document of the batch, or NULL */
    jsmf_output *out;       /* NULL before infer_text_open; infer_text_close clears it */
    size_t *top;            /* k */
    const jsmf_array **own; /* wide: own_count arrays of one item a document */
    size_t own_count;
} infer_text;

/* Opens the output. Of a bag's stream (NULL: none) with so many documents the user's own vectors of one item a document
 * become columns of wide lines. What `text` has above `out` is given. */
jsmf_status infer_text_open(tool_run *run, const jsmf_stream *bag, size_t documents, infer_text *text) JSMF_CHECKED;
/* The lines of a batch's documents, the first of which has this number: w (rows x k). */
jsmf_status infer_text_write(tool_run *run, infer_text *text, const jsmf_csr *batch, size_t number,
                             const double *w) JSMF_CHECKED;
jsmf_status infer_text_close(tool_run *run, infer_text *text) JSMF_CHECKED;
void infer_text_free(infer_text *text);

#endif
