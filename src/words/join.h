/* Neighbours joined by "_": n-grams, or phrases that are known. */
#ifndef JSMF_WORDS_JOIN_H
#define JSMF_WORDS_JOIN_H

#include "words_inner.h"

/* The most words of a phrase or n-gram, and bytes of one word. */
enum { JSMF_WORDS_JOINED = 8, JSMF_WORDS_BYTES = 255 };

/* Phrases to look for. */
typedef struct jsmf_words_known {
    jsmf_strings list;  /* the phrases, then what they begin with; a space between words */
    size_t count;       /* phrases */
    jsmf_index *index;  /* of list, or NULL: there are none */
} jsmf_words_known;

/* Words that may be joined with those to come: they lie one behind the other with a space between. */
typedef struct jsmf_words_window {
    char bytes[JSMF_WORDS_JOINED * (JSMF_WORDS_BYTES + 1)];
    size_t ends[JSMF_WORDS_JOINED]; /* of the words, in bytes */
    size_t count;
} jsmf_words_window;

typedef struct jsmf_words_join {
    const jsmf_words_known *known; /* without phrases n-grams are made */
    size_t ngrams;
    jsmf_words_fn each;
    void *arg;
    size_t *too_long;
} jsmf_words_join;

/* Copies phrases, each of 2 to JSMF_WORDS_JOINED words. JSMF_EDATA for others. */
jsmf_status jsmf_words_known_set(jsmf_context *ctx, jsmf_words_known *known, const jsmf_strings *phrases) JSMF_CHECKED;
void jsmf_words_known_free(jsmf_words_known *known);

/* Takes the next word of a text, of at most JSMF_WORDS_BYTES bytes, and gives `each` what is decided. */
jsmf_status jsmf_words_join_add(jsmf_context *ctx, const jsmf_words_join *how, jsmf_words_window *window,
                                const char *word, size_t length, bool follows) JSMF_CHECKED;
/* Gives what is left, and empties the window: at the end of a text. */
jsmf_status jsmf_words_join_end(jsmf_context *ctx, const jsmf_words_join *how, jsmf_words_window *window) JSMF_CHECKED;

#endif
