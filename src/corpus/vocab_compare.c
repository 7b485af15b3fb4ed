/* Whether two streams speak of the same words. */
#include "jsmf/corpus.h"

#include "io/text.h"

#include <string.h>

jsmf_status jsmf_corpus_vocab_compare(jsmf_context *ctx, const char *name, const jsmf_strings *vocab,
                                      const char *other_name, const jsmf_strings *other, const char *advice)
{
    char quoted[JSMF_QUOTE_BYTES], other_quoted[JSMF_QUOTE_BYTES];
    if (!vocab || !other)
        return JSMF_OK;
    for (size_t i = 0; i < vocab->count && i < other->count; i++)
        if (strcmp(jsmf_strings_get(vocab, i), jsmf_strings_get(other, i)) != 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: word %zu is %s, but %s in %s (%s)", name, i,
                             jsmf_text_quote_string(vocab, i, quoted), jsmf_text_quote_string(other, i, other_quoted),
                             other_name, advice);
    if (vocab->count != other->count)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: %zu word%s, but %zu in %s (%s)", name, JSMF_COUNTED(vocab->count),
                         other->count, other_name, advice);
    return JSMF_OK;
}
