/* Words that a user guides topics to, for jsmf-polish. */
#ifndef JSMF_GUIDE_H
#define JSMF_GUIDE_H

#include "models.h"
#include "seeds.h"

typedef struct guide {
    seeds seeds;
    size_t *topics;     /* of each line */
    jsmf_csr counts;    /* words x topics, for jsmf_polish_options */
} guide;

void guide_free(guide *g);
/* Reads the file, finds its words in the model, and the topic of each line: that of its name, where the model has the
 * name; else that of the number that is the name; else, of the topics that are left, one whose words these are most,
 * so that all such lines together fit best; where the topics are random, the next. weight: of a line, for its words in
 * equal parts, as pseudo-counts in units of a mean topic's tokens. */
jsmf_status guide_read(tool_run *run, const char *path, double weight, bool random, const model_input *m,
                       guide *g) JSMF_CHECKED;
/* *names (k): those of the model, unless its topics become random, and those of the guide, which are not numbers, in
 * their place; an empty list where no topic has a name. */
jsmf_status guide_names(tool_run *run, const guide *g, bool random, const model_input *m,
                        jsmf_strings *names) JSMF_CHECKED;

#endif
