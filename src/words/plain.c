#include "plain.h"

#include <string.h>

enum { MOST_BYTES = 1024 }; /* of a word that is spelled: far more than one may have */

bool jsmf_words_plain_has(const jsmf_words_plain *plain, const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        const jsmf_words_place at = jsmf_words_look(plain, text, end);
        if (at.sign == JSMF_SIGN_ICU)
            return false;
        text = at.next;
    }
    return true;
}

typedef struct spelling {
    char bytes[MOST_BYTES + 4];
    size_t length, characters;
    bool letters, digits;
} spelling;

static inline void put(const jsmf_words_plain *plain, spelling *s, const jsmf_words_place *at)
{
    const uint32_t code = at->code < JSMF_WORDS_PLAIN ? plain->spelled[at->code] : at->code;
    s->characters++;
    if (s->length >= MOST_BYTES) /* then it is too long, whatever follows */
        return;
    if (code < 0x80) {
        s->bytes[s->length++] = (char)code;
    } else if (code < 0x800) {
        s->bytes[s->length++] = (char)(0xC0 | code >> 6);
        s->bytes[s->length++] = (char)(0x80 | (code & 0x3F));
    } else {
        s->length += jsmf_utf8_put(code, s->bytes + s->length);
    }
}

static inline bool is_word(jsmf_words_sign sign) { return sign >= JSMF_SIGN_LETTER && sign <= JSMF_SIGN_SYLLABLE; }

static inline bool goes_on(jsmf_words_sign sign, jsmf_words_sign next)
{
    return is_word(next) && (sign == JSMF_SIGN_SYLLABLE) == (next == JSMF_SIGN_SYLLABLE);
}

/* Whether a sign between two joins them: what stands before and after it is of one kind, of the kind that it joins. */
static inline bool joins(jsmf_words_sign before, jsmf_words_sign sign, jsmf_words_sign after)
{
    if (before != after || sign < JSMF_SIGN_WITHIN)
        return false;
    return before == JSMF_SIGN_LETTER ? sign != JSMF_SIGN_WITHIN_NUMBERS
                                      : before == JSMF_SIGN_DIGIT && sign != JSMF_SIGN_WITHIN_WORDS;
}

/* Letters of ASCII, which most words are made of, behind *at; the last of them becomes *at. */
static void put_letters(const jsmf_words_plain *plain, const char *end, spelling *s, jsmf_words_place *at)
{
    const char *start = at->next, *p = start;
    const char *stop = (size_t)(end - p) > MOST_BYTES - s->length ? p + (MOST_BYTES - s->length) : end;
    char *to = s->bytes + s->length;
    while (p < stop && (unsigned char)*p < 0x80 && plain->signs[(unsigned char)*p] == JSMF_SIGN_LETTER)
        *to++ = (char)plain->spelled[(unsigned char)*p++];
    if (p == start)
        return;
    *at = (jsmf_words_place){ p, (unsigned char)p[-1], JSMF_SIGN_LETTER };
    s->letters = true;
    s->length += (size_t)(p - start);
    s->characters += (size_t)(p - start);
}

/* The word that begins at a place. Returns what stands behind it. */
static const char *spell(const jsmf_words_plain *plain, jsmf_words_place at, const char *end, spelling *s)
{
    s->length = s->characters = 0;
    s->letters = s->digits = false;
    for (;;) {
        put(plain, s, &at);
        s->letters |= at.sign == JSMF_SIGN_LETTER || at.sign == JSMF_SIGN_SYLLABLE;
        s->digits |= at.sign == JSMF_SIGN_DIGIT;
        if (at.sign != JSMF_SIGN_SYLLABLE)
            put_letters(plain, end, s, &at);
        if (at.next == end)
            return end;
        const jsmf_words_place next = jsmf_words_look(plain, at.next, end);
        if (goes_on(at.sign, next.sign)) {
            at = next;
            continue;
        }
        if (next.sign < JSMF_SIGN_WITHIN || next.next == end)
            return at.next;
        const jsmf_words_place after = jsmf_words_look(plain, next.next, end);
        if (!joins(at.sign, next.sign, after.sign))
            return at.next;
        put(plain, s, &next);
        at = after;
    }
}

jsmf_status jsmf_words_plain_cut(jsmf_context *ctx, const jsmf_words_plain *plain, const char *text, size_t length,
                                 bool *blank, jsmf_words_piece_fn each, void *arg)
{
    const char *end = text + length;
    spelling s;
    while (text < end) {
        const jsmf_words_place at = jsmf_words_look(plain, text, end);
        if (!is_word(at.sign)) {
            *blank &= at.sign == JSMF_SIGN_SPACE;
            text = at.next;
            continue;
        }
        text = spell(plain, at, end, &s);
        if (!s.letters && !s.digits) {
            *blank = false;
            continue;
        }
        const jsmf_words_piece piece = { .bytes = s.bytes, .length = s.length, .characters = s.characters,
                                         .letters = s.letters, .follows = *blank };
        *blank = true;
        if (each(ctx, arg, &piece) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}
