/* Inflating gzip, member by member, from a look-ahead input. */
#ifndef JSMF_IO_GUNZIP_H
#define JSMF_IO_GUNZIP_H

#include "jsmf/io.h"

#include <zlib.h>

typedef struct jsmf_gunzip {
    z_stream z;
    bool inside;     /* a member has begun and not ended */
    bool ended;      /* no member follows */
    bool cancelable; /* set by the caller: the calling thread may be cancelled while it waits for bytes */
} jsmf_gunzip;

/* Whether bytes begin as gzip does. */
bool jsmf_gunzip_magic(const unsigned char *bytes, size_t length);
/* Makes g ready for the beginning of an input. JSMF_ESYSTEM for lack of memory; else jsmf_gunzip_close must follow. */
jsmf_status jsmf_gunzip_open(jsmf_context *ctx, jsmf_gunzip *g) JSMF_CHECKED;
/* Inflates length bytes (at most UINT_MAX) from in into to; *got is how many, fewer only at the end. Members may follow
 * one another. JSMF_EDATA for a truncated or damaged member, its CRC and length included, and for anything else behind
 * the last one. */
jsmf_status jsmf_gunzip_read(jsmf_context *ctx, jsmf_gunzip *g, jsmf_input *in, char *to, size_t length,
                             size_t *got) JSMF_CHECKED;
void jsmf_gunzip_close(jsmf_gunzip *g);

#endif
