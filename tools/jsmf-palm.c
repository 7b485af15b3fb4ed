/* jsmf-palm: a co-occurrence to a compressed one, Y Y' with Y >= 0, by proximal alternating linearised minimisation. */
#include "tool.h"

#include "jsmf/arrays.h"
#include "jsmf/compress.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct settings {
    size_t topics, iterations;
    double tolerance, coupling;
} settings;

static const settings defaults = { .iterations = 100, .tolerance = 1e-3, .coupling = 1 };

static const tool_option options[] = {
    TOOL_TOPICS(settings, topics, "topics: the columns of Y; needed"),
    TOOL_ITERATIONS(settings, iterations, 0, "most iterations; 0: the start alone"),
    TOOL_TOLERANCE(settings, tolerance, "stop when the relative change of both factors falls below X; 0: never"),
    { 0, "coupling", TOOL_REAL, offsetof(settings, coupling), 1e-6, 1e6, "X",
      "weight of |X - Y|^2 beside |C - X Y'|^2, in units of C's largest eigenvalue" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_stream in, out;
    jsmf_cooc_source source;
    jsmf_compressed c;
    double *sums; /* C's row sums, where the source has none */
} job;

static void job_free(job *j)
{
    jsmf_cooc_source_free(&j->source);
    jsmf_stream_free(&j->in);
    jsmf_stream_free(&j->out);
    jsmf_compressed_free(&j->c);
    free(j->sums);
}

/* ---- the work ---- */

static jsmf_status open_source(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (jsmf_cooc_source_open(run->ctx, &j->in, &j->source) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->topics > j->source.n)
        return jsmf_fail(run->ctx, JSMF_ENUMERIC, "%s: %zu topics of %zu words (use -k %zu or less)", j->in.name,
                         s->topics, j->source.n, j->source.n);
    if (j->source.unigram)
        return JSMF_OK;
    j->sums = jsmf_alloc(run->ctx, j->source.n, sizeof *j->sums);
    return j->sums ? jsmf_operator_row_sums(run->ctx, j->source.op, j->sums) : jsmf_context_status(run->ctx);
}

/* Words that occur with others, but have no part in Y. */
static void warn_of_lost_words(tool_run *run, const job *j)
{
    const double *sums = j->source.unigram ? j->source.unigram : j->sums;
    size_t lost = 0;
    for (size_t i = 0; i < j->c.n; i++) {
        size_t l = 0;
        while (l < j->c.k && j->c.y[i * j->c.k + l] == 0)
            l++;
        lost += l == j->c.k && sums[i] > 0;
    }
    if (lost > 0)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu words have mass in C and none in Y", lost, j->c.n);
}

static jsmf_status compress(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_palm_options o = { .k = s->topics, .s = s->coupling, .iterations = s->iterations,
                                  .tolerance = s->tolerance };
    const double start = jsmf_clock();
    char what[96];
    snprintf(what, sizeof what, "the compression of %zu words to %zu columns", j->source.n, s->topics);
    if (jsmf_memory_check(run->ctx, jsmf_rectify_palm_bytes(j->source.n, s->topics), what,
                          "take fewer words, jsmf-bow --top, or fewer topics") != JSMF_OK ||
        jsmf_rectify_palm(run->ctx, j->source.op, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu iterations in %.3f s, last change %.2g", j->c.iterations,
                 jsmf_clock() - start, j->c.change);
    warn_of_lost_words(run, j);
    return JSMF_OK;
}

/* ---- output ---- */

static jsmf_status store(tool_run *run, job *j)
{
    double *y = j->c.y, *sums = j->sums;
    j->c.y = NULL;
    j->out.kind = JSMF_COMPRESSED;
    if (jsmf_stream_add_f64(run->ctx, &j->out, "Y", y, 2, j->c.n, j->c.k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* The row sums of a rectified C are not those of the original. */
    if (sums && j->in.kind != JSMF_RECTIFIED && !j->source.rectified.y) {
        j->sums = NULL;
        if (jsmf_stream_add_f64(run->ctx, &j->out, "unigram", sums, 1, j->c.n, 1) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return jsmf_stream_pass(run->ctx, &j->in, &j->out);
}

static jsmf_status work(tool_run *run, job *j)
{
    if (!tool_given(run, "topics"))
        return tool_usage(run, "how many topics? Name them with -k");
    if (tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED, &j->in) != JSMF_OK || open_source(run, j) != JSMF_OK ||
        compress(run, j) != JSMF_OK || store(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_palm(tool_run *run)
{
    job j = { .sums = NULL };
    jsmf_status status = work(run, &j);
    job_free(&j);
    return status;
}

static const tool this_tool = {
    .name = "jsmf-palm",
    .summary = "compress a co-occurrence to Y Y' with Y >= 0",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-palm -k 20 | jsmf-law > model.npz\n"
                "jsmf-palm -k 50 -i 1000 --tol 1e-5 -v c.npz -o compressed.npz",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .run = run_palm,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
