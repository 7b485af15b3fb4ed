/* ICU's objects, and the spelling of words: case, normal form, accents. */
#ifdef JSMF_ICU

#include "icu_objects.h"

#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

jsmf_status jsmf_words_icu_available(jsmf_context *ctx) { return jsmf_context_status(ctx); }

jsmf_status jsmf_words_icu_fail(jsmf_context *ctx, UErrorCode error, const char *doing)
{
    return jsmf_fail(ctx, JSMF_ESYSTEM, "ICU failed in %s: %s", doing, u_errorName(error));
}

/* ---- making and freeing ---- */

/* What ICU calls U_REGEX_MISMATCHED_PAREN is told as "mismatched paren". */
static jsmf_status refuse_pattern(jsmf_context *ctx, const char *pattern, UErrorCode error, const UParseError *place)
{
    static const char prefix[] = "U_REGEX_";
    const char *name = u_errorName(error);
    char text[64];
    size_t i = 0;
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return jsmf_words_icu_fail(ctx, error, "reading a pattern");
    for (name += sizeof prefix - 1; name[i] && i + 1 < sizeof text; i++)
        text[i] = name[i] == '_' ? ' ' : (char)(name[i] - 'A' + 'a');
    text[i] = '\0';
    return jsmf_fail(ctx, JSMF_EUSAGE, "pattern %s: found %s at character %d, expected a regular expression of ICU",
                     pattern, text, place->offset);
}

/* The engine's steps for one match are limited, as is its stack of its own accord. */
static jsmf_status open_pattern(jsmf_context *ctx, jsmf_words_icu *icu)
{
    enum { STEPS = 10000 };
    const char *pattern = icu->options->pattern;
    UParseError place = { 0 };
    UErrorCode error = U_ZERO_ERROR;
    if (strlen(pattern) > JSMF_WORDS_UNITS)
        return jsmf_fail(ctx, JSMF_EUSAGE, "pattern of %zu bytes, expected at most %d", strlen(pattern),
                         JSMF_WORDS_UNITS);
    if (jsmf_utf8_valid(pattern, strlen(pattern)) < strlen(pattern))
        return jsmf_fail(ctx, JSMF_EUSAGE, "pattern: byte %zu is not UTF-8, expected a regular expression of ICU",
                         jsmf_utf8_valid(pattern, strlen(pattern)));
    if (jsmf_words_icu_run(ctx, icu, pattern, strlen(pattern)) != JSMF_OK)
        return jsmf_context_status(ctx);
    icu->pattern = uregex_open(icu->run.text, icu->run.length, 0, &place, &error);
    if (U_FAILURE(error))
        return refuse_pattern(ctx, pattern, error, &place);
    uregex_setTimeLimit(icu->pattern, STEPS, &error);
    return U_FAILURE(error) ? jsmf_words_icu_fail(ctx, error, "limiting a pattern") : JSMF_OK;
}

static jsmf_status open_boundaries(jsmf_context *ctx, jsmf_words_icu *icu)
{
    UErrorCode error = U_ZERO_ERROR;
    icu->boundaries = ubrk_open(UBRK_WORD, "", NULL, 0, &error);
    return U_FAILURE(error) ? jsmf_words_icu_fail(ctx, error, "opening word boundaries") : JSMF_OK;
}

static jsmf_status open_all(jsmf_context *ctx, jsmf_words_icu *icu)
{
    UErrorCode error = U_ZERO_ERROR;
    icu->bytes = jsmf_alloc(ctx, JSMF_WORDS_SPELLED, 1);
    icu->nfc = unorm2_getNFCInstance(&error);
    icu->nfd = unorm2_getNFDInstance(&error);
    icu->nfkc = unorm2_getNFKCInstance(&error);
    if (U_FAILURE(error))
        return jsmf_words_icu_fail(ctx, error, "opening normal forms");
    if (!icu->bytes || (icu->options->pattern ? open_pattern(ctx, icu) : open_boundaries(ctx, icu)) != JSMF_OK)
        return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status jsmf_words_icu_new(jsmf_context *ctx, const jsmf_words_options *options, jsmf_words_icu **out)
{
    jsmf_words_icu *icu = jsmf_alloc_zero(ctx, 1, sizeof *icu);
    *out = NULL;
    if (!icu)
        return jsmf_context_status(ctx);
    icu->options = options;
    if (open_all(ctx, icu) == JSMF_OK)
        *out = icu;
    else
        jsmf_words_icu_free(icu);
    return jsmf_context_status(ctx);
}

void jsmf_words_icu_free(jsmf_words_icu *icu)
{
    if (!icu)
        return;
    if (icu->boundaries)
        ubrk_close(icu->boundaries);
    if (icu->pattern)
        uregex_close(icu->pattern);
    for (size_t i = 0; i < JSMF_WORDS_PAGES; i++)
        free(icu->pages[i]);
    free(icu->run.text);
    free(icu->spelled.text);
    free(icu->other.text);
    free(icu->bytes);
    free(icu);
}

/* ---- units ---- */

static jsmf_status reserve(jsmf_context *ctx, jsmf_words_units *units, size_t length)
{
    if ((size_t)units->capacity >= length)
        return JSMF_OK;
    UChar *grown = jsmf_realloc(ctx, units->text, length, sizeof *grown);
    if (!grown)
        return jsmf_context_status(ctx);
    units->text = grown;
    units->capacity = (int32_t)length;
    return JSMF_OK;
}

jsmf_status jsmf_words_icu_run(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length)
{
    UErrorCode error = U_ZERO_ERROR;
    if (reserve(ctx, &icu->run, length + 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    u_strFromUTF8(icu->run.text, icu->run.capacity, &icu->run.length, text, (int32_t)length, &error);
    if (error == U_INVALID_CHAR_FOUND)
        return jsmf_fail(ctx, JSMF_EDATA, "bytes that are not UTF-8 in a text");
    return U_FAILURE(error) ? jsmf_words_icu_fail(ctx, error, "reading UTF-8") : JSMF_OK;
}

/* ---- spelling ---- */

typedef int32_t (*convert_fn)(const jsmf_words_icu *icu, UChar *to, int32_t capacity, const UChar *from, int32_t length,
                              UErrorCode *error);

/* icu->spelled = what convert makes of it, in as much room as it needs. */
static jsmf_status convert(jsmf_context *ctx, jsmf_words_icu *icu, convert_fn fn, const char *doing)
{
    jsmf_words_units *from = &icu->spelled, *to = &icu->other, swapped;
    UErrorCode error = U_ZERO_ERROR;
    if (reserve(ctx, to, (size_t)from->length + 16) != JSMF_OK)
        return jsmf_context_status(ctx);
    to->length = fn(icu, to->text, to->capacity, from->text, from->length, &error);
    if (error == U_BUFFER_OVERFLOW_ERROR) {
        error = U_ZERO_ERROR;
        if (reserve(ctx, to, (size_t)to->length + 1) != JSMF_OK)
            return jsmf_context_status(ctx);
        to->length = fn(icu, to->text, to->capacity, from->text, from->length, &error);
    }
    if (U_FAILURE(error))
        return jsmf_words_icu_fail(ctx, error, doing);
    swapped = *from;
    *from = *to;
    *to = swapped;
    return JSMF_OK;
}

static int32_t to_lower(const jsmf_words_icu *icu, UChar *to, int32_t capacity, const UChar *from, int32_t length,
                        UErrorCode *error)
{
    (void)icu;
    return u_strToLower(to, capacity, from, length, "", error);
}

static int32_t to_nfc(const jsmf_words_icu *icu, UChar *to, int32_t capacity, const UChar *from, int32_t length,
                      UErrorCode *error)
{
    return unorm2_normalize(icu->nfc, from, length, to, capacity, error);
}

static int32_t to_nfkc(const jsmf_words_icu *icu, UChar *to, int32_t capacity, const UChar *from, int32_t length,
                       UErrorCode *error)
{
    return unorm2_normalize(icu->nfkc, from, length, to, capacity, error);
}

static int32_t to_nfd(const jsmf_words_icu *icu, UChar *to, int32_t capacity, const UChar *from, int32_t length,
                      UErrorCode *error)
{
    return unorm2_normalize(icu->nfd, from, length, to, capacity, error);
}

static bool is_normal(const UNormalizer2 *form, const jsmf_words_units *units)
{
    UErrorCode error = U_ZERO_ERROR;
    return unorm2_quickCheck(form, units->text, units->length, &error) == UNORM_YES && U_SUCCESS(error);
}

/* The combining diacritical marks' block: what Latin, Greek and Cyrillic letters are accented with. */
static bool is_accent(UChar unit) { return unit >= 0x300 && unit <= 0x36F; }

static void drop_accents(jsmf_words_units *units)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < units->length; i++)
        if (!is_accent(units->text[i]))
            units->text[kept++] = units->text[i];
    units->length = kept;
}

jsmf_status jsmf_words_icu_spell(jsmf_context *ctx, jsmf_words_icu *icu, const UChar *from, int32_t length)
{
    const jsmf_words_options *o = icu->options;
    if (reserve(ctx, &icu->spelled, (size_t)length + 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    memcpy(icu->spelled.text, from, (size_t)length * sizeof *from);
    icu->spelled.length = length;
    if (o->nfkc && !is_normal(icu->nfkc, &icu->spelled) &&
        convert(ctx, icu, to_nfkc, "making compatible characters equal") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!o->keep_case && convert(ctx, icu, to_lower, "making lower case") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (o->strip_accents) {
        if (convert(ctx, icu, to_nfd, "taking accents off") != JSMF_OK)
            return jsmf_context_status(ctx);
        drop_accents(&icu->spelled);
    }
    if (is_normal(icu->nfc, &icu->spelled))
        return JSMF_OK;
    return convert(ctx, icu, to_nfc, "composing characters");
}

/* ---- pieces ---- */

static bool is_kept(UChar32 c)
{
    enum { NON_JOINER = 0x200C, JOINER = 0x200D };
    return c == NON_JOINER || c == JOINER || !u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

/* The length of the code point as UTF-8 at `to`. */
static size_t put(UChar32 c, bool pattern, char *to)
{
    if (c > 0 && c < 0x80 && !u_isUWhiteSpace(c))
        *to = (char)c;
    else if (c == 0 || u_isUWhiteSpace(c))
        *to = '_';
    else if (c == JSMF_WORDS_APOSTROPHE && !pattern)
        *to = '\'';
    else
        return is_kept(c) ? jsmf_utf8_put((uint32_t)c, to) : 0;
    return 1;
}

jsmf_status jsmf_words_icu_give(jsmf_context *ctx, jsmf_words_icu *icu, const UChar *units, int32_t length,
                                jsmf_words_piece piece, jsmf_words_piece_fn each, void *arg)
{
    piece.bytes = icu->bytes;
    piece.length = piece.characters = 0;
    for (int32_t i = 0; i < length;) {
        UChar32 c;
        U16_NEXT(units, i, length, c);
        const size_t bytes = put(c, icu->pattern, icu->bytes + piece.length);
        piece.length += bytes;
        piece.characters += bytes > 0;
    }
    return each(ctx, arg, &piece);
}

#endif
