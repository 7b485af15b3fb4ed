/* Whole streams in memory, for the tests of their reading and writing; all in the context of archives.h. */
#ifndef JSMF_STREAMS_H
#define JSMF_STREAMS_H

#include "jsmf/arrays.h"
#include "jsmf/npz.h"

/* Fails the test unless the status is the expected one and the context's error says this; clears the error. */
void assert_fails(jsmf_status status, jsmf_status expected, const char *says);

/* Arrays to write: numbers are copied from data, with the shape's first dims lengths. */
void add_numbers(jsmf_stream *s, const char *name, char type, size_t item, int dims, size_t rows, size_t cols,
                 const void *data);
void add_words(jsmf_stream *s, const char *name, size_t count, const char *const *words);

/* The caller abandons the output, or reads it by read_stream. */
jsmf_output *write_stream(const jsmf_stream *s);
/* Entries as given, the mark too; without jsmf_stream_write's order. */
jsmf_output *write_raw(const jsmf_stream *s);
/* Reads what out holds and frees it. */
jsmf_status read_stream(jsmf_output *out, unsigned kinds, jsmf_stream *s);

#endif
