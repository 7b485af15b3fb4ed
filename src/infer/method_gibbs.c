/* Gibbs sampling of one document with fixed topics: the mean of w over the samples, which are from the posterior itself
 * once the burn-in is over. It is the reference for the methods that approximate.
 *
 * Under the Dirichlet prior w is summed out, and the topic z of each token is drawn in turn given those of the others,
 *   p(z = j) ~ (alpha_j + tokens of topic j) B_ij;
 * a sample is the mean of w given all z. Under the logistic-normal prior the z are summed out, and x with
 * w = softmax(x) is drawn by elliptical slice sampling (Murray, Adams, MacKay, 2010).
 *
 * The random numbers are keyed by the seed and the document's own words, so that a composition does not depend on what
 * stands beside the document. */
#include "method.h"

#include "dense/dense.h"
#include "normal_moments.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Apart from the streams of other draws under the same seed. */
static const uint64_t gibbs_stream = UINT64_C(0x6769626200000000);
static const double most_tokens = 1 << 24;    /* of a document: each has a topic in memory */
static const double largest_fraction = 1e-6;  /* of a count that is whole but for rounding */
static const double least_mix = 1e-300;       /* of a word that no topic has */
enum { MOST_TRIALS = 200 };                   /* of a point on the ellipse: 2 pi shrinks to nothing before that */
/* Of a sweep. With four, 400 sweeps are about as near to 4000 as under the Dirichlet prior (bbc, K = 20). */
enum { ELLIPSES = 4 };

const char *const jsmf_infer_gibbs_prior_names[] = { "dirichlet", "normal", NULL };

static jsmf_status check(jsmf_context *ctx, const jsmf_infer_options *o)
{
    if (o->samples < 1)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no samples (expected at least 1)");
    if (o->gibbs_prior == JSMF_GIBBS_NORMAL && o->prior == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "gibbs with a logistic-normal prior of strength 0 (em has no prior)");
    if (o->gibbs_prior == JSMF_GIBBS_DIRICHLET && o->prior != 1)
        return jsmf_fail(ctx, JSMF_EUSAGE, "gibbs with a Dirichlet prior of strength %g (the strength is the "
                         "logistic-normal prior's)", o->prior);
    return JSMF_OK;
}

static const jsmf_infer_class *variant(const jsmf_infer_options *o)
{
    return o->gibbs_prior == JSMF_GIBBS_NORMAL ? &jsmf_infer_gibbs_normal_class : &jsmf_infer_gibbs_class;
}

/* ---- random numbers ---- */

typedef struct draws {
    uint64_t key, counter;
} draws;

static draws draws_of(const jsmf_context *ctx, const jsmf_document_frequencies *d)
{
    uint64_t content = d->words, bits;
    for (size_t i = 0; i < d->words; i++) {
        const double count = d->h[i] * d->tokens;
        memcpy(&bits, &count, sizeof bits);
        content = jsmf_random_mix(jsmf_random_mix(content ^ (uint64_t)d->indices[i]) ^ bits);
    }
    return (draws){ .key = jsmf_random_bits(jsmf_context_seed(ctx), gibbs_stream, content) };
}

/* In (0, 1). */
static double uniform(draws *r)
{
    return jsmf_random_part(jsmf_random_mix(r->key ^ r->counter++));
}

static void normals(draws *r, size_t n, double *z)
{
    const double two_pi = 6.283185307179586;
    for (size_t i = 0; i < n; i += 2) {
        const double radius = sqrt(-2 * log(uniform(r))), angle = two_pi * uniform(r);
        z[i] = radius * cos(angle);
        if (i + 1 < n)
            z[i + 1] = radius * sin(angle);
    }
}

/* ---- the Dirichlet prior ---- */

typedef struct token {
    int32_t word, topic;
} token;

static jsmf_status make_tokens(jsmf_context *ctx, const jsmf_document_frequencies *d, token **out, size_t *count)
{
    size_t n = 0;
    *out = NULL;
    if (!(d->tokens <= most_tokens))
        return jsmf_fail(ctx, JSMF_EDATA, "a document of %g tokens (gibbs draws a topic for each: expected %g at "
                         "most; other methods take more)", d->tokens, most_tokens);
    for (size_t i = 0; i < d->words; i++) {
        const double c = d->h[i] * d->tokens;
        if (fabs(c - nearbyint(c)) > largest_fraction || nearbyint(c) < 1)
            return jsmf_fail(ctx, JSMF_EDATA, "a document has %g tokens of word %d (gibbs draws a topic for each: "
                             "expected whole numbers; other methods take weights)", c, (int)d->indices[i]);
        n += (size_t)nearbyint(c);
    }
    const size_t threads = (size_t)jsmf_context_threads(ctx);
    if (jsmf_memory_check(ctx, jsmf_mul_sat(threads, n * sizeof(token)), "drawing topics of a document's tokens",
                          JSMF_REMEDY_MORE_MEMORY_OR_FEWER_THREADS) != JSMF_OK)
        return jsmf_context_status(ctx);
    token *t = *out = jsmf_alloc(ctx, n, sizeof *t);
    *count = n;
    for (size_t i = 0; t && i < d->words; i++)
        for (size_t c = (size_t)nearbyint(d->h[i] * d->tokens); c > 0; c--)
            *t++ = (token){ .word = d->indices[i], .topic = -1 };
    return jsmf_context_status(ctx);
}

/* weights (k): alpha + the tokens of each topic. Draws every token's topic once; a token without a topic is one that
 * has not been there. cumulated: k of scratch. */
static void sweep(const jsmf_infer_given *given, draws *r, size_t count, token *tokens, double *weights,
                  double *cumulated)
{
    const size_t k = given->k;
    for (size_t t = 0; t < count; t++) {
        const double *b = given->b + (size_t)tokens[t].word * k;
        double sum = 0;
        size_t j = 0;
        if (tokens[t].topic >= 0)
            weights[tokens[t].topic] -= 1;
        for (size_t i = 0; i < k; i++)
            cumulated[i] = sum += weights[i] * b[i];
        const double at = uniform(r) * sum;
        while (j + 1 < k && !(cumulated[j] > at))
            j++;
        while (j > 0 && !(b[j] > 0))
            j--;
        tokens[t].topic = (int32_t)j;
        weights[j] += 1;
    }
}

static size_t bytes(size_t k, size_t words)
{
    (void)words;
    return 2 * k * sizeof(double);
}

static jsmf_status compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    const size_t k = given->k, sweeps = given->options.burn_in + given->options.samples;
    double *weights = scratch, *cumulated = scratch + k;
    draws r = draws_of(ctx, d);
    size_t count = 0;
    token *tokens;
    (void)state;
    *outcome = (jsmf_document_outcome){ .converged = true };
    memset(w, 0, k * sizeof *w);
    memcpy(weights, given->alpha, k * sizeof *weights);
    if (make_tokens(ctx, d, &tokens, &count) != JSMF_OK)
        return jsmf_context_status(ctx);
    sweep(given, &r, count, tokens, weights, cumulated);
    for (size_t s = 0; s < sweeps; s++) {
        sweep(given, &r, count, tokens, weights, cumulated);
        for (size_t j = 0; s >= given->options.burn_in && j < k; j++)
            w[j] += weights[j];
    }
    free(tokens);
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_gibbs_class = { .has_prior = true,
                                                  .own_prior = 1,
                                                  .check = check,
                                                  .variant = variant,
                                                  .compose = compose,
                                                  .bytes = bytes };

/* ---- the logistic-normal prior ---- */

/* Its matrix is a root of Sigma: x = mu + matrix' z, z standard normal. */
static jsmf_status new_prior(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual,
                             void **state)
{
    jsmf_infer_normal *p;
    jsmf_status status = jsmf_infer_normal_new(ctx, given, false, &p);
    (void)dual;
    *state = p;
    return status;
}

/* log p(words | x); w = softmax(x). mixes: the words' of scratch. */
static double likelihood(const jsmf_infer_given *given, const jsmf_document_frequencies *d, const double *x, double *w,
                         double *mixes)
{
    const size_t k = given->k;
    double value = 0;
    jsmf_dense_exp(k, -jsmf_dense_largest(k, x), x, w);
    const double sum = jsmf_dense_sum(k, w);
    for (size_t j = 0; j < k; j++)
        w[j] /= sum;
    jsmf_dense_dot_rows(k, d->words, d->indices, given->b, w, mixes);
    for (size_t i = 0; i < d->words; i++)
        value += d->h[i] * log(fmax(mixes[i], least_mix));
    return d->tokens * value;
}

typedef struct walk {
    double *x, *next, *off, *aim, *now; /* k: x and the next, x - mu, the ellipse's other axis, the composition of x */
    double *mixes;                      /* words */
    double value;                       /* log p(words | x) */
} walk;

/* One step of elliptical slice sampling: to a point of the ellipse through x - mu and a draw from the prior. */
static void step(const jsmf_infer_given *given, const jsmf_infer_normal *p, const jsmf_document_frequencies *d,
                 draws *r, walk *at)
{
    const double two_pi = 6.283185307179586;
    const size_t k = given->k;
    normals(r, k, at->next);
    jsmf_dense_combine_all(k, k, at->next, p->matrix, at->aim);
    const double least = at->value + log(uniform(r));
    double angle = two_pi * uniform(r), low = angle - two_pi, high = angle;
    for (size_t j = 0; j < k; j++)
        at->off[j] = at->x[j] - p->mu[j];
    for (int trial = 0; trial < MOST_TRIALS; trial++) {
        const double c = cos(angle), s = sin(angle);
        for (size_t j = 0; j < k; j++)
            at->next[j] = p->mu[j] + c * at->off[j] + s * at->aim[j];
        const double value = likelihood(given, d, at->next, at->now, at->mixes);
        if (value > least) {
            double *before = at->x;
            at->x = at->next;
            at->next = before;
            at->value = value;
            return;
        }
        *(angle < 0 ? &low : &high) = angle;
        angle = low + (high - low) * uniform(r);
    }
    at->value = likelihood(given, d, at->x, at->now, at->mixes);
}

static size_t walk_bytes(size_t k, size_t words) { return (5 * k + words) * sizeof(double); }

static jsmf_status compose_walk(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                                const jsmf_document_frequencies *d, double *w, double *scratch,
                                jsmf_document_outcome *outcome)
{
    const size_t k = given->k, sweeps = given->options.burn_in + given->options.samples;
    const jsmf_infer_normal *p = state;
    draws r = draws_of(ctx, d);
    walk at = { .x = scratch, .next = scratch + k, .off = scratch + 2 * k, .aim = scratch + 3 * k,
                .now = scratch + 4 * k, .mixes = scratch + 5 * k };
    *outcome = (jsmf_document_outcome){ .converged = true };
    memset(w, 0, k * sizeof *w);
    memcpy(at.x, p->mu, k * sizeof *at.x);
    at.value = likelihood(given, d, at.x, at.now, at.mixes);
    for (size_t s = 0; s < sweeps; s++) {
        for (int ellipse = 0; ellipse < ELLIPSES; ellipse++) {
            step(given, p, d, &r, &at);
            for (size_t j = 0; s >= given->options.burn_in && j < k; j++)
                w[j] += at.now[j];
        }
    }
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_gibbs_normal_class = { .has_prior = true,
                                                         .needs_a = true,
                                                         .own_prior = 1,
                                                         .check = check,
                                                         .new = new_prior,
                                                         .compose = compose_walk,
                                                         .bytes = walk_bytes,
                                                         .free = jsmf_infer_normal_free };
