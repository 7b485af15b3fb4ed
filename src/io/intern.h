/* Words that get a number when they are first met: the growing counterpart of jsmf_index. */
#ifndef JSMF_IO_INTERN_H
#define JSMF_IO_INTERN_H

#include "jsmf/io.h"

/* The word's place stands here too, so that looking one up touches two lines of memory and not three. */
typedef struct jsmf_intern_slot {
    uint32_t tag;
    uint32_t number;     /* plus one; 0 is empty */
    uint64_t start : 56; /* in the list's pool */
    uint64_t length : 8;
} jsmf_intern_slot;

typedef struct jsmf_intern {
    jsmf_strings *list; /* the words so far, in the order of their numbers; the caller's */
    jsmf_intern_slot *slots;
    size_t mask;
} jsmf_intern;

/* list must be empty. */
jsmf_status jsmf_intern_start(jsmf_context *ctx, jsmf_intern *table, jsmf_strings *list) JSMF_CHECKED;
void jsmf_intern_free(jsmf_intern *table);
/* A step of the hash: fold every byte of the word, starting from JSMF_INTERN_SEED. */
#define JSMF_INTERN_SEED UINT64_C(0xcbf29ce484222325)
static inline uint64_t jsmf_intern_fold(uint64_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * UINT64_C(0x9e3779b97f4a7c15);
}
/* The word's number, or -1. */
int64_t jsmf_intern_find(const jsmf_intern *table, uint64_t hash, const char *bytes, size_t length);
/* Adds a word that is not there, of at most 255 bytes; its number is the list's last. */
jsmf_status jsmf_intern_add(jsmf_context *ctx, jsmf_intern *table, uint64_t hash, const char *bytes,
                            size_t length) JSMF_CHECKED;

#endif
