/* A library without ICU: what needs it fails, and says what to install. */
#include "icu.h"

#ifndef JSMF_ICU

jsmf_status jsmf_words_icu_available(jsmf_context *ctx)
{
    return jsmf_fail(ctx, JSMF_ESYSTEM, "built without ICU, which knows where words end (install it, Debian's "
                     "libicu-dev, and build jsmf again)");
}

jsmf_status jsmf_words_icu_new(jsmf_context *ctx, const jsmf_words_options *options, jsmf_words_icu **out)
{
    (void)options;
    *out = NULL;
    return jsmf_words_icu_available(ctx);
}

void jsmf_words_icu_free(jsmf_words_icu *icu) { (void)icu; }

jsmf_status jsmf_words_icu_cut(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length, bool *blank,
                               jsmf_words_piece_fn each, void *arg)
{
    (void)icu;
    (void)text;
    (void)length;
    (void)blank;
    (void)each;
    (void)arg;
    return jsmf_words_icu_available(ctx);
}

jsmf_status jsmf_words_icu_match(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length, bool *blank,
                                 jsmf_words_piece_fn each, void *arg)
{
    return jsmf_words_icu_cut(ctx, icu, text, length, blank, each, arg);
}

jsmf_status jsmf_words_icu_plain(jsmf_context *ctx, jsmf_words_icu *icu, jsmf_words_plain *plain)
{
    (void)icu;
    (void)plain;
    return jsmf_words_icu_available(ctx);
}

jsmf_status jsmf_words_icu_boundaries(jsmf_context *ctx, jsmf_words_icu *icu, const char *text, size_t length,
                                      size_t *places, size_t *count)
{
    (void)places;
    *count = 0;
    return jsmf_words_icu_cut(ctx, icu, text, length, NULL, NULL, NULL);
}

#endif
