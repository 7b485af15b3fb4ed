/* Headers of .npy arrays (numpy.lib.format, versions 1.0 to 3.0). */
#ifndef JSMF_NPZ_NPY_H
#define JSMF_NPZ_NPY_H

#include "jsmf/npz.h"

enum { JSMF_NPY_MAGIC = 10, JSMF_NPY_MOST_HEADER = 1 << 16, JSMF_NPY_MOST_WRITTEN = 384 };

/* The header's length from its first JSMF_NPY_MAGIC bytes: *wide where two bytes more of it follow those. JSMF_EDATA,
 * naming where, for what is no .npy array or a version that is not known. */
jsmf_status jsmf_npy_begin(jsmf_context *ctx, const char *where, const unsigned char *magic, bool *wide) JSMF_CHECKED;
/* Type, shape and order from the header's text into *a, whose name, data and strings stay. Refuses with JSMF_EDATA,
 * naming where and the type, what jsmf_array does not hold, and sizes that cannot be addressed. */
jsmf_status jsmf_npy_parse(jsmf_context *ctx, const char *where, const char *text, size_t length,
                           jsmf_array *a) JSMF_CHECKED;
/* The whole header, magic included; returns its length, a multiple of 64. */
size_t jsmf_npy_format(const jsmf_array *a, char header[JSMF_NPY_MOST_WRITTEN]);

#endif
