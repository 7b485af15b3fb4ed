/* The reader of tokenised text, and curation of what it made: no word may get lost or be made up. */
#include "jsmf/corpus.h"
#include "io/io_inner.h"

#include <stdlib.h>

enum { LIMIT = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void check_bag(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *vocab)
{
    if (jsmf_csr_check(ctx, h, "H") != JSMF_OK || h->cols != vocab->count)
        abort();
    for (size_t i = 0; i < vocab->count; i++) {
        size_t words = jsmf_strings_length(vocab, i);
        if (words < 1 || words > JSMF_WORD_BYTES || jsmf_utf8_valid(jsmf_strings_get(vocab, i), words) != words)
            abort();
    }
}

static void curate(jsmf_context *ctx, jsmf_csr *h, jsmf_strings *vocab)
{
    const jsmf_corpus_curation how = { .min_df = 1, .max_df = 0.5, .top = 10, .min_words = 2 };
    jsmf_corpus_curated report;
    size_t words = vocab->count, left_out;
    if (jsmf_corpus_curate(ctx, h, vocab, &how, &report) != JSMF_OK)
        abort();
    check_bag(ctx, h, vocab);
    left_out = report.words_rare + report.words_frequent + report.words_below_top + report.words_orphaned;
    if (vocab->count + left_out != words)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in = NULL;
    jsmf_csr h = { 0 };
    jsmf_strings vocab = { 0 };
    jsmf_corpus_report report;
    if (!ctx)
        return 0;
    jsmf_context_set_memory(ctx, LIMIT);
    if (jsmf_input_memory(ctx, bytes, length, "fuzz", &in) == JSMF_OK &&
        jsmf_corpus_read(ctx, in, &(jsmf_corpus_reading){ .format = JSMF_FORMAT_TEXT, .vocab = &vocab }, &h,
                         &report) == JSMF_OK) {
        check_bag(ctx, &h, &vocab);
        curate(ctx, &h, &vocab);
    }
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return 0;
}
