/* Documents under a Dirichlet prior, variationally (Blei, Ng, Jordan, 2003, section 5.2): the step that inference and
 * polishing share, its bound, and the prior's own parameters. The prior is Dirichlet(alpha), the posterior of a
 * document's composition w is approximated by Dirichlet(gamma), and E is the mean under gamma. alpha, gamma, e and logs
 * have k entries. */
#ifndef JSMF_DOCUMENT_DIRICHLET_H
#define JSMF_DOCUMENT_DIRICHLET_H

#include "entries.h"

/* The digamma function; x > 0. */
double jsmf_document_dirichlet_digamma(double x);

/* e = exp(digamma(gamma) - top), where gamma is positive. Returns top, a number that keeps e in range. Entries of less
 * than about exp(-500) are held up to that. */
double jsmf_document_dirichlet_weights(size_t k, const double *gamma, double *e);

/* One step: gamma_j = alpha_j + e_j sum_i ratios_i B_ij, with e as above of the gamma before, and ratios_i (d->words) =
 * counts_i / (B e)_i, or 0 where no topic has the word. Returns sum_j |change of gamma_j| over the new gamma's sum. r:
 * k doubles of scratch. */
double jsmf_document_dirichlet_step(const jsmf_document_words *d, const double *alpha, double *gamma, double *e,
                                    double *ratios, double *r);
/* Makes e and ratios of gamma, from which the tokens of word i and topic j are ratios_i B_ij e_j. Returns
 * sum_i counts_i log sum_j B_ij exp(E log w_j), which is the words' part of the bound. */
double jsmf_document_dirichlet_tokens(const jsmf_document_words *d, const double *gamma, double *e, double *ratios);
/* logs = E log w. Returns -KL(Dirichlet(gamma) | Dirichlet(alpha)), which is the rest of the bound. */
double jsmf_document_dirichlet_divergence(size_t k, const double *gamma, const double *alpha, double *logs);

/* alpha, or the nearer end of 1e-6 to 1e6, within which parameters are learned: of others the bound would be rounding
 * alone. */
double jsmf_document_dirichlet_bounded(double alpha);
/* Moves alpha (positive), by so many steps, towards the Dirichlet of maximum likelihood for documents whose E log w
 * have the means logs, by Minka's fixed point digamma(alpha_j) = digamma(sum of alpha) + logs_j (Estimating a Dirichlet
 * distribution). No step lowers the likelihood. */
void jsmf_document_dirichlet_fit(size_t k, const double *logs, size_t steps, double *alpha);

#endif
