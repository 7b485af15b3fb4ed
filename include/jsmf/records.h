/* Records of files as people keep them: a text's lines, CSV, TSV, JSON lines, whole files.
 *
 * A record has columns, some of which are chosen; what it has in these is text. Records are read front to back, once,
 * plain or gzip. Functions fail with JSMF_EDATA where the input is not what its format says: "NAME:LINE: what was
 * found, what was expected", lines counted from 1; with JSMF_ESYSTEM for read errors and memory. */
#ifndef JSMF_RECORDS_H
#define JSMF_RECORDS_H

#include "jsmf/base.h"
#include "jsmf/io.h"

JSMF_BEGIN_DECLS

/* The formats, each once: JSMF_RECORDS_FORMATS(X) calls X(enumerator, name). */
#define JSMF_RECORDS_FORMATS(X) \
    X(JSMF_RECORDS_TEXT, text) \
    X(JSMF_RECORDS_CSV, csv) \
    X(JSMF_RECORDS_TSV, tsv) \
    X(JSMF_RECORDS_JSONL, jsonl) \
    X(JSMF_RECORDS_FILES, files)

#define JSMF_RECORDS_ENUMERATOR(format, name) format,
typedef enum jsmf_records_format { JSMF_RECORDS_FORMATS(JSMF_RECORDS_ENUMERATOR) JSMF_RECORDS_FORMAT_COUNT }
    jsmf_records_format;

/* "text", "csv", ... */
const char *jsmf_records_format_name(jsmf_records_format format);

typedef struct jsmf_records_guessed {
    jsmf_records_format format;
    char delimiter; /* of CSV */
} jsmf_records_guessed;

/* What the first bytes (looking through gzip) are: JSON lines where an object begins; TSV where every line has as many
 * tabs, one at least, and CSV by tabs where some field is quoted; CSV where every record has as many delimiters
 * (, ; |), one at least, with no blank beside any or of five records (of 20 with one delimiter each), or where the
 * first record has a column that jsmf_records_obvious knows, or is the name of one column alone and no record seen
 * has a comma; CSV, too, by , ; | or a tab, where nothing else tells and the first record has a column named `column`,
 * which may be NULL; else text. Consumes nothing. JSMF_EDATA for an empty input, for bytes of a known other kind
 * (UTF-16, PDF, ...), with what it looks like, and for text or JSON whose lines end with carriage returns alone. */
jsmf_status jsmf_records_guess(jsmf_context *ctx, jsmf_input *in, const char *column,
                               jsmf_records_guessed *out) JSMF_CHECKED;
/* *kind is NULL where the first 8000 bytes (looking through gzip) may be text; where they are not, as in pictures,
 * programs, archives and UTF-16, what they look like, a constant. Consumes nothing. */
jsmf_status jsmf_records_no_text(jsmf_context *ctx, jsmf_input *in, const char **kind) JSMF_CHECKED;

/* ---- reading ---- */

/* What becomes of bytes that are not UTF-8, and of NUL. */
typedef enum jsmf_records_invalid {
    JSMF_RECORDS_INVALID_REFUSED,
    JSMF_RECORDS_INVALID_REPLACED, /* each by U+FFFD */
    JSMF_RECORDS_INVALID_LEFT_OUT
} jsmf_records_invalid;

typedef struct jsmf_records_options {
    jsmf_records_format format;
    char delimiter;               /* CSV: between fields; 0 is a comma */
    bool ids;                     /* text: what stands in front of a line's first tab is its id */
    jsmf_records_invalid invalid;
} jsmf_records_options;

/* Counts of what was read. */
typedef struct jsmf_records_report {
    size_t records;
    size_t blank;    /* CSV, TSV, JSON lines: blank lines, which are no records */
    size_t invalid;  /* bytes that were replaced or left out */
    size_t lacking;  /* JSON lines: records without a chosen field of text */
    size_t names;    /* CSV, TSV of two columns or more: records that are the columns' names once more */
    uint64_t bytes;  /* inflated */
} jsmf_records_report;

typedef struct jsmf_records jsmf_records;

/* Begins to read in, which stays the caller's and is read through *out alone from here on; reads the line with the
 * columns' names in front of CSV and TSV. *out is NULL on failure. */
jsmf_status jsmf_records_open(jsmf_context *ctx, jsmf_input *in, const jsmf_records_options *options,
                              jsmf_records **out) JSMF_CHECKED;
void jsmf_records_close(jsmf_records *records); /* NULL is fine */

/* The columns' names, blanks at their ends left out: the first line's of CSV and TSV; the first record's of JSON lines,
 * a field b within an object a as a.b. Empty of text and files, whose records are a text and perhaps an id. */
const jsmf_strings *jsmf_records_columns(const jsmf_records *records);
/* Writes "id, date, text", of as many columns as there is room for, and returns it; size is 32 at least. */
const char *jsmf_records_list_columns(const jsmf_records *records, char *text, size_t size);
/* The column that is the text without anybody saying so: one alone, or the only one of a name such as text, body or
 * content. SIZE_MAX where there is none. */
size_t jsmf_records_obvious(const jsmf_records *records);

/* The columns to read, in this order in batches: texts, an id, kept ones. */
typedef struct jsmf_records_chosen {
    const char *const *texts;
    size_t text_count;
    const char *id;          /* or NULL */
    const char *const *kept;
    size_t kept_count;
} jsmf_records_chosen;

/* Must be called once before jsmf_records_fill, but for text and files: these have a text and, files always and text
 * where its lines have ids, an id. The strings are borrowed until the close. JSMF_EDATA for a column that is not there,
 * with those that are and the nearest of them, and for one that is there twice; of JSON lines when no record had it.
 * Texts of JSON lines are strings or null, the others are scalars, spelled as they stand; a null is empty, and so is a
 * field that a record lacks, but not an id. */
jsmf_status jsmf_records_choose(jsmf_context *ctx, jsmf_records *records,
                                const jsmf_records_chosen *chosen) JSMF_CHECKED;

/* Some records. A cleared struct is an empty batch. */
typedef struct jsmf_records_field { size_t start, length; } jsmf_records_field;

typedef struct jsmf_records_batch {
    size_t records, columns;    /* columns: of those chosen */
    char *bytes;                /* valid UTF-8 without NUL in every field */
    size_t used, capacity;      /* of bytes */
    jsmf_records_field *fields; /* records * columns, record by record */
    size_t field_capacity;
} jsmf_records_batch;

/* Adds records to the batch until it has about `bytes` bytes of text or is long, or the input ends (*ended). Every
 * input of a batch must have as many columns chosen. */
jsmf_status jsmf_records_fill(jsmf_context *ctx, jsmf_records *records, size_t bytes, jsmf_records_batch *batch,
                              bool *ended) JSMF_CHECKED;
/* What record r of the batch has in column c of those chosen: *length bytes, the batch's. */
static inline const char *jsmf_records_get(const jsmf_records_batch *batch, size_t r, size_t c, size_t *length)
{
    const jsmf_records_field *f = &batch->fields[r * batch->columns + c];
    *length = f->length;
    return batch->bytes + f->start;
}
void jsmf_records_batch_clear(jsmf_records_batch *batch); /* empties it, and keeps its memory */
void jsmf_records_batch_free(jsmf_records_batch *batch);  /* NULL is fine */
/* Counts so far. */
const jsmf_records_report *jsmf_records_report_of(const jsmf_records *records);

JSMF_END_DECLS

#endif
