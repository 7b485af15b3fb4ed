/* UCI docword files: a fast path for lines as they should be, a slow one that accepts what is harmless and says what is
 * wrong with the rest. */
#include "jsmf/corpus.h"

#include "readers.h"
#include "blocks.h"
#include "fields.h"
#include "looks.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 3, FIELDS = 3, DIGITS = 10 };

typedef struct uci {
    jsmf_context *ctx;
    const char *name;
    jsmf_corpus_blocks blocks;
    size_t vocab_words;
    size_t header[HEADER]; /* documents, words, entries */
    size_t lines;          /* read so far */
    size_t blank;          /* the first blank line below the header, or 0 */
    size_t entries;        /* read so far, repeated ones too */
    size_t document;       /* the current one, from 1; 0 before the first */
    int32_t word;          /* the last one of the current document, or -1 */
    bool sorted;           /* the current document's words have increased so far */
    size_t first, most;    /* documents of earlier batches; those of this one, at most */
    bool full;             /* there are as many */
    jsmf_corpus_rows rows; /* this batch */
    jsmf_corpus_report *report;
} uci;

typedef jsmf_corpus_field field;

static const char *const header_names[HEADER] = { "number of documents", "number of words", "number of entries" };
static const char *const field_names[FIELDS] = { "document", "word", "count" };

/* ---- documents ---- */

/* Closes the rows of the documents before the current one, as far as they belong to this batch. */
static jsmf_status close_rows(uci *u)
{
    size_t closed = u->document ? u->document - 1 - u->first : 0;
    u->full = closed >= u->most;
    return jsmf_corpus_rows_end(u->ctx, &u->rows, u->full ? u->most : closed);
}

static jsmf_status end_document(uci *u, size_t next)
{
    size_t start = u->rows.rows ? (size_t)u->rows.indptr[u->rows.rows] : 0, repeated = 0;
    int32_t overflow = -1;
    if (!u->sorted && jsmf_corpus_rows_tidy(u->ctx, &u->rows, start, &repeated, &overflow) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    if (overflow >= 0)
        return jsmf_corpus_refuse(u->ctx, u->name, HEADER + u->entries,
                                  "counts of word %d that add up to more than %d at the "
                                  "end of document %zu, expected less",
                                  overflow + 1, INT32_MAX, u->document);
    u->report->repeated += repeated;
    u->document = next;
    u->word = -1;
    u->sorted = true;
    return close_rows(u);
}

/* An entry of the current document whose numbers are in range. */
static inline jsmf_status add_entry(uci *u, size_t word, size_t count)
{
    if (u->rows.used == u->rows.capacity && jsmf_corpus_rows_reserve(u->ctx, &u->rows, 1) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    u->sorted &= (int32_t)(word - 1) > u->word;
    u->word = (int32_t)(word - 1);
    u->rows.indices[u->rows.used] = u->word;
    u->rows.counts[u->rows.used++] = (int32_t)count;
    u->entries++;
    return JSMF_OK;
}

/* ---- lines of any kind ---- */

static jsmf_status read_header(uci *u, const char *line, const char *end)
{
    size_t which = u->lines - 1;
    size_t most = which < 2 ? INT32_MAX : SIZE_MAX / 32;
    char expected[160];
    field f[1];
    if (which == 0 && line < end && *line == '%')
        return jsmf_corpus_refuse_field(u->ctx, u->name, 1, (field){ line, (size_t)(end - line) },
                                        "%%%%MatrixMarket, with two signs, or the number of documents of a docword");
    if (jsmf_corpus_fields_split(line, end, f, 1) != 1 || !jsmf_corpus_field_whole(f[0], &u->header[which]) ||
        u->header[which] > most) {
        snprintf(expected, sizeof expected, "the %s, a whole number up to %zu, alone on its line (a UCI docword file "
                 "begins with three such lines)", header_names[which], most);
        return jsmf_corpus_refuse_field(u->ctx, u->name, u->lines, (field){ line, (size_t)(end - line) }, "%s",
                                        expected);
    }
    if (which == 1 && u->vocab_words != SIZE_MAX && u->header[1] != u->vocab_words)
        return jsmf_corpus_refuse(u->ctx, u->name, 2,
                                  "%zu word%s, expected the vocabulary's %zu (the two files do not "
                                  "belong together)",
                                  JSMF_COUNTED(u->header[1]), u->vocab_words);
    if (which == 2 && u->most == SIZE_MAX)
        u->rows.most = u->header[2];
    return JSMF_OK;
}

static jsmf_status check_number(uci *u, field f, int which, size_t *value)
{
    const size_t least = which != 2, most = which == 2 ? INT32_MAX : u->header[which];
    char expected[160];
    if (jsmf_corpus_field_whole(f, value) && *value >= least && *value <= most)
        return JSMF_OK;
    snprintf(expected, sizeof expected, "a %s: a whole number from %zu to %zu%s", field_names[which],
             least, most, which == 0 ? " (the header's number of documents)" :
             which == 1 ? " (the header's number of words)" : "");
    return jsmf_corpus_refuse_field(u->ctx, u->name, u->lines, f, "%s", expected);
}

static jsmf_status check_place(uci *u, const char *line, const char *end)
{
    field all = { line, (size_t)(end - line) };
    if (u->blank) {
        u->lines = u->blank;
        return jsmf_corpus_refuse_field(u->ctx, u->name, u->lines, (field){ "", 0 },
                                        "`document word count` (blank lines may only stand at the end)");
    }
    if (u->entries < u->header[2])
        return JSMF_OK;
    char expected[160];
    snprintf(expected, sizeof expected, "the end: the header promised %zu %s", JSMF_ENTRIES(u->header[2]));
    return jsmf_corpus_refuse_field(u->ctx, u->name, u->lines, all, "%s", expected);
}

static jsmf_status read_entry(uci *u, const char *line, const char *end)
{
    size_t value[FIELDS];
    field f[FIELDS];
    size_t n = jsmf_corpus_fields_split(line, end, f, FIELDS);
    if (n == 0) {
        u->blank = u->blank ? u->blank : u->lines;
        return JSMF_OK;
    }
    if (check_place(u, line, end) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    if (n != FIELDS)
        return jsmf_corpus_refuse_field(u->ctx, u->name, u->lines, (field){ line, (size_t)(end - line) },
                                        "three numbers: document word count");
    for (int i = 0; i < FIELDS; i++)
        if (check_number(u, f[i], i, &value[i]) != JSMF_OK)
            return jsmf_context_status(u->ctx);
    if (value[0] < u->document)
        return jsmf_corpus_refuse(u->ctx, u->name, u->lines,
                                  "document %zu after document %zu, expected the entries in "
                                  "increasing order of their documents",
                                  value[0], u->document);
    if (value[0] != u->document && end_document(u, value[0]) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    if (u->full)
        return JSMF_OK;
    if (value[2] > 0)
        return add_entry(u, value[1], value[2]);
    u->entries++;
    return JSMF_OK;
}

/* line ends before its newline. */
static jsmf_status read_line(uci *u, const char *line, const char *end)
{
    u->lines++;
    /* Before the carriage return goes: a line that is longer may not have been read to its end. */
    if (end - line > JSMF_TEXT_CARRY)
        return jsmf_corpus_refuse(u->ctx, u->name, u->lines, "a line of more than %d bytes, expected %s",
                                  JSMF_TEXT_CARRY, u->lines <= HEADER ? "a number" : "three numbers");
    if (end > line && end[-1] == '\r')
        end--;
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

/* Reads lines until the block ends, the batch is full or a line needs the slow path. */
static jsmf_status read_fast(uci *u)
{
    const char *p = u->blocks.at;
    const size_t documents = u->header[0], words = u->header[1];
    while (p < u->blocks.end && u->entries < u->header[2] && !u->blank) {
        uint64_t document, word, count;
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
        if (document != u->document && (end_document(u, document) != JSMF_OK || u->full))
            return jsmf_context_status(u->ctx);
        u->lines++;
        if (add_entry(u, word, count) != JSMF_OK)
            return jsmf_context_status(u->ctx);
        u->blocks.at = p;
    }
    return JSMF_OK;
}

/* A line of any kind; one that begins a document beyond the batch is left. */
static jsmf_status read_slow(uci *u)
{
    const char *newline = memchr(u->blocks.at, '\n', (size_t)(u->blocks.end - u->blocks.at));
    if (read_line(u, u->blocks.at, newline) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    if (u->full)
        u->lines--;
    else
        u->blocks.at = newline + 1;
    return JSMF_OK;
}

static jsmf_status read_block(uci *u)
{
    while (u->blocks.at < u->blocks.end && !u->full) {
        if (u->lines >= HEADER && read_fast(u) != JSMF_OK)
            return jsmf_context_status(u->ctx);
        if (u->blocks.at < u->blocks.end && !u->full && read_slow(u) != JSMF_OK)
            return jsmf_context_status(u->ctx);
    }
    return JSMF_OK;
}

static jsmf_status finish(uci *u)
{
    size_t line = u->blank ? u->blank : u->lines + 1;
    if (u->lines == 0)
        return jsmf_corpus_refuse(u->ctx, u->name, 1, "an empty file, expected the %s (of a UCI docword file)",
                                  header_names[0]);
    if (u->lines < HEADER)
        return jsmf_corpus_refuse(u->ctx, u->name, line, "the end of the file, expected the %s",
                                  header_names[u->lines]);
    if (u->entries < u->header[2])
        return jsmf_corpus_refuse(u->ctx, u->name, line,
                                  "the end after %zu %s, expected the %zu that the header promised",
                                  JSMF_ENTRIES(u->entries), u->header[2]);
    return end_document(u, u->header[0] + 1);
}

static jsmf_status next_block(uci *u)
{
    /* The rest of an overlong line is not waited for. */
    if (u->blocks.keep > JSMF_TEXT_CARRY)
        return read_line(u, u->blocks.end, u->blocks.end + u->blocks.keep);
    if (jsmf_corpus_blocks_next(u->ctx, &u->blocks, false) != JSMF_OK)
        return jsmf_context_status(u->ctx);
    return u->blocks.ended ? finish(u) : JSMF_OK;
}

/* ---- the reader ---- */

/* Three lines of one number each. */
static bool looks(const char *text, size_t length, bool whole)
{
    size_t at = 0;
    (void)whole;
    for (int line = 0; line < HEADER; line++) {
        size_t start = jsmf_corpus_fields_skip(text, length, at, " \t");
        at = jsmf_corpus_fields_skip(text, length, start, JSMF_CORPUS_DIGITS);
        if (at == start)
            return false;
        at = jsmf_corpus_fields_skip(text, length, at, " \t\r");
        if (at == length)
            return line == HEADER - 1;
        if (text[at++] != '\n')
            return false;
    }
    return true;
}

/* The second number. */
static size_t words_of(const char *text, size_t length, bool whole)
{
    const char *at = text;
    jsmf_corpus_line line = { text, text, false };
    field f[1];
    size_t number = 0;
    for (int i = 0; i < 2; i++)
        if (!jsmf_corpus_line_next(&at, text + length, whole, &line) || line.cut)
            return 0;
    if (jsmf_corpus_fields_split(line.start, line.end, f, 1) != 1 || !jsmf_corpus_field_whole(f[0], &number))
        return 0;
    return number;
}

static jsmf_status open_reader(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_reading *how,
                               jsmf_corpus_report *report, void **out)
{
    uci *u = *out = jsmf_alloc_zero(ctx, 1, sizeof *u);
    *report = (jsmf_corpus_report){ 0 };
    if (!u)
        return jsmf_context_status(ctx);
    *u = (uci){ .ctx = ctx, .name = jsmf_input_name(in), .vocab_words = how->words, .sorted = true, .word = -1,
                .report = report };
    return jsmf_corpus_blocks_open(ctx, in, &u->blocks);
}

static jsmf_status next(jsmf_context *ctx, void *reader, size_t most, jsmf_csr *out)
{
    uci *u = reader;
    *out = (jsmf_csr){ 0 };
    u->most = most;
    jsmf_corpus_rows_start(&u->rows, SIZE_MAX);
    if (close_rows(u) != JSMF_OK)
        goto done;
    while (!u->full && !u->blocks.ended)
        if ((u->blocks.at < u->blocks.end ? read_block(u) : next_block(u)) != JSMF_OK)
            goto done;
    u->first += u->rows.rows;
    jsmf_corpus_rows_finish(&u->rows, u->header[1], out);
    u->report->bytes = jsmf_text_offset(u->blocks.text);
    u->report->empty += jsmf_csr_empty_rows(out);
done:
    jsmf_corpus_rows_free(&u->rows);
    return jsmf_context_status(ctx);
}

static void close_reader(void *reader)
{
    uci *u = reader;
    if (!u)
        return;
    jsmf_corpus_blocks_close(&u->blocks);
    free(u);
}

const jsmf_corpus_reader jsmf_corpus_uci = { .name = "a UCI docword file", .looks = looks, .words = words_of,
                                             .open = open_reader, .next = next, .close = close_reader };
