/* Compositions against true ones (002 section 4). */
#include "list.h"

#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS = 512 };

enum { PRECISION, RECALL, F1, NON_PROMINENT, L1, L_INFINITY, HELLINGER, COSINE, MEASURES };
static const char *const names[] = { "Precision", "Recall", "F1", "NonProminent", "CompositionL1",
                                     "CompositionLInfinity", "Hellinger", "Cosine", NULL };

typedef struct pairs {
    const jsmf_metrics_compositions *c;
    size_t width;              /* the model's topics, and true ones without match behind them */
    const size_t *place;       /* true topics: their place among the width */
    double *partial;           /* chunks x MEASURES */
    double *scratch;           /* 2 x width a thread */
    size_t *order;             /* width a thread */
    bool *prominent;           /* 2 x width a thread */
} pairs;

/* The largest topics first, until their mass is 0.8 (Yao and others, 2009). */
static size_t find_prominent(size_t k, const double *w, size_t *order, bool *prominent)
{
    static const double prominent_mass = 0.8 - 1e-12;
    double sum = 0;
    size_t count = 0;
    jsmf_top(k, w, 1, -1, k, order);
    memset(prominent, 0, k * sizeof *prominent);
    while (count < k && sum < prominent_mass) {
        sum += w[order[count]];
        prominent[order[count++]] = true;
    }
    return count;
}

static void judge_prominent(size_t k, const double *x, size_t found, const bool *px, size_t expected, const bool *py,
                            double *sums)
{
    double both = 0, outside = 0, precision, recall;
    for (size_t j = 0; j < k; j++) {
        both += px[j] && py[j];
        outside += py[j] ? 0 : x[j];
    }
    precision = found ? both / (double)found : 0;
    recall = expected ? both / (double)expected : 0;
    sums[PRECISION] += precision;
    sums[RECALL] += recall;
    sums[F1] += both > 0 ? 2 * precision * recall / (precision + recall) : 0;
    sums[NON_PROMINENT] += outside;
}

static void judge_distances(size_t k, const double *x, const double *y, double *sums)
{
    double l1 = 0, most = 0, hellinger = 0, dot = 0, xx = 0, yy = 0;
    for (size_t j = 0; j < k; j++) {
        double d = fabs(x[j] - y[j]), root = sqrt(fmax(x[j], 0)) - sqrt(fmax(y[j], 0));
        l1 += d;
        most = fmax(most, d);
        hellinger += root * root;
        dot += x[j] * y[j];
        xx += x[j] * x[j];
        yy += y[j] * y[j];
    }
    sums[L1] += l1;
    sums[L_INFINITY] += most;
    sums[HELLINGER] += sqrt(0.5 * hellinger);
    sums[COSINE] += xx > 0 && yy > 0 ? 1 - dot / sqrt(xx * yy) : 1;
}

static jsmf_status judge_documents(jsmf_context *ctx, void *arg, size_t chunk)
{
    const pairs *p = arg;
    const jsmf_metrics_compositions *c = p->c;
    const size_t thread = (size_t)jsmf_context_thread(ctx), first = chunk * DOCUMENTS, width = p->width;
    const size_t last = first + jsmf_chunk_length(c->documents, DOCUMENTS, chunk);
    double *x = p->scratch + 2 * thread * width, *y = x + width, *sums = p->partial + chunk * MEASURES;
    bool *px = p->prominent + 2 * thread * width, *py = px + width;
    size_t *order = p->order + thread * width;
    memset(sums, 0, MEASURES * sizeof *sums);
    for (size_t d = first; d < last; d++) {
        memset(x, 0, 2 * width * sizeof *x);
        memcpy(x, c->w + d * c->k, c->k * sizeof *x);
        for (size_t l = 0; l < c->true_k; l++)
            y[p->place[l]] = c->truth[d * c->true_k + l];
        size_t found = find_prominent(width, x, order, px), expected = find_prominent(width, y, order, py);
        judge_prominent(width, x, found, px, expected, py, sums);
        judge_distances(width, x, y, sums);
    }
    return JSMF_OK;
}

/* place (true_k): where the true topics stand among the model's, those without match behind. Returns the width. */
static size_t place_topics(const jsmf_metrics_compositions *c, size_t *place)
{
    size_t width = c->k;
    for (size_t l = 0; l < c->true_k; l++)
        place[l] = JSMF_UNMATCHED;
    for (size_t k = 0; k < c->k; k++)
        if (c->match[k] != JSMF_UNMATCHED)
            place[c->match[k]] = k;
    for (size_t l = 0; l < c->true_k; l++)
        if (place[l] == JSMF_UNMATCHED)
            place[l] = width++;
    return width;
}

static jsmf_status judge(jsmf_context *ctx, pairs *p, jsmf_metrics *out)
{
    const size_t threads = (size_t)jsmf_context_threads(ctx), chunks = jsmf_chunk_count(p->c->documents, DOCUMENTS);
    p->partial = jsmf_alloc(ctx, chunks, MEASURES * sizeof *p->partial);
    p->scratch = jsmf_alloc(ctx, threads, 2 * p->width * sizeof *p->scratch);
    p->order = jsmf_alloc(ctx, threads, p->width * sizeof *p->order);
    p->prominent = jsmf_alloc(ctx, threads, 2 * p->width * sizeof *p->prominent);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_parallel(ctx, chunks, judge_documents, p) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < MEASURES; i++) {
        double sum = 0;
        for (size_t chunk = 0; chunk < chunks; chunk++)
            sum += p->partial[chunk * MEASURES + i];
        if (jsmf_metrics_add(ctx, out, names[i], sum / (double)p->c->documents, "there are no documents") != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_metrics_of_compositions(jsmf_context *ctx, const jsmf_metrics_compositions *c, jsmf_metrics *out)
{
    size_t *place = jsmf_alloc(ctx, c->true_k, sizeof *place);
    pairs p = { .c = c, .place = place };
    if (!place)
        return jsmf_context_status(ctx);
    p.width = place_topics(c, place);
    const jsmf_status status = judge(ctx, &p, out);
    free(p.partial);
    free(p.scratch);
    free(p.order);
    free(p.prominent);
    free(place);
    return status;
}
