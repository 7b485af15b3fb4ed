/* The reader of word lists. */
#include "jsmf/corpus.h"

#include "corpus/readers.h"
#include "io/io_inner.h"

#include <stdlib.h>

enum { LIMIT = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* The words are found again, at their own places. */
static void check_words(jsmf_context *ctx, const jsmf_strings *words)
{
    jsmf_index *index;
    if (jsmf_index_new(ctx, words, &index, NULL) != JSMF_OK)
        return;
    for (size_t i = 0; i < words->count; i++) {
        size_t length = jsmf_strings_length(words, i);
        const char *word = jsmf_strings_get(words, i);
        if (length < 1 || length > JSMF_WORD_BYTES || jsmf_utf8_valid(word, length) != length ||
            jsmf_index_find(index, word, length) != i)
            abort();
    }
    jsmf_index_free(index);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in = NULL;
    jsmf_strings words = { 0 };
    if (!ctx)
        return 0;
    jsmf_context_set_memory(ctx, LIMIT);
    if (jsmf_input_memory(ctx, bytes, length, "fuzz", &in) == JSMF_OK &&
        jsmf_corpus_words_parse(ctx, in, true, &words) == JSMF_OK)
        check_words(ctx, &words);
    jsmf_strings_free(&words);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return 0;
}
