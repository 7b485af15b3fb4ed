/* Numbers and names of topics as in an earlier model. */
#ifndef JSMF_TOPIC_NUMBERS_H
#define JSMF_TOPIC_NUMBERS_H

#include "models.h"
#include "topic_names.h"

/* number (m->k) = the number that each topic of m gets: that of its match in old (jsmf_metrics_against), as far as
 * there are so many topics, and else one that is left. Topics that share half of their leading words with their
 * match get its name. Warns of topics of old that no topic shares as many words with, and of topics that could not
 * keep their number. The words of old must be those of m. */
jsmf_status topic_numbers_as_in(tool_run *run, const model_input *old, const jsmf_model *m, topic_names *names,
                                size_t *number) JSMF_CHECKED;

#endif
