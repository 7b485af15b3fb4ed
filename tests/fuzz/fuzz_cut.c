/* Text to words, by the fast path and by ICU alone: they agree, and what they find are words. */
#include "words/words_inner.h"

#include "words/cutter.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 255 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static jsmf_status keep(jsmf_context *ctx, void *arg, const char *word, size_t length, bool follows)
{
    jsmf_strings *found = arg;
    if (length < 1 || length > LONGEST || jsmf_utf8_valid(word, length) != length || memchr(word, ' ', length) ||
        (follows && found->count == 0))
        abort();
    return jsmf_strings_add(ctx, found, word, length);
}

static jsmf_status keep_group(jsmf_context *ctx, void *arg, const jsmf_words_brief *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (keep(ctx, arg, words[i].bytes, jsmf_words_brief_length(&words[i]), words[i].follows) != JSMF_OK)
            break;
    return jsmf_context_status(ctx);
}

static jsmf_status cut(jsmf_context *ctx, const jsmf_words *words, bool slow, const char *text, size_t length,
                       jsmf_strings *found)
{
    jsmf_words_cutter *cutter;
    *found = (jsmf_strings){ .count = 0 };
    if (jsmf_words_cutter_new(ctx, words, &cutter) != JSMF_OK)
        return jsmf_context_status(ctx);
    cutter->slow = slow;
    jsmf_recorded(jsmf_words_cut_in_groups(ctx, cutter, text, length, keep, slow ? NULL : keep_group, found));
    jsmf_words_cutter_free(cutter);
    return jsmf_context_status(ctx);
}

static void compare(jsmf_context *ctx, const jsmf_words *words, const char *text, size_t length)
{
    jsmf_strings fast, slow = { 0 };
    if (cut(ctx, words, false, text, length, &fast) == JSMF_OK &&
        cut(ctx, words, true, text, length, &slow) == JSMF_OK &&
        (fast.count != slow.count ||
         (fast.count > 0 && memcmp(fast.pool, slow.pool, fast.offsets[fast.count]) != 0)))
        abort();
    jsmf_strings_free(&fast);
    jsmf_strings_free(&slow);
}

/* The first byte makes the choices. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_words *words;
    if (ctx && length > 0) {
        const unsigned char choice = bytes[0];
        const char *text = (const char *)bytes + 1;
        const jsmf_words_options how = { .pattern = (choice & 0xC0) == 0xC0 ? "\\w+|\\S" : NULL,
                                         .keep_case = choice & 1, .strip_accents = choice & 2, .nfkc = choice & 4,
                                         .numbers = choice & 8, .urls = choice & 16, .split_apostrophes = choice & 32,
                                         .min_length = 1, .ngrams = choice & 64 ? 2 : 1 };
        if (jsmf_words_new(ctx, &how, &words) == JSMF_OK)
            compare(ctx, words, text, jsmf_utf8_valid(text, length - 1));
        jsmf_words_free(words);
    }
    jsmf_context_free(ctx);
    return 0;
}
