#include "passes.h"

#include "jsmf/corpus.h"

void passes_bag_free(passes_bag *bag)
{
    jsmf_batches_free(&bag->source);
    jsmf_input_close(bag->input);
    *bag = (passes_bag){ 0 };
}

static jsmf_status check_format(tool_run *run, jsmf_input *in)
{
    jsmf_corpus_format format;
    bool npz;
    if (jsmf_corpus_is_npz(run->ctx, in, &npz) != JSMF_OK || npz || jsmf_corpus_guess(run->ctx, in, &format) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: this is %s (--passes reads a bag stream, which jsmf-bow makes)",
                     jsmf_input_name(in), jsmf_corpus_format_name(format));
}

jsmf_status passes_open(tool_run *run, passes_bag *bag, jsmf_stream *in, size_t *words, int64_t **df)
{
    static const char *const held[] = { "df" };
    const jsmf_strings *vocab;
    size_t rows;
    int64_t *counts;
    if (jsmf_input_open(run->ctx, tool_operand(run, 0), false, &bag->input) != JSMF_OK ||
        check_format(run, bag->input) != JSMF_OK ||
        jsmf_stream_spool(run->ctx, bag->input, &jsmf_arrays_schema, JSMF_BAG, held, 1, in) != JSMF_OK ||
        jsmf_stream_csr_shape(run->ctx, in, "H", &rows, words) != JSMF_OK ||
        jsmf_arrays_vocab(run->ctx, in, *words, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_stream_find(in, "df") && jsmf_stream_integers(run->ctx, in, "df", *words, &counts, NULL) == JSMF_OK)
        *df = jsmf_stream_take(in, "df");
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_corpus_batches_of_bag(run->ctx, in, "H", &bag->source);
}

/* A residual moves an eigenvalue by itself at most: a hundredth of the least one is much. */
static void warn_of_residuals(tool_run *run, const jsmf_cooc_eigenpairs *p)
{
    const double last = p->d[p->k - 1] / p->d[0];
    if (p->passes == 1)
        jsmf_message(run->ctx, JSMF_WARNING, "one pass leaves the residuals unknown, and eigenvalues may be far off "
                     "(give more --passes)");
    else if (p->residual > 0.01 * last)
        jsmf_message(run->ctx, JSMF_WARNING, "residuals are up to %.2g of the largest eigenvalue, and the last "
                     "eigenvalue is %.2g of it (give more than %zu --passes)", p->residual, last, p->passes);
}

jsmf_status passes_find(tool_run *run, passes_bag *bag, size_t words, jsmf_cooc_estimator estimator,
                        const jsmf_cooc_passes_options *o, jsmf_cooc_eigenpairs *out)
{
    const double start = jsmf_context_clock();
    if (jsmf_memory_check(run->ctx, jsmf_cooc_passes_bytes(words, o), "a low-rank co-occurrence in passes",
                          "use fewer --passes, a smaller -k, or jsmf-bow --top for fewer words") != JSMF_OK ||
        jsmf_cooc_passes(run->ctx, &bag->source, words, estimator, o, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu eigenpair%s, %zu pass%s over %zu document%s, %s %.1e, in %.3f s",
                 JSMF_COUNTED(out->k), out->passes, out->passes == 1 ? "" : "es", JSMF_COUNTED(out->rows),
                 out->passes == 1 ? "part missed" : "residual", out->residual, jsmf_context_clock() - start);
    warn_of_residuals(run, out);
    return JSMF_OK;
}
