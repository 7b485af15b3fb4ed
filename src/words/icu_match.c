/* Words that a pattern finds, by ICU's regular expressions. */
#ifdef JSMF_ICU

#include "icu_objects.h"

#include <unicode/uchar.h>
#include <unicode/utf16.h>

static jsmf_status refuse_match(jsmf_context *ctx, const jsmf_words_icu *icu, UErrorCode error)
{
    if (error != U_REGEX_TIME_OUT && error != U_REGEX_STACK_OVERFLOW)
        return jsmf_words_icu_fail(ctx, error, "matching a pattern");
    return jsmf_fail(ctx, JSMF_EDATA, "pattern %s: a match takes too %s, expected one that is found without going back "
                     "and forth (nested + and *, as in (a+)+, cost the most)", icu->options->pattern,
                     error == U_REGEX_TIME_OUT ? "many steps" : "much memory");
}

static bool is_blank(const UChar *units, int32_t length)
{
    for (int32_t i = 0; i < length;) {
        UChar32 c;
        U16_NEXT(units, i, length, c);
        if (!u_isUWhiteSpace(c))
            return false;
    }
    return true;
}

static bool has_letter(const UChar *units, int32_t length)
{
    for (int32_t i = 0; i < length;) {
        UChar32 c;
        U16_NEXT(units, i, length, c);
        if (U_GET_GC_MASK(c) & U_GC_L_MASK)
            return true;
    }
    return false;
}

static jsmf_status give(jsmf_context *ctx, jsmf_words_icu *icu, int32_t from, int32_t to, jsmf_words_piece piece,
                        jsmf_words_piece_fn each, void *arg)
{
    const UChar *units = icu->spelled.text + from;
    piece.letters = has_letter(units, to - from);
    if (to - from <= JSMF_WORDS_UNITS)
        return jsmf_words_icu_give(ctx, icu, units, to - from, piece, each, arg);
    piece.length = SIZE_MAX;
    return each(ctx, arg, &piece);
}

jsmf_status jsmf_words_icu_match(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length, bool *blank,
                                 jsmf_words_piece_fn each, void *arg)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t last = 0;
    if (jsmf_words_icu_run(ctx, icu, text, length) != JSMF_OK ||
        jsmf_words_icu_spell(ctx, icu, icu->run.text, icu->run.length) != JSMF_OK)
        return jsmf_context_status(ctx);
    uregex_setText(icu->pattern, icu->spelled.text, icu->spelled.length, &error);
    while (uregex_findNext(icu->pattern, &error) && U_SUCCESS(error)) {
        const int32_t from = uregex_start(icu->pattern, 0, &error), to = uregex_end(icu->pattern, 0, &error);
        if (U_FAILURE(error) || from == to)
            continue;
        const bool follows = *blank && is_blank(icu->spelled.text + last, from - last);
        last = to;
        *blank = true;
        if (give(ctx, icu, from, to, (jsmf_words_piece){ .follows = follows }, each, arg) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    *blank &= is_blank(icu->spelled.text + last, icu->spelled.length - last);
    return U_FAILURE(error) ? refuse_match(ctx, icu, error) : JSMF_OK;
}

#endif
