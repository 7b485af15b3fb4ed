/* Rectification and compression of a co-occurrence C of n words for k topics.
 *
 * Rectification seeks the nearest matrix that is of rank k and positive semidefinite, of sum 1, and without negative
 * entries. Alternating projection (AP, 001 Algorithm 1) gives C = max(Y Y' + r, 0) / total, which is held as Y and r
 * alone. Cyclic Douglas-Rachford iterations (DR, 001 Algorithm 2) give C itself. Compression gives Y Y', by ENN (000
 * Algorithm 3) or PALM (000 Algorithm 4).
 *
 * Matrices are row-major without gaps. The functions that rectify or compress fail with JSMF_EUSAGE where k is 0 or
 * above n, and with JSMF_ESYSTEM for lack of memory. A result is left empty where its function fails. */
#ifndef JSMF_RECTIFY_H
#define JSMF_RECTIFY_H

#include "jsmf/eigen.h"

JSMF_BEGIN_DECLS

/* All that an iteration of AP hands to the next. */
typedef struct jsmf_rectify_ap_state {
    size_t iteration;  /* iterations done, at least 1 */
    const double *y;   /* n x k, borrowed */
    double r;
    double change;     /* as in jsmf_rectified */
    size_t negative;   /* entries below 0 of the Y Y' + r of the iteration before, by which the representation of the
                        * next iterate is chosen; SIZE_MAX: not known */
    bool storable;     /* whether an iterate may be represented by an n x n matrix in memory */
} jsmf_rectify_ap_state;
/* Called after every iteration. To end the work it records an error in ctx (jsmf_fail) and returns its status. */
typedef jsmf_status (*jsmf_rectify_ap_each_fn)(jsmf_context *ctx, void *arg, const jsmf_rectify_ap_state *state);

typedef struct jsmf_rectify_ap_options {
    size_t k;
    size_t iterations;   /* the paper's t, at most so many; at least 1 */
    double tolerance;    /* the work ends when |C_t - C_(t-1)|_F / |C_t|_F falls below it; 0: off */
    const double *start; /* n x start_columns: a span near op's leading eigenvectors (a rectified C's own Y), or NULL */
    size_t start_columns;
    jsmf_eigen_cold cold; /* how op's eigenpairs are looked for where start is NULL */
    const jsmf_rectify_ap_state *resume; /* NULL, or a state that `each` got, of the same n and k: the work goes on from
                                          * there. op and start are not used, iterations counts from the beginning, and
                                          * the result is that of one run, bit for bit */
    jsmf_rectify_ap_each_fn each;        /* or NULL */
    void *each_arg;                      /* handed to `each` */
} jsmf_rectify_ap_options;

typedef struct jsmf_rectified {
    size_t n, k;
    double *y;         /* n x k, owned */
    double r;          /* is added to every entry of Y Y' */
    double total;      /* sum of the entries of max(Y Y' + r, 0) */
    size_t iterations; /* done, resumed ones included */
    double change;     /* the last |C_t - C_(t-1)|_F / |C_t|_F, before C is divided by its sum; -1: not computed, as
                        * without a tolerance */
} jsmf_rectified;
/* NULL and a cleared struct are fine. */
void jsmf_rectified_free(jsmf_rectified *c);

/* AP (001 Algorithm 1). op is the C to start from: the original one, or a rectified iterate to go on from. out is freed
 * with jsmf_rectified_free.
 * dense: the n x n storage of op, which iterates may overwrite; the caller still frees it, but op is of no use
 * afterwards. Where it is NULL, such storage is allocated when it is wanted, if it takes at most three quarters of
 * jsmf_context_memory_rule; otherwise iterates are represented without an n x n matrix.
 * JSMF_EUSAGE for no iterations, and for fewer than are resumed. JSMF_ENUMERIC where an iterate has fewer than k
 * eigenvalues above 1e-12 of its largest, where eigenvectors do not converge, and for NaN. */
jsmf_status jsmf_rectify_ap(jsmf_context *ctx, const jsmf_operator *op, double *dense,
                            const jsmf_rectify_ap_options *options, jsmf_rectified *out) JSMF_CHECKED;
/* The bytes that jsmf_rectify_ap will allocate; in_place: where dense is given. */
size_t jsmf_rectify_ap_bytes(const jsmf_context *ctx, size_t n, size_t k, bool in_place);
/* c (n x n) = max(Y Y' + r, 0) / total. */
jsmf_status jsmf_rectify_dense(jsmf_context *ctx, const jsmf_rectified *in, double *c) JSMF_CHECKED;

typedef struct jsmf_rectify_dr_options {
    size_t k;
    size_t iterations; /* cycles, each of three pairs of reflections; at least 1 */
    jsmf_eigen_cold cold; /* how op's eigenpairs are looked for */
} jsmf_rectify_dr_options;

/* DR (001 Algorithm 2) from the C that is op. A cycle reflects through pairs of sets in the order PSD and NOR, NOR and
 * NN, NN and PSD: the positive semidefinite matrices of rank k, those of sum 1, those without negative entries. As it
 * does not end with NN, the last cycle's matrix is clipped at 0 and then divided by its sum: that is *c (n x n).
 * *c may be op's own storage, which is overwritten. Where *c is NULL it is allocated, and the caller frees it. On
 * failure the pointer *c is what it was, but what it points to may have changed.
 * JSMF_EUSAGE for no iterations; JSMF_ENUMERIC as jsmf_rectify_ap. */
jsmf_status jsmf_rectify_dr(jsmf_context *ctx, const jsmf_operator *op, const jsmf_rectify_dr_options *options,
                            double **c) JSMF_CHECKED;
/* The bytes that jsmf_rectify_dr will allocate, *c included; in_place: where *c is given. */
size_t jsmf_rectify_dr_bytes(size_t n, size_t k, bool in_place);

/* ---- compression: a co-occurrence as Y Y', in time and memory linear in n (000 sections 3 and 4) ---- */

typedef struct jsmf_compressed {
    size_t n, k;
    double *y;         /* n x k, owned */
    size_t iterations; /* done */
    double change;     /* the last relative change; -1 where there was no iteration. ENN: |Y Y' - Yold Yold'|_F /
                        * |Y Y'|_F. PALM: the larger of |X - Xold|_F / |X|_F and |Y - Yold|_F / |Y|_F */
} jsmf_compressed;
/* NULL and a cleared struct are fine. */
void jsmf_compressed_free(jsmf_compressed *c);

#define JSMF_ENN_ROWS_ALL SIZE_MAX
typedef struct jsmf_rectify_enn_options {
    size_t k;
    size_t rows;       /* the size of I, the rows of Y of largest norm; 0: min(n, 10 k + 1000); any number above n, as
                        * JSMF_ENN_ROWS_ALL is, stands for n */
    double epsilon;    /* above 0: I is instead the rows of squared norm above epsilon, so that Y Y' + E >= -epsilon */
    size_t iterations; /* updates of Y, at most; 0 leaves it as it is */
    double tolerance;  /* the work ends when the relative change falls below it; 0: off */
} jsmf_rectify_enn_options;

/* *y (n x k, n the size of op) = U sqrt(L) of op's k largest eigenpairs, from which ENN starts; the caller frees it.
 * cold says how they are looked for. op is not needed afterwards. JSMF_ENUMERIC where fewer than k eigenvalues are
 * above 1e-12 of the largest, and where eigenvectors do not converge; *y is NULL then. */
jsmf_status jsmf_rectify_enn_start(jsmf_context *ctx, const jsmf_operator *op, size_t k, jsmf_eigen_cold cold,
                                   double **y) JSMF_CHECKED;
/* The bytes that jsmf_rectify_enn_start allocates, *y included. */
size_t jsmf_rectify_enn_start_bytes(size_t n, size_t k);

/* ENN (000 Algorithm 3) from *y (n x k), a factor from jsmf_rectify_enn_start or of a run before: E = max(-Y Y', 0) on
 * the rows and columns of I. *y is taken, and NULL afterwards, on failure too. out is freed with jsmf_compressed_free.
 * Words that are in no pair, whose rows are below 1e-13 of the longest one, have no part in any of this, which differs
 * from the paper, and zero rows in the end.
 * E is stored as a sparse matrix, 4.5 bytes an entry: as much of it as fits jsmf_context_memory_rule beside the rest,
 * and at most 0.43 of the entries in the rows and columns of I. The tiles of the others are made anew from Y in every
 * product, which changes no result.
 * JSMF_ENUMERIC where an iterate has fewer than k eigenvalues above 1e-12 of its largest, where eigenvectors do not
 * converge, and for NaN. */
jsmf_status jsmf_rectify_enn(jsmf_context *ctx, size_t n, double **y, const jsmf_rectify_enn_options *options,
                             jsmf_compressed *out) JSMF_CHECKED;
/* The bytes that jsmf_rectify_enn allocates beside E; rows as in the options. */
size_t jsmf_rectify_enn_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t rows);

typedef struct jsmf_rectify_palm_options {
    size_t k;
    jsmf_eigen_cold cold; /* how op's eigenpairs are looked for */
    double coupling;   /* positive: the paper's s, the weight of |X - Y|_F^2, divided by C's largest eigenvalue */
    size_t iterations; /* steps of X and Y each, at most; 0 gives the start */
    double tolerance;  /* the work ends when the relative change falls below it; 0: off */
    bool inertial;     /* iteration t steps from X + a (X - Xold), and Y alike, with a = (t - 1) / (t + 2) */
} jsmf_rectify_palm_options;

/* PALM (000 Algorithm 4), or with inertia iPALM (Pock and Sabach, 2016), whose objective may rise. Minimises
 * 0.5 |C - X Y'|_F^2 + 0.5 s |X - Y|_F^2 over X, Y >= 0. out->y is Y divided by |Y'e|_2; out is freed with
 * jsmf_compressed_free. op enters by block products alone, two an iteration. X and Y start at max(W Q, 0), where W is
 * U sqrt(L) of the k largest eigenpairs and Q a rotation that leaves little to clip.
 * JSMF_EUSAGE for a coupling that is not positive and finite. JSMF_ENUMERIC where fewer than k eigenvalues are above
 * 1e-12 of the largest, where eigenvectors do not converge, where a factor becomes 0, and for NaN. */
jsmf_status jsmf_rectify_palm(jsmf_context *ctx, const jsmf_operator *op, const jsmf_rectify_palm_options *options,
                              jsmf_compressed *out) JSMF_CHECKED;
/* The bytes that jsmf_rectify_palm allocates itself. */
size_t jsmf_rectify_palm_bytes(size_t n, size_t k, bool inertial);

JSMF_END_DECLS

#endif
