/* UCI docword files: a fast path for lines as they should be, a slow one that accepts what is harmless and says what is
 * wrong with the rest. */
#include "jsmf/corpus.h"

#include "rows.h"
#include "text.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 3, FIELDS = 3, DIGITS = 10 };

typedef struct uci {
    jsmf_context *ctx;
    const char *name;
    size_t vocab_words;
    uint64_t header[HEADER]; /* documents, words, entries */
    uint64_t lines;          /* read so far */
    uint64_t blank;          /* the first blank line below the header, or 0 */
    uint64_t entries;        /* read so far, repeated ones too */
    uint64_t document;       /* the current one, from 1; 0 before the first */
    int32_t word;            /* the last one of the current document, or -1 */
    bool sorted;             /* the current document's words have increased so far */
    jsmf_rows rows;
    jsmf_corpus_report *report;
} uci;

typedef struct field {
    const char *start;
    size_t length;
} field;

static const char *const header_names[HEADER] = { "number of documents", "number of words", "number of entries" };
static const char *const field_names[FIELDS] = { "document", "word", "count" };

/* ---- documents ---- */

static jsmf_status end_document(uci *u, uint64_t next)
{
    size_t start = u->rows.rows ? (size_t)u->rows.indptr[u->rows.rows] : 0, repeated = 0;
    int32_t overflow = -1;
    if (!u->sorted && jsmf_rows_tidy(u->ctx, &u->rows, start, &repeated, &overflow) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    if (overflow >= 0)
        return jsmf_fail(u->ctx, JSMF_EDATA, "%s:%llu: found counts of word %d that add up to more than %d at the end of "
                         "document %llu, expected less", u->name, (unsigned long long)(HEADER + u->entries), overflow + 1,
                         INT32_MAX, (unsigned long long)u->document);
    u->report->repeated += repeated;
    u->document = next;
    u->word = -1;
    u->sorted = true;
    return jsmf_rows_end(u->ctx, &u->rows, (size_t)next - 1);
}

/* An entry whose numbers are in range. */
static inline jsmf_status add_entry(uci *u, uint64_t document, uint64_t word, uint64_t count)
{
    if (document != u->document && end_document(u, document) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    if (u->rows.used == u->rows.capacity && jsmf_rows_reserve(u->ctx, &u->rows, 1) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    u->sorted &= (int32_t)(word - 1) > u->word;
    u->word = (int32_t)(word - 1);
    u->rows.indices[u->rows.used] = u->word;
    u->rows.counts[u->rows.used++] = (int32_t)count;
    u->entries++;
    return JSMF_OK;
}

/* ---- lines of any kind ---- */

static bool is_blank(char byte) { return byte == ' ' || byte == '\t'; }

static jsmf_status found(uci *u, field f, const char *expected)
{
    char quoted[JSMF_QUOTE_BYTES];
    return jsmf_fail(u->ctx, JSMF_EDATA, "%s:%llu: found %s, expected %s", u->name, (unsigned long long)u->lines,
                     jsmf_text_quote(f.start, f.length, quoted), expected);
}

/* Splits the line at blanks into at most most fields; returns how many there are, most + 1 where there are more. */
static size_t split(const char *line, const char *end, field *fields, size_t most)
{
    size_t n = 0;
    while (n <= most) {
        while (line < end && is_blank(*line))
            line++;
        if (line == end)
            return n;
        const char *start = line;
        while (line < end && !is_blank(*line))
            line++;
        if (n < most)
            fields[n] = (field){ start, (size_t)(line - start) };
        n++;
    }
    return n;
}

/* Digits alone; false for anything else. Saturates. */
static bool parse_number(field f, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < f.length; i++) {
        unsigned digit = (unsigned char)f.start[i] - (unsigned)'0';
        if (digit > 9)
            return false;
        if (__builtin_mul_overflow(*out, 10, out) || __builtin_add_overflow(*out, digit, out))
            *out = UINT64_MAX / 16;
    }
    return f.length > 0;
}

static jsmf_status read_header(uci *u, const char *line, const char *end)
{
    size_t which = (size_t)u->lines - 1;
    uint64_t most = which < 2 ? INT32_MAX : INT64_MAX / 16;
    char expected[160];
    field f[1];
    if (split(line, end, f, 1) != 1 || !parse_number(f[0], &u->header[which]) || u->header[which] > most) {
        snprintf(expected, sizeof expected, "the %s, a whole number up to %llu, alone on its line (a UCI docword file "
                 "begins with three such lines)", header_names[which], (unsigned long long)most);
        return found(u, (field){ line, (size_t)(end - line) }, expected);
    }
    if (which == 1 && u->vocab_words != SIZE_MAX && u->header[1] != u->vocab_words)
        return jsmf_fail(u->ctx, JSMF_EDATA, "%s:2: found %llu words, expected the vocabulary's %zu (the two files do not "
                         "belong together)", u->name, (unsigned long long)u->header[1], u->vocab_words);
    if (which == 2)
        jsmf_rows_start(&u->rows, (size_t)u->header[2]);
    return JSMF_OK;
}

static jsmf_status check_number(uci *u, field f, int which, uint64_t *value)
{
    uint64_t most = which == 2 ? INT32_MAX : u->header[which];
    char expected[160];
    if (parse_number(f, value) && *value >= 1 && *value <= most)
        return JSMF_OK;
    snprintf(expected, sizeof expected, "a %s: a whole number from 1 to %llu%s", field_names[which],
             (unsigned long long)most, which == 0 ? " (the header's number of documents)" :
             which == 1 ? " (the header's number of words)" : "");
    return found(u, f, expected);
}

static jsmf_status check_place(uci *u, const char *line, const char *end)
{
    field all = { line, (size_t)(end - line) };
    if (u->blank) {
        u->lines = u->blank;
        return found(u, (field){ "", 0 }, "`document word count` (blank lines may only stand at the end)");
    }
    if (u->entries < u->header[2])
        return JSMF_OK;
    char expected[160];
    snprintf(expected, sizeof expected, "the end: the header promised %llu entries", (unsigned long long)u->header[2]);
    return found(u, all, expected);
}

static jsmf_status read_entry(uci *u, const char *line, const char *end)
{
    uint64_t value[FIELDS];
    field f[FIELDS];
    size_t n = split(line, end, f, FIELDS);
    if (n == 0) {
        u->blank = u->blank ? u->blank : u->lines;
        return JSMF_OK;
    }
    if (check_place(u, line, end) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    if (n != FIELDS)
        return found(u, (field){ line, (size_t)(end - line) }, "three numbers: document word count");
    for (int i = 0; i < FIELDS; i++)
        if (check_number(u, f[i], i, &value[i]) != JSMF_OK)
            return jsmf_context_status(u->ctx);
    if (value[0] < u->document)
        return jsmf_fail(u->ctx, JSMF_EDATA, "%s:%llu: found document %llu after document %llu, expected the entries in "
                         "increasing order of their documents", u->name, (unsigned long long)u->lines,
                         (unsigned long long)value[0], (unsigned long long)u->document);
    return add_entry(u, value[0], value[1], value[2]);
}

/* line ends before its newline. */
static jsmf_status read_line(uci *u, const char *line, const char *end)
{
    u->lines++;
    if (end > line && end[-1] == '\r')
        end--;
    if (end - line > JSMF_TEXT_CARRY)
        return jsmf_fail(u->ctx, JSMF_EDATA, "%s:%llu: found a line of more than %d bytes, expected %s", u->name,
                         (unsigned long long)u->lines, JSMF_TEXT_CARRY, u->lines <= HEADER ? "a number" : "three numbers");
    return u->lines <= HEADER ? read_header(u, line, end) : read_entry(u, line, end);
}

/* ---- lines as they should be ---- */

/* No digits give 0, which is out of every range; more digits than fit come out as too long to be taken. */
static inline const char *fast_number(const char *p, uint64_t *out)
{
    const char *start = p;
    uint64_t value = 0;
    for (unsigned digit; (digit = (unsigned char)*p - (unsigned)'0') <= 9; p++)
        value = value * 10 + digit;
    *out = p - start <= DIGITS ? value : 0;
    return p;
}

/* Reads lines until the block ends or one needs the slow path; returns its start. The block ends with a newline. */
static jsmf_status read_fast(uci *u, const char **at, const char *end)
{
    const char *p = *at;
    const uint64_t documents = u->header[0], words = u->header[1];
    while (p < end && u->entries < u->header[2] && !u->blank) {
        uint64_t document, word, count;
        const char *line = p;
        *at = line;
        p = fast_number(p, &document);
        if (*p++ != ' ')
            return JSMF_OK;
        p = fast_number(p, &word);
        if (*p++ != ' ')
            return JSMF_OK;
        p = fast_number(p, &count);
        p += *p == '\r';
        if (*p++ != '\n' || document < u->document || document - 1 >= documents || word - 1 >= words ||
            count - 1 >= INT32_MAX)
            return JSMF_OK;
        u->lines++;
        if (add_entry(u, document, word, count) != JSMF_OK)
            return jsmf_context_status(u->ctx);
        *at = p;
    }
    return JSMF_OK;
}

static jsmf_status read_block(uci *u, const char *p, const char *end)
{
    while (p < end) {
        const char *newline;
        if (u->lines >= HEADER && read_fast(u, &p, end) != JSMF_OK)
            return jsmf_context_status(u->ctx);
        if (p == end)
            return JSMF_OK;
        newline = memchr(p, '\n', (size_t)(end - p));
        if (read_line(u, p, newline) != JSMF_OK)
            return jsmf_context_status(u->ctx);
        p = newline + 1;
    }
    return JSMF_OK;
}

static jsmf_status read_blocks(uci *u, jsmf_text *text)
{
    const char *bytes, *end;
    size_t length, keep = 0;
    for (;;) {
        if (jsmf_text_next(u->ctx, text, keep, &bytes, &length) != JSMF_OK)
            return jsmf_context_status(u->ctx);
        if (length == 0)
            return JSMF_OK;
        end = memrchr(bytes, '\n', length);
        end = end ? end + 1 : bytes;
        if (read_block(u, bytes, end) != JSMF_OK)
            return jsmf_context_status(u->ctx);
        keep = (size_t)(bytes + length - end);
        /* The rest of an overlong line is not waited for. */
        if (keep > JSMF_TEXT_CARRY)
            return read_line(u, end, bytes + length);
    }
}

static jsmf_status finish(uci *u)
{
    unsigned long long line = u->blank ? u->blank : u->lines + 1;
    if (u->lines < HEADER)
        return jsmf_fail(u->ctx, JSMF_EDATA, u->lines ? "%s:%llu: found the end of the file, expected the %s" :
                         "%s:%llu: found an empty file, expected the %s (a UCI docword file)", u->name, line,
                         header_names[u->lines]);
    if (u->entries < u->header[2])
        return jsmf_fail(u->ctx, JSMF_EDATA, "%s:%llu: found the end after %llu entries, expected the %llu that the header "
                         "promised", u->name, line, (unsigned long long)u->entries, (unsigned long long)u->header[2]);
    return end_document(u, u->header[0] + 1);
}

static size_t count_empty(const jsmf_csr *h)
{
    size_t empty = 0;
    for (size_t row = 0; row < h->rows; row++)
        empty += h->indptr[row] == h->indptr[row + 1];
    return empty;
}

jsmf_status jsmf_corpus_read_uci(jsmf_context *ctx, jsmf_input *in, size_t vocab_words, jsmf_csr *h,
                                 jsmf_corpus_report *report)
{
    uci u = { .ctx = ctx, .name = jsmf_input_name(in), .vocab_words = vocab_words, .sorted = true, .word = -1,
              .report = report };
    jsmf_text *text;
    *report = (jsmf_corpus_report){ 0 };
    *h = (jsmf_csr){ 0 };
    if (jsmf_text_open(ctx, in, &text) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (read_blocks(&u, text) == JSMF_OK && finish(&u) == JSMF_OK) {
        report->bytes = jsmf_text_offset(text);
        jsmf_rows_finish(&u.rows, (size_t)u.header[1], h);
        report->empty = count_empty(h);
    }
    jsmf_text_close(text);
    jsmf_rows_free(&u.rows);
    return jsmf_context_status(ctx);
}
