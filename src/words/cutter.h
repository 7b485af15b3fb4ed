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
    void *arg;
    bool blank;         /* nothing but white space has passed since the last piece */
    bool dropped;       /* the last piece was no word */
    bool slow;          /* without the fast path, for tests */
    jsmf_words_window window;
};

/* The next URL or address in a text from place `from` on: *from and *to are its ends; false where there is none. */
bool jsmf_words_next_address(const char *text, size_t length, size_t *from, size_t *to);

#endif
