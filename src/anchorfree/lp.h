/* Linear programs of few variables, by GLPK: maximise a'x where g'x >= 0 for the rows g of a growing list, and s'x = 1.
 *
 * The dual has k equations, whose right-hand sides are a, and a column for each row: so a program goes on from the
 * basis of another that differs in a, and rows may be added at any time. GLPK keeps its state by thread (where it was
 * built so: Debian's is): a program belongs to the thread that made it. */
#ifndef JSMF_ANCHORFREE_LP_H
#define JSMF_ANCHORFREE_LP_H

#include "jsmf/base.h"

typedef struct jsmf_anchorfree_lp jsmf_anchorfree_lp;

/* JSMF_ESYSTEM, saying what to install, where the library was built without GLPK. */
jsmf_status jsmf_anchorfree_lp_available(jsmf_context *ctx) JSMF_CHECKED;
/* Makes a program of k variables without rows yet. s (k) is not zero. places: how many bases are kept. *out is freed
 * with jsmf_anchorfree_lp_free, after a failure too. JSMF_ESYSTEM without GLPK, or for lack of memory. */
jsmf_status jsmf_anchorfree_lp_new(jsmf_context *ctx, size_t k, const double *s, size_t places,
                                   jsmf_anchorfree_lp **out) JSMF_CHECKED;
void jsmf_anchorfree_lp_free(jsmf_anchorfree_lp *lp); /* NULL is fine */
/* Adds m rows g (m x k), of length near 1, and keeps the bases. JSMF_ESYSTEM for lack of memory, after which the
 * program can only be freed. */
jsmf_status jsmf_anchorfree_lp_add(jsmf_context *ctx, jsmf_anchorfree_lp *lp, size_t m,
                                   const double *rows) JSMF_CHECKED;
/* x (k) = a maximum of a'x. Begins with the basis in which this place (below places) was left, or, the first time, with
 * that of the last call. A call for the same place as the last one goes on with that call's a, for which rows may have
 * been added; another a is not looked at. JSMF_ENUMERIC where there is no maximum, as no x is feasible or none is the
 * largest.
 * JSMF_ESYSTEM as for jsmf_anchorfree_lp_add. */
jsmf_status jsmf_anchorfree_lp_maximise(jsmf_context *ctx, jsmf_anchorfree_lp *lp, size_t place, const double *a,
                                        double *x) JSMF_CHECKED;
/* Steps of the simplex method since jsmf_anchorfree_lp_new. */
size_t jsmf_anchorfree_lp_steps(const jsmf_anchorfree_lp *lp);

#endif
