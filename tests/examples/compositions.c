/* Compositions of one document after another from a loaded model: usage: compositions MODEL.npz < DOCUMENTS, a document
 * a line, its words between blanks. Prints a line a document, the share of each topic. It is C and C++. The system
 * frees what it holds in the end. */
#include <jsmf/arrays.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The document as one sparse row: the model's words, in their order, with their counts. */
static void count(char *line, const jsmf_index *index, int32_t *counts, jsmf_csr *row)
{
    memset(counts, 0, row->cols * sizeof *counts);
    for (char *word = strtok(line, " \t\n"); word; word = strtok(NULL, " \t\n")) {
        const size_t at = jsmf_index_find(index, word, strlen(word)); /* SIZE_MAX: no word of the model's */
        if (at < row->cols)
            counts[at]++;
    }
    row->indptr[1] = 0;
    for (size_t i = 0; i < row->cols; i++)
        if (counts[i]) {
            row->indices[row->indptr[1]] = (int32_t)i;
            row->counts[row->indptr[1]++] = counts[i];
        }
}

int main(int argc, char **argv)
{
    static char line[1 << 20];
    jsmf_context *ctx = jsmf_context_new();
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
        jsmf_index_new(ctx, vocab, &index, NULL) == JSMF_OK &&
        jsmf_infer_new(ctx, &model, model.alpha, &jsmf_infer_defaults, &infer) == JSMF_OK) {
        int32_t *counts = (int32_t *)calloc(model.n, sizeof *counts);
        double *w = (double *)calloc(model.k, sizeof *w);
        jsmf_csr row = { 1, model.n, NULL, NULL, NULL, NULL };
        row.indptr = (int64_t *)calloc(2, sizeof *row.indptr);
        row.indices = (int32_t *)calloc(model.n, sizeof *row.indices);
        row.counts = (int32_t *)calloc(model.n, sizeof *row.counts);
        while (fgets(line, sizeof line, stdin)) {
            count(line, index, counts, &row);
            if (jsmf_infer_compose(ctx, infer, &row, w, NULL) != JSMF_OK)
                break;
            for (size_t k = 0; k < model.k; k++)
                printf("%.17g%c", w[k], k + 1 < model.k ? '\t' : '\n');
        }
    }
    fprintf(stderr, "%s", jsmf_context_error(ctx));
    return (int)jsmf_context_status(ctx);
}
