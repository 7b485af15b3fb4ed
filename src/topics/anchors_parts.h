/* What anchor selection and recovery share. */
#ifndef JSMF_ANCHORS_PARTS_H
#define JSMF_ANCHORS_PARTS_H

#include "jsmf/anchors.h"

/* ---- the rows among which anchors are chosen (anchor_rows.c) ---- */
typedef struct anchor_rows {
    size_t n, width;
    const jsmf_operator *op; /* whose rows they are (width n), or NULL: */
    const double *block;     /* n x width, the rows themselves */
    const char *remedy;      /* where there are too few anchors: what to do "-k N" with */
} anchor_rows;

anchor_rows anchor_rows_of_operator(const jsmf_operator *op);
/* Of a compressed co-occurrence, whose columns are its topics. */
anchor_rows anchor_rows_of_block(size_t n, size_t width, const double *block);
/* As the functions of jsmf_operator. out: m x width; norms: n; products: n x m. */
jsmf_status anchor_rows_gather(jsmf_context *ctx, const anchor_rows *rows, size_t m, const size_t *index,
                               double *out) JSMF_CHECKED;
jsmf_status anchor_rows_norms(jsmf_context *ctx, const anchor_rows *rows, double *norms) JSMF_CHECKED;
jsmf_status anchor_rows_products(jsmf_context *ctx, const anchor_rows *rows, size_t m, const size_t *index,
                                 double *products) JSMF_CHECKED;

/* As jsmf_anchors_select, and products[i * k + j] = <Cbar_i, Cbar_s[j]> (n x k) where that is not NULL: they come with
 * the selection, and recovery needs them. Rows of words without mass are 0. */
jsmf_status anchors_select(jsmf_context *ctx, const anchor_rows *rows, const double *sums,
                           const jsmf_anchor_options *options, int64_t *s, double *residuals,
                           double *products) JSMF_CHECKED;
/* The same for anchors that are given: distinct, within range and with mass, or JSMF_EUSAGE. */
jsmf_status anchors_given(jsmf_context *ctx, const anchor_rows *rows, const double *sums, size_t k, const int64_t *s,
                          double *residuals, double *products) JSMF_CHECKED;

/* Whether a word's row can be divided by its sum. */
bool anchors_has_mass(double sum);

/* ---- an orthonormal basis of the rows chosen so far (anchor_basis.c) ---- */
typedef struct anchor_basis {
    anchor_rows rows;
    const double *sums;
    size_t count;
    double *q; /* capacity x width, rows orthonormal */
} anchor_basis;

/* Rows index[0 .. m - 1] of Cbar into rows (m x width), less their projection onto the basis (taken off twice, as
 * rounding asks for: Parlett's "twice is enough"), and their squared norms into norms[m]. */
jsmf_status anchor_basis_residuals(jsmf_context *ctx, const anchor_basis *basis, size_t m, const size_t *index,
                                   double *rows, double *norms) JSMF_CHECKED;
/* Adds the row's direction to the basis; *residual = the distance of row i from the span before. A row within the span
 * adds a zero row. */
jsmf_status anchor_basis_add(jsmf_context *ctx, anchor_basis *basis, size_t i, double *residual) JSMF_CHECKED;

#endif
