/* The inside of a jsmf_words_icu: ICU's types, for the files that call ICU. */
#ifndef JSMF_WORDS_ICU_OBJECTS_H
#define JSMF_WORDS_ICU_OBJECTS_H

#include "icu.h"

#include <unicode/ubrk.h>
#include <unicode/unorm2.h>
#include <unicode/uregex.h>

/* A word of more units of UTF-16 than that is not spelled: it is far above 255 bytes. A unit is 3 bytes at most. */
enum { JSMF_WORDS_UNITS = 4096, JSMF_WORDS_SPELLED = 3 * JSMF_WORDS_UNITS };
/* The capital letter whose lower case depends on what stands around it. */
enum { JSMF_WORDS_SIGMA = 0x3A3 };
enum { JSMF_WORDS_PAGES = 0x110000 / 256 };

typedef struct jsmf_words_units {
    UChar *text;
    int32_t length, capacity;
} jsmf_words_units;

struct jsmf_words_icu {
    const jsmf_words_options *options;
    const UNormalizer2 *nfc, *nfd, *nfkc; /* ICU's own */
    UBreakIterator *boundaries;
    URegularExpression *pattern;          /* or NULL */
    jsmf_words_units run, spelled, other; /* a text as it was, and as it is being spelled */
    unsigned char *pages[JSMF_WORDS_PAGES]; /* of 256 code points, what they look like; NULL: not asked for so far */
    char *bytes;                          /* JSMF_WORDS_SPELLED: of a piece */
};

/* The first error that ICU told. doing: what it was asked for. */
jsmf_status jsmf_words_icu_fail(jsmf_context *ctx, UErrorCode error, const char *doing);
/* icu->run = the text, of at most JSMF_WORDS_RUN bytes. */
jsmf_status jsmf_words_icu_run(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length) JSMF_CHECKED;
/* icu->spelled = length units of from, with case, normal form and accents as the options have it. */
jsmf_status jsmf_words_icu_spell(jsmf_context *ctx, jsmf_words_icu *icu, const UChar *from,
                                 int32_t length) JSMF_CHECKED;
/* Gives each a piece of length units, at most JSMF_WORDS_UNITS, which is spelled already. White space within it becomes
 * "_", and characters without a look of their own are left out; joiners of letters stay. The typographic apostrophe
 * becomes the plain one, unless a pattern has found the piece. */
jsmf_status jsmf_words_icu_give(jsmf_context *ctx, jsmf_words_icu *icu, const UChar *units, int32_t length,
                                jsmf_words_piece piece, jsmf_words_piece_fn each, void *arg) JSMF_CHECKED;

#endif
