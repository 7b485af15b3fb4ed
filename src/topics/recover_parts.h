/* Recovery of a model from anchors, in steps that anchor words share. */
#ifndef JSMF_RECOVER_PARTS_H
#define JSMF_RECOVER_PARTS_H

#include "jsmf/model.h"

/* x (n x k): p(topic | word), by least squares over the simplex from products (n x k, <Cbar_i, Cbar_s>); unit vectors
 * for the anchors, zero rows for words without mass, which are counted in *massless. */
jsmf_status recover_composition(jsmf_context *ctx, const jsmf_aw_options *options, size_t n, const double *sums,
                                const int64_t *s, const double *products, double *x, size_t *massless,
                                jsmf_simplex_report *report) JSMF_CHECKED;
/* b (n x k) = x_ik sums_i, its columns divided by their sums, which go into mass (k). b may be x. */
void recover_topics(size_t n, size_t k, const double *sums, const double *x, double *b, double *mass);
/* a (k x k) = D^-1 C_SS D^-1, D = diag(b(s_k, k)), from css (k x k), normalised to sum 1; *legality = its sum before.
 * JSMF_ENUMERIC where C_SS is zero; sums (n) tell what is. */
jsmf_status recover_correlations(jsmf_context *ctx, size_t k, const double *css, const double *sums, const int64_t *s,
                                 const double *b, double *a, double *legality) JSMF_CHECKED;

#endif
