/* Which words a list has, in their case or in any. */
#include "jsmf/corpus.h"

#include <locale.h>
#include <stdlib.h>
#include <wctype.h>

/* The C library knows the cases of all letters in this locale, which every Debian has without asking. */
static jsmf_status open_cases(jsmf_context *ctx, locale_t *cases)
{
    *cases = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
    return *cases ? JSMF_OK : jsmf_fail(ctx, JSMF_ESYSTEM, "no locale C.UTF-8, which knows capital letters");
}

/* Adds the word in lower case; a letter's may have more bytes than the letter. */
static jsmf_status add_lower(jsmf_context *ctx, const char *word, size_t length, locale_t cases, jsmf_strings *out)
{
    char *lower = jsmf_alloc(ctx, length, 4), *to = lower;
    const char *at = word;
    jsmf_status status;
    if (!lower)
        return jsmf_context_status(ctx);
    while (at < word + length)
        to += jsmf_utf8_put((uint32_t)towlower_l((wint_t)jsmf_utf8_next(&at), cases), to);
    status = jsmf_strings_add(ctx, out, lower, (size_t)(to - lower));
    free(lower);
    return status;
}

static jsmf_status lower(jsmf_context *ctx, const jsmf_strings *words, jsmf_strings *out)
{
    locale_t cases;
    if (open_cases(ctx, &cases) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < words->count; i++)
        if (add_lower(ctx, jsmf_strings_get(words, i), jsmf_strings_length(words, i), cases, out) != JSMF_OK)
            break;
    freelocale(cases);
    return jsmf_context_status(ctx);
}

static jsmf_status mark(jsmf_context *ctx, const jsmf_strings *vocab, const jsmf_strings *list, unsigned char *marks)
{
    jsmf_index *index;
    if (jsmf_index_new(ctx, list, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < vocab->count; i++)
        marks[i] = jsmf_index_find(index, jsmf_strings_get(vocab, i), jsmf_strings_length(vocab, i)) != SIZE_MAX;
    jsmf_index_free(index);
    return JSMF_OK;
}

jsmf_status jsmf_corpus_listed(jsmf_context *ctx, const jsmf_strings *vocab, const jsmf_strings *list, bool ignore_case,
                               unsigned char *marks)
{
    jsmf_strings low_vocab = { 0 }, low_list = { 0 };
    if (!ignore_case)
        return mark(ctx, vocab, list, marks);
    if (lower(ctx, vocab, &low_vocab) == JSMF_OK && lower(ctx, list, &low_list) == JSMF_OK)
        jsmf_recorded(mark(ctx, &low_vocab, &low_list, marks));
    jsmf_strings_free(&low_vocab);
    jsmf_strings_free(&low_list);
    return jsmf_context_status(ctx);
}
