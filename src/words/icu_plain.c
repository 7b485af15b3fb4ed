/* The table of the fast path, by ICU's properties. */
#ifdef JSMF_ICU

#include "plain.h"

#include "icu_objects.h"

#include <unicode/uchar.h>
#include <unicode/utf16.h>

/* Whether it can neither change nor be changed by what it stands beside. */
static bool is_inert(UChar32 c)
{
    return u_getIntPropertyValue(c, UCHAR_NFC_QUICK_CHECK) == UNORM_YES && u_getCombiningClass(c) == 0;
}

/* The code point that one is spelled as; 0 where that is none, or several. */
static jsmf_status spelled_as(jsmf_context *ctx, jsmf_words_icu *icu, UChar32 c, uint16_t *out)
{
    const UChar unit = (UChar)c;
    *out = 0;
    if (jsmf_words_icu_spell(ctx, icu, &unit, 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (icu->spelled.length == 1 && is_inert(icu->spelled.text[0]) && c != JSMF_WORDS_SIGMA &&
        !u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
        *out = icu->spelled.text[0];
    return JSMF_OK;
}

static jsmf_words_sign sign_between(UChar32 c)
{
    const uint32_t category = U_GET_GC_MASK(c);
    const bool dictionary = u_getIntPropertyValue(c, UCHAR_LINE_BREAK) == U_LB_COMPLEX_CONTEXT;
    if (u_isUWhiteSpace(c))
        return JSMF_SIGN_SPACE;
    return category & (U_GC_L_MASK | U_GC_M_MASK | U_GC_N_MASK) || dictionary || !is_inert(c) ? JSMF_SIGN_ICU
                                                                                              : JSMF_SIGN_OTHER;
}

static jsmf_words_sign sign_of(UChar32 c)
{
    const uint32_t category = U_GET_GC_MASK(c);
    if (c == '@' || c == ':')
        return JSMF_SIGN_OTHER;
    switch (u_getIntPropertyValue(c, UCHAR_WORD_BREAK)) {
    case U_WB_ALETTER:
        return category & U_GC_L_MASK ? JSMF_SIGN_LETTER : JSMF_SIGN_ICU;
    case U_WB_NUMERIC:
        return category & U_GC_ND_MASK ? JSMF_SIGN_DIGIT : JSMF_SIGN_ICU;
    case U_WB_EXTENDNUMLET:
        return c == '_' ? JSMF_SIGN_LOW_LINE : JSMF_SIGN_ICU;
    case U_WB_MIDNUMLET:
    case U_WB_SINGLE_QUOTE:
        return JSMF_SIGN_WITHIN;
    case U_WB_MIDLETTER:
        return JSMF_SIGN_WITHIN_WORDS;
    case U_WB_MIDNUM:
        return JSMF_SIGN_WITHIN_NUMBERS;
    case U_WB_OTHER:
    case U_WB_CR:
    case U_WB_LF:
    case U_WB_NEWLINE:
    case U_WB_WSEGSPACE:
    case U_WB_DOUBLE_QUOTE:
        return sign_between(c);
    default:
        return JSMF_SIGN_ICU;
    }
}

jsmf_status jsmf_words_icu_plain(jsmf_context *ctx, jsmf_words_icu *icu, jsmf_words_plain *plain)
{
    for (UChar32 c = 0; c < JSMF_WORDS_PLAIN; c++) {
        jsmf_words_sign sign = sign_of(c);
        plain->spelled[c] = 0;
        if (sign >= JSMF_SIGN_LETTER) {
            if (spelled_as(ctx, icu, c, &plain->spelled[c]) != JSMF_OK)
                return jsmf_context_status(ctx);
            if (plain->spelled[c] == 0)
                sign = JSMF_SIGN_ICU;
        }
        plain->signs[c] = (unsigned char)sign;
    }
    plain->spelled[JSMF_WORDS_APOSTROPHE] = '\'';
    return JSMF_OK;
}

#endif
