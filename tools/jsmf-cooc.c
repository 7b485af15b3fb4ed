/* jsmf-cooc: a bag of words to its word co-occurrence. */
#include "shared/bag_cooc.h"
#include "shared/cooc_partial.h"
#include "shared/shard_blocks.h"
#include "shared/corpus_file.h"

#include "jsmf/arrays.h"

#include <stdio.h>

typedef struct settings {
    bag_cooc_settings cooc;
    cooc_partial_settings partial;
    bool full;
    size_t passes;
    const char *vocab;
} settings;

static const tool_option options[] = {
    { 0, "full", TOOL_FLAG, offsetof(settings, full), 0, 0, NULL,
      "write the smaller of --dense and --sparse; this is the default" },
    { 0, "dense", TOOL_FLAG, offsetof(settings, cooc.dense), 0, 0, NULL, "write all N x N entries" },
    { 0, "sparse", TOOL_FLAG, offsetof(settings, cooc.sparse), 0, 0, NULL,
      "write the entries that are not 0, by rows" },
    { 0, "factored", TOOL_FLAG, offsetof(settings, cooc.factored), 0, 0, NULL,
      "write two factors of C, weighted documents and a diagonal; C is never formed" },
    { 0, "low-rank", TOOL_FLAG, offsetof(settings, cooc.low_rank), 0, 0, NULL,
      "write the -k leading eigenpairs of C; C is never formed" },
    TOOL_TOPICS(settings, cooc.topics, "--low-rank: the number of eigenpairs; needed"),
    TOOL_TOLERANCE(settings, cooc.tolerance, 1e-13, 1e-2,
                   "--low-rank: the largest residual, relative to the largest eigenvalue"),
    TOOL_EIGEN(settings, cooc.eigen),
    { 0, "passes", TOOL_SIZE, offsetof(settings, passes), 0, 1000, "P",
      "--low-rank: read the bag P times, for approximate eigenpairs, instead of holding it in memory; 0: hold it" },
    { 0, "estimator", TOOL_CHOICE, offsetof(settings, cooc.estimator), 0, 0, "unbiased|biased",
      "count pairs of different tokens, or also of each token with itself" },
    { 0, "weight", TOOL_CHOICE, offsetof(settings, cooc.weight), 0, 0, "counts|tf-idf|ncut",
      "the weight of a token: 1, or log(documents / df); ncut: and documents by normalised cuts" },
    { 0, "partial", TOOL_FLAG, offsetof(settings, partial.partial), 0, 0, NULL,
      "write the sums of these documents, which jsmf-merge adds to those of other shards" },
    { 0, "block", TOOL_SIZE, offsetof(settings, partial.block), 1, INT32_MAX, "N",
      "--partial: add up documents in blocks of N; sums of blocks are exact" },
    { 0, "times", TOOL_TEXT, offsetof(settings, partial.times), 0, 0, "BLOCK",
      "--partial: write the sums of C times this block of vectors of jsmf-krylov instead of C" },
    { 0, "vocab", TOOL_TEXT, offsetof(settings, vocab), 0, 0, "FILE",
      "the vocabulary of a UCI docword file, one word a line" },
    TOOL_END
};

/* ---- input ---- */

/* With --vocab a docword is meant, and its reader says best what is wrong with one. */
static jsmf_status check_docword(tool_run *run, jsmf_input *in)
{
    const settings *s = run->settings;
    jsmf_corpus_guessed found = { .format = JSMF_FORMAT_GUESS };
    if (s->vocab || jsmf_corpus_guess(run->ctx, in, &found) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (found.format == JSMF_FORMAT_UCI)
        return tool_usage(run, "%s is a UCI docword file: name its vocabulary with --vocab", jsmf_input_name(in));
    return corpus_refuse(run, in, &found, "a bag stream or a UCI docword file", "jsmf-bow makes a bag of it");
}

static jsmf_status read_docword(tool_run *run, jsmf_input *in, bag_cooc_job *j)
{
    const settings *s = run->settings;
    jsmf_corpus_report report = { 0 };
    if (check_docword(run, in) != JSMF_OK ||
        corpus_read_vocab(run, in, JSMF_FORMAT_UCI, s->vocab, false, &j->vocab) != JSMF_OK ||
        jsmf_corpus_read(run->ctx, in, &(jsmf_corpus_reading){ .format = JSMF_FORMAT_UCI, .words = j->vocab.count },
                         &j->h, &report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    corpus_warn_of_repeated(run, jsmf_input_name(in), report.repeated, &j->h);
    return JSMF_OK;
}

static jsmf_status read_bag(tool_run *run, jsmf_input *in, bag_cooc_job *j)
{
    const settings *s = run->settings;
    if (jsmf_arrays_read(run->ctx, in, JSMF_BAG, &j->bag.stream) != JSMF_OK ||
        bag_refuse_scipy(run, &j->bag.stream) != JSMF_OK ||
        corpus_refuse_vocab(run, jsmf_input_name(in), &j->bag.stream, s->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_cooc_open(run, j);
}

static jsmf_status read_input(tool_run *run, bag_cooc_job *j)
{
    const double start = jsmf_context_clock();
    jsmf_input *in = NULL;
    bool npz;
    if (jsmf_input_open(run->ctx, tool_operand(run, 0), false, &in) != JSMF_OK ||
        jsmf_corpus_is_npz(run->ctx, in, &npz) != JSMF_OK ||
        (npz ? read_bag(run, in, j) : read_docword(run, in, j)) != JSMF_OK)
        goto done;
    jsmf_message(run->ctx, JSMF_INFO, "read %s: %zu document%s, %zu word%s, %zu %s, in %.3f s", jsmf_input_name(in),
                 JSMF_COUNTED(j->h.rows), JSMF_COUNTED(j->h.cols), JSMF_ENTRIES(jsmf_csr_nnz(&j->h)),
                 jsmf_context_clock() - start);
done:
    jsmf_input_close(in);
    return jsmf_context_status(run->ctx);
}

/* ---- the same in passes over a bag that is not held ---- */

static jsmf_status spool_bag(tool_run *run, jsmf_input *in, bag_cooc_job *j)
{
    jsmf_corpus_guessed found;
    bool npz;
    if (jsmf_corpus_is_npz(run->ctx, in, &npz) != JSMF_OK ||
        (!npz && jsmf_corpus_guess(run->ctx, in, &found) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    if (!npz)
        return corpus_refuse(run, in, &found, "a bag stream", "--passes reads a bag stream, which jsmf-bow makes");
    return jsmf_arrays_spool(run->ctx, in, JSMF_BAG, &j->bag.stream);
}

/* df goes from the stream first, for its arrays stay as they are while documents are read. */
static jsmf_status open_passes(tool_run *run, bag_cooc_job *j)
{
    jsmf_input *in;
    jsmf_status status;
    size_t rows;
    if (jsmf_input_open(run->ctx, tool_operand(run, 0), false, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = spool_bag(run, in, j);
    jsmf_input_close(in);
    if (status != JSMF_OK || bag_refuse_scipy(run, &j->bag.stream) != JSMF_OK ||
        jsmf_stream_csr_of_dense(run->ctx, &j->bag.stream, "H") != JSMF_OK ||
        jsmf_stream_csr_shape(run->ctx, &j->bag.stream, "H", &rows, &j->words) != JSMF_OK ||
        bag_take_df(run, &j->bag.stream, j->words, &j->df) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_open(run, NULL, &j->bag);
}

/* A residual moves an eigenvalue by itself at most: a hundredth of the least one is much. */
static void warn_of_residuals(tool_run *run, const jsmf_cooc_eigenpairs *p)
{
    const settings *s = run->settings;
    const double last = p->d[p->k - 1] / p->d[0];
    char advice[100] = "leave --passes out: so few words leave no room for more of them";
    if (p->passes == s->passes)
        snprintf(advice, sizeof advice, "give more than %zu --passes", p->passes);
    if (p->passes == 1)
        jsmf_message(run->ctx, JSMF_WARNING, "one pass leaves the residuals unknown, and eigenvalues may be far off "
                     "(%s)", advice);
    else if (p->residual > 0.01 * last)
        jsmf_message(run->ctx, JSMF_WARNING, "residuals are up to %.2g of the largest eigenvalue, and the last "
                     "eigenvalue is %.2g of it (%s)", p->residual, last, advice);
}

static jsmf_status find_passes(tool_run *run, bag_cooc_job *j, const jsmf_cooc_passes_options *o,
                               jsmf_cooc_eigenpairs *out)
{
    const settings *s = run->settings;
    const double start = jsmf_context_clock();
    if (tool_check_memory(run, jsmf_cooc_passes_bytes(j->words, o), "a low-rank co-occurrence in passes",
                          "use fewer --passes, a smaller -k, or jsmf-bow --top for fewer words") != JSMF_OK ||
        jsmf_cooc_passes(run->ctx, &j->bag.source, j->words, (jsmf_cooc_estimator)s->cooc.estimator, o, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu eigenpair%s, %zu pass%s over %zu document%s, %s %.1e, in %.3f s",
                 JSMF_COUNTED(out->k), out->passes, out->passes == 1 ? "" : "es", JSMF_COUNTED(out->rows),
                 out->passes == 1 ? "part missed" : "residual", out->residual, jsmf_context_clock() - start);
    warn_of_residuals(run, out);
    return JSMF_OK;
}

static jsmf_status store_passes(tool_run *run, bag_cooc_job *j, jsmf_cooc_eigenpairs *p)
{
    const settings *s = run->settings;
    j->documents = p->documents;
    j->unigram = p->unigram;
    p->unigram = NULL;
    if (!j->df) {
        j->df = p->df;
        p->df = NULL;
    }
    bag_cooc_warn(run, &s->cooc, j, p->rows);
    if (bag_cooc_store_pairs(run, p->k, j, &p->v, &p->d) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_cooc_store_rest(run, j);
}

static jsmf_status make_passes(tool_run *run, bag_cooc_job *j)
{
    const settings *s = run->settings;
    const jsmf_cooc_passes_options o = { .k = s->cooc.topics, .passes = s->passes };
    jsmf_cooc_eigenpairs p;
    if (s->vocab)
        return tool_usage(run, "--passes reads a bag stream, which holds its vocabulary: jsmf-bow makes one");
    if (open_passes(run, j) != JSMF_OK || find_passes(run, j, &o, &p) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_recorded(store_passes(run, j, &p));
    jsmf_cooc_eigenpairs_free(&p);
    return jsmf_context_status(run->ctx);
}

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    const char *of_solver = tool_given(run, "tol") ? "tol" : tool_given(run, "eigen") ? "eigen" : NULL;
    if (s->full + s->cooc.dense + s->cooc.sparse + s->cooc.factored + s->cooc.low_rank > 1)
        return tool_usage(run, "only one of --full, --dense, --sparse, --factored and --low-rank can be had");
    if (s->cooc.low_rank && !tool_given(run, "topics"))
        return tool_usage(run, "--low-rank: how many eigenpairs? Name them with -k");
    if (!s->cooc.low_rank && (tool_given(run, "topics") || of_solver))
        return tool_usage(run, "--%s goes with --low-rank only", tool_given(run, "topics") ? "topics" : of_solver);
    if (!s->partial.partial && (tool_given(run, "block") || s->partial.times))
        return tool_usage(run, "--%s goes with --partial only", s->partial.times ? "times" : "block");
    if (s->partial.times && (s->full || s->cooc.dense || s->cooc.sparse))
        return tool_usage(run, "--times goes without --full, --dense and --sparse: C is not formed");
    if (s->partial.partial && (s->cooc.factored || s->cooc.low_rank || s->cooc.weight != JSMF_COUNTS))
        return tool_usage(run, "--partial goes without --factored, --low-rank and --weight");
    if (s->passes && (!s->cooc.low_rank || s->cooc.weight != JSMF_COUNTS || of_solver))
        return tool_usage(run, "--passes %s", !s->cooc.low_rank ? "goes with --low-rank only"
                                                            : "goes without --weight, --tol and --eigen");
    if (tool_is_stdin(s->vocab) + tool_is_stdin(s->partial.times) + tool_is_stdin(tool_operand(run, 0)) > 1)
        return tool_usage(run, "only one of the corpus, --vocab and --times can be standard input");
    return JSMF_OK;
}

static jsmf_status make(tool_run *run, bag_cooc_job *j)
{
    const settings *s = run->settings;
    if (s->passes)
        return make_passes(run, j);
    if (read_input(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return s->partial.partial ? cooc_partial_make(run, &s->cooc, &s->partial, j) : bag_cooc_make(run, &s->cooc, j);
}

static jsmf_status run_cooc(tool_run *run)
{
    settings *s = run->settings;
    bag_cooc_job *j = run->job;
    s->cooc.lighter = s->cooc.dense ? "use --factored, --sparse or fewer words" : "use --factored or fewer words";
    if (check_options(run) != JSMF_OK || make(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* The line of sums stands in their record. */
    return s->partial.partial ? tool_write_unnoted(run, &j->out) : tool_write(run, &j->out);
}

static void job_free(void *held) { bag_cooc_free(held); }

/* The recipe tells the block by its digest, wherever it lay. */
static const char *const unnoted[] = { "times", NULL };

int main(int argc, char **argv)
{
    const settings defaults = { .cooc = bag_cooc_defaults(), .partial = { .block = SHARD_BLOCK } };
    const tool this_tool = {
        .name = "jsmf-cooc",
        .summary = "word co-occurrence of a bag of words",
        .usage = "[BAG|DOCWORD]",
        .examples = "jsmf-bow docword.nips.txt.gz --vocab vocab.nips.txt --max-df 0.5 --top 5000 | jsmf-cooc -o c.npz\n"
                    "jsmf-cooc --factored bag.npz -o c.npz\n"
                    "jsmf-cooc --low-rank -k 100 bag.npz -o c.npz\n"
                    "jsmf-cooc --partial shard0.npz -o sums0.npz\n"
                    "jsmf-cooc docword.kos.txt.gz --vocab vocab.kos.txt | jsmf-aw -k 20 -o model.npz",
        .most_operands = 1,
        .stdin_default = true,
        .options = options,
        .often = "factored low-rank topics partial vocab",
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(bag_cooc_job),
        .run = run_cooc,
        .release = job_free,
        .stream_output = true,
        .unnoted = unnoted,
    };
    return tool_main(&this_tool, argc, argv);
}
