/* Which format the first bytes of an input are. */
#include "record.h"

#include "io/gunzip.h"
#include "io/io_inner.h"
#include "io/sniff.h"
#include "records_inner.h"

#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r\n"

enum { BINARY_HEAD = 8000 };

/* ---- JSON ---- */

static size_t skip(const char *text, size_t length, size_t at, const char *set)
{
    while (at < length && text[at] && strchr(set, text[at]))
        at++;
    return at;
}

/* An object or an array begins: a bracket, then what may follow it there, and seldom does in text. */
bool jsmf_records_looks_json(const char *text, size_t length)
{
    size_t at = skip(text, length, 0, BLANKS), next, number;
    if (at == length || (text[at] != '{' && text[at] != '['))
        return false;
    next = skip(text, length, at + 1, BLANKS);
    if (next == length || !text[next])
        return false;
    if (text[at] == '{')
        return text[next] == '"' || text[next] == '}';
    number = skip(text, length, next, "+-.0123456789eE");
    return strchr("{[\"]", text[next]) || (number > next && number < length && text[number] == ',');
}

/* ---- CSV ---- */

typedef struct head {
    const char *at, *end;
    char separator;
    bool whole;
    bool blank;  /* a separator has had a blank beside it */
    bool quoted; /* a record was quotes from one end to the other */
    bool quotes; /* a field began with one */
} head;

static bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

/* A field of blanks alone is an empty one, and no blank of prose. */
static bool is_beside_blank(const char *start, const char *p, const char *end)
{
    const char *before = p, *behind = p + 1;
    while (before > start && is_blank(before[-1]) && before[-1] != *p)
        before--;
    while (behind < end && is_blank(*behind) && *behind != *p)
        behind++;
    return (before < p && before > start && before[-1] != *p) ||
           (behind > p + 1 && behind < end && *behind != *p && *behind != '\n' && *behind != '\r');
}

/* The separators of the next record, which may have line ends between quotes; false where none is left as a whole. */
static bool next_record(head *h, size_t *separators)
{
    const char *start = h->at, *p = start, *closed = NULL;
    bool inside = false, begins = true;
    *separators = 0;
    for (; p < h->end && (inside || *p != '\n'); p++) {
        h->quotes |= begins && !inside && *p == '"';
        if (inside || begins) {
            inside = inside != (*p == '"');
            closed = !inside && *p == '"' ? p : closed;
        }
        begins = !inside && (*p == h->separator || *p == '"');
        if (inside || *p != h->separator)
            continue;
        *separators += 1;
        h->blank |= is_beside_blank(start, p, h->end);
    }
    h->quoted = *start == '"' && closed && closed > start &&
                (p == closed + 1 || (p == closed + 2 && closed[1] == '\r'));
    h->at = p < h->end ? p + 1 : p;
    return p > start && !inside && (p < h->end || h->whole);
}

/* Every record has as many separators as the first, and no blank beside one, as prose has; or quotes around it. */
static bool looks_strict(const char *text, size_t length, bool whole, char separator)
{
    head h = { .at = text, .end = text + length, .separator = separator, .whole = whole };
    size_t count, first = 0, rows = 0;
    bool quoted = true;
    while (h.at < h.end && next_record(&h, &count)) {
        if (rows++ == 0)
            first = count;
        quoted &= h.quoted;
        if (count != first || h.blank)
            return false;
    }
    return rows > 1 && (first > 0 || quoted);
}

/* How many records there are where all have as many separators, *each, one at least; else 0. */
static size_t regular_records(head *h, size_t *each)
{
    size_t count, rows = 0;
    *each = 0;
    while (h->at < h->end && next_record(h, &count)) {
        if (rows++ == 0)
            *each = count;
        if (count != *each || count == 0)
            return 0;
    }
    return rows;
}

/* Every line has as many tabs, one at least; *quotes: fields begin with quotes, too. */
static bool looks_tsv(const char *text, size_t length, bool whole, bool *quotes)
{
    head h = { .at = text, .end = text + length, .separator = '\t', .whole = whole };
    size_t tabs;
    const bool regular = regular_records(&h, &tabs) > 1;
    *quotes = h.quotes;
    return regular;
}

/* The same with blanks beside separators, of so many records that prose is not so regular. */
static bool looks_regular(const char *text, size_t length, bool whole, char separator)
{
    enum { MANY = 20, SOME = 5 };
    head h = { .at = text, .end = text + length, .separator = separator, .whole = whole };
    size_t separators;
    const size_t rows = regular_records(&h, &separators);
    return rows >= (separators > 1 ? SOME : MANY);
}

bool jsmf_records_looks_csv(const char *text, size_t length, bool whole, char separator)
{
    return looks_strict(text, length, whole, separator) || looks_regular(text, length, whole, separator);
}

/* ---- a first line that names columns ---- */

enum { NAME_MOST = 40, COLUMNS_MOST = 512 };

static jsmf_status add_names(jsmf_context *ctx, const char *line, size_t length, char separator, jsmf_strings *names)
{
    const char *end = line + length;
    for (const char *at = line, *next; names->count < COLUMNS_MOST; at = next + 1) {
        const char *from = at, *to;
        next = memchr(at, separator, (size_t)(end - at));
        for (to = next ? next : end; from < to && (is_blank(*from) || *from == '"'); from++)
            ;
        while (to > from && (is_blank(to[-1]) || to[-1] == '"' || to[-1] == '\r'))
            to--;
        if (jsmf_strings_add(ctx, names, from, (size_t)(to - from)) != JSMF_OK || !next)
            break;
    }
    return jsmf_context_status(ctx);
}

/* The names in the first record, which h stands behind. */
static jsmf_status first_names(jsmf_context *ctx, const char *text, const head *h, jsmf_strings *names)
{
    const size_t length = (size_t)(h->at - text);
    *names = (jsmf_strings){ 0 };
    return add_names(ctx, text, length - (text[length - 1] == '\n'), h->separator, names);
}

/* There are more records, and no separator in any. */
static bool has_one_column(head *h)
{
    size_t count = 0, rows = 0;
    while (h->at < h->end && count == 0 && next_record(h, &count))
        rows++;
    return rows > 0 && count == 0;
}

/* The second record has as many separators as the first, if it is there as a whole. Where there is none behind the
 * first, which may be a sentence, no blank stood beside these. */
static bool goes_on(head *h, size_t first)
{
    const bool spaced = h->blank;
    size_t second;
    return !spaced || (h->at < h->end && (!next_record(h, &second) || second == first));
}

/* Whether all are short and one is a text's. Where it is the only one, commas are the separators. */
static jsmf_status names_columns(jsmf_context *ctx, const char *text, size_t length, bool whole, char separator,
                                 bool *out)
{
    head h = { .at = text, .end = text + length, .separator = separator, .whole = whole };
    jsmf_strings names;
    size_t first;
    *out = next_record(&h, &first);
    if (!*out || first_names(ctx, text, &h, &names) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (first == 0)
        *out = separator == ',' && jsmf_records_names_text(jsmf_strings_get(&names, 0)) && has_one_column(&h);
    else
        *out = jsmf_records_obvious_of(&names) != SIZE_MAX && goes_on(&h, first);
    for (size_t i = 0; i < names.count; i++)
        *out &= jsmf_strings_length(&names, i) <= NAME_MOST;
    jsmf_strings_free(&names);
    return jsmf_context_status(ctx);
}

/* Whether the first record has this column. */
static jsmf_status has_column(jsmf_context *ctx, const char *text, size_t length, bool whole, const char *column,
                              jsmf_records_guessed *out, bool *found)
{
    head h = { .at = text, .end = text + length, .separator = out->delimiter, .whole = whole };
    jsmf_strings names;
    size_t count;
    *found = false;
    if (!next_record(&h, &count) || first_names(ctx, text, &h, &names) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < names.count; i++)
        *found |= strcmp(jsmf_strings_get(&names, i), column) == 0;
    jsmf_strings_free(&names);
    return JSMF_OK;
}

/* ---- the guess ---- */

static const char separators[] = ",;|", all_separators[] = ",;|\t";

/* What nothing else tells: CSV with this column, which may be NULL, or text. */
static jsmf_status guess_by_column(jsmf_context *ctx, const char *text, size_t length, bool whole, const char *column,
                                   jsmf_records_guessed *out)
{
    bool found = false;
    for (size_t i = 0; column && all_separators[i]; i++) {
        *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_CSV, .delimiter = all_separators[i] };
        if (has_column(ctx, text, length, whole, column, out, &found) != JSMF_OK || found)
            return jsmf_context_status(ctx);
    }
    *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_TEXT };
    return JSMF_OK;
}

/* The first line tells spreadsheets the delimiter. */
static bool told_delimiter(const char *text, size_t length, jsmf_records_guessed *out)
{
    const size_t at = JSMF_RECORDS_SEP_LENGTH;
    if (length < at + 2 || memcmp(text, JSMF_RECORDS_SEP, at) != 0 || !text[at] || !strchr(",;|\t", text[at]) ||
        (text[at + 1] != '\r' && text[at + 1] != '\n'))
        return false;
    *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_CSV, .delimiter = text[at] };
    return true;
}

static jsmf_status guess_text(jsmf_context *ctx, const char *text, size_t length, bool whole, const char *column,
                              jsmf_records_guessed *out)
{
    bool quotes, named;
    if (told_delimiter(text, length, out))
        return JSMF_OK;
    *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_JSONL };
    if (jsmf_records_looks_json(text, length))
        return JSMF_OK;
    *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_TSV };
    named = looks_tsv(text, length, whole, &quotes);
    if (!named && names_columns(ctx, text, length, whole, '\t', &named) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (named) {
        if (quotes)
            *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_CSV, .delimiter = '\t' };
        return JSMF_OK;
    }
    for (size_t i = 0; separators[i]; i++) {
        *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_CSV, .delimiter = separators[i] };
        if (jsmf_records_looks_csv(text, length, whole, separators[i]))
            return JSMF_OK;
        if (names_columns(ctx, text, length, whole, separators[i], &named) != JSMF_OK || named)
            return jsmf_context_status(ctx);
    }
    return guess_by_column(ctx, text, length, whole, column, out);
}

static const char *packed_format(const char *text, size_t length)
{
    if (length >= 4 && memcmp(text, "PK\3\4", 4) == 0)
        return "a ZIP archive, as a stream of jsmf or a spreadsheet is";
    return jsmf_gunzip_magic((const unsigned char *)text, length) ? "gzip within gzip" : NULL;
}

static const char *other_format(const char *text, size_t length)
{
    const char *packed = packed_format(text, length);
    return packed ? packed : jsmf_sniff_name(text, length);
}

/* Newlines in the place of carriage returns, where these alone end lines; false where they do not. */
static bool ends_by_returns(char *text, size_t length)
{
    if (memchr(text, '\n', length) || !memchr(text, '\r', length))
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\r')
            text[i] = '\n';
    return true;
}

/* Such lines are records of CSV, but of nothing else; a return behind a single line does no harm. */
static jsmf_status guess_by_returns(jsmf_context *ctx, const char *name, const char *text, size_t length, bool whole,
                                    const char *column, jsmf_records_guessed *out)
{
    const char *end = memchr(text, '\n', length);
    if (guess_text(ctx, text, length, whole, column, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (out->format == JSMF_RECORDS_TSV)
        *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_CSV, .delimiter = '\t' };
    if (out->format != JSMF_RECORDS_CSV && end + 1 < text + length)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: found carriage returns alone at the ends of lines, expected newlines "
                         "(tr '\\r' '\\n' makes these of them)", name);
    return JSMF_OK;
}

static jsmf_status guess(jsmf_context *ctx, jsmf_input *in, char *text, const char *column, jsmf_records_guessed *out)
{
    const char *other;
    size_t length = 0;
    bool whole = false;
    if (jsmf_text_head(ctx, in, text, JSMF_PEEK, &length, &whole) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (length == 0 && whole)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: empty (documents were expected)", jsmf_input_name(in));
    other = other_format(text, length);
    if (other)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: looks like %s (text, CSV, TSV or JSON lines were expected)",
                         jsmf_input_name(in), other);
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        length -= 3;
    }
    return ends_by_returns(text, length)
               ? guess_by_returns(ctx, jsmf_input_name(in), text, length, whole, column, out)
               : guess_text(ctx, text, length, whole, column, out);
}

jsmf_status jsmf_records_guess(jsmf_context *ctx, jsmf_input *in, const char *column, jsmf_records_guessed *out)
{
    char *text = jsmf_alloc(ctx, JSMF_PEEK, 1);
    *out = (jsmf_records_guessed){ .format = JSMF_RECORDS_TEXT };
    if (text)
        jsmf_recorded(guess(ctx, in, text, column, out));
    free(text);
    return jsmf_context_status(ctx);
}

/* Files of other kinds have a NUL soon. */
jsmf_status jsmf_records_no_text(jsmf_context *ctx, jsmf_input *in, const char **kind)
{
    char text[BINARY_HEAD];
    size_t length;
    bool whole;
    *kind = NULL;
    if (jsmf_text_head(ctx, in, text, sizeof text, &length, &whole) != JSMF_OK)
        return jsmf_context_status(ctx);
    *kind = packed_format(text, length);
    if (!*kind)
        *kind = jsmf_sniff_binary(text, length);
    if (!*kind && length && memchr(text, '\0', length))
        *kind = "data that are no text (they have a NUL)";
    return JSMF_OK;
}

jsmf_status jsmf_records_refuse_utf16(jsmf_context *ctx, jsmf_input *in)
{
    char mark[2];
    size_t got;
    bool whole;
    if (jsmf_text_head(ctx, in, mark, sizeof mark, &got, &whole) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (got == 2 && (memcmp(mark, "\xFF\xFE", 2) == 0 || memcmp(mark, "\xFE\xFF", 2) == 0))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: looks like %s", jsmf_input_name(in), jsmf_sniff_name(mark, got));
    return JSMF_OK;
}
