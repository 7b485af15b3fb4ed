/* The model, and what every method asks of it. */
#include "model_inner.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void jsmf_model_free(jsmf_model *model)
{
    if (!model)
        return;
    free(model->b);
    free(model->a);
    free(model->s);
    free(model->bbar);
    free(model->canchor);
    free(model->residuals);
    free(model->unigram);
    free(model->alpha);
    free(model->anchor_words);
    free(model->anchor_topics);
    memset(model, 0, sizeof *model);
}

jsmf_status jsmf_model_check_topics(jsmf_context *ctx, const char *name, size_t topics, size_t words)
{
    const char *between = name ? ": " : "";
    name = name ? name : "";
    if (topics == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%s%sno topics asked for (at least 1)", name, between);
    if (topics > words)
        return jsmf_fail_remedy(ctx, JSMF_EUSAGE, JSMF_REMEDY_FEWER_TOPICS, words, "%s%s%zu topic%s of %zu word%s",
                                name, between, JSMF_COUNTED(topics), JSMF_COUNTED(words));
    return JSMF_OK;
}

jsmf_status jsmf_model_check_words(jsmf_context *ctx, size_t words, size_t theirs)
{
    if (theirs == words)
        return JSMF_OK;
    return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_MATCH_WORDS, 0, "documents over %zu words, a model of %zu",
                            theirs, words);
}

jsmf_status jsmf_model_check_alpha(jsmf_context *ctx, const char *name, size_t k, const double *alpha)
{
    for (size_t j = 0; alpha && j < k; j++)
        if (!(alpha[j] > 0) || !isfinite(alpha[j]))
            return jsmf_fail(ctx, JSMF_EDATA, "%s%salpha[%zu] is %g (expected above 0)", name ? name : "",
                             name ? ": " : "", j, alpha[j]);
    return JSMF_OK;
}

/* ---- a Dirichlet's parameters from its moments: with p = A e and t = 1 / (alpha_0 + 1), A = (1 - t) p p' + t diag(p)
 * ---- */

/* t within these bounds: moments of no Dirichlet give one of alpha_0 1e6, or 1e-3. */
static const double least_spread = 1e-6, most_spread = 1 / 1.001;
/* Of an even share of alpha_0. */
static const double least_share = 1e-6;

void jsmf_model_alpha_from_moments(size_t k, const double *a, double *alpha)
{
    double sum = 0, trace = 0, squares = 0;
    for (size_t i = 0; i < k; i++) {
        alpha[i] = 0;
        for (size_t j = 0; j < k; j++)
            alpha[i] += a[i * k + j];
        sum += alpha[i];
        trace += a[i * k + i];
    }
    for (size_t i = 0; i < k; i++)
        squares += alpha[i] / sum * (alpha[i] / sum);
    const double t = k > 1 ? (trace / sum - squares) / (1 - squares) : 0.5;
    const double total = 1 / fmin(fmax(t, least_spread), most_spread) - 1;
    for (size_t i = 0; i < k; i++)
        alpha[i] = total * fmax(alpha[i] / sum, least_share / (double)k);
}
