/* The mean composition of groups of documents, and intervals of it. */
#include "jsmf/prevalence.h"

#include "student.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sums are taken of what a composition differs from the first one of its group by, d = w - first, so that small
 * deviations keep their digits. */
struct jsmf_prevalence_sums {
    size_t groups, k;
    size_t *documents;        /* groups */
    double *weight, *squares; /* groups: sums of the weights a, and of a^2 */
    double *first;            /* groups x k: a composition */
    double *ad, *aad, *aadd;  /* groups x k: sums of a d, a^2 d, a^2 d^2 */
};

size_t jsmf_prevalence_bytes(size_t groups, size_t k)
{
    enum { TABLES = 7, LISTS = 4 };
    const size_t tables = jsmf_mul_sat(jsmf_mul_sat(groups, k), TABLES * sizeof(double));
    return jsmf_add_sat(tables, jsmf_mul_sat(groups, LISTS * sizeof(double)));
}

jsmf_status jsmf_prevalence_start(jsmf_context *ctx, size_t groups, size_t k, jsmf_prevalence_sums **out)
{
    const size_t entries = jsmf_mul_sat(groups, k);
    jsmf_prevalence_sums *s = jsmf_alloc_zero(ctx, 1, sizeof *s);
    *out = NULL;
    if (!s)
        return jsmf_context_status(ctx);
    s->groups = groups;
    s->k = k;
    s->documents = jsmf_alloc_zero(ctx, groups, sizeof *s->documents);
    s->weight = jsmf_alloc_zero(ctx, groups, sizeof *s->weight);
    s->squares = jsmf_alloc_zero(ctx, groups, sizeof *s->squares);
    s->first = jsmf_alloc_zero(ctx, entries, sizeof *s->first);
    s->ad = jsmf_alloc_zero(ctx, entries, sizeof *s->ad);
    s->aad = jsmf_alloc_zero(ctx, entries, sizeof *s->aad);
    s->aadd = jsmf_alloc_zero(ctx, entries, sizeof *s->aadd);
    if (jsmf_context_status(ctx) == JSMF_OK)
        *out = s;
    else
        jsmf_prevalence_sums_free(s);
    return jsmf_context_status(ctx);
}

void jsmf_prevalence_sums_free(jsmf_prevalence_sums *s)
{
    if (!s)
        return;
    free(s->documents);
    free(s->weight);
    free(s->squares);
    free(s->first);
    free(s->ad);
    free(s->aad);
    free(s->aadd);
    free(s);
}

static void add_one(jsmf_prevalence_sums *s, size_t g, const double *w, double a)
{
    double *first = s->first + g * s->k, *ad = s->ad + g * s->k, *aad = s->aad + g * s->k, *aadd = s->aadd + g * s->k;
    if (s->documents[g]++ == 0)
        memcpy(first, w, s->k * sizeof *w);
    s->weight[g] += a;
    s->squares[g] += a * a;
    for (size_t j = 0; j < s->k; j++) {
        const double d = w[j] - first[j];
        ad[j] += a * d;
        aad[j] += a * a * d;
        aadd[j] += a * a * d * d;
    }
}

void jsmf_prevalence_add(jsmf_prevalence_sums *sums, size_t count, const double *w, const size_t *group,
                         const double *weight)
{
    for (size_t i = 0; i < count; i++)
        if (group[i] != JSMF_PREVALENCE_NO_GROUP && (!weight || weight[i] > 0))
            add_one(sums, group[i], w + i * sums->k, weight ? weight[i] : 1);
}

/* ---- the result ---- */

/* The effective number of documents: Kish's, which is their number where they weigh the same. */
static double effective(const jsmf_prevalence_sums *s, size_t g)
{
    return s->weight[g] * s->weight[g] / s->squares[g];
}

/* sqrt(n / (n - 1) sum a^2 (w - m)^2) / sum a. */
static double standard_error(const jsmf_prevalence_sums *s, size_t g, size_t j, double shift)
{
    const size_t at = g * s->k + j;
    const double n = effective(s, g);
    const double sum = s->aadd[at] - 2 * shift * s->aad[at] + shift * shift * s->squares[g];
    return sum > 0 ? sqrt(n / (n - 1) * sum) / s->weight[g] : 0;
}

/* A share taken back from its logit. */
static double share(double logit) { return 1 / (1 + exp(-logit)); }

static void find_interval(double mean, double half, double *low, double *high)
{
    const double logit = log(mean) - log1p(-mean), step = half / (mean * (1 - mean));
    *low = fmin(share(logit - step), mean);
    *high = fmax(share(logit + step), mean);
}

static void finish_share(const jsmf_prevalence_sums *s, size_t g, size_t j, double t, jsmf_prevalence *out)
{
    const size_t at = g * s->k + j;
    const double shift = s->ad[at] / s->weight[g], mean = fmin(fmax(s->first[at] + shift, 0), 1);
    out->mean[at] = mean;
    if (!isfinite(t)) {
        out->low[at] = 0;
        out->high[at] = 1;
        return;
    }
    const double half = t * standard_error(s, g, j, shift);
    out->low[at] = out->high[at] = mean;
    if (half > 0 && mean > 0 && mean < 1)
        find_interval(mean, half, out->low + at, out->high + at);
}

static void finish_group(const jsmf_prevalence_sums *s, size_t g, jsmf_prevalence *out)
{
    static const double outside = 0.05;
    double t;
    out->documents[g] = s->documents[g];
    if (s->documents[g] == 0)
        return;
    t = jsmf_prevalence_student(s->documents[g] > 1 ? effective(s, g) - 1 : 0, outside);
    for (size_t j = 0; j < s->k; j++)
        finish_share(s, g, j, t, out);
}

jsmf_status jsmf_prevalence_finish(jsmf_context *ctx, const jsmf_prevalence_sums *sums, jsmf_prevalence *out)
{
    const size_t entries = jsmf_mul_sat(sums->groups, sums->k);
    *out = (jsmf_prevalence){ .groups = sums->groups, .k = sums->k };
    out->documents = jsmf_alloc_zero(ctx, sums->groups, sizeof *out->documents);
    out->mean = jsmf_alloc_zero(ctx, entries, sizeof *out->mean);
    out->low = jsmf_alloc_zero(ctx, entries, sizeof *out->low);
    out->high = jsmf_alloc_zero(ctx, entries, sizeof *out->high);
    if (jsmf_context_status(ctx) != JSMF_OK) {
        jsmf_prevalence_free(out);
        return jsmf_context_status(ctx);
    }
    for (size_t g = 0; g < sums->groups; g++)
        finish_group(sums, g, out);
    return JSMF_OK;
}

void jsmf_prevalence_free(jsmf_prevalence *result)
{
    if (!result)
        return;
    free(result->documents);
    free(result->mean);
    free(result->low);
    free(result->high);
    *result = (jsmf_prevalence){ 0 };
}
