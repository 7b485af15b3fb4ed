/* lda-c and SVMlight: a document a line, as pairs word:count apart by blanks. */
#include "jsmf/corpus.h"

#include "readers.h"
#include "blocks.h"
#include "fields.h"
#include "looks.h"
#include "rows.h"
#include "io/text.h"

#include <stdlib.h>
#include <string.h>

enum { FIELD_BYTES = 255 };

typedef struct pairs {
    jsmf_context *ctx;
    jsmf_corpus_blocks blocks;
    const char *name;
    bool counted;      /* lda-c: a line begins with its number of pairs; SVMlight: with a label, comments may end it */
    size_t base;       /* the first word's number */
    size_t words;
    size_t lines;           /* that have ended */
    size_t blank;           /* lda-c: the first blank line, or 0 */
    size_t fields;          /* of the current line so far */
    size_t promised, found; /* its pairs */
    bool comment;           /* the rest of the line is one */
    bool sorted;            /* the current document's words have increased so far */
    int32_t word;           /* the last one of the current document, or -1 */
    jsmf_corpus_rows rows;  /* this batch */
    jsmf_corpus_report *report;
} pairs;

/* ---- lines ---- */

static jsmf_status end_document(pairs *p)
{
    size_t start = p->rows.rows ? (size_t)p->rows.indptr[p->rows.rows] : 0, repeated = 0;
    int32_t overflow = -1;
    if (!p->sorted && jsmf_corpus_rows_tidy(p->ctx, &p->rows, start, &repeated, &overflow) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    if (overflow >= 0)
        return jsmf_corpus_refuse(p->ctx, p->name, p->lines,
                                  "counts of word %zu that add up to more than %d, expected less",
                                  (size_t)overflow + p->base, INT32_MAX);
    p->report->repeated += repeated;
    return jsmf_corpus_rows_end(p->ctx, &p->rows, p->rows.rows + 1);
}

static jsmf_status end_line(pairs *p)
{
    bool empty = p->fields == 0;
    p->lines++;
    p->fields = 0;
    p->comment = false;
    if (empty) {
        p->blank = p->counted && !p->blank ? p->lines : p->blank;
        return JSMF_OK;
    }
    if (p->counted && p->found != p->promised)
        return jsmf_corpus_refuse_remedy(p->ctx, JSMF_REMEDY_LABELS_FIRST, p->name, p->lines,
                                         "%zu pair%s word:count, expected the %zu that the line promises",
                                         JSMF_COUNTED(p->found), p->promised);
    return end_document(p);
}

/* ---- fields ---- */

static jsmf_status expected(pairs *p, jsmf_corpus_field f, const char *what)
{
    return jsmf_corpus_refuse_field(p->ctx, p->name, p->lines + 1, f, "%s", what);
}

static jsmf_status start_line(pairs *p, jsmf_corpus_field f)
{
    if (p->blank) {
        p->lines = p->blank - 1;
        return expected(p, (jsmf_corpus_field){ "", 0 },
                        "a number of pairs (an empty document is a line with 0; blank lines "
                        "may only stand at the end)");
    }
    p->found = 0;
    p->sorted = true;
    p->word = -1;
    if (p->counted && !jsmf_corpus_field_whole(f, &p->promised))
        return expected(p, f, "the number of the line's pairs word:count (of an lda-c file)");
    if (!p->counted && memchr(f.start, ':', f.length))
        return expected(p, f, "a label first (of an SVMlight file)");
    return JSMF_OK;
}

static jsmf_status add_pair(pairs *p, size_t word, size_t count)
{
    p->found++;
    if (count == 0)
        return JSMF_OK;
    if (p->rows.used == p->rows.capacity && jsmf_corpus_rows_reserve(p->ctx, &p->rows, 1) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    p->sorted &= (int32_t)word > p->word;
    p->word = (int32_t)word;
    p->rows.indices[p->rows.used] = p->word;
    p->rows.counts[p->rows.used++] = (int32_t)count;
    return JSMF_OK;
}

static jsmf_status read_pair(pairs *p, jsmf_corpus_field f)
{
    const char *colon = memchr(f.start, ':', f.length);
    jsmf_corpus_field name = { f.start, colon ? (size_t)(colon - f.start) : f.length }, number;
    char quoted[JSMF_QUOTE_BYTES];
    size_t word, count;
    if (!colon)
        return expected(p, f, "a pair word:count");
    number = (jsmf_corpus_field){ colon + 1, f.length - name.length - 1 };
    if (!jsmf_corpus_field_whole(name, &word) || word < p->base || word - p->base >= p->words)
        return jsmf_corpus_refuse_remedy(p->ctx, JSMF_REMEDY_FIRST_WORD_NUMBER, p->name, p->lines + 1,
                                         "%s, expected a pair word:count, word from %zu to %zu (the vocabulary's)",
                                         jsmf_text_quote(f.start, f.length, quoted), p->base,
                                         p->base + p->words - 1);
    if (!jsmf_corpus_field_whole(number, &count) || count > INT32_MAX)
        return jsmf_corpus_refuse_field(p->ctx, p->name, p->lines + 1, f,
                                        "a pair word:count, count a whole number up to %d%s", INT32_MAX,
                                        jsmf_corpus_field_advice(number));
    return add_pair(p, word - p->base, count);
}

static jsmf_status read_field(pairs *p, jsmf_corpus_field f)
{
    if (f.length > FIELD_BYTES)
        return expected(p, f, "less than 256 bytes without a blank: pairs word:count");
    if (p->fields++ == 0)
        return start_line(p, f);
    /* SVMlight's query, which groups the examples of a ranking. */
    if (!p->counted && p->fields == 2 && f.length > 4 && memcmp(f.start, "qid:", 4) == 0)
        return JSMF_OK;
    return read_pair(p, f);
}

/* ---- blocks ---- */

static bool ends_field(const pairs *p, const char *at)
{
    return jsmf_corpus_field_blank(*at) || *at == '\n' || (*at == '\r' && at[1] == '\n') || (*at == '#' && !p->counted);
}

/* From at on, to behind what was read: a field, a line's end, or what is left of a comment. */
static jsmf_status read_piece(pairs *p)
{
    const char *start = p->blocks.at, *at = start;
    if (p->comment) {
        const char *newline = memchr(at, '\n', (size_t)(p->blocks.end - at));
        p->blocks.at = newline ? newline : p->blocks.end;
        p->comment = !newline;
        return JSMF_OK;
    }
    while (!ends_field(p, at))
        at++;
    if (at > start) {
        p->blocks.at = at;
        return read_field(p, (jsmf_corpus_field){ start, (size_t)(at - start) });
    }
    p->comment = *at == '#';
    p->blocks.at = at + 1;
    return *at == '\n' ? end_line(p) : JSMF_OK;
}

static jsmf_status next_block(pairs *p)
{
    const size_t keep = p->counted ? 0 : p->blocks.keep;
    const char *comment = keep ? memchr(p->blocks.end, '#', keep) : NULL;
    /* A comment may be long without a blank: of what would be kept, all is read that stands before it. */
    if (comment) {
        p->blocks.at = p->blocks.end;
        p->blocks.end = comment + 1;
    }
    if (comment || p->comment)
        p->blocks.keep = 0;
    if (comment)
        return JSMF_OK;
    /* One byte more than a field may have: it may be a carriage return. */
    if (p->blocks.keep > FIELD_BYTES + 1)
        return read_field(p, (jsmf_corpus_field){ p->blocks.end, p->blocks.keep });
    return jsmf_corpus_blocks_next(p->ctx, &p->blocks, true);
}

/* ---- the reader ---- */

static jsmf_status open_reader(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_reading *how,
                               jsmf_corpus_report *report, void **out)
{
    pairs *p = *out = jsmf_alloc_zero(ctx, 1, sizeof *p);
    *report = (jsmf_corpus_report){ 0 };
    if (!p)
        return jsmf_context_status(ctx);
    *p = (pairs){ .ctx = ctx, .name = jsmf_input_name(in), .counted = how->format == JSMF_FORMAT_LDAC,
                  .base = how->base, .words = how->words, .report = report };
    if (how->words == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: a corpus of an empty vocabulary", jsmf_input_name(in));
    return jsmf_corpus_blocks_open(ctx, in, &p->blocks);
}

static jsmf_status next(jsmf_context *ctx, void *reader, size_t most, jsmf_csr *out)
{
    pairs *p = reader;
    *out = (jsmf_csr){ 0 };
    jsmf_corpus_rows_start(&p->rows, SIZE_MAX);
    if (jsmf_corpus_rows_end(ctx, &p->rows, 0) != JSMF_OK)
        goto done;
    while (p->rows.rows < most && !p->blocks.ended)
        if ((p->blocks.at < p->blocks.end ? read_piece(p) : next_block(p)) != JSMF_OK)
            goto done;
    jsmf_corpus_rows_finish(&p->rows, p->words, out);
    p->report->bytes = jsmf_text_offset(p->blocks.text);
    p->report->empty += jsmf_csr_empty_rows(out);
done:
    jsmf_corpus_rows_free(&p->rows);
    return jsmf_context_status(ctx);
}

static void close_reader(void *reader)
{
    pairs *p = reader;
    if (!p)
        return;
    jsmf_corpus_blocks_close(&p->blocks);
    free(p);
}

const jsmf_corpus_reader jsmf_corpus_ldac = { .name = "an lda-c file",
                                              .looks = jsmf_corpus_looks_ldac,
                                              .doubt = jsmf_corpus_doubt_ldac,
                                              .open = open_reader,
                                              .next = next,
                                              .close = close_reader };
const jsmf_corpus_reader jsmf_corpus_svmlight = { .name = "an SVMlight file",
                                                  .base = 1,
                                                  .looks = jsmf_corpus_looks_svmlight,
                                                  .doubt = jsmf_corpus_doubt_svmlight,
                                                  .open = open_reader,
                                                  .next = next,
                                                  .close = close_reader };
