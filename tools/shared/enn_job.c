#include "enn_job.h"

enn_settings enn_defaults(void)
{
    return (enn_settings){ .iterations = 50, .tolerance = 1e-3, .eigen = TOOL_EIGEN_BY_RULE };
}

/* The Y to start from, in place of what was read. */
static jsmf_status start(tool_run *run, const enn_settings *s, cooc_job *j, size_t k, double **y)
{
    *y = j->source.rectified.y;
    if (!j->source.op)
        j->source.rectified.y = NULL;
    else if (jsmf_rectify_enn_start(run->ctx, j->source.op, k, tool_eigen(s->eigen), y) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_arrays_cooc_drop(&j->source);
    return JSMF_OK;
}

jsmf_status enn_compress(tool_run *run, const enn_settings *s, compress_job *j)
{
    const jsmf_arrays_cooc *source = &j->cooc.source;
    const size_t n = source->n, k = source->op ? s->topics : source->rectified.k;
    const jsmf_rectify_enn_options o = {
        .k = k, .rows = s->rows, .epsilon = s->epsilon, .iterations = s->iterations, .tolerance = s->tolerance
    };
    const size_t first = source->op ? jsmf_rectify_enn_start_bytes(n, k) : 0;
    const size_t then = jsmf_rectify_enn_bytes(run->ctx, n, k, s->rows);
    const double began = jsmf_context_clock();
    double *y;
    if (cooc_check_memory(run, "rectification", n, k, first > then ? first : then,
                          "take fewer words, jsmf-bow --top, or fewer topics") != JSMF_OK ||
        start(run, s, &j->cooc, k, &y) != JSMF_OK || jsmf_rectify_enn(run->ctx, n, &y, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu update%s in %.3f s", JSMF_COUNTED(j->c.iterations),
                 jsmf_context_clock() - began);
    return JSMF_OK;
}
