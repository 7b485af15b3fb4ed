/* Recovery of a model from anchors, in steps that anchor words share. */
#ifndef JSMF_RECOVER_PARTS_H
#define JSMF_RECOVER_PARTS_H

#include "jsmf/model.h"

/* What the model is learned from; messages differ in why words lack mass and in what to do. */
typedef enum recover_source { RECOVER_ORIGINAL, RECOVER_RECTIFIED, RECOVER_COMPRESSED } recover_source;

/* model's arrays but bbar and canchor, of n words and k topics; false where memory lacks. */
bool recover_allocate(jsmf_context *ctx, size_t n, size_t k, jsmf_model *model) JSMF_CHECKED;
/* From the model's unigram and s, and *products as below, which it frees: bbar, b and massless_words; each topic's mass
 * into mass (k). */
jsmf_status recover_words(jsmf_context *ctx, const jsmf_aw_options *options, jsmf_model *model, double **products,
                          double *mass, jsmf_simplex_report *report) JSMF_CHECKED;
/* Counts topics without mass, and warns of them, of the model's massless words, of topics without correlations, and of
 * a legality far from 1. */
void recover_report(jsmf_context *ctx, jsmf_model *model, const double *mass, recover_source source);

/* x (n x k): p(topic | word), by least squares over the simplex from products (n x k, <Cbar_i, Cbar_s>); unit vectors
 * for the anchors, zero rows for words without mass, which are counted in *massless. */
jsmf_status recover_composition(jsmf_context *ctx, const jsmf_aw_options *options, size_t n, const double *sums,
                                const int64_t *s, const double *products, double *x, size_t *massless,
                                jsmf_simplex_report *report) JSMF_CHECKED;
/* b (n x k) = x_ik sums_i, its columns divided by their sums, which go into mass (k). b may be x. */
void recover_topics(size_t n, size_t k, const double *sums, const double *x, double *b, double *mass);
/* css (k x k) made symmetric, and 0 where it is negative, or nothing but what rounding leaves of a difference in rows
 * of those sums (n; a factored C's diagonal). */
void recover_clip(size_t k, const double *sums, const int64_t *s, double *css);
/* a (k x k) = D^-1 C_SS D^-1, D = diag(b(s_k, k)), from the symmetric css (k x k), normalised to sum 1; *legality = its
 * sum before. JSMF_ENUMERIC where that is not positive. */
jsmf_status recover_correlations(jsmf_context *ctx, size_t k, const double *css, recover_source source,
                                 const int64_t *s, const double *b, double *a, double *legality) JSMF_CHECKED;

#endif
