/* The kernel of gibbs_sweep.c, compiled once for each set of instructions (base/each_set.h). */

/* The sum of a block of numbers, in this order for every set. */
static inline double JSMF_SET(sum_block)(const double *x)
{
    return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

/* Draws the topic of each token of a document once. At the beginning and the end w->own is 0 and w->weights are those
 * of no tokens. With weights_j = (alpha_j + own_j) / (topics_j + n beta), p(topic j) ~ weights_j words_ij + weights_j
 * beta: the first part is summed over the blocks in which the word has tokens, and the sum of the second is kept (as
 * Yao, Mimno, McCallum, 2009, have it). */
static void JSMF_SET(resample)(jsmf_polish_gibbs_worker *w, jsmf_polish_gibbs_token *tokens, size_t count, uint64_t key)
{
    const size_t stride = w->counts.stride, masks = w->counts.masks;
    int32_t *topics = w->counts.topics;
    double *weights = w->weights, *products = w->products, *sums = w->sums, spread = 0;
    for (size_t t = 0; t < count; t++)
        w->own[tokens[t].topic]++;
    for (size_t t = 0; t < count; t++) {
        const size_t j = (size_t)tokens[t].topic;
        weights[j] = (w->alpha[j] + w->own[j]) * w->inverse[j];
    }
    for (size_t j = 0; j < stride; j += JSMF_GIBBS_BLOCK)
        spread += JSMF_SET(sum_block)(weights + j);
    for (size_t t = 0; t < count; t++) {
        const size_t i = (size_t)tokens[t].word;
        int32_t *words = w->counts.words + i * stride;
        uint64_t *blocks = w->counts.blocks + i * masks;
        size_t j = (size_t)tokens[t].topic, visited = 0, b;
        /* The token leaves its topic. */
        words[j]--;
        topics[j]--;
        w->own[j]--;
        if (words[j] == 0) {
            const int32_t *block = words + j / JSMF_GIBBS_BLOCK * JSMF_GIBBS_BLOCK;
            int32_t any = 0;
            for (size_t l = 0; l < JSMF_GIBBS_BLOCK; l++)
                any |= block[l];
            if (any == 0)
                blocks[j / (64 * JSMF_GIBBS_BLOCK)] &= ~(UINT64_C(1) << j / JSMF_GIBBS_BLOCK % 64);
        }
        w->inverse[j] = 1 / (topics[j] + w->pseudo_words);
        spread -= weights[j];
        weights[j] = (w->alpha[j] + w->own[j]) * w->inverse[j];
        spread += weights[j];
        /* What each topic weighs. */
        double total = 0;
        for (size_t m = 0; m < masks; m++)
            for (uint64_t left = blocks[m]; left; left &= left - 1) {
                const size_t first = (64 * m + (size_t)__builtin_ctzll(left)) * JSMF_GIBBS_BLOCK;
                double *product = products + visited * JSMF_GIBBS_BLOCK;
                for (size_t l = 0; l < JSMF_GIBBS_BLOCK; l++)
                    product[l] = weights[first + l] * words[first + l];
                w->firsts[visited] = first;
                total += sums[visited++] = JSMF_SET(sum_block)(product);
            }
        /* The draw. Where rounding leaves it behind the last weight, that is taken. */
        double at = jsmf_random_part(jsmf_random_mix(key ^ t)) * (total + w->beta * spread);
        if (at < total) {
            for (b = 0; b + 1 < visited && at >= sums[b]; b++)
                at -= sums[b];
            const double *product = products + b * JSMF_GIBBS_BLOCK;
            size_t l = 0, last = 0;
            for (l = 0; l < JSMF_GIBBS_BLOCK; l++)
                if (product[l] > 0) {
                    last = l;
                    if (at < product[l])
                        break;
                    at -= product[l];
                }
            j = w->firsts[b] + last;
        } else {
            at = (at - total) / w->beta;
            for (j = 0; j + 1 < w->counts.k && at >= weights[j]; j++)
                at -= weights[j];
        }
        /* The token joins it. */
        tokens[t].topic = (int32_t)j;
        words[j]++;
        topics[j]++;
        w->own[j]++;
        blocks[j / (64 * JSMF_GIBBS_BLOCK)] |= UINT64_C(1) << j / JSMF_GIBBS_BLOCK % 64;
        w->inverse[j] = 1 / (topics[j] + w->pseudo_words);
        spread -= weights[j];
        weights[j] = (w->alpha[j] + w->own[j]) * w->inverse[j];
        spread += weights[j];
    }
    for (size_t t = 0; t < count; t++) {
        const size_t j = (size_t)tokens[t].topic;
        w->own[j] = 0;
        weights[j] = w->alpha[j] * w->inverse[j];
    }
}
