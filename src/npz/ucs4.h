/* numpy's unicode items (UCS-4, padded with zeros to one length) from and to UTF-8, a piece at a time. */
#ifndef JSMF_NPZ_UCS4_H
#define JSMF_NPZ_UCS4_H

#include "jsmf/io.h"

/* The first three are set by the caller, the rest is 0 at the start. */
typedef struct jsmf_ucs4_decoder {
    jsmf_strings *list; /* where items are added; the caller's */
    const char *where;  /* names the array in messages */
    size_t length;      /* code points an item, at least 1 */
    size_t items;       /* decoded so far */
    size_t at;          /* code points of the present item that have been seen */
    size_t zeros;       /* of those, zeros at the end so far: padding unless another code point follows */
    size_t longest;     /* code points of the longest item, without padding */
    char *text;         /* the present item as UTF-8, owned */
    size_t used, capacity; /* bytes of text */
} jsmf_ucs4_decoder;

/* Decodes count code points of 4 bytes each; whole items are added to the list. JSMF_EDATA for one that is none. */
jsmf_status jsmf_ucs4_decode(jsmf_context *ctx, jsmf_ucs4_decoder *d, const unsigned char *bytes,
                             size_t count) JSMF_CHECKED;
void jsmf_ucs4_free(jsmf_ucs4_decoder *d); /* the text; the list stays */

/* *longest = the code points of the longest string, 0 for none. JSMF_EDATA, naming `where`, for a string that is not
 * valid UTF-8. */
jsmf_status jsmf_ucs4_longest(jsmf_context *ctx, const char *where, const jsmf_strings *list,
                              size_t *longest) JSMF_CHECKED;
/* Encodes the text from *p to end, at most `room` code points of it, and fills what is left of the room with zeros: 4
 * `room` bytes in all. *p moves behind what was encoded. Returns the number of code points. */
size_t jsmf_ucs4_encode(const char **p, const char *end, unsigned char *to, size_t room);

#endif
