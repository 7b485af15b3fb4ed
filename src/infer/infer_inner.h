/* What the library uses of this room beside jsmf/infer.h, and no program. */
#ifndef JSMF_INFER_INNER_H
#define JSMF_INFER_INNER_H

#include "jsmf/infer.h"

/* The dual (shape[0] x shape[1]), borrowed; NULL where there is none. It is of the topics that have mass. */
const double *jsmf_infer_dual(const jsmf_infer *infer, size_t shape[2]);
/* Takes a copy of a dual that a run with the same options, on the same model, has learned. JSMF_EDATA unless its shape
 * is what this method has for the k topics that have mass (PADD: k x k; PAMI: k columns, and k rows for each block),
 * and its entries are finite, and, for PADD, symmetric. JSMF_EUSAGE where the method needs no dual. */
jsmf_status jsmf_infer_set_dual(jsmf_context *ctx, jsmf_infer *infer, size_t rows, size_t cols,
                                const double *dual) JSMF_CHECKED;

/* ---- document completion (Wallach and others, 2009), which judges models by documents ---- */

typedef struct jsmf_infer_completion jsmf_infer_completion;

/* Of documents that have been completed: sum of log (B w)_i over the tokens of their second halves, how many these are,
 * and how many tokens of words of no topic were left out. */
typedef struct jsmf_infer_completed {
    double log_probability, tokens, unknown;
} jsmf_infer_completed;

/* Makes *out, which the caller frees with jsmf_infer_completion_free, of the model's b and a, which are copied; NULL
 * where it fails. Topics without mass in either are left out. JSMF_EDATA where no topic is left, and, like
 * JSMF_ENUMERIC, where no documents can have the moments a; JSMF_ESYSTEM for lack of memory. */
jsmf_status jsmf_infer_completion_new(jsmf_context *ctx, const jsmf_model *model,
                                      jsmf_infer_completion **out) JSMF_CHECKED;
void jsmf_infer_completion_free(jsmf_infer_completion *c); /* NULL is fine */
/* Splits the tokens of at most JSMF_BATCH_DOCUMENTS documents at random into halves; an odd token goes to the first.
 * The composition w is inferred from the first half by jsmf_infer_defaults, and the second is scored: adds to *total.
 * What the halves are depends on the context's seed and on the document's number: places[row], or first + row where
 * places is NULL. Fails as jsmf_infer_compose does. */
jsmf_status jsmf_infer_completion_add(jsmf_context *ctx, jsmf_infer_completion *c, const jsmf_csr *batch,
                                      const size_t *places, size_t first, jsmf_infer_completed *total) JSMF_CHECKED;
/* The bytes that these allocate, for batches of at most so many entries. */
size_t jsmf_infer_completion_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t entries);

#endif
