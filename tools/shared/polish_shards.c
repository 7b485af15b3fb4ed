#include "polish_shards.h"

#include "shard_record.h"

#include "jsmf/arrays.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

jsmf_status polish_shards_check(tool_run *run, const polish_settings *s)
{
    static const char *const of_passes[] = { "method", "passes", "tol", "minibatch", "random" };
    static const char *const of_step[] = { "prior", "beta", "anchor-weight", "guide", "guide-weight", "soft",
                                           "finish" };
    static const char *const of_parts[] = { "held-out", "block", "online" };
    const char *way = s->partial ? "partial" : "step", *other = NULL;
    if (!s->partial && !s->step) {
        other = s->finish ? "finish" : s->soft ? "soft" : tool_given(run, "block") ? "block" : NULL;
        return other ? tool_usage(run, "--%s goes with --%s only", other, *other == 'b' ? "partial" : "step") : JSMF_OK;
    }
    if (s->partial && s->step)
        return tool_usage(run, "only one of --partial and --step can be had");
    if ((other = tool_first_given(run, of_passes, sizeof of_passes / sizeof *of_passes)))
        return tool_usage(run, "--%s goes without --%s: a round is one whole pass, or one of --online", way, other);
    other = s->partial ? tool_first_given(run, of_step, sizeof of_step / sizeof *of_step)
                       : tool_first_given(run, of_parts, sizeof of_parts / sizeof *of_parts);
    if (other)
        return tool_usage(run, "--%s goes without --%s, which --%s takes", way, other, s->partial ? "step" : "partial");
    return JSMF_OK;
}

bool polish_shards_begun(const polish_job *j) { return j->polishing.rounds != SIZE_MAX; }

jsmf_status polish_shards_refuse_later(tool_run *run, const polish_job *j, const char *const *names, size_t count)
{
    const char *given = polish_shards_begun(j) ? tool_first_given(run, names, count) : NULL;
    return given ? tool_usage(run, "--%s, but the polishing of %s has begun, and keeps to the options that it began "
                              "with", given, j->in.stream.name)
                 : JSMF_OK;
}

/* ---- the model ---- */

jsmf_status polish_shards_open(tool_run *run, polish_job *j)
{
    if (tool_read(run, 0, JSMF_MODEL, &j->in.stream) != JSMF_OK ||
        jsmf_stream_mark(run->ctx, &j->in.stream, &j->mark) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return polish_open(run, j);
}

/* ---- the recipe ---- */

static jsmf_status add_number(tool_run *run, jsmf_strings *recipe, const char *key, const char *format, double value)
{
    char text[40];
    snprintf(text, sizeof text, format, value);
    return shard_recipe_line(run, recipe, key, text);
}

static const char *const ways[] = { [JSMF_POLISH_COUNT] = "count", [JSMF_POLISH_WHOLE] = "whole",
                                    [JSMF_POLISH_ONLINE] = "online" };

jsmf_status polish_shards_read_way(tool_run *run, const char *name, const jsmf_strings *recipe, jsmf_polish_way *way)
{
    const char *word = jsmf_sums_recipe_value(recipe, "way");
    for (size_t i = 0; word && i < sizeof ways / sizeof *ways; i++)
        if (strcmp(word, ways[i]) == 0) {
            *way = (jsmf_polish_way)i;
            return JSMF_OK;
        }
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array sums.recipe: has %s%.40s (expected count, whole or online, as "
                     "jsmf-polish --partial writes it)", name, word ? "the way " : "no way", word ? word : "");
}

jsmf_status polish_shards_write_recipe(tool_run *run, const polish_job *j, jsmf_polish_way way,
                                       const jsmf_strings *of_all, jsmf_strings *recipe)
{
    const double round = polish_shards_begun(j) ? (double)j->polishing.rounds + 1 : 0;
    char mark[16];
    snprintf(mark, sizeof mark, "%08" PRIx32, j->mark);
    if (add_number(run, recipe, "round", "%.0f", round) != JSMF_OK ||
        shard_recipe_line(run, recipe, "model", mark) != JSMF_OK ||
        shard_recipe_line(run, recipe, "way", ways[way]) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < of_all->count; i++)
        if (jsmf_strings_add(run->ctx, recipe, jsmf_strings_get(of_all, i), jsmf_strings_length(of_all, i)) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

jsmf_status polish_shards_begin_recipe(tool_run *run, const polish_settings *s, jsmf_strings *of_all)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, jsmf_context_seed(run->ctx));
    if (add_number(run, of_all, "block", "%.0f", (double)s->block) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->held_out == 0)
        return JSMF_OK;
    if (add_number(run, of_all, "held-out", "%.17g", s->held_out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return shard_recipe_line(run, of_all, "seed", seed);
}

jsmf_status polish_shards_read_recipe(tool_run *run, const polish_job *j, size_t *block, double *held_out)
{
    const jsmf_strings *recipe = &j->polishing.recipe;
    const char *rows = jsmf_sums_recipe_value(recipe, "block"), *part = jsmf_sums_recipe_value(recipe, "held-out");
    const char *seed = jsmf_sums_recipe_value(recipe, "seed");
    char *end = NULL;
    const unsigned long long number = rows ? strtoull(rows, &end, 10) : 0;
    if (!rows || *end || number < 1 || number > INT32_MAX)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array polish.recipe: has a block %.40s (expected documents)",
                         j->in.stream.name, rows ? rows : "nowhere");
    *block = (size_t)number;
    *held_out = part ? strtod(part, &end) : 0;
    if (!(*held_out >= 0 && *held_out <= 0.9) || (part && (*end || !seed)))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array polish.recipe: holds %.40s out (expected 0 to 0.9, and a "
                         "seed)", j->in.stream.name, part);
    if (!seed)
        return JSMF_OK;
    if (tool_given(run, "seed") && strtoull(seed, NULL, 10) != jsmf_context_seed(run->ctx))
        return tool_usage(run, "--seed, but documents of %s are held out by seed %.20s", j->in.stream.name, seed);
    jsmf_context_set_seed(run->ctx, strtoull(seed, NULL, 10));
    return JSMF_OK;
}
