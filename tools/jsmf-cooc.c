/* jsmf-cooc: a bag of words to its word co-occurrence. */
#include "shared/bags.h"
#include "shared/corpus_file.h"

#include "jsmf/arrays.h"
#include "jsmf/cooc.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct settings {
    bool full, dense, sparse, factored, low_rank;
    int estimator; /* jsmf_cooc_estimator */
    int weight;    /* jsmf_cooc_weight */
    int eigen;
    size_t topics, passes;
    double tolerance;
    const char *vocab;
} settings;

static const settings defaults = { .tolerance = JSMF_LOW_RANK_TOLERANCE, .eigen = TOOL_EIGEN_BY_RULE };

static const tool_option options[] = {
    { 0, "full", TOOL_FLAG, offsetof(settings, full), 0, 0, NULL,
      "the smaller of --dense and --sparse, by the exact number of entries; this is the default" },
    { 0, "dense", TOOL_FLAG, offsetof(settings, dense), 0, 0, NULL, "all N x N entries" },
    { 0, "sparse", TOOL_FLAG, offsetof(settings, sparse), 0, 0, NULL, "the entries that are not 0, by rows" },
    { 0, "factored", TOOL_FLAG, offsetof(settings, factored), 0, 0, NULL,
      "weighted documents and a diagonal, from which C follows; N x N numbers are never formed" },
    { 0, "low-rank", TOOL_FLAG, offsetof(settings, low_rank), 0, 0, NULL,
      "the -k leading eigenpairs of C, from the documents; N x N numbers are never formed" },
    TOOL_TOPICS(settings, topics, "how many eigenpairs; --low-rank needs it"),
    TOOL_TOLERANCE(settings, tolerance, 1e-13, 1e-2,
                   "--low-rank: largest residual, relative to the largest eigenvalue"),
    TOOL_EIGEN(settings, eigen),
    { 0, "passes", TOOL_SIZE, offsetof(settings, passes), 0, 1000, "P",
      "--low-rank: read a bag P times, never held in memory, for approximate eigenpairs; 0: hold it" },
    { 0, "estimator", TOOL_CHOICE, offsetof(settings, estimator), 0, 0, "unbiased|biased",
      "pairs of different tokens alone, or of tokens with themselves too" },
    { 0, "weight", TOOL_CHOICE, offsetof(settings, weight), 0, 0, "counts|tf-idf|ncut",
      "what a token counts: 1, or log(documents / df); ncut: and documents by normalised cuts" },
    { 0, "vocab", TOOL_TEXT, offsetof(settings, vocab), 0, 0, "FILE",
      "the vocabulary, a word a line, of a UCI docword operand" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    bag_input bag;      /* its stream, or none where a docword is read; its documents, with --passes */
    jsmf_stream out;
    jsmf_csr h, hhat;
    jsmf_strings vocab; /* of a corpus file; a bag's is in its stream */
    double *weights;    /* of the documents, for --low-rank */
    double *hdiag;
    double *unigram;
    double *v, *d;      /* eigenpairs */
    int64_t *df;
    size_t words;
    size_t documents;   /* that entered C */
} job;

static void job_free(void *held)
{
    job *j = held;
    bag_free(&j->bag);
    jsmf_stream_free(&j->out);
    jsmf_csr_free(&j->h);
    jsmf_csr_free(&j->hhat);
    jsmf_strings_free(&j->vocab);
    free(j->weights);
    free(j->hdiag);
    free(j->unigram);
    free(j->v);
    free(j->d);
    free(j->df);
}

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

static jsmf_status read_docword(tool_run *run, jsmf_input *in, job *j)
{
    const settings *s = run->settings;
    jsmf_corpus_report report = { 0 };
    if (check_docword(run, in) != JSMF_OK || jsmf_corpus_words_read(run->ctx, s->vocab, true, &j->vocab) != JSMF_OK ||
        jsmf_corpus_read(run->ctx, in, &(jsmf_corpus_reading){ .format = JSMF_FORMAT_UCI, .words = j->vocab.count },
                         &j->h, &report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    corpus_warn_of_repeated(run, jsmf_input_name(in), report.repeated, &j->h);
    return JSMF_OK;
}

static jsmf_status read_bag(tool_run *run, jsmf_input *in, job *j)
{
    const settings *s = run->settings;
    const jsmf_strings *vocab;
    if (corpus_refuse_vocab(run, jsmf_input_name(in), s->vocab) != JSMF_OK ||
        jsmf_stream_read(run->ctx, in, &jsmf_arrays_schema, JSMF_BAG, &j->bag.stream) != JSMF_OK ||
        jsmf_arrays_bag_open(run->ctx, &j->bag.stream, &j->h, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_take_df(run, &j->bag.stream, j->h.cols, &j->df);
}

static jsmf_status read_input(tool_run *run, job *j)
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

/* ---- the co-occurrence ---- */

static jsmf_status make_hhat(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_cooc_estimator estimator = (jsmf_cooc_estimator)s->estimator;
    jsmf_cooc_weighting w;
    jsmf_status status;
    if (s->weight == JSMF_COUNTS)
        return jsmf_cooc_factors(run->ctx, &j->h, estimator, &j->hhat, &j->hdiag, &j->documents);
    if (jsmf_cooc_weigh(run->ctx, &j->h, estimator, (jsmf_cooc_weight)s->weight, &w) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->documents = w.used;
    status = jsmf_cooc_weighted_factors(run->ctx, &j->h, estimator, &w, &j->hhat, &j->hdiag);
    jsmf_cooc_weighting_free(&w);
    return status;
}

/* Weighted documents, and what they sum up to; the counts go. */
static jsmf_status make_factors(tool_run *run, job *j)
{
    if (make_hhat(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_csr_free(&j->h);
    j->unigram = jsmf_alloc(run->ctx, j->words, sizeof *j->unigram);
    return j->unigram ? jsmf_cooc_unigram(run->ctx, &j->hhat, j->hdiag, j->unigram) : jsmf_context_status(run->ctx);
}

/* Eigenpairs of counts are found from the counts and a weight a document. */
static bool from_counts(const settings *s) { return s->low_rank && s->weight == JSMF_COUNTS; }

/* The weights alone; the counts stay. */
static jsmf_status make_weights(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_cooc_estimator estimator = (jsmf_cooc_estimator)s->estimator;
    j->weights = jsmf_alloc(run->ctx, j->h.rows, sizeof *j->weights);
    j->hdiag = jsmf_alloc(run->ctx, j->words, sizeof *j->hdiag);
    j->unigram = jsmf_alloc(run->ctx, j->words, sizeof *j->unigram);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_cooc_weights(run->ctx, &j->h, estimator, j->weights, j->hdiag, j->unigram, &j->documents);
}

/* Of all documents. */
static void warn_of_left_out(tool_run *run, const job *j, size_t documents)
{
    const settings *s = run->settings;
    const char *weighs = s->weight == JSMF_COUNTS ? "" : s->estimator == JSMF_BIASED ? ", or without weight"
                                                                                       : " that have weight";
    size_t massless = 0;
    if (j->documents < documents)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu document%s %s%s: left out", documents - j->documents,
                     JSMF_COUNTED(documents), s->estimator == JSMF_BIASED ? "empty" : "of fewer than 2 tokens",
                     weighs);
    for (size_t i = 0; i < j->words; i++)
        massless += j->unigram[i] == 0;
    if (massless)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu word%s in no document%s%s: without mass", massless,
                     JSMF_COUNTED(j->words), s->estimator == JSMF_BIASED ? "" : " of 2 tokens or more",
                     s->weight == JSMF_COUNTS ? "" : ", or in all");
}

static jsmf_status prepare(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const size_t documents = j->h.rows;
    j->words = j->h.cols;
    if ((!j->df && jsmf_corpus_df(run->ctx, &j->h, &j->df) != JSMF_OK) ||
        (from_counts(s) ? make_weights(run, j) : make_factors(run, j)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    warn_of_left_out(run, j, documents);
    return JSMF_OK;
}

static size_t dense_bytes(size_t n) { return jsmf_mul_sat(jsmf_mul_sat(n, n), sizeof(double)); }

static size_t sparse_bytes(size_t nnz) { return jsmf_mul_sat(nnz, sizeof(double) + sizeof(int32_t)); }

/* No more entries than this, whatever the documents share. */
static size_t most_entries(const jsmf_csr *hhat)
{
    size_t most = 0;
    for (size_t m = 0; m < hhat->rows; m++) {
        size_t length = (size_t)(hhat->indptr[m + 1] - hhat->indptr[m]);
        most = jsmf_add_sat(most, jsmf_mul_sat(length, length));
    }
    return most;
}

static jsmf_status check_memory(tool_run *run, const job *j, bool sparse, size_t nnz)
{
    const settings *s = run->settings;
    const size_t index = jsmf_mul_sat(jsmf_csr_nnz(&j->hhat), 24); /* the documents, and their inverted index */
    const size_t bytes = jsmf_add_sat(sparse ? sparse_bytes(nnz) : dense_bytes(j->hhat.cols), index);
    char what[96];
    snprintf(what, sizeof what, "the %s co-occurrence of %zu word%s", sparse ? "sparse" : "dense",
             JSMF_COUNTED(j->hhat.cols));
    return tool_check_memory(run, bytes, what,
                             s->dense ? "use --factored, --sparse or fewer words" : "use --factored or fewer words");
}

/* Which of the two, and whether it fits. */
static jsmf_status choose(tool_run *run, const job *j, bool *sparse)
{
    const settings *s = run->settings;
    size_t nnz = most_entries(&j->hhat);
    *sparse = s->sparse;
    if (!s->dense && (s->sparse || sparse_bytes(nnz) >= dense_bytes(j->hhat.cols))) {
        if (jsmf_cooc_nnz(run->ctx, &j->hhat, j->hdiag, &nnz) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        jsmf_message(run->ctx, JSMF_INFO, "entries that are not 0: %zu (%.1f %%)", nnz,
                     100.0 * (double)nnz / ((double)j->hhat.cols * (double)j->hhat.cols));
    }
    if (!s->dense)
        *sparse = s->sparse || sparse_bytes(nnz) < dense_bytes(j->hhat.cols);
    return check_memory(run, j, *sparse, nnz);
}

static jsmf_status store_dense(tool_run *run, job *j)
{
    double *c;
    if (jsmf_cooc_dense(run->ctx, &j->hhat, j->hdiag, &c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_f64(run->ctx, &j->out, "C", c, 2, j->words, j->words);
}

static jsmf_status store_sparse(tool_run *run, job *j)
{
    jsmf_csr c;
    if (jsmf_cooc_sparse(run->ctx, &j->hhat, j->hdiag, &c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_csr(run->ctx, &j->out, "C", &c);
}

static jsmf_status store_factors(tool_run *run, job *j)
{
    if (jsmf_stream_add_csr(run->ctx, &j->out, "Hhat", &j->hhat) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_give_f64(run->ctx, &j->out, "Hdiag", &j->hdiag, 1, j->words, 1);
}

/* ---- its leading eigenpairs ---- */

static jsmf_status check_eigen(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    char what[96];
    if (s->topics > j->words)
        return jsmf_fail(run->ctx, JSMF_EUSAGE, "%zu eigenpair%s of %zu word%s (use -k %zu or less)",
                         JSMF_COUNTED(s->topics), JSMF_COUNTED(j->words), j->words);
    snprintf(what, sizeof what, "a low-rank co-occurrence (%zu eigenpair%s of %zu word%s)", JSMF_COUNTED(s->topics),
             JSMF_COUNTED(j->words));
    return tool_check_memory(run, from_counts(s) ? jsmf_cooc_low_rank_bytes(&j->h, s->topics)
                                                 : jsmf_cooc_low_rank_factored_bytes(&j->hhat, s->topics), what,
                             "use a smaller -k, or jsmf-bow --top for fewer words");
}

static jsmf_status find_eigen(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_cooc_low_rank_options o = { .k = s->topics, .tolerance = s->tolerance, .cold = tool_eigen(s->eigen) };
    const double start = jsmf_context_clock();
    jsmf_eigen_report report;
    if ((from_counts(s) ? jsmf_cooc_low_rank(run->ctx, &j->h, j->weights, j->hdiag, &o, j->v, j->d, &report)
                        : jsmf_cooc_low_rank_factored(run->ctx, &j->hhat, j->hdiag, &o, j->v, j->d, &report)) !=
        JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu eigenpair%s (%s), %zu product%s, residual %.1e, in %.3f s",
                 JSMF_COUNTED(s->topics), report.method, JSMF_COUNTED(report.products), report.residual,
                 jsmf_context_clock() - start);
    return JSMF_OK;
}

static jsmf_status store_pairs(tool_run *run, job *j, double **v, double **d)
{
    const settings *s = run->settings;
    if (jsmf_stream_give_f64(run->ctx, &j->out, "V", v, 2, j->words, s->topics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_give_f64(run->ctx, &j->out, "D", d, 1, s->topics, 1);
}

static jsmf_status store_eigen(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (check_eigen(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->v = jsmf_alloc(run->ctx, jsmf_mul_sat(j->words, s->topics), sizeof *j->v);
    j->d = jsmf_alloc(run->ctx, s->topics, sizeof *j->d);
    if (jsmf_context_status(run->ctx) != JSMF_OK || find_eigen(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return store_pairs(run, j, &j->v, &j->d);
}

/* ---- the same in passes over a bag that is not held ---- */

static jsmf_status spool_bag(tool_run *run, jsmf_input *in, job *j)
{
    static const char *const held[] = { "df" };
    jsmf_corpus_guessed found;
    bool npz;
    if (jsmf_corpus_is_npz(run->ctx, in, &npz) != JSMF_OK ||
        (!npz && jsmf_corpus_guess(run->ctx, in, &found) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    if (!npz)
        return corpus_refuse(run, in, &found, "by --passes a bag stream", "jsmf-bow makes one of it");
    return jsmf_stream_spool(run->ctx, in, &jsmf_arrays_schema, JSMF_BAG, held, sizeof held / sizeof *held,
                             &j->bag.stream);
}

/* df goes from the stream first, for its arrays stay as they are while documents are read. */
static jsmf_status open_passes(tool_run *run, job *j)
{
    jsmf_input *in;
    jsmf_status status;
    size_t rows;
    if (jsmf_input_open(run->ctx, tool_operand(run, 0), false, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = spool_bag(run, in, j);
    jsmf_input_close(in);
    if (status != JSMF_OK || jsmf_stream_csr_shape(run->ctx, &j->bag.stream, "H", &rows, &j->words) != JSMF_OK ||
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

static jsmf_status find_passes(tool_run *run, job *j, const jsmf_cooc_passes_options *o, jsmf_cooc_eigenpairs *out)
{
    const settings *s = run->settings;
    const double start = jsmf_context_clock();
    if (tool_check_memory(run, jsmf_cooc_passes_bytes(j->words, o), "a low-rank co-occurrence in passes",
                          "use fewer --passes, a smaller -k, or jsmf-bow --top for fewer words") != JSMF_OK ||
        jsmf_cooc_passes(run->ctx, &j->bag.source, j->words, (jsmf_cooc_estimator)s->estimator, o, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu eigenpair%s, %zu pass%s over %zu document%s, %s %.1e, in %.3f s",
                 JSMF_COUNTED(out->k), out->passes, out->passes == 1 ? "" : "es", JSMF_COUNTED(out->rows),
                 out->passes == 1 ? "part missed" : "residual", out->residual, jsmf_context_clock() - start);
    warn_of_residuals(run, out);
    return JSMF_OK;
}

static jsmf_status store_passes(tool_run *run, job *j, jsmf_cooc_eigenpairs *p)
{
    j->documents = p->documents;
    j->unigram = p->unigram;
    p->unigram = NULL;
    if (!j->df) {
        j->df = p->df;
        p->df = NULL;
    }
    warn_of_left_out(run, j, p->rows);
    return store_pairs(run, j, &p->v, &p->d);
}

static jsmf_status make_passes(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_cooc_passes_options o = { .k = s->topics, .passes = s->passes };
    jsmf_cooc_eigenpairs p;
    if (s->vocab)
        return tool_usage(run, "--passes reads a bag stream, which holds its vocabulary: jsmf-bow makes one");
    if (open_passes(run, j) != JSMF_OK || find_passes(run, j, &o, &p) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_recorded(store_passes(run, j, &p));
    jsmf_cooc_eigenpairs_free(&p);
    return jsmf_context_status(run->ctx);
}

/* ---- output ---- */

static jsmf_status store_cooc(tool_run *run, job *j)
{
    const settings *s = run->settings;
    double start = jsmf_context_clock();
    bool sparse;
    if (s->low_rank)
        return store_eigen(run, j);
    if (s->factored)
        return store_factors(run, j);
    if (choose(run, j, &sparse) != JSMF_OK || (sparse ? store_sparse(run, j) : store_dense(run, j)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%s co-occurrence in %.3f s", sparse ? "sparse" : "dense",
                 jsmf_context_clock() - start);
    return JSMF_OK;
}

static jsmf_status store_rest(tool_run *run, job *j)
{
    const size_t n = j->words;
    int64_t *df = j->df;
    if (jsmf_stream_give_f64(run->ctx, &j->out, "unigram", &j->unigram, 1, n, 1) != JSMF_OK ||
        jsmf_stream_add_count(run->ctx, &j->out, "documents", (int64_t)j->documents) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->df = NULL;
    if (jsmf_stream_add_i64(run->ctx, &j->out, "df", df, 1, n) != JSMF_OK ||
        (j->vocab.count && jsmf_stream_add_strings(run->ctx, &j->out, "vocab", &j->vocab) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return jsmf_stream_pass(run->ctx, &j->bag.stream, &j->out);
}

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    const char *of_solver = tool_given(run, "tol") ? "tol" : tool_given(run, "eigen") ? "eigen" : NULL;
    if (s->full + s->dense + s->sparse + s->factored + s->low_rank > 1)
        return tool_usage(run, "only one of --full, --dense, --sparse, --factored and --low-rank can be had");
    if (s->low_rank && !tool_given(run, "topics"))
        return tool_usage(run, "--low-rank: how many eigenpairs? Name them with -k");
    if (!s->low_rank && (tool_given(run, "topics") || of_solver))
        return tool_usage(run, "--%s goes with --low-rank only", tool_given(run, "topics") ? "topics" : of_solver);
    if (s->passes && (!s->low_rank || s->weight != JSMF_COUNTS || of_solver))
        return tool_usage(run, "--passes %s", !s->low_rank ? "goes with --low-rank only"
                                                            : "goes without --weight, --tol and --eigen");
    if (tool_is_stdin(s->vocab) && tool_is_stdin(tool_operand(run, 0)))
        return tool_usage(run, "the corpus and its vocabulary cannot both be standard input");
    return JSMF_OK;
}

static jsmf_status run_cooc(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    if (check_options(run) != JSMF_OK ||
        (s->passes ? make_passes(run, j) != JSMF_OK
                   : read_input(run, j) != JSMF_OK || prepare(run, j) != JSMF_OK || store_cooc(run, j) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    jsmf_arrays_mark(&j->out, JSMF_COOC);
    jsmf_csr_free(&j->hhat);
    if (store_rest(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static const tool this_tool = {
    .name = "jsmf-cooc",
    .summary = "word co-occurrence of a bag of words",
    .usage = "[BAG|DOCWORD]",
    .examples = "jsmf-bow docword.nips.txt.gz --vocab vocab.nips.txt --max-df 0.5 --top 5000 | jsmf-cooc > c.npz\n"
                "jsmf-cooc --factored bag.npz -o c.npz\n"
                "jsmf-cooc --low-rank -k 100 bag.npz -o c.npz\n"
                "jsmf-cooc docword.kos.txt.gz --vocab vocab.kos.txt | jsmf-aw -k 20 > model.npz",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_cooc,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
