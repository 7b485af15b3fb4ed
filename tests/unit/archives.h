/* Archives of arrays in memory, for the tests of their reading and writing. */
#ifndef JSMF_ARCHIVES_H
#define JSMF_ARCHIVES_H

#include "jsmf/arrays.h"
#include "jsmf/npz.h"

/* The present test's; made and freed by the two below. */
extern jsmf_context *ctx;
int set_up(void **state);
int tear_down(void **state);

/* Arrays to write; freed by free_arrays. */
jsmf_array strings_array(const char *name, size_t count, const char *const *texts);
jsmf_array numbers_array(const char *name, char type, size_t item, int dims, size_t rows, size_t cols, bool fortran);
void free_arrays(jsmf_array *arrays, size_t count);

/* The caller abandons the output. */
jsmf_output *write_npz(const jsmf_array *arrays, size_t count);
/* Reads everything: the status; JSMF_ECANCEL, which a reader never gives, where the arrays are not those. */
jsmf_status read_npz(const void *bytes, size_t length, const jsmf_array *expected, size_t count);
/* The same, without taking the data. */
jsmf_status skip_npz(const void *bytes, size_t length);
/* Fails the test unless reading is JSMF_EDATA with this in its message. */
void assert_refused(const void *bytes, size_t length, const char *message);

#endif
