/* The reader of every format, and the guess before it. */
#include "jsmf/corpus.h"
#include "io/io_inner.h"

#include <stdlib.h>

enum { LIMIT = 64 << 20, WORDS = 1000 };
#define ONE_MORE(format, name) +1
enum { FORMATS = 0 JSMF_CORPUS_FORMATS(ONE_MORE) };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* The first byte chooses the format, in their order, and whether words are numbered from 1 and matrices transposed. */
static jsmf_corpus_reading reading_of(unsigned char choice, jsmf_strings *vocab)
{
    const jsmf_corpus_format format = (jsmf_corpus_format)(choice % FORMATS + 1);
    const bool variant = choice / FORMATS % 2;
    return (jsmf_corpus_reading){ .format = format, .base = variant, .transposed = variant, .vocab = vocab,
                                  .words = format == JSMF_FORMAT_MARKET ? SIZE_MAX : WORDS };
}

static void read_as(jsmf_context *ctx, jsmf_input *in, unsigned char choice)
{
    jsmf_strings vocab = { 0 };
    const jsmf_corpus_reading how = reading_of(choice, &vocab);
    jsmf_csr h;
    jsmf_corpus_report report;
    if (jsmf_corpus_read(ctx, in, &how, &h, &report) == JSMF_OK &&
        (jsmf_csr_check(ctx, &h, "H") != JSMF_OK || report.empty > h.rows))
        abort();
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in = NULL;
    jsmf_corpus_guessed found;
    if (!ctx || length == 0) {
        jsmf_context_free(ctx);
        return 0;
    }
    jsmf_context_set_memory(ctx, LIMIT);
    if (jsmf_input_memory(ctx, bytes + 1, length - 1, "fuzz", &in) == JSMF_OK) {
        jsmf_recorded(jsmf_corpus_guess(ctx, in, &found));
        jsmf_context_clear(ctx);
        read_as(ctx, in, bytes[0]);
    }
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return 0;
}
