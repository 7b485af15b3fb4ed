/* Pieces out of blocks. What lies in one block stays there; what blocks divide is copied together. */
#include "pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_HELD = 1 << 16 };

jsmf_status jsmf_records_pieces_open(jsmf_context *ctx, jsmf_input *in, char delimiter, jsmf_records_pieces *p)
{
    *p = (jsmf_records_pieces){ .delimiter = delimiter, .next_line = 1 };
    return jsmf_text_open(ctx, in, &p->text);
}

void jsmf_records_pieces_close(jsmf_records_pieces *p)
{
    jsmf_text_close(p->text);
    free(p->held);
    free(p->fields);
}

static size_t count_lines(const char *from, const char *to)
{
    size_t lines = 0;
    for (; from < to && (from = memchr(from, '\n', (size_t)(to - from))); from++)
        lines++;
    return lines;
}

size_t jsmf_records_pieces_line(const jsmf_records_pieces *p, const char *at)
{
    return p->line + count_lines(p->bytes, at);
}

/* ---- blocks ---- */

static jsmf_status check_held(jsmf_context *ctx, const jsmf_records_pieces *p, size_t capacity)
{
    char what[256];
    snprintf(what, sizeof what, "%.128s:%zu: the record that begins here%s", jsmf_text_name(p->text), p->next_line,
             p->delimiter ? " (does nothing close its quotes?)" : "");
    return jsmf_memory_check(ctx, capacity, what, JSMF_REMEDY_MORE_MEMORY_OR_SPLIT_CORPUS);
}

static jsmf_status hold(jsmf_context *ctx, jsmf_records_pieces *p, const char *bytes, size_t length)
{
    const size_t need = jsmf_add_sat(p->held_length, length);
    if (length == 0)
        return JSMF_OK;
    if (need > p->held_capacity) {
        const size_t capacity = jsmf_greatest(jsmf_add_sat(need, need / 2), LEAST_HELD);
        char *held;
        if (check_held(ctx, p, capacity) != JSMF_OK || !(held = jsmf_realloc(ctx, p->held, capacity, 1)))
            return jsmf_context_status(ctx);
        p->held = held;
        p->held_capacity = capacity;
    }
    memcpy(p->held + p->held_length, bytes, length);
    p->held_length = need;
    return JSMF_OK;
}

static jsmf_status next_block(jsmf_context *ctx, jsmf_records_pieces *p)
{
    size_t length;
    if (jsmf_text_next(ctx, p->text, 0, &p->block, &length) != JSMF_OK)
        return jsmf_context_status(ctx);
    p->at = p->block;
    p->end = p->block + length;
    p->ended = length == 0;
    return JSMF_OK;
}

/* At least one byte, unless the text has ended. */
static jsmf_status ensure_bytes(jsmf_context *ctx, jsmf_records_pieces *p)
{
    if (p->at == p->end && !p->ended && next_block(ctx, p) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (p->after_return && p->at < p->end) {
        p->at += *p->at == '\n';
        p->after_return = false;
        if (p->at == p->end)
            return ensure_bytes(ctx, p);
    }
    return JSMF_OK;
}

/* ---- pieces ---- */

/* Behind the piece's end, or NULL where it goes on in the next block. */
static const char *find_end(jsmf_context *ctx, jsmf_records_pieces *p, jsmf_records_csv_state *state)
{
    const char *newline;
    if (p->delimiter) {
        const char *behind = jsmf_records_csv_scan(ctx, p, p->at, p->end, state);
        return *state == JSMF_RECORDS_CSV_DONE ? behind : NULL;
    }
    newline = memchr(p->at, '\n', (size_t)(p->end - p->at));
    return newline ? newline + 1 : NULL;
}

/* The piece's bytes have all been seen: [p->at, behind), and what is held in front of them. */
static jsmf_status finish(jsmf_context *ctx, jsmf_records_pieces *p, const char *behind)
{
    const char *last;
    p->bytes = p->at;
    p->length = (size_t)(behind - p->at);
    if (p->held_length) {
        if (hold(ctx, p, p->at, p->length) != JSMF_OK)
            return jsmf_context_status(ctx);
        p->bytes = p->held;
        p->length = p->held_length;
        p->held_length = 0;
    }
    p->at = behind;
    p->line = p->next_line;
    last = p->bytes + p->length - 1;
    p->after_return = *last == '\r';
    p->next_line += count_lines(p->bytes, last) + 1;
    p->length--;
    if (*last == '\n' && p->length && last[-1] == '\r')
        p->length--;
    return JSMF_OK;
}

jsmf_status jsmf_records_pieces_next(jsmf_context *ctx, jsmf_records_pieces *p, bool *more)
{
    jsmf_records_csv_state state = JSMF_RECORDS_CSV_START;
    const char *behind = NULL;
    p->field_count = 0;
    p->held_length = 0;
    *more = false;
    if (ensure_bytes(ctx, p) != JSMF_OK || p->at == p->end)
        return jsmf_context_status(ctx);
    p->offset = jsmf_text_offset(p->text) + (uint64_t)(p->at - p->block);
    while (!(behind = find_end(ctx, p, &state))) {
        if (jsmf_context_status(ctx) != JSMF_OK || hold(ctx, p, p->at, (size_t)(p->end - p->at)) != JSMF_OK ||
            next_block(ctx, p) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (p->ended)
            return jsmf_records_csv_unclosed(ctx, p);
    }
    *more = true;
    return finish(ctx, p, behind);
}

jsmf_status jsmf_records_pieces_all(jsmf_context *ctx, jsmf_records_pieces *p)
{
    p->line = 1;
    while (!p->ended)
        if (next_block(ctx, p) != JSMF_OK || hold(ctx, p, p->at, (size_t)(p->end - p->at)) != JSMF_OK)
            return jsmf_context_status(ctx);
    p->at = p->end;
    p->bytes = p->held ? p->held : "";
    p->length = p->held_length;
    return JSMF_OK;
}
