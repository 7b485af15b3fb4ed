/* Left inverses of least entries: of all z with |B'z - e_j|_inf <= delta the one of least |z|_inf, for every column j
 * of B (Arora, Ge, Koehler, Ma, Moitra, 2016; 002 section 3: the approximate left inverse of least variance). By
 * duality that least is the largest of y_j - delta |y|_1 over |B y|_1 <= 1, in as many variables as B has columns. */
#ifndef JSMF_SOLVE_LEFT_INVERSE_H
#define JSMF_SOLVE_LEFT_INVERSE_H

#include "jsmf/base.h"

/* What came out for one column. */
typedef struct jsmf_solve_left_inverse_row {
    double largest; /* |z|_inf of the last iterate */
    double bound;   /* what the dual shows that no z's |z|_inf is below */
    double error;   /* |B'z - e_j|_inf */
    bool found;     /* largest and bound agree within 1e-6 of the bound; else z is returned as 0 */
    bool none;      /* no z has all entries below 1e8 */
} jsmf_solve_left_inverse_row;

/* Finds a z for every column j of b (n x k), into column j of the inverse (n x k); rows[j] (k) says what came out.
 * delta is 0 or more. A column for which there is no z, or none of entries below 1e8, is no error: it is not found;
 * where delta is 0, others may then not be found either. The same bytes for any number of threads. Fails for lack of
 * memory, or where the progress callback asks to stop. */
jsmf_status jsmf_solve_left_inverse(jsmf_context *ctx, size_t n, size_t k, const double *b, double delta,
                                    double *inverse, jsmf_solve_left_inverse_row *rows) JSMF_CHECKED;
/* The bytes that jsmf_solve_left_inverse allocates. */
size_t jsmf_solve_left_inverse_bytes(const jsmf_context *ctx, size_t n, size_t k);

#endif
