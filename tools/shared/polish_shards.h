/* jsmf-polish by shards: the sums of some documents, and the step from the sums of all to the next model. */
#ifndef JSMF_POLISH_SHARDS_H
#define JSMF_POLISH_SHARDS_H

#include "polish_job.h"

/* The options of either that go together. */
jsmf_status polish_shards_check(tool_run *run, const polish_settings *s) JSMF_CHECKED;
/* From operands 0, the model, and 1, a bag, to j->out, sums. */
jsmf_status polish_partial(tool_run *run, const polish_settings *s, polish_job *j) JSMF_CHECKED;
/* From operands 0, the model, and 1, sums that were made with it, to j->out, the next model, to which only its line of
 * history lacks. */
jsmf_status polish_step(tool_run *run, const polish_settings *s, polish_job *j) JSMF_CHECKED;

/* ---- what the two share ---- */

/* Fills j->in, j->mark and j->polishing of operand 0. */
jsmf_status polish_shards_open(tool_run *run, polish_job *j) JSMF_CHECKED;
/* Whether the model's polishing has begun. */
bool polish_shards_begun(const polish_job *j);
/* JSMF_EUSAGE where it has, and one of these options, which the first round has settled, is given. */
jsmf_status polish_shards_refuse_later(tool_run *run, const polish_job *j, const char *const *names,
                                       size_t count) JSMF_CHECKED;

/* Adds to recipe that of this round's sums: three lines of the round alone, then those of_all rounds. */
enum { POLISH_SHARDS_OF_ROUND = 3 };
jsmf_status polish_shards_write_recipe(tool_run *run, const polish_job *j, jsmf_polish_way way,
                                       const jsmf_strings *of_all, jsmf_strings *recipe) JSMF_CHECKED;
/* *way = that of the recipe of sums. JSMF_EDATA where it has none, or one of another name. */
jsmf_status polish_shards_read_way(tool_run *run, const char *name, const jsmf_strings *recipe,
                                   jsmf_polish_way *way) JSMF_CHECKED;
/* Adds what all rounds have, as the options of the first one settle it. */
jsmf_status polish_shards_begin_recipe(tool_run *run, const polish_settings *s, jsmf_strings *of_all) JSMF_CHECKED;
/* What the parts of all rounds need of j->polishing.recipe; sets the context's seed to the recipe's. JSMF_EDATA where
 * the recipe lacks it, JSMF_EUSAGE where --seed says otherwise. */
jsmf_status polish_shards_read_recipe(tool_run *run, const polish_job *j, size_t *block,
                                      double *held_out) JSMF_CHECKED;

#endif
