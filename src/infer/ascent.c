/* Ascent by L-BFGS (Liu, Nocedal, 1989) with backtracking: some 10 passes over the documents where steps of a fixed
 * length (002) take hundreds. */
#include "ascent.h"

#include "dense/vector.h"
#include "solve/backtrack.h"
#include "solve/lbfgs.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 20, MOST_TRIALS = 10 };

static const double least_curvature = 1e-8;
static const double least_inverse = 1e-12; /* of the largest */
/* At a strength of 1/2, the weight c of |W W'/M - A|^2 in units of k times the loss's scale: half of the distance
 * without prior is left, or less. */
static const double natural_weight = 0.2;

typedef struct point {
    double *dual, *gradient; /* k x k; the gradient downwards */
    double value;            /* of the whole dual function */
    double distance;         /* |W W'/M - A|_F / |A|_F */
    double slope;            /* |gradient|_F / |A|_F */
} point;

typedef struct ascent {
    jsmf_infer *infer;
    jsmf_infer_evaluate_fn evaluate;
    void *self;
    size_t entries;
    double softness; /* 1 / c */
    double most;     /* no compositions' loss is larger */
    point here, next;
    point best; /* of least slope; without a gradient */
    double *direction, *inverse; /* k x k */
    jsmf_solve_lbfgs memory;
} ascent;

static jsmf_status look(jsmf_context *ctx, const ascent *a, point *p)
{
    const double *target = a->infer->a;
    double far = 0, size = 0;
    if (a->evaluate(ctx, a->self, p->dual, &p->value, p->gradient) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < a->entries; i++) {
        const double off = p->gradient[i] - target[i];
        p->value -= p->dual[i] * (target[i] + 0.5 * a->softness * p->dual[i]);
        p->gradient[i] = a->softness * p->dual[i] - off;
        far += off * off;
        size += p->gradient[i] * p->gradient[i];
    }
    p->distance = sqrt(far) / a->infer->size;
    p->slope = sqrt(size) / a->infer->size;
    return isfinite(p->value) ? JSMF_OK : jsmf_fail(ctx, JSMF_ENUMERIC, "NaN in the dual");
}

/* To next, as far along the direction as the value rises. */
static jsmf_status advance(jsmf_context *ctx, ascent *a, jsmf_infer_fit_report *report)
{
    const double promise = jsmf_dense_dot(a->entries, a->direction, a->here.gradient);
    jsmf_solve_backtrack line = jsmf_solve_backtrack_start(-a->here.value, -promise, 1, 0, MOST_TRIALS);
    do {
        for (size_t i = 0; i < a->entries; i++)
            a->next.dual[i] = a->here.dual[i] - line.length * a->direction[i];
        if (look(ctx, a, &a->next) != JSMF_OK)
            return jsmf_context_status(ctx);
        report->iterations++;
    } while (jsmf_solve_backtrack_goes_on(&line, -a->next.value) &&
             report->iterations < a->infer->options.iterations);
    return JSMF_OK;
}

static void tell(jsmf_context *ctx, const ascent *a, const jsmf_infer_fit_report *report, double start)
{
    jsmf_message(ctx, JSMF_INFO, "iteration %zu: dual %.10g, |W W'/M - A| / |A| %.3g, %.3f s", report->iterations,
                 a->here.value, a->here.distance, jsmf_context_clock() - start);
}

static jsmf_status iterate(jsmf_context *ctx, ascent *a, jsmf_infer_fit_report *report)
{
    const double start = jsmf_context_clock();
    const jsmf_infer_options *o = &a->infer->options;
    if (jsmf_progress(ctx, "dual", (double)report->iterations / (double)o->iterations, a->here.slope) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_solve_lbfgs_direction(&a->memory, a->inverse, a->here.gradient, a->direction);
    if (advance(ctx, a, report) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_solve_lbfgs_remember(&a->memory, a->inverse, least_curvature, a->here.dual, a->next.dual, a->here.gradient,
                              a->next.gradient);
    const point before = a->here;
    a->here = a->next;
    a->next = before;
    tell(ctx, a, report, start);
    return JSMF_OK;
}

/* The dual is below the loss of every W that meets the constraint (where documents' problems are solved to the end: in
 * concave ones a minimum need not be the least). */
static jsmf_status check_bound(jsmf_context *ctx, const ascent *a)
{
    if (a->softness > 0 || a->here.value <= a->most)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_ENUMERIC, "the dual grows without bound: A seems not to be the mean of w w' of any "
                     "compositions w, which the prior at full strength asks for (use a lesser one, --prior 0.5)");
}

/* Where documents' problems are concave, values are of minima nearby, and may fall: what counts is how far the moments
 * are from what the dual asks for. */
static void keep_best(ascent *a)
{
    if (a->here.slope >= a->best.slope)
        return;
    memcpy(a->best.dual, a->here.dual, a->entries * sizeof *a->best.dual);
    a->best.value = a->here.value;
    a->best.distance = a->here.distance;
    a->best.slope = a->here.slope;
}

/* The inverse Hessian to begin with: a topic that is rare has large coefficients, one without words none. Returns k
 * times the mean of q's diagonal over what documents are about, the scale of the loss. */
static double prepare_scales(ascent *a)
{
    const size_t k = a->infer->k;
    const double *q = a->infer->q;
    double scale = 0, least = DBL_MIN;
    for (size_t i = 0; i < k; i++)
        least = fmax(least, least_inverse * (double)k * q[i * k + i]);
    for (size_t i = 0; i < k; i++) {
        scale += q[i * k + i] * a->infer->mean[i] * (double)k;
        for (size_t j = 0; j < k; j++)
            a->inverse[i * k + j] = fmax(least, (double)k * sqrt(q[i * k + i] * q[j * k + j]));
    }
    return scale;
}

static jsmf_status ascend(jsmf_context *ctx, ascent *a, jsmf_infer_fit_report *report)
{
    const jsmf_infer_options *o = &a->infer->options;
    const size_t k = a->infer->k;
    const double start = jsmf_context_clock();
    const double scale = prepare_scales(a);
    if (a->infer->dual)
        memcpy(a->here.dual, a->infer->dual, a->entries * sizeof *a->here.dual);
    report->iterations = 0;
    a->softness = (1 - o->prior) / (o->prior * scale * natural_weight * (double)k);
    if (look(ctx, a, &a->here) != JSMF_OK)
        return jsmf_context_status(ctx);
    tell(ctx, a, report, start);
    keep_best(a);
    while (a->here.slope > o->tolerance && report->iterations < o->iterations) {
        if (iterate(ctx, a, report) != JSMF_OK || check_bound(ctx, a) != JSMF_OK)
            return jsmf_context_status(ctx);
        keep_best(a);
    }
    report->converged = a->best.slope <= o->tolerance;
    report->dual = a->best.value;
    report->distance = a->best.distance;
    return jsmf_infer_take_dual(ctx, a->infer, k, k, a->best.dual);
}

jsmf_status jsmf_infer_ascend(jsmf_context *ctx, jsmf_infer *infer, jsmf_infer_evaluate_fn evaluate, void *self,
                              double most, jsmf_infer_fit_report *report)
{
    const size_t entries = infer->k * infer->k;
    ascent a = { .infer = infer, .evaluate = evaluate, .self = self, .entries = entries,
                 .most = most };
    double *block = jsmf_alloc_zero(ctx, 7 * entries + jsmf_solve_lbfgs_doubles(entries, PAIRS), sizeof *block);
    jsmf_status status = jsmf_context_status(ctx);
    if (block) {
        a.here = (point){ .dual = block, .gradient = block + entries };
        a.next = (point){ .dual = block + 2 * entries, .gradient = block + 3 * entries };
        a.direction = block + 4 * entries;
        a.inverse = block + 5 * entries;
        a.best = (point){ .dual = block + 6 * entries, .slope = INFINITY };
        jsmf_solve_lbfgs_start(&a.memory, entries, PAIRS, block + 7 * entries);
        status = ascend(ctx, &a, report);
    }
    free(block);
    return status;
}
