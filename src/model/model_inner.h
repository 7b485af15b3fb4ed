/* What the library uses of this room beside jsmf/model.h, and no program. */
#ifndef JSMF_MODEL_INNER_H
#define JSMF_MODEL_INNER_H

#include "jsmf/model.h"

/* alpha (k) = alpha_0 A e, the parameters of the Dirichlet of mean A e whose variances have the sum that those of A
 * have: tr A - |A e|^2 = (1 - |A e|^2) / (alpha_0 + 1) (004 section 4.2). a (k x k) is symmetric, of any positive sum,
 * by which it is divided. alpha is positive throughout: alpha_0 is held within 1e-3 to 1e6, which matters where a has
 * no Dirichlet's moments, and a topic's part of it is at least 1e-6 of an even one. */
void jsmf_model_alpha_from_moments(size_t k, const double *a, double *alpha);

/* Gives model, whose topics were those of `from` and have moved, the anchors of `from` that hold in it by its bbar, and
 * JSMF_NO_ANCHOR in the place of the others; nothing where `from` has no s. Lists of anchors are given likewise where a
 * topic still has several. Fails for lack of memory. */
jsmf_status jsmf_model_keep_anchors(jsmf_context *ctx, const jsmf_model *from, jsmf_model *model) JSMF_CHECKED;
/* canchor (k x n) = the rows of Cbar that ideal anchors would have in C = B A B': row k is sum_l A_kl B_l / sum_l A_kl,
 * the words beside a token of topic k; 0 for a topic without mass. Fails for lack of memory. */
jsmf_status jsmf_model_imply_canchor(jsmf_context *ctx, jsmf_model *model) JSMF_CHECKED;

/* JSMF_EDATA unless documents over so many words (theirs) suit a model of so many (words). */
jsmf_status jsmf_model_check_words(jsmf_context *ctx, size_t words, size_t theirs) JSMF_CHECKED;
/* JSMF_EDATA where an entry of alpha (k), or of NULL, which has none, is not positive or not finite. name names the
 * stream in the message; it may be NULL. */
jsmf_status jsmf_model_check_alpha(jsmf_context *ctx, const char *name, size_t k, const double *alpha) JSMF_CHECKED;

#endif
