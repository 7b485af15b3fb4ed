#include "polish_job.h"

#include "jsmf/arrays.h"

#include <stdio.h>

polish_settings polish_defaults(const char *lighter)
{
    return (polish_settings){ .minibatch = SIZE_MAX,
                              .prior = (int)jsmf_polish_defaults.prior,
                              .beta = jsmf_polish_defaults.beta, .anchor_weight = -1,
                              .guide_weight = POLISH_GUIDE_WEIGHT, .lighter = lighter };
}

void polish_job_free(polish_job *j)
{
    jsmf_model_free(&j->model);
    bag_free(&j->bag);
    model_free(&j->in);
    guide_free(&j->guide);
    jsmf_stream_free(&j->out);
    jsmf_arrays_polishing_free(&j->polishing);
    jsmf_csr_free(&j->h);
}

jsmf_status polish_open(tool_run *run, polish_job *j)
{
    static const char *const unused[] = { "Bbar", "Canchor", "residuals" };
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        jsmf_stream_remove(&j->in.stream, unused[i]);
    if (jsmf_arrays_polishing_load(run->ctx, &j->in.stream, &j->polishing) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return model_open(run, &j->in);
}

jsmf_polish_options polish_options(tool_run *run, const polish_settings *s, const polish_job *j)
{
    const jsmf_polish_state *state = j->polishing.rounds != SIZE_MAX ? &j->polishing.state : NULL;
    const int prior = state && !tool_given(run, "prior") ? (int)state->prior : s->prior;
    const jsmf_polish_options defaults = jsmf_polish_defaults;
    const bool given = s->minibatch != SIZE_MAX;
    return (jsmf_polish_options){ .prior = (jsmf_polish_prior_kind)prior,
                                  .state = state,
                                  .passes = s->passes ? s->passes
                                            : s->method == POLISH_GIBBS ? POLISH_SWEEPS : defaults.passes,
                                  .minibatch = given ? s->minibatch : defaults.minibatch,
                                  .minibatch_tokens = given ? 0 : defaults.minibatch_tokens,
                                  .minibatch_pairs = given ? 0 : defaults.minibatch_pairs,
                                  .tolerance = s->tolerance,
                                  .held_out = s->held_out,
                                  .beta = s->beta,
                                  .start_weight = s->anchor_weight,
                                  .start_by_topic = s->anchor_weight < 0,
                                  .guide = s->guide ? &j->guide.counts : NULL,
                                  .random = s->random };
}

static jsmf_status check_memory(tool_run *run, const polish_settings *s, const polish_job *j,
                                const jsmf_polish_options *o)
{
    const size_t n = j->in.model.n, k = j->in.model.k, documents = s->online ? 0 : j->bag.source.documents;
    const size_t entries = jsmf_array_count(jsmf_stream_find(&j->bag.stream, "H.data"));
    char what[128];
    snprintf(what, sizeof what, "polishing %zu topic%s of %zu word%s", JSMF_COUNTED(k), JSMF_COUNTED(n));
    const size_t bytes = s->method == POLISH_GIBBS ? jsmf_polish_gibbs_bytes(run->ctx, n, k)
                                                   : jsmf_polish_bytes(run->ctx, n, k, documents, entries, o);
    return tool_check_memory(run, bytes, what,
                             documents ? s->lighter : "take fewer words, jsmf-bow --top, or fewer topics");
}

/* What the rule of the hold on the start comes to, for people and for the history. */
static jsmf_status tell_hold(tool_run *run, const polish_job *j)
{
    const jsmf_polish_report *r = &j->report;
    jsmf_message(run->ctx, JSMF_INFO,
                 "held to the start: each topic by %.3g tokens a word, %zu by more, as their words go together",
                 r->hold, r->held_topics);
    return tool_remark_too(run, "topics held by %.3g tokens a word, %zu by more", r->hold, r->held_topics);
}

static void report(tool_run *run, const polish_job *j, double seconds)
{
    const jsmf_polish_report *r = &j->report;
    jsmf_message(run->ctx, JSMF_INFO, "%zu topic%s polished on %zu document%s of %.0f tokens in %.3f s: %zu pass%s%s",
                 JSMF_COUNTED(j->model.k), JSMF_COUNTED(r->documents), r->tokens, seconds, r->passes,
                 r->passes == 1 ? "" : "es", r->settled ? ", settled" : "");
}

jsmf_status polish_store_names(tool_run *run, const polish_settings *s, polish_job *j)
{
    jsmf_stream *to = j->out.schema ? &j->out : &j->in.stream;
    jsmf_strings names = { 0 };
    const jsmf_status status = guide_names(run, &j->guide, s->random, &j->in, &names);
    jsmf_stream_remove(&j->in.stream, "names");
    j->in.names = NULL;
    if (status == JSMF_OK && names.count > 0)
        return jsmf_stream_add_strings(run->ctx, to, "names", &names);
    jsmf_strings_free(&names);
    return jsmf_context_status(run->ctx);
}

/* The words and what else is no part of the start's topics pass through. */
jsmf_status polish_store(tool_run *run, const polish_settings *s, polish_job *j)
{
    jsmf_arrays_mark(&j->out, JSMF_MODEL);
    if (polish_store_names(run, s, j) != JSMF_OK || jsmf_arrays_model_store(run->ctx, &j->model, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_pass(run->ctx, &j->in.stream, &j->out);
}

typedef jsmf_status polish_way(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                               const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report);

static polish_way *way_of(const polish_settings *s)
{
    return s->method == POLISH_GIBBS ? jsmf_polish_gibbs : s->online ? jsmf_polish_online : jsmf_polish;
}

jsmf_status polish_make(tool_run *run, const polish_settings *s, polish_job *j)
{
    const jsmf_polish_options o = polish_options(run, s, j);
    const double start = jsmf_context_clock();
    if ((s->guide && guide_read(run, s->guide, s->guide_weight, s->random, &j->in, &j->guide) != JSMF_OK) ||
        bag_open(run, &j->in, &j->bag) != JSMF_OK || check_memory(run, s, j, &o) != JSMF_OK ||
        way_of(s)(run->ctx, &j->in.model, &j->bag.source, &o, &j->model, &j->report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    report(run, j, jsmf_context_clock() - start);
    if (j->report.hold > 0 && tell_hold(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return polish_store(run, s, j);
}
