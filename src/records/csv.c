/* The fields of CSV, as RFC 4180 has them; a record may also end with a carriage return alone. A quote that does not
 * begin a field is a character like others. */
#include "pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_FIELDS = 64 };

typedef struct scan {
    jsmf_context *ctx;
    jsmf_records_pieces *p;
    const char *start; /* of what is looked at; */
    size_t before;     /* so many bytes of the record are held */
} scan;

static size_t place(const scan *s, const char *at) { return s->before + (size_t)(at - s->start); }

/* ---- errors ---- */

static size_t lines_of(const char *bytes, size_t length)
{
    size_t lines = 0;
    for (size_t i = 0; i < length; i++)
        lines += bytes[i] == '\n';
    return lines;
}

/* The line of a place in the record. */
static size_t line_of(const scan *s, size_t at)
{
    const size_t held = jsmf_least(at, s->before);
    return s->p->next_line + lines_of(s->p->held, held) + lines_of(s->start, at - held);
}

/* Where the field began lines before, the quote that opens it may be the wrong one. */
static void behind_quote(const scan *s, const char *at)
{
    const size_t line = line_of(s, place(s, at)), first = line_of(s, s->p->fields[s->p->field_count - 1].start);
    char quote[JSMF_QUOTE_BYTES], where[96] = "";
    const char *end = memchr(at, '\n', (size_t)(s->p->end - at));
    if (first < line)
        snprintf(where, sizeof where, "the field begins in line %zu: does nothing close it there? ", first);
    jsmf_fail(s->ctx, JSMF_EDATA, "%s:%zu: found %s behind the quote that closes a field, expected the delimiter or "
              "the line's end (%squotes within a field are doubled)", jsmf_text_name(s->p->text), line,
              jsmf_text_quote(at, (size_t)((end ? end : s->p->end) - at), quote), where);
}

jsmf_status jsmf_records_csv_unclosed(jsmf_context *ctx, const jsmf_records_pieces *p)
{
    const jsmf_records_raw *f = &p->fields[p->field_count - 1];
    return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: found a quote that opens a field and nothing that closes it, expected "
                     "another quote (quotes within a field are doubled)", jsmf_text_name(p->text),
                     p->next_line + lines_of(p->held, f->start));
}

/* ---- fields ---- */

static jsmf_status begin_field(const scan *s, size_t start, bool quoted)
{
    jsmf_records_pieces *p = s->p;
    if (p->field_count == p->field_capacity) {
        const size_t capacity = jsmf_greatest(2 * p->field_capacity, LEAST_FIELDS);
        jsmf_records_raw *fields = jsmf_realloc(s->ctx, p->fields, capacity, sizeof *fields);
        if (!fields)
            return jsmf_context_status(s->ctx);
        p->fields = fields;
        p->field_capacity = capacity;
    }
    p->fields[p->field_count++] = (jsmf_records_raw){ .start = start, .quoted = quoted };
    return JSMF_OK;
}

static jsmf_records_raw *last_field(const scan *s) { return &s->p->fields[s->p->field_count - 1]; }

/* A delimiter or a line's end stands at `at`. */
static jsmf_records_csv_state behind_field(const scan *s, const char *at)
{
    return *at == s->p->delimiter ? JSMF_RECORDS_CSV_START : JSMF_RECORDS_CSV_DONE;
}

static bool ends_field(const scan *s, char byte) { return byte == s->p->delimiter || byte == '\n' || byte == '\r'; }

/* Each of the next three goes on from `at` in the state of its name, and returns where it has led. */

static const char *scan_plain(const scan *s, const char *at, const char *end, jsmf_records_csv_state *state)
{
    while (at < end && !ends_field(s, *at))
        at++;
    if (at == end)
        return end;
    last_field(s)->length = place(s, at) - last_field(s)->start;
    *state = behind_field(s, at);
    return at + 1;
}

static const char *scan_quoted(const char *at, const char *end, jsmf_records_csv_state *state)
{
    const char *quote = memchr(at, '"', (size_t)(end - at));
    if (!quote)
        return end;
    *state = JSMF_RECORDS_CSV_QUOTE;
    return quote + 1;
}

static const char *scan_quote(const scan *s, const char *at, jsmf_records_csv_state *state)
{
    if (*at == '"') {
        last_field(s)->doubled = true;
        *state = JSMF_RECORDS_CSV_QUOTED;
        return at + 1;
    }
    if (!ends_field(s, *at)) {
        behind_quote(s, at);
        return NULL;
    }
    last_field(s)->length = place(s, at) - 1 - last_field(s)->start;
    *state = behind_field(s, at);
    return at + 1;
}

const char *jsmf_records_csv_scan(jsmf_context *ctx, jsmf_records_pieces *p, const char *at, const char *end,
                                  jsmf_records_csv_state *state)
{
    const scan s = { ctx, p, at, p->held_length };
    while (at && at < end && *state != JSMF_RECORDS_CSV_DONE) {
        const bool quoted = *at == '"';
        switch (*state) {
        case JSMF_RECORDS_CSV_START:
            if (begin_field(&s, place(&s, at) + quoted, quoted) != JSMF_OK)
                return NULL;
            *state = quoted ? JSMF_RECORDS_CSV_QUOTED : JSMF_RECORDS_CSV_PLAIN;
            at += quoted;
            break;
        case JSMF_RECORDS_CSV_PLAIN:
            at = scan_plain(&s, at, end, state);
            break;
        case JSMF_RECORDS_CSV_QUOTED:
            at = scan_quoted(at, end, state);
            break;
        default:
            at = scan_quote(&s, at, state);
        }
    }
    return at;
}
