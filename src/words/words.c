/* Ways of cutting, and cutters. */
#include "words_inner.h"

#include "cutter.h"

#include <stdlib.h>
#include <string.h>

jsmf_status jsmf_words_available(jsmf_context *ctx) { return jsmf_words_icu_available(ctx); }

/* A cutter is made in passing, so that a pattern which is none is refused here. */
static jsmf_status fill(jsmf_context *ctx, jsmf_words *words, const jsmf_words_options *options)
{
    enum { MIN_LENGTH = 2 };
    jsmf_words_icu *icu;
    if (options->ngrams > JSMF_WORDS_JOINED)
        return jsmf_fail(ctx, JSMF_EUSAGE, "n-grams of %zu words, expected at most %d", options->ngrams,
                         JSMF_WORDS_JOINED);
    words->options = *options;
    words->options.pattern = NULL;
    if (words->options.min_length == 0)
        words->options.min_length = MIN_LENGTH;
    if (options->pattern &&
        !(words->options.pattern = jsmf_copy(ctx, options->pattern, strlen(options->pattern) + 1, 1)))
        return jsmf_context_status(ctx);
    if (jsmf_words_icu_new(ctx, &words->options, &icu) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!options->pattern && jsmf_words_icu_plain(ctx, icu, &words->plain) == JSMF_OK)
        jsmf_words_ascii_bytes(&words->options, &words->plain);
    jsmf_words_icu_free(icu);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_words_new(jsmf_context *ctx, const jsmf_words_options *options, jsmf_words **out)
{
    jsmf_words *words = jsmf_alloc_zero(ctx, 1, sizeof *words);
    *out = NULL;
    if (!words)
        return jsmf_context_status(ctx);
    if (fill(ctx, words, options) == JSMF_OK)
        *out = words;
    else
        jsmf_words_free(words);
    return jsmf_context_status(ctx);
}

void jsmf_words_free(jsmf_words *words)
{
    if (words) {
        free((char *)words->options.pattern);
        jsmf_words_known_free(&words->known);
    }
    free(words);
}

jsmf_status jsmf_words_set_phrases(jsmf_context *ctx, jsmf_words *words, const jsmf_strings *phrases)
{
    return jsmf_words_known_set(ctx, &words->known, phrases);
}

jsmf_status jsmf_words_cutter_new(jsmf_context *ctx, const jsmf_words *words, jsmf_words_cutter **out)
{
    jsmf_words_cutter *cutter = jsmf_alloc_zero(ctx, 1, sizeof *cutter);
    *out = NULL;
    if (!cutter)
        return jsmf_context_status(ctx);
    cutter->words = words;
    if (jsmf_words_icu_new(ctx, &words->options, &cutter->icu) == JSMF_OK)
        *out = cutter;
    else
        jsmf_words_cutter_free(cutter);
    return jsmf_context_status(ctx);
}

void jsmf_words_cutter_free(jsmf_words_cutter *cutter)
{
    if (cutter)
        jsmf_words_icu_free(cutter->icu);
    free(cutter);
}

size_t jsmf_words_too_long(const jsmf_words_cutter *cutter) { return cutter->too_long; }
