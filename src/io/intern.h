/* Words that get a number when they are first met: the growing counterpart of jsmf_index. */
#ifndef JSMF_IO_INTERN_H
#define JSMF_IO_INTERN_H

#include "jsmf/io.h"

/* The word's place stands here too, so that looking one up touches two lines of memory and not three. */
typedef struct jsmf_intern_slot {
    uint32_t tag;        /* the hash's upper half */
    uint32_t number;     /* the word's, plus one; 0: the slot is empty */
    uint64_t start : 56; /* of the word in the list's pool */
    uint64_t length : 8; /* of the word, in bytes */
} jsmf_intern_slot;

typedef struct jsmf_intern {
    jsmf_strings *list; /* the words so far, in the order of their numbers; the caller's */
    jsmf_intern_slot *slots;
    size_t mask;        /* the number of slots, a power of 2, less one */
} jsmf_intern;

/* Makes an empty table for list, which is borrowed, must be empty, and changes through jsmf_intern_add alone. Fails for
 * lack of memory only. */
jsmf_status jsmf_intern_start(jsmf_context *ctx, jsmf_intern *table, jsmf_strings *list) JSMF_CHECKED;
void jsmf_intern_free(jsmf_intern *table); /* the list stays */
/* A step of a word's hash, which is JSMF_INTERN_SEED with every byte of the word folded into it in turn. */
#define JSMF_INTERN_SEED UINT64_C(0xcbf29ce484222325)
static inline uint64_t jsmf_intern_fold(uint64_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * UINT64_C(0x9e3779b97f4a7c15);
}
uint64_t jsmf_intern_hash(const char *bytes, size_t length);
/* Has the memory brought near that jsmf_intern_find will look at: first the table's and, when that has come, the
 * word's bytes. */
void jsmf_intern_expect(const jsmf_intern *table, uint64_t hash);
void jsmf_intern_expect_bytes(const jsmf_intern *table, uint64_t hash);
/* The number of a word (from 0) whose hash that is; -1 where it is not there. */
int64_t jsmf_intern_find(const jsmf_intern *table, uint64_t hash, const char *bytes, size_t length);
/* Adds a word that is not there, of at most 255 bytes; it becomes the list's last. Fails as jsmf_strings_add does. */
jsmf_status jsmf_intern_add(jsmf_context *ctx, jsmf_intern *table, uint64_t hash, const char *bytes,
                            size_t length) JSMF_CHECKED;

#endif
