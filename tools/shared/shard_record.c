#include "shard_record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

jsmf_status shard_recipe_line(tool_run *run, jsmf_strings *recipe, const char *key, const char *value)
{
    const size_t bytes = strlen(key) + strlen(value) + 2;
    char *line = jsmf_alloc(run->ctx, bytes, 1);
    if (line) {
        snprintf(line, bytes, "%s %s", key, value);
        jsmf_recorded(jsmf_strings_add(run->ctx, recipe, line, bytes - 1));
    }
    free(line);
    return jsmf_context_status(run->ctx);
}

/* The lines, and this run's, as one text. */
static char *join_history(tool_run *run, const jsmf_strings *history)
{
    size_t bytes = strlen(run->command) + 1;
    char *text, *at;
    for (size_t i = 0; i < history->count; i++)
        bytes += jsmf_strings_length(history, i) + 1;
    at = text = jsmf_alloc(run->ctx, bytes, 1);
    if (!text)
        return NULL;
    for (size_t i = 0; i < history->count; i++)
        at += sprintf(at, "%s\n", jsmf_strings_get(history, i));
    strcpy(at, run->command);
    return text;
}

jsmf_status shard_digest(tool_run *run, const jsmf_stream *bag, const jsmf_csr *h, size_t first, size_t rows,
                         const jsmf_strings *words, uint64_t *digest)
{
    enum { PIECE = 1024 };
    const jsmf_array *ids = jsmf_stream_find(bag, "ids");
    *digest = jsmf_sums_digest(h, first, rows, words);
    for (size_t done = 0, some; ids && ids->type == 'U' && done < rows; done += some) {
        jsmf_strings names = { 0 };
        some = jsmf_least(PIECE, rows - done);
        if (jsmf_array_read_strings(run->ctx, ids, first + done, some, &names) == JSMF_OK)
            *digest = jsmf_sums_digest_ids(*digest, &names);
        jsmf_strings_free(&names);
        if (jsmf_context_status(run->ctx) != JSMF_OK)
            break;
    }
    return jsmf_context_status(run->ctx);
}

jsmf_status shard_record(tool_run *run, const jsmf_sums_shards *of, const jsmf_stream *bag, const jsmf_csr *h,
                         const jsmf_strings *words, jsmf_sums_shards *out)
{
    char *lines = join_history(run, &bag->history);
    size_t row = 0;
    out->of = of->of;
    for (size_t i = 0; lines && i < of->count; i++) {
        jsmf_sums_shard shard = of->shards[i];
        if (shard_digest(run, bag, h, row, (size_t)shard.rows, words, &shard.digest) != JSMF_OK)
            break;
        row += (size_t)shard.rows;
        if (jsmf_sums_shards_put(run->ctx, out, &shard, jsmf_strings_get(&of->ids, i), lines) != JSMF_OK)
            break;
    }
    free(lines);
    return jsmf_context_status(run->ctx) == JSMF_OK ? jsmf_sums_shards_sort(run->ctx, out)
                                                    : jsmf_context_status(run->ctx);
}
