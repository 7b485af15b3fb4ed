#include "bow_shards.h"

#include "bow_documents.h"

#include "jsmf/arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the number of a shard goes in its file's name; NULL unless it stands there once, and no other %. */
static const char *place_of_number(const char *pattern)
{
    const char *at = pattern ? strchr(pattern, '%') : NULL;
    return at && at[1] == 'd' && !strchr(at + 1, '%') ? at : NULL;
}

/* The name of the shard's file, the caller's; NULL for lack of memory. */
static char *name_file(tool_run *run, size_t number)
{
    const char *at = place_of_number(run->output);
    const size_t length = strlen(run->output) + 24;
    char *path = jsmf_alloc(run->ctx, length, 1);
    if (path)
        snprintf(path, length, "%.*s%zu%s", (int)(at - run->output), run->output, number, at + 2);
    return path;
}

/* No shard replaces what the program reads. */
static jsmf_status spare_inputs(tool_run *run, size_t shards)
{
    for (size_t i = 0; i < shards; i++) {
        char *path = name_file(run, i);
        if (path)
            jsmf_recorded(tool_spare(run, path));
        free(path);
        if (jsmf_context_status(run->ctx) != JSMF_OK)
            break;
    }
    return jsmf_context_status(run->ctx);
}

jsmf_status bow_shards_check(tool_run *run)
{
    static const char *const others[] = { "shard", "counts", "counts-from", "split" };
    const bow_settings *s = run->settings;
    const char *other = s->cut ? tool_first_given(run, others, sizeof others / sizeof *others) : NULL;
    if (other)
        return tool_usage(run, "--cut goes without --%s", other);
    if (s->cut && !place_of_number(run->output))
        return tool_usage(run, "--cut: name the shards' files with -o, %%d in it for their numbers: -o shard%%d.npz");
    if (tool_given(run, "block") && !s->cut)
        return tool_usage(run, "--block goes with --cut only");
    if (tool_given(run, "first") && !s->shard)
        return tool_usage(run, "--first goes with --shard only");
    if (s->shard && (!*s->shard || strchr(s->shard, '\n') || jsmf_utf8_valid(s->shard, strlen(s->shard)) !=
                                                                  strlen(s->shard)))
        return tool_usage(run, "--shard: a name is a line of UTF-8");
    return spare_inputs(run, s->cut);
}

jsmf_status bow_shards_open(tool_run *run, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    const jsmf_sums_shard one = { .first = tool_given(run, "first") ? (int64_t)s->first : -1,
                                  .rows = (int64_t)c->h.rows };
    static const char *const arrays[] = { "shard.ids", "shard.first", "shard.rows", "shard.of" };
    c->shards.of = -1;
    if (s->shard)
        jsmf_recorded(jsmf_sums_shards_put(run->ctx, &c->shards, &one, s->shard, ""));
    else if (jsmf_stream_find(&c->stream, "shard.ids"))
        jsmf_recorded(jsmf_arrays_shards_load(run->ctx, &c->stream, c->h.rows, &c->shards));
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        jsmf_stream_remove(&c->stream, arrays[i]);
    return jsmf_context_status(run->ctx);
}

jsmf_status bow_shards_choose(tool_run *run, const bow_corpus *c, const unsigned char *chosen, unsigned char which,
                              bow_corpus *part)
{
    size_t row = 0;
    part->shards.of = -1;
    for (size_t i = 0; i < c->shards.count; i++) {
        jsmf_sums_shard shard = { .first = -1 };
        for (int64_t k = 0; k < c->shards.shards[i].rows; k++)
            shard.rows += chosen[row++] == which;
        if (jsmf_sums_shards_put(run->ctx, &part->shards, &shard, jsmf_strings_get(&c->shards.ids, i), "") != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

/* ---- cutting ---- */

static jsmf_status write_shard(tool_run *run, const bow_corpus *c, bow_corpus *part, size_t number,
                               jsmf_status (*make)(tool_run *run, bow_corpus *part, jsmf_stream *out))
{
    char *path = name_file(run, number);
    jsmf_stream out = { 0 };
    if (!path)
        return jsmf_context_status(run->ctx);
    if (make(run, part, &out) == JSMF_OK && jsmf_stream_pass(run->ctx, &part->stream, &out) == JSMF_OK) {
        for (size_t i = 0; i < c->stream.history.count && jsmf_context_status(run->ctx) == JSMF_OK; i++)
            jsmf_recorded(jsmf_stream_note(run->ctx, &out, jsmf_strings_get(&c->stream.history, i)));
        if (jsmf_context_status(run->ctx) == JSMF_OK && jsmf_stream_note(run->ctx, &out, run->command) == JSMF_OK)
            jsmf_recorded(tool_write_file(run->ctx, path, &out));
    }
    jsmf_stream_free(&out);
    free(path);
    return jsmf_context_status(run->ctx);
}

static jsmf_status name_shard(tool_run *run, size_t number, size_t first, size_t rows, size_t documents,
                              jsmf_sums_shards *out)
{
    char id[24];
    snprintf(id, sizeof id, "%zu", number);
    jsmf_sums_shards_free(out);
    out->of = (int64_t)documents;
    return jsmf_sums_shards_put(run->ctx, out, &(jsmf_sums_shard){ .first = (int64_t)first, .rows = (int64_t)rows },
                                id, "");
}

static jsmf_status cut_shard(tool_run *run, bow_corpus *c, size_t number, size_t first, size_t rows,
                             unsigned char *chosen,
                             jsmf_status (*make)(tool_run *run, bow_corpus *part, jsmf_stream *out))
{
    bow_corpus part = { .name = c->name };
    memset(chosen, 0, c->h.rows);
    memset(chosen + first, 1, rows);
    if (bow_take_part(run, c, chosen, 1, &part) == JSMF_OK &&
        jsmf_arrays_recipe_copy(run->ctx, &c->stream, &part.stream) == JSMF_OK &&
        jsmf_strings_copy(run->ctx, &c->vocab, &part.vocab) == JSMF_OK &&
        name_shard(run, number, first, rows, c->h.rows, &part.shards) == JSMF_OK)
        jsmf_recorded(write_shard(run, c, &part, number, make));
    bow_corpus_free(&part);
    return jsmf_context_status(run->ctx);
}

jsmf_status bow_shards_cut(tool_run *run, bow_corpus *c,
                           jsmf_status (*make)(tool_run *run, bow_corpus *part, jsmf_stream *out))
{
    const bow_settings *s = run->settings;
    const size_t blocks = jsmf_chunk_count(c->h.rows, s->block);
    unsigned char *chosen;
    if (s->cut > blocks)
        return tool_usage(run, "--cut %zu: there are %zu block%s of %zu document%s (use a smaller --block, or fewer "
                          "shards)", s->cut, JSMF_COUNTED(blocks), JSMF_COUNTED(s->block));
    chosen = jsmf_alloc(run->ctx, c->h.rows, 1);
    for (size_t i = 0; chosen && i < s->cut && jsmf_context_status(run->ctx) == JSMF_OK; i++) {
        const size_t first = i * blocks / s->cut * s->block, next = (i + 1) * blocks / s->cut * s->block;
        jsmf_recorded(cut_shard(run, c, i, first, jsmf_least(next, c->h.rows) - first, chosen, make));
    }
    free(chosen);
    return jsmf_context_status(run->ctx);
}
