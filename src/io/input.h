/* What the inside of the streams knows of an input. */
#ifndef JSMF_IO_INPUT_H
#define JSMF_IO_INPUT_H

#include "jsmf/io.h"

/* The descriptor of the regular file that in reads, in's, and where its first byte was; -1 where it reads none. */
int jsmf_input_file(const jsmf_input *in, uint64_t *base);
/* The bytes of that file from there on; 0 where there is none. */
uint64_t jsmf_input_file_size(const jsmf_input *in);

#endif
