/* What the library uses of this room beside jsmf/sums.h, and no program. */
#ifndef JSMF_SUMS_INNER_H
#define JSMF_SUMS_INNER_H

#include "jsmf/sums.h"

enum { JSMF_SUMS_UNIT = 80 };
/* x in units, to the nearest one (halves away from 0). false where |x| is 2^46 or more, or no number. */
bool jsmf_sums_round(double x, jsmf_sums_fixed *out);
/* The double that is nearest to the sum. */
double jsmf_sums_value(jsmf_sums_fixed sum);

/* to (count) becomes to + or - from. */
jsmf_status jsmf_sums_add(jsmf_context *ctx, size_t count, jsmf_sums_fixed *to, const jsmf_sums_fixed *from,
                          jsmf_sums_sign sign) JSMF_CHECKED;
/* The same of numbers times a factor, each product rounded to the unit. */
jsmf_status jsmf_sums_add_reals(jsmf_context *ctx, size_t count, jsmf_sums_fixed *to, const double *from,
                                double factor) JSMF_CHECKED;

/* values (count) times a factor, each rounded to the unit. */
jsmf_status jsmf_sums_scale(jsmf_context *ctx, size_t count, jsmf_sums_fixed *values, double factor) JSMF_CHECKED;

/* ---- symmetric matrices: their upper half, with the diagonal ---- */

/* Where row i begins among them. */
static inline size_t jsmf_sums_packed_row(size_t n, size_t i) { return i % 2 ? i * n - i * ((i - 1) / 2)
                                                                             : i * n - i / 2 * (i - 1); }

void jsmf_sums_sparse_free(jsmf_sums_sparse *m); /* NULL and a cleared struct are fine */
/* *out = a + or - b, without entries that come to 0; the caller frees it. *out is neither a nor b. */
jsmf_status jsmf_sums_sparse_add(jsmf_context *ctx, const jsmf_sums_sparse *a, const jsmf_sums_sparse *b,
                                 jsmf_sums_sign sign, jsmf_sums_sparse *out) JSMF_CHECKED;
/* JSMF_EDATA, naming the matrix and the place, unless it is as above, with so many entries. */
jsmf_status jsmf_sums_sparse_check(jsmf_context *ctx, const jsmf_sums_sparse *m, size_t entries,
                                   const char *name) JSMF_CHECKED;
/* *out = the upper half of a symmetric matrix with values, times a factor, rounded to the unit. */
jsmf_status jsmf_sums_sparse_round(jsmf_context *ctx, const jsmf_csr *m, double factor,
                                   jsmf_sums_sparse *out) JSMF_CHECKED;
/* *out = both halves, divided by a number; the caller frees it. */
jsmf_status jsmf_sums_sparse_values(jsmf_context *ctx, const jsmf_sums_sparse *m, double divisor,
                                    jsmf_csr *out) JSMF_CHECKED;
/* *c (n x n) = both halves, divided by a number; of a packed upper half, and of a sparse one. The caller frees it. */
jsmf_status jsmf_sums_packed_values(jsmf_context *ctx, size_t n, const jsmf_sums_fixed *packed, double divisor,
                                    double **c) JSMF_CHECKED;
jsmf_status jsmf_sums_sparse_dense(jsmf_context *ctx, const jsmf_sums_sparse *m, double divisor,
                                   double **c) JSMF_CHECKED;
/* *out = a packed upper half without its zeros. */
jsmf_status jsmf_sums_sparse_of_packed(jsmf_context *ctx, size_t n, const jsmf_sums_fixed *packed,
                                       jsmf_sums_sparse *out) JSMF_CHECKED;

void jsmf_sums_pile_free(jsmf_sums_pile *pile); /* NULL and a cleared struct are fine */
/* Moves m (pile->n x pile->n) into the pile, or what is to be taken away; *m is cleared, on failure too. */
jsmf_status jsmf_sums_pile_put(jsmf_context *ctx, jsmf_sums_pile *pile, jsmf_sums_sparse *m,
                               jsmf_sums_sign sign) JSMF_CHECKED;
/* *out = the sum of all, which the caller frees; the pile is empty afterwards. */
jsmf_status jsmf_sums_pile_take(jsmf_context *ctx, jsmf_sums_pile *pile, jsmf_sums_sparse *out) JSMF_CHECKED;

/* ---- whose sums they are ---- */

/* Takes the shards of `part` out of `to`. JSMF_EDATA, naming the shard, where one is not there, or has other counts
 * there; and where none would be left. */
jsmf_status jsmf_sums_shards_remove(jsmf_context *ctx, jsmf_sums_shards *to, const char *to_name,
                                    const jsmf_sums_shards *part, const char *part_name) JSMF_CHECKED;

#endif
