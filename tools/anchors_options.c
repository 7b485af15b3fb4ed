#include "anchors_options.h"

#include "jsmf/vocab.h"

#include <stdlib.h>

/* Beyond this optimality residual a topic's words would be wrong. */
static const double hopeless = 1e-3;

void anchors_chosen_free(anchors_chosen *c)
{
    jsmf_strings_free(&c->words);
    free(c->given);
    c->given = NULL;
}

jsmf_status anchors_check(tool_run *run)
{
    const anchors_settings *s = run->settings;
    if (s->anchors && s->min_df)
        return tool_usage(run, "--min-df chooses among anchors; with --anchors there is no choice");
    return JSMF_OK;
}

static jsmf_status find_words(tool_run *run, const jsmf_stream *in, const jsmf_index *index, anchors_chosen *c)
{
    const anchors_settings *s = run->settings;
    for (size_t line = 0; line < c->words.count; line++) {
        const char *word = jsmf_strings_get(&c->words, line);
        size_t at = jsmf_index_find(index, word, jsmf_strings_length(&c->words, line));
        if (at == SIZE_MAX)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\" is not in the vocabulary of %s", s->anchors,
                             line + 1, word, in->name);
        c->given[line] = (int64_t)at;
    }
    return JSMF_OK;
}

jsmf_status anchors_read(tool_run *run, const jsmf_stream *in, size_t n, anchors_chosen *out)
{
    const anchors_settings *s = run->settings;
    const jsmf_strings *vocab = NULL;
    jsmf_index *index = NULL;
    jsmf_status status;
    if (!s->anchors)
        return JSMF_OK;
    if (jsmf_words_read(run->ctx, s->anchors, true, &out->words) != JSMF_OK ||
        jsmf_stream_vocab(run->ctx, in, n, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, in which --anchors could be looked up", in->name);
    if (out->words.count == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: empty (expected a word a line)", s->anchors);
    if (s->topics && s->topics != out->words.count)
        return tool_usage(run, "-k %zu, but %s has %zu anchors", s->topics, s->anchors, out->words.count);
    out->given = jsmf_alloc(run->ctx, out->words.count, sizeof *out->given);
    if (!out->given || jsmf_index_new(run->ctx, vocab, &index, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = find_words(run, in, index, out);
    jsmf_index_free(index);
    return status;
}

jsmf_status anchors_check_mass(tool_run *run, const anchors_chosen *c, const double *sums)
{
    const anchors_settings *s = run->settings;
    for (size_t line = 0; c->given && line < c->words.count; line++)
        if (!(sums[c->given[line]] > 0))
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\" occurs with no other word and cannot be an anchor",
                             s->anchors, line + 1, jsmf_strings_get(&c->words, line));
    return JSMF_OK;
}

jsmf_status anchors_make(tool_run *run, const jsmf_stream *in, const anchors_chosen *c, const int64_t *df, size_t k,
                         jsmf_aw_options *out)
{
    const anchors_settings *s = run->settings;
    *out = (jsmf_aw_options){ .given = c->given, .solver = (jsmf_solver)s->solver, .tolerance = s->tolerance,
                              .iterations = s->iterations };
    if (s->min_df > 0 && !df)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array df, which --min-df needs (streams of jsmf-cooc have it)",
                         in->name);
    out->anchors = (jsmf_anchor_options){ .k = k, .df = df, .min_df = (int64_t)s->min_df };
    return JSMF_OK;
}

jsmf_status anchors_report(tool_run *run, const jsmf_simplex_report *report)
{
    static const char text[] = "the least squares of %zu words were stopped by the bound on iterations "
                               "(optimality residual up to %.1e of max |f|; -i allows more)";
    const anchors_settings *s = run->settings;
    jsmf_message(run->ctx, JSMF_INFO, "least squares by %s: %.1f iterations a word, at most %zu; optimality residual "
                 "below %.1e of max |f|", s->solver == JSMF_ADMM ? "ADMM" : "active set", report->mean_iterations,
                 report->most_iterations, report->worst_kkt);
    if (report->not_converged && report->worst_kkt > hopeless)
        return jsmf_fail(run->ctx, JSMF_ENUMERIC, text, report->not_converged, report->worst_kkt);
    if (report->not_converged)
        jsmf_message(run->ctx, JSMF_WARNING, text, report->not_converged, report->worst_kkt);
    return JSMF_OK;
}
