#include "prior.h"

#include "document/normal_prior.h"
#include "document/normal.h"

#include "dense/tall.h"

#include <stdlib.h>

size_t jsmf_polish_prior_state(jsmf_polish_prior_kind kind, size_t k) { return kind == JSMF_POLISH_MATRIX ? 2 * k : k; }

size_t jsmf_polish_prior_learned(jsmf_polish_prior_kind kind, size_t k)
{
    return kind == JSMF_POLISH_MATRIX ? jsmf_add_sat(k, jsmf_mul_sat(k, k)) : k;
}

size_t jsmf_polish_prior_values(jsmf_polish_prior_kind kind, size_t k)
{
    return kind == JSMF_POLISH_MATRIX ? jsmf_add_sat(jsmf_mul_sat(2 * k, k), k + 1) : 2 * k;
}

jsmf_status jsmf_polish_prior_new(jsmf_context *ctx, jsmf_polish_prior_kind kind, size_t k, jsmf_polish_prior *p)
{
    const bool matrix = kind == JSMF_POLISH_MATRIX;
    *p = (jsmf_polish_prior){ .class = matrix ? &jsmf_polish_matrix_class : &jsmf_polish_dirichlet_class,
                              .k = k,
                              .state = jsmf_polish_prior_state(kind, k),
                              .learned = jsmf_polish_prior_learned(kind, k),
                              .scratch = matrix ? jsmf_document_normal_scratch(k) : 0,
                              .count = jsmf_polish_prior_values(kind, k) };
    p->values = jsmf_alloc_zero(ctx, p->count, sizeof *p->values);
    return jsmf_context_status(ctx);
}

void jsmf_polish_prior_free(jsmf_polish_prior *p)
{
    free(p->values);
    *p = (jsmf_polish_prior){ 0 };
}

size_t jsmf_polish_prior_bytes(jsmf_polish_prior_kind kind, size_t k, bool moments, size_t rows)
{
    const size_t count = jsmf_polish_prior_values(kind, k);
    const size_t values = jsmf_mul_sat(3 * sizeof(double), jsmf_add_sat(count, k)); /* with learned */
    const size_t square = jsmf_mul_sat(sizeof(double), jsmf_mul_sat(k, k));
    const size_t learning = jsmf_add_sat(jsmf_mul_sat(sizeof(double), jsmf_mul_sat(rows, k)),
                                         jsmf_add_sat(square, jsmf_dense_tall_cross_bytes(rows, k, k)));
    const size_t beginning = moments ? jsmf_add_sat(square, jsmf_document_normal_fit_bytes(k)) : 0;
    return kind == JSMF_POLISH_MATRIX ? jsmf_add_sat(values, jsmf_greatest(beginning, learning)) : values;
}
