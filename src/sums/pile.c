/* Sparse sums of many parts, like a binary counter's. */
#include "sums_inner.h"

void jsmf_sums_pile_free(jsmf_sums_pile *pile)
{
    if (!pile)
        return;
    while (pile->count)
        jsmf_sums_sparse_free(&pile->parts[--pile->count]);
}

static int64_t entries(const jsmf_sums_sparse *m) { return m->indptr[m->n]; }

/* The last two become one. */
static jsmf_status join(jsmf_context *ctx, jsmf_sums_pile *pile, jsmf_sums_sign sign)
{
    jsmf_sums_sparse *a = &pile->parts[pile->count - 2], *b = a + 1, sum;
    if (jsmf_sums_sparse_add(ctx, a, b, sign, &sum) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_sums_sparse_free(a);
    jsmf_sums_sparse_free(b);
    *a = sum;
    pile->count--;
    return JSMF_OK;
}

jsmf_status jsmf_sums_pile_put(jsmf_context *ctx, jsmf_sums_pile *pile, jsmf_sums_sparse *m, jsmf_sums_sign sign)
{
    pile->parts[pile->count++] = *m;
    *m = (jsmf_sums_sparse){ 0 };
    if (sign < 0 && pile->count == 1)
        return jsmf_fail(ctx, JSMF_EUSAGE, "nothing to take sums away from");
    if (sign < 0 && join(ctx, pile, sign) != JSMF_OK)
        return jsmf_context_status(ctx);
    while (pile->count > 1 &&
           entries(&pile->parts[pile->count - 2]) <= 2 * entries(&pile->parts[pile->count - 1]))
        if (join(ctx, pile, JSMF_SUMS_PLUS) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status jsmf_sums_pile_take(jsmf_context *ctx, jsmf_sums_pile *pile, jsmf_sums_sparse *out)
{
    *out = (jsmf_sums_sparse){ 0 };
    while (pile->count > 1)
        if (join(ctx, pile, JSMF_SUMS_PLUS) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (pile->count == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "sums of no parts");
    *out = pile->parts[--pile->count];
    return JSMF_OK;
}
