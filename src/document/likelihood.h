/* One document by its likelihood and a dual: min -2 sum h_i log (B w)_i + w' dual w over the simplex. */
#ifndef JSMF_DOCUMENT_LIKELIHOOD_H
#define JSMF_DOCUMENT_LIKELIHOOD_H

#include "jsmf/base.h"

#include "entries.h"

/* The dual's part of the problem, and when the problem counts as solved. On the simplex w'gw + 2 offset'w is w' dual w
 * but for a constant. */
typedef struct jsmf_document_likelihood {
    size_t k;
    double *g;         /* k x k: P dual P, P = I - e e'/k; NULL where there is no dual */
    double *offset;    /* k; NULL likewise */
    double lift;       /* minus the least eigenvalue of g: what g lacks to be convex; 0 without a dual */
    double tolerance;  /* on the KKT residual relative to the mean of the likelihood's gradient */
    size_t most_steps; /* of Newton's method */
} jsmf_document_likelihood;

/* The doubles of scratch that jsmf_document_likelihood_solve takes for a document of so many words. */
size_t jsmf_document_likelihood_scratch(size_t k, size_t words);
/* w (k), on the simplex, is where to start, and the solution afterwards. b: rows of k, p(word | topic); every word of
 * the document has a topic. *loss = -2 sum_i h_i log (B w)_i. Not to converge is no error: *outcome says so, where a
 * KKT residual up to 1e-7 still counts as converged. Fails for lack of memory only. */
jsmf_status jsmf_document_likelihood_solve(jsmf_context *ctx, const jsmf_document_likelihood *l, const double *b,
                                           const jsmf_document_frequencies *d, double *w, double *scratch, double *loss,
                                           jsmf_document_outcome *outcome) JSMF_CHECKED;

#endif
