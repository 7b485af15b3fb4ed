/* Words that tell a topic from others: frequent in it, and exclusive to it (FREX). */
#include "jsmf/model.h"

#include <stdlib.h>

enum { FREQUENT = 50 };

typedef struct measured {
    double value;
    size_t word;
} measured;

/* No two are equal, as no two are of one word. */
static int ascending(const void *a, const void *b)
{
    const measured *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value ? 1 : x->word > y->word ? -1 : 1;
}

/* rank[word] = the part of the list whose value is not above the word's. */
static void rank(measured *list, size_t count, double *ranks)
{
    qsort(list, count, sizeof *list, ascending);
    for (size_t i = count, last = count; i-- > 0;) {
        if (i + 1 < count && list[i].value < list[i + 1].value)
            last = i + 1;
        ranks[list[i].word] = (double)last / (double)count;
    }
}

/* What is worked on; n entries each. */
typedef struct scratch {
    double *sum;                    /* over topics: of B's row */
    double *frequent, *exclusive;   /* ranks */
    double *frex;
    measured *list;
    size_t top[FREQUENT];
} scratch;

/* Half the probability of the 50th word, or of the last one above 0. */
static double least_probability(const jsmf_model *m, size_t k, scratch *s)
{
    const size_t found = jsmf_top(m->n, m->b + k, m->k, 0, FREQUENT, s->top);
    return found ? m->b[s->top[found - 1] * m->k + k] / 2 : 0;
}

static void measure(const jsmf_model *m, size_t k, scratch *s)
{
    const double least = least_probability(m, k, s);
    size_t count = 0;
    for (size_t i = 0; i < m->n; i++) {
        const double b = m->b[i * m->k + k];
        s->frex[i] = 0;
        if (b > 0 && b >= least)
            s->list[count++] = (measured){ b, i };
    }
    rank(s->list, count, s->frequent);
    for (size_t j = 0; j < count; j++)
        s->list[j].value /= s->sum[s->list[j].word];
    rank(s->list, count, s->exclusive);
    for (size_t j = 0; j < count; j++) {
        const size_t i = s->list[j].word;
        s->frex[i] = 2 / (1 / s->frequent[i] + 1 / s->exclusive[i]);
    }
}

static void find(const jsmf_model *m, size_t count, scratch *s, size_t *top)
{
    for (size_t i = 0; i < m->n * m->k; i++)
        s->sum[i / m->k] += m->b[i];
    for (size_t k = 0; k < m->k; k++) {
        size_t found;
        measure(m, k, s);
        found = jsmf_top(m->n, s->frex, 1, 0, count, top + k * count);
        while (found < count)
            top[k * count + found++] = JSMF_NONE;
    }
}

jsmf_status jsmf_model_frex(jsmf_context *ctx, const jsmf_model *m, size_t count, size_t *top)
{
    scratch s = { .sum = jsmf_alloc_zero(ctx, m->n, sizeof *s.sum) };
    s.frequent = jsmf_alloc(ctx, m->n, sizeof *s.frequent);
    s.exclusive = jsmf_alloc(ctx, m->n, sizeof *s.exclusive);
    s.frex = jsmf_alloc(ctx, m->n, sizeof *s.frex);
    s.list = jsmf_alloc(ctx, m->n, sizeof *s.list);
    if (jsmf_context_status(ctx) == JSMF_OK)
        find(m, count, &s, top);
    free(s.sum);
    free(s.frequent);
    free(s.exclusive);
    free(s.frex);
    free(s.list);
    return jsmf_context_status(ctx);
}
