/* The fast path: text of letters, digits and signs of which each is spelled for itself. It finds the words that ICU
 * finds there (UAX 29, WB5 to WB13b). */
#ifndef JSMF_WORDS_PLAIN_H
#define JSMF_WORDS_PLAIN_H

#include "icu.h"

/* What a code point is to a word. */
typedef enum jsmf_words_sign {
    JSMF_SIGN_ICU, /* none of these: its text is ICU's */
    JSMF_SIGN_SPACE, JSMF_SIGN_OTHER,
    JSMF_SIGN_LETTER, JSMF_SIGN_DIGIT, JSMF_SIGN_LOW_LINE,
    JSMF_SIGN_SYLLABLE,       /* of Korean, which ICU parts from all else, as it does Chinese */
    JSMF_SIGN_WITHIN,         /* words and numbers: . and the apostrophes */
    JSMF_SIGN_WITHIN_WORDS,   /* the middle dot */
    JSMF_SIGN_WITHIN_NUMBERS  /* , and ; */
} jsmf_words_sign;

/* By code point: those of most alphabets and of typography, beside Korean's syllables. */
enum { JSMF_WORDS_PLAIN = 0x2100 };

/* What a byte is to a stretch that goes the shortest way. Behind a word or a number no stretch goes on with the first
 * ones. */
typedef enum jsmf_words_byte {
    JSMF_BYTE_HARD,   /* none of these */
    JSMF_BYTE_HIGH,   /* of what is not ASCII */
    JSMF_BYTE_LETTER,
    JSMF_BYTE_DIGIT,  /* where numbers are left out */
    JSMF_BYTE_SPACE,
    JSMF_BYTE_SIGN,   /* divides words */
    JSMF_BYTE_WITHIN  /* divides words, unless a letter follows */
} jsmf_words_byte;

struct jsmf_words_plain {
    unsigned char signs[JSMF_WORDS_PLAIN];
    uint16_t spelled[JSMF_WORDS_PLAIN]; /* of letters and digits, and of what stands within words */
    unsigned char bytes[256];
    bool usual; /* the letters of ASCII are such, and are spelled as themselves or in lower case */
};

typedef struct jsmf_words_place {
    const char *next; /* behind the code point */
    uint32_t code;
    jsmf_words_sign sign;
} jsmf_words_place;

/* The code point that begins at p, in front of end. */
static inline jsmf_words_place jsmf_words_look(const jsmf_words_plain *plain, const char *p, const char *end)
{
    jsmf_words_place at = { p + 1, (unsigned char)*p, JSMF_SIGN_ICU };
    if (at.code >= 0xC2 && at.code < 0xE0 && end - p > 1) { /* most letters of most alphabets beside ASCII */
        at.next = p + 2;
        at.code = (at.code & 0x1F) << 6 | ((unsigned char)p[1] & 0x3F);
    } else if (at.code >= 0x80) {
        const size_t bytes = at.code < 0xF0 ? 3 : 4;
        if (at.code < 0xE0 || (size_t)(end - p) < bytes)
            return at;
        at.next = p;
        at.code = jsmf_utf8_next(&at.next);
    }
    if (at.code < JSMF_WORDS_PLAIN)
        at.sign = plain->signs[at.code];
    else if (at.code >= 0xAC00 && at.code <= 0xD7A3)
        at.sign = JSMF_SIGN_SYLLABLE;
    return at;
}

/* Whether all of a text, which has no part of a code point, is the fast path's. */
bool jsmf_words_plain_has(const jsmf_words_plain *plain, const char *text, size_t length);
/* As jsmf_words_icu_cut, of a text that is. */
jsmf_status jsmf_words_plain_cut(jsmf_context *ctx, const jsmf_words_plain *plain, const char *text, size_t length,
                                 bool *blank, jsmf_words_piece_fn each, void *arg) JSMF_CHECKED;

#endif
