/* Curation of a bag: which words and documents stay (001 step 0). */
#include "jsmf/corpus.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum fate { KEPT, STOPPED, DROPPED, RARE, FREQUENT, BELOW_TOP } fate;

typedef struct curator {
    jsmf_context *ctx;
    jsmf_csr *h;
    size_t documents;
    jsmf_strings *vocab;
    const jsmf_corpus_curation *how;
    jsmf_corpus_curated *report;
    int64_t *df, *tf; /* by word */
    unsigned char *fates;
    unsigned char *safe; /* by word: whether it stays whatever else is said */
    int32_t *places;  /* by word: its new index, or -1 */
} curator;

typedef struct ranked {
    double score;
    const char *word;
    size_t index;
} ranked;

static void count_df(const jsmf_csr *h, int64_t *df)
{
    size_t nnz = jsmf_csr_nnz(h);
    for (size_t p = 0; p < nnz; p++)
        df[h->indices[p]]++;
}

jsmf_status jsmf_corpus_df(jsmf_context *ctx, const jsmf_csr *h, int64_t **df)
{
    *df = jsmf_alloc_zero(ctx, h->cols, sizeof **df);
    if (!*df)
        return jsmf_context_status(ctx);
    count_df(h, *df);
    return JSMF_OK;
}

/* ---- words ---- */

static jsmf_status keep(curator *c)
{
    if (!c->how->keep)
        return JSMF_OK;
    if (jsmf_corpus_listed(c->ctx, c->vocab, c->how->keep, c->how->ignore_case, c->safe) != JSMF_OK)
        return jsmf_context_status(c->ctx);
    for (size_t i = 0; i < c->vocab->count; i++)
        c->safe[i] &= c->df[i] > 0;
    return JSMF_OK;
}

static jsmf_status stop(curator *c)
{
    if (!c->how->stop)
        return JSMF_OK;
    if (jsmf_corpus_listed(c->ctx, c->vocab, c->how->stop, c->how->ignore_case, c->fates) != JSMF_OK)
        return jsmf_context_status(c->ctx);
    for (size_t i = 0; i < c->vocab->count; i++) {
        c->fates[i] = c->fates[i] && !c->safe[i] ? STOPPED : KEPT;
        c->report->words_stopped += c->fates[i] == STOPPED;
    }
    return JSMF_OK;
}

static void limit_df(curator *c)
{
    /* A hair more, so that 0.29 of 100 documents are 29 although 0.29 * 100 is less in floating point. */
    double most = c->how->max_df * (double)c->documents * (1 + 1e-12);
    for (size_t i = 0; i < c->vocab->count; i++) {
        if (c->fates[i] != KEPT || c->safe[i])
            continue;
        if ((uint64_t)c->df[i] < c->how->min_df) {
            c->fates[i] = RARE;
            c->report->words_rare++;
        } else if ((double)c->df[i] > most) {
            c->fates[i] = FREQUENT;
            c->report->words_frequent++;
        }
    }
}

/* By falling score, ties by bytes; equal words by position. */
static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    int order;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    order = strcmp(x->word, y->word); /* as memcmp: words hold no NUL */
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static double score(const curator *c, size_t word)
{
    return c->df[word] ? (double)c->tf[word] * log((double)c->documents / (double)c->df[word]) : 0;
}

static double documents_of(const curator *c, size_t word) { return (double)c->df[word]; }

/* The words that may still go, ranked; NULL for lack of memory. */
static ranked *rank(const curator *c, double (*score_of)(const curator *c, size_t word), size_t *n)
{
    ranked *list = jsmf_alloc(c->ctx, c->vocab->count, sizeof *list);
    *n = 0;
    for (size_t i = 0; list && i < c->vocab->count; i++)
        if (c->fates[i] == KEPT && !c->safe[i])
            list[(*n)++] = (ranked){ score_of(c, i), jsmf_strings_get(c->vocab, i), i };
    if (list)
        qsort(list, *n, sizeof *list, compare_ranked);
    return list;
}

static jsmf_status drop_top(curator *c)
{
    size_t n;
    ranked *list;
    if (c->how->drop_top == 0)
        return JSMF_OK;
    list = rank(c, documents_of, &n);
    c->report->words_dropped = jsmf_least(n, c->how->drop_top);
    for (size_t i = 0; i < c->report->words_dropped; i++)
        c->fates[list[i].index] = DROPPED;
    free(list);
    return jsmf_context_status(c->ctx);
}

static jsmf_status keep_top(curator *c)
{
    size_t n;
    ranked *list;
    if (c->how->top == 0)
        return JSMF_OK;
    list = rank(c, score, &n);
    for (size_t i = c->how->top; i < n; i++) {
        c->fates[list[i].index] = BELOW_TOP;
        c->report->words_below_top++;
    }
    free(list);
    return jsmf_context_status(c->ctx);
}

/* ---- the matrix ---- */

/* Drops the words without a place from the rows, then what is left of rows of fewer than min_words words. */
static size_t drop_entries(jsmf_csr *h, const int32_t *places, size_t min_words)
{
    size_t to = 0, emptied = 0;
    int64_t start = 0;
    for (size_t row = 0; row < h->rows; row++) {
        size_t row_start = to;
        int64_t end = h->indptr[row + 1];
        for (int64_t p = start; p < end; p++)
            if (places[h->indices[p]] >= 0) {
                h->indices[to] = places[h->indices[p]];
                h->counts[to++] = h->counts[p];
            }
        if (to - row_start < min_words)
            to = row_start;
        emptied += end > start && to == row_start;
        h->indptr[row + 1] = (int64_t)to;
        start = end;
    }
    return emptied;
}

/* Numbers the words that stay and closes the vocabulary up. */
static void drop_words(jsmf_strings *vocab, const unsigned char *drop, int32_t *places)
{
    size_t to = 0, bytes = 0;
    for (size_t i = 0; i < vocab->count; i++) {
        size_t start = vocab->offsets[i], length = vocab->offsets[i + 1] - start;
        places[i] = drop[i] ? -1 : (int32_t)to;
        if (drop[i])
            continue;
        memmove(vocab->pool + bytes, vocab->pool + start, length);
        vocab->offsets[to++] = bytes;
        bytes += length;
    }
    if (vocab->count)
        vocab->offsets[to] = bytes;
    vocab->count = to;
}

static void drop(curator *c, size_t min_words)
{
    drop_words(c->vocab, c->fates, c->places);
    c->report->documents_emptied += drop_entries(c->h, c->places, min_words);
    c->h->cols = c->vocab->count;
}

/* Emptying documents may leave words without one. */
static void drop_orphans(curator *c)
{
    size_t words = c->vocab->count;
    if (c->how->min_df == 0 || c->report->documents_emptied == 0)
        return;
    memset(c->df, 0, words * sizeof *c->df);
    count_df(c->h, c->df);
    for (size_t i = 0; i < words; i++)
        c->fates[i] = c->df[i] == 0;
    drop(c, 0);
    c->report->words_orphaned = words - c->vocab->count;
}

/* The words' fates, by df and tf. */
static jsmf_status judge_words(curator *c)
{
    if (keep(c) != JSMF_OK || stop(c) != JSMF_OK || drop_top(c) != JSMF_OK)
        return jsmf_context_status(c->ctx);
    limit_df(c);
    return keep_top(c);
}

static jsmf_status curate(curator *c)
{
    size_t nnz = jsmf_csr_nnz(c->h);
    for (size_t p = 0; p < nnz; p++)
        c->tf[c->h->indices[p]] += c->h->counts[p];
    count_df(c->h, c->df);
    if (judge_words(c) != JSMF_OK)
        return jsmf_context_status(c->ctx);
    drop(c, c->how->min_words);
    drop_orphans(c);
    return JSMF_OK;
}

jsmf_status jsmf_corpus_curate_counts(jsmf_context *ctx, jsmf_strings *vocab, int64_t *df, int64_t *tf,
                                      size_t documents, const jsmf_corpus_curation *how, jsmf_corpus_curated *report)
{
    const size_t words = vocab->count;
    curator c = { .ctx = ctx, .documents = documents, .vocab = vocab, .how = how, .report = report, .df = df,
                  .tf = tf };
    *report = (jsmf_corpus_curated){ 0 };
    c.fates = jsmf_alloc_zero(ctx, words, sizeof *c.fates);
    c.safe = jsmf_alloc_zero(ctx, words, sizeof *c.safe);
    c.places = jsmf_alloc(ctx, words, sizeof *c.places);
    if (jsmf_context_status(ctx) == JSMF_OK && judge_words(&c) == JSMF_OK) {
        drop_words(vocab, c.fates, c.places);
        for (size_t i = 0; i < words; i++)
            if (c.places[i] >= 0) {
                df[c.places[i]] = df[i];
                tf[c.places[i]] = tf[i];
            }
    }
    free(c.safe);
    free(c.fates);
    free(c.places);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_corpus_curate(jsmf_context *ctx, jsmf_csr *h, jsmf_strings *vocab, const jsmf_corpus_curation *how,
                               jsmf_corpus_curated *report)
{
    size_t words = vocab->count;
    curator c = { .ctx = ctx, .h = h, .documents = h->rows, .vocab = vocab, .how = how, .report = report };
    *report = (jsmf_corpus_curated){ 0 };
    if (words != h->cols)
        return jsmf_fail(ctx, JSMF_EDATA, "a bag of %zu word%s with a vocabulary of %zu", JSMF_COUNTED(h->cols), words);
    c.df = jsmf_alloc_zero(ctx, words, sizeof *c.df);
    c.tf = jsmf_alloc_zero(ctx, words, sizeof *c.tf);
    c.fates = jsmf_alloc_zero(ctx, words, sizeof *c.fates);
    c.safe = jsmf_alloc_zero(ctx, words, sizeof *c.safe);
    c.places = jsmf_alloc(ctx, words, sizeof *c.places);
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(curate(&c));
    free(c.df);
    free(c.tf);
    free(c.fates);
    free(c.safe);
    free(c.places);
    return jsmf_context_status(ctx);
}
