/* Left inverses of least entries: of all z with |B'z - e_j|_inf <= delta the one of least |z|_inf, for every column j
 * of B (Arora, Ge, Koehler, Ma, Moitra, 2016; 002 section 3: the approximate left inverse of least variance). By
 * duality that least is the largest of y_j - delta |y|_1 over |B y|_1 <= 1, in as many variables as B has columns. */
#ifndef JSMF_SOLVE_LEFT_INVERSE_H
#define JSMF_SOLVE_LEFT_INVERSE_H

#include "jsmf/base.h"

/* What came out for one column. */
typedef struct jsmf_solve_left_inverse_row {
    double largest; /* |z|_inf */
    double bound;   /* what the dual shows that no z is below */
    double error;   /* |B'z - e_j|_inf */
    bool found;     /* largest and bound agree within 1e-6 of them; else z is 0 */
    bool none;      /* no z has entries below 1e8 */
} jsmf_solve_left_inverse_row;

/* z for column j in column j of the inverse (n x k); rows: k. b: n x k, delta: 0 or more. Columns for which there is
 * no z, or none below 1e8, are no error: they are not found; nor may then, where delta is 0, others be. The same bytes
 * for any number of threads. */
jsmf_status jsmf_solve_left_inverse(jsmf_context *ctx, size_t n, size_t k, const double *b, double delta,
                                    double *inverse, jsmf_solve_left_inverse_row *rows) JSMF_CHECKED;
/* The bytes that it allocates. */
size_t jsmf_solve_left_inverse_bytes(const jsmf_context *ctx, size_t n, size_t k);

#endif
