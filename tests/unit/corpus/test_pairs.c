/* corpus: lda-c, SVMlight and Matrix Market. */
#include "unit.h"

#include "jsmf/corpus.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 6, TRANSPOSED = 100 };

typedef struct result {
    jsmf_status status;
    char error[2048];
    jsmf_csr h;
    jsmf_corpus_report report;
} result;

/* format: JSMF_FORMAT_MARKET + TRANSPOSED for words x documents. */
static result read_bytes(const char *text, size_t length, int format, size_t base)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in;
    result r;
    jsmf_context_set_memory(ctx, 1 << 26);
    assert_ok(ctx, jsmf_input_memory(ctx, text, length, "x", &in));
    const bool transposed = format >= TRANSPOSED;
    const jsmf_corpus_reading how = { .format = (jsmf_corpus_format)(format - (transposed ? TRANSPOSED : 0)),
                                      .words = WORDS, .base = base, .transposed = transposed };
    r.status = jsmf_corpus_read(ctx, in, &how, &r.h, &r.report);
    snprintf(r.error, sizeof r.error, "%s", jsmf_context_error(ctx));
    if (r.status == JSMF_OK)
        assert_ok(ctx, jsmf_csr_check(ctx, &r.h, "H"));
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return r;
}

static result read_text(const char *text, int format, size_t base)
{
    return read_bytes(text, strlen(text), format, base);
}

/* Three documents over six words, the second empty. */
static void check_small(result r, size_t repeated)
{
    const int64_t indptr[] = { 0, 3, 3, 4 };
    const int32_t indices[] = { 0, 2, 5, 3 }, counts[] = { 2, 1, 7, 2147483647 };
    assert_string_equal(r.error, "");
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.h.rows, 3);
    assert_int_equal(r.h.cols, WORDS);
    assert_memory_equal(r.h.indptr, indptr, sizeof indptr);
    assert_memory_equal(r.h.indices, indices, sizeof indices);
    assert_memory_equal(r.h.counts, counts, sizeof counts);
    assert_int_equal(r.report.repeated, repeated);
    assert_int_equal(r.report.empty, 1);
    jsmf_csr_free(&r.h);
}

static void harmless_variants_read_alike(void **state)
{
    static const struct {
        const char *text;
        int format;
        size_t base, repeated;
    } table[] = {
        { "3 0:2 2:1 5:7\n0\n1 3:2147483647\n", JSMF_FORMAT_LDAC, 0, 0 },
        { "3 1:2 3:1 6:7\n0\n1 4:2147483647", JSMF_FORMAT_LDAC, 1, 0 },
        { "3.0 0:2.0 2.0:1 5:7e0\n2 4:0 5:0.0 \n1 3:2147483647\t \n", JSMF_FORMAT_LDAC, 0, 0 },
        { "3 5:7 0:2 2:1\r\n0\r\n1 3:2147483647\r\n\r\n \n", JSMF_FORMAT_LDAC, 0, 0 },
        { "\xef\xbb\xbf 4\t5:7  0:1 2:1 0:1 \n0\n2 3:2147483647 1:0\n", JSMF_FORMAT_LDAC, 0, 1 },
        { "+1 1:2 3:1 6:7\n-1\n0 4:2147483647\n", JSMF_FORMAT_SVMLIGHT, 1, 0 },
        { "# made by hand\n1,2 qid:3 0:2.0 2:1e0 5:7 # a: b\n\n-1.5#x\n0 3:2147483647#\n", JSMF_FORMAT_SVMLIGHT, 0, 0 },
        { "%%MatrixMarket matrix coordinate integer general\n3 6 4\n1 1 2\n1 3 1\n1 6 7\n3 4 2147483647\n",
          JSMF_FORMAT_MARKET, 0, 0 },
        { "%%matrixmarket MATRIX coordinate real general\r\n% note\r\n\r\n3 6 6\r\n3 4 2147483647.0\r\n1 6 7e0\r\n"
          "1 1 1.00\r\n1 3 1\r\n1 1 1\r\n2 2 0\r\n", JSMF_FORMAT_MARKET, 0, 1 },
        { " %%MatrixMarket matrix coordinate real general \n3e0 6 5.0\t\n1.0 1.0 2.0 \n1 3 1\n1 6 7\n2 2 0\n"
          "3 4 2147483647\n", JSMF_FORMAT_MARKET, 0, 0 },
        { "%%MatrixMarket matrix coordinate integer general\n6 3 4\n1 1 2\n3 1 1\n6 1 7\n4 3 2147483647",
          JSMF_FORMAT_MARKET + TRANSPOSED, 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        check_small(read_text(table[i].text, table[i].format, table[i].base), table[i].repeated);
}

static void a_pattern_counts_one(void **state)
{
    result r = read_text("%%MatrixMarket matrix coordinate pattern general\n1 6 2\n1 2\n1 5\n", JSMF_FORMAT_MARKET, 0);
    (void)state;
    assert_int_equal(r.status, JSMF_OK);
    assert_int_equal(r.h.counts[0] + r.h.counts[1], 2);
    jsmf_csr_free(&r.h);
}

#define MARKET "%%MatrixMarket matrix coordinate integer general\n"

static void faults_are_named_with_their_lines(void **state)
{
    static const struct {
        const char *text;
        int format;
        const char *says;
    } table[] = {
        { "1 0:1\n2 0:1\n", JSMF_FORMAT_LDAC, "x:2: found 1 pair word:count, expected the 2 that the line promises" },
        { "1 0:1\n\n1 0:1\n", JSMF_FORMAT_LDAC, "x:2: found \"\"" },
        { "a 0:1\n", JSMF_FORMAT_LDAC, "x:1: found \"a\", expected the number" },
        { "1 6:1\n", JSMF_FORMAT_LDAC, "x:1: found \"6:1\", expected a pair word:count, word from 0 to 5" },
        { "1 x:1\n", JSMF_FORMAT_LDAC, "found \"x:1\"" },
        { "1 0:1.5\n", JSMF_FORMAT_LDAC, "count a whole number" },
        { "1 0:2147483648\n", JSMF_FORMAT_LDAC, "up to 2147483647" },
        { "1 0:-1\n", JSMF_FORMAT_LDAC, "count a whole number" },
        { "1 0:nan\n", JSMF_FORMAT_LDAC, "count a whole number" },
        { "1 0:\n", JSMF_FORMAT_LDAC, "count a whole number" },
        { "2 0:1 0:2147483647\n", JSMF_FORMAT_LDAC, "x:1: found counts of word 0 that add up" },
        { "1 0:1\n2\n1\n", JSMF_FORMAT_LDAC, "x:2: found 0 pairs" },
        { "+1 0:1\n", JSMF_FORMAT_SVMLIGHT, "x:1: found \"0:1\", expected a pair word:count, word from 1 to 6" },
        { "1:1 2:1\n", JSMF_FORMAT_SVMLIGHT, "expected a label" },
        { "1 2 3\n", JSMF_FORMAT_SVMLIGHT, "found \"2\", expected a pair" },
        { "", JSMF_FORMAT_MARKET, "x:1: found the end" },
        { "1 2 3\n", JSMF_FORMAT_MARKET, "x:1: found \"1 2 3\", expected %%MatrixMarket" },
        { "%%MatrixMarket matrix array real general\n", JSMF_FORMAT_MARKET, "expected a matrix of counts" },
        { "%%MatrixMarket matrix coordinate integer symmetric\n", JSMF_FORMAT_MARKET, "expected a matrix of counts" },
        { MARKET, JSMF_FORMAT_MARKET, "x:2: found the end, expected a line of the sizes" },
        { MARKET "% 1\n3 6\n", JSMF_FORMAT_MARKET, "x:3: found \"3 6\", expected three whole numbers" },
        { MARKET "3 7 0\n", JSMF_FORMAT_MARKET, "do not belong together" },
        { MARKET "6 3 0\n", JSMF_FORMAT_MARKET, "expected the vocabulary's 6 words as columns" },
        { MARKET "3 6 0\n", JSMF_FORMAT_MARKET + TRANSPOSED, "expected the vocabulary's 6 words as rows" },
        { MARKET "3 6 2\n1 1 1\n", JSMF_FORMAT_MARKET, "x:4: found the end after 1 entry, expected the 2" },
        { MARKET "3 6 1\n1 1 1\n1 2 1\n", JSMF_FORMAT_MARKET, "x:4: found \"1 2 1\", expected the end" },
        { MARKET "3 6 1\n0 1 1\n", JSMF_FORMAT_MARKET, "x:3: found \"0 1 1\", expected three numbers: a row from 1" },
        { MARKET "3 6 1\n1 7 1\n", JSMF_FORMAT_MARKET, "a column from 1 to 6" },
        { MARKET "3 6 1\n1 1 0.5\n", JSMF_FORMAT_MARKET, "found \"0.5\", expected a count" },
        { MARKET "3 6 1\n1 1 -2\n", JSMF_FORMAT_MARKET, "found \"-2\", expected a count" },
        { MARKET "3 6 2\n1 1 2147483647\n1 1 1\n", JSMF_FORMAT_MARKET, "document 1: counts of word 1" },
        { MARKET "3 6 99999999999\n1 1 1\n", JSMF_FORMAT_MARKET, "found the end after 1 entry" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        result r = read_text(table[i].text, table[i].format, table[i].format == JSMF_FORMAT_SVMLIGHT);
        if (r.status != JSMF_EDATA || !strstr(r.error, table[i].says))
            fail_msg("%zu: %d: %s (expected: %s)", i, r.status, r.error, table[i].says);
        assert_null(r.h.indptr);
    }
}

/* Lines and comments much longer than a block is carried over; fields at every place of a block's end. */
static void long_lines_are_read(void **state)
{
    enum { PAIRS = 300000, COMMENT = 2000000 };
    size_t length = 0;
    char *text = malloc(PAIRS * 8 + COMMENT);
    result r;
    (void)state;
    assert_non_null(text);
    length += (size_t)sprintf(text, "#");
    memset(text + length, 'c', COMMENT - 100);
    length += COMMENT - 100;
    length += (size_t)sprintf(text + length, "\n1");
    for (int i = 0; i < PAIRS; i++)
        length += (size_t)sprintf(text + length, " %d:%d", i % WORDS, i % 10 + 1);
    r = read_bytes(text, length, JSMF_FORMAT_SVMLIGHT, 0);
    assert_string_equal(r.error, "");
    assert_int_equal(r.h.rows, 1);
    assert_int_equal(r.report.repeated, PAIRS - WORDS);
    assert_int_equal(r.h.counts[0], PAIRS / 30 * (1 + 7 + 3 + 9 + 5)); /* i = 0, 6, 12, 18, 24 of every 30 */
    jsmf_csr_free(&r.h);
    memset(text, '1', 300);
    r = read_bytes(text, 300, JSMF_FORMAT_LDAC, 0);
    assert_int_equal(r.status, JSMF_EDATA);
    free(text);
}

/* The block ends somewhere within the pair or the comment that follows it without a blank. */
static void comments_may_end_a_pair_at_every_place(void **state)
{
    enum { COMMENT = 3000, LINES = 800 };
    char *text = malloc((size_t)LINES * (COMMENT + 16));
    size_t length = 0;
    result r;
    (void)state;
    assert_non_null(text);
    for (int i = 0; i < LINES; i++) {
        length += (size_t)sprintf(text + length, "1 %d:%d#", i % WORDS + 1, i + 1);
        memset(text + length, 'c', COMMENT - (size_t)i % 7);
        length += COMMENT - (size_t)i % 7;
        text[length++] = '\n';
    }
    r = read_bytes(text, length, JSMF_FORMAT_SVMLIGHT, 1);
    assert_string_equal(r.error, "");
    assert_int_equal(r.h.rows, LINES);
    for (int i = 0; i < LINES; i++)
        assert_true(r.h.indices[i] == i % WORDS && r.h.counts[i] == i + 1);
    jsmf_csr_free(&r.h);
    free(text);
}

/* A header may promise what it likes. */
static void a_header_of_many_documents_is_checked_first(void **state)
{
    result r = read_text("%%MatrixMarket matrix coordinate integer general\n2000000000 6 1\n1 1 1\n",
                         JSMF_FORMAT_MARKET, 0);
    (void)state;
    assert_int_equal(r.status, JSMF_ESYSTEM);
    assert_non_null(strstr(r.error, "memory"));
}

static void batches_are_the_whole(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings vocab = { 0 }, words = { 0 };
    jsmf_corpus_options options = { .format = JSMF_FORMAT_SVMLIGHT, .base = 1, .vocab = &vocab, .words = &words };
    jsmf_corpus_report report;
    jsmf_batches source;
    jsmf_input *in;
    jsmf_csr batch;
    (void)state;
    for (char word = 'a'; word < 'a' + WORDS; word++)
        assert_ok(ctx, jsmf_strings_add(ctx, &vocab, &word, 1));
    assert_ok(ctx, jsmf_strings_add(ctx, &words, "f", 1));
    assert_ok(ctx, jsmf_strings_add(ctx, &words, "a", 1));
    assert_ok(ctx, jsmf_input_memory(ctx, "1 1:2 3:4 6:1\n2 2:3\n", 20, "x", &in));
    assert_ok(ctx, jsmf_corpus_batches_of_file(ctx, in, &options, &report, &source));
    assert_ok(ctx, source.next(ctx, source.self, &batch));
    assert_int_equal(batch.rows, 2);
    assert_int_equal(batch.cols, 2);
    assert_int_equal(batch.indptr[1], 2);
    assert_int_equal(batch.counts[0], 1);
    assert_int_equal(batch.counts[1], 2);
    assert_int_equal(report.unknown, 7);
    assert_ok(ctx, source.next(ctx, source.self, &batch));
    assert_int_equal(batch.rows, 0);
    jsmf_batches_free(&source);
    jsmf_input_close(in);
    jsmf_strings_free(&vocab);
    jsmf_strings_free(&words);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmless_variants_read_alike),
        cmocka_unit_test(a_pattern_counts_one),
        cmocka_unit_test(faults_are_named_with_their_lines),
        cmocka_unit_test(long_lines_are_read),
        cmocka_unit_test(comments_may_end_a_pair_at_every_place),
        cmocka_unit_test(a_header_of_many_documents_is_checked_first),
        cmocka_unit_test(batches_are_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
