/* Prior-aware dual decomposition (002 Algorithm 1): the dual Lambda maximises, over symmetric matrices of any sign,
 *   the mean of min_w [loss(w) + w' Lambda w] - <Lambda, A> - |Lambda|^2 / (2 c),
 * whose gradient is W W'/M - A - Lambda / c. The prior's strength s gives c = s / (1 - s) of the loss's own scale, so
 * that 1 asks for W W'/M = A and less allows the more distance the more it would cost. Steps are L-BFGS's (Liu,
 * Nocedal, 1989) with backtracking: some 10 passes over the documents where steps of a fixed length tau take
 * hundreds.
 *
 * Least squares know the documents by their coefficients alone, which are kept; the likelihood reads them again, and
 * begins at the least squares' dual and compositions. (The letter of the paper is in method_padd_paper.c.) */
#include "method_scls.h"
#include "store.h"

#include "dense/vector.h"
#include "solve/backtrack.h"
#include "solve/lbfgs.h"
#include "base/base_inner.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 20, MOST_TRIALS = 10 };

static const double least_curvature = 1e-8; /* of a pair that L-BFGS keeps */
static const double least_inverse = 1e-12;  /* of the largest in the first inverse Hessian */
/* At a strength of 1/2, the weight c of |W W'/M - A|^2 in units of k times the loss's scale: half of the distance
 * without prior is left, or less. */
static const double natural_weight = 0.2;
/* A that was learned is seldom the mean of any w w', which full strength asks for. */
static const double own_strength = 0.5;
/* The longer documents are, the less a prior has to say: as much as so many tokens do, against their number. On
 * documents of 6 to 8 tokens a strength of 0.5 was best, of a hundred 0.05 to 0.25, of a thousand 0.02. */
static const double tokens_of_prior = 10;
/* A prior that yields has all its strength where the mean composition without it is so near (l1) to A's, beyond chance,
 * and none where it is so far. Of fourteen sets of documents that A was right for it was at 0.05 at most, of twelve
 * that were drawn from other compositions at 0.19 and more. */
static const double near_mean = 0.1, far_mean = 0.2;

/* ---- for each m in {1, ..., M}: w_m = argmin loss(w) + w' Lambda w ---- */

typedef struct subproblems {
    const jsmf_infer_given *given;
    jsmf_infer_store store;      /* states: w */
    const jsmf_batches *source;
    jsmf_csr batch;              /* of the likelihood's documents ... */
    size_t *rows, count;         /* ... and those of its rows that have known words */
    bool warm;                   /* the store's states are compositions */
    double strength;             /* the prior's */
    jsmf_infer_squares squares;
    jsmf_document_likelihood likelihood;
} subproblems;

/* The sum is of f'w: that of w'Qw follows from w w'. */
static jsmf_status squares_document(jsmf_context *ctx, const void *self, size_t i, const double *f, double *w,
                                    double *scratch, double *sum)
{
    const subproblems *s = self;
    jsmf_document_outcome outcome;
    (void)i;
    if (jsmf_infer_squares_solve(ctx, &s->squares, f, s->warm, w, scratch, &outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < s->given->k; j++)
        *sum += f[j] * w[j];
    return JSMF_OK;
}

/* The sum is of the loss. */
static jsmf_status likelihood_document(jsmf_context *ctx, const void *self, size_t i, const double *f, double *w,
                                       double *no_scratch, double *sum)
{
    const subproblems *s = self;
    const size_t row = s->rows[i], length = (size_t)(s->batch.indptr[row + 1] - s->batch.indptr[row]);
    int32_t *indices = jsmf_alloc(ctx, length, sizeof *indices);
    double *h = jsmf_alloc(ctx, length, sizeof *h), loss;
    double *scratch = jsmf_alloc(ctx, jsmf_document_likelihood_scratch(s->given->k, length), sizeof *scratch);
    jsmf_document_outcome outcome;
    (void)f;
    (void)no_scratch;
    if (indices && h && scratch) {
        const jsmf_document_frequencies d = jsmf_infer_document_of(s->given, &s->batch, row, indices, h);
        if (jsmf_document_likelihood_solve(ctx, &s->likelihood, s->given->b, &d, w, scratch, &loss, &outcome) ==
            JSMF_OK)
            *sum += loss;
    }
    free(indices);
    free(h);
    free(scratch);
    return jsmf_context_status(ctx);
}

/* The next batch, and its rows that the store has too; first: of them in the store. */
static jsmf_status next_batch(jsmf_context *ctx, subproblems *s, size_t first)
{
    if (s->source->next(ctx, s->source->self, &s->batch) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (s->batch.rows > JSMF_BATCH_DOCUMENTS)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a batch of %zu documents (at most %d)", s->batch.rows,
                         JSMF_BATCH_DOCUMENTS);
    s->count = 0;
    for (size_t i = 0; i < s->batch.rows; i++) {
        bool known = false;
        for (int64_t e = s->batch.indptr[i]; e < s->batch.indptr[i + 1] && !known; e++)
            known = s->given->unigram[s->batch.indices[e]] > 0 && jsmf_csr_value(&s->batch, (size_t)e) > 0;
        if (known)
            s->rows[s->count++] = i;
    }
    if (first + s->count > s->store.documents || (s->batch.rows == 0 && first < s->store.documents))
        return jsmf_fail(ctx, JSMF_EDATA, "the documents have changed while they were read");
    return JSMF_OK;
}

/* The mean of w w', symmetric to the bit, which products need not be. */
static void take_mean(size_t k, double documents, double *moment)
{
    for (size_t i = 0; i < k * k; i++)
        moment[i] /= documents;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            moment[i * k + j] = moment[j * k + i] = 0.5 * (moment[i * k + j] + moment[j * k + i]);
}

static double inner(size_t n, const double *x, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* *value = the mean over the documents of min_w [loss(w) + w' dual w], moment (k x k) = W W'/M at the minima. */
typedef jsmf_status (*evaluate_fn)(jsmf_context *ctx, subproblems *s, const double *dual, double *value,
                                   double *moment);

/* Of w'(Q + dual)w - 2 f'w. */
static jsmf_status evaluate_squares(jsmf_context *ctx, subproblems *s, const double *dual, double *value,
                                    double *moment)
{
    const size_t k = s->given->k;
    const double count = (double)s->store.documents;
    jsmf_infer_pass pass = { .document = squares_document, .self = s, .scratch = 2 * k, .keep = true, .divisor = 1,
                             .moments = moment };
    jsmf_infer_squares_release(&s->squares);
    if (jsmf_infer_squares_prepare(ctx, k, s->given->q, dual, &s->squares) != JSMF_OK ||
        jsmf_infer_store_work_all(ctx, &s->store, &pass) != JSMF_OK)
        return jsmf_context_status(ctx);
    take_mean(k, count, moment);
    s->warm = true;
    *value = inner(k * k, dual, moment) + inner(k * k, s->given->q, moment) - 2 * pass.sum / count;
    return JSMF_OK;
}

/* Of -2 sum h~_i log (B w)_i + w' dual w. */
static jsmf_status evaluate_likelihood(jsmf_context *ctx, subproblems *s, const double *dual, double *value,
                                       double *moment)
{
    const size_t k = s->given->k;
    jsmf_infer_pass pass = { .document = likelihood_document, .self = s, .keep = true, .divisor = 1,
                             .moments = moment };
    size_t first = 0;
    jsmf_infer_likelihood_release(&s->likelihood);
    if (jsmf_infer_likelihood_prepare(ctx, k, dual, &s->likelihood) != JSMF_OK ||
        s->source->rewind(ctx, s->source->self) != JSMF_OK)
        return jsmf_context_status(ctx);
    memset(moment, 0, k * k * sizeof *moment);
    do {
        if (next_batch(ctx, s, first) != JSMF_OK ||
            jsmf_infer_store_work(ctx, &s->store, first, s->count, &pass) != JSMF_OK)
            return jsmf_context_status(ctx);
        first += s->count;
    } while (s->batch.rows > 0);
    take_mean(k, (double)s->store.documents, moment);
    *value = inner(k * k, dual, moment) + pass.sum / (double)s->store.documents;
    return JSMF_OK;
}

/* ---- the master problem ---- */

/* A dual, and the dual function there. */
typedef struct point {
    double *dual, *gradient; /* k x k; the gradient downwards, A + Lambda / c - W W'/M */
    double value;
    double distance;         /* |W W'/M - A|_F / |A|_F */
    double slope;            /* |gradient|_F / |A|_F */
} point;

typedef struct master {
    subproblems *subproblems;
    evaluate_fn evaluate;
    double softness; /* 1 / c */
} master;

static jsmf_status look(jsmf_context *ctx, const master *m, point *p)
{
    const jsmf_infer_given *given = m->subproblems->given;
    double far = 0, size = 0;
    if (m->evaluate(ctx, m->subproblems, p->dual, &p->value, p->gradient) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < given->k * given->k; i++) {
        const double off = p->gradient[i] - given->a[i];
        p->value -= p->dual[i] * (given->a[i] + 0.5 * m->softness * p->dual[i]);
        p->gradient[i] = m->softness * p->dual[i] - off;
        far += off * off;
        size += p->gradient[i] * p->gradient[i];
    }
    p->distance = sqrt(far) / given->a_norm;
    p->slope = sqrt(size) / given->a_norm;
    return isfinite(p->value) ? JSMF_OK : jsmf_fail(ctx, JSMF_ENUMERIC, "NaN in the dual");
}

/* Where documents' problems are concave, values are of minima nearby, and may fall: what counts is how far the moments
 * are from what the dual asks for. */
static void keep_best(size_t k, const point *here, point *best)
{
    if (here->slope >= best->slope)
        return;
    memcpy(best->dual, here->dual, k * k * sizeof *best->dual);
    best->value = here->value;
    best->distance = here->distance;
    best->slope = here->slope;
}

static void tell(jsmf_context *ctx, const point *here, const jsmf_infer_fit_report *report, double start)
{
    jsmf_message(ctx, JSMF_INFO, "iteration %zu: dual %.10g, |W W'/M - A| / |A| %.3g, %.3f s", report->iterations,
                 here->value, here->distance, jsmf_context_clock() - start);
}

/* How far the mean composition is from A's (l1), beyond what chance makes of as many documents. rise: A - W W'/M (k x
 * k), whose row sums are those of the means, as compositions sum to 1. */
static double distance_of_means(const jsmf_infer_given *given, size_t documents, const double *rise)
{
    const size_t k = given->k;
    double distance = 0, chance = 0;
    for (size_t i = 0; i < k; i++) {
        double off = 0, mean = 0;
        for (size_t j = 0; j < k; j++) {
            off += rise[i * k + j];
            mean += given->a[i * k + j] - rise[i * k + j];
        }
        distance += fabs(off);
        chance += sqrt(fmax(given->a[i * k + i] - rise[i * k + i] - mean * mean, 0) / (double)documents);
    }
    return fmax(distance - chance, 0);
}

/* The strength of a prior that yields to long documents, and to such as are about other topics than those of the model.
 * rise: of compositions without a prior. A single document says nothing of a mean. */
static double yielding(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_store *store,
                       const double *rise)
{
    const size_t documents = store->documents;
    const double tokens = store->tokens / (double)documents;
    const double prior = fmin(given->options.prior, tokens_of_prior / (tokens_of_prior + tokens));
    const double far = documents > 1 ? distance_of_means(given, documents, rise) : 0;
    const double strength = prior * fmin(fmax((far_mean - far) / (far_mean - near_mean), 0), 1);
    jsmf_message(ctx, strength > 0 ? JSMF_INFO : JSMF_WARNING, "the documents' mean composition is %.3g from that of "
                 "A (l1), beyond chance, and they have %.4g tokens: a prior of strength %.3g%s", far, tokens, strength,
                 strength > 0 ? "" : ", as it would draw them to topics that they are not about");
    return strength;
}

/* The inverse Hessian (k x k, a diagonal) to begin with: a topic that is rare has large coefficients, one without words
 * none. Returns k times the mean of q's diagonal over what documents are about, the scale of the loss. */
static double prepare_scales(const jsmf_infer_given *given, double *inverse)
{
    const size_t k = given->k;
    const double *q = given->q;
    double scale = 0, least = DBL_MIN;
    for (size_t i = 0; i < k; i++)
        least = fmax(least, least_inverse * (double)k * q[i * k + i]);
    for (size_t i = 0; i < k; i++) {
        scale += q[i * k + i] * given->mean[i] * (double)k;
        for (size_t j = 0; j < k; j++)
            inverse[i * k + j] = fmax(least, (double)k * sqrt(q[i * k + i] * q[j * k + j]));
    }
    return scale;
}

/* 1 / c: what is left of the loss's scale where the prior has this strength. */
static double softness_of(double strength, double scale, size_t k)
{
    return strength > 0 ? (1 - strength) / (strength * scale * natural_weight * (double)k) : 0;
}

/* 002 Algorithm 1. bound: no compositions have a larger mean loss; where the dual passes it at full strength, no
 * compositions have the moments A (JSMF_ENUMERIC). */
static jsmf_status padd(jsmf_context *ctx, subproblems *s, evaluate_fn evaluate, double bound,
                        jsmf_infer_lambda *lambda, jsmf_infer_fit_report *report)
{
    const jsmf_infer_options *o = &s->given->options;
    const size_t k = s->given->k, entries = k * k;
    double start = jsmf_context_clock();
    double *block = jsmf_alloc_zero(ctx, 7 * entries + jsmf_solve_lbfgs_doubles(entries, PAIRS), sizeof *block);
    if (!block)
        return jsmf_context_status(ctx);
    point here = { .dual = block, .gradient = block + entries };
    point next = { .dual = block + 2 * entries, .gradient = block + 3 * entries };
    point best = { .dual = block + 4 * entries, .slope = INFINITY };
    double *direction = block + 5 * entries, *inverse = block + 6 * entries;
    jsmf_solve_lbfgs memory;
    jsmf_solve_lbfgs_start(&memory, entries, PAIRS, block + 7 * entries);

    const double scale = prepare_scales(s->given, inverse);
    master m = { .subproblems = s, .evaluate = evaluate };
    report->iterations = 0;
    /* Lambda^(0) = 0, or what is known of it; w_m, m = 1 .. M */
    if (lambda->values)
        memcpy(here.dual, lambda->values, entries * sizeof *here.dual);
    m.softness = softness_of(s->strength, scale, k);
    if (look(ctx, &m, &here) != JSMF_OK)
        goto done;
    if (o->yielding && !lambda->values) {
        s->strength = yielding(ctx, s->given, &s->store, here.gradient);
        m.softness = softness_of(s->strength, scale, k); /* a dual of 0 has the same gradient with any */
    }
    tell(ctx, &here, report, start);
    keep_best(k, &here, &best);
    /* until W W'/M is what Lambda asks for */
    while (s->strength > 0 && here.slope > o->tolerance && report->iterations < o->iterations) {
        start = jsmf_context_clock();
        if (jsmf_progress(ctx, "dual", (double)report->iterations / (double)o->iterations, here.slope) != JSMF_OK)
            goto done;
        /* Lambda^(t+1) = Lambda^(t) - length H^-1 (A + Lambda / c - W W'/M), as far as the dual function rises */
        jsmf_solve_lbfgs_direction(&memory, inverse, here.gradient, direction);
        const double rise = jsmf_dense_dot(entries, direction, here.gradient);
        jsmf_solve_backtrack line = jsmf_solve_backtrack_start(-here.value, -rise, 1, 0, MOST_TRIALS);
        do {
            for (size_t i = 0; i < entries; i++)
                next.dual[i] = here.dual[i] - line.length * direction[i];
            /* w_m, m = 1 .. M */
            if (look(ctx, &m, &next) != JSMF_OK)
                goto done;
            report->iterations++;
        } while (jsmf_solve_backtrack_goes_on(&line, -next.value) && report->iterations < o->iterations);
        jsmf_solve_lbfgs_remember(&memory, inverse, least_curvature, here.dual, next.dual, here.gradient,
                                  next.gradient);
        const point before = here;
        here = next;
        next = before;
        tell(ctx, &here, report, start);
        /* The dual is below the loss of every W that meets the constraint, where documents' problems are solved to the
         * end (in concave ones a minimum need not be the least). */
        if (m.softness == 0 && !(here.value <= bound)) {
            jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_LESSER_PRIOR, 0,
                             "the dual grows without bound: A seems not to be the mean of w w' of any compositions w, "
                             "which the prior at full strength asks for");
            goto done;
        }
        keep_best(k, &here, &best);
    }
    if (jsmf_infer_lambda_set(ctx, k, k, best.dual, lambda) != JSMF_OK)
        goto done;
    report->converged = s->strength == 0 || best.slope <= o->tolerance;
    report->dual = best.value;
    report->distance = best.distance;
done:
    free(block);
    return jsmf_context_status(ctx);
}

static jsmf_status learn(jsmf_context *ctx, subproblems *s, jsmf_infer_lambda *dual, jsmf_infer_fit_report *report)
{
    const jsmf_infer_given *given = s->given;
    double bound = 0; /* w'Qw - 2 f'w of any w on the simplex is at most Q's largest entry: f is not negative */
    for (size_t i = 0; i < given->k * given->k; i++)
        bound = fmax(bound, given->q[i]);
    if (jsmf_infer_store_make(ctx, given, s->source, given->k, &s->store) != JSMF_OK)
        return jsmf_context_status(ctx);
    report->documents = s->store.documents;
    if (padd(ctx, s, evaluate_squares, bound, dual, report) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (given->options.loss != JSMF_LIKELIHOOD || s->strength == 0)
        return JSMF_OK;
    return padd(ctx, s, evaluate_likelihood, INFINITY, dual, report);
}

static jsmf_status fit(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_batches *source,
                       jsmf_infer_lambda *dual, jsmf_infer_fit_report *report)
{
    subproblems s = { .given = given, .source = source, .strength = given->options.prior };
    s.rows = jsmf_alloc(ctx, JSMF_BATCH_DOCUMENTS, sizeof *s.rows);
    const jsmf_status status = s.rows ? learn(ctx, &s, dual, report) : jsmf_context_status(ctx);
    jsmf_infer_squares_release(&s.squares);
    jsmf_infer_likelihood_release(&s.likelihood);
    jsmf_infer_store_release(&s.store);
    free(s.rows);
    return status;
}

/* ---- the tables ---- */

static const jsmf_infer_class squares_class = { .symmetric = true,
                                                .new = jsmf_infer_squares_new,
                                                .fit = fit,
                                                .compose = jsmf_infer_squares_compose,
                                                .bytes = jsmf_infer_squares_bytes,
                                                .free = jsmf_infer_squares_free };

static const jsmf_infer_class likelihood_class = { .chi_square = true,
                                                   .symmetric = true,
                                                   .new = jsmf_infer_likelihood_new,
                                                   .fit = fit,
                                                   .compose = jsmf_infer_likelihood_compose,
                                                   .bytes = jsmf_infer_likelihood_bytes,
                                                   .free = jsmf_infer_likelihood_free };

static const jsmf_infer_class *variant(const jsmf_infer_options *o)
{
    return o->paper ? &jsmf_infer_padd_paper_class : o->loss == JSMF_LIKELIHOOD ? &likelihood_class : &squares_class;
}

const jsmf_infer_class jsmf_infer_padd_class = { .has_prior = true,
                                                 .needs_a = true,
                                                 .has_loss = true,
                                                 .has_paper = true,
                                                 .own_prior = own_strength,
                                                 .variant = variant };
