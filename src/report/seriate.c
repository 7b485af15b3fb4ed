/* An order of topics in which groups stand together: clusters are joined, nearest first, end to end. */
#include "jsmf/report.h"

#include <math.h>
#include <stdlib.h>

typedef struct clusters {
    size_t k, count;
    double *apart;       /* k x k: of topics */
    double *mean;        /* k x k: of clusters, which are known by their first topic's number */
    size_t *size, *next; /* k: a cluster's topics are a chain from its number, in their order; k ends it */
    bool *gone;
} clusters;

/* Of topics that never meet, too, it is finite. */
static double apart_of(double lift) { return -log(fmin(fmax(lift, 1e-3), 1e3)); }

static void nearest_pair(const clusters *c, size_t *a, size_t *b)
{
    double least = INFINITY;
    for (size_t i = 0; i < c->k; i++)
        for (size_t j = i + 1; !c->gone[i] && j < c->k; j++)
            if (!c->gone[j] && c->mean[i * c->k + j] < least) {
                least = c->mean[i * c->k + j];
                *a = i;
                *b = j;
            }
}

/* The chain's topics into list; returns how many. */
static size_t unfold(const clusters *c, size_t head, const size_t *heads, size_t *list)
{
    size_t count = 0;
    for (size_t i = heads[head]; i != c->k; i = c->next[i])
        list[count++] = i;
    return count;
}

static void turn_round(size_t count, size_t *list)
{
    for (size_t i = 0; 2 * i + 1 < count; i++) {
        const size_t kept = list[i];
        list[i] = list[count - 1 - i];
        list[count - 1 - i] = kept;
    }
}

/* Joins b's chain behind a's, each turned so that the nearer ends meet. list has place for both. */
static void join(clusters *c, size_t a, size_t b, size_t *heads, size_t *list)
{
    const size_t first = unfold(c, a, heads, list), second = unfold(c, b, heads, list + first);
    size_t *x = list, *y = list + first, best = 0;
    double least = INFINITY;
    for (size_t turned = 0; turned < 4; turned++) {
        const size_t end = turned & 1 ? x[0] : x[first - 1], start = turned & 2 ? y[second - 1] : y[0];
        if (c->apart[end * c->k + start] < least) {
            least = c->apart[end * c->k + start];
            best = turned;
        }
    }
    if (best & 1)
        turn_round(first, x);
    if (best & 2)
        turn_round(second, y);
    for (size_t i = 0; i < first + second; i++)
        c->next[list[i]] = i + 1 < first + second ? list[i + 1] : c->k;
    heads[a] = list[0];
}

static void merge(clusters *c, size_t a, size_t b)
{
    const double first = (double)c->size[a], second = (double)c->size[b];
    for (size_t i = 0; i < c->k; i++) {
        const double mean = (first * c->mean[a * c->k + i] + second * c->mean[b * c->k + i]) / (first + second);
        c->mean[a * c->k + i] = c->mean[i * c->k + a] = mean;
    }
    c->size[a] += c->size[b];
    c->gone[b] = true;
}

jsmf_status jsmf_report_seriate(jsmf_context *ctx, size_t k, const double *lift, size_t *order)
{
    clusters c = { .k = k, .count = k };
    size_t *heads = jsmf_alloc(ctx, k, sizeof *heads), *list = jsmf_alloc(ctx, k, sizeof *list);
    c.apart = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *c.apart);
    c.mean = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *c.mean);
    c.size = jsmf_alloc(ctx, k, sizeof *c.size);
    c.next = jsmf_alloc(ctx, k, sizeof *c.next);
    c.gone = jsmf_alloc_zero(ctx, k, sizeof *c.gone);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < k * k; i++)
        c.apart[i] = c.mean[i] = apart_of(lift[i]);
    for (size_t i = 0; i < k; i++) {
        c.size[i] = 1;
        c.next[i] = k;
        heads[i] = i;
    }
    while (c.count-- > 1) {
        size_t a = 0, b = 0;
        nearest_pair(&c, &a, &b);
        join(&c, a, b, heads, list);
        merge(&c, a, b);
    }
    unfold(&c, 0, heads, order);
done:
    free(c.apart);
    free(c.mean);
    free(c.size);
    free(c.next);
    free(c.gone);
    free(heads);
    free(list);
    return jsmf_context_status(ctx);
}
