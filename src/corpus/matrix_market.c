/* Matrix Market: a coordinate matrix of counts, its entries in any order, so that all documents are given at once. */
#include "jsmf/corpus.h"

#include "readers.h"
#include "blocks.h"
#include "fields.h"
#include "looks.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { BANNER = 5, SIZES = 3 };

typedef struct entry {
    int32_t document, word, count;
} entry;

typedef struct market {
    jsmf_context *ctx;
    jsmf_corpus_blocks blocks;
    const char *name;
    bool transposed;     /* rows are words */
    bool pattern;        /* entries without a value: each counts 1 */
    size_t words;        /* the vocabulary's, or SIZE_MAX */
    size_t size[SIZES];  /* rows, columns, entries */
    size_t lines;        /* read so far */
    bool sized;          /* the line of the sizes has been read */
    size_t seen;         /* entries, those of 0 too */
    entry *entries;      /* those that are not 0 */
    size_t used, capacity;
    jsmf_corpus_report *report;
} market;

static size_t documents(const market *m) { return m->size[m->transposed]; }
static size_t columns(const market *m) { return m->size[!m->transposed]; }

/* ---- lines ---- */

static bool is(jsmf_corpus_field f, const char *word)
{
    return f.length == strlen(word) && strncasecmp(f.start, word, f.length) == 0;
}

static jsmf_status read_banner(market *m, jsmf_corpus_field all, const jsmf_corpus_field *f, size_t fields)
{
    if (fields != BANNER || !is(f[0], "%%MatrixMarket") || !is(f[1], "matrix"))
        return jsmf_corpus_refuse_field(m->ctx, m->name, 1, all, "%%%%MatrixMarket matrix coordinate integer general");
    m->pattern = is(f[3], "pattern");
    if (!is(f[2], "coordinate") || !is(f[4], "general") || !(m->pattern || is(f[3], "integer") ||
        is(f[3], "real") || is(f[3], "unsigned-integer") || is(f[3], "double")))
        return jsmf_corpus_refuse_field(m->ctx, m->name, 1, all,
                                        "a matrix of counts: coordinate, then integer, real or "
                                        "pattern, then general (scipy's mmwrite makes that of a sparse matrix)");
    return JSMF_OK;
}

static jsmf_status check_sizes(market *m)
{
    const bool strangers = documents(m) != m->words;
    if (m->words == SIZE_MAX || columns(m) == m->words)
        return JSMF_OK;
    return jsmf_corpus_refuse_remedy(m->ctx, strangers       ? JSMF_REMEDY_NONE
                                             : m->transposed ? JSMF_REMEDY_ROWS_ARE_DOCUMENTS
                                                             : JSMF_REMEDY_ROWS_ARE_WORDS,
                                     m->name, m->lines,
                                     "%zu rows and %zu columns, expected the vocabulary's %zu word%s as %s%s",
                                     m->size[0], m->size[1], JSMF_COUNTED(m->words),
                                     m->transposed ? "rows" : "columns",
                                     strangers ? " (the two files do not belong together)" : "");
}

static jsmf_status read_sizes(market *m, jsmf_corpus_field all, const jsmf_corpus_field *f, size_t fields)
{
    bool good = fields == SIZES;
    for (int i = 0; good && i < SIZES; i++)
        good = jsmf_corpus_field_whole(f[i], &m->size[i]) && m->size[i] <= (i < 2 ? INT32_MAX : SIZE_MAX / 32);
    if (!good)
        return jsmf_corpus_refuse_field(m->ctx, m->name, m->lines, all,
                                        "three whole numbers: rows, columns, entries (rows "
                                        "and columns up to %d)",
                                        INT32_MAX);
    m->sized = true;
    return check_sizes(m);
}

static jsmf_status reserve(market *m)
{
    const size_t capacity = jsmf_corpus_rows_grown(m->capacity, m->used + 1, m->size[2]);
    entry *grown;
    if (m->used < m->capacity)
        return JSMF_OK;
    if (jsmf_corpus_rows_check(m->ctx, jsmf_mul_sat(capacity, 2 * sizeof *grown)) != JSMF_OK ||
        !(grown = jsmf_realloc(m->ctx, m->entries, capacity, sizeof *grown)))
        return jsmf_context_status(m->ctx);
    m->entries = grown;
    m->capacity = capacity;
    return JSMF_OK;
}

static jsmf_status read_entry(market *m, jsmf_corpus_field all, const jsmf_corpus_field *f, size_t fields)
{
    size_t at[2] = { 0, 0 }, count = 1;
    bool good = fields == (m->pattern ? 2 : 3);
    if (m->seen == m->size[2])
        return jsmf_corpus_refuse_field(m->ctx, m->name, m->lines, all, "the end: the header promised %zu %s",
                                        JSMF_ENTRIES(m->size[2]));
    for (int i = 0; good && i < 2; i++)
        good = jsmf_corpus_field_whole(f[i], &at[i]) && at[i] >= 1 && at[i] <= m->size[i];
    if (!good)
        return jsmf_corpus_refuse_field(m->ctx, m->name, m->lines, all,
                                        "%s: a row from 1 to %zu, a column from 1 to %zu%s",
                                        m->pattern ? "two numbers" : "three numbers", m->size[0], m->size[1],
                                        m->pattern ? "" : ", a count");
    if (!m->pattern && (!jsmf_corpus_field_whole(f[2], &count) || count > INT32_MAX))
        return jsmf_corpus_refuse_field(m->ctx, m->name, m->lines, f[2], "a count: a whole number up to %d%s",
                                        INT32_MAX, jsmf_corpus_field_advice(f[2]));
    m->seen++;
    if (count == 0)
        return JSMF_OK;
    if (reserve(m) != JSMF_OK)
        return jsmf_context_status(m->ctx);
    m->entries[m->used++] = (entry){ (int32_t)at[m->transposed] - 1, (int32_t)at[!m->transposed] - 1, (int32_t)count };
    return JSMF_OK;
}

static jsmf_status read_line(market *m, const char *line, const char *end)
{
    jsmf_corpus_field f[BANNER], all;
    size_t fields;
    m->lines++;
    if (end - line > JSMF_TEXT_CARRY)
        return jsmf_corpus_refuse(m->ctx, m->name, m->lines, "a line of more than %d bytes, expected less",
                                  JSMF_TEXT_CARRY);
    if (end > line && end[-1] == '\r')
        end--;
    all = (jsmf_corpus_field){ line, (size_t)(end - line) };
    fields = jsmf_corpus_fields_split(line, end, f, BANNER);
    if (m->lines == 1)
        return read_banner(m, all, f, fields);
    if (fields == 0 || (*f[0].start == '%' && !m->sized))
        return JSMF_OK;
    return (m->sized ? read_entry : read_sizes)(m, all, f, fields);
}

static jsmf_status next_block(market *m)
{
    if (m->blocks.keep > JSMF_TEXT_CARRY)
        return read_line(m, m->blocks.end, m->blocks.end + m->blocks.keep);
    return jsmf_corpus_blocks_next(m->ctx, &m->blocks, false);
}

static jsmf_status read_lines(market *m)
{
    while (!m->blocks.ended) {
        while (m->blocks.at < m->blocks.end) {
            const char *line = m->blocks.at, *end = memchr(line, '\n', (size_t)(m->blocks.end - line));
            m->blocks.at = end + 1;
            if (read_line(m, line, end) != JSMF_OK)
                return jsmf_context_status(m->ctx);
        }
        if (next_block(m) != JSMF_OK)
            return jsmf_context_status(m->ctx);
    }
    if (!m->sized)
        return jsmf_corpus_refuse(m->ctx, m->name, m->lines + 1, "the end, expected %s",
                                  m->lines ? "a line of the sizes: rows, columns, entries"
                                           : "%%MatrixMarket matrix coordinate integer general");
    if (m->seen < m->size[2])
        return jsmf_corpus_refuse(m->ctx, m->name, m->lines + 1,
                                  "the end after %zu %s, expected the %zu that the header "
                                  "promised",
                                  JSMF_ENTRIES(m->seen), m->size[2]);
    return JSMF_OK;
}

/* ---- the documents ---- */

/* starts[d]: where document d's entries begin in an order by documents. */
static jsmf_status sort_entries(market *m, int64_t **starts, entry **sorted)
{
    const size_t rows = documents(m);
    const size_t bytes = jsmf_add_sat(jsmf_mul_sat(rows, 2 * sizeof **starts),
                                      jsmf_mul_sat(m->used, 2 * sizeof **sorted));
    *starts = NULL;
    *sorted = NULL;
    if (jsmf_corpus_rows_check(m->ctx, bytes) != JSMF_OK)
        return jsmf_context_status(m->ctx);
    *starts = jsmf_alloc_zero(m->ctx, rows + 2, sizeof **starts);
    *sorted = jsmf_alloc(m->ctx, m->used, sizeof **sorted);
    if (!*starts || !*sorted)
        return jsmf_context_status(m->ctx);
    for (size_t i = 0; i < m->used; i++)
        (*starts)[m->entries[i].document + 2]++;
    for (size_t d = 0; d < rows; d++)
        (*starts)[d + 2] += (*starts)[d + 1];
    for (size_t i = 0; i < m->used; i++)
        (*sorted)[(*starts)[m->entries[i].document + 1]++] = m->entries[i];
    return JSMF_OK;
}

static jsmf_status add_document(market *m, const entry *e, size_t n, jsmf_corpus_rows *rows)
{
    size_t before = rows->used;
    int32_t overflow;
    if (jsmf_corpus_rows_keys(m->ctx, rows, n) != JSMF_OK || jsmf_corpus_rows_reserve(m->ctx, rows, n) != JSMF_OK)
        return jsmf_context_status(m->ctx);
    for (size_t i = 0; i < n; i++)
        rows->keys[i] = jsmf_corpus_rows_key(e[i].word, e[i].count);
    jsmf_corpus_rows_append(rows, n, &overflow);
    if (overflow >= 0)
        return jsmf_fail(m->ctx, JSMF_EDATA, "%s: document %zu: counts of word %d add up to more than %d", m->name,
                         rows->rows + 1, overflow + 1, INT32_MAX);
    m->report->repeated += n - (rows->used - before);
    return jsmf_corpus_rows_end(m->ctx, rows, rows->rows + 1);
}

static jsmf_status make_rows(market *m, jsmf_csr *h)
{
    jsmf_corpus_rows rows;
    int64_t *starts;
    entry *sorted;
    jsmf_corpus_rows_start(&rows, m->used);
    if (sort_entries(m, &starts, &sorted) != JSMF_OK)
        goto done;
    free(m->entries);
    m->entries = NULL;
    if (jsmf_corpus_rows_end(m->ctx, &rows, 0) != JSMF_OK)
        goto done;
    for (size_t d = 0; d < documents(m); d++)
        if (add_document(m, sorted + starts[d], (size_t)(starts[d + 1] - starts[d]), &rows) != JSMF_OK)
            goto done;
    jsmf_corpus_rows_finish(&rows, columns(m), h);
done:
    jsmf_corpus_rows_free(&rows);
    free(starts);
    free(sorted);
    return jsmf_context_status(m->ctx);
}

/* ---- the reader ---- */

static bool looks(const char *text, size_t length, bool whole)
{
    static const char banner[] = "%%MatrixMarket";
    const size_t blanks = jsmf_corpus_fields_skip(text, length, 0, " \t");
    (void)whole;
    return length - blanks >= sizeof banner - 1 && strncasecmp(text + blanks, banner, sizeof banner - 1) == 0;
}

/* Of the line of the sizes, the larger one: which of them counts words is not said there. */
static size_t words_of(const char *text, size_t length, bool whole)
{
    const char *at = text;
    jsmf_corpus_line line;
    jsmf_corpus_field f[SIZES];
    size_t size[2];
    while (jsmf_corpus_line_next(&at, text + length, whole, &line)) {
        const size_t fields = jsmf_corpus_fields_split(line.start, line.end, f, SIZES);
        if (fields == 0 || *f[0].start == '%')
            continue;
        if (line.cut || fields != SIZES || !jsmf_corpus_field_whole(f[0], &size[0]) ||
            !jsmf_corpus_field_whole(f[1], &size[1]))
            return 0;
        return size[0] > size[1] ? size[0] : size[1];
    }
    return 0;
}

static jsmf_status open_reader(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_reading *how,
                               jsmf_corpus_report *report, void **out)
{
    market *m = *out = jsmf_alloc_zero(ctx, 1, sizeof *m);
    *report = (jsmf_corpus_report){ 0 };
    if (!m)
        return jsmf_context_status(ctx);
    *m = (market){ .ctx = ctx, .name = jsmf_input_name(in), .transposed = how->transposed, .words = how->words,
                   .report = report };
    return jsmf_corpus_blocks_open(ctx, in, &m->blocks);
}

/* All documents, however many are asked for: their entries come in any order. */
static jsmf_status next(jsmf_context *ctx, void *reader, size_t most, jsmf_csr *out)
{
    market *m = reader;
    (void)most;
    *out = (jsmf_csr){ 0 };
    if (read_lines(m) != JSMF_OK || make_rows(m, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    m->report->bytes = jsmf_text_offset(m->blocks.text);
    m->report->empty = jsmf_csr_empty_rows(out);
    return JSMF_OK;
}

static void close_reader(void *reader)
{
    market *m = reader;
    if (!m)
        return;
    jsmf_corpus_blocks_close(&m->blocks);
    free(m->entries);
    free(m);
}

const jsmf_corpus_reader jsmf_corpus_mm = { .name = "a Matrix Market file", .looks = looks, .words = words_of,
                                            .open = open_reader, .next = next, .close = close_reader };
