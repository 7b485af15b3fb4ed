/* What the files of this room share: a reader of records, and how its fields get into a batch. */
#ifndef JSMF_RECORDS_RECORD_H
#define JSMF_RECORDS_RECORD_H

#include "jsmf/records.h"

#include "pieces.h"

/* What stands in front of the delimiter in a first line that spreadsheets know it by. */
#define JSMF_RECORDS_SEP "sep="
enum { JSMF_RECORDS_SEP_LENGTH = sizeof JSMF_RECORDS_SEP - 1 };

struct jsmf_records {
    jsmf_records_options options;
    jsmf_records_pieces pieces;
    jsmf_strings columns;
    bool ahead;          /* JSON lines: the first record has been read to see its fields; it is still to be given */
    bool done;           /* files: its one record was given */
    size_t count;        /* columns chosen: texts, then an id, then those kept */
    size_t texts;
    bool has_id;
    const char **names;  /* of the chosen ones */
    size_t *places;      /* CSV, TSV: among the columns */
    bool *seen;          /* JSON lines: whether a record had it */
    jsmf_records_field *values; /* JSON lines: the record's; start is SIZE_MAX where it lacks one */
    jsmf_records_report report;
};

/* "NAME:LINE: found WHAT at byte N, expected EXPECTED": the byte at stands in the piece. */
jsmf_status jsmf_records_found(jsmf_context *ctx, const jsmf_records *r, const char *at, const char *what,
                               const char *expected);
/* Adds bytes of the piece to the batch's; what is not UTF-8, and NUL, as the options say. */
jsmf_status jsmf_records_put(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *batch, const char *bytes,
                             size_t length) JSMF_CHECKED;
/* Adds a code point that the piece at `at` has spelled; it may be none, or NUL. */
jsmf_status jsmf_records_put_code(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *batch, uint32_t code,
                                  const char *at) JSMF_CHECKED;
/* The fields of the batch's next record, which do not count before batch->records does. */
jsmf_status jsmf_records_next_fields(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *batch,
                                     jsmf_records_field **fields) JSMF_CHECKED;

/* json.c: reads the piece, one object. With a batch the values of the chosen fields go there, and r->values has their
 * places; without one the fields' names are added to r->columns. */
jsmf_status jsmf_records_json_read(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *batch) JSMF_CHECKED;

/* guess.c: JSMF_EDATA where in begins with UTF-16's byte order mark. Consumes nothing. */
jsmf_status jsmf_records_refuse_utf16(jsmf_context *ctx, jsmf_input *in) JSMF_CHECKED;

/* columns.c: whether a text's column has such a name, in whatever case: text, body, content. */
bool jsmf_records_names_text(const char *name);
/* jsmf_records_obvious of a list. */
size_t jsmf_records_obvious_of(const jsmf_strings *columns);
/* JSMF_EDATA: there is no column of that name. */
jsmf_status jsmf_records_no_column(jsmf_context *ctx, const jsmf_records *r, const char *name);
/* Fills r->places. */
jsmf_status jsmf_records_find_columns(jsmf_context *ctx, jsmf_records *r) JSMF_CHECKED;

#endif
