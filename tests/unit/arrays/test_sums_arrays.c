/* Streams of sums: what may be added, and the words of shards that have others each. */
#include "unit.h"

#include "arrays/arrays_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Sums of words of one shard: each word of the list, apart by spaces, as often as it is there. */
static jsmf_arrays_sums words_of(jsmf_context *ctx, const char *id, const char *text)
{
    jsmf_strings vocab = { 0 };
    int64_t indptr[2] = { 0 };
    int32_t indices[16], counts[16];
    jsmf_csr h = { .rows = 1, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_arrays_sums s;
    uint64_t digest;
    for (const char *at = text; *at; at += *at == ' ') {
        const size_t length = strcspn(at, " ");
        assert_ok(ctx, jsmf_strings_add(ctx, &vocab, at, length));
        indices[h.cols] = (int32_t)h.cols;
        counts[h.cols++] = (int32_t)length;
        at += length;
    }
    indptr[1] = (int64_t)h.cols;
    assert_ok(ctx, jsmf_arrays_sums_of_words(ctx, &h, &vocab, &s));
    digest = jsmf_sums_digest(&h, 0, 1, &vocab);
    assert_ok(ctx, jsmf_sums_shards_put(ctx, &s.shards, &(jsmf_sums_shard){ -1, 1, digest }, id, id));
    assert_ok(ctx, jsmf_strings_add(ctx, &s.recipe, "words all", 9));
    s.name = strdup(id);
    jsmf_strings_free(&vocab);
    return s;
}

static void take(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums part, jsmf_sums_sign sign)
{
    assert_ok(ctx, jsmf_arrays_sums_words_unite(ctx, to, &part, sign));
    assert_ok(ctx, jsmf_arrays_sums_join(ctx, to, &part, sign, false, false));
    assert_ok(ctx, jsmf_arrays_sums_add(ctx, to, &part, sign));
    assert_ok(ctx, jsmf_arrays_sums_words_tidy(ctx, to));
    jsmf_arrays_sums_free(&part);
}

/* "a1 b2 ": the words with their document frequencies. */
static void assert_words(jsmf_context *ctx, jsmf_arrays_sums *s, const char *expected)
{
    const jsmf_strings *vocab;
    int64_t *df;
    char text[128] = "";
    assert_ok(ctx, jsmf_arrays_vocab(ctx, &s->stream, 0, &vocab));
    assert_ok(ctx, jsmf_stream_integers(ctx, &s->stream, "whole.df", vocab->count, &df, NULL));
    for (size_t i = 0; i < vocab->count; i++)
        sprintf(text + strlen(text), "%s%lld ", jsmf_strings_get(vocab, i), (long long)df[i]);
    assert_string_equal(text, expected);
}

static void words_stand_where_the_whole_has_them_first(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_arrays_sums s = words_of(ctx, "3", "e b d");
    (void)state;
    take(ctx, &s, words_of(ctx, "1", "b a c"), JSMF_SUMS_PLUS);
    assert_words(ctx, &s, "b2 a1 c1 e1 d1 ");
    take(ctx, &s, words_of(ctx, "2", "d a"), JSMF_SUMS_PLUS);
    assert_words(ctx, &s, "b2 a2 c1 d2 e1 ");
    take(ctx, &s, words_of(ctx, "3", "e b d"), JSMF_SUMS_MINUS);
    assert_words(ctx, &s, "b1 a2 c1 d1 ");
    take(ctx, &s, words_of(ctx, "1", "b a c"), JSMF_SUMS_MINUS);
    assert_words(ctx, &s, "a1 d1 ");
    jsmf_arrays_sums_free(&s);
    jsmf_context_free(ctx);
}

/* Sums of c, which is h's co-occurrence, with a record. */
static jsmf_arrays_sums cooc_of(jsmf_context *ctx, const char *id, const char *form, int32_t count)
{
    int64_t indptr[] = { 0, 2 }, *df = calloc(2, sizeof *df);
    int32_t indices[] = { 0, 1 }, counts[] = { count, 1 };
    const jsmf_csr h = { .rows = 1, .cols = 2, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_cooc_sums c;
    jsmf_arrays_sums s;
    uint64_t digest;
    df[0] = df[1] = 1;
    assert_ok(ctx, jsmf_cooc_sums_new(ctx, 2, strcmp(form, "form sparse") != 0, &c));
    assert_ok(ctx, jsmf_cooc_sums_add(ctx, &h, JSMF_UNBIASED, &c));
    assert_ok(ctx, jsmf_arrays_sums_of_cooc(ctx, &c, df, NULL, &s));
    digest = jsmf_sums_digest(&h, 0, 1, NULL);
    assert_ok(ctx, jsmf_sums_shards_put(ctx, &s.shards, &(jsmf_sums_shard){ -1, 1, digest }, id, id));
    assert_ok(ctx, jsmf_strings_add(ctx, &s.recipe, form, strlen(form)));
    s.machine = strdup("here");
    s.name = strdup(id);
    jsmf_cooc_sums_free(&c);
    return s;
}

/* Stored and loaded, it is what it was. */
static void streams_come_back(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (int sparse = 0; sparse < 2; sparse++) {
        jsmf_arrays_sums s = cooc_of(ctx, "x", sparse ? "form sparse" : "form dense", 2);
        jsmf_stream stream, cooc;
        assert_ok(ctx, jsmf_arrays_sums_store(ctx, &s, &stream));
        assert_null(s.of);
        stream.name = strdup("stream");
        assert_ok(ctx, jsmf_arrays_sums_load(ctx, &stream, &s));
        assert_int_equal(s.sparse, sparse);
        assert_string_equal(jsmf_sums_recipe_value(&s.recipe, "form"), sparse ? "sparse" : "dense");
        assert_null(jsmf_sums_recipe_value(&s.recipe, "for"));
        take(ctx, &s, cooc_of(ctx, "y", sparse ? "form sparse" : "form dense", 1), JSMF_SUMS_PLUS);
        assert_ok(ctx, jsmf_arrays_sums_finish(ctx, &s, 0, &cooc));
        assert_int_equal(jsmf_stream_find(&cooc, "C.data") != NULL, sparse);
        assert_int_equal(*(int64_t *)jsmf_stream_find(&cooc, "documents")->data, 2);
        jsmf_stream_free(&cooc);
        jsmf_arrays_sums_free(&s);
    }
    jsmf_context_free(ctx);
}

static void others_are_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_arrays_sums s = cooc_of(ctx, "x", "form dense", 2), y = cooc_of(ctx, "y", "form full", 3),
                     w = words_of(ctx, "w", "a b"), z = cooc_of(ctx, "z", "form dense", 4);
    (void)state;
    assert_int_equal(jsmf_arrays_sums_join(ctx, &s, &y, JSMF_SUMS_PLUS, false, false), JSMF_EDATA);
    assert_says(ctx, "y: shard y: made with form full (expected form dense, as x)");
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_arrays_sums_join(ctx, &s, &w, JSMF_SUMS_PLUS, false, false), JSMF_EDATA);
    assert_says(ctx, "w: shard w: sums of words (expected cooc, as x)");
    jsmf_context_clear(ctx);
    z.machine[0] = 't';
    assert_int_equal(jsmf_arrays_sums_join(ctx, &s, &z, JSMF_SUMS_PLUS, false, false), JSMF_EDATA);
    assert_says(ctx, "z: shard z: made by tere (expected here, as x");
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_arrays_sums_join(ctx, &s, &z, JSMF_SUMS_PLUS, true, false));
    assert_string_equal(s.machine, "mixed");
    jsmf_arrays_sums *all[] = { &s, &y, &w, &z };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        jsmf_arrays_sums_free(all[i]);
    jsmf_context_free(ctx);
}

/* Halved and added to another: of 1.5 documents, which are counted as 2. */
static void weights_are_of_counts_too(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (int sparse = 0; sparse < 2; sparse++) {
        const char *form = sparse ? "form sparse" : "form dense";
        jsmf_arrays_sums s = cooc_of(ctx, "x", form, 2), y = cooc_of(ctx, "y", form, 1);
        jsmf_stream cooc;
        double documents;
        size_t n;
        double *unigram;
        assert_ok(ctx, jsmf_arrays_sums_weigh(ctx, &s, 0.5));
        assert_ok(ctx, jsmf_arrays_sums_weigh(ctx, &y, 1));
        take(ctx, &s, y, JSMF_SUMS_PLUS);
        assert_ok(ctx, jsmf_arrays_sums_count(ctx, &s, &documents));
        assert_true(documents == 1.5);
        assert_ok(ctx, jsmf_arrays_sums_finish(ctx, &s, documents, &cooc));
        assert_ok(ctx, jsmf_stream_vector(ctx, &cooc, "unigram", 2, &unigram, &n));
        assert_true(fabs(unigram[0] - (0.5 * 2 / 3 + 0.5) / 1.5) < 1e-15);
        assert_int_equal(*(int64_t *)jsmf_stream_find(&cooc, "df")->data, 2);
        jsmf_stream_free(&cooc);
        jsmf_arrays_sums_free(&s);
    }
    jsmf_context_free(ctx);
}

/* An empty array of documents, as a damaged file may have one, has no first item. */
static void documents_without_a_number_are_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_arrays_sums s = cooc_of(ctx, "x", "form dense", 2);
    double documents;
    (void)state;
    assert_ok(ctx, jsmf_stream_add_i64(ctx, &s.stream, "whole.documents", calloc(1, sizeof(int64_t)), 1, 0));
    assert_ok(ctx, jsmf_arrays_sums_weigh(ctx, &s, 0.5));
    assert_int_equal(jsmf_arrays_sums_count(ctx, &s, &documents), JSMF_EDATA);
    assert_says(ctx, "x: array whole.documents: has 0 numbers (expected 1)");
    jsmf_arrays_sums_free(&s);
    jsmf_context_free(ctx);
}

/* The packed half of a dense C is above the memory, which C itself, already there, is not asked for. */
static void weighed_sums_keep_to_the_memory(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_arrays_sums s = cooc_of(ctx, "x", "form dense", 2), of;
    jsmf_stream cooc;
    (void)state;
    assert_ok(ctx, jsmf_arrays_sums_finish(ctx, &s, 0, &cooc));
    cooc.name = strdup("c");
    jsmf_context_set_memory(ctx, 47);
    assert_int_equal(jsmf_arrays_sums_of_stream(ctx, &cooc, "c", &of), JSMF_ESYSTEM);
    assert_says(ctx, "the sums of a dense co-occurrence");
    jsmf_arrays_sums_free(&s);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_stand_where_the_whole_has_them_first),
        cmocka_unit_test(streams_come_back),
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(weights_are_of_counts_too),
        cmocka_unit_test(weighed_sums_keep_to_the_memory),
        cmocka_unit_test(documents_without_a_number_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
