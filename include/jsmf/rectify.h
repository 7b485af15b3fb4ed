/* Rectification: the nearest low-rank, positive semidefinite, normalised, non-negative matrix, approached by
 * alternating projection (AP, 001 Algorithm 1), whose result is C = max(Y Y' + r, 0) / total, held as Y and r alone, or
 * by cyclic Douglas-Rachford iterations (DR, 001 Algorithm 2), which give C itself; and compression to Y Y', by ENN
 * (000 Algorithm 3) or PALM (000 Algorithm 4). */
#ifndef JSMF_RECTIFY_H
#define JSMF_RECTIFY_H

#include "jsmf/operator.h"

/* All that an iteration hands to the next. */
typedef struct jsmf_rectify_ap_state {
    size_t iteration;  /* iterations done, at least 1 */
    const double *y;   /* n x k, borrowed */
    double r;
    double change;     /* as in jsmf_rectified */
    size_t negative;   /* entries of an earlier Y Y' + r below 0, by which a form is chosen; SIZE_MAX: not known */
    bool storable;     /* whether an n x n matrix is among the forms */
} jsmf_rectify_ap_state;
/* Called after every iteration; what it returns but JSMF_OK ends the work. */
typedef jsmf_status (*jsmf_rectify_ap_each_fn)(jsmf_context *ctx, void *arg, const jsmf_rectify_ap_state *state);

typedef struct jsmf_rectify_ap_options {
    size_t k;
    size_t iterations; /* the papers' t; 15 by default in the tool, at least 1 */
    double tolerance;  /* stops when |C_t - C_(t-1)|_F / |C_t|_F falls below; 0: off */
    const double *start; /* n x start_columns: a span near the leading eigenvectors (a rectified C's own Y), or NULL */
    size_t start_columns;
    const jsmf_rectify_ap_state
        *resume; /* NULL, or what each got: goes on from there, op and start are not used, iterations
            count from the beginning, and the result is that of one run, bit for bit */
    jsmf_rectify_ap_each_fn each; /* or NULL */
    void *each_arg;
} jsmf_rectify_ap_options;

typedef struct jsmf_rectified {
    size_t n, k;
    double *y;    /* n x k, owned */
    double r;
    double total; /* sum of max(Y Y' + r, 0) */
    size_t iterations;
    double change; /* the last relative change, or -1 where it was not computed */
} jsmf_rectified;
void jsmf_rectified_free(jsmf_rectified *c);

/* op: the starting C (original, or a rectified iterate to go on from). dense: op's own storage, n x n, that the iterate
 * may overwrite (the caller gives it up), or NULL: memory for a stored iterate is then allocated where it fits the
 * rule, or the iterate is worked by another representation. JSMF_ENUMERIC where C has fewer than k eigenvalues above
 * 1e-12 of the largest. */
jsmf_status jsmf_rectify_ap(jsmf_context *ctx, const jsmf_operator *op, double *dense,
                            const jsmf_rectify_ap_options *options, jsmf_rectified *out) JSMF_CHECKED;
/* The bytes that jsmf_rectify_ap will allocate. */
size_t jsmf_rectify_ap_bytes(const jsmf_context *ctx, size_t n, size_t k, bool in_place);
/* C = max(Y Y' + r, 0) / total as n x n, into c. */
jsmf_status jsmf_rectify_dense(jsmf_context *ctx, const jsmf_rectified *in, double *c) JSMF_CHECKED;

typedef struct jsmf_rectify_dr_options {
    size_t k;
    size_t iterations; /* cycles of three reflections, at least 1 */
} jsmf_rectify_dr_options;

/* Cyclic Douglas-Rachford iterations, in the order PSD and NOR, NOR and NN, NN and PSD. *c (n x n, owned by the caller)
 * = what the last cycle leaves, clipped at 0, which the cycle does not end with, and divided by its sum. op is the
 * starting C. *c may be op's own storage, which is overwritten; where it is NULL it is allocated. On failure *c is what
 * it was, its contents aside. JSMF_ENUMERIC as jsmf_rectify_ap. */
jsmf_status jsmf_rectify_dr(jsmf_context *ctx, const jsmf_operator *op, const jsmf_rectify_dr_options *options,
                            double **c) JSMF_CHECKED;
/* The bytes that jsmf_rectify_dr will allocate, *c included unless in place. */
size_t jsmf_rectify_dr_bytes(size_t n, size_t k, bool in_place);

/* Compression: a co-occurrence as Y Y' with Y of N x K, in time and memory linear in N (000 sections 3 and 4). */

typedef struct jsmf_compressed {
    size_t n, k;
    double *y;         /* n x k, owned */
    size_t iterations; /* updates done */
    double change;     /* the last relative change |Y Y' - Yold Yold'|_F / |Y Y'|_F; -1 where there was no update */
} jsmf_compressed;
void jsmf_compressed_free(jsmf_compressed *c);

#define JSMF_ENN_ROWS_ALL SIZE_MAX
typedef struct jsmf_rectify_enn_options {
    size_t k;
    size_t rows;       /* |I|, at most N; 0: min(N, 10 K + 1000); JSMF_ENN_ROWS_ALL */
    double epsilon;    /* > 0: I is the rows of squared norm above it, so that Y Y' + E >= -epsilon; rows is ignored */
    size_t iterations; /* updates after the starting decomposition; 0 gives the start */
    double tolerance;  /* on the relative change; 0: off */
} jsmf_rectify_enn_options;

/* *y (n x k, n the size of op, owned by the caller) = U sqrt(L) of op's k largest eigenpairs, from which ENN starts; op
 * is not needed afterwards. JSMF_ENUMERIC where there are fewer than k positive eigenvalues. */
jsmf_status jsmf_rectify_enn_start(jsmf_context *ctx, const jsmf_operator *op, size_t k, double **y) JSMF_CHECKED;
/* The bytes that it allocates, *y included. */
size_t jsmf_rectify_enn_start_bytes(size_t n, size_t k);

/* ENN (000 Algorithm 3, I the rows of Y of largest norm) from *y (n x k), which is taken (and NULL then), also on
 * failure. E is stored as a sparse matrix, 4.5 bytes an entry, where its entries are at most 0.43 of all those in the
 * rows and columns of I (measured: up to there that is faster) and fit jsmf_context_memory_rule beside the rest; else
 * it is made anew from Y in every product. */
jsmf_status jsmf_rectify_enn(jsmf_context *ctx, size_t n, double **y, const jsmf_rectify_enn_options *options,
                             jsmf_compressed *out) JSMF_CHECKED;
/* The bytes that it allocates beside E. rows as in the options. */
size_t jsmf_rectify_enn_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t rows);

typedef struct jsmf_rectify_palm_options {
    size_t k;
    double s;          /* weight of |X - Y|_F^2 relative to the largest eigenvalue of C; positive */
    size_t iterations; /* of X and Y each; 0 gives the start */
    double tolerance;  /* stops when |X - Xold|_F / |X|_F and the same of Y fall below; 0: off */
    bool inertial;     /* iteration t steps from X + a (X - Xold), Y alike, a = (t - 1) / (t + 2) */
} jsmf_rectify_palm_options;

/* PALM (000 Algorithm 4), or iPALM (Pock and Sabach, 2016), whose objective may rise: minimises
 * 0.5 |C - X Y'|_F^2 + 0.5 s |X - Y|_F^2 over X, Y >= 0; out->y is Y, divided by |Y'e|_2; out->change is the larger of
 * the two changes of the last iteration. op enters by block products alone, two an iteration. The start is the
 * non-negative factor nearest to a rotation of U sqrt(L), the k largest eigenpairs. JSMF_ENUMERIC where fewer than k
 * eigenvalues are positive. */
jsmf_status jsmf_rectify_palm(jsmf_context *ctx, const jsmf_operator *op, const jsmf_rectify_palm_options *options,
                              jsmf_compressed *out) JSMF_CHECKED;
/* The bytes that jsmf_rectify_palm allocates itself. */
size_t jsmf_rectify_palm_bytes(size_t n, size_t k, bool inertial);

#endif
