/* Compositions of one document after another from a loaded model: usage: compositions MODEL.npz < DOCUMENTS, a document
 * a line, its words between blanks. Prints a line a document, the share of each topic. It is C and C++. */
#include <jsmf/arrays.h>
#include <jsmf/corpus.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    jsmf_context *ctx = jsmf_context_new(); /* keeps the first error */
    jsmf_input *in;
    jsmf_stream stream;
    jsmf_model model;
    const jsmf_strings *vocab;
    jsmf_index *index;
    jsmf_infer *infer;
    if (jsmf_input_open(ctx, argc > 1 ? argv[1] : "model.npz", false, &in) == JSMF_OK &&
        jsmf_arrays_read(ctx, in, JSMF_MODEL, &stream) == JSMF_OK &&
        jsmf_arrays_model_load(ctx, &stream, &model) == JSMF_OK &&
        jsmf_arrays_vocab(ctx, &stream, model.n, &vocab) == JSMF_OK &&
        vocab && jsmf_index_new(ctx, vocab, &index, NULL) == JSMF_OK &&
        jsmf_infer_new(ctx, &model, model.alpha, &jsmf_infer_defaults, &infer) == JSMF_OK) {
        const jsmf_corpus_reading text = { JSMF_FORMAT_TEXT, model.n, 0, false, NULL, index, NULL };
        double *w = (double *)jsmf_alloc(ctx, model.k, sizeof *w);
        char *line = NULL;
        size_t room = 0;
        jsmf_csr row;
        while (w && getline(&line, &room, stdin) > 0 &&
               jsmf_input_memory(ctx, line, strlen(line), "a document", &in) == JSMF_OK &&
               jsmf_corpus_read(ctx, in, &text, &row, NULL) == JSMF_OK &&
               jsmf_infer_compose(ctx, infer, &row, w, NULL) == JSMF_OK) {
            for (size_t k = 0; k < model.k; k++)
                printf("%.17g%c", w[k], k + 1 < model.k ? '\t' : '\n');
            jsmf_csr_free(&row);
            jsmf_input_close(in);
        }
    }
    fprintf(stderr, "%s", jsmf_context_error(ctx));
    return (int)jsmf_context_status(ctx);
}
