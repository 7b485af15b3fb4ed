/* Least squares with a quadratic term over the simplex: min w'(Q + dual) w - 2 f'w (002 section 3.1). */
#ifndef JSMF_INFER_SQUARES_H
#define JSMF_INFER_SQUARES_H

#include "document/entries.h"
#include "solve/simplex_job.h"

/* On the simplex g = P (Q + dual) P + s e e', P = I - e e'/k, and f - offset have the same solutions as Q + dual and f,
 * but g is positive definite where Q + dual is convex along sum w = 0. Where it is not, lift is what that lacks: a cold
 * start minimises the convex function that the concave part -lift w'w becomes when its tangent at the start replaces it
 * (the first round of 002's CCP); from there, and from a warm start, the active set goes to a minimum of the problem
 * itself, which takes CCP hundreds of rounds. */
typedef struct jsmf_infer_squares {
    size_t k;
    double *g;      /* k x k */
    double *lifted; /* k x k: g + lift I */
    double *offset; /* k */
    double lift;    /* 0 where the problem is convex */
    jsmf_solve_simplex_job convex, indefinite; /* of lifted; of g, where lift is not 0 */
} jsmf_infer_squares;

/* g (k x k, symmetric) becomes P g P, offset (k) = P g e / k: on the simplex w'gw = w'(P g P)w + 2 offset'w + a
 * constant. *least = the least eigenvalue of P g P, at most the 0 that e has. */
jsmf_status jsmf_infer_squares_centre(jsmf_context *ctx, size_t k, double *g, double *offset,
                                      double *least) JSMF_CHECKED;

/* q: k x k; dual: k x k symmetric, or NULL for 0. To be released in any case. */
jsmf_status jsmf_infer_squares_prepare(jsmf_context *ctx, size_t k, const double *q, const double *dual,
                                       jsmf_infer_squares *s) JSMF_CHECKED;
void jsmf_infer_squares_release(jsmf_infer_squares *s);

/* w (k): where to start if warm is true (on the simplex) or lift is not 0; the solution after. scratch: 2 k doubles.
 * What did not converge is no error: *outcome. */
jsmf_status jsmf_infer_squares_solve(jsmf_context *ctx, const jsmf_infer_squares *s, const double *f, bool warm,
                                     double *w, double *scratch, jsmf_document_outcome *outcome) JSMF_CHECKED;

/* min w'gw - 2 f'w over the simplex by active set, for a prepared g; w: where to start if warm is true. */
jsmf_status jsmf_infer_squares_solve_one(jsmf_context *ctx, const jsmf_solve_simplex_job *prepared, const double *f,
                                         bool warm, double *w, jsmf_document_outcome *outcome) JSMF_CHECKED;

#endif
