/* One document by its likelihood and a dual: min -2 sum h_i log (B w)_i + w' dual w over the simplex. */
#ifndef JSMF_DOCUMENT_LIKELIHOOD_H
#define JSMF_DOCUMENT_LIKELIHOOD_H

#include "jsmf/base.h"

#include "words.h"

/* On the simplex w'gw + 2 offset'w is w' dual w but for a constant; NULL where there is no dual. */
typedef struct jsmf_document_likelihood {
    size_t k;
    double *g; /* k x k: P dual P */
    double *offset; /* k */
    double lift; /* what g lacks to be convex */
    double tolerance; /* on the KKT residual, where the gradient's mean is -1 */
    size_t most_steps;
} jsmf_document_likelihood;

/* w (k): where to start, on the simplex; the solution after. b: rows of k, p(word | topic). *loss = -2 sum h log (B w).
 * scratch: as many doubles as jsmf_document_likelihood_scratch says. What did not converge is no error: *outcome. */
size_t jsmf_document_likelihood_scratch(size_t k, size_t words);
jsmf_status jsmf_document_likelihood_solve(jsmf_context *ctx, const jsmf_document_likelihood *l, const double *b,
                                           const jsmf_document_frequencies *d, double *w, double *scratch, double *loss,
                                           jsmf_document_outcome *outcome) JSMF_CHECKED;

#endif
