/* What ICU does for words, behind an interface without its types. A library without ICU has the same functions, and
 * jsmf_words_icu_new fails. */
#ifndef JSMF_WORDS_ICU_H
#define JSMF_WORDS_ICU_H

#include "jsmf/words.h"

/* What is found between two boundaries, or by a pattern. */
typedef struct jsmf_words_piece {
    const char *bytes;  /* as it is spelled: case, normal form and accents done. Not NUL-terminated */
    size_t length;      /* in bytes; SIZE_MAX where it is far too long to be spelled */
    size_t characters;  /* code points of the spelling */
    bool letters;       /* whether one of them is a letter */
    bool follows;       /* nothing but white space stands between it and the piece before, in the same call or across */
} jsmf_words_piece;

typedef jsmf_status (*jsmf_words_piece_fn)(jsmf_context *ctx, void *arg, const jsmf_words_piece *piece);

enum {
    JSMF_WORDS_RUN = 1 << 18,      /* the most bytes of a text that a call takes */
    JSMF_WORDS_APOSTROPHE = 0x2019 /* the typographic one: in a word that no pattern has found it is spelled ' */
};

/* ICU's objects of one thread. */
typedef struct jsmf_words_icu jsmf_words_icu;

jsmf_status jsmf_words_icu_available(jsmf_context *ctx) JSMF_CHECKED;
/* options are borrowed. JSMF_EUSAGE for a pattern that is none. */
jsmf_status jsmf_words_icu_new(jsmf_context *ctx, const jsmf_words_options *options, jsmf_words_icu **out) JSMF_CHECKED;
void jsmf_words_icu_free(jsmf_words_icu *icu); /* NULL is fine */

/* Calls each for the pieces of a text, of at most JSMF_WORDS_RUN bytes, between Unicode's boundaries that have a letter
 * or a digit. *blank: whether nothing but white space has passed since the last piece; it goes from call to call. */
jsmf_status jsmf_words_icu_cut(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length, bool *blank,
                               jsmf_words_piece_fn each, void *arg) JSMF_CHECKED;
/* The same for the matches of the pattern in the text, which is spelled before. */
jsmf_status jsmf_words_icu_match(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length, bool *blank,
                                 jsmf_words_piece_fn each, void *arg) JSMF_CHECKED;

/* Fills the table of the fast path. */
typedef struct jsmf_words_plain jsmf_words_plain;
jsmf_status jsmf_words_icu_plain(jsmf_context *ctx, jsmf_words_icu *icu, jsmf_words_plain *plain) JSMF_CHECKED;

/* The boundaries in a text of at most JSMF_WORDS_RUN bytes: the first *count of places, which has room for length + 1,
 * in code points from the beginning, which is one, as is the end. */
jsmf_status jsmf_words_icu_boundaries(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length,
                                      size_t *places, size_t *count) JSMF_CHECKED;

#endif
