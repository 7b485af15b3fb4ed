#include "counter.h"

#include "base/sort.h"

#include <stdlib.h>

enum { LEAST = 1 << 12, BITS = 64, SPAN = BITS * BITS };
/* A document of few words, or of less than one in so many spans, is sorted. */
enum { FEW = 16, SPANS = 8, SORTED_MOST = 1 << 12 };

jsmf_status jsmf_tally_counter_reserve(jsmf_context *ctx, jsmf_tally_counter *c, size_t words)
{
    size_t spans;
    if (c->counts && words <= c->capacity)
        return JSMF_OK;
    spans = jsmf_greatest(jsmf_add_sat(words, words / 2), LEAST) / SPAN + 1;
    jsmf_tally_counter_free(c);
    c->counts = jsmf_alloc_zero(ctx, spans, SPAN * sizeof *c->counts);
    c->met = jsmf_alloc_zero(ctx, spans, BITS * sizeof *c->met);
    c->spans = jsmf_alloc_zero(ctx, spans, sizeof *c->spans);
    c->capacity = spans * SPAN;
    return jsmf_context_status(ctx);
}

void jsmf_tally_counter_free(jsmf_tally_counter *c)
{
    free(c->counts);
    free(c->met);
    free(c->spans);
    *c = (jsmf_tally_counter){ 0 };
}

/* ---- sorting ---- */

/* Of n numbers in order, one at least, each once, with how often it stands there. words may be where they are, or in
 * front. */
static size_t count_equal(size_t n, const uint32_t *sorted, int32_t *words, int32_t *counts)
{
    size_t to = 0;
    for (size_t i = 0; i + 1 < n; i++) {
        const uint32_t word = sorted[i], next = sorted[i + 1];
        words[to] = (int32_t)word;
        counts[to] = (int32_t)(i + 1);
        to += word != next;
    }
    words[to] = (int32_t)sorted[n - 1];
    counts[to++] = (int32_t)n;
    for (size_t i = to; i-- > 1;)
        counts[i] -= counts[i - 1];
    return to;
}

/* ---- bits, which are in order by themselves ---- */

static size_t count_bits(jsmf_tally_counter *c, const int32_t *tokens, size_t n, int32_t *words, int32_t *counts)
{
    size_t to = 0;
    for (size_t i = 0; i < n; i++) {
        const uint32_t word = (uint32_t)tokens[i];
        c->counts[word]++;
        c->met[word / BITS] |= UINT64_C(1) << word % BITS;
        c->spans[word / SPAN] |= UINT64_C(1) << word / BITS % BITS;
    }
    for (size_t span = 0; span < c->capacity / SPAN; span++) {
        uint64_t sixties = c->spans[span];
        for (c->spans[span] = 0; sixties; sixties &= sixties - 1) {
            const size_t sixty = span * BITS + (unsigned)__builtin_ctzll(sixties);
            uint64_t met = c->met[sixty];
            for (c->met[sixty] = 0; met; met &= met - 1) {
                const size_t word = sixty * BITS + (unsigned)__builtin_ctzll(met);
                words[to] = (int32_t)word;
                counts[to++] = c->counts[word];
                c->counts[word] = 0;
            }
        }
    }
    return to;
}

size_t jsmf_tally_counter_count(jsmf_tally_counter *c, int32_t *tokens, size_t n, int32_t *words, int32_t *counts)
{
    uint32_t scratch[SORTED_MOST];
    if (n == 0)
        return 0;
    if (n > FEW && (n > SORTED_MOST || n >= c->capacity / SPAN / SPANS))
        return count_bits(c, tokens, n, words, counts);
    return count_equal(n, jsmf_sort_bits(n, (uint32_t *)tokens, scratch, 0, jsmf_sort_width(c->capacity)), words,
                       counts);
}
