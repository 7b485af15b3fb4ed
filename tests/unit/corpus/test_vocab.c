/* corpus: word lists. */
#include "unit.h"

#include "corpus/corpus_inner.h"

#include "corpus/readers.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct result {
    jsmf_status status;
    char error[2048];
    jsmf_strings words;
} result;

static result read_bytes(const char *text, size_t length, bool unique)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in;
    result r;
    assert_ok(ctx, jsmf_input_memory(ctx, text, length, "x", &in));
    r.status = jsmf_corpus_words_parse(ctx, in, unique, &r.words);
    snprintf(r.error, sizeof r.error, "%s", jsmf_context_error(ctx));
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return r;
}

static void a_word_a_line_is_read(void **state)
{
    static const char *const variants[] = {
        "cat\nna\xc3\xafve\n\xe7\x8c\xab\n", "cat\nna\xc3\xafve\n\xe7\x8c\xab",
        "cat\r\nna\xc3\xafve\r\n\xe7\x8c\xab\r\n",
        "cat\r\nna\xc3\xafve\r\n\xe7\x8c\xab\r", "\357\273\277cat\nna\xc3\xafve\n\xe7\x8c\xab\n",
    };
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        result r = read_bytes(variants[i], strlen(variants[i]), true);
        assert_string_equal(r.error, "");
        assert_int_equal(r.words.count, 3);
        assert_string_equal(jsmf_strings_get(&r.words, 0), "cat");
        assert_string_equal(jsmf_strings_get(&r.words, 1), "na\xc3\xafve");
        assert_string_equal(jsmf_strings_get(&r.words, 2), "\xe7\x8c\xab");
        jsmf_strings_free(&r.words);
    }
}

static void an_empty_list_has_no_words(void **state)
{
    result r = read_bytes("", 0, true);
    (void)state;
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.words.count, 0);
    jsmf_strings_free(&r.words);
}

static void check_bad(const char *text, size_t length, bool unique, const char *start)
{
    result r = read_bytes(text, length, unique);
    if (r.status != JSMF_EDATA || strncmp(r.error, start, strlen(start)) != 0 || !strstr(r.error, "expected"))
        fail_msg("%s: status %d, error: %s (expected %s)", text, r.status, r.error, start);
    assert_null(r.words.pool);
}

#define CHECK_BAD(text, start) check_bad(text, sizeof text - 1, true, start)

static void bad_words_are_refused_with_their_line(void **state)
{
    (void)state;
    CHECK_BAD("cat\n\ndog\n", "x:2: found an empty line");
    CHECK_BAD("cat\n\r\ndog\n", "x:2: found an empty line");
    CHECK_BAD("cat\ndog\n\n", "x:3: found an empty line");
    CHECK_BAD("\n", "x:1: found an empty line");
    CHECK_BAD("cat\nbig dog\n", "x:2: found a blank within: \"big dog\"");
    CHECK_BAD("cat\ndog\t3\n", "x:2: found a blank within");
    CHECK_BAD("cat\n dog\n", "x:2: found a blank within");
    CHECK_BAD("2\n1 12 5\n", "x:2: found numbers: \"1 12 5\", expected one word");
    CHECK_BAD("cat\n \t\n", "x:2: found an empty line");
    CHECK_BAD("cat\n\xc2\xa0\xe3\x80\x80\n", "x:2: found white space alone");
    CHECK_BAD("cat\n\f\n", "x:2: found white space alone");
    CHECK_BAD("cat\rdog\r", "x:1: found a carriage return within");
    CHECK_BAD("cat\nd\0g\n", "x:2: found a NUL: \"d\\x00g\"");
    CHECK_BAD("cat\ndog\nna\xefve\n", "x:3: found bytes that are not UTF-8: \"na\\xefve\"");
    CHECK_BAD("cat\ndog\ncat\ndog\n", "x:3: found the word \"cat\" of line 1 again");
    check_bad("cat\n\n", 5, false, "x:2: found an empty line");
}

static void lists_need_not_be_unique_where_it_does_not_matter(void **state)
{
    result r = read_bytes("cat\ncat\n", 8, false);
    (void)state;
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.words.count, 2);
    jsmf_strings_free(&r.words);
}

static void words_of_255_bytes_are_the_longest(void **state)
{
    enum { LENGTH = 1 << 20 };
    char *text = malloc(LENGTH);
    result r;
    (void)state;
    memset(text, 'x', LENGTH);
    memcpy(text, "a\n", 2);
    r = read_bytes(text, 2 + 255, true);
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(jsmf_strings_length(&r.words, 1), 255);
    jsmf_strings_free(&r.words);
    check_bad(text, 2 + 256, true, "x:2: found more than 255 bytes");
    check_bad(text, LENGTH, true, "x:2: found more than 255 bytes");
    memset(text, '\0', LENGTH);
    check_bad(text, LENGTH, true, "x:1: found a NUL");
    free(text);
}

static void files_are_read_and_named(void **state)
{
    char path[] = "/tmp/jsmf-words-XXXXXX", start[64];
    int fd = mkstemp(path);
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings words;
    (void)state;
    assert_int_equal(write(fd, "cat\ndog\n\n", 9), 9);
    close(fd);
    assert_int_equal(jsmf_corpus_words_read(ctx, path, true, &words), JSMF_EDATA);
    snprintf(start, sizeof start, "%s:3: ", path);
    assert_memory_equal(jsmf_context_error(ctx), start, strlen(start));
    jsmf_context_clear(ctx);
    assert_int_equal(truncate(path, 8), 0);
    assert_ok(ctx, jsmf_corpus_words_read(ctx, path, true, &words));
    assert_int_equal(words.count, 2);
    jsmf_strings_free(&words);
    unlink(path);
    assert_int_equal(jsmf_corpus_words_read(ctx, path, true, &words), JSMF_ESYSTEM);
    jsmf_context_free(ctx);
}

static jsmf_status read_labels(const char *text, jsmf_strings *labels, char error[256])
{
    char path[] = "/tmp/jsmf-test-XXXXXX";
    jsmf_context *ctx = jsmf_context_new();
    int file = mkstemp(path);
    jsmf_status status;
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    close(file);
    status = jsmf_corpus_labels_read(ctx, path, "a label", labels);
    snprintf(error, 256, "%s", strchr(jsmf_context_error(ctx), ':') ? strchr(jsmf_context_error(ctx), ':') : "");
    unlink(path);
    jsmf_context_free(ctx);
    return status;
}

static void labels_may_have_blanks_within(void **state)
{
    jsmf_strings labels;
    char error[256];
    (void)state;
    assert_int_equal(read_labels("the arts\r\nsport \na\tb\t\r\n", &labels, error), JSMF_OK);
    assert_int_equal(labels.count, 3);
    assert_string_equal(jsmf_strings_get(&labels, 0), "the arts");
    assert_string_equal(jsmf_strings_get(&labels, 2), "a\tb");
    jsmf_strings_free(&labels);
    assert_int_equal(read_labels("sport\n the arts\n", &labels, error), JSMF_EDATA);
    assert_string_equal(error, ":2: found a blank in front: \" the arts\", expected a label");
    assert_int_equal(read_labels("\tsport\n", &labels, error), JSMF_EDATA);
    assert_int_equal(read_labels("sport\n\n", &labels, error), JSMF_EDATA);
    assert_string_equal(error, ":2: found an empty line, expected a label");
}

static void the_english_stop_list_is_sorted_and_unique(void **state)
{
    (void)state;
    assert_true(jsmf_corpus_stopwords_english_count > 300);
    for (size_t i = 1; i < jsmf_corpus_stopwords_english_count; i++)
        assert_true(strcmp(jsmf_corpus_stopwords_english[i - 1], jsmf_corpus_stopwords_english[i]) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_a_line_is_read),
        cmocka_unit_test(an_empty_list_has_no_words),
        cmocka_unit_test(bad_words_are_refused_with_their_line),
        cmocka_unit_test(lists_need_not_be_unique_where_it_does_not_matter),
        cmocka_unit_test(words_of_255_bytes_are_the_longest),
        cmocka_unit_test(files_are_read_and_named),
        cmocka_unit_test(labels_may_have_blanks_within),
        cmocka_unit_test(the_english_stop_list_is_sorted_and_unique),
    };
    return cmocka_run_group_tests_name("vocab", tests, NULL, NULL);
}
