/* Topics of a bag of words in memory: usage: topics K < DOCWORD, of UCI's format. Prints ten words a topic: the topic,
 * its weight, the word's number from 0, p(word | topic). It is C and C++. The system frees what it holds in the end. */
#include <jsmf/anchors.h>
#include <jsmf/cooc.h>
#include <jsmf/corpus.h>
#include <jsmf/polish.h>
#include <jsmf/rectify.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    jsmf_context *ctx = jsmf_context_new(); /* keeps the first error */
    jsmf_corpus_reading uci = { JSMF_FORMAT_UCI, SIZE_MAX, 0, false, NULL, NULL, NULL };
    jsmf_rectify_ap_options ap = { argc > 1 ? (size_t)atoi(argv[1]) : 10, 15, 0, NULL, 0 };
    jsmf_anchors_aw_options aw = { { ap.k, NULL, 0, NULL, JSMF_ANCHORS_AUTO } };
    jsmf_input *in;
    jsmf_csr h, hhat; /* documents x words: the counts, and the factor of their co-occurrence */
    int64_t *df;
    double *hdiag;
    jsmf_operator *cooc, *nearby;
    jsmf_rectified r;
    jsmf_batches docs;
    jsmf_model start, model;
    jsmf_model_summary s = { 0 };
    if (jsmf_input_open(ctx, "-", true, &in) == JSMF_OK && jsmf_corpus_read(ctx, in, &uci, &h, NULL) == JSMF_OK &&
        jsmf_csr_check(ctx, &h, "bag") == JSMF_OK && jsmf_corpus_df(ctx, &h, &df) == JSMF_OK &&
        (aw.anchors.df = df) != NULL && jsmf_cooc_factors(ctx, &h, JSMF_UNBIASED, &hhat, &hdiag, NULL) == JSMF_OK &&
        jsmf_operator_factored(ctx, &hhat, hdiag, &cooc) == JSMF_OK &&
        jsmf_rectify_ap(ctx, cooc, NULL, &ap, &r) == JSMF_OK &&
        jsmf_operator_rectified(ctx, r.n, r.k, r.y, r.r, 1 / r.total, &nearby) == JSMF_OK &&
        jsmf_anchors_aw(ctx, nearby, &aw, &start, NULL) == JSMF_OK && jsmf_batches_of_csr(ctx, &h, &docs) == JSMF_OK &&
        jsmf_polish(ctx, &start, &docs, &jsmf_polish_defaults, &model, NULL) == JSMF_OK &&
        jsmf_model_summary_make(ctx, &model, 10, 0, &s) == JSMF_OK)
        for (size_t i = 0; i < s.k * s.words && s.prominent[i] != JSMF_NONE; i++)
            printf("%zu\t%g\t%zu\t%g\n", i / s.words, s.weight[i / s.words], s.prominent[i],
                   model.b[s.prominent[i] * s.k + i / s.words]);
    fprintf(stderr, "%s", jsmf_context_error(ctx));
    return (int)jsmf_context_status(ctx);
}
