#include "infer_method.h"

#include "jsmf/arrays.h"

#include <stdio.h>
#include <string.h>

infer_settings infer_settings_defaults(void)
{
    const jsmf_infer_options *o = &jsmf_infer_defaults;
    return (infer_settings){ .method = o->method, .loss = o->loss, .weights = o->weights, .prior = -1,
                             .iterations = o->iterations, .tolerance = o->tolerance, .gibbs_prior = o->gibbs_prior,
                             .burn_in = o->burn_in, .samples = o->samples };
}

static jsmf_status check_given(tool_run *run, const char *option, bool useful, const char *methods)
{
    const infer_settings *s = run->settings;
    if (useful || !tool_given(run, option))
        return JSMF_OK;
    return tool_usage(run, "--%s with --method %s (it is for %s)", option, jsmf_infer_method_names[s->method], methods);
}

/* What the paper has said already. */
static jsmf_status check_paper(tool_run *run)
{
    static const char *const said[] = { "prior", "weights", "loss", "tol" };
    const infer_settings *s = run->settings;
    const char *again = s->paper ? tool_first_given(run, said, sizeof said / sizeof *said) : NULL;
    return again ? tool_usage(run, "--%s with --paper (the paper has one way)", again) : JSMF_OK;
}

jsmf_status infer_settings_check(tool_run *run)
{
    const infer_settings *s = run->settings;
    const jsmf_infer_method m = (jsmf_infer_method)s->method;
    const bool loss = s->dual || jsmf_infer_has_loss(m), prior = s->dual || jsmf_infer_has_prior(m);
    const bool dual = s->dual || m == JSMF_INFER_PADD || m == JSMF_INFER_PAMI, inverse = s->dual || m == JSMF_INFER_TLI;
    const bool sampled = s->dual || m == JSMF_INFER_GIBBS;
    if (check_given(run, "loss", loss, "padd and scls") != JSMF_OK ||
        check_given(run, "weights", loss, "padd, pami and scls") != JSMF_OK ||
        check_given(run, "prior", prior, "normal, padd, pami and gibbs") != JSMF_OK ||
        check_given(run, "iterations", dual, "padd and pami") != JSMF_OK ||
        check_given(run, "tol", dual, "padd and pami") != JSMF_OK ||
        check_given(run, "paper", dual, "padd and pami") != JSMF_OK || check_paper(run) != JSMF_OK ||
        check_given(run, "delta", inverse, "tli") != JSMF_OK ||
        check_given(run, "threshold", inverse, "tli") != JSMF_OK ||
        check_given(run, "gibbs-prior", sampled, "gibbs") != JSMF_OK ||
        check_given(run, "burn-in", sampled, "gibbs") != JSMF_OK ||
        check_given(run, "samples", sampled, "gibbs") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

jsmf_infer_options infer_settings_options(const infer_settings *s)
{
    const jsmf_infer_method method = (jsmf_infer_method)s->method;
    if (s->paper)
        return (jsmf_infer_options){ .method = method, .loss = JSMF_LEAST_SQUARES, .weights = JSMF_WEIGHTS_NONE,
                                     .prior = 1, .iterations = s->iterations, .paper = true };
    return (jsmf_infer_options){ .method = method, .loss = (jsmf_infer_loss)s->loss,
                                 .weights = (jsmf_infer_weights)s->weights,
                                 .prior = s->prior < 0 ? jsmf_infer_own_prior(method) : s->prior,
                                 .yielding = s->prior < 0,
                                 .iterations = s->iterations, .tolerance = s->tolerance, .delta = s->delta,
                                 .threshold = s->threshold,
                                 .gibbs_prior = (jsmf_infer_gibbs_prior)s->gibbs_prior, .burn_in = s->burn_in,
                                 .samples = s->samples };
}

/* ---- an earlier run ---- */

static jsmf_status check_same(tool_run *run, const jsmf_stream *earlier, const char *option, const char *name,
                              const char *asked, const char *learned)
{
    if (!tool_given(run, option) || strcmp(asked, learned) == 0)
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: was made with %s %s, not %s (leave --%s out, or --dual)",
                     earlier->name, name, learned, asked, option);
}

static jsmf_status check_number(tool_run *run, const jsmf_stream *earlier, const char *option, const char *name,
                                double asked, double learned)
{
    char ours[32], theirs[32];
    snprintf(ours, sizeof ours, "%g", asked);
    snprintf(theirs, sizeof theirs, "%g", learned);
    return check_same(run, earlier, option, name, ours, theirs);
}

jsmf_status infer_settings_load(tool_run *run, jsmf_stream *earlier, jsmf_infer_options *how, double *mark)
{
    const infer_settings *s = run->settings;
    static const char *const letters[] = { "jsmf's own", "the paper's" };
    static const char *const cuts[] = { "a projection", "a threshold" };
    if (jsmf_arrays_inference_load(run->ctx, earlier, how, mark) != JSMF_OK ||
        check_same(run, earlier, "method", "method", jsmf_infer_method_names[s->method],
                   jsmf_infer_method_names[how->method]) != JSMF_OK ||
        check_same(run, earlier, "loss", "loss", jsmf_infer_loss_names[s->loss], jsmf_infer_loss_names[how->loss]) !=
            JSMF_OK ||
        check_same(run, earlier, "weights", "weights", jsmf_infer_weights_names[s->weights],
                   jsmf_infer_weights_names[how->weights]) != JSMF_OK ||
        check_number(run, earlier, "prior", "a prior of", s->prior, how->prior) != JSMF_OK ||
        check_same(run, earlier, "paper", "an iteration that is", letters[s->paper], letters[how->paper]) != JSMF_OK ||
        check_number(run, earlier, "delta", "a delta of", s->delta, how->delta) != JSMF_OK ||
        check_same(run, earlier, "threshold", "", cuts[s->threshold], cuts[how->threshold]) != JSMF_OK ||
        check_same(run, earlier, "gibbs-prior", "gibbs prior", jsmf_infer_gibbs_prior_names[s->gibbs_prior],
                   jsmf_infer_gibbs_prior_names[how->gibbs_prior]) != JSMF_OK ||
        check_number(run, earlier, "burn-in", "a burn-in of", (double)s->burn_in, (double)how->burn_in) != JSMF_OK ||
        check_number(run, earlier, "samples", "samples:", (double)s->samples, (double)how->samples) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return JSMF_OK;
}
