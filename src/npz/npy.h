/* Headers of .npy arrays (numpy.lib.format, versions 1.0 to 3.0). */
#ifndef JSMF_NPZ_NPY_H
#define JSMF_NPZ_NPY_H

#include "jsmf/npz.h"

enum {
    JSMF_NPY_BEGINNING = 10,         /* bytes of the magic (6), the version (2) and the text's length (2) */
    JSMF_NPY_MOST_HEADER = 1 << 16,  /* bytes of the text that are read */
    JSMF_NPY_MOST_WRITTEN = 384      /* bytes of a whole header that is written */
};

/* Checks the beginning of a header (JSMF_NPY_BEGINNING bytes); `where` names the array in messages. *wide: the length
 * of the text, from byte 8 on, has 4 bytes, so that 2 more bytes belong to the beginning. JSMF_EDATA for what is no
 * .npy array, or has a version that is not known. */
jsmf_status jsmf_npy_begin(jsmf_context *ctx, const char *where, const unsigned char *bytes, bool *wide) JSMF_CHECKED;
/* Takes type, shape and order from the header's text into *a, whose name, data and strings stay. JSMF_EDATA, naming the
 * type, for what jsmf_array does not hold, and for sizes that cannot be addressed. */
jsmf_status jsmf_npy_parse(jsmf_context *ctx, const char *where, const char *text, size_t length,
                           jsmf_array *a) JSMF_CHECKED;
/* Writes the whole header of a, magic included, as version 1.0; returns its length, a multiple of 64. */
size_t jsmf_npy_format(const jsmf_array *a, char header[JSMF_NPY_MOST_WRITTEN]);

#endif
