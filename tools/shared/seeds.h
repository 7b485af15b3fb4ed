/* Words that a user gives for topics, a topic a line, perhaps with its name: "name: word word". */
#ifndef JSMF_SEEDS_H
#define JSMF_SEEDS_H

#include "tool.h"

typedef struct seeds {
    const char *path;
    jsmf_strings lines, names; /* names: a line each, empty where it has none */
    size_t named;              /* lines that have a name */
    size_t count, *first;      /* words; first (lines + 1): where those of each line begin */
    int64_t *words;            /* their indices in the vocabulary */
} seeds;

void seeds_free(seeds *s);
/* Reads the file. A name ends with the first colon that a blank follows. Words that the vocabulary of the stream with
 * this name lacks are left out, with a warning, so that lines may be without words. shared: a word may stand in several
 * lines, else in the file once. JSMF_EDATA where a word or a name stands there again. */
jsmf_status seeds_read(tool_run *run, const char *path, const jsmf_strings *vocab, const char *stream, bool shared,
                       seeds *s) JSMF_CHECKED;
/* How many words the line has. */
size_t seeds_length(const seeds *s, size_t line);
/* *out: `count` names, those of the lines, and then empty ones. */
jsmf_status seeds_names(tool_run *run, const seeds *s, size_t count, jsmf_strings *out) JSMF_CHECKED;

#endif
