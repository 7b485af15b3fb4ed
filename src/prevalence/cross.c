/* Groups by two values at once. */
#include "jsmf/prevalence.h"

#include <stdlib.h>
#include <string.h>

/* A pair that occurs, as a number: its group of a, times b's count, and that of b. */
typedef struct pair {
    uint64_t number;
    size_t document;
} pair;

/* No two are equal, as no two are of one document. */
static int by_number(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number ? 1 : x->document < y->document ? -1 : 1;
}

static jsmf_status copy_names(jsmf_context *ctx, const jsmf_prevalence_groups *from, size_t group, jsmf_strings *names)
{
    for (size_t i = group * from->parts; i < (group + 1) * from->parts; i++)
        if (jsmf_strings_add(ctx, names, jsmf_strings_get(&from->names, i), jsmf_strings_length(&from->names, i)) !=
            JSMF_OK)
            break;
    return jsmf_context_status(ctx);
}

/* Every different pair becomes a group. */
static jsmf_status number_pairs(jsmf_context *ctx, const jsmf_prevalence_groups *a, const jsmf_prevalence_groups *b,
                                const pair *pairs, size_t count, jsmf_prevalence_groups *out)
{
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || pairs[i].number != pairs[i - 1].number) {
            if (copy_names(ctx, a, (size_t)(pairs[i].number / b->count), &out->names) != JSMF_OK ||
                copy_names(ctx, b, (size_t)(pairs[i].number % b->count), &out->names) != JSMF_OK)
                break;
            out->count++;
        }
        out->group[pairs[i].document] = out->count - 1;
    }
    return jsmf_context_status(ctx);
}

/* The pairs of the documents that have both; returns how many these are. */
static size_t list_pairs(const jsmf_prevalence_groups *a, const jsmf_prevalence_groups *b, pair *pairs, size_t *group)
{
    size_t count = 0;
    for (size_t d = 0; d < a->documents; d++) {
        group[d] = JSMF_PREVALENCE_NO_GROUP;
        if (a->group[d] != JSMF_PREVALENCE_NO_GROUP && b->group[d] != JSMF_PREVALENCE_NO_GROUP)
            pairs[count++] = (pair){ (uint64_t)a->group[d] * b->count + b->group[d], d };
    }
    qsort(pairs, count, sizeof *pairs, by_number);
    return count;
}

jsmf_status jsmf_prevalence_cross(jsmf_context *ctx, const jsmf_prevalence_groups *a, const jsmf_prevalence_groups *b,
                                  jsmf_prevalence_groups *out)
{
    pair *pairs;
    *out = (jsmf_prevalence_groups){ .documents = a->documents, .parts = a->parts + b->parts };
    if (jsmf_memory_check(ctx, jsmf_mul_sat(a->documents, sizeof *pairs + sizeof *out->group),
                          "grouping documents by two values", JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    pairs = jsmf_alloc(ctx, a->documents, sizeof *pairs);
    out->group = jsmf_alloc(ctx, a->documents, sizeof *out->group);
    if (jsmf_context_status(ctx) == JSMF_OK) {
        const size_t count = list_pairs(a, b, pairs, out->group);
        out->missing = a->documents - count;
        jsmf_recorded(number_pairs(ctx, a, b, pairs, count, out));
    }
    free(pairs);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_prevalence_groups_free(out);
    return jsmf_context_status(ctx);
}
