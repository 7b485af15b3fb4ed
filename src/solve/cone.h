/* max a'x over the slice {x: G x >= 0, s'x = 1} of a cone, s a sum of G's rows, for a G of many rows and few
 * columns. */
#ifndef JSMF_SOLVE_CONE_H
#define JSMF_SOLVE_CONE_H

#include "jsmf/base.h"

typedef struct jsmf_solve_cone {
    size_t m, k;
    const double *g;          /* m x k, rows of length 1, borrowed */
    struct jsmf_solve_lp *lp; /* of the rows that have mattered so far */
    unsigned char *taken;     /* m: which these are */
    double *slack, *wanted;   /* m: G x; how far it is below 0 */
    size_t *worst;            /* rows that are added, */
    double *rows;             /* and what is in them */
    size_t count;             /* rows taken */
    size_t programs, rounds;
} jsmf_solve_cone;

/* weights (m, positive): s = G' weights. places: of maxima that are kept. JSMF_ESYSTEM without a solver. To be freed in
 * any case. */
jsmf_status jsmf_solve_cone_open(jsmf_context *ctx, size_t m, size_t k, const double *g, const double *weights,
                                 size_t places, jsmf_solve_cone *cone) JSMF_CHECKED;
void jsmf_solve_cone_free(jsmf_solve_cone *cone);
/* x (k) = a maximum, a corner of the slice. a (k): of length 1. The search begins at the last maximum of this place.
 * Not twice in turn with one place and another a. JSMF_ENUMERIC where there is none: G's columns are dependent, or no x
 * is feasible. */
jsmf_status jsmf_solve_cone_maximise(jsmf_context *ctx, jsmf_solve_cone *cone, size_t place, const double *a,
                                     double *x) JSMF_CHECKED;
size_t jsmf_solve_cone_bytes(size_t m, size_t k, size_t places);

#endif
