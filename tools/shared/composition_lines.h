/* Compositions as lines: document, topic, weight, apart by tabs. */
#ifndef JSMF_COMPOSITION_LINES_H
#define JSMF_COMPOSITION_LINES_H

#include "jsmf/io.h"

/* The part of a document that its prominent topics have together. */
#define COMPOSITION_MASS 0.8

typedef struct composition_lines {
    jsmf_output *out;
    size_t k;
    double mass; /* of a document: its largest topics are written until they have this part of it together */
    size_t *top; /* k, scratch */
} composition_lines;

/* A line a topic of the document, the largest first. id: its name, or NULL: then its number. w: k. */
jsmf_status composition_write(jsmf_context *ctx, const composition_lines *lines, const char *id, size_t number,
                              const double *w) JSMF_CHECKED;

#endif
