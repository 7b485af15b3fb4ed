/* tally: the counts of documents' words, however many threads and batches there are. */
#include "unit.h"

#include "jsmf/tally.h"
#include "base/base_inner.h"
#include "io/io_inner.h"
#include "words/words_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_left_out(jsmf_context *ctx, const jsmf_tally_counts *c, size_t document, FILE *f)
{
    int64_t words;
    if (!c->left_out)
        return;
    assert_ok(ctx, jsmf_spool_read(ctx, c->left_out, document * sizeof words, &words, sizeof words));
    fprintf(f, " ~%lld", (long long)words);
}

/* What a tally has as text, so that two can be compared. */
static void print_counts(jsmf_context *ctx, const jsmf_tally_counts *c, FILE *f)
{
    int64_t *indptr = jsmf_alloc(ctx, c->documents + 1, sizeof *indptr);
    int32_t *words = jsmf_alloc(ctx, c->entries, sizeof *words), *counts = jsmf_alloc(ctx, c->entries, sizeof *counts);
    assert_ok(ctx, jsmf_spool_read(ctx, c->indptr, 0, indptr, (c->documents + 1) * sizeof *indptr));
    assert_ok(ctx, jsmf_spool_read(ctx, c->indices, 0, words, c->entries * sizeof *words));
    assert_ok(ctx, jsmf_spool_read(ctx, c->counts, 0, counts, c->entries * sizeof *counts));
    for (size_t w = 0; w < c->words; w++)
        fprintf(f, "%s%s:%lld", w ? " " : "", jsmf_strings_get(c->vocab, w), (long long)c->df[w]);
    for (size_t d = 0; d < c->documents; d++) {
        fprintf(f, " |");
        for (int64_t p = indptr[d]; p < indptr[d + 1]; p++)
            fprintf(f, " %d:%d", (int)words[p], (int)counts[p]);
        print_left_out(ctx, c, d, f);
    }
    fprintf(f, " |");
    for (size_t i = 0; i < c->phrases->count; i++)
        fprintf(f, " %s", jsmf_strings_get(c->phrases, i));
    free(indptr);
    free(words);
    free(counts);
}

/* The lines of text as documents, in batches of so many bytes. The caller frees what is returned. */
static char *tally_text(const char *text, jsmf_tally_options how, int threads, size_t batch_bytes,
                        jsmf_tally_counts *counts)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_records_batch batch = { 0 };
    jsmf_records *records;
    jsmf_tally *tally;
    jsmf_words *words;
    jsmf_input *in;
    char *printed;
    size_t size;
    bool ended = false;
    FILE *f = open_memstream(&printed, &size);
    jsmf_context_set_threads(ctx, threads);
    assert_ok(ctx, jsmf_words_new(ctx, &(jsmf_words_options){ .min_length = 1 }, &words));
    how.words = words;
    assert_ok(ctx, jsmf_tally_new(ctx, &how, &tally));
    assert_ok(ctx, jsmf_input_memory(ctx, text, strlen(text), "x", &in));
    assert_ok(ctx, jsmf_records_open(ctx, in, &(jsmf_records_options){ 0 }, &records));
    while (!ended) {
        jsmf_records_batch_clear(&batch);
        assert_ok(ctx, jsmf_records_fill(ctx, records, batch_bytes, &batch, &ended));
        assert_ok(ctx, jsmf_tally_add(ctx, tally, &batch, 1));
    }
    assert_ok(ctx, jsmf_tally_finish(ctx, tally, counts));
    print_counts(ctx, counts, f);
    fclose(f);
    jsmf_records_batch_free(&batch);
    jsmf_records_close(records);
    jsmf_input_close(in);
    jsmf_tally_free(tally);
    jsmf_words_free(words);
    jsmf_context_free(ctx);
    return printed;
}

static void words_are_counted_in_order(void **state)
{
    jsmf_tally_counts c;
    char *printed = tally_text("the cat the\n\nthe dog cat Dog dog\n", (jsmf_tally_options){ 0 }, 1, 1000, &c);
    (void)state;
    assert_string_equal(printed, "the:2 cat:2 dog:1 | 0:2 1:1 | | 0:1 1:1 2:3 |");
    assert_int_equal(c.empty, 1);
    assert_int_equal(c.tokens, 8);
    free(printed);
}

/* Short words are known by 16 bytes, others by all: each of these differs from another in one. */
static void words_differ_by_a_letter(void **state)
{
    jsmf_tally_counts c;
    char *printed = tally_text("abcdefgh abcdefghi abcdefghj abcdefghijklmno abcdefghijklmnp bbcdefghijklmnp\n"
                               "abcdefghijklmnoq abcdefghijklmnor abcdefghi abcdefghij a b\n"
                               "b abcdefghijklmnoq bbcdefghijklmnp abcdefgh\n", (jsmf_tally_options){ 0 }, 1, 1, &c);
    (void)state;
    assert_string_equal(printed, "abcdefgh:2 abcdefghi:2 abcdefghj:1 abcdefghijklmno:1 abcdefghijklmnp:1 "
                                 "bbcdefghijklmnp:2 abcdefghijklmnoq:2 abcdefghijklmnor:1 abcdefghij:1 a:1 b:2 | "
                                 "0:1 1:1 2:1 3:1 4:1 5:1 | 1:1 6:1 7:1 8:1 9:1 10:1 | 0:1 5:1 6:1 10:1 |");
    free(printed);
}

static void known_words_alone_count(void **state)
{
    jsmf_strings known = { 0 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_tally_counts c;
    char *printed;
    (void)state;
    assert_ok(ctx, jsmf_strings_add(ctx, &known, "dog", 3));
    assert_ok(ctx, jsmf_strings_add(ctx, &known, "bird", 4));
    printed = tally_text("the cat\nthe dog\n", (jsmf_tally_options){ .known = &known }, 1, 1, &c);
    assert_string_equal(printed, "dog:1 bird:0 | ~2 | 0:1 ~1 |");
    assert_int_equal(c.unknown, 3);
    free(printed);
    jsmf_strings_free(&known);
    jsmf_context_free(ctx);
}

/* Short stop words and long ones; one of them is known, and capitals are those of the list alone. */
static void stop_words_are_not_unknown(void **state)
{
    static const char *const stops[] = { "The", "dog", "NOTWITHSTANDINGLY" };
    jsmf_strings known = { 0 }, stop = { 0 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_tally_counts c;
    char *printed;
    (void)state;
    assert_ok(ctx, jsmf_strings_add(ctx, &known, "dog", 3));
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &stop, stops[i], strlen(stops[i])));
    printed = tally_text("the cat the notwithstandingly\nthe dog\nthe cat dog overwhelmingnesses\n",
                         (jsmf_tally_options){ .known = &known, .stop = &stop }, 1, 1, &c);
    assert_string_equal(printed, "dog:2 | ~1 | 0:1 ~0 | 0:1 ~2 |");
    assert_int_equal(c.unknown, 3);
    free(printed);
    jsmf_strings_free(&known);
    jsmf_strings_free(&stop);
    jsmf_context_free(ctx);
}

static void phrases_are_words(void **state)
{
    const jsmf_words_phrases_options often = { .least = 2, .npmi = 0, .length = 2 };
    jsmf_tally_counts c;
    const jsmf_tally_options joined = { .phrases = &often };
    char *printed = tally_text("the new york\na b new york\n\nnew. york\n", joined, 1, 1, &c);
    (void)state;
    assert_string_equal(printed, "the:1 new_york:2 a:1 b:1 new:1 york:1 | 0:1 1:1 | 1:1 2:1 3:1 | | 4:1 5:1 | "
                                 "new york");
    free(printed);
}

/* Documents of many different words, some of more than a chunk's. */
static char *many_documents(void)
{
    char *text;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    for (uint64_t d = 0; d < 300; d++) {
        const uint64_t n = d == 100 ? 40000 : jsmf_random_bits(1, 0, d) % 200;
        for (uint64_t i = 0; i < n; i++) {
            const double u = jsmf_random_uniform(2, d, i);
            fprintf(f, "%c%llu ", 'a' + (int)(d % 20), (unsigned long long)(1 / (u + 1e-4)));
        }
        fputc('\n', f);
    }
    fclose(f);
    return text;
}

static void threads_and_batches_change_nothing(void **state)
{
    const jsmf_words_phrases_options often = { .least = 3, .npmi = 0.1, .length = 3 };
    const jsmf_tally_options ways[] = { { 0 }, { .phrases = &often } };
    char *text = many_documents();
    (void)state;
    for (size_t way = 0; way < 2; way++) {
        jsmf_tally_counts c;
        char *first = tally_text(text, ways[way], 1, SIZE_MAX, &c);
        for (int threads = 1; threads < 4; threads++)
            for (size_t bytes = 1000; bytes < 1000000; bytes *= 30) {
                char *again = tally_text(text, ways[way], threads, bytes, &c);
                assert_string_equal(again, first);
                free(again);
            }
        free(first);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_counted_in_order),
        cmocka_unit_test(words_differ_by_a_letter),
        cmocka_unit_test(known_words_alone_count),
        cmocka_unit_test(stop_words_are_not_unknown),
        cmocka_unit_test(phrases_are_words),
        cmocka_unit_test(threads_and_batches_change_nothing),
    };
    jsmf_context *ctx = jsmf_context_new();
    const bool icu = jsmf_words_available(ctx) == JSMF_OK;
    jsmf_context_free(ctx);
    if (icu)
        return cmocka_run_group_tests(tests, NULL, NULL);
    puts("ok 1 - tally # SKIP built without ICU");
    return 0;
}
