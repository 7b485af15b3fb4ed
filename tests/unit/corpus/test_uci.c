/* corpus: UCI docword files. */
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
    jsmf_corpus_report report;
} result;

static result read_bytes(const char *text, size_t length, size_t vocab_words)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in;
    result r;
    jsmf_context_set_memory(ctx, 1 << 26);
    assert_ok(ctx, jsmf_input_memory(ctx, text, length, "x", &in));
    const jsmf_corpus_reading how = { .format = JSMF_FORMAT_UCI, .words = vocab_words };
    r.status = jsmf_corpus_read(ctx, in, &how, &r.h, &r.report);
    snprintf(r.error, sizeof r.error, "%s", jsmf_context_error(ctx));
    if (r.status == JSMF_OK)
        assert_ok(ctx, jsmf_csr_check(ctx, &r.h, "H"));
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return r;
}

static result read_text(const char *text) { return read_bytes(text, strlen(text), SIZE_MAX); }

/* Three documents over four words; the second is empty. */
static void check_small(result r, size_t repeated)
{
    const int64_t indptr[] = { 0, 2, 2, 4 };
    const int32_t indices[] = { 0, 3, 1, 2 }, counts[] = { 1, 20, 2147483647, 4 };
    assert_string_equal(r.error, "");
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.h.rows, 3);
    assert_int_equal(r.h.cols, 4);
    assert_memory_equal(r.h.indptr, indptr, sizeof indptr);
    assert_memory_equal(r.h.indices, indices, sizeof indices);
    assert_memory_equal(r.h.counts, counts, sizeof counts);
    assert_int_equal(r.report.repeated, repeated);
    assert_int_equal(r.report.empty, 1);
    jsmf_csr_free(&r.h);
}

static void harmless_variants_read_alike(void **state)
{
    static const char *const variants[] = {
        "3\n4\n4\n1 1 1\n1 4 20\n3 2 2147483647\n3 3 4\n",
        "3\n4\n4\n1 1 1\n1 4 20\n3 2 2147483647\n3 3 4",                                  /* no last newline */
        "3\r\n4\r\n4\r\n1 1 1\r\n1 4 20\r\n3 2 2147483647\r\n3 3 4\r\n",                  /* CRLF */
        "3\r\n4\r\n4\r\n1 1 1\r\n1 4 20\r\n3 2 2147483647\r\n3 3 4\r",                    /* CRLF, cut in two */
        " 3\t\n4 \n\t4\n1\t1\t1\n 1 4  20 \n3 \t2 2147483647\t\n3 3 4\n",                 /* blanks */
        "3\n4\n4\n1 1 1\n1 4 20\n3 2 2147483647\n3 3 4\n\n \t\n\r\n\n",                   /* blank lines at the end */
        "3\n4\n4\n1 4 20\n1 1 1\n3 3 4\n3 2 2147483647\n",                                /* words in any order */
        "003\n4\n00000000000000000004\n1 01 1\n1 4 00000000000000000020\n3 2 2147483647\n3 3 4\n", /* zeros in front */
        "3.0\n4e0\n+4\n1.0 1 1.00\n1 4 2e1\n3 2 2147483647.0\n3 3 4\n",                  /* reals */
        "3\n4\n7\n1 1 1\n1 2 0\n1 4 20\n2 1 0\n3 2 2147483647\n3 3 4\n3 4 0.0\n",        /* counts of 0 */
        "\357\273\2773\n4\n4\n1 1 1\n1 4 20\n3 2 2147483647\n3 3 4\n",                 /* a byte order mark */
    };
    (void)state;
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++)
        check_small(read_text(variants[i]), 0);
}

static void repeated_entries_are_summed_and_counted(void **state)
{
    (void)state;
    check_small(read_text("3\n4\n7\n1 4 7\n1 1 1\n1 4 10\n1 4 3\n3 2 2147483646\n3 2 1\n3 3 4\n"), 3);
}

static void long_unsorted_documents_are_sorted(void **state)
{
    enum { WORDS = 70000 };
    char *text = malloc(WORDS * 32);
    size_t length = (size_t)sprintf(text, "1\n%d\n%d\n", WORDS, WORDS);
    result r;
    (void)state;
    for (size_t i = 0; i < WORDS; i++) {
        size_t word = i * 7919 % WORDS; /* 7919 is prime to 70000 */
        length += (size_t)sprintf(text + length, "1 %zu %zu\n", word + 1, word + 5);
    }
    r = read_bytes(text, length, WORDS);
    assert_int_equal(r.status, JSMF_OK);
    for (int32_t i = 0; i < WORDS; i++)
        assert_true(r.h.indices[i] == i && r.h.counts[i] == i + 5);
    assert_int_equal(r.report.repeated, 0);
    jsmf_csr_free(&r.h);
    free(text);
}

static void many_blocks_read_as_one(void **state)
{
    enum { DOCUMENTS = 60000 };
    char *text = malloc(DOCUMENTS * 32);
    size_t length = (size_t)sprintf(text, "%d\n9\n%d\n", DOCUMENTS, 2 * DOCUMENTS);
    result r;
    (void)state;
    for (int d = 1; d <= DOCUMENTS; d++)
        length += (size_t)sprintf(text + length, "%d %d %d\n%d 9 1\n", d, d % 8 + 1, d, d);
    r = read_bytes(text, length, 9);
    assert_int_equal(r.status, JSMF_OK);
    for (int d = 1; d <= DOCUMENTS; d++) {
        assert_int_equal(r.h.indptr[d], 2 * d);
        assert_int_equal(r.h.indices[2 * d - 2], d % 8);
        assert_int_equal(r.h.counts[2 * d - 2], d);
    }
    jsmf_csr_free(&r.h);
    free(text);
}

typedef struct bad {
    const char *text;
    int line;
    const char *says; /* a part of the message */
} bad;

static void check_bad(const bad *b, size_t length, size_t vocab_words)
{
    result r = read_bytes(b->text, length, vocab_words);
    char start[32];
    snprintf(start, sizeof start, "x:%d: found ", b->line);
    if (r.status != JSMF_EDATA || strncmp(r.error, start, strlen(start)) != 0 || !strstr(r.error, b->says) ||
        !strstr(r.error, "expected"))
        fail_msg("%s: status %d, error: %s (expected %s ... %s)", b->text, r.status, r.error, start, b->says);
}

#define GOOD_HEADER "2\n3\n2\n"

static void bad_text_is_refused_with_its_line(void **state)
{
    static const bad table[] = {
        { "", 1, "an empty file, expected the number of documents" },
        { "\n", 1, "\"\", expected the number of documents" },
        { "aarons\nabandon\n", 1, "\"aarons\"" },
        { "2\n", 2, "the end of the file, expected the number of words" },
        { "2\n3\n", 3, "the end of the file, expected the number of entries" },
        { "2\n3 4\n2\n", 2, "\"3 4\"" },
        { "-2\n3\n2\n", 1, "\"-2\"" },
        { "2\n3000000000\n2\n", 2, "\"3000000000\"" },
        { "2\n3\n1.5\n1 1 1\n", 3, "\"1.5\"" },
        { "2\n3\n99999999999999999999\n1 1 1\n", 3, "\"99999999999999999999\"" },
        { GOOD_HEADER, 4, "the end after 0 entries, expected the 2" },
        { GOOD_HEADER "1 1 1\n", 5, "the end after 1 entry, expected the 2" },
        { GOOD_HEADER "1 1 1", 5, "the end after 1 entry" },
        { GOOD_HEADER "1 1 1\n1 2 1\n2 1 1\n", 6, "\"2 1 1\", expected the end: the header promised 2 entries" },
        { GOOD_HEADER "1 1 1\n3 1 1\n", 5, "\"3\", expected a document: a whole number from 1 to 2" },
        { GOOD_HEADER "0 1 1\n1 1 1\n", 4, "\"0\", expected a document" },
        { GOOD_HEADER "1 4 1\n1 1 1\n", 4, "\"4\", expected a word: a whole number from 1 to 3" },
        { GOOD_HEADER "1 0 1\n1 1 1\n", 4, "\"0\", expected a word" },
        { GOOD_HEADER "2 1 1\n1 1 1\n", 5, "document 1 after document 2" },
        { GOOD_HEADER "1 1 1\n1 2 0.5\n", 5, "\"0.5\", expected a count: a whole number from 0 to 2147483647" },
        { GOOD_HEADER "1 1 -1\n1 2 1\n", 4, "\"-1\", expected a count" },
        { GOOD_HEADER "1 1 2147483648\n1 2 1\n", 4, "\"2147483648\"" },
        { GOOD_HEADER "1 1 18446744073709551617\n1 2 1\n", 4, "\"18446744073709551617\"" },
        { GOOD_HEADER "1 18446744073709551617 1\n1 2 1\n", 4, "\"18446744073709551617\", expected a word" },
        { GOOD_HEADER "1 1 1.5\n1 2 1\n", 4, "\"1.5\"" },
        { GOOD_HEADER "1 1 1e-3\n1 2 1\n", 4, "\"1e-3\"" },
        { GOOD_HEADER "1 1 abc\n1 2 1\n", 4, "\"abc\"" },
        { GOOD_HEADER "1 1 0x1\n1 2 1\n", 4, "\"0x1\"" },
        { GOOD_HEADER "1 1\n1 2 1\n", 4, "\"1 1\", expected three numbers" },
        { GOOD_HEADER "1\n1 2 1\n", 4, "\"1\", expected three numbers" },
        { GOOD_HEADER "1 1 1 1\n1 2 1\n", 4, "\"1 1 1 1\", expected three numbers" },
        { GOOD_HEADER "1,1,1\n1 2 1\n", 4, "\"1,1,1\", expected three numbers" },
        { GOOD_HEADER "1 1 1\n\n1 2 1\n", 5, "\"\", expected `document word count`" },
        { GOOD_HEADER "\n1 1 1\n1 2 1\n", 4, "\"\", expected `document word count`" },
        { GOOD_HEADER "1 1 1\n\n", 5, "the end after 1 entry" },
        { GOOD_HEADER "1 1 2147483647\n1 1 1\n", 5, "word 1 that add up to more than 2147483647" },
        { "3\n3\n3\n1 2 2147483647\n1 2 1\n2 1 1\n", 5, "at the end of document 1" },
        { "2\n3\n0\n1 1 1\n", 4, "expected the end: the header promised 0 entries" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_bad(&table[i], strlen(table[i].text), SIZE_MAX);
}

static void nul_bytes_are_refused_with_their_line(void **state)
{
    static const char in_count[] = GOOD_HEADER "1 1 1\0\n1 2 1\n", in_header[] = "2\n3\0\n2\n1 1 1\n1 2 1\n";
    static const char alone[] = GOOD_HEADER "1 1 1\n\0\n", behind[] = GOOD_HEADER "1 1 1\n1 2 1\n\0";
    (void)state;
    check_bad(&(bad){ in_count, 4, "\"1\\x00\"" }, sizeof in_count - 1, SIZE_MAX);
    check_bad(&(bad){ in_header, 2, "\"3\\x00\"" }, sizeof in_header - 1, SIZE_MAX);
    check_bad(&(bad){ alone, 5, "\"\\x00\"" }, sizeof alone - 1, SIZE_MAX);
    check_bad(&(bad){ behind, 6, "\"\\x00\"" }, sizeof behind - 1, SIZE_MAX);
}

static void the_vocabulary_must_have_the_headers_size(void **state)
{
    const char *text = GOOD_HEADER "1 1 1\n1 2 1\n";
    (void)state;
    check_bad(&(bad){ text, 2, "3 words, expected the vocabulary's 4" }, strlen(text), 4);
    result r = read_bytes(text, strlen(text), 3);
    assert_int_equal(r.status, JSMF_OK);
    jsmf_csr_free(&r.h);
}

static void overlong_lines_are_refused(void **state)
{
    enum { LENGTH = 1 << 20 };
    static const char byte[] = { ' ', '1', 'x', '\0' };
    char *text = malloc(LENGTH);
    (void)state;
    for (size_t i = 0; i < sizeof byte; i++)
        for (int newline = 0; newline < 2; newline++)
            for (int header = 0; header < 2; header++) {
                memset(text, byte[i], LENGTH);
                if (!header)
                    memcpy(text, GOOD_HEADER, strlen(GOOD_HEADER));
                if (newline)
                    text[LENGTH / 2] = '\n';
                check_bad(&(bad){ text, header ? 1 : 4, "a line of more than 4096 bytes" }, LENGTH, SIZE_MAX);
            }
    free(text);
}

/* A line that is still open where a block ends, with what looks like the half of its CRLF: not the end of the text. */
static void a_block_may_end_in_a_carriage_return(void **state)
{
    enum { BLOCK = 1 << 18, CARRY = 4096, ENTRY = 6, OPEN = BLOCK - CARRY - 1, LINES = OPEN / ENTRY - 10,
           BEHIND = 100 };
    char *text = malloc(BLOCK + BEHIND), header[32];
    (void)state;
    memset(text, ' ', BLOCK + BEHIND);
    const size_t start = (size_t)snprintf(header, sizeof header, "1\n1\n%d\n", LINES + 1);
    memcpy(text, header, start);
    for (size_t i = 0; i < LINES; i++)
        memcpy(text + start + i * ENTRY, "1 1 1\n", ENTRY);
    text[start + LINES * ENTRY - 1] = ' ';
    text[OPEN - 1] = '\n';
    memcpy(text + OPEN, "1 1 1", 5);
    text[BLOCK - 1] = '\r';
    memcpy(text + BLOCK, "what is this?", 13);
    check_bad(&(bad){ text, 3 + LINES + 1, "a line of more than 4096 bytes" }, BLOCK + BEHIND, SIZE_MAX);
    free(text);
}

/* The reader's context has 64 MiB; what the header promises is not allocated before it arrives. */
static void a_lying_header_allocates_nothing(void **state)
{
    (void)state;
    const char *text = "2\n3\n500000000000000000\n1 1 1\n";
    check_bad(&(bad){ text, 5, "the end after 1 entry" }, strlen(text), SIZE_MAX);
    result r = read_text("2000000000\n3\n1\n1 1 1\n");
    assert_int_equal(r.status, JSMF_ESYSTEM);
    assert_non_null(strstr(r.error, "limit"));
    r = read_text("2000000000\n3\n1\n1999999999 1 1\n");
    assert_int_equal(r.status, JSMF_ESYSTEM);
}

static void documents_without_entries_keep_their_rows(void **state)
{
    result r = read_text("5\n2\n1\n3 2 1\n");
    (void)state;
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.h.rows, 5);
    assert_int_equal(r.report.empty, 4);
    assert_int_equal(r.h.indptr[2], 0);
    assert_int_equal(r.h.indptr[3], 1);
    assert_int_equal(r.h.indptr[5], 1);
    jsmf_csr_free(&r.h);
    r = read_text("2\n2\n0\n");
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.report.empty, 2);
    jsmf_csr_free(&r.h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmless_variants_read_alike),
        cmocka_unit_test(repeated_entries_are_summed_and_counted),
        cmocka_unit_test(long_unsorted_documents_are_sorted),
        cmocka_unit_test(many_blocks_read_as_one),
        cmocka_unit_test(bad_text_is_refused_with_its_line),
        cmocka_unit_test(nul_bytes_are_refused_with_their_line),
        cmocka_unit_test(the_vocabulary_must_have_the_headers_size),
        cmocka_unit_test(overlong_lines_are_refused),
        cmocka_unit_test(a_block_may_end_in_a_carriage_return),
        cmocka_unit_test(a_lying_header_allocates_nothing),
        cmocka_unit_test(documents_without_entries_keep_their_rows),
    };
    return cmocka_run_group_tests_name("uci", tests, NULL, NULL);
}
