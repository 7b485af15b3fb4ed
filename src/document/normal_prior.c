/* The softmax of which normal distribution has the moments A? By a fixed point on a fixed sample of the standard
 * normal: were w = exp(x) / c with one c, log(A_ij / (p_i p_j)) would be Sigma_ij up to a constant, so Sigma moves by
 * what that of A has beyond that of the sample, and mu by log(p / E w). */
#include "normal_prior.h"

#include "dense/dense.h"
#include "jsmf/model.h"
#include "dense/tall.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_SAMPLES = 8192, SAMPLES_A_TOPIC = 16, CHUNK = 256 };
enum { ITERATIONS = 40, LAST_ITERATIONS = 20 }; /* of mu and Sigma; of mu alone */
enum { SEED = 1, STREAM = 0x4e4f524d };

static const double damping = 0.7, last_damping = 0.8; /* parts of a step that are made */
/* Of A, this part becomes the Dirichlet's of the same mean and trace: the moments of few documents are rough. */
static const double smoothing = 0.1;
/* Sigma's eigenvalues are no less than this part of its mean diagonal, or than this; its diagonal is no more than
 * that. */
static const double least_part = 0.02, least_eigenvalue = 1e-6, most_variance = 30;
static const double least_ratio = 1e-6;  /* of A_ij / (p_i p_j), in logarithms */
static const double least_mean = 1e-300; /* of E w, likewise */
static const double absent = -1000;      /* mu of a topic that A has nothing of */

typedef struct fit {
    size_t k, samples;
    double *z;                      /* samples x k: mean 0, covariance I */
    double *w;                      /* samples x k: softmax(mu + z Sigma^(1/2)) */
    double *target, *moment;        /* k x k: A smoothed; E w w' */
    double *p, *mean;               /* k: A e; E w */
    double *mu, *sigma;             /* k, k x k */
    double *best_mu, *best_sigma, best_miss;
    double *vectors, *root, *values; /* k x k, k x k, k: scratch */
} fit;

/* ---- whether A can be the moments of compositions ---- */

/* An entry of A and its mirror image differ by less, as a part of the largest entry. */
static const double largest_asymmetry = 1e-6;

static jsmf_status check_entry(jsmf_context *ctx, size_t k, const double *a, double largest, size_t i, size_t j)
{
    if (a[i * k + j] < 0)
        return jsmf_fail(ctx, JSMF_EDATA, "A[%zu, %zu] is %g (expected p(topic, topic), not negative)", i, j,
                         a[i * k + j]);
    if (fabs(a[i * k + j] - a[j * k + i]) > largest_asymmetry * largest)
        return jsmf_fail(ctx, JSMF_EDATA, "A is not symmetric (A[%zu, %zu] is %g, A[%zu, %zu] is %g)", i, j,
                         a[i * k + j], j, i, a[j * k + i]);
    return JSMF_OK;
}

jsmf_status jsmf_document_check_correlations(jsmf_context *ctx, size_t k, const double *a, size_t *massless)
{
    double largest = 0;
    *massless = 0;
    if (!a)
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_MODEL_WITH_A, 0, "the model has no A");
    for (size_t i = 0; i < k * k; i++) {
        if (!isfinite(a[i]))
            return jsmf_fail(ctx, JSMF_EDATA, "A[%zu, %zu] is not a finite number", i / k, i % k);
        largest = fmax(largest, a[i]);
    }
    for (size_t i = 0; i < k; i++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++) {
            if (check_entry(ctx, k, a, largest, i, j) != JSMF_OK)
                return jsmf_context_status(ctx);
            sum += a[i * k + j];
        }
        *massless += !jsmf_model_has_mass(sum);
    }
    if (*massless == k)
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_MODEL_OF_FREQUENT_ANCHORS, 0,
                                "A is zero: no topic has a part in any document");
    return JSMF_OK;
}

/* ---- the sample ---- */

static jsmf_status draw_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const fit *f = arg;
    const size_t half = f->samples / 2, first = chunk * CHUNK, end = first + jsmf_chunk_length(half, CHUNK, chunk);
    (void)ctx;
    for (size_t i = first; i < end; i++)
        for (size_t j = 0; j < f->k; j++) {
            const double z = jsmf_random_normal(SEED, STREAM, (uint64_t)i * f->k + j);
            f->z[i * f->k + j] = z;
            f->z[(half + i) * f->k + j] = -z;
        }
    return JSMF_OK;
}

/* Orthonormal columns, and each row's mirror image, make mean and covariance exact. */
static jsmf_status draw(jsmf_context *ctx, fit *f)
{
    const size_t entries = f->samples * f->k;
    const double scale = sqrt((double)f->samples);
    if (jsmf_parallel(ctx, jsmf_chunk_count(f->samples / 2, CHUNK), draw_chunk, f) != JSMF_OK ||
        jsmf_dense_orthonormalise(ctx, f->samples, f->k, f->z, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < entries; i++)
        f->z[i] *= scale;
    return JSMF_OK;
}

/* ---- the moments of a mu and a Sigma ---- */

/* w = z R with the symmetric root R = V diag(sqrt(values)) V', sigma = V diag(values) V': eigenvalues that are equal,
 * as those held up are, make V arbitrary, but not R. */
static jsmf_status take_root(jsmf_context *ctx, fit *f)
{
    const size_t k = f->k;
    memcpy(f->vectors, f->sigma, k * k * sizeof *f->sigma);
    if (jsmf_dense_eigen(ctx, k, f->vectors, f->values) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            f->root[j * k + i] = f->vectors[i * k + j] * sqrt(sqrt(fmax(f->values[j], 0)));
    if (jsmf_dense_cross(ctx, k, k, k, f->root, f->root, f->vectors) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_dense_times(ctx, f->samples, k, k, f->z, f->vectors, f->w);
}

static jsmf_status softmax_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const fit *f = arg;
    const size_t first = chunk * CHUNK, end = first + jsmf_chunk_length(f->samples, CHUNK, chunk);
    (void)ctx;
    for (size_t i = first; i < end; i++) {
        double *w = f->w + i * f->k, sum;
        for (size_t j = 0; j < f->k; j++)
            w[j] += f->mu[j];
        jsmf_dense_exp(f->k, -jsmf_dense_largest(f->k, w), w, w);
        sum = jsmf_dense_sum(f->k, w);
        for (size_t j = 0; j < f->k; j++)
            w[j] /= sum;
    }
    return JSMF_OK;
}

/* moment = E w w', mean = E w */
static jsmf_status take_moments(jsmf_context *ctx, fit *f)
{
    const size_t k = f->k;
    if (take_root(ctx, f) != JSMF_OK ||
        jsmf_parallel(ctx, jsmf_chunk_count(f->samples, CHUNK), softmax_chunk, f) != JSMF_OK ||
        jsmf_dense_cross(ctx, f->samples, k, k, f->w, f->w, f->moment) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++) {
        f->mean[i] = 0;
        for (size_t j = 0; j < k; j++)
            f->mean[i] += f->moment[i * k + j] /= (double)f->samples;
    }
    return JSMF_OK;
}

static double miss_of(const fit *f)
{
    const size_t k = f->k;
    double sum = 0;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            const double off = f->moment[i * k + j] - f->target[i * k + j];
            sum += off * off / (f->p[i] * f->p[j]);
        }
    return sqrt(sum);
}

/* ---- the steps ---- */

/* log(E w_i w_j / (p_i p_j)) */
static double log_ratio(double moment, double p, double q) { return log(fmax(moment / (p * q), least_ratio)); }

/* mu += damped log(p / E w), centred: the softmax does not see its mean. */
static void move_mean(const fit *f, double damped)
{
    double centre = 0;
    for (size_t i = 0; i < f->k; i++)
        centre += (f->mu[i] += damped * log(f->p[i] / fmax(f->mean[i], least_mean))) / (double)f->k;
    for (size_t i = 0; i < f->k; i++)
        f->mu[i] -= centre;
}

/* m := P m P, P = I - e e'/k: the softmax does not see the rest. */
static void centre(size_t k, double *m)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < k; i++) {
            double *first = pass ? m + i : m + i * k, mean = 0;
            const size_t step = pass ? k : 1;
            for (size_t j = 0; j < k; j++)
                mean += first[j * step] / (double)k;
            for (size_t j = 0; j < k; j++)
                first[j * step] -= mean;
        }
}

/* What Sigma's eigenvalues are held up to. */
static double floor_of(size_t k, const double *sigma)
{
    double sum = 0;
    for (size_t i = 0; i < k; i++)
        sum += sigma[i * k + i];
    return fmax(least_part * (sum / (double)k), least_eigenvalue);
}

/* Sigma := V diag(max(values, least)) V' with its diagonal held down to the most. */
static jsmf_status bound_covariance(jsmf_context *ctx, fit *f, double least)
{
    const size_t k = f->k;
    memcpy(f->vectors, f->sigma, k * k * sizeof *f->sigma);
    if (jsmf_dense_eigen(ctx, k, f->vectors, f->values) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            f->root[j * k + i] = f->vectors[i * k + j] * sqrt(fmax(f->values[j], least));
    if (jsmf_dense_cross(ctx, k, k, k, f->root, f->root, f->sigma) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        f->values[i] = sqrt(fmin(1, most_variance / f->sigma[i * k + i]));
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            f->sigma[i * k + j] *= f->values[i] * f->values[j];
    return JSMF_OK;
}

/* target = A smoothed, p = A e; mu = log p, Sigma as if the softmax's sum were one constant. */
static jsmf_status begin(jsmf_context *ctx, const double *a, fit *f)
{
    const size_t k = f->k;
    double trace = 0, squares = 0;
    for (size_t i = 0; i < k; i++) {
        f->p[i] = 0;
        for (size_t j = 0; j < k; j++)
            f->p[i] += a[i * k + j];
        f->mean[i] = 1; /* so that mu moves to log p */
        f->mu[i] = 0;
        trace += a[i * k + i];
        squares += f->p[i] * f->p[i];
    }
    const double c = (1 - trace) / (1 - squares);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            const double even = c * f->p[i] * f->p[j] + (i == j ? (1 - c) * f->p[i] : 0);
            f->target[i * k + j] = (1 - smoothing) * a[i * k + j] + smoothing * even;
            f->sigma[i * k + j] = log_ratio(f->target[i * k + j], f->p[i], f->p[j]);
        }
    move_mean(f, 1);
    f->best_miss = INFINITY;
    return bound_covariance(ctx, f, floor_of(k, f->sigma));
}

/* The fixed point: mu and Sigma of the least miss, then mu alone. */
static jsmf_status find_prior(jsmf_context *ctx, const double *a, fit *f)
{
    const size_t k = f->k, bytes = k * k * sizeof *f->sigma;
    if (draw(ctx, f) != JSMF_OK || begin(ctx, a, f) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t iteration = 0; iteration < ITERATIONS; iteration++) {
        /* E w w', E w of w = softmax(x), x ~ N(mu, Sigma) */
        if (take_moments(ctx, f) != JSMF_OK)
            return jsmf_context_status(ctx);
        const double miss = miss_of(f);
        if (miss < f->best_miss) {
            f->best_miss = miss;
            memcpy(f->best_mu, f->mu, k * sizeof *f->mu);
            memcpy(f->best_sigma, f->sigma, bytes);
        }
        /* mu += damping log(p / E w) */
        move_mean(f, damping);
        /* Sigma += damping (log(A_ij / (p_i p_j)) - log(E w_i w_j / (E w_i E w_j))), centred and bounded */
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                f->sigma[i * k + j] += damping * (log_ratio(f->target[i * k + j], f->p[i], f->p[j]) -
                                                  log_ratio(f->moment[i * k + j], f->mean[i], f->mean[j]));
        const double least = floor_of(k, f->sigma);
        centre(k, f->sigma);
        if (bound_covariance(ctx, f, least) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    if (!isfinite(f->best_miss))
        return jsmf_fail(ctx, JSMF_ENUMERIC, "no normal distribution was found whose softmax has the moments A");
    memcpy(f->mu, f->best_mu, k * sizeof *f->mu);
    memcpy(f->sigma, f->best_sigma, bytes);
    for (size_t iteration = 0; iteration < LAST_ITERATIONS; iteration++) {
        if (take_moments(ctx, f) != JSMF_OK)
            return jsmf_context_status(ctx);
        move_mean(f, last_damping);
    }
    return JSMF_OK;
}

static size_t samples_of(size_t k) { return SAMPLES_A_TOPIC * k > LEAST_SAMPLES ? SAMPLES_A_TOPIC * k : LEAST_SAMPLES; }

static size_t block_bytes(size_t k)
{
    return jsmf_mul_sat(2 * jsmf_mul_sat(samples_of(k), k) + 6 * k * k + 5 * k, sizeof(double));
}

size_t jsmf_document_normal_fit_bytes(size_t k)
{
    const size_t factors = jsmf_mul_sat(2 * sizeof(double), jsmf_mul_sat(k, k)); /* of orthonormal columns */
    return jsmf_add_sat(jsmf_add_sat(block_bytes(k), factors), jsmf_dense_tall_cross_bytes(samples_of(k), k, k));
}

static double *allocate(jsmf_context *ctx, fit *f)
{
    const size_t tall = f->samples * f->k, square = f->k * f->k;
    double *block = jsmf_alloc_zero(ctx, block_bytes(f->k), 1), *next = block;
    double **const squares[] = { &f->target, &f->moment, &f->sigma, &f->vectors, &f->root, &f->best_sigma };
    double **const vectors[] = { &f->p, &f->mean, &f->mu, &f->values, &f->best_mu };
    if (!block)
        return NULL;
    f->z = next;
    f->w = next += tall;
    next += tall;
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++, next += square)
        *squares[i] = next;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++, next += f->k)
        *vectors[i] = next;
    return block;
}

/* a has no row of zeros. */
static jsmf_status fit_all(jsmf_context *ctx, size_t k, const double *a, double *mu, double *sigma, double *miss)
{
    fit f = { .k = k, .samples = samples_of(k) };
    double *block;
    *miss = 0;
    if (k == 1) {
        mu[0] = 0;
        sigma[0] = 1;
        return JSMF_OK;
    }
    block = allocate(ctx, &f);
    if (block && find_prior(ctx, a, &f) == JSMF_OK) {
        memcpy(mu, f.mu, k * sizeof *mu);
        memcpy(sigma, f.sigma, k * k * sizeof *sigma);
        *miss = f.best_miss;
    }
    free(block);
    return jsmf_context_status(ctx);
}

/* ---- rows of zeros ---- */

/* Rows and columns index[0 .. m - 1] of a (k x k), at the front of out. */
static void gather(size_t k, const double *a, size_t m, const size_t *index, double *out)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            out[i * m + j] = a[index[i] * k + index[j]];
}

/* mu (m) and sigma (m x m) of the topics in index, at the front, to their places among k. */
static void spread(size_t k, size_t m, const size_t *index, double *mu, double *sigma)
{
    for (size_t i = k, left = m; i-- > 0;) { /* from the last on nothing is lost */
        const bool row = left > 0 && index[left - 1] == i;
        left -= row;
        mu[i] = row ? mu[left] : absent;
        for (size_t j = k, l = m; j-- > 0;) {
            const bool there = l > 0 && index[l - 1] == j;
            l -= there;
            sigma[i * k + j] = row && there ? sigma[left * m + l] : 0;
        }
    }
}

jsmf_status jsmf_document_normal_fit(jsmf_context *ctx, size_t k, const double *a, double *mu, double *sigma,
                                     double *miss)
{
    size_t m = 0, *index = jsmf_alloc(ctx, k, sizeof *index);
    double *part = NULL;
    for (size_t i = 0; index && i < k; i++)
        if (jsmf_model_has_mass(jsmf_dense_sum(k, a + i * k)))
            index[m++] = i;
    if (index && m == k)
        jsmf_recorded(fit_all(ctx, k, a, mu, sigma, miss));
    else if (index && (part = jsmf_alloc(ctx, jsmf_mul_sat(m, m), sizeof *part))) {
        gather(k, a, m, index, part);
        if (fit_all(ctx, m, part, mu, sigma, miss) == JSMF_OK)
            spread(k, m, index, mu, sigma);
    }
    free(index);
    free(part);
    return jsmf_context_status(ctx);
}
