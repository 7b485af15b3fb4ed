/* A text in pieces, each in one stretch of memory: lines, or records of CSV, which may have line ends in quotes. */
#ifndef JSMF_RECORDS_PIECES_H
#define JSMF_RECORDS_PIECES_H

#include "io/text.h"

/* A field of a CSV record as it stands there: without the quotes around it, but with those within doubled. */
typedef struct jsmf_records_raw {
    size_t start, length;
    bool quoted;
    bool doubled; /* quotes within */
} jsmf_records_raw;

typedef struct jsmf_records_pieces {
    jsmf_text *text;
    char delimiter;       /* of CSV; lines where it is 0 */
    const char *at, *end; /* what is left of the block */
    const char *block;    /* its beginning */
    char *held;           /* the beginning of a piece that the blocks divide */
    size_t held_length, held_capacity;
    size_t next_line;     /* counted from 1: of the next piece */
    bool after_return;    /* the piece before ended with a carriage return: a newline still belongs to it */
    bool ended;
    /* the piece, until the next one is read */
    const char *bytes;
    size_t length;        /* without its end */
    size_t line;          /* that it begins in */
    uint64_t offset;      /* of its first byte, from 0 */
    jsmf_records_raw *fields; /* of CSV */
    size_t field_count, field_capacity;
} jsmf_records_pieces;

/* The pieces of in, which stays the caller's; delimiter: of CSV, or 0 for lines. */
jsmf_status jsmf_records_pieces_open(jsmf_context *ctx, jsmf_input *in, char delimiter,
                                     jsmf_records_pieces *p) JSMF_CHECKED;
void jsmf_records_pieces_close(jsmf_records_pieces *p);
/* The next piece; *more = false behind the last. Lines end with a newline, in front of which a carriage return is left
 * out; records of CSV with either or both. JSMF_EDATA for quotes that are not as RFC 4180 has them. */
jsmf_status jsmf_records_pieces_next(jsmf_context *ctx, jsmf_records_pieces *p, bool *more) JSMF_CHECKED;
/* All that comes as one piece. */
jsmf_status jsmf_records_pieces_all(jsmf_context *ctx, jsmf_records_pieces *p) JSMF_CHECKED;
/* The line in which a byte of the piece stands. */
size_t jsmf_records_pieces_line(const jsmf_records_pieces *p, const char *at);

/* ---- for pieces.c: csv.c ---- */

/* Where in a record the bytes so far have led. */
typedef enum jsmf_records_csv_state {
    JSMF_RECORDS_CSV_START,  /* of a field */
    JSMF_RECORDS_CSV_PLAIN,  /* in a field without quotes */
    JSMF_RECORDS_CSV_QUOTED, /* between quotes */
    JSMF_RECORDS_CSV_QUOTE,  /* behind a quote that ends them or is the first of two */
    JSMF_RECORDS_CSV_DONE
} jsmf_records_csv_state;

/* Goes on to the record's end in [at, end), in front of which stand the bytes that p holds; its fields into p->fields,
 * their places counted from the record's beginning. Returns the byte behind it, with *state DONE, or end. NULL where
 * quotes are wrong, or memory lacks: the error stands in ctx. */
const char *jsmf_records_csv_scan(jsmf_context *ctx, jsmf_records_pieces *p, const char *at, const char *end,
                                  jsmf_records_csv_state *state);
/* The error of a record that the text ends within; p holds it. */
jsmf_status jsmf_records_csv_unclosed(jsmf_context *ctx, const jsmf_records_pieces *p);

#endif
