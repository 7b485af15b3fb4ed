/* The low-rank anchor word algorithm: from a compressed co-occurrence C = Y Y' to a model in O(N K^2), without C
 * (000 Algorithm 5). A word whose row of Y Y' has a negative sum costs O(N K) more. */
#ifndef JSMF_LAW_H
#define JSMF_LAW_H

#include "jsmf/model.h"

/* d (n) = Y (Y'e): the row sums of Y Y', y n x k. */
jsmf_status jsmf_law_sums(jsmf_context *ctx, size_t n, size_t k, const double *y, double *d) JSMF_CHECKED;

/* With Y = Q R, pivoted QR and the least squares of jsmf_anchor_words on X = diag(d)^-1 Y R' (n x k) in the place of
 * diag(d)^-1 Y Y' = X Q'. y is n x k, k <= n; options->anchors.k must be k.
 * plain: the paper's text. Else what is negative in Y Y' is mended where it matters: words with d_i <= 1e-12 mean(d)
 * are no candidates, and once the anchors S are chosen, E = max(-Y Y', 0) on the rows and columns of S and of the words
 * with d_i <= 0 is added to Y Y': d + E e for d, X = diag(d)^-1 (Y R' + E Q), C_SS + E_SS for C_SS, Canchor likewise.
 * Exact where Y Y' >= 0. Words with d_i <= 0 in the end have zero rows and are counted; so are those whose d_i is too
 * small to divide by. out's unigram is d, and 0 for these words; its arrays are owned by it. report may be NULL.
 * JSMF_EDATA where the sum of Y Y' is not positive; JSMF_ENUMERIC where there are fewer than k anchors. */
jsmf_status jsmf_law(jsmf_context *ctx, size_t n, size_t k, const double *y, const jsmf_aw_options *options, bool plain,
                     jsmf_model *out, jsmf_simplex_report *report) JSMF_CHECKED;
/* The bytes that jsmf_law allocates. */
size_t jsmf_law_bytes(size_t n, size_t k);

#endif
