/* corpus: curation of a bag. What is expected was computed with numpy from the definition in jsmf/corpus.h. */
#include "unit.h"

#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS = 10, WORDS = 8 };

static const char *const words[WORDS] = { "the", "zeta", "alpha", "cat", "dog", "rare", "none", "mid" };
/* df: 8 3 3 4 4 1 0 4; tf log(10 / df): 4.24 4.82 4.82 7.33 6.41 2.30 0 3.67 */
static const int32_t table[DOCUMENTS][WORDS] = {
    { 5, 1, 0, 2, 0, 0, 0, 1 }, { 3, 0, 1, 1, 1, 0, 0, 0 }, { 4, 2, 2, 0, 0, 0, 0, 1 }, { 1, 0, 0, 0, 3, 1, 0, 1 },
    { 2, 0, 0, 0, 0, 0, 0, 0 }, { 0, 0, 0, 0, 0, 0, 0, 0 }, { 1, 1, 1, 0, 0, 0, 0, 1 }, { 2, 0, 0, 1, 2, 0, 0, 0 },
    { 0, 0, 0, 0, 1, 0, 0, 0 }, { 1, 0, 0, 4, 0, 0, 0, 0 },
};

static void make_list(jsmf_context *ctx, const char *text, jsmf_strings *list)
{
    *list = (jsmf_strings){ 0 };
    for (size_t length; *text; text += length, text += *text == ' ') {
        length = strcspn(text, " ");
        assert_ok(ctx, jsmf_strings_add(ctx, list, text, length));
    }
}

static void make_bag(jsmf_context *ctx, jsmf_csr *h, jsmf_strings *vocab)
{
    size_t n = 0;
    *h = (jsmf_csr){ .rows = DOCUMENTS, .cols = WORDS };
    h->indptr = jsmf_alloc_zero(ctx, DOCUMENTS + 1, sizeof *h->indptr);
    h->indices = jsmf_alloc(ctx, DOCUMENTS * WORDS, sizeof *h->indices);
    h->counts = jsmf_alloc(ctx, DOCUMENTS * WORDS, sizeof *h->counts);
    for (int d = 0; d < DOCUMENTS; d++) {
        for (int w = 0; w < WORDS; w++)
            if (table[d][w]) {
                h->indices[n] = w;
                h->counts[n++] = table[d][w];
            }
        h->indptr[d + 1] = (int64_t)n;
    }
    *vocab = (jsmf_strings){ 0 };
    for (int w = 0; w < WORDS; w++)
        assert_ok(ctx, jsmf_strings_add(ctx, vocab, words[w], strlen(words[w])));
}

/* Every count must still be the table's, in its document and under its word. */
static void check_counts(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *vocab)
{
    assert_ok(ctx, jsmf_csr_check(ctx, h, "H"));
    assert_int_equal(h->rows, DOCUMENTS);
    assert_int_equal(h->cols, vocab->count);
    for (size_t d = 0; d < DOCUMENTS; d++)
        for (int64_t p = h->indptr[d]; p < h->indptr[d + 1]; p++) {
            int w = 0;
            while (strcmp(words[w], jsmf_strings_get(vocab, (size_t)h->indices[p])) != 0)
                w++;
            assert_int_equal(h->counts[p], table[d][w]);
        }
}

static void check_vocab(const jsmf_strings *vocab, const char *wanted)
{
    char text[256] = "";
    for (size_t i = 0; i < vocab->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s", i ? " " : "", jsmf_strings_get(vocab, i));
    assert_string_equal(text, wanted);
}

typedef struct curation_case {
    const char *stop; /* or NULL */
    const char *keep; /* or NULL */
    jsmf_corpus_curation how;
    const char *vocab;
    int64_t df[WORDS];
    jsmf_corpus_curated report;
} curation_case;

static void check_case(const curation_case *c)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h;
    jsmf_strings vocab, stop, keep;
    jsmf_corpus_curation how = c->how;
    jsmf_corpus_curated report;
    int64_t *df;
    make_bag(ctx, &h, &vocab);
    make_list(ctx, c->stop ? c->stop : "", &stop);
    make_list(ctx, c->keep ? c->keep : "", &keep);
    how.stop = c->stop ? &stop : NULL;
    how.keep = c->keep ? &keep : NULL;
    assert_ok(ctx, jsmf_corpus_curate(ctx, &h, &vocab, &how, &report));
    check_vocab(&vocab, c->vocab);
    check_counts(ctx, &h, &vocab);
    assert_ok(ctx, jsmf_corpus_df(ctx, &h, &df));
    for (size_t i = 0; i < vocab.count; i++)
        assert_int_equal(df[i], c->df[i]);
    assert_memory_equal(&report, &c->report, sizeof report);
    free(df);
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    jsmf_strings_free(&stop);
    jsmf_strings_free(&keep);
    jsmf_context_free(ctx);
}

static void curation_keeps_what_the_definition_says(void **state)
{
    static const curation_case cases[] = {
        { NULL, NULL, { .min_df = 1, .max_df = 1 }, "the zeta alpha cat dog rare mid", { 8, 3, 3, 4, 4, 1, 4 },
          { .words_rare = 1 } },
        { NULL, NULL, { .max_df = 1 }, "the zeta alpha cat dog rare none mid", { 8, 3, 3, 4, 4, 1, 0, 4 }, { 0 } },
        { "the mid nope the", NULL, { .min_df = 1, .max_df = 1 }, "zeta alpha cat dog rare", { 3, 3, 4, 4, 1 },
          { .words_stopped = 2, .words_rare = 1, .documents_emptied = 1 } },
        /* 4 of 10 documents are not more than 0.4 of them */
        { NULL, NULL, { .min_df = 2, .max_df = 0.4 }, "zeta alpha cat dog mid", { 3, 3, 4, 4, 4 },
          { .words_rare = 2, .words_frequent = 1, .documents_emptied = 1 } },
        { NULL, NULL, { .min_df = 1, .max_df = 0.3 }, "zeta alpha rare", { 3, 3, 1 },
          { .words_rare = 1, .words_frequent = 4, .documents_emptied = 4 } },
        /* zeta and alpha have the same score: by bytes alpha comes first */
        { NULL, NULL, { .min_df = 1, .max_df = 1, .top = 3 }, "alpha cat dog", { 3, 4, 4 },
          { .words_rare = 1, .words_below_top = 4, .documents_emptied = 1 } },
        { NULL, NULL, { .min_df = 1, .max_df = 1, .top = 5 }, "the zeta alpha cat dog", { 8, 3, 3, 4, 4 },
          { .words_rare = 1, .words_below_top = 2 } },
        { NULL, NULL, { .min_df = 0, .max_df = 1, .top = 100 }, "the zeta alpha cat dog rare none mid",
          { 8, 3, 3, 4, 4, 1, 0, 4 }, { 0 } },
        { "the", NULL, { .min_df = 1, .max_df = 1, .min_words = 2 }, "zeta alpha cat dog rare mid",
          { 3, 3, 3, 3, 1, 4 }, { .words_stopped = 1, .words_rare = 1, .documents_emptied = 3 } },
        { NULL, NULL, { .min_df = 1, .max_df = 1, .min_words = 4 }, "the zeta alpha cat dog rare mid",
          { 5, 3, 3, 2, 2, 1, 4 }, { .words_rare = 1, .documents_emptied = 4 } },
        /* zeta and rare were in emptied documents only */
        { "mid", NULL, { .min_df = 1, .max_df = 1, .min_words = 4 }, "the alpha cat dog", { 1, 1, 1, 1 },
          { .words_stopped = 1, .words_rare = 1, .words_orphaned = 2, .documents_emptied = 8 } },
        { "mid", NULL, { .min_df = 0, .max_df = 1, .min_words = 4 }, "the zeta alpha cat dog rare none",
          { 1, 0, 1, 1, 1, 0, 0 }, { .words_stopped = 1, .documents_emptied = 8 } },
        { "cat", NULL, { .min_df = 2, .max_df = 0.7, .top = 3, .min_words = 2 }, "zeta alpha dog", { 2, 3, 1 },
          { .words_stopped = 1, .words_rare = 2, .words_frequent = 1, .words_below_top = 1, .documents_emptied = 6 } },
        { NULL, NULL, { .min_df = 9, .max_df = 1 }, "", { 0 }, { .words_rare = 8, .documents_emptied = 9 } },
        /* cat, dog and mid have as many documents: by bytes cat comes first */
        { NULL, NULL, { .min_df = 1, .max_df = 1, .drop_top = 2 }, "zeta alpha dog rare mid", { 3, 3, 4, 1, 4 },
          { .words_rare = 1, .words_dropped = 2, .documents_emptied = 2 } },
        { "THE mid", "The None rare alien", { .min_df = 9, .max_df = 1, .ignore_case = true }, "the rare", { 8, 1 },
          { .words_stopped = 1, .words_rare = 5, .documents_emptied = 1 } },
        { "the", "the mid", { .min_df = 1, .max_df = 0.1, .drop_top = 1, .top = 1 }, "the rare mid", { 8, 1, 4 },
          { .words_rare = 1, .words_dropped = 1, .words_frequent = 3, .documents_emptied = 1 } },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        check_case(&cases[i]);
}

/* 0.29 * 100 is 28.999999999999996 in floating point. */
static void a_fraction_of_the_documents_counts_exactly(void **state)
{
    enum { MANY = 100, OFTEN = 29 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = { .rows = MANY, .cols = 2 };
    jsmf_strings vocab;
    jsmf_corpus_curation how = { .min_df = 1, .max_df = 0.29 };
    jsmf_corpus_curated report;
    (void)state;
    h.indptr = jsmf_alloc_zero(ctx, MANY + 1, sizeof *h.indptr);
    h.indices = jsmf_alloc(ctx, MANY, sizeof *h.indices);
    h.counts = jsmf_alloc(ctx, MANY, sizeof *h.counts);
    for (int d = 0; d < MANY; d++) {
        h.indptr[d + 1] = d + 1;
        h.indices[d] = d >= OFTEN;
        h.counts[d] = 1;
    }
    make_list(ctx, "often always", &vocab);
    assert_ok(ctx, jsmf_corpus_curate(ctx, &h, &vocab, &how, &report));
    check_vocab(&vocab, "often");
    assert_int_equal(jsmf_csr_nnz(&h), OFTEN);
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    jsmf_context_free(ctx);
}

static void matching_maps_words_onto_the_target(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h;
    jsmf_strings vocab, target;
    size_t dropped;
    int64_t tokens;
    (void)state;
    make_bag(ctx, &h, &vocab);
    make_list(ctx, "dog alien the cat alpha", &target);
    assert_ok(ctx, jsmf_corpus_match(ctx, &h, &vocab, &target, &dropped, &tokens));
    assert_int_equal(dropped, 4);            /* zeta rare none mid */
    assert_int_equal(tokens, 4 + 1 + 0 + 4); /* their totals */
    check_counts(ctx, &h, &target);
    assert_int_equal(jsmf_csr_nnz(&h), 8 + 3 + 4 + 4);
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    jsmf_strings_free(&target);
    jsmf_context_free(ctx);
}

static void matching_sums_words_that_meet(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = { .rows = 1, .cols = 3 };
    jsmf_strings vocab, target;
    size_t dropped;
    int64_t tokens;
    (void)state;
    for (int overflow = 0; overflow < 2; overflow++) {
        h = (jsmf_csr){ .rows = 1, .cols = 3 };
        h.indptr = jsmf_alloc_zero(ctx, 2, sizeof *h.indptr);
        h.indices = jsmf_alloc(ctx, 3, sizeof *h.indices);
        h.counts = jsmf_alloc(ctx, 3, sizeof *h.counts);
        h.indptr[1] = 3;
        for (int w = 0; w < 3; w++) {
            h.indices[w] = w;
            h.counts[w] = w == 0 && overflow ? INT32_MAX : w + 1;
        }
        make_list(ctx, "cat dog cat", &vocab); /* a hand-made stream may hold a word twice */
        make_list(ctx, "cat dog", &target);
        assert_int_equal(jsmf_corpus_match(ctx, &h, &vocab, &target, &dropped, &tokens),
                         overflow ? JSMF_EDATA : JSMF_OK);
        if (!overflow)
            assert_true(h.indptr[1] == 2 && h.counts[0] == 4 && h.counts[1] == 2);
        jsmf_csr_free(&h);
        jsmf_strings_free(&vocab);
        jsmf_strings_free(&target);
    }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curation_keeps_what_the_definition_says),
        cmocka_unit_test(a_fraction_of_the_documents_counts_exactly),
        cmocka_unit_test(matching_maps_words_onto_the_target),
        cmocka_unit_test(matching_sums_words_that_meet),
    };
    return cmocka_run_group_tests_name("curate", tests, NULL, NULL);
}
