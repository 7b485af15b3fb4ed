/* What spools and streams know of an input, beside jsmf/io.h: the regular file that it reads. */
#ifndef JSMF_IO_INPUT_H
#define JSMF_IO_INPUT_H

#include "jsmf/io.h"

/* The descriptor of the regular file that in reads, which stays in's, and *base, the offset in the file at which in
 * began.
 * Returns -1 where in reads no such file. */
int jsmf_input_file(const jsmf_input *in, uint64_t *base);
/* How many bytes that file has from *base on; 0 where there is no such file. */
uint64_t jsmf_input_file_size(const jsmf_input *in);

#endif
