/* What the library uses of this room beside jsmf/operator.h, and no program. */
#ifndef JSMF_OPERATOR_INNER_H
#define JSMF_OPERATOR_INNER_H

#include "jsmf/operator.h"

/* What a representation provides. apply and free are required. panel is NULL where there are products alone; the others
 * may be NULL, and are derived from panel then. */
typedef struct jsmf_operator_class {
    const char *name; /* "dense", "sparse", "factored", "rectified", ... for messages */
    /* Y = C X, X and Y N x p. Parallel inside. */
    jsmf_status (*apply)(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y);
    /* Rows i0 .. i0 + m - 1 into panel (m x N). Called from chunks: runs on the calling thread, no shared scratch. */
    jsmf_status (*panel)(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *panel);
    /* sums[i] = sum of row i */
    jsmf_status (*row_sums)(jsmf_context *ctx, const void *self, double *sums);
    /* norms[i] = squared 2-norm of row i */
    jsmf_status (*row_norms)(jsmf_context *ctx, const void *self, double *norms);
    /* Rows index[0 .. m - 1] into rows (m x N). */
    jsmf_status (*gather)(jsmf_context *ctx, const void *self, size_t m, const size_t *index, double *rows);
    /* The k largest eigenpairs, as by jsmf_eigen_largest but for the signs, where the representation holds them: then
     * *known, else nothing is written. */
    jsmf_status (*leading)(jsmf_context *ctx, const void *self, size_t k, double *values, double *vectors, bool *known);
    /* The bytes that a product with one vector reads. NULL where reading is not what it costs. */
    size_t (*single_bytes)(const void *self);
    void (*free)(void *self);
} jsmf_operator_class;

/* Takes self (freed by jsmf_operator_free through the class; on failure too). */
jsmf_status jsmf_operator_new(jsmf_context *ctx, const jsmf_operator_class *class, void *self, size_t n,
                              jsmf_operator **out) JSMF_CHECKED;
size_t jsmf_operator_size(const jsmf_operator *op);

/* ---- representations (arrays are borrowed) ---- */

jsmf_status jsmf_operator_dense(jsmf_context *ctx, size_t n, const double *c, jsmf_operator **out) JSMF_CHECKED;
/* c: symmetric, values, both halves stored. Where 3 of a hundred entries are not 0, or more, and an eighth of the
 * memory (jsmf_context_memory_rule) has room for it, a copy of one half is made and owned, of 4.5 bytes an entry. */
jsmf_status jsmf_operator_sparse(jsmf_context *ctx, const jsmf_csr *c, jsmf_operator **out) JSMF_CHECKED;

/* C = H' diag(weights) H - diag(diagonal), h documents x words with counts, weights (h->rows) not negative: for block
 * products by the hundred, in 4 bytes an entry. Keeps h and weights no longer than the call. Owns the scratch of its
 * products, so that there is one product at a time, from outside of chunks; panels are slow. */
jsmf_status jsmf_operator_documents(jsmf_context *ctx, const jsmf_csr *h, const double *weights, const double *diagonal,
                                    jsmf_operator **out) JSMF_CHECKED;

/* C = V diag(d) V', v n x k: a low-rank co-occurrence. Its eigenpairs are known where V's columns are orthonormal to
 * rounding and d is positive; then more than k of them are JSMF_ENUMERIC. */
jsmf_status jsmf_operator_eigen(jsmf_context *ctx, size_t n, size_t k, const double *v, const double *d,
                                jsmf_operator **out) JSMF_CHECKED;

/* ---- what every operator does, as its class says ---- */

jsmf_status jsmf_operator_apply(jsmf_context *ctx, const jsmf_operator *op, size_t p, const double *x,
                                double *y) JSMF_CHECKED;
/* Whether it has rows; JSMF_EUSAGE from whatever needs them where it has not. */
bool jsmf_operator_has_rows(const jsmf_operator *op);
jsmf_status jsmf_operator_panel(jsmf_context *ctx, const jsmf_operator *op, size_t i0, size_t m,
                                double *panel) JSMF_CHECKED;
jsmf_status jsmf_operator_row_norms(jsmf_context *ctx, const jsmf_operator *op, double *norms) JSMF_CHECKED;
jsmf_status jsmf_operator_gather(jsmf_context *ctx, const jsmf_operator *op, size_t m, const size_t *index,
                                 double *rows) JSMF_CHECKED;
/* products[i * m + j] = <row i, row index[j]>, N x m: for anchors in batches and the least squares' right-hand
 * sides. */
jsmf_status jsmf_operator_products(jsmf_context *ctx, const jsmf_operator *op, size_t m, const size_t *index,
                                   double *products) JSMF_CHECKED;
/* As the class's: *known = false where the representation has to be asked by products. */
jsmf_status jsmf_operator_leading(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *vectors,
                                  bool *known) JSMF_CHECKED;
/* As the class's; SIZE_MAX where it has none. */
size_t jsmf_operator_single_bytes(const jsmf_operator *op);
/* The tile loop: panels of a height that depends on N alone, in parallel; fn sees each once (chunk i, rows i0 ..
 * i0 + m - 1, in the child context of that chunk). */
typedef jsmf_status (*jsmf_operator_panel_fn)(jsmf_context *ctx, void *arg, size_t chunk, size_t i0, size_t m,
                                              const double *panel);
size_t jsmf_operator_panel_height(const jsmf_operator *op);
jsmf_status jsmf_operator_each_panel(jsmf_context *ctx, const jsmf_operator *op, jsmf_operator_panel_fn fn,
                                     void *arg) JSMF_CHECKED;

#endif
