/* Words between Unicode's boundaries, by ICU. */
#ifdef JSMF_ICU

#include "icu_objects.h"

#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

/* Some versions of ICU take @ for a letter, and some a colon for a sign within words. In none of ours they are: a sign
 * that is nothing stands in their place, with as many bytes of UTF-8. */
static void divide(jsmf_words_units *run)
{
    enum { NOTHING = '|', NOTHING_WIDE = 0xFFFD };
    for (int32_t i = 0; i < run->length; i++) {
        const UChar unit = run->text[i];
        if (unit == '@' || unit == ':')
            run->text[i] = NOTHING;
        else if (unit == 0xFE13 || unit == 0xFE55 || unit == 0xFE6B || unit == 0xFF1A || unit == 0xFF20)
            run->text[i] = NOTHING_WIDE;
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

/* ---- what is between boundaries ---- */

/* A page of the code points' looks is made when one of them is met. */
enum { LETTER = 1, DIGIT = 2, SPACE = 4, /* or none: a sign */
       AS_IT_IS = 8,                     /* it is spelled as it is, if those beside it are, too */
       MARK = 16,                        /* two of these beside each other may change places */
       PAGE = 256 };

static unsigned look_at(jsmf_context *ctx, jsmf_words_icu *icu, UChar32 c)
{
    const uint32_t category = U_GET_GC_MASK(c);
    const UChar unit = (UChar)c;
    unsigned look = (category & U_GC_L_MASK ? LETTER : 0) | (category & U_GC_N_MASK ? DIGIT : 0) |
                    (u_isUWhiteSpace(c) ? SPACE : 0) | (u_getCombiningClass(c) ? MARK : 0);
    if (c > 0xFFFF || U_IS_SURROGATE(c) || jsmf_words_icu_spell(ctx, icu, &unit, 1) != JSMF_OK)
        return look;
    if (icu->spelled.length == 1 && icu->spelled.text[0] == unit && c != JSMF_WORDS_SIGMA &&
        c != JSMF_WORDS_APOSTROPHE && !(look & SPACE) && !u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) &&
        u_getIntPropertyValue(c, UCHAR_NFC_QUICK_CHECK) == UNORM_YES)
        look |= AS_IT_IS;
    return look;
}

static jsmf_status make_page(jsmf_context *ctx, jsmf_words_icu *icu, UChar32 c)
{
    unsigned char *page = jsmf_alloc(ctx, PAGE, 1);
    if (!page)
        return jsmf_context_status(ctx);
    icu->pages[c / PAGE] = page;
    for (UChar32 i = 0; i < PAGE; i++)
        page[i] = (unsigned char)look_at(ctx, icu, c / PAGE * PAGE + i);
    return jsmf_context_status(ctx);
}

/* What all of them are: letters, digits, as they are, ... bytes: of UTF-8. */
typedef struct content {
    bool letters, digits, blank, as_it_is;
    size_t bytes, characters;
} content;

static jsmf_status look(jsmf_context *ctx, jsmf_words_icu *icu, const UChar *units, int32_t length, content *found)
{
    unsigned any = 0, all = SPACE | AS_IT_IS, before = 0;
    size_t bytes = 0, characters = 0;
    for (int32_t i = 0; i < length; characters++) {
        UChar32 c;
        U16_NEXT(units, i, length, c);
        if (!icu->pages[c / PAGE] && make_page(ctx, icu, c) != JSMF_OK)
            return jsmf_context_status(ctx);
        const unsigned one = icu->pages[c / PAGE][c % PAGE];
        any |= one;
        all &= one & before & MARK ? one & ~(unsigned)AS_IT_IS : one;
        before = one;
        bytes += U8_LENGTH(c);
    }
    *found = (content){ .letters = any & LETTER, .digits = any & DIGIT, .blank = all & SPACE,
                        .as_it_is = all & AS_IT_IS, .bytes = bytes, .characters = characters };
    return JSMF_OK;
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
    content found = { .bytes = 0 };
    if (begin(ctx, icu, text, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int32_t from = 0, to; (to = ubrk_next(icu->boundaries)) != UBRK_DONE; from = to, text += found.bytes) {
        const UChar *units = icu->run.text + from;
        if (look(ctx, icu, units, to - from, &found) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!found.letters && !found.digits) {
            *blank &= found.blank;
            continue;
        }
        const jsmf_words_piece piece = { .bytes = text, .length = found.bytes, .characters = found.characters,
                                         .letters = found.letters, .follows = *blank };
        *blank = true;
        if ((found.as_it_is ? each(ctx, arg, &piece) : give(ctx, icu, units, to - from, piece, each, arg)) != JSMF_OK)
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
