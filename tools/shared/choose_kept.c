#include "choose_kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Strings, as a stream holds no NaN: the number of topics and the values of all columns. */
static const char of_lines[] = "choose.lines";

void choose_kept_free(choose_kept *c) { jsmf_stream_free(&c->stream); }

/* ---- lines ---- */

enum { LINE = 32 * (CHOOSE_COLUMNS + 1) };

static void format_line(const choose_line *line, char text[LINE])
{
    size_t n = (size_t)snprintf(text, LINE, "%zu", line->topics);
    for (int c = 0; c < CHOOSE_COLUMNS; c++)
        n += (size_t)snprintf(text + n, LINE - n, " %.17g", line->value[c]);
}

static bool parse_line(const char *text, choose_line *line)
{
    char *end;
    line->topics = strtoull(text, &end, 10);
    for (int c = 0; c < CHOOSE_COLUMNS; c++) {
        const char *at = end;
        line->value[c] = strtod(at, &end);
        if (*at != ' ' || end == at)
            return false;
    }
    line->done = true;
    return *end == '\0' && line->topics > 0;
}

static void take_line(choose_table *t, const choose_line *line)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->lines[i].topics == line->topics)
            t->lines[i] = *line;
}

/* ---- the file ---- */

static jsmf_status take_lines(tool_run *run, choose_kept *c, choose_table *t)
{
    const jsmf_strings *list;
    choose_line line;
    if (!jsmf_stream_find(&c->stream, of_lines))
        return jsmf_fail(run->ctx, JSMF_EDATA, "--checkpoint %s: no array %s (name another file)", c->file.path,
                         of_lines);
    if (jsmf_stream_strings(run->ctx, &c->stream, of_lines, 0, &list) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < list->count; i++) {
        if (!parse_line(jsmf_strings_get(list, i), &line))
            return jsmf_fail(run->ctx, JSMF_EDATA, "--checkpoint %s: array %s: line %zu is not what --checkpoint wrote "
                             "(remove the file to begin anew)", c->file.path, of_lines, i + 1);
        take_line(t, &line);
    }
    return JSMF_OK;
}

jsmf_status choose_kept_open(tool_run *run, choose_kept *c, const jsmf_stream *bag, choose_table *t)
{
    if (learn_checkpoint_open(run, &c->file, bag, &c->stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return c->stream.count ? take_lines(run, c, t) : JSMF_OK;
}

jsmf_status choose_kept_add(tool_run *run, choose_kept *c, const choose_line *line)
{
    const jsmf_array *old = jsmf_stream_find(&c->stream, of_lines);
    jsmf_strings list = { 0 };
    char text[LINE];
    if (!c->file.path)
        return JSMF_OK;
    format_line(line, text);
    if ((old && jsmf_strings_copy(run->ctx, &old->strings, &list) != JSMF_OK) ||
        jsmf_strings_add(run->ctx, &list, text, strlen(text)) != JSMF_OK) {
        jsmf_strings_free(&list);
        return jsmf_context_status(run->ctx);
    }
    if (jsmf_stream_add_strings(run->ctx, &c->stream, of_lines, &list) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return learn_checkpoint_write(run, &c->file, &c->stream);
}
