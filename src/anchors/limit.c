/* How rare an anchor may be. */
#include "selection.h"

#include "model/probability.h"
#include "anchors_inner.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

/* The rule's numbers, which are measured: the fewest documents, the part of all documents that half a per cent is, the
 * probability that is shared by the topics, and the words a topic that are enough, but for a small vocabulary. */
enum { FEWEST_DOCUMENTS = 10, PART = 200, WORDS_A_TOPIC = 5, PART_OF_WORDS = 3 };
static const double shared_probability = 0.01;

static bool counts(const double *sums, const jsmf_anchors_options *o, size_t word)
{
    return (!sums || jsmf_model_has_mass(sums[word])) && jsmf_anchors_has_pairs(o, word);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The limit, or the largest value that leaves enough of the words for k anchors, where that is less. values: what each
 * of the words has, which are sorted. */
static double lowered(double limit, size_t k, size_t words, double *values)
{
    const size_t enough = jsmf_greatest(k, jsmf_least(jsmf_mul_sat(WORDS_A_TOPIC, k), words / PART_OF_WORDS));
    if (enough >= words)
        return 0;
    qsort(values, words, sizeof *values, ascending);
    return fmin(limit, values[words - enough]);
}

/* Half a per cent of the documents. Where nobody knows how many there are, as many as the most frequent word has. */
static int64_t few_documents(size_t n, const int64_t *df, int64_t known)
{
    int64_t documents = known;
    for (size_t i = 0; known == 0 && i < n; i++)
        documents = df[i] > documents ? df[i] : documents;
    documents = documents / PART + (documents % PART > 0);
    return documents > FEWEST_DOCUMENTS ? documents : FEWEST_DOCUMENTS;
}

size_t jsmf_anchors_frequent_words(size_t n, const int64_t *df, int64_t documents, int64_t *least)
{
    size_t words = 0;
    *least = few_documents(n, df, documents);
    for (size_t i = 0; i < n; i++)
        words += df[i] >= *least;
    return words;
}

static jsmf_status find_automatic(jsmf_context *ctx, size_t n, const double *sums, const jsmf_anchors_options *o,
                                  jsmf_anchors_limit *limit)
{
    size_t words = 0;
    double *values;
    if (!o->df && !o->unigram)
        return JSMF_OK;
    values = jsmf_alloc(ctx, n, sizeof *values);
    if (!values)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        if (counts(sums, o, i))
            values[words++] = o->df ? (double)o->df[i] : o->unigram[i];
    if (o->df)
        limit->df = (int64_t)lowered((double)few_documents(n, o->df, o->documents), o->k, words, values);
    else
        limit->probability = lowered(shared_probability / (double)o->k, o->k, words, values);
    free(values);
    return JSMF_OK;
}

jsmf_status jsmf_anchors_find_limit(jsmf_context *ctx, size_t n, const double *sums,
                                    const jsmf_anchors_options *options, jsmf_anchors_limit *out)
{
    jsmf_anchors_options settled = *options;
    *out = (jsmf_anchors_limit){ 0 };
    if (options->min_df > 0 && !options->df)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a least document frequency without the words' document frequencies");
    if (options->min_probability > 0 && !options->unigram)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a least probability without the words' probabilities");
    out->df = options->min_df;
    out->probability = options->min_probability;
    if (options->min_df == JSMF_ANCHORS_AUTO) {
        *out = (jsmf_anchors_limit){ 0 };
        if (find_automatic(ctx, n, sums, options, out) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    settled.min_df = out->df;
    settled.min_probability = out->probability;
    for (size_t i = 0; i < n; i++)
        out->words += counts(sums, options, i) && jsmf_anchors_within(&settled, i);
    return JSMF_OK;
}

/* ---- for the selection ---- */

static void tell(jsmf_context *ctx, const jsmf_anchors_options *o, const jsmf_anchors_limit *limit)
{
    if (limit->df > 0)
        jsmf_message(ctx, JSMF_INFO, "anchors are chosen among %zu word%s of at least %lld document%s",
                     JSMF_COUNTED(limit->words), (long long)limit->df, jsmf_plural((size_t)limit->df));
    else if (limit->probability > 0)
        jsmf_message(ctx, JSMF_INFO, "anchors are chosen among %zu word%s of a probability of at least %.3g",
                     JSMF_COUNTED(limit->words), limit->probability);
    else if (o->min_df == JSMF_ANCHORS_AUTO && !o->df && !o->unigram)
        jsmf_warn_remedy(ctx, JSMF_REMEDY_DOCUMENT_FREQUENCIES, 0,
                         "nothing tells rare words from frequent ones: any word may be an anchor");
}

jsmf_status jsmf_anchors_check_limit(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                     const jsmf_anchors_options *options, jsmf_anchors_limit *limit)
{
    jsmf_anchors_options told = *options;
    if (jsmf_anchors_find_limit(ctx, rows->n, sums, options, limit) != JSMF_OK)
        return jsmf_context_status(ctx);
    told.min_df = limit->df;
    return limit->words < options->k && limit->df > 0 ? jsmf_anchors_too_few(ctx, rows, &told, limit->words, NULL)
                                                      : JSMF_OK;
}

jsmf_status jsmf_anchors_settle(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                const jsmf_anchors_options *options, jsmf_anchors_options *out,
                                jsmf_anchors_limit *limit)
{
    *out = *options;
    if (jsmf_anchors_check_limit(ctx, rows, sums, options, limit) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->min_df = limit->df;
    out->min_probability = limit->probability;
    tell(ctx, options, limit);
    return JSMF_OK;
}
