/* Documents under a logistic-normal prior, variationally (Blei, Lafferty, 2007, A correlated topic model of Science): w
 * = softmax(x), x ~ N(mu, Sigma). The posterior of x is approximated by a normal of mean l and variances v, which
 * maximise Blei and Lafferty's bound with the tokens' topics summed out,
 *   F = sum_i c_i log sum_k B_ik e^l_k - t log sum_k e^(l_k + v_k / 2)
 *       - (l - mu)'P(l - mu) / 2 + sum_k (log v_k - P_kk v_k) / 2,
 * where c are the counts of the document's t tokens, and P = Sigma^-1. They are found by L-BFGS in l and u = log v; the
 * composition is softmax(l + v / 2). F + (k + log det P) / 2 is a lower bound of log p(document). */
#ifndef JSMF_DOCUMENT_NORMAL_H
#define JSMF_DOCUMENT_NORMAL_H

#include "entries.h"

typedef struct jsmf_document_normal {
    const double *mu, *precision; /* k; k x k: P; both borrowed */
} jsmf_document_normal;

/* x (2 k: l, then u) = where the search for a document of so many tokens begins: l is mu. */
void jsmf_document_normal_begin(size_t k, const jsmf_document_normal *prior, double tokens, double *x);
/* w (k) = the composition softmax(l + v / 2) of x (2 k) times a number, which is returned. */
double jsmf_document_normal_shares(size_t k, const double *x, double *w);

/* The doubles of scratch that jsmf_document_normal_solve takes. */
size_t jsmf_document_normal_scratch(size_t k);
/* Moves x (2 k) by at most so many steps, until the composition w (k, of sum 1) is at rest; no step lowers F, but for
 * rounding. Leaves e (k) = exp(l - max l) and ratios (d->words) = counts / (B e), from which the mean number of tokens
 * of word i and topic j is ratios_i B_ij e_j. *converged is false where the steps did not suffice, or none leads up.
 * Returns F. */
double jsmf_document_normal_solve(const jsmf_document_words *d, const jsmf_document_normal *prior, size_t steps,
                                  double *x, double *w, double *e, double *ratios, bool *converged, double *scratch);

#endif
