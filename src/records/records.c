/* The reader of records: opening, choosing columns, filling batches. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH_RECORDS = 1 << 14 };

#define NAME(format, name) [format] = #name,
const char *jsmf_records_format_name(jsmf_records_format format)
{
    static const char *const names[] = { JSMF_RECORDS_FORMATS(NAME) };
    return names[format];
}

static bool has_columns(const jsmf_records *r)
{
    return r->options.format != JSMF_RECORDS_TEXT && r->options.format != JSMF_RECORDS_FILES;
}

/* ---- fields of CSV and TSV ---- */

static jsmf_status add_raw(jsmf_context *ctx, jsmf_records_pieces *p, size_t start, size_t length)
{
    if (p->field_count == p->field_capacity) {
        const size_t capacity = 2 * p->field_capacity + 16;
        jsmf_records_raw *fields = jsmf_realloc(ctx, p->fields, capacity, sizeof *fields);
        if (!fields)
            return jsmf_context_status(ctx);
        p->fields = fields;
        p->field_capacity = capacity;
    }
    p->fields[p->field_count++] = (jsmf_records_raw){ .start = start, .length = length };
    return JSMF_OK;
}

static jsmf_status split_tabs(jsmf_context *ctx, jsmf_records_pieces *p)
{
    const char *end = p->bytes + p->length;
    for (const char *at = p->bytes, *tab;; at = tab + 1) {
        tab = memchr(at, '\t', (size_t)(end - at));
        if (add_raw(ctx, p, (size_t)(at - p->bytes), (size_t)((tab ? tab : end) - at)) != JSMF_OK || !tab)
            return jsmf_context_status(ctx);
    }
}

/* Parts between doubled quotes, of each of which one quote stays. */
static jsmf_status put_field(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *batch, const jsmf_records_raw *f)
{
    const char *at = r->pieces.bytes + f->start, *end = at + f->length;
    for (const char *quote; f->doubled && (quote = memchr(at, '"', (size_t)(end - at))); at = quote + 2)
        if (jsmf_records_put(ctx, r, batch, at, (size_t)(quote + 1 - at)) != JSMF_OK)
            return jsmf_context_status(ctx);
    return jsmf_records_put(ctx, r, batch, at, (size_t)(end - at));
}

/* ---- opening ---- */

static bool is_blank_line(const jsmf_records *r)
{
    const jsmf_records_pieces *p = &r->pieces;
    if (r->options.format == JSMF_RECORDS_CSV)
        return p->length == 0;
    for (size_t i = 0; i < p->length; i++)
        if (p->bytes[i] != ' ' && (p->bytes[i] != '\t' || r->options.format == JSMF_RECORDS_TSV))
            return false;
    return true;
}

/* The next piece that is a record, its fields found. */
static jsmf_status next_record(jsmf_context *ctx, jsmf_records *r, bool *more)
{
    do {
        if (jsmf_records_pieces_next(ctx, &r->pieces, more) != JSMF_OK || !*more)
            return jsmf_context_status(ctx);
        if (r->options.format == JSMF_RECORDS_TEXT || !is_blank_line(r))
            break;
        r->report.blank++;
    } while (true);
    return r->options.format == JSMF_RECORDS_TSV ? split_tabs(ctx, &r->pieces) : JSMF_OK;
}

static jsmf_status add_column(jsmf_context *ctx, jsmf_records *r, const char *name, size_t length)
{
    while (length && (*name == ' ' || *name == '\t')) {
        name++;
        length--;
    }
    while (length && (name[length - 1] == ' ' || name[length - 1] == '\t'))
        length--;
    return jsmf_strings_add(ctx, &r->columns, name, length);
}

static jsmf_status read_header(jsmf_context *ctx, jsmf_records *r)
{
    jsmf_records_batch names = { 0 };
    jsmf_records_field *none;
    if (jsmf_records_next_fields(ctx, r, &names, &none) == JSMF_OK)
        for (size_t i = 0; i < r->pieces.field_count; i++) {
            const size_t start = names.used;
            if (put_field(ctx, r, &names, &r->pieces.fields[i]) != JSMF_OK ||
                add_column(ctx, r, names.bytes + start, names.used - start) != JSMF_OK)
                break;
        }
    jsmf_records_batch_free(&names);
    return jsmf_context_status(ctx);
}

/* The first line of a CSV may tell spreadsheets its delimiter. */
static bool tells_delimiter(const jsmf_records *r)
{
    return r->options.format == JSMF_RECORDS_CSV && r->pieces.length == JSMF_RECORDS_SEP_LENGTH + 1 &&
           memcmp(r->pieces.bytes, JSMF_RECORDS_SEP, JSMF_RECORDS_SEP_LENGTH) == 0;
}

static jsmf_status open_columns(jsmf_context *ctx, jsmf_records *r)
{
    bool more;
    if (next_record(ctx, r, &more) != JSMF_OK || (more && tells_delimiter(r) && next_record(ctx, r, &more) != JSMF_OK))
        return jsmf_context_status(ctx);
    if (!more)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: empty (%s was expected)", jsmf_text_name(r->pieces.text),
                         r->options.format == JSMF_RECORDS_JSONL ? "a JSON object a line"
                                                                 : "a line with the names of columns");
    r->ahead = r->options.format == JSMF_RECORDS_JSONL;
    return r->ahead ? jsmf_records_json_read(ctx, r, NULL) : read_header(ctx, r);
}

jsmf_status jsmf_records_open(jsmf_context *ctx, jsmf_input *in, const jsmf_records_options *options,
                              jsmf_records **out)
{
    jsmf_records *r = *out = jsmf_alloc_zero(ctx, 1, sizeof *r);
    const char comma = options->delimiter ? options->delimiter : ',';
    if (!r)
        return jsmf_context_status(ctx);
    r->options = *options;
    r->has_id = options->ids || options->format == JSMF_RECORDS_FILES;
    r->texts = 1;
    r->count = r->texts + r->has_id;
    if (jsmf_records_refuse_utf16(ctx, in) == JSMF_OK &&
        jsmf_records_pieces_open(ctx, in, options->format == JSMF_RECORDS_CSV ? comma : '\0', &r->pieces) == JSMF_OK &&
        (!has_columns(r) || open_columns(ctx, r) == JSMF_OK))
        return JSMF_OK;
    jsmf_records_close(r);
    *out = NULL;
    return jsmf_context_status(ctx);
}

void jsmf_records_close(jsmf_records *r)
{
    if (!r)
        return;
    jsmf_records_pieces_close(&r->pieces);
    jsmf_strings_free(&r->columns);
    free(r->names);
    free(r->places);
    free(r->seen);
    free(r->values);
    free(r);
}

const jsmf_strings *jsmf_records_columns(const jsmf_records *r) { return &r->columns; }

const jsmf_records_report *jsmf_records_report_of(const jsmf_records *r) { return &r->report; }

jsmf_status jsmf_records_choose(jsmf_context *ctx, jsmf_records *r, const jsmf_records_chosen *chosen)
{
    size_t n = 0;
    r->texts = chosen->text_count;
    r->has_id = chosen->id != NULL;
    r->count = r->texts + r->has_id + chosen->kept_count;
    r->names = jsmf_alloc(ctx, r->count, sizeof *r->names);
    r->places = jsmf_alloc(ctx, r->count, sizeof *r->places);
    r->seen = jsmf_alloc_zero(ctx, r->count, sizeof *r->seen);
    r->values = jsmf_alloc(ctx, r->count, sizeof *r->values);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < chosen->text_count; i++)
        r->names[n++] = chosen->texts[i];
    if (chosen->id)
        r->names[n++] = chosen->id;
    for (size_t i = 0; i < chosen->kept_count; i++)
        r->names[n++] = chosen->kept[i];
    return r->options.format == JSMF_RECORDS_JSONL ? JSMF_OK : jsmf_records_find_columns(ctx, r);
}

/* ---- records into a batch ---- */

static jsmf_status put_bytes(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, const char *bytes,
                             size_t length, jsmf_records_field *f)
{
    f->start = b->used;
    if (jsmf_records_put(ctx, r, b, bytes, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    f->length = b->used - f->start;
    return JSMF_OK;
}

/* A line, or a whole file, whose id is its name. */
static jsmf_status put_text(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, jsmf_records_field *f)
{
    const jsmf_records_pieces *p = &r->pieces;
    const char *name = jsmf_text_name(p->text), *tab, *text = p->bytes;
    if (r->options.format == JSMF_RECORDS_FILES) {
        const size_t good = jsmf_utf8_valid(name, strlen(name));
        if (name[good])
            return jsmf_fail(ctx, JSMF_EDATA, "%s: the file's name is not UTF-8, expected one that can be an id", name);
        if (put_bytes(ctx, r, b, name, good, &f[1]) != JSMF_OK)
            return jsmf_context_status(ctx);
    } else if (r->has_id) {
        tab = p->length ? memchr(p->bytes, '\t', p->length) : NULL;
        if (!tab)
            return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: found no tab, expected an id, a tab and a text", name, p->line);
        if (put_bytes(ctx, r, b, p->bytes, (size_t)(tab - p->bytes), &f[1]) != JSMF_OK)
            return jsmf_context_status(ctx);
        text = tab + 1;
    }
    return put_bytes(ctx, r, b, text, (size_t)(p->bytes + p->length - text), &f[0]);
}

/* Whether the record is the names of the columns once more, as where files were put one behind the other. */
static bool repeats_names(const jsmf_records *r)
{
    const jsmf_records_pieces *p = &r->pieces;
    size_t same = 0;
    while (same < r->columns.count && p->fields[same].length == jsmf_strings_length(&r->columns, same) &&
           memcmp(p->bytes + p->fields[same].start, jsmf_strings_get(&r->columns, same), p->fields[same].length) == 0)
        same++;
    return same > 1 && same == r->columns.count;
}

static jsmf_status put_columns(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, jsmf_records_field *f)
{
    const jsmf_records_pieces *p = &r->pieces;
    if (p->field_count != r->columns.count)
        return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: found %zu field%s, expected %zu, as the first line has",
                         jsmf_text_name(p->text), p->line, JSMF_COUNTED(p->field_count), r->columns.count);
    for (size_t i = 0; i < r->count; i++) {
        f[i].start = b->used;
        if (put_field(ctx, r, b, &p->fields[r->places[i]]) != JSMF_OK)
            return jsmf_context_status(ctx);
        f[i].length = b->used - f[i].start;
    }
    r->report.names += repeats_names(r);
    return JSMF_OK;
}

static jsmf_status put_object(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, jsmf_records_field *f)
{
    bool lacking = false;
    char names[400];
    if (jsmf_records_json_read(ctx, r, b) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < r->count; i++) {
        const bool lacks = r->values[i].start == SIZE_MAX;
        if (lacks && r->has_id && i == r->texts)
            return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: found no field %s, expected the record's id (the first record "
                             "has %s)", jsmf_text_name(r->pieces.text), r->pieces.line, r->names[i],
                             jsmf_records_list_columns(r, names, sizeof names));
        lacking |= lacks && i < r->texts;
        f[i] = lacks ? (jsmf_records_field){ b->used, 0 } : r->values[i];
    }
    r->report.lacking += lacking;
    return JSMF_OK;
}

static jsmf_status put_record(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b)
{
    jsmf_records_field *f;
    jsmf_status status;
    if (jsmf_records_next_fields(ctx, r, b, &f) != JSMF_OK)
        return jsmf_context_status(ctx);
    status = !has_columns(r) ? put_text(ctx, r, b, f)
             : r->options.format == JSMF_RECORDS_JSONL ? put_object(ctx, r, b, f) : put_columns(ctx, r, b, f);
    if (status != JSMF_OK)
        return status;
    b->records++;
    r->report.records++;
    return JSMF_OK;
}

static jsmf_status next_piece(jsmf_context *ctx, jsmf_records *r, bool *more)
{
    if (r->options.format == JSMF_RECORDS_FILES) {
        *more = !r->done;
        r->done = true;
        return *more ? jsmf_records_pieces_all(ctx, &r->pieces) : JSMF_OK;
    }
    if (!r->ahead)
        return next_record(ctx, r, more);
    *more = true;
    r->ahead = false;
    return JSMF_OK;
}

/* A field of JSON lines that no record had is a slip. */
static jsmf_status check_seen(jsmf_context *ctx, const jsmf_records *r)
{
    for (size_t i = 0; r->options.format == JSMF_RECORDS_JSONL && i < r->count; i++)
        if (!r->seen[i])
            return jsmf_records_no_column(ctx, r, r->names[i]);
    return JSMF_OK;
}

jsmf_status jsmf_records_fill(jsmf_context *ctx, jsmf_records *r, size_t bytes, jsmf_records_batch *b, bool *ended)
{
    bool more = true;
    *ended = false;
    while (b->used < bytes && b->records < BATCH_RECORDS) {
        if (next_piece(ctx, r, &more) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!more)
            break;
        if (put_record(ctx, r, b) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    r->report.bytes = jsmf_text_offset(r->pieces.text) + (uint64_t)(r->pieces.at - r->pieces.block);
    if (!more && check_seen(ctx, r) != JSMF_OK)
        return jsmf_context_status(ctx);
    *ended = !more;
    return JSMF_OK;
}
