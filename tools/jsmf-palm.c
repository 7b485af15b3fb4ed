/* jsmf-palm: a co-occurrence to a compressed one, Y Y' with Y >= 0, by proximal alternating linearised minimisation. */
#include "shared/cooc_job.h"

#include "jsmf/rectify.h"

#include <stdlib.h>

typedef struct settings {
    size_t topics, iterations;
    double tolerance, coupling;
    bool inertial;
    int eigen;
} settings;

static const settings defaults = { .iterations = 100, .tolerance = 1e-3, .coupling = 1,
                                  .eigen = TOOL_EIGEN_BY_RULE };

static const tool_option options[] = {
    TOOL_TOPICS(settings, topics, "the number of topics, and of columns of Y; needed"),
    TOOL_ITERATIONS(settings, iterations, 0, "the largest number of iterations; 0: only the start"),
    TOOL_TOLERANCE(settings, tolerance, 0, 1, "stop when the relative change of both factors falls below X; 0: never"),
    { 0, "coupling", TOOL_REAL, offsetof(settings, coupling), 1e-6, 1e6, "X",
      "the weight of |X - Y|^2 beside |C - X Y'|^2, in units of the largest eigenvalue of C" },
    { 0, "inertial", TOOL_FLAG, offsetof(settings, inertial), 0, 0, NULL,
      "use inertial steps (iPALM)" },
    TOOL_EIGEN(settings, eigen),
    TOOL_END
};

static size_t count_lost(const compress_job *j, const double *sums)
{
    const size_t k = j->c.k;
    size_t lost = 0;
    for (size_t i = 0; i < j->c.n; i++) {
        size_t l = 0;
        while (l < k && j->c.y[i * k + l] == 0)
            l++;
        lost += l == k && sums[i] > 0;
    }
    return lost;
}

/* Words that occur with others, but have no part in Y. */
static jsmf_status warn_of_lost_words(tool_run *run, const compress_job *j)
{
    const cooc_job *c = &j->cooc;
    const double *known = c->source.unigram ? c->source.unigram : c->unigram;
    double *sums = known ? NULL : jsmf_alloc(run->ctx, j->c.n, sizeof *sums);
    size_t lost;
    if (!known && (!sums || jsmf_operator_row_sums(run->ctx, c->source.op, sums) != JSMF_OK))
        goto done;
    lost = count_lost(j, known ? known : sums);
    if (lost > 0)
        jsmf_message(run->ctx, JSMF_WARNING, "words that have mass in C and none in Y: %zu of %zu", lost, j->c.n);
done:
    free(sums);
    return jsmf_context_status(run->ctx);
}

static jsmf_status compress(tool_run *run, compress_job *j)
{
    const settings *s = run->settings;
    const jsmf_arrays_cooc *source = &j->cooc.source;
    const jsmf_rectify_palm_options o = { .k = s->topics,
                                          .coupling = s->coupling,
                                          .iterations = s->iterations,
                                          .tolerance = s->tolerance,
                                          .cold = tool_eigen(s->eigen),
                                          .inertial = s->inertial };
    const double start = jsmf_context_clock();
    if (cooc_check_memory(run, "compression", source->n, s->topics,
                          jsmf_rectify_palm_bytes(source->n, s->topics, s->inertial),
                          "take fewer words, jsmf-bow --top, or fewer topics") != JSMF_OK ||
        jsmf_rectify_palm(run->ctx, source->op, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu iteration%s in %.3f s, last change %.2g", JSMF_COUNTED(j->c.iterations),
                 jsmf_context_clock() - start, j->c.change);
    return warn_of_lost_words(run, j);
}

static jsmf_status run_palm(tool_run *run)
{
    const settings *s = run->settings;
    compress_job *j = run->job;
    if (cooc_need_topics(run) != JSMF_OK || tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED, &j->cooc.in) != JSMF_OK ||
        cooc_open(run, &j->cooc, s->topics) != JSMF_OK || compress(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return compress_write(run, j);
}

static const tool this_tool = {
    .name = "jsmf-palm",
    .summary = "compress a co-occurrence to Y Y' with Y >= 0",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-palm -k 20 | jsmf-law -o model.npz\n"
                "jsmf-palm -k 50 -i 1000 --tol 1e-5 -v c.npz -o compressed.npz",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "topics iterations tol inertial",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(compress_job),
    .run = run_palm,
    .release = compress_job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
