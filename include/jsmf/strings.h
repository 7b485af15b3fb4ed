/* A list of UTF-8 strings in one pool: vocabularies, document ids, history. Never expanded to numpy's UCS-4. */
#ifndef JSMF_STRINGS_H
#define JSMF_STRINGS_H

#include "jsmf/base.h"

typedef struct jsmf_strings {
    size_t count;
    size_t capacity;       /* of offsets, less one */
    size_t bytes_capacity; /* of pool */
    size_t *offsets;       /* count + 1; string i is pool[offsets[i]] .. pool[offsets[i + 1] - 2], then a NUL */
    char *pool;
} jsmf_strings;

/* A cleared struct ({0}) is an empty list. */
const char *jsmf_strings_get(const jsmf_strings *list, size_t i); /* NUL-terminated, owned by the list */
size_t jsmf_strings_length(const jsmf_strings *list, size_t i);   /* bytes, without the NUL */
jsmf_status jsmf_strings_add(jsmf_context *ctx, jsmf_strings *list, const char *bytes, size_t length) JSMF_CHECKED;
jsmf_status jsmf_strings_copy(jsmf_context *ctx, const jsmf_strings *from, jsmf_strings *to) JSMF_CHECKED;
void jsmf_strings_free(jsmf_strings *list);

/* The length of the valid UTF-8 prefix of bytes (RFC 3629: no surrogates, no overlong forms, at most U+10FFFF);
 * equal to length where all of it is valid. */
size_t jsmf_utf8_valid(const char *bytes, size_t length);
/* Decodes the code point at *p (valid UTF-8) and moves *p past it. */
uint32_t jsmf_utf8_next(const char **p);
/* Writes the code point as UTF-8 (1 to 4 bytes) and returns the number of bytes; 0 where it is not a code point. */
size_t jsmf_utf8_put(uint32_t code, char out[4]);
/* Columns that valid UTF-8 takes on a terminal: combining marks none, East Asian wide letters two, whatever the locale.
 * Control characters count one: whoever prints them prints something in their place. */
size_t jsmf_utf8_width(const char *text);

/* Exact lookup of strings: an open-addressing hash index over a list that must not change meanwhile. */
typedef struct jsmf_index jsmf_index;
/* *duplicate: the position of the first string that repeats an earlier one, or SIZE_MAX; may be NULL. */
jsmf_status jsmf_index_new(jsmf_context *ctx, const jsmf_strings *list, jsmf_index **out,
                           size_t *duplicate) JSMF_CHECKED;
/* *again = the position of the first string that repeats an earlier one, which is at *first; SIZE_MAX where none
 * does. */
jsmf_status jsmf_strings_repeat(jsmf_context *ctx, const jsmf_strings *list, size_t *first,
                                size_t *again) JSMF_CHECKED;
size_t jsmf_index_find(const jsmf_index *index, const char *bytes, size_t length); /* position or SIZE_MAX */
void jsmf_index_free(jsmf_index *index);

#endif
