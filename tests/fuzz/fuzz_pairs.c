/* The readers of lda-c, SVMlight and Matrix Market, and the guess before them. */
#include "jsmf/corpus.h"

#include <stdlib.h>

enum { LIMIT = 64 << 20, WORDS = 1000 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static jsmf_status read_as(jsmf_context *ctx, jsmf_input *in, unsigned which, jsmf_csr *h, jsmf_corpus_report *report)
{
    const jsmf_corpus_reading market = { .format = JSMF_FORMAT_MARKET, .words = SIZE_MAX, .transposed = which == 1 };
    const jsmf_corpus_reading pairs = { .format = which & 1 ? JSMF_FORMAT_LDAC : JSMF_FORMAT_SVMLIGHT,
                                        .base = which < 4, .words = WORDS };
    return jsmf_corpus_read(ctx, in, which < 2 ? &market : &pairs, h, report);
}

/* The first byte chooses the reader. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in = NULL;
    jsmf_csr h = { 0 };
    jsmf_corpus_report report;
    jsmf_corpus_format format;
    if (!ctx || length == 0) {
        jsmf_context_free(ctx);
        return 0;
    }
    jsmf_context_set_memory(ctx, LIMIT);
    if (jsmf_input_memory(ctx, bytes + 1, length - 1, "fuzz", &in) == JSMF_OK) {
        jsmf_recorded(jsmf_corpus_guess(ctx, in, &format));
        jsmf_context_clear(ctx);
        if (read_as(ctx, in, bytes[0] % 6, &h, &report) == JSMF_OK &&
            (jsmf_csr_check(ctx, &h, "H") != JSMF_OK || report.empty > h.rows))
            abort();
    }
    jsmf_csr_free(&h);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return 0;
}
