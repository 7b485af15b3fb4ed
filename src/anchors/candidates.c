/* Which words may be anchors, and what is said where they are too few. */
#include "selection.h"

#include "model/probability.h"
#include "base/base_inner.h"

#include <math.h>

bool jsmf_anchors_has_pairs(const jsmf_anchors_options *o, size_t word)
{
    return !o->unigram || jsmf_model_has_mass(o->unigram[word]);
}

bool jsmf_anchors_within(const jsmf_anchors_options *o, size_t word)
{
    return !(o->min_df > 0 && o->df[word] < o->min_df) &&
           !(o->min_probability > 0 && o->unigram[word] < o->min_probability);
}

jsmf_status jsmf_anchors_candidates(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                    const jsmf_anchors_options *options, double *first, bool *candidate,
                                    double *longest)
{
    if (jsmf_anchors_rows_norms(ctx, rows, first) != JSMF_OK)
        return jsmf_context_status(ctx);
    *longest = 0;
    for (size_t i = 0; i < rows->n; i++) {
        first[i] = jsmf_model_has_mass(sums[i]) ? first[i] / sums[i] / sums[i] : 0;
        candidate[i] = first[i] > 0 && isfinite(first[i]) && jsmf_anchors_has_pairs(options, i) &&
                       jsmf_anchors_within(options, i);
        if (candidate[i])
            *longest = fmax(*longest, first[i]);
    }
    return JSMF_OK;
}

/* Words whose rows have a norm beyond the range of numbers; they are no candidates. */
static size_t count_huge(size_t n, const double *first)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += !isfinite(first[i]);
    return count;
}

jsmf_status jsmf_anchors_too_few(jsmf_context *ctx, const jsmf_anchors_rows *rows, const jsmf_anchors_options *options,
                                 size_t found, const double *first)
{
    const size_t huge = first ? count_huge(rows->n, first) : 0, most = found ? found : 1;
    if (huge > 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "only %zu anchor%s for %zu topic%s: the rows of %zu word%s are too large "
                         "to square (is the co-occurrence's sum far from 1?)", JSMF_COUNTED(found),
                         JSMF_COUNTED(options->k), JSMF_COUNTED(huge));
    if (options->min_df > 0 && found == 0)
        return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_LOWER_DF, 0,
                                "no word of at least %lld document%s that can be an anchor",
                                (long long)options->min_df, jsmf_plural((size_t)options->min_df));
    if (options->min_df > 0)
        return jsmf_fail_remedy(ctx, JSMF_ENUMERIC,
                                rows->compressed ? JSMF_REMEDY_COMPRESS_TO_FEWER_OR_LOWER_DF
                                           : JSMF_REMEDY_FEWER_TOPICS_OR_LOWER_DF, most,
                                "only %zu anchor%s for %zu topic%s among the words of at least %lld document%s",
                                JSMF_COUNTED(found), JSMF_COUNTED(options->k), (long long)options->min_df,
                                jsmf_plural((size_t)options->min_df));
    return jsmf_fail_remedy(ctx, JSMF_ENUMERIC,
                            rows->compressed ? JSMF_REMEDY_COMPRESS_TO_FEWER : JSMF_REMEDY_FEWER_TOPICS, most,
                            "only %zu anchor%s for %zu topic%s: the other words' rows depend on theirs (the "
                            "co-occurrence's rank is used up)", JSMF_COUNTED(found), JSMF_COUNTED(options->k));
}
