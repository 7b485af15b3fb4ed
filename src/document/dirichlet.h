/* Documents under a Dirichlet prior, variationally (Blei, Ng, Jordan, 2003, section 5.2): the step that inference and
 * polishing share, its bound, and the prior's own parameters. */
#ifndef JSMF_DOCUMENT_DIRICHLET_H
#define JSMF_DOCUMENT_DIRICHLET_H

#include "words.h"

/* The digamma function; x > 0. */
double jsmf_document_dirichlet_digamma(double x);

/* e = exp(digamma(gamma) - top), gamma positive. Returns top, which keeps e in range: log e + top is the digamma. */
double jsmf_document_dirichlet_weights(size_t k, const double *gamma, double *e);

/* One step: gamma_j = alpha_j + e_j sum_i ratios_i B_ij, ratios_i = counts_i / (B e)_i, e of the gamma before (k).
 * Returns the change of gamma's mean in l1. r: k of scratch. */
double jsmf_document_dirichlet_step(const jsmf_document_words *d, const double *alpha, double *gamma, double *e,
                                    double *ratios, double *r);
/* e and ratios of gamma, for the sums of tokens that are of a word and a topic: ratios_i B_ij e_j. Returns
 * sum_i counts_i log sum_j B_ij exp(E log w_j): what the words say in the bound. */
double jsmf_document_dirichlet_tokens(const jsmf_document_words *d, const double *gamma, double *e, double *ratios);
/* logs (k) = E log w under gamma. Returns -KL(gamma | alpha): the rest of the bound. */
double jsmf_document_dirichlet_divergence(size_t k, const double *gamma, const double *alpha, double *logs);

/* The nearest parameter that is learned, 1e-6 to 1e6: of others the bound would be rounding alone. */
double jsmf_document_dirichlet_bounded(double alpha);
/* Moves alpha (k, positive), by so many steps, towards the Dirichlet of maximum likelihood for documents whose E log w
 * have the means logs, by Minka's fixed point digamma(alpha_j) = digamma(sum of alpha) + logs_j. No step lowers the
 * likelihood. */
void jsmf_document_dirichlet_fit(size_t k, const double *logs, size_t steps, double *alpha);

#endif
