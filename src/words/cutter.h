/* The inside of a way of cutting and of a thread's cutter. */
#ifndef JSMF_WORDS_CUTTER_H
#define JSMF_WORDS_CUTTER_H

#include "icu.h"
#include "join.h"
#include "plain.h"
#include "words_inner.h"

struct jsmf_words {
    jsmf_words_options options; /* pattern is owned */
    jsmf_words_known known;     /* phrases */
    jsmf_words_plain plain;     /* unless there is a pattern */
};

struct jsmf_words_cutter {
    const jsmf_words *words;
    jsmf_words_icu *icu;
    size_t too_long;
    jsmf_words_fn each; /* of the text that is being cut */
    jsmf_words_group_fn each_group; /* or NULL */
    void *arg;
    jsmf_words_brief group[JSMF_WORDS_GROUP]; /* words that wait to be given together */
    size_t grouped;
    bool blank;         /* nothing but white space has passed since the last piece */
    bool dropped;       /* the last piece was no word */
    bool slow;          /* without the fast path, for tests */
    jsmf_words_window window;
};

/* The next URL or address in a text from place `from` on: *from and *to are its ends; false where there is none. */
bool jsmf_words_next_address(const char *text, size_t length, size_t *from, size_t *to);

/* Cuts what a text begins with, stretch by stretch (a stretch stands between white space), as long as it is words of
 * letters of the fast path, up to 15 bytes as they are spelled, beside signs that join nothing; adds the words to the
 * cutter's group, as long as there is room. Returns where the first stretch begins that is not so, or the end. */
const char *jsmf_words_ascii_cut(jsmf_words_cutter *cutter, const char *text, const char *end);
/* Whether jsmf_words_ascii_cut has left off for want of room. */
bool jsmf_words_ascii_full(const jsmf_words_cutter *cutter);
/* Fills in plain->bytes, of the other members. */
void jsmf_words_ascii_bytes(const jsmf_words_options *options, jsmf_words_plain *plain);

#endif
