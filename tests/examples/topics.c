/* Topics of a bag of words in memory: usage: topics K < DOCWORD, UCI's: documents, words and entries, a line each, then
 * lines "document word count", from 1 and in order. Prints ten words a topic: the topic, its weight, the word's number
 * from 0, p(word | topic). It is C and C++. The system frees what it holds in the end. */
#include <jsmf/anchors.h>
#include <jsmf/cooc.h>
#include <jsmf/polish.h>
#include <jsmf/rectify.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* The bag as sparse rows, and how many documents each word is in. */
static jsmf_csr read_bag(int64_t **df)
{
    jsmf_csr h = { 0 };
    int64_t entries = 0, i = 0;
    int m = 0, row, word, count;
    if (scanf("%zu %zu %" SCNd64, &h.rows, &h.cols, &entries) != 3)
        exit(2);
    h.indptr = (int64_t *)calloc(h.rows + 1, sizeof *h.indptr);
    h.indices = (int32_t *)calloc((size_t)entries, sizeof *h.indices);
    h.counts = (int32_t *)calloc((size_t)entries, sizeof *h.counts);
    *df = (int64_t *)calloc(h.cols, sizeof **df);
    for (; i < entries && scanf("%d %d %d", &row, &word, &count) == 3; i++) {
        while (m < row)
            h.indptr[m++] = i;
        h.indices[i] = word - 1;
        h.counts[i] = count;
        (*df)[word - 1]++;
    }
    while ((size_t)m <= h.rows)
        h.indptr[m++] = i;
    return h;
}

int main(int argc, char **argv)
{
    int64_t *df;
    size_t documents;
    double *hdiag;
    jsmf_csr h = read_bag(&df), hhat;
    jsmf_operator *c, *nearby;
    jsmf_rectified r;
    jsmf_model start, model;
    jsmf_batches source;
    jsmf_model_summary s = { 0 };
    jsmf_rectify_ap_options ap = { 0 };
    jsmf_anchors_aw_options aw = { { 0 } };
    jsmf_context *ctx = jsmf_context_new();
    ap.k = aw.anchors.k = argc > 1 ? (size_t)atoi(argv[1]) : 10;
    ap.iterations = 15;
    aw.anchors.df = df;
    aw.anchors.min_df = JSMF_ANCHORS_AUTO;
    /* The context keeps the first error; co-occurrence, rectification, anchor words, polishing. */
    if (jsmf_csr_check(ctx, &h, "bag") == JSMF_OK &&
        jsmf_cooc_factors(ctx, &h, JSMF_UNBIASED, &hhat, &hdiag, &documents) == JSMF_OK &&
        jsmf_operator_factored(ctx, &hhat, hdiag, &c) == JSMF_OK &&
        jsmf_rectify_ap(ctx, c, NULL, &ap, &r) == JSMF_OK &&
        jsmf_operator_rectified(ctx, r.n, r.k, r.y, r.r, 1 / r.total, &nearby) == JSMF_OK &&
        jsmf_anchors_aw(ctx, nearby, &aw, &start, NULL) == JSMF_OK &&
        jsmf_batches_of_csr(ctx, &h, &source) == JSMF_OK &&
        jsmf_polish(ctx, &start, &source, &jsmf_polish_defaults, &model, NULL) == JSMF_OK &&
        jsmf_model_summary_make(ctx, &model, 10, 0, &s) == JSMF_OK)
        for (size_t i = 0; i < s.k * s.words && s.prominent[i] != JSMF_NONE; i++)
            printf("%zu\t%g\t%zu\t%g\n", i / s.words, s.weight[i / s.words], s.prominent[i],
                   model.b[s.prominent[i] * s.k + i / s.words]);
    fprintf(stderr, "%s", jsmf_context_error(ctx));
    return (int)jsmf_context_status(ctx);
}
