/* Fields of a line, and the numbers in them. */
#ifndef JSMF_CORPUS_FIELDS_H
#define JSMF_CORPUS_FIELDS_H

#include "jsmf/base.h"

typedef struct jsmf_corpus_field {
    const char *start;
    size_t length;
} jsmf_corpus_field;

static inline bool jsmf_corpus_field_blank(char byte) { return byte == ' ' || byte == '\t'; }

/* The characters of numbers. */
#define JSMF_CORPUS_DIGITS "0123456789"
#define JSMF_CORPUS_REAL "+-.0123456789eE"
/* The first place from `at` on whose character is not in the set, or length. */
size_t jsmf_corpus_fields_skip(const char *text, size_t length, size_t at, const char *set);
/* Splits the line at blanks into at most most fields; returns how many there are, most + 1 where there are more. */
size_t jsmf_corpus_fields_split(const char *line, const char *end, jsmf_corpus_field *fields, size_t most);
/* Digits alone; false for anything else. Saturates. */
bool jsmf_corpus_field_number(jsmf_corpus_field f, size_t *out);
/* A whole number, written as one or as a real number (3, 3.0, 3e0). Saturates. */
bool jsmf_corpus_field_whole(jsmf_corpus_field f, size_t *out);
/* What to do about a count that is none, for the message: something of one with a fraction, else "". */
const char *jsmf_corpus_field_advice(jsmf_corpus_field f);

/* JSMF_EDATA, "NAME:LINE: found ...". */
jsmf_status jsmf_corpus_refuse(jsmf_context *ctx, const char *name, size_t line, const char *format, ...)
    JSMF_PRINTF(4, 5);
/* ... with the words for a remedy. */
jsmf_status jsmf_corpus_refuse_remedy(jsmf_context *ctx, jsmf_remedy remedy, const char *name, size_t line,
                                      const char *format, ...) JSMF_PRINTF(5, 6);
/* ... of a field, and what was expected in its place. */
jsmf_status jsmf_corpus_refuse_field(jsmf_context *ctx, const char *name, size_t line, jsmf_corpus_field f,
                                     const char *expected, ...) JSMF_PRINTF(5, 6);

#endif
