/* Linear programs over a slice of a cone: max a'x over {x: G x >= 0, s'x = 1}, s a weighted sum of G's rows, for a G of
 * many rows and few columns. */
#ifndef JSMF_ANCHORFREE_CONE_H
#define JSMF_ANCHORFREE_CONE_H

#include "jsmf/base.h"
#include "lp.h"

typedef struct jsmf_anchorfree_cone {
    size_t m, k;
    const double *g;          /* m x k, rows of length 1; borrowed */
    jsmf_anchorfree_lp *lp;   /* of the rows that have mattered so far */
    unsigned char *taken;     /* m: which these are */
    double *slack, *wanted;   /* m, for work: G x; how far it is below 0 */
    size_t *worst;            /* for work: the rows that a round adds ... */
    double *rows;             /* ... and what is in them */
    size_t count;             /* rows taken so far */
    size_t programs;          /* maxima that were asked for */
    size_t rounds;            /* how often a program was solved for them, as rows were added in between */
} jsmf_anchorfree_cone;

/* Makes the cone of G's rows, with s = G' weights (m, positive). places: how many maxima are kept to begin searches at.
 * JSMF_ESYSTEM where the library was built without a solver, or memory lacks. jsmf_anchorfree_cone_free in any case. */
jsmf_status jsmf_anchorfree_cone_open(jsmf_context *ctx, size_t m, size_t k, const double *g, const double *weights,
                                      size_t places, jsmf_anchorfree_cone *cone) JSMF_CHECKED;
void jsmf_anchorfree_cone_free(jsmf_anchorfree_cone *cone);
/* x (k) = a maximum of a'x, which is a corner of the slice. a (k): of length 1. The search begins at the last maximum
 * of this place (below places). Two calls in turn for one place must have one a. JSMF_ENUMERIC where there is no
 * maximum: G's columns are dependent, or no x is feasible. */
jsmf_status jsmf_anchorfree_cone_maximise(jsmf_context *ctx, jsmf_anchorfree_cone *cone, size_t place, const double *a,
                                          double *x) JSMF_CHECKED;
/* About the bytes that a cone takes, the solver's included. */
size_t jsmf_anchorfree_cone_bytes(size_t m, size_t k, size_t places);

#endif
