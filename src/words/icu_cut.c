/* Words between Unicode's boundaries, by ICU. */
#ifdef JSMF_ICU

#include "icu_objects.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

/* Some versions of ICU take @ for a letter, and some a colon for a sign within words. In none of ours they are. */
static void divide(jsmf_words_units *run)
{
    for (int32_t i = 0; i < run->length; i++) {
        const UChar unit = run->text[i];
        if (unit == '@' || unit == ':' || unit == 0xFE13 || unit == 0xFE55 || unit == 0xFE6B || unit == 0xFF1A ||
            unit == 0xFF20)
            run->text[i] = '|';
    }
}

static jsmf_status begin(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length)
{
    UErrorCode error = U_ZERO_ERROR;
    if (jsmf_words_icu_run(ctx, icu, text, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    divide(&icu->run);
    ubrk_setText(icu->boundaries, icu->run.text, icu->run.length, &error);
    return U_FAILURE(error) ? jsmf_words_icu_fail(ctx, error, "finding word boundaries") : JSMF_OK;
}

typedef struct content {
    bool letters, digits, blank; /* blank: white space alone */
} content;

static content look(const UChar *units, int32_t length)
{
    content found = { .blank = true };
    for (int32_t i = 0; i < length;) {
        UChar32 c;
        U16_NEXT(units, i, length, c);
        const uint32_t category = U_GET_GC_MASK(c);
        found.letters |= (category & U_GC_L_MASK) != 0;
        found.digits |= (category & U_GC_N_MASK) != 0;
        found.blank &= u_isUWhiteSpace(c) != 0;
    }
    return found;
}

static jsmf_status give(jsmf_context *ctx, jsmf_words_icu *icu, const UChar *units, int32_t length,
                        jsmf_words_piece piece, jsmf_words_piece_fn each, void *arg)
{
    if (length <= JSMF_WORDS_UNITS) {
        if (jsmf_words_icu_spell(ctx, icu, units, length) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (icu->spelled.length <= JSMF_WORDS_UNITS)
            return jsmf_words_icu_give(ctx, icu, icu->spelled.text, icu->spelled.length, piece, each, arg);
    }
    piece.length = SIZE_MAX;
    return each(ctx, arg, &piece);
}

jsmf_status jsmf_words_icu_cut(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length, bool *blank,
                               jsmf_words_piece_fn each, void *arg)
{
    if (begin(ctx, icu, text, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int32_t from = 0, to; (to = ubrk_next(icu->boundaries)) != UBRK_DONE; from = to) {
        const UChar *units = icu->run.text + from;
        const content found = look(units, to - from);
        if (!found.letters && !found.digits) {
            *blank &= found.blank;
            continue;
        }
        const jsmf_words_piece piece = { .letters = found.letters, .follows = *blank };
        *blank = true;
        if (give(ctx, icu, units, to - from, piece, each, arg) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_words_icu_boundaries(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length,
                                      size_t *places, size_t *count)
{
    size_t place = 0;
    *count = 0;
    if (begin(ctx, icu, text, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    places[(*count)++] = 0;
    for (int32_t from = 0, to; (to = ubrk_next(icu->boundaries)) != UBRK_DONE; from = to) {
        place += (size_t)u_countChar32(icu->run.text + from, to - from);
        places[(*count)++] = place;
    }
    return JSMF_OK;
}

#endif
