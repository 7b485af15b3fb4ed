/* jsmf-rectify-enn: a co-occurrence to a compressed one, by epsilon non-negative rectification. */
#include "tool.h"

#include "jsmf/arrays.h"
#include "jsmf/compress.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    size_t topics, iterations;
    double tolerance, epsilon;
    const char *rows;
} settings;

static const settings defaults = { .iterations = 50, .tolerance = 1e-3 };

static const tool_option options[] = {
    TOOL_TOPICS(settings, topics, "topics: the columns of Y; needed unless the stream has Y"),
    TOOL_ITERATIONS(settings, iterations, 0, "most updates; 0: the start alone"),
    TOOL_TOLERANCE(settings, tolerance, "stop when the relative change of Y Y' falls below X; 0: never"),
    { 0, "rows", TOOL_TEXT, offsetof(settings, rows), 0, 0, "N|all",
      "correct negatives in the N longest rows of Y (default: 10 K + 1000)" },
    { 0, "epsilon", TOOL_REAL, offsetof(settings, epsilon), 0, 1, "X",
      "correct the rows of squared norm above X instead; 0: not so" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_stream in, out;
    jsmf_cooc_source source; /* op is NULL where the stream is compressed already */
    double *y;               /* ... and this is its Y, n x k */
    size_t n, k;
    double *unigram;         /* computed, where the source has none */
    jsmf_compressed c;
} job;

static void job_free(job *j)
{
    jsmf_cooc_source_free(&j->source);
    jsmf_stream_free(&j->in);
    jsmf_stream_free(&j->out);
    jsmf_compressed_free(&j->c);
    free(j->y);
    free(j->unigram);
}

/* ---- options ---- */

/* *rows of --rows, 0 where it was not given. */
static jsmf_status parse_rows(tool_run *run, size_t *rows)
{
    const settings *s = run->settings;
    char *end;
    unsigned long long value;
    *rows = 0;
    if (!s->rows)
        return JSMF_OK;
    if (s->epsilon > 0)
        return tool_usage(run, "only one of --rows and --epsilon");
    if (strcmp(s->rows, "all") == 0) {
        *rows = JSMF_ENN_ROWS_ALL;
        return JSMF_OK;
    }
    errno = 0;
    value = strtoull(s->rows, &end, 10);
    if (s->rows[0] < '0' || s->rows[0] > '9' || *end || errno || value < 1 || value > 1000000000)
        return tool_usage(run, "--rows %s: expected a whole number from 1 to 1000000000, or all", s->rows);
    *rows = (size_t)value;
    return JSMF_OK;
}

/* ---- input ---- */

/* Y without r: what this program, or jsmf-palm, wrote. */
static bool is_compressed(const jsmf_stream *in)
{
    return in->kind == JSMF_COMPRESSED ||
           (in->kind == JSMF_UNMARKED && jsmf_stream_find(in, "Y") && !jsmf_stream_find(in, "r"));
}

static jsmf_status open_compressed(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_strings *vocab;
    size_t shape[2];
    double *y;
    if (jsmf_stream_matrix(run->ctx, &j->in, "Y", 0, 0, &y, shape) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->n = shape[0];
    j->k = shape[1];
    if (j->n == 0 || j->k == 0 || j->k > j->n)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array Y: %zu x %zu (expected words x topics)", j->in.name, j->n,
                         j->k);
    if (jsmf_stream_vocab(run->ctx, &j->in, j->n, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->topics && s->topics != j->k)
        return tool_usage(run, "%s has %zu topics, -k asks for %zu (leave -k out)", j->in.name, j->k, s->topics);
    j->y = jsmf_stream_take(&j->in, "Y");
    return JSMF_OK;
}

/* The row sums of the original C; those of a rectified one are others. */
static jsmf_status make_unigram(tool_run *run, job *j)
{
    if (j->source.unigram || j->source.rectified.y || j->in.kind == JSMF_RECTIFIED)
        return JSMF_OK;
    j->unigram = jsmf_alloc(run->ctx, j->n, sizeof *j->unigram);
    return j->unigram ? jsmf_operator_row_sums(run->ctx, j->source.op, j->unigram) : jsmf_context_status(run->ctx);
}

static jsmf_status open_cooc(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (!s->topics)
        return tool_usage(run, "how many topics? Name them with -k");
    if (jsmf_cooc_source_open(run->ctx, &j->in, &j->source) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->n = j->source.n;
    j->k = s->topics;
    if (j->k > j->n)
        return jsmf_fail(run->ctx, JSMF_ENUMERIC, "%s: %zu topics of %zu words (use -k %zu or less)", j->in.name, j->k,
                         j->n, j->n);
    return make_unigram(run, j);
}

/* ---- the work ---- */

static jsmf_status rectify(tool_run *run, job *j, size_t rows)
{
    const settings *s = run->settings;
    const jsmf_enn_options o = { .k = j->k, .rows = rows, .epsilon = s->epsilon, .iterations = s->iterations,
                                 .tolerance = s->tolerance };
    const double start = jsmf_clock();
    char what[96];
    snprintf(what, sizeof what, "the rectification of %zu words with %zu topics", j->n, j->k);
    if (jsmf_memory_check(run->ctx, jsmf_rectify_enn_bytes(run->ctx, j->n, j->k, rows), what,
                          "take fewer words, jsmf-bow --top, or fewer topics") != JSMF_OK ||
        jsmf_rectify_enn(run->ctx, j->source.op, j->n, j->y, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu updates in %.3f s", j->c.iterations, jsmf_clock() - start);
    return JSMF_OK;
}

/* ---- output ---- */

static jsmf_status store(tool_run *run, job *j)
{
    double *y = j->c.y, *unigram = j->unigram;
    j->c.y = NULL;
    j->out.kind = JSMF_COMPRESSED;
    if (jsmf_stream_add_f64(run->ctx, &j->out, "Y", y, 2, j->n, j->k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->unigram = NULL;
    if (unigram && jsmf_stream_add_f64(run->ctx, &j->out, "unigram", unigram, 1, j->n, 1) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_pass(run->ctx, &j->in, &j->out);
}

static jsmf_status work(tool_run *run, job *j)
{
    size_t rows;
    if (parse_rows(run, &rows) != JSMF_OK ||
        tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->in) != JSMF_OK ||
        (is_compressed(&j->in) ? open_compressed(run, j) : open_cooc(run, j)) != JSMF_OK ||
        rectify(run, j, rows) != JSMF_OK || store(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_rectify(tool_run *run)
{
    job j = { .y = NULL };
    jsmf_status status = work(run, &j);
    job_free(&j);
    return status;
}

static const tool this_tool = {
    .name = "jsmf-rectify-enn",
    .summary = "rectify and compress a co-occurrence to Y Y'",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-enn -k 20 | jsmf-law > model.npz\n"
                "jsmf-rectify-enn -k 50 --rows 3000 --tol 1e-4 -v c.npz -o compressed.npz\n"
                "jsmf-rectify-enn -i 10 compressed.npz -o further.npz",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .run = run_rectify,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
