/* A growing orthonormal basis V of a Krylov space of an operator C, and what C V has outside of it:
 *     C V = V H + F T,   H = V' C V,   F orthonormal and orthogonal to V
 * (Krylov-Schur decompositions: Stewart, SIAM J. Matrix Anal. Appl. 23, 2001; here in blocks). The residual of a Ritz
 * vector V q is F (T q), so that C V need not be kept; new vectors of V are taken out of F; and a restart, which cuts V
 * back to some Ritz vectors, keeps the relation. Beside V it holds two blocks as wide as F. */
#ifndef JSMF_EIGEN_KRYLOV_H
#define JSMF_EIGEN_KRYLOV_H

#include "jsmf/operator.h"

typedef struct jsmf_eigen_krylov {
    jsmf_context *ctx;
    const jsmf_operator *op;
    size_t n;
    size_t capacity;       /* most vectors in V; capacity + width <= n, width <= capacity */
    size_t width;          /* vectors in F */
    size_t m;              /* vectors in V */
    double *v;             /* n x ld, of which m columns count; ld grows to capacity when V does */
    size_t ld;
    double *f, *image;      /* n x width: F, and scratch */
    double *h;              /* capacity x capacity, of which m x m counts */
    double *t;              /* width x capacity, of which m columns count */
    double *q, *theta;      /* of jsmf_eigen_krylov_ritz: H = q diag(theta) q', m x m without gaps, theta descending */
    double *small, *square; /* scratch: capacity x capacity, width x width */
    size_t vectors;         /* multiplied by C so far */
} jsmf_eigen_krylov;

/* V = the Ritz vectors of the span of start (n x columns), completed to `least` vectors by C times random ones (stream
 * 0 of the context's seed), or the leading `width` of them where these are more; width <= max(columns, least). ctx, op,
 * n, capacity and width are set by the caller, the rest is 0. image: C start where it is known, or NULL.
 * jsmf_eigen_krylov_free whatever is returned. */
jsmf_status jsmf_eigen_krylov_begin(jsmf_eigen_krylov *s, const double *start, const double *image, size_t columns,
                                    size_t least) JSMF_CHECKED;
/* The other beginning: of no vector in V, or of a basis that was there before. The caller sets ctx, op, n, capacity and
 * width; and of such a basis v (n x ld), f (n x width), ld, m and vectors, which are taken, and afterwards the columns
 * of h and t. Without it f is to be filled in afterwards. op is looked at by jsmf_eigen_krylov_expand alone.
 * jsmf_eigen_krylov_free whatever is returned. */
jsmf_status jsmf_eigen_krylov_open(jsmf_eigen_krylov *s) JSMF_CHECKED;
void jsmf_eigen_krylov_free(jsmf_eigen_krylov *s);
/* The bytes of it all, with a start of so many columns. */
size_t jsmf_eigen_krylov_bytes(size_t n, size_t capacity, size_t width, size_t columns);

/* The Ritz pairs, into q and theta. */
jsmf_status jsmf_eigen_krylov_ritz(jsmf_eigen_krylov *s) JSMF_CHECKED;
/* The norm of the residual of Ritz vector j. */
double jsmf_eigen_krylov_residual(const jsmf_eigen_krylov *s, size_t j);
/* V becomes its first `keep` Ritz vectors. */
jsmf_status jsmf_eigen_krylov_restart(jsmf_eigen_krylov *s, size_t keep) JSMF_CHECKED;
/* Rotates F so that the residuals of the Ritz vectors selected[0 .. b - 1] lie in the span of its first b vectors. */
jsmf_status jsmf_eigen_krylov_turn(jsmf_eigen_krylov *s, size_t b, const size_t *selected) JSMF_CHECKED;
/* Moves the first b vectors of F, all of them or at most half, to V, and makes b new ones. */
jsmf_status jsmf_eigen_krylov_expand(jsmf_eigen_krylov *s, size_t b) JSMF_CHECKED;
/* out (n x k) = the first k Ritz vectors. V is used up. */
jsmf_status jsmf_eigen_krylov_finish(jsmf_eigen_krylov *s, size_t k, double *out) JSMF_CHECKED;

#endif
