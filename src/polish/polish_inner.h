/* What the library uses of this room beside jsmf/polish.h, and no program. */
#ifndef JSMF_POLISH_INNER_H
#define JSMF_POLISH_INNER_H

#include "jsmf/polish.h"

void jsmf_polish_state_free(jsmf_polish_state *state); /* NULL and a cleared struct are fine */
/* How many values the prior of k topics has in a state. */
size_t jsmf_polish_state_count(jsmf_polish_prior_kind prior, size_t k);
/* Of the reals of a part. */
extern const char *const jsmf_polish_real_names[JSMF_POLISH_REALS];

#endif
