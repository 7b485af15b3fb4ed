/* corpus: tokenised text, one document a line. */
#include "unit.h"

#include "jsmf/corpus.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct result {
    jsmf_status status;
    char error[2048];
    jsmf_csr h;
    jsmf_strings vocab;
    jsmf_corpus_report report;
} result;

static result read_bytes(const char *text, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in;
    result r = { 0 };
    assert_ok(ctx, jsmf_input_memory(ctx, text, length, "x", &in));
    const jsmf_corpus_reading how = { .format = JSMF_FORMAT_TEXT, .vocab = &r.vocab };
    r.status = jsmf_corpus_read(ctx, in, &how, &r.h, &r.report);
    snprintf(r.error, sizeof r.error, "%s", jsmf_context_error(ctx));
    if (r.status == JSMF_OK)
        assert_ok(ctx, jsmf_csr_check(ctx, &r.h, "H"));
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return r;
}

static void result_free(result *r)
{
    jsmf_csr_free(&r->h);
    jsmf_strings_free(&r->vocab);
}

static void harmless_variants_read_alike(void **state)
{
    static const char *const variants[] = {
        "the cat the\n\ndog caf\xc3\xa9 cat\n",
        "the cat the\n\ndog caf\xc3\xa9 cat",
        "the cat the\r\n\r\ndog caf\xc3\xa9 cat\r\n",
        "the cat the\r\n\r\ndog caf\xc3\xa9 cat\r",
        "\tthe  cat \t the \n \t\n dog\tcaf\xc3\xa9 cat\t\r\n",
        "\xef\xbb\xbfthe cat the\n\ndog caf\xc3\xa9 cat\n",
        "the\fcat\vthe\n\f\ndog\xc2\xa0" "caf\xc3\xa9\xc2\x85" "cat\n",
        "the\xe3\x80\x80" "cat\xe2\x80\xa8the\xe2\x80\xa9\n\n\xe2\x80\x80" "dog\xe1\x9a\x80" "caf\xc3\xa9\xe2\x81\x9f"
        "cat\xe2\x80\xaf",
    };
    const int64_t indptr[] = { 0, 2, 2, 5 };
    const int32_t indices[] = { 0, 1, 1, 2, 3 }, counts[] = { 2, 1, 1, 1, 1 };
    const char *const words[] = { "the", "cat", "dog", "caf\xc3\xa9" };
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        result r = read_bytes(variants[i], strlen(variants[i]));
        assert_string_equal(r.error, "");
        assert_int_equal(r.h.rows, 3);
        assert_int_equal(r.h.cols, 4);
        assert_memory_equal(r.h.indptr, indptr, sizeof indptr);
        assert_memory_equal(r.h.indices, indices, sizeof indices);
        assert_memory_equal(r.h.counts, counts, sizeof counts);
        assert_int_equal(r.vocab.count, 4);
        for (size_t w = 0; w < 4; w++)
            assert_string_equal(jsmf_strings_get(&r.vocab, w), words[w]);
        assert_int_equal(r.report.empty, 1);
        assert_int_equal(r.report.repeated, 0);
        result_free(&r);
    }
}

static void empty_text_has_no_documents(void **state)
{
    result r = read_bytes("", 0);
    (void)state;
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.h.rows, 0);
    assert_int_equal(r.h.indptr[0], 0);
    result_free(&r);
    r = read_bytes("\n\n", 2);
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.h.rows, 2);
    assert_int_equal(r.report.empty, 2);
    result_free(&r);
}

/* Words are cut by the blocks' ends, the table grows, documents are longer than a block. */
static void large_texts_are_counted_exactly(void **state)
{
    enum { WORDS = 50021, TOKENS = 400000, DOCUMENTS = 3 };
    char *text = malloc(DOCUMENTS * TOKENS * 12);
    size_t length = 0;
    int32_t *wanted = calloc(DOCUMENTS * WORDS, sizeof *wanted);
    result r;
    (void)state;
    for (size_t i = 0; i < (size_t)DOCUMENTS * TOKENS; i++) {
        size_t document = i / TOKENS, word = i < WORDS ? i : i * i % WORDS;
        wanted[document * WORDS + word]++;
        length += (size_t)sprintf(text + length, "w%zu%c", word, (i + 1) % TOKENS ? ' ' : '\n');
    }
    r = read_bytes(text, length);
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.vocab.count, WORDS);
    for (size_t d = 0; d < DOCUMENTS; d++)
        for (int64_t p = r.h.indptr[d]; p < r.h.indptr[d + 1]; p++) {
            assert_int_equal(r.h.counts[p], wanted[d * WORDS + (size_t)r.h.indices[p]]);
            wanted[d * WORDS + (size_t)r.h.indices[p]] = 0;
        }
    for (size_t i = 0; i < DOCUMENTS * WORDS; i++)
        assert_int_equal(wanted[i], 0);
    for (size_t w = 0; w < WORDS; w++)
        assert_int_equal(atoi(jsmf_strings_get(&r.vocab, w) + 1), w);
    result_free(&r);
    free(wanted);
    free(text);
}

static void check_bad(const char *text, size_t length, const char *start)
{
    result r = read_bytes(text, length);
    if (r.status != JSMF_EDATA || strncmp(r.error, start, strlen(start)) != 0 || !strstr(r.error, "expected"))
        fail_msg("%s: status %d, error: %s (expected %s)", text, r.status, r.error, start);
    result_free(&r);
}

#define CHECK_BAD(text, start) check_bad(text, sizeof text - 1, start)

static void bad_text_is_refused_with_its_line_and_byte(void **state)
{
    (void)state;
    CHECK_BAD("a b\nc\0d e\n", "x:2: found a NUL at byte 5");
    CHECK_BAD("a b\n\0", "x:2: found a NUL at byte 4");
    CHECK_BAD("a b\n\xff\xfe\n", "x:2: found bytes that are not UTF-8 at byte 4");
    CHECK_BAD("a\nb\ncaf\xe9 d\n", "x:3: found bytes that are not UTF-8 at byte 7");
    CHECK_BAD("a\nb \xc3\n", "x:2: found bytes that are not UTF-8 at byte 4");
    CHECK_BAD("a\nb \xed\xa0\x80\n", "x:2: found bytes that are not UTF-8 at byte 4"); /* a surrogate */
    CHECK_BAD("a\nb\xc0\x80\n", "x:2: found bytes that are not UTF-8 at byte 3");      /* overlong NUL */
    CHECK_BAD("a\rb\rc", "x:1: found a carriage return within the line at byte 1");
    CHECK_BAD("\357\273\277a\rb", "x:1: found a carriage return within the line at byte 4");
}

/* Of "a\nb ..." with longer tokens, which are left out. */
static void check_overlong(const char *text, size_t length, size_t documents, int64_t overlong)
{
    result r = read_bytes(text, length);
    assert_string_equal(r.error, "");
    assert_int_equal(r.vocab.count, 2);
    assert_int_equal(r.h.rows, documents);
    assert_int_equal(jsmf_csr_nnz(&r.h), 2);
    assert_int_equal(r.report.overlong, overlong);
    result_free(&r);
}

/* White space that is no blank, at every place of a block's end, between words and behind an overlong token. */
static void wide_spaces_end_words_at_every_place(void **state)
{
    enum { WORDS = 300000 };
    static const char *const spaces[] = { "\xe3\x80\x80", "\xc2\xa0", "\f" };
    char *text = malloc(WORDS * 8 + 1000);
    (void)state;
    for (size_t s = 0; s < sizeof spaces / sizeof *spaces; s++)
        for (size_t overlong = 0; overlong <= 600; overlong += 300) {
            size_t length = (size_t)sprintf(text, "a\nb ");
            memset(text + length, 'x', overlong);
            length += overlong;
            for (size_t i = 0; i < WORDS; i++)
                length += (size_t)sprintf(text + length, "%sb%s", spaces[s], i % 7 ? "" : spaces[s]);
            result r = read_bytes(text, length);
            assert_string_equal(r.error, "");
            assert_int_equal(r.vocab.count, 2);
            assert_int_equal(r.h.counts[1], WORDS + 1);
            assert_int_equal(r.report.overlong, overlong > 0);
            result_free(&r);
        }
    free(text);
}

static void words_of_255_bytes_are_the_longest(void **state)
{
    enum { LENGTH = 1 << 20 };
    char *text = malloc(LENGTH);
    result r;
    (void)state;
    memset(text, 'x', LENGTH);
    memcpy(text, "a\nb ", 4);
    r = read_bytes(text, 4 + 255);
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(jsmf_strings_length(&r.vocab, 2), 255);
    result_free(&r);
    text[4 + 255] = '\r';
    r = read_bytes(text, 4 + 255 + 1);
    assert_int_equal(r.status, JSMF_OK);
    result_free(&r);
    text[4 + 255] = 'x';
    check_overlong(text, 4 + 256, 2, 1);
    check_overlong(text, LENGTH, 2, 1);
    text[LENGTH / 2] = '\n';
    check_overlong(text, LENGTH, 3, 2);
    text[5] = '\0';
    check_bad(text, LENGTH, "x:2: found a NUL at byte 5");
    free(text);
}

static void faults_far_in_are_placed(void **state)
{
    enum { LINES = 100000 };
    char *text = malloc(LINES * 8);
    size_t length = 0;
    char start[64];
    (void)state;
    for (int i = 0; i < LINES; i++)
        length += (size_t)sprintf(text + length, "ab cde\n");
    text[7 * 90000 + 3] = '\0';
    snprintf(start, sizeof start, "x:90001: found a NUL at byte %d,", 7 * 90000 + 3);
    check_bad(text, length, start);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmless_variants_read_alike),
        cmocka_unit_test(empty_text_has_no_documents),
        cmocka_unit_test(large_texts_are_counted_exactly),
        cmocka_unit_test(bad_text_is_refused_with_its_line_and_byte),
        cmocka_unit_test(words_of_255_bytes_are_the_longest),
        cmocka_unit_test(wide_spaces_end_words_at_every_place),
        cmocka_unit_test(faults_far_in_are_placed),
    };
    return cmocka_run_group_tests_name("tokens", tests, NULL, NULL);
}
