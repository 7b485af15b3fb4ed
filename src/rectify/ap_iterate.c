#include "ap_iterate.h"
#include "operator/operator_inner.h"

#include <stdlib.h>
#include <string.h>

/* The part of n^2 up to which the entries below 0 are kept as a sparse correction: where a stored matrix becomes as
 * fast (measured at n = 5000, k = 50), or where there is none, and what is not kept is made anew in every product. */
static const double largest_part_beside_stored = 0.40, largest_part_beside_tiles = JSMF_NEGATIVE_PART;
/* Half of them are held, each a double and a byte. */
static const double entry_bytes = 9 * 0.5;

static bool storable(const jsmf_context *ctx, size_t n)
{
    return jsmf_mul_sat(jsmf_mul_sat(n, n), sizeof(double)) <= jsmf_context_memory_rule(ctx) / 4 * 3;
}

/* The most entries that the sparse correction may have; a fixed rule of the sizes and the memory limit. */
static size_t most_entries(const jsmf_context *ctx, size_t n, bool stored)
{
    const double part = stored ? largest_part_beside_stored : largest_part_beside_tiles;
    const double entries = part * (double)n * (double)n;
    const double memory = (double)(jsmf_context_memory_rule(ctx) / 2) / entry_bytes;
    return (size_t)(entries < memory ? entries : memory);
}

jsmf_status jsmf_rectify_ap_iterate_init(jsmf_context *ctx, jsmf_rectify_ap_iterate *it, size_t n, size_t k,
                                         double *storage)
{
    *it = (jsmf_rectify_ap_iterate){ .n = n, .k = k, .storage = storage, .negative = SIZE_MAX };
    it->storable = storage || storable(ctx, n);
    it->y = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *it->y);
    return jsmf_context_status(ctx);
}

static void clear(jsmf_rectify_ap_iterate *it)
{
    jsmf_operator_free(it->op);
    jsmf_operator_negative_free(&it->e);
    it->op = NULL;
}

void jsmf_rectify_ap_iterate_free(jsmf_rectify_ap_iterate *it)
{
    clear(it);
    free(it->y);
    if (it->owned)
        free(it->storage);
    *it = (jsmf_rectify_ap_iterate){ 0 };
}

/* Leaves it->op NULL where there are more than `most` negative entries and the matrix can be stored instead. */
static jsmf_status correct_sparsely(jsmf_context *ctx, jsmf_rectify_ap_iterate *it, const jsmf_operator_shifted *t,
                                    size_t most, double *image)
{
    const size_t bytes = jsmf_mul_sat(jsmf_mul_sat(it->n, it->n), sizeof *it->storage);
    if ((image && jsmf_operator_shifted_times(ctx, t, it->k, it->y, image) != JSMF_OK) ||
        jsmf_operator_negative_build(ctx, t, most, it->storage, bytes, image, &it->e) != JSMF_OK)
        return jsmf_context_status(ctx);
    it->image = image;
    it->negative = it->e.nnz;
    if (it->e.stored || !it->storable)
        return jsmf_operator_patched(ctx, t, &it->e, &it->op);
    jsmf_operator_negative_free(&it->e);
    return JSMF_OK;
}

static jsmf_status store(jsmf_context *ctx, jsmf_rectify_ap_iterate *it, const jsmf_operator_shifted *t)
{
    if (!it->storage) {
        it->storage = jsmf_alloc(ctx, jsmf_mul_sat(it->n, it->n), sizeof *it->storage);
        it->owned = true;
    }
    if (!it->storage || jsmf_operator_shifted_fill(ctx, t, 1, it->storage, &it->negative) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_operator_dense(ctx, it->n, it->storage, &it->op);
}

jsmf_status jsmf_rectify_ap_project_nonnegative(jsmf_context *ctx, jsmf_rectify_ap_iterate *it, double *image)
{
    const jsmf_operator_shifted t = { .n = it->n, .k = it->k, .y = it->y, .r = it->r };
    const size_t most = most_entries(ctx, it->n, it->storable);
    clear(it);
    it->image = NULL;
    /* What is made anew in every product is made once less where the first product comes with the entries. The stored
     * matrix counts the negative entries too, so that one pass is enough as long as they are too many. */
    if ((it->negative == SIZE_MAX || it->negative <= most || !it->storable) &&
        correct_sparsely(ctx, it, &t, most, it->storable ? NULL : image) != JSMF_OK)
        return jsmf_context_status(ctx);
    return it->op ? JSMF_OK : store(ctx, it, &t);
}

/* The corrections lie in the storage where there is one. */
size_t jsmf_rectify_ap_iterate_bytes(const jsmf_context *ctx, size_t n, size_t k, bool in_place)
{
    const size_t tall = jsmf_mul_sat(jsmf_mul_sat(n, 2 * k + 1), sizeof(double));
    const size_t matrix = jsmf_mul_sat(jsmf_mul_sat(n, n), sizeof(double));
    size_t more = 0;
    if (!in_place && storable(ctx, n))
        more = matrix;
    else if (!in_place)
        more = (size_t)((double)most_entries(ctx, n, false) * entry_bytes);
    return tall < SIZE_MAX - more ? tall + more : SIZE_MAX;
}
