/* Composition inference: the model and the options made ready, the dual taken in and out. */
#include "method_likelihood.h"
#include "document/normal_prior.h"
#include "store.h"

#include "jsmf/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const jsmf_infer_options jsmf_infer_defaults = {
    .method = JSMF_INFER_NORMAL, .loss = JSMF_LEAST_SQUARES, .weights = JSMF_WEIGHTS_MODEL, .prior = 0.625,
    .iterations = 50, .tolerance = 1e-3,
};

const char *const jsmf_infer_method_names[] = { "padd", "pami", "scls", "em", "vb", "init", "normal", "tli",
                                                NULL };
const char *const jsmf_infer_loss_names[] = { "least-squares", "likelihood", NULL };
const char *const jsmf_infer_weights_names[] = { "model", "none", NULL };

bool jsmf_infer_has_prior(jsmf_infer_method method)
{
    return method == JSMF_INFER_PADD || method == JSMF_INFER_PAMI || method == JSMF_INFER_NORMAL;
}

bool jsmf_infer_has_loss(jsmf_infer_method method)
{
    return method == JSMF_INFER_PADD || method == JSMF_INFER_PAMI || method == JSMF_INFER_SCLS;
}

double jsmf_infer_own_prior(jsmf_infer_method method)
{
    /* Of padd: A that was learned is seldom the mean of any w w', which full strength asks for. */
    static const double soft = 0.5;
    return method == JSMF_INFER_NORMAL ? jsmf_infer_defaults.prior : method == JSMF_INFER_PADD ? soft : 1;
}

/* ---- checks ---- */

static jsmf_status check_options(jsmf_context *ctx, const jsmf_infer_options *o)
{
    if (!(o->prior >= 0 && o->prior <= 1))
        return jsmf_fail(ctx, JSMF_EUSAGE, "a prior of strength %g (expected 0 to 1)", o->prior);
    if (!(o->tolerance >= 0))
        return jsmf_fail(ctx, JSMF_EUSAGE, "a tolerance of %g (expected 0 or more)", o->tolerance);
    if (!(o->delta >= 0 && o->delta < 1))
        return jsmf_fail(ctx, JSMF_EUSAGE, "a delta of %g (expected 0 or more, below 1)", o->delta);
    if (o->paper && ((o->method != JSMF_INFER_PADD && o->method != JSMF_INFER_PAMI) || o->loss != JSMF_LEAST_SQUARES ||
                     o->weights != JSMF_WEIGHTS_NONE || o->prior != 1))
        return jsmf_fail(ctx, JSMF_EUSAGE, "to the letter of the paper are padd and pami, least squares without "
                         "weights and with a prior of strength 1");
    if (o->method == JSMF_INFER_NORMAL && o->prior == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "normal with a prior of strength 0 (em has no prior)");
    if (o->method == JSMF_INFER_PAMI && o->loss == JSMF_LIKELIHOOD)
        return jsmf_fail(ctx, JSMF_EUSAGE, "pami has no likelihood (use padd with it)");
    return JSMF_OK;
}

/* ---- what is made of the model ---- */

static void prepare_correlations(jsmf_infer *infer, const double *a)
{
    const size_t k = infer->k;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < k * k; i++)
        sum += a[i];
    for (size_t i = 0; i < k; i++) {
        infer->mean[i] = 0;
        for (size_t j = 0; j < k; j++) {
            infer->a[i * k + j] = 0.5 * (a[i * k + j] + a[j * k + i]) / sum;
            infer->mean[i] += infer->a[i * k + j];
            squares += infer->a[i * k + j] * infer->a[i * k + j];
        }
    }
    infer->size = sqrt(squares);
}

/* q = B' diag(metric) B */
static jsmf_status prepare_words(jsmf_context *ctx, jsmf_infer *infer)
{
    const size_t n = infer->n, k = infer->k;
    /* The likelihood starts from the least squares next to it. */
    const bool likely = infer->options.loss == JSMF_LIKELIHOOD || infer->options.method == JSMF_INFER_EM;
    const bool weighted = likely || infer->options.weights == JSMF_WEIGHTS_MODEL;
    double *scaled = jsmf_alloc(ctx, n, jsmf_mul_sat(k, sizeof *scaled));
    if (!scaled)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++) {
        double u = 0;
        for (size_t j = 0; j < k; j++)
            u += infer->b[i * k + j] * infer->mean[j];
        infer->unigram[i] = u;
        infer->metric[i] = u > 0 ? weighted ? 1 / u : 1 : 0;
        for (size_t j = 0; j < k; j++)
            scaled[i * k + j] = infer->b[i * k + j] * sqrt(infer->metric[i]);
    }
    const jsmf_status status = jsmf_dense_cross(ctx, n, k, k, scaled, scaled, infer->q);
    free(scaled);
    return status;
}

/* Without a prior PAMI converges to the least squares' solution. */
static const jsmf_infer_class *class_of(const jsmf_infer_options *o)
{
    switch (o->method) {
    case JSMF_INFER_EM: return &jsmf_infer_em_class;
    case JSMF_INFER_PAMI: return o->prior > 0 ? &jsmf_infer_pami_class : &jsmf_infer_scls_class;
    case JSMF_INFER_VB: return &jsmf_infer_vb_class;
    case JSMF_INFER_INIT: return &jsmf_infer_init_class;
    case JSMF_INFER_NORMAL: return &jsmf_infer_normal_class;
    case JSMF_INFER_TLI: return &jsmf_infer_tli_class;
    case JSMF_INFER_SCLS: return o->loss == JSMF_LIKELIHOOD ? &jsmf_infer_em_class : &jsmf_infer_scls_class;
    default:
        if (o->paper)
            return &jsmf_infer_paper_class;
        return o->loss == JSMF_LIKELIHOOD ? &jsmf_infer_padd_likelihood_class : &jsmf_infer_padd_class;
    }
}

static jsmf_status allocate(jsmf_context *ctx, jsmf_infer *infer)
{
    const size_t n = infer->n, k = infer->k, entries = jsmf_mul_sat(k, k);
    infer->a = jsmf_alloc(ctx, entries, sizeof(double));
    infer->mean = jsmf_alloc(ctx, k, sizeof(double));
    infer->unigram = jsmf_alloc(ctx, n, sizeof(double));
    infer->metric = jsmf_alloc(ctx, n, sizeof(double));
    infer->q = jsmf_alloc(ctx, entries, sizeof(double));
    infer->moment = jsmf_alloc_zero(ctx, entries, sizeof(double));
    infer->alpha = jsmf_alloc(ctx, k, sizeof(double));
    return jsmf_context_status(ctx);
}

static jsmf_status check_alpha(jsmf_context *ctx, size_t k, const double *alpha)
{
    for (size_t j = 0; j < k; j++)
        if (!(alpha[j] > 0) || !isfinite(alpha[j]))
            return jsmf_fail(ctx, JSMF_EDATA, "alpha[%zu] is %g (expected a Dirichlet's parameter, above 0)", j,
                             alpha[j]);
    return JSMF_OK;
}

static jsmf_status make(jsmf_context *ctx, const jsmf_model *model, const double *alpha, jsmf_infer *infer)
{
    if (allocate(ctx, infer) != JSMF_OK)
        return jsmf_context_status(ctx);
    prepare_correlations(infer, model->a);
    if (alpha)
        memcpy(infer->alpha, alpha, infer->k * sizeof *alpha);
    else
        jsmf_model_alpha_from_moments(infer->k, infer->a, infer->alpha);
    infer->class = class_of(&infer->options);
    return prepare_words(ctx, infer);
}

jsmf_status jsmf_infer_new(jsmf_context *ctx, const jsmf_model *model, const double *alpha,
                           const jsmf_infer_options *options, jsmf_infer **out)
{
    jsmf_infer *infer;
    *out = NULL;
    if (check_options(ctx, options) != JSMF_OK ||
        jsmf_document_check_correlations(ctx, model->k, model->a) != JSMF_OK ||
        (alpha && check_alpha(ctx, model->k, alpha) != JSMF_OK))
        return jsmf_context_status(ctx);
    infer = jsmf_alloc_zero(ctx, 1, sizeof *infer);
    if (!infer)
        return jsmf_context_status(ctx);
    infer->options = *options;
    infer->n = model->n;
    infer->k = model->k;
    infer->b = model->b;
    infer->bbar = model->bbar;
    if (make(ctx, model, alpha, infer) == JSMF_OK)
        *out = infer;
    else
        jsmf_infer_free(infer);
    return jsmf_context_status(ctx);
}

size_t jsmf_infer_bytes(const jsmf_context *ctx, const jsmf_infer_options *options, size_t n, size_t k)
{
    enum { SQUARES = 64 }; /* of k x k, most of them L-BFGS's */
    const jsmf_infer shape = { .n = n, .k = k };
    const size_t square = jsmf_mul_sat(k, k), words = jsmf_mul_sat(n, k + 2);
    const size_t scratch = jsmf_add_sat(class_of(options)->scratch(&shape, n), jsmf_mul_sat(2, n));
    const size_t problem = jsmf_add_sat(jsmf_mul_sat(2, square), scratch);
    const size_t threads = jsmf_mul_sat((size_t)jsmf_context_threads(ctx), problem);
    const size_t blocks = jsmf_mul_sat(JSMF_INFER_BLOCK, 4 * k), most = words > blocks ? words : blocks;
    const size_t doubles = jsmf_add_sat(jsmf_add_sat(most, jsmf_mul_sat(SQUARES, square)), threads);
    return jsmf_add_sat(jsmf_mul_sat(doubles, sizeof(double)), jsmf_document_normal_fit_bytes(k));
}

void jsmf_infer_free(jsmf_infer *infer)
{
    if (!infer)
        return;
    jsmf_infer_squares_release(&infer->squares);
    jsmf_infer_likelihood_release(&infer->likelihood);
    jsmf_infer_pami_release(&infer->pami);
    jsmf_infer_tli_release(&infer->tli);
    jsmf_infer_paper_release(&infer->paper);
    free(infer->mu);
    free(infer->precision);
    free(infer->a);
    free(infer->mean);
    free(infer->unigram);
    free(infer->metric);
    free(infer->q);
    free(infer->alpha);
    free(infer->dual);
    free(infer->moment);
    free(infer);
}

/* ---- the dual ---- */

bool jsmf_infer_needs_dual(const jsmf_infer *infer) { return infer->class->fit && infer->options.prior > 0; }

const double *jsmf_infer_dual(const jsmf_infer *infer, size_t shape[2])
{
    shape[0] = infer->dual ? infer->dual_shape[0] : 0;
    shape[1] = infer->dual ? infer->dual_shape[1] : 0;
    return infer->dual;
}

static jsmf_status check_dual(jsmf_context *ctx, const jsmf_infer *infer, size_t rows, size_t cols, const double *dual)
{
    size_t shape[2];
    infer->class->shape(infer, shape);
    if (cols != shape[1] || rows == 0 || rows % shape[0] != 0 || (infer->class->symmetric && rows != shape[0]))
        return jsmf_fail(ctx, JSMF_EDATA, "a dual of %zu x %zu (expected %zu x %zu: is it of this model?)", rows, cols,
                         shape[0], shape[1]);
    for (size_t i = 0; i < rows * cols; i++)
        if (!isfinite(dual[i]))
            return jsmf_fail(ctx, JSMF_EDATA, "dual[%zu, %zu] is not a finite number", i / cols, i % cols);
    for (size_t i = 0; infer->class->symmetric && i < rows; i++)
        for (size_t j = 0; j < i; j++)
            if (dual[i * cols + j] != dual[j * cols + i])
                return jsmf_fail(ctx, JSMF_EDATA, "the dual is not symmetric (dual[%zu, %zu] is %g, dual[%zu, %zu] is "
                                 "%g)", i, j, dual[i * cols + j], j, i, dual[j * cols + i]);
    return JSMF_OK;
}

jsmf_status jsmf_infer_take_dual(jsmf_context *ctx, jsmf_infer *infer, size_t rows, size_t cols, const double *dual)
{
    double *copy = jsmf_copy(ctx, dual, jsmf_mul_sat(rows, cols), sizeof *dual);
    if (!copy)
        return jsmf_context_status(ctx);
    free(infer->dual);
    infer->dual = copy;
    infer->dual_shape[0] = rows;
    infer->dual_shape[1] = cols;
    infer->ready = false;
    return JSMF_OK;
}

jsmf_status jsmf_infer_set_dual(jsmf_context *ctx, jsmf_infer *infer, size_t rows, size_t cols, const double *dual)
{
    if (!jsmf_infer_needs_dual(infer))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%s with a prior of %g has no dual",
                         jsmf_infer_method_names[infer->options.method], infer->options.prior);
    return check_dual(ctx, infer, rows, cols, dual) == JSMF_OK ? jsmf_infer_take_dual(ctx, infer, rows, cols, dual)
                                                               : jsmf_context_status(ctx);
}

jsmf_status jsmf_infer_make_ready(jsmf_context *ctx, jsmf_infer *infer)
{
    if (infer->ready)
        return JSMF_OK;
    if (jsmf_infer_needs_dual(infer) && !infer->dual)
        return jsmf_fail(ctx, JSMF_EUSAGE, "the dual must be learned first");
    if (infer->class->prepare && infer->class->prepare(ctx, infer, infer->dual) != JSMF_OK)
        return jsmf_context_status(ctx);
    infer->ready = true;
    return JSMF_OK;
}

/* ---- documents ---- */

jsmf_status jsmf_infer_check_words(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_csr *batch)
{
    if (batch->cols == infer->n)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "documents over %zu words, a model of %zu (map them with jsmf-bow --match)",
                     batch->cols, infer->n);
}

jsmf_status jsmf_infer_fit(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                           jsmf_infer_fit_report *report)
{
    jsmf_infer_fit_report none, *r = report ? report : &none;
    *r = (jsmf_infer_fit_report){ .converged = true, .dual = NAN, .distance = NAN, .gap = NAN };
    if (!jsmf_infer_needs_dual(infer))
        return JSMF_OK;
    r->converged = false;
    return infer->class->fit(ctx, infer, source, r);
}
