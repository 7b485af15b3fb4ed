/* What labels topics' leading words have (001 section 5: the genres of films). */
#include "list.h"

#include "jsmf/base.h"

#include <math.h>
#include <stdlib.h>

/* The leading words of topic k with each label in counts (classes); how many have one. */
static size_t count(const jsmf_metrics_leading *leading, const jsmf_metrics_word_labels *labels, size_t k,
                    double *counts)
{
    size_t labelled = 0;
    for (size_t c = 0; c < labels->classes; c++)
        counts[c] = 0;
    for (size_t j = 0; j < leading->count[k]; j++) {
        const size_t class = labels->label[leading->word[k * leading->words + j]];
        if (class == JSMF_NONE)
            continue;
        counts[class]++;
        labelled++;
    }
    return labelled;
}

static void warn_unlabelled(jsmf_context *ctx, size_t k, size_t words, size_t topics)
{
    if (words)
        jsmf_message(ctx, JSMF_WARNING, "WordLabelPurity, WordLabelEntropy, WordLabel: %zu leading word%s of %zu of "
                     "%zu topic%s without a label: left out", JSMF_COUNTED(words), topics, JSMF_COUNTED(k));
}

/* share (classes x k, in arrays of k), purity and entropy (k) of the topics that have a labelled leading word. */
static jsmf_status judge(jsmf_context *ctx, const jsmf_metrics_leading *leading, const jsmf_metrics_word_labels *labels,
                         size_t topics, double *const *share, double *purity, double *entropy)
{
    double *counts = jsmf_alloc(ctx, labels->classes, sizeof *counts);
    size_t unlabelled = 0, with_unlabelled = 0;
    for (size_t k = 0; counts && k < topics; k++) {
        const size_t labelled = count(leading, labels, k, counts);
        unlabelled += leading->count[k] - labelled;
        with_unlabelled += labelled < leading->count[k];
        if (labelled == 0)
            continue;
        purity[k] = entropy[k] = 0;
        for (size_t c = 0; c < labels->classes; c++) {
            const double part = counts[c] / (double)labelled;
            share[c][k] = part;
            purity[k] = fmax(purity[k], part);
            entropy[k] -= part > 0 ? part * log2(part) : 0;
        }
    }
    free(counts);
    warn_unlabelled(ctx, topics, unlabelled, with_unlabelled);
    return jsmf_context_status(ctx);
}

/* Hands all to the list. The topics without a label have been told of once, as they are for all of these. */
static jsmf_status add_all(jsmf_context *ctx, const jsmf_metrics_word_labels *labels, double **share, double **purity,
                           double **entropy, bool *told, jsmf_metrics *out)
{
    double *topics = *purity;
    static const char why[] = "none of its leading words has a label";
    for (size_t k = 0; k < out->k; k++)
        told[k] = isnan(topics[k]);
    *purity = NULL;
    if (jsmf_metrics_add_mean(ctx, out, "WordLabelPurity", topics, why) != JSMF_OK)
        return jsmf_context_status(ctx);
    topics = *entropy;
    *entropy = NULL;
    if (jsmf_metrics_add_mean_of_others(ctx, out, "WordLabelEntropy", topics, told, why) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t c = 0; c < labels->classes; c++) {
        topics = share[c];
        share[c] = NULL;
        if (jsmf_metrics_add_mean_of_others(ctx, out, labels->name[c], topics, told, why) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_of_word_labels(jsmf_context *ctx, const jsmf_model *m, size_t words,
                                        const jsmf_metrics_word_labels *labels, jsmf_metrics *out)
{
    double **share = jsmf_alloc_zero(ctx, labels->classes, sizeof *share);
    double *purity = jsmf_metrics_topics(ctx, out), *entropy = jsmf_metrics_topics(ctx, out);
    bool *told = jsmf_alloc(ctx, out->k, sizeof *told);
    jsmf_metrics_leading leading = { 0 };
    for (size_t c = 0; share && c < labels->classes; c++)
        share[c] = jsmf_metrics_topics(ctx, out);
    if (jsmf_context_status(ctx) == JSMF_OK &&
        jsmf_metrics_leading_find(ctx, m->n, m->k, out->bt, words, &leading) == JSMF_OK &&
        judge(ctx, &leading, labels, m->k, share, purity, entropy) == JSMF_OK)
        jsmf_recorded(add_all(ctx, labels, share, &purity, &entropy, told, out));
    for (size_t c = 0; share && c < labels->classes; c++)
        free(share[c]);
    free(share);
    free(purity);
    free(entropy);
    free(told);
    jsmf_metrics_leading_free(&leading);
    return jsmf_context_status(ctx);
}

size_t jsmf_metrics_of_word_labels_bytes(size_t k, size_t classes)
{
    return jsmf_mul_sat(jsmf_mul_sat(classes, jsmf_add_sat(k, 1)), sizeof(double));
}
