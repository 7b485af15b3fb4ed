/* JSON lines: an object of RFC 8259 a line, its fields named by their way: b within a is a.b. */
#include "record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 256, NAME_MOST = 1024, HEX = 4 };

typedef struct reader {
    jsmf_context *ctx;
    jsmf_records *r;
    jsmf_records_batch *batch; /* NULL: only the names are wanted */
    const char *at, *end;
    int depth;                 /* of objects and arrays */
    int arrays;                /* of them, what is within has no name */
    char name[NAME_MOST];      /* of the value that is being read */
    size_t name_length;        /* SIZE_MAX of one that is longer */
} reader;

static jsmf_status read_value(reader *j);

/* ---- errors ---- */

static jsmf_status wrong(const reader *j, const char *at, const char *expected)
{
    const jsmf_records_pieces *p = &j->r->pieces;
    char quote[JSMF_QUOTE_BYTES];
    const char *found = at == j->end ? "the line's end" : jsmf_text_quote(at, (size_t)(j->end - at), quote);
    return jsmf_fail(j->ctx, JSMF_EDATA, "%s:%zu: not JSON: found %s in column %zu, expected %s%s",
                     jsmf_text_name(p->text), p->line, found, (size_t)(at - p->bytes) + 1, expected,
                     at == j->end && j->depth ? " (a record has one line: jq -c . makes one of several)" : "");
}

static void skip_blanks(reader *j)
{
    while (j->at < j->end && (*j->at == ' ' || *j->at == '\t' || *j->at == '\r' || *j->at == '\n'))
        j->at++;
}

/* Whether the next byte that is no blank is this one; it is taken then. */
static bool take(reader *j, char byte)
{
    skip_blanks(j);
    if (j->at == j->end || *j->at != byte)
        return false;
    j->at++;
    return true;
}

/* ---- which values are wanted ---- */

static bool is_named(const reader *j, const char *name)
{
    return strlen(name) == j->name_length && memcmp(name, j->name, j->name_length) == 0;
}

/* The first chosen column of the current name from i on; r->count where there is none. */
static size_t find_chosen(const reader *j, size_t i)
{
    if (!j->batch || j->arrays)
        return j->r->count;
    while (i < j->r->count && !is_named(j, j->r->names[i]))
        i++;
    return i;
}

enum { LIST_BYTES = 400 };

/* " (there are a.b, a.c)" where a field is an object with these in the first record; else nothing. */
static void list_inner(const jsmf_records *r, const char *name, char *text)
{
    const size_t length = strlen(name);
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < r->columns.count; i++) {
        const char *inner = jsmf_strings_get(&r->columns, i);
        if (strncmp(inner, name, length) != 0 || inner[length] != '.' ||
            used + strlen(inner) + sizeof " (there are )" > LIST_BYTES)
            continue;
        used += (size_t)snprintf(text + used, LIST_BYTES - used, "%s%s", used ? ", " : " (there are ", inner);
    }
    if (used)
        snprintf(text + used, LIST_BYTES - used, ")");
}

static jsmf_status wrong_type(const reader *j, size_t column, const char *found)
{
    const jsmf_records *r = j->r;
    char inner[LIST_BYTES];
    list_inner(r, r->names[column], inner);
    return jsmf_fail(j->ctx, JSMF_EDATA, "%s:%zu: found %s in field %s, expected %s%s", jsmf_text_name(r->pieces.text),
                     r->pieces.line, found, r->names[column],
                     column < r->texts ? "a string" : "a string, a number, true, false or null", inner);
}

/* The bytes from start on in the batch are the value of the columns of the current name. */
static void set_values(reader *j, size_t start)
{
    for (size_t i = find_chosen(j, 0); i < j->r->count; i = find_chosen(j, i + 1)) {
        j->r->values[i] = (jsmf_records_field){ start, j->batch->used - start };
        j->r->seen[i] = true;
    }
}

/* ---- strings ---- */

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* The four digits at `at`, -1 where they are not four. */
static int32_t hex_code(const char *at, const char *end)
{
    int32_t code = 0;
    for (int i = 0; i < HEX; i++) {
        const int digit = at + i < end ? hex_digit(at[i]) : -1;
        if (digit < 0)
            return -1;
        code = code << 4 | digit;
    }
    return code;
}

/* The code point that \u at j->at spells, and perhaps another one behind it: the second half of a pair. */
static jsmf_status read_unicode(reader *j, uint32_t *code)
{
    const int32_t high = hex_code(j->at + 2, j->end);
    if (high < 0)
        return wrong(j, j->at, "four hexadecimal digits behind \\u");
    j->at += 2 + HEX;
    *code = (uint32_t)high;
    if (high >= 0xD800 && high < 0xDC00 && j->end - j->at >= 2 && j->at[0] == '\\' && j->at[1] == 'u') {
        const int32_t low = hex_code(j->at + 2, j->end);
        if (low >= 0xDC00 && low < 0xE000) {
            *code = 0x10000 + ((uint32_t)(high - 0xD800) << 10) + (uint32_t)(low - 0xDC00);
            j->at += 2 + HEX;
        }
    }
    return JSMF_OK;
}

static jsmf_status read_escape(reader *j, uint32_t *code)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *letter;
    if (j->end - j->at > 1 && j->at[1] == 'u')
        return read_unicode(j, code);
    letter = j->end - j->at > 1 && j->at[1] ? strchr(letters, j->at[1]) : NULL;
    if (!letter)
        return wrong(j, j->at, "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    *code = (unsigned char)meant[letter - letters];
    j->at += 2;
    return JSMF_OK;
}

/* Up to the next quote, backslash or control character. */
static const char *plain_end(const char *at, const char *end)
{
    while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20)
        at++;
    return at;
}

/* Reads the string at j->at to its end. put gets its plain parts, put_code what is spelled by escapes. */
typedef struct string_sink {
    jsmf_status (*put)(reader *j, const char *bytes, size_t length);
    jsmf_status (*put_code)(reader *j, uint32_t code, const char *at);
} string_sink;

static jsmf_status read_string(reader *j, const string_sink *sink)
{
    for (j->at++;;) {
        const char *plain = j->at, *escape;
        uint32_t code = 0;
        j->at = plain_end(plain, j->end);
        if (j->at > plain && sink->put(j, plain, (size_t)(j->at - plain)) != JSMF_OK)
            return jsmf_context_status(j->ctx);
        if (j->at == j->end)
            return wrong(j, j->at, "a quote that closes the string");
        if (*j->at == '"')
            break;
        if (*j->at != '\\')
            return wrong(j, j->at, "no control character in a string (\\n and the like spell them)");
        escape = j->at;
        if (read_escape(j, &code) != JSMF_OK || sink->put_code(j, code, escape) != JSMF_OK)
            return jsmf_context_status(j->ctx);
    }
    j->at++;
    return JSMF_OK;
}

static jsmf_status put_none(reader *j, const char *bytes, size_t length)
{
    (void)bytes, (void)length;
    return jsmf_context_status(j->ctx);
}

static jsmf_status put_no_code(reader *j, uint32_t code, const char *at)
{
    (void)code, (void)at;
    return jsmf_context_status(j->ctx);
}

static jsmf_status put_value(reader *j, const char *bytes, size_t length)
{
    return jsmf_records_put(j->ctx, j->r, j->batch, bytes, length);
}

static jsmf_status put_value_code(reader *j, uint32_t code, const char *at)
{
    return jsmf_records_put_code(j->ctx, j->r, j->batch, code, at);
}

/* Names that are too long for the buffer are nobody's. */
static jsmf_status put_name(reader *j, const char *bytes, size_t length)
{
    if (j->name_length == SIZE_MAX || length > NAME_MOST - j->name_length) {
        j->name_length = SIZE_MAX;
        return JSMF_OK;
    }
    memcpy(j->name + j->name_length, bytes, length);
    j->name_length += length;
    return JSMF_OK;
}

static jsmf_status put_name_code(reader *j, uint32_t code, const char *at)
{
    char bytes[4];
    const size_t length = jsmf_utf8_put(code, bytes);
    (void)at;
    return put_name(j, bytes, length);
}

static const string_sink no_sink = { put_none, put_no_code }, value_sink = { put_value, put_value_code },
                         name_sink = { put_name, put_name_code };

static jsmf_status read_string_value(reader *j)
{
    const bool wanted = find_chosen(j, 0) < j->r->count;
    const size_t start = wanted ? j->batch->used : 0;
    if (read_string(j, wanted ? &value_sink : &no_sink) != JSMF_OK)
        return jsmf_context_status(j->ctx);
    if (wanted)
        set_values(j, start);
    return JSMF_OK;
}

/* ---- other scalars ---- */

static size_t digits(const char *at, const char *end)
{
    const char *p = at;
    while (p < end && *p >= '0' && *p <= '9')
        p++;
    return (size_t)(p - at);
}

/* Behind the number at j->at; NULL where none stands there: the error is recorded. */
static const char *number_end(const reader *j)
{
    const char *p = j->at + (*j->at == '-'), *first = p;
    size_t n = digits(p, j->end);
    bool good = n == 1 || (n > 1 && *first != '0');
    p += n;
    if (good && p < j->end && *p == '.') {
        n = digits(++p, j->end);
        good = n > 0;
        p += n;
    }
    if (good && p < j->end && (*p == 'e' || *p == 'E')) {
        p++;
        p += p < j->end && (*p == '+' || *p == '-');
        n = digits(p, j->end);
        good = n > 0;
        p += n;
    }
    return good ? p : NULL;
}

static jsmf_status take_literal(reader *j, const char *behind, const char *type)
{
    const size_t column = find_chosen(j, 0), length = (size_t)(behind - j->at);
    const bool null = *j->at == 'n';
    if (column < j->r->texts && !null)
        return wrong_type(j, column, type);
    if (column < j->r->count) {
        const size_t start = j->batch->used;
        if (!null && jsmf_records_put(j->ctx, j->r, j->batch, j->at, length) != JSMF_OK)
            return jsmf_context_status(j->ctx);
        set_values(j, start);
    }
    j->at = behind;
    return JSMF_OK;
}

static jsmf_status read_literal(reader *j)
{
    static const char *const words[] = { "true", "false", "null" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i]);
        if ((size_t)(j->end - j->at) >= length && memcmp(j->at, words[i], length) == 0)
            return take_literal(j, j->at + length, words[i]);
    }
    return wrong(j, j->at, "a value: a string in quotes, a number, true, false, null, { or [");
}

static jsmf_status read_number(reader *j)
{
    const char *behind = number_end(j);
    return behind ? take_literal(j, behind, "a number") : wrong(j, j->at, "a number such as 12, -0.5 or 1e6");
}

/* ---- objects and arrays ---- */

static jsmf_status deeper(reader *j)
{
    if (++j->depth > DEPTH_MOST)
        return wrong(j, j->at, "no more than 256 objects and arrays within one another");
    return JSMF_OK;
}

static jsmf_status add_name(reader *j)
{
    if (j->batch || j->arrays || j->name_length == SIZE_MAX)
        return JSMF_OK;
    return jsmf_strings_add(j->ctx, &j->r->columns, j->name, jsmf_utf8_valid(j->name, j->name_length));
}

static jsmf_status read_member(reader *j)
{
    const size_t outer = j->name_length;
    skip_blanks(j);
    if (j->at == j->end || *j->at != '"')
        return wrong(j, j->at, "the name of a field in quotes");
    if (outer && put_name(j, ".", 1) != JSMF_OK)
        return jsmf_context_status(j->ctx);
    if (read_string(j, j->arrays ? &no_sink : &name_sink) != JSMF_OK)
        return jsmf_context_status(j->ctx);
    if (!take(j, ':'))
        return wrong(j, j->at, "a colon behind the name of a field");
    skip_blanks(j);
    if (j->at < j->end && *j->at != '{' && add_name(j) != JSMF_OK)
        return jsmf_context_status(j->ctx);
    if (read_value(j) != JSMF_OK)
        return jsmf_context_status(j->ctx);
    j->name_length = outer;
    return JSMF_OK;
}

/* What stands between a bracket, which is at j->at, and the one that closes it, apart by commas. */
static jsmf_status read_list(reader *j, char close, jsmf_status (*each)(reader *j), const char *expected)
{
    if (deeper(j) != JSMF_OK)
        return jsmf_context_status(j->ctx);
    j->at++;
    for (bool first = true; !take(j, close); first = false)
        if (!first && !take(j, ','))
            return wrong(j, j->at, expected);
        else if (each(j) != JSMF_OK)
            return jsmf_context_status(j->ctx);
    j->depth--;
    return JSMF_OK;
}

static jsmf_status read_object(reader *j)
{
    const size_t column = j->depth ? find_chosen(j, 0) : j->r->count;
    if (column < j->r->count)
        return wrong_type(j, column, "an object");
    return read_list(j, '}', read_member, "a comma or }");
}

static jsmf_status read_array(reader *j)
{
    const size_t column = find_chosen(j, 0);
    jsmf_status status;
    if (column < j->r->count)
        return wrong_type(j, column, "an array");
    j->arrays++;
    status = read_list(j, ']', read_value, "a comma or ]");
    j->arrays--;
    return status;
}

static jsmf_status read_value(reader *j)
{
    skip_blanks(j);
    if (j->at == j->end)
        return read_literal(j);
    switch (*j->at) {
    case '{':
        return read_object(j);
    case '[':
        return read_array(j);
    case '"':
        return read_string_value(j);
    default:
        return *j->at == '-' || (*j->at >= '0' && *j->at <= '9') ? read_number(j) : read_literal(j);
    }
}

jsmf_status jsmf_records_json_read(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *batch)
{
    const jsmf_records_pieces *p = &r->pieces;
    reader j = { .ctx = ctx, .r = r, .batch = batch, .at = p->bytes, .end = p->bytes + p->length };
    for (size_t i = 0; batch && i < r->count; i++)
        r->values[i] = (jsmf_records_field){ .start = SIZE_MAX };
    skip_blanks(&j);
    if (j.at < j.end && *j.at == '[')
        return wrong(&j, j.at, "an object, a record a line (jq -c '.[]' makes lines of an array)");
    if (j.at == j.end || *j.at != '{')
        return wrong(&j, j.at, "an object, a record a line");
    if (read_object(&j) != JSMF_OK)
        return jsmf_context_status(ctx);
    skip_blanks(&j);
    return j.at == j.end ? JSMF_OK : wrong(&j, j.at, "nothing behind the object");
}
