#include "bag_cooc.h"

#include "jsmf/arrays.h"
#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>

bag_cooc_settings bag_cooc_defaults(void)
{
    return (bag_cooc_settings){ .tolerance = JSMF_LOW_RANK_TOLERANCE, .eigen = TOOL_EIGEN_BY_RULE };
}

void bag_cooc_free(bag_cooc_job *j)
{
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

jsmf_status bag_cooc_open(tool_run *run, bag_cooc_job *j)
{
    const jsmf_strings *vocab;
    if (jsmf_arrays_bag_open(run->ctx, &j->bag.stream, &j->h, &vocab) != JSMF_OK ||
        bag_check_ids(run, &j->bag.stream, j->h.rows) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_take_df(run, &j->bag.stream, j->h.cols, &j->df);
}

/* ---- weighted documents ---- */

static jsmf_status make_hhat(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j)
{
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
static jsmf_status make_factors(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j)
{
    if (make_hhat(run, s, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_csr_free(&j->h);
    j->unigram = jsmf_alloc(run->ctx, j->words, sizeof *j->unigram);
    return j->unigram ? jsmf_cooc_unigram(run->ctx, &j->hhat, j->hdiag, j->unigram) : jsmf_context_status(run->ctx);
}

/* Eigenpairs of counts are found from the counts and a weight a document. */
static bool from_counts(const bag_cooc_settings *s) { return s->low_rank && s->weight == JSMF_COUNTS; }

/* The weights alone; the counts stay. */
static jsmf_status make_weights(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j)
{
    const jsmf_cooc_estimator estimator = (jsmf_cooc_estimator)s->estimator;
    j->weights = jsmf_alloc(run->ctx, j->h.rows, sizeof *j->weights);
    j->hdiag = jsmf_alloc(run->ctx, j->words, sizeof *j->hdiag);
    j->unigram = jsmf_alloc(run->ctx, j->words, sizeof *j->unigram);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_cooc_weights(run->ctx, &j->h, estimator, j->weights, j->hdiag, j->unigram, &j->documents);
}

void bag_cooc_warn(tool_run *run, const bag_cooc_settings *s, const bag_cooc_job *j, size_t documents)
{
    const char *weighs = s->weight == JSMF_COUNTS ? "" : s->estimator == JSMF_BIASED ? ", or without weight"
                                                                                       : " that have weight";
    size_t massless = 0;
    if (j->documents < documents)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu document%s %s%s: left out of the co-occurrence",
                     documents - j->documents, JSMF_COUNTED(documents),
                     s->estimator == JSMF_BIASED ? "empty" : "of fewer than 2 tokens", weighs);
    for (size_t i = 0; i < j->words; i++)
        massless += j->unigram[i] == 0;
    if (massless)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu word%s in no document%s%s: without mass", massless,
                     JSMF_COUNTED(j->words), s->estimator == JSMF_BIASED ? "" : " of 2 tokens or more",
                     s->weight == JSMF_COUNTS ? "" : ", or in all");
}

static jsmf_status prepare(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j)
{
    const size_t documents = j->h.rows;
    j->words = j->h.cols;
    if ((!j->df && jsmf_corpus_df(run->ctx, &j->h, &j->df) != JSMF_OK) ||
        (from_counts(s) ? make_weights(run, s, j) : make_factors(run, s, j)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    bag_cooc_warn(run, s, j, documents);
    return JSMF_OK;
}

/* ---- the matrix ---- */

static size_t dense_bytes(size_t n) { return jsmf_mul_sat(jsmf_mul_sat(n, n), sizeof(double)); }

/* The documents, and their inverted index. */
static size_t index_bytes(size_t entries) { return jsmf_mul_sat(entries, 24); }

size_t bag_cooc_dense_bytes(size_t words, size_t entries)
{
    return jsmf_add_sat(dense_bytes(words), index_bytes(entries));
}

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

static jsmf_status check_memory(tool_run *run, const bag_cooc_settings *s, const bag_cooc_job *j, bool sparse,
                                size_t nnz)
{
    const size_t entries = jsmf_csr_nnz(&j->hhat);
    const size_t bytes = sparse ? jsmf_add_sat(sparse_bytes(nnz), index_bytes(entries))
                                : bag_cooc_dense_bytes(j->hhat.cols, entries);
    char what[96];
    snprintf(what, sizeof what, "the %s co-occurrence of %zu word%s", sparse ? "sparse" : "dense",
             JSMF_COUNTED(j->hhat.cols));
    return tool_check_memory(run, bytes, what, s->lighter);
}

/* Which of the two, and whether it fits. */
static jsmf_status choose(tool_run *run, const bag_cooc_settings *s, const bag_cooc_job *j, bool *sparse)
{
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
    return check_memory(run, s, j, *sparse, nnz);
}

static jsmf_status store_dense(tool_run *run, bag_cooc_job *j)
{
    double *c;
    if (jsmf_cooc_dense(run->ctx, &j->hhat, j->hdiag, &c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_f64(run->ctx, &j->out, "C", c, 2, j->words, j->words);
}

static jsmf_status store_sparse(tool_run *run, bag_cooc_job *j)
{
    jsmf_csr c;
    if (jsmf_cooc_sparse(run->ctx, &j->hhat, j->hdiag, &c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_csr(run->ctx, &j->out, "C", &c);
}

static jsmf_status store_factors(tool_run *run, bag_cooc_job *j)
{
    if (jsmf_stream_add_csr(run->ctx, &j->out, "Hhat", &j->hhat) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_give_f64(run->ctx, &j->out, "Hdiag", &j->hdiag, 1, j->words, 1);
}

/* ---- its leading eigenpairs ---- */

static jsmf_status check_eigen(tool_run *run, const bag_cooc_settings *s, const bag_cooc_job *j)
{
    char what[96];
    if (s->topics > j->words && j->words > BAG_COOC_COUNTED)
        return jsmf_fail(run->ctx, JSMF_EUSAGE, "%zu eigenpair%s of %zu word%s (use -k %zu or less)",
                         JSMF_COUNTED(s->topics), JSMF_COUNTED(j->words), j->words);
    snprintf(what, sizeof what, "a low-rank co-occurrence (%zu eigenpair%s of %zu word%s)", JSMF_COUNTED(s->topics),
             JSMF_COUNTED(j->words));
    return tool_check_memory(run, from_counts(s) ? jsmf_cooc_low_rank_bytes(&j->h, s->topics)
                                                 : jsmf_cooc_low_rank_factored_bytes(&j->hhat, s->topics), what,
                             "use a smaller -k, or jsmf-bow --top for fewer words");
}

static jsmf_status find_eigen(tool_run *run, const bag_cooc_settings *s, size_t pairs, bag_cooc_job *j)
{
    const jsmf_cooc_low_rank_options o = { .k = pairs, .positive = s->topics, .tolerance = s->tolerance,
                                           .cold = tool_eigen(s->eigen) };
    const double start = jsmf_context_clock();
    jsmf_eigen_report report;
    if ((from_counts(s) ? jsmf_cooc_low_rank(run->ctx, &j->h, j->weights, j->hdiag, &o, j->v, j->d, &report)
                        : jsmf_cooc_low_rank_factored(run->ctx, &j->hhat, j->hdiag, &o, j->v, j->d, &report)) !=
        JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu eigenpair%s (%s), %zu product%s, residual %.1e, in %.3f s",
                 JSMF_COUNTED(pairs), report.method, JSMF_COUNTED(report.products), report.residual,
                 jsmf_context_clock() - start);
    return JSMF_OK;
}

jsmf_status bag_cooc_store_pairs(tool_run *run, size_t pairs, bag_cooc_job *j, double **v, double **d)
{
    if (jsmf_stream_give_f64(run->ctx, &j->out, "V", v, 2, j->words, pairs) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_give_f64(run->ctx, &j->out, "D", d, 1, pairs, 1);
}

/* There are no more than words, and than documents; of more topics the positive ones are counted. */
static size_t pairs_of(const bag_cooc_settings *s, const bag_cooc_job *j)
{
    const bool more = s->beyond && s->topics < jsmf_least(j->words, j->documents);
    return jsmf_least(s->topics + more, j->words);
}

static jsmf_status store_eigen(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j)
{
    const size_t pairs = pairs_of(s, j);
    if (check_eigen(run, s, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->v = jsmf_alloc(run->ctx, jsmf_mul_sat(j->words, pairs), sizeof *j->v);
    j->d = jsmf_alloc(run->ctx, pairs, sizeof *j->d);
    if (jsmf_context_status(run->ctx) != JSMF_OK || find_eigen(run, s, pairs, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_cooc_store_pairs(run, pairs, j, &j->v, &j->d);
}

/* ---- all of it ---- */

static jsmf_status store_cooc(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j)
{
    double start = jsmf_context_clock();
    bool sparse;
    if (s->low_rank)
        return store_eigen(run, s, j);
    if (s->factored)
        return store_factors(run, j);
    if (choose(run, s, j, &sparse) != JSMF_OK || (sparse ? store_sparse(run, j) : store_dense(run, j)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%s co-occurrence in %.3f s", sparse ? "sparse" : "dense",
                 jsmf_context_clock() - start);
    return JSMF_OK;
}

jsmf_status bag_cooc_store_rest(tool_run *run, bag_cooc_job *j)
{
    const size_t n = j->words;
    int64_t *df = j->df;
    jsmf_arrays_mark(&j->out, JSMF_COOC);
    jsmf_csr_free(&j->hhat);
    if (jsmf_stream_give_f64(run->ctx, &j->out, "unigram", &j->unigram, 1, n, 1) != JSMF_OK ||
        jsmf_stream_add_count(run->ctx, &j->out, "documents", (int64_t)j->documents) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->df = NULL;
    if (jsmf_stream_add_i64(run->ctx, &j->out, "df", df, 1, n) != JSMF_OK ||
        (j->vocab.count && jsmf_stream_add_strings(run->ctx, &j->out, "vocab", &j->vocab) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return jsmf_stream_pass(run->ctx, &j->bag.stream, &j->out);
}

jsmf_status bag_cooc_make(tool_run *run, const bag_cooc_settings *s, bag_cooc_job *j)
{
    if (prepare(run, s, j) != JSMF_OK || store_cooc(run, s, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_cooc_store_rest(run, j);
}
