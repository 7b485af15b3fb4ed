/* A model into a stream's arrays and back (the table of arrays in jsmf-stream(5)). */
#include "jsmf/arrays.h"

#include "unigram.h"
#include "model/model_inner.h"
#include "npz/npz_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>

static jsmf_status fit_alpha(jsmf_context *ctx, jsmf_model *m)
{
    if (m->alpha)
        return JSMF_OK;
    m->alpha = jsmf_alloc(ctx, m->k, sizeof *m->alpha);
    if (m->alpha)
        jsmf_model_alpha_from_moments(m->k, m->a, m->alpha);
    return jsmf_context_status(ctx);
}

/* Gives the stream *data, which becomes NULL; nothing where it is NULL already. */
static jsmf_status give_i64(jsmf_context *ctx, jsmf_stream *stream, const char *name, int64_t **data, size_t length)
{
    int64_t *given = *data;
    *data = NULL;
    return given ? jsmf_stream_add_i64(ctx, stream, name, given, 1, length) : JSMF_OK;
}

static jsmf_status give_all(jsmf_context *ctx, jsmf_model *m, jsmf_stream *stream)
{
    if (fit_alpha(ctx, m) != JSMF_OK ||
        jsmf_stream_give_f64(ctx, stream, "B", &m->b, 2, m->n, m->k) != JSMF_OK ||
        jsmf_stream_give_f64(ctx, stream, "A", &m->a, 2, m->k, m->k) != JSMF_OK ||
        jsmf_stream_add_scalar(ctx, stream, "legality", m->legality) != JSMF_OK ||
        give_i64(ctx, stream, "S", &m->s, m->k) != JSMF_OK ||
        jsmf_stream_give_f64(ctx, stream, "Bbar", &m->bbar, 2, m->k, m->n) != JSMF_OK ||
        (m->canchor && jsmf_stream_give_f64(ctx, stream, "Canchor", &m->canchor, 2, m->k, m->n) != JSMF_OK) ||
        (m->residuals && jsmf_stream_give_f64(ctx, stream, "residuals", &m->residuals, 1, m->k, 1) != JSMF_OK) ||
        jsmf_stream_give_f64(ctx, stream, "alpha", &m->alpha, 1, m->k, 1) != JSMF_OK ||
        /* The words whose mean row is an anchor, and their topics. */
        give_i64(ctx, stream, "anchors.words", &m->anchor_words, m->anchor_count) != JSMF_OK ||
        give_i64(ctx, stream, "anchors.topics", &m->anchor_topics, m->anchor_count) != JSMF_OK ||
        (m->unigram && !jsmf_stream_find(stream, "unigram") &&
         jsmf_stream_give_f64(ctx, stream, "unigram", &m->unigram, 1, m->n, 1) != JSMF_OK))
        return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status jsmf_arrays_model_store(jsmf_context *ctx, jsmf_model *model, jsmf_stream *stream)
{
    jsmf_status status = give_all(ctx, model, stream);
    jsmf_model_free(model);
    return status;
}

/* Gives the stream *data in the place of its array of that name, or takes that away where there is none. */
static jsmf_status replace(jsmf_context *ctx, jsmf_stream *stream, const char *name, double **data, int dims,
                           size_t rows, size_t cols)
{
    if (*data)
        return jsmf_stream_give_f64(ctx, stream, name, data, dims, rows, cols);
    jsmf_stream_remove(stream, name);
    return JSMF_OK;
}

/* A polishing that was to go on is that of other topics. */
static void drop_polishing(jsmf_stream *stream)
{
    static const char *const names[] = { "polish.recipe", "polish.documents", "polish.tokens", "polish.beta",
                                         "polish.counts", "polish.mean", "polish.prior", "polish.trace" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        jsmf_stream_remove(stream, names[i]);
}

static jsmf_status replace_all(jsmf_context *ctx, jsmf_model *m, jsmf_stream *stream)
{
    drop_polishing(stream);
    jsmf_stream_remove(stream, "S");
    jsmf_stream_remove(stream, "anchors.words");
    jsmf_stream_remove(stream, "anchors.topics");
    if (replace(ctx, stream, "B", &m->b, 2, m->n, m->k) != JSMF_OK ||
        replace(ctx, stream, "A", &m->a, 2, m->k, m->k) != JSMF_OK ||
        give_i64(ctx, stream, "S", &m->s, m->k) != JSMF_OK ||
        give_i64(ctx, stream, "anchors.words", &m->anchor_words, m->anchor_count) != JSMF_OK ||
        give_i64(ctx, stream, "anchors.topics", &m->anchor_topics, m->anchor_count) != JSMF_OK ||
        replace(ctx, stream, "Bbar", &m->bbar, 2, m->k, m->n) != JSMF_OK ||
        replace(ctx, stream, "Canchor", &m->canchor, 2, m->k, m->n) != JSMF_OK ||
        replace(ctx, stream, "residuals", &m->residuals, 1, m->k, 1) != JSMF_OK ||
        replace(ctx, stream, "alpha", &m->alpha, 1, m->k, 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    return replace(ctx, stream, "unigram", &m->unigram, 1, m->n, 1);
}

jsmf_status jsmf_arrays_model_replace(jsmf_context *ctx, jsmf_model *model, jsmf_stream *stream)
{
    jsmf_status status = replace_all(ctx, model, stream);
    jsmf_model_free(model);
    return status;
}

/* ---- loading ---- */

static jsmf_status load_matrix(jsmf_context *ctx, jsmf_stream *stream, const char *name, size_t rows, size_t cols,
                               double **out)
{
    return jsmf_stream_find(stream, name) ? jsmf_stream_matrix(ctx, stream, name, rows, cols, out, NULL) : JSMF_OK;
}

static jsmf_status load_vector(jsmf_context *ctx, jsmf_stream *stream, const char *name, size_t length, double **out)
{
    return jsmf_stream_find(stream, name) ? jsmf_stream_vector(ctx, stream, name, length, out, NULL) : JSMF_OK;
}

/* Whole numbers from least to below count. */
static jsmf_status load_places(jsmf_context *ctx, jsmf_stream *stream, const char *name, const char *what,
                               size_t length, int64_t least, size_t count, int64_t **out, size_t *got)
{
    if (jsmf_stream_integers(ctx, stream, name, length, out, got) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < (length ? length : *got); j++)
        if ((*out)[j] < least || (*out)[j] >= (int64_t)count)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: %s[%zu] is %lld (expected a %s, 0 to %zu%s)", stream->name, name, j,
                             (long long)(*out)[j], what, count - 1, least < 0 ? ", or -1 for none" : "");
    return JSMF_OK;
}

static jsmf_status load_anchor_lists(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *m)
{
    if (!m->s || !jsmf_stream_find(stream, "anchors.words"))
        return JSMF_OK;
    if (load_places(ctx, stream, "anchors.words", "word", 0, 0, m->n, &m->anchor_words, &m->anchor_count) != JSMF_OK ||
        load_places(ctx, stream, "anchors.topics", "topic", m->anchor_count, 0, m->k, &m->anchor_topics, NULL) !=
            JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t t = 1; t < m->anchor_count; t++)
        if (m->anchor_topics[t] < m->anchor_topics[t - 1])
            return jsmf_fail(ctx, JSMF_EDATA, "%s: anchors.topics[%zu] is %lld behind %lld (expected ascending topics)",
                             stream->name, t, (long long)m->anchor_topics[t], (long long)m->anchor_topics[t - 1]);
    return JSMF_OK;
}

static jsmf_status load_anchors(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *m)
{
    if (jsmf_stream_find(stream, "S") &&
        load_places(ctx, stream, "S", "word", m->k, JSMF_NO_ANCHOR, m->n, &m->s, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    return load_anchor_lists(ctx, stream, m);
}

static jsmf_status load_alpha(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *m)
{
    if (load_vector(ctx, stream, "alpha", m->k, &m->alpha) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_model_check_alpha(ctx, stream->name, m->k, m->alpha);
}

static const double slack = 1e-3;    /* of sums: float32 passes, and what a user has rounded */
static const double rounding = 1e-9; /* of sums of doubles */

static jsmf_status load_correlations(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *m)
{
    double sum = 0;
    if (!jsmf_stream_find(stream, "A"))
        return JSMF_OK;
    if (jsmf_stream_matrix(ctx, stream, "A", m->k, m->k, &m->a, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m->k * m->k; i++)
        sum += m->a[i];
    if (!(sum > 0) || !isfinite(sum))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: A sums to %g (expected 1: p(topic, topic))", stream->name, sum);
    if (fabs(sum - 1) <= slack)
        return JSMF_OK;
    jsmf_message(ctx, JSMF_WARNING, "%s: A sums to %g (expected 1): divided by it", stream->name, sum);
    for (size_t i = 0; i < m->k * m->k; i++)
        m->a[i] /= sum;
    return JSMF_OK;
}

static jsmf_status load_legality(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *m)
{
    if (!jsmf_stream_find(stream, "legality"))
        return JSMF_OK;
    if (jsmf_stream_scalar(ctx, stream, "legality", &m->legality) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!(m->legality > 0))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: legality is %g (expected above 0)", stream->name, m->legality);
    return JSMF_OK;
}

/* Whether B looks like topics x words: its rows sum to 1, or there are as many words as it has columns. */
static bool is_transposed(const jsmf_stream *stream, const jsmf_model *m)
{
    const jsmf_array *vocab = jsmf_stream_find(stream, "vocab");
    for (size_t i = 0; i < m->n; i++)
        if (fabs(cblas_dasum((int)m->k, m->b + i * m->k, 1) - 1) > slack)
            return vocab && vocab->dims == 1 && vocab->shape[0] == m->k && m->k != m->n;
    return true;
}

/* A topic is a distribution of words; one without mass is all 0. What is off by rounding to fewer digits is divided by
 * its sum. */
static jsmf_status check_columns(jsmf_context *ctx, const jsmf_stream *stream, jsmf_model *m)
{
    for (size_t k = 0; k < m->k; k++) {
        const double sum = cblas_dasum((int)m->n, m->b + k, (int)m->k);
        if (sum != 0 && fabs(sum - 1) > slack && is_transposed(stream, m))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: B is %zu x %zu, and seems to be topics x words: transpose it "
                             "(expected p(word | topic), words x topics, columns of sum 1)", stream->name, m->n, m->k);
        if (sum != 0 && fabs(sum - 1) > slack)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: B's column %zu sums to %g: divide each by its sum (expected 1: "
                             "p(word | topic), words x topics)", stream->name, k, sum);
        if (sum != 0 && fabs(sum - 1) > rounding)
            cblas_dscal((int)m->n, 1 / sum, m->b + k, (int)m->k);
    }
    return JSMF_OK;
}

static jsmf_status load_topics(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *m)
{
    size_t shape[2];
    if (jsmf_stream_matrix(ctx, stream, "B", 0, 0, &m->b, shape) != JSMF_OK)
        return jsmf_context_status(ctx);
    m->n = shape[0];
    m->k = shape[1];
    if (m->n == 0 || m->k == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: B is %zu x %zu (expected words x topics)", stream->name, m->n, m->k);
    for (size_t i = 0; i < m->n * m->k; i++)
        if (m->b[i] < 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: B[%zu, %zu] is %g (expected a probability)", stream->name,
                             i / m->k, i % m->k, m->b[i]);
    return check_columns(ctx, stream, m);
}

/* The distributions over topics that words have, or 0 for a word without mass. */
static jsmf_status check_bbar(jsmf_context *ctx, const jsmf_stream *stream, const jsmf_model *m)
{
    for (size_t i = 0; m->bbar && i < m->n; i++) {
        double sum = 0, least = 0;
        for (size_t k = 0; k < m->k; k++) {
            sum += m->bbar[k * m->n + i];
            least = fmin(least, m->bbar[k * m->n + i]);
        }
        if (least < -slack || (fabs(sum) > slack && fabs(sum - 1) > slack))
            return jsmf_fail(ctx, JSMF_EDATA,
                             "%s: Bbar's column %zu is no distribution: it sums to %g, its least entry is %g (expected "
                             "p(topic | word), topics x words)", stream->name, i, sum, least);
    }
    return JSMF_OK;
}

/* Rows of C divided by their sums, which have negative entries where C is Y Y'. */
static jsmf_status check_canchor(jsmf_context *ctx, const jsmf_stream *stream, const jsmf_model *m)
{
    for (size_t k = 0; m->canchor && k < m->k; k++) {
        double sum = 0;
        for (size_t i = 0; i < m->n; i++)
            sum += m->canchor[k * m->n + i];
        if (fabs(sum) > slack && fabs(sum - 1) > slack)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: Canchor's row %zu sums to %g (expected 1: topics x words)",
                             stream->name, k, sum);
    }
    return JSMF_OK;
}

static jsmf_status check_residuals(jsmf_context *ctx, const jsmf_stream *stream, const jsmf_model *m)
{
    for (size_t k = 0; m->residuals && k < m->k; k++)
        if (m->residuals[k] < 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: residuals[%zu] is %g (expected a distance)", stream->name, k,
                             m->residuals[k]);
    return JSMF_OK;
}

jsmf_status jsmf_arrays_model_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *out)
{
    jsmf_model m = { .legality = 1 };
    *out = (jsmf_model){ 0 };
    if (load_topics(ctx, stream, &m) != JSMF_OK || load_correlations(ctx, stream, &m) != JSMF_OK ||
        load_anchors(ctx, stream, &m) != JSMF_OK || load_matrix(ctx, stream, "Bbar", m.k, m.n, &m.bbar) != JSMF_OK ||
        load_matrix(ctx, stream, "Canchor", m.k, m.n, &m.canchor) != JSMF_OK ||
        load_vector(ctx, stream, "residuals", m.k, &m.residuals) != JSMF_OK ||
        jsmf_arrays_unigram_open(ctx, stream, m.n, &m.unigram) != JSMF_OK || load_alpha(ctx, stream, &m) != JSMF_OK ||
        load_legality(ctx, stream, &m) != JSMF_OK || check_bbar(ctx, stream, &m) != JSMF_OK ||
        check_canchor(ctx, stream, &m) != JSMF_OK || check_residuals(ctx, stream, &m) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = m;
    return JSMF_OK;
}
