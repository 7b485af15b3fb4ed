/* The reader of UCI docword files, and the guess before it. */
#include "jsmf/corpus.h"
#include "io/io_inner.h"

#include <stdlib.h>

enum { LIMIT = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in = NULL;
    jsmf_csr h = { 0 };
    jsmf_corpus_report report;
    jsmf_corpus_guessed found;
    if (!ctx)
        return 0;
    jsmf_context_set_memory(ctx, LIMIT);
    if (jsmf_input_memory(ctx, bytes, length, "fuzz", &in) == JSMF_OK) {
        jsmf_recorded(jsmf_corpus_guess(ctx, in, &found));
        jsmf_context_clear(ctx);
        if (jsmf_corpus_read(ctx, in, &(jsmf_corpus_reading){ .format = JSMF_FORMAT_UCI, .words = SIZE_MAX }, &h,
                             &report) == JSMF_OK &&
            (jsmf_csr_check(ctx, &h, "H") != JSMF_OK || report.empty > h.rows))
            abort();
    }
    jsmf_csr_free(&h);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return 0;
}
