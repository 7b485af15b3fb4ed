/* Topics and compositions from parameters. */
#include "synthesis.h"

#include "dense/dense.h"
#include "base/base_inner.h"
#include "synth_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double mandelbrot_shift = 2.7;

enum { COMPOSITIONS_CHUNK = 256 };

/* ---- options ---- */

static jsmf_status refuse(jsmf_context *ctx, const char *name, double value, const char *expected)
{
    return jsmf_fail(ctx, JSMF_EUSAGE, "%s %g: out of range (expected %s)", name, value, expected);
}

static jsmf_status check_sizes(jsmf_context *ctx, const jsmf_synth_options *o)
{
    if (o->documents < 1 || o->documents > INT32_MAX)
        return refuse(ctx, "documents", (double)o->documents, "1 to 2147483647");
    if (o->topics < 1)
        return refuse(ctx, "topics", 0, "1 or more");
    if (o->words > INT32_MAX)
        return refuse(ctx, "words", (double)o->words, "at most 2147483647");
    if (!o->given.b && o->words <= o->topics)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu word%s for %zu topic%s (more words than topics are needed)",
                         JSMF_COUNTED(o->words), JSMF_COUNTED(o->topics));
    if (!(o->length >= 2 && o->length <= JSMF_SYNTH_LONGEST))
        return refuse(ctx, "length", o->length, "2 to 1e7");
    if (o->fixed && o->length != floor(o->length))
        return refuse(ctx, "length", o->length, "a whole number where it is fixed");
    return JSMF_OK;
}

jsmf_status jsmf_synth_check(jsmf_context *ctx, const jsmf_synth_options *o)
{
    if (check_sizes(ctx, o) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!(o->alpha >= 1e-6 && o->alpha <= 1e9))
        return refuse(ctx, "alpha", o->alpha, "1e-6 to 1e9");
    if (!(o->deviation >= 0 && o->deviation <= 100))
        return refuse(ctx, "deviation", o->deviation, "0 to 100");
    if (!(o->correlation >= 0 && o->correlation < 1))
        return refuse(ctx, "correlation", o->correlation, "0 to below 1");
    if (o->groups > o->topics)
        return refuse(ctx, "groups", (double)o->groups, "at most the topics");
    if (!(o->zipf >= 0 && o->zipf <= 10))
        return refuse(ctx, "zipf", o->zipf, "0 to 10");
    if (!(o->beta >= 1e-9 && o->beta <= 1e9))
        return refuse(ctx, "beta", o->beta, "1e-9 to 1e9");
    if (!(o->anchor_mass >= 0 && o->anchor_mass < 1))
        return refuse(ctx, "anchor mass", o->anchor_mass, "0 to below 1");
    if (!(o->drift >= 0 && o->drift <= 10))
        return refuse(ctx, "drift", o->drift, "0 to 10");
    if (o->periods && o->prior != JSMF_SYNTH_DIRICHLET)
        return jsmf_fail(ctx, JSMF_EUSAGE, "periods are for a Dirichlet prior");
    if (o->periods > INT32_MAX)
        return refuse(ctx, "periods", (double)o->periods, "at most 2147483647");
    return JSMF_OK;
}

size_t jsmf_synth_bytes(const jsmf_synth_options *o)
{
    const size_t topics = jsmf_add_sat(jsmf_mul_sat(jsmf_mul_sat(o->topics, o->words), sizeof(double)),
                                       jsmf_mul_sat(o->words, sizeof(double) + sizeof(int32_t)));
    const size_t loadings = jsmf_mul_sat(jsmf_mul_sat(o->topics, o->groups), sizeof(double));
    const size_t drift = jsmf_mul_sat(jsmf_mul_sat(o->topics, o->periods), sizeof(double));
    const size_t prior = o->prior == JSMF_SYNTH_FITTED ? jsmf_synth_fit_bytes(o->topics) : loadings;
    return jsmf_add_sat(topics, jsmf_add_sat(prior, drift));
}

/* ---- topics ---- */

typedef struct topic_work {
    jsmf_synth *synth;
    double *shapes; /* by rank: parameters of the Dirichlet distribution that topics are drawn from */
    int32_t *words; /* the planted anchors, then the words by rank */
    size_t planted, ranks;
} topic_work;

/* The parameters of a topic are proportional to the Zipf-Mandelbrot base, and beta on average. */
static void fill_shapes(topic_work *t)
{
    const jsmf_synth_options *o = &t->synth->options;
    double sum = 0;
    for (size_t rank = 0; rank < t->ranks; rank++) {
        t->shapes[rank] = pow((double)rank + 1 + mandelbrot_shift, -o->zipf);
        sum += t->shapes[rank];
    }
    for (size_t rank = 0; rank < t->ranks; rank++)
        t->shapes[rank] *= o->beta * (double)t->ranks / sum;
}

static jsmf_status draw_topic(jsmf_context *ctx, void *arg, size_t k)
{
    const topic_work *t = arg;
    const jsmf_synth *s = t->synth;
    double *topic = s->topics + k * s->options.words;
    jsmf_synth_draws draws = jsmf_synth_draws_of(s->seed, JSMF_SYNTH_TOPICS, k);
    (void)ctx;
    for (size_t i = 0; i < t->planted; i++)
        topic[t->words[i]] = -INFINITY;
    for (size_t rank = 0; rank < t->ranks; rank++)
        topic[t->words[t->planted + rank]] = jsmf_synth_log_gamma(&draws, t->shapes[rank]);
    jsmf_synth_softmax(s->options.words, topic, JSMF_SYNTH_TOPIC_FLOOR);
    if (!t->planted)
        return JSMF_OK;
    for (size_t i = 0; i < s->options.words; i++)
        topic[i] *= 1 - s->options.anchor_mass;
    topic[t->words[k]] = s->options.anchor_mass;
    return JSMF_OK;
}

/* Ranks are dealt to the words at random, as in a vocabulary in alphabetical order; so are the anchors. */
static jsmf_status draw_topics(jsmf_context *ctx, jsmf_synth *s)
{
    const size_t n = s->options.words, k = s->options.topics;
    topic_work t = { .synth = s, .planted = s->options.anchor_mass > 0 ? k : 0 };
    jsmf_synth_draws draws = jsmf_synth_draws_of(s->seed, JSMF_SYNTH_WORDS, 0);
    t.ranks = n - t.planted;
    t.shapes = jsmf_alloc(ctx, t.ranks, sizeof *t.shapes);
    t.words = jsmf_alloc(ctx, n, sizeof *t.words);
    s->topics = jsmf_alloc(ctx, k, jsmf_mul_sat(n, sizeof *s->topics));
    s->anchors = t.planted ? jsmf_alloc(ctx, k, sizeof *s->anchors) : NULL;
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    fill_shapes(&t);
    jsmf_synth_shuffle(&draws, n, t.words);
    for (size_t i = 0; i < t.planted; i++)
        s->anchors[i] = t.words[i];
    jsmf_recorded(jsmf_parallel(ctx, k, draw_topic, &t));
done:
    free(t.shapes);
    free(t.words);
    return jsmf_context_status(ctx);
}

/* ---- compositions ---- */

static void random_direction(const jsmf_synth *s, size_t topic, double *row)
{
    jsmf_synth_draws draws = jsmf_synth_draws_of(s->seed, JSMF_SYNTH_LOADINGS, topic);
    double squares = 0;
    for (size_t f = 0; f < s->factors; f++) {
        row[f] = jsmf_synth_normal(&draws);
        squares += row[f] * row[f];
    }
    for (size_t f = 0; f < s->factors; f++)
        row[f] /= sqrt(squares);
}

static jsmf_status make_loadings(jsmf_context *ctx, jsmf_synth *s)
{
    const jsmf_synth_options *o = &s->options;
    const size_t k = o->topics;
    s->own = o->deviation * sqrt(1 - o->correlation);
    s->shared = o->deviation * sqrt(o->correlation);
    s->factors = o->groups ? o->groups : 1 + (size_t)sqrt((double)k);
    s->loadings = jsmf_alloc_zero(ctx, k, s->factors * sizeof *s->loadings);
    if (!s->loadings)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++) {
        if (o->groups)
            s->loadings[i * s->factors + i * o->groups / k] = 1;
        else
            random_direction(s, i, s->loadings + i * s->factors);
    }
    return JSMF_OK;
}

static void compose_dirichlet(const jsmf_synth *s, size_t document, jsmf_synth_draws *draws, double *w)
{
    const jsmf_synth_options *o = &s->options;
    const double *mean = s->prevalence ? s->prevalence + document % o->periods * o->topics : NULL;
    for (size_t k = 0; k < o->topics; k++)
        w[k] = jsmf_synth_log_gamma(draws, mean ? o->alpha * mean[k] : o->alpha / (double)o->topics);
}

static void compose_normal(const jsmf_synth *s, jsmf_synth_draws *draws, double *w)
{
    for (size_t k = 0; k < s->options.topics; k++)
        w[k] = s->mean ? s->mean[k] : s->own * jsmf_synth_normal(draws);
    for (size_t f = 0; f < s->factors; f++) {
        double g = s->shared * jsmf_synth_normal(draws);
        for (size_t k = 0; k < s->options.topics; k++)
            w[k] += g * s->loadings[k * s->factors + f];
    }
}

void jsmf_synth_compose(const jsmf_synth *s, size_t document, jsmf_synth_draws *draws, double *w)
{
    if (s->options.prior == JSMF_SYNTH_DIRICHLET)
        compose_dirichlet(s, document, draws, w);
    else
        compose_normal(s, draws, w);
    jsmf_synth_softmax(s->options.topics, w, 0);
}

typedef struct composition_work {
    const jsmf_synth *synth;
    size_t first, count;
    double *w;
} composition_work;

static jsmf_status compose_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const composition_work *c = arg;
    const size_t start = chunk * COMPOSITIONS_CHUNK, k = c->synth->options.topics;
    (void)ctx;
    for (size_t i = 0; i < jsmf_chunk_length(c->count, COMPOSITIONS_CHUNK, chunk); i++) {
        const size_t document = c->first + start + i;
        jsmf_synth_draws draws = jsmf_synth_draws_of(c->synth->seed, JSMF_SYNTH_DOCUMENTS, document);
        jsmf_synth_compose(c->synth, document, &draws, c->w + (start + i) * k);
    }
    return JSMF_OK;
}

jsmf_status jsmf_synth_compositions(jsmf_context *ctx, const jsmf_synth *s, size_t first, size_t count, double *w)
{
    composition_work c = { .synth = s, .first = first, .count = count, .w = w };
    return jsmf_parallel(ctx, jsmf_chunk_count(count, COMPOSITIONS_CHUNK), compose_chunk, &c);
}

/* ---- moments ---- */

jsmf_status jsmf_synth_empirical(jsmf_context *ctx, size_t count, size_t k, const double *w, double *a)
{
    if (jsmf_dense_cross(ctx, count, k, k, w, w, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * k + j] = a[j * k + i] = a[i * k + j] / (double)count;
    return JSMF_OK;
}

static void dirichlet_moment(const jsmf_synth_options *o, double *a)
{
    const size_t k = o->topics;
    const double each = o->alpha / (double)k, scale = 1 / (o->alpha * (o->alpha + 1));
    for (size_t i = 0; i < k * k; i++)
        a[i] = (each * each + (i % (k + 1) == 0 ? each : 0)) * scale;
}

jsmf_status jsmf_synth_moment(jsmf_context *ctx, const jsmf_synth *s, double *a)
{
    const size_t count = s->options.documents, k = s->options.topics;
    double *w;
    if (s->options.prior == JSMF_SYNTH_DIRICHLET) {
        if (s->prevalence)
            jsmf_synth_drift_moment(s, a);
        else
            dirichlet_moment(&s->options, a);
        return JSMF_OK;
    }
    w = jsmf_alloc(ctx, count, jsmf_mul_sat(k, sizeof *w));
    if (w && jsmf_synth_compositions(ctx, s, 0, count, w) == JSMF_OK)
        jsmf_recorded(jsmf_synth_empirical(ctx, count, k, w, a));
    free(w);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_synth_covariance(jsmf_context *ctx, const jsmf_synth *s, double *covariance)
{
    const size_t k = s->options.topics, f = s->factors;
    const double variance = s->options.deviation * s->options.deviation, c = s->options.correlation;
    if (!s->loadings)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a Dirichlet prior has no covariance");
    if (s->sigma) {
        memcpy(covariance, s->sigma, k * k * sizeof *covariance);
        return JSMF_OK;
    }
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            double dot = 0;
            for (size_t l = 0; l < f; l++)
                dot += s->loadings[i * f + l] * s->loadings[j * f + l];
            covariance[i * k + j] = variance * (i == j ? 1 : c * dot);
        }
    return JSMF_OK;
}

const double *jsmf_synth_mean(const jsmf_synth *s) { return s->mean; }

/* ---- the whole ---- */

static jsmf_status make_prior(jsmf_context *ctx, jsmf_synth *s)
{
    switch (s->options.prior) {
    case JSMF_SYNTH_LOGISTIC_NORMAL:
        return make_loadings(ctx, s);
    case JSMF_SYNTH_FITTED:
        return jsmf_synth_fit_prior(ctx, s);
    default:
        return jsmf_synth_make_drift(ctx, s);
    }
}

jsmf_status jsmf_synth_new(jsmf_context *ctx, const jsmf_synth_options *options, jsmf_synth **out)
{
    jsmf_synth *s;
    *out = NULL;
    if (jsmf_synth_check(ctx, options) != JSMF_OK)
        return jsmf_context_status(ctx);
    s = jsmf_alloc_zero(ctx, 1, sizeof *s);
    if (!s)
        return jsmf_context_status(ctx);
    s->options = *options;
    s->seed = jsmf_context_seed(ctx);
    if ((options->given.b ? jsmf_synth_take_topics(ctx, s) : draw_topics(ctx, s)) != JSMF_OK ||
        make_prior(ctx, s) != JSMF_OK) {
        jsmf_synth_free(s);
        return jsmf_context_status(ctx);
    }
    s->options.given.b = s->options.given.a = NULL;
    *out = s;
    return JSMF_OK;
}

void jsmf_synth_free(jsmf_synth *s)
{
    if (!s)
        return;
    free(s->topics);
    free(s->anchors);
    free(s->loadings);
    free(s->prevalence);
    free(s->mean);
    free(s->sigma);
    free(s);
}

const double *jsmf_synth_topics(const jsmf_synth *s) { return s->topics; }

const int64_t *jsmf_synth_anchors(const jsmf_synth *s) { return s->anchors; }
