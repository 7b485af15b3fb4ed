/* Inflating gzip, member by member, from a look-ahead input. */
#ifndef JSMF_IO_GUNZIP_H
#define JSMF_IO_GUNZIP_H

#include "jsmf/io.h"

#include <zlib.h>

typedef struct jsmf_gunzip {
    z_stream z;
    bool inside;     /* a member */
    bool ended;      /* no member follows */
    bool cancelable; /* the calling thread, while it waits for bytes */
} jsmf_gunzip;

bool jsmf_gunzip_magic(const unsigned char *bytes, size_t length);
jsmf_status jsmf_gunzip_open(jsmf_context *ctx, jsmf_gunzip *g) JSMF_CHECKED;
/* Up to length bytes; less only at the end. Members may follow one another; JSMF_EDATA for a truncated or damaged
 * member (CRC and length too) and for anything else behind the last one. */
jsmf_status jsmf_gunzip_read(jsmf_context *ctx, jsmf_gunzip *g, jsmf_input *in, char *to, size_t length,
                             size_t *got) JSMF_CHECKED;
void jsmf_gunzip_close(jsmf_gunzip *g);

#endif
