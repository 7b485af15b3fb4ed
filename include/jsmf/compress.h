/* Compression: a co-occurrence as Y Y' with Y of N x K, in time and memory linear in N (000 sections 3 and 4). */
#ifndef JSMF_COMPRESS_H
#define JSMF_COMPRESS_H

#include "jsmf/operator.h"

typedef struct jsmf_compressed {
    size_t n, k;
    double *y;         /* n x k, owned */
    size_t iterations; /* updates done */
    double change;     /* the last relative change |Y Y' - Yold Yold'|_F / |Y Y'|_F; -1 where there was no update */
} jsmf_compressed;
void jsmf_compressed_free(jsmf_compressed *c);

#define JSMF_ENN_ROWS_ALL SIZE_MAX
typedef struct jsmf_enn_options {
    size_t k;
    size_t rows;       /* |I|, at most N; 0: min(N, 10 K + 1000); JSMF_ENN_ROWS_ALL */
    double epsilon;    /* > 0: I is the rows of squared norm above it, so that Y Y' + E >= -epsilon; rows is ignored */
    size_t iterations; /* updates after the starting decomposition; 0 gives the start */
    double tolerance;  /* on the relative change; 0: off */
} jsmf_enn_options;

/* *y (n x k, n the size of op, owned by the caller) = U sqrt(L) of op's k largest eigenpairs, from which ENN starts; op
 * is not needed afterwards. JSMF_ENUMERIC where there are fewer than k positive eigenvalues. */
jsmf_status jsmf_enn_start(jsmf_context *ctx, const jsmf_operator *op, size_t k, double **y) JSMF_CHECKED;
/* The bytes that it allocates, *y included. */
size_t jsmf_enn_start_bytes(size_t n, size_t k);

/* ENN (000 Algorithm 3, I the rows of Y of largest norm) from *y (n x k), which is taken (and NULL then), also on
 * failure. E is stored as a sparse matrix, 4.5 bytes an entry, where its entries are at most 0.43 of all those in the
 * rows and columns of I (measured: up to there that is faster) and fit jsmf_context_memory_rule beside the rest; else
 * it is made anew from Y in every product. */
jsmf_status jsmf_rectify_enn(jsmf_context *ctx, size_t n, double **y, const jsmf_enn_options *options,
                             jsmf_compressed *out) JSMF_CHECKED;
/* The bytes that it allocates beside E. rows as in the options. */
size_t jsmf_rectify_enn_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t rows);

typedef struct jsmf_palm_options {
    size_t k;
    double s;          /* weight of |X - Y|_F^2 relative to the largest eigenvalue of C; positive */
    size_t iterations; /* of X and Y each; 0 gives the start */
    double tolerance;  /* stops when |X - Xold|_F / |X|_F and the same of Y fall below; 0: off */
    bool inertial;     /* iteration t steps from X + a (X - Xold), Y alike, a = (t - 1) / (t + 2) */
} jsmf_palm_options;

/* PALM (000 Algorithm 4), or iPALM (Pock and Sabach, 2016), whose objective may rise: minimises
 * 0.5 |C - X Y'|_F^2 + 0.5 s |X - Y|_F^2 over X, Y >= 0; out->y is Y, divided by |Y'e|_2; out->change is the larger of
 * the two changes of the last iteration. op enters by block products alone, two an iteration. The start is the
 * non-negative factor nearest to a rotation of U sqrt(L), the k largest eigenpairs. JSMF_ENUMERIC where fewer than k
 * eigenvalues are positive. */
jsmf_status jsmf_rectify_palm(jsmf_context *ctx, const jsmf_operator *op, const jsmf_palm_options *options,
                              jsmf_compressed *out) JSMF_CHECKED;
/* The bytes that jsmf_rectify_palm allocates itself. */
size_t jsmf_rectify_palm_bytes(size_t n, size_t k, bool inertial);

#endif
