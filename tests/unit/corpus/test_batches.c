/* corpus: documents in batches, from bags and from corpora as they come. */
#include "unit.h"

#include "archives.h"

#include "jsmf/corpus.h"
#include "io/io_inner.h"
#include "npz/npz_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS = 2500, WORDS = 40 };

/* A corpus with empty documents, the last ones among them, its words in falling order. */
static char *docword(void)
{
    char *text = malloc(1 << 20);
    size_t n = 0, entries = 0;
    for (int pass = 0; pass < 2; pass++) {
        n = pass ? (size_t)sprintf(text, "%d\n%d\n%zu\n", DOCUMENTS, WORDS, entries) : 0;
        for (int d = 1; d < DOCUMENTS - 3; d++)
            for (int w = d % 5 ? WORDS - d % 7 : 0; w > 0; w -= 1 + d % 11) {
                if (pass)
                    n += (size_t)sprintf(text + n, "%d %d %d\n", d, w, 1 + (d * w) % 9);
                entries += !pass;
            }
    }
    return text;
}

static jsmf_strings word_list(int from, int step, int count)
{
    jsmf_strings list = { 0 };
    char word[16];
    for (int i = 0; i < count; i++) {
        int length = snprintf(word, sizeof word, "w%d", from + step * i);
        assert_ok(ctx, jsmf_strings_add(ctx, &list, word, (size_t)length));
    }
    return list;
}

/* The whole corpus over the words of target, w1 ... w40 being the docword's. */
static jsmf_csr whole(const char *text, const jsmf_strings *vocab, const jsmf_strings *target)
{
    jsmf_corpus_report report;
    jsmf_input *in;
    jsmf_csr h;
    size_t dropped;
    int64_t tokens;
    assert_ok(ctx, jsmf_input_memory(ctx, text, strlen(text), "x", &in));
    assert_ok(ctx, jsmf_corpus_read(ctx, in, &(jsmf_corpus_reading){ .format = JSMF_FORMAT_UCI, .words = WORDS }, &h,
                                    &report));
    assert_ok(ctx, jsmf_corpus_match(ctx, &h, vocab, target, &dropped, &tokens));
    jsmf_input_close(in);
    return h;
}

/* One pass over the source gives h's rows in batches. */
static void check_pass(const jsmf_batches *s, const jsmf_csr *h)
{
    size_t row = 0;
    jsmf_csr b;
    for (;;) {
        assert_ok(ctx, s->next(ctx, s->self, &b));
        assert_int_equal(b.cols, h->cols);
        if (b.rows == 0)
            break;
        assert_true(b.rows == JSMF_BATCH_DOCUMENTS || row + b.rows == h->rows);
        assert_ok(ctx, jsmf_csr_check(ctx, &b, "batch"));
        for (size_t i = 0; i < b.rows; i++, row++) {
            size_t length = (size_t)(h->indptr[row + 1] - h->indptr[row]);
            assert_int_equal(b.indptr[i + 1] - b.indptr[i], length);
            if (length == 0)
                continue;
            assert_memory_equal(b.indices + b.indptr[i], h->indices + h->indptr[row], length * sizeof *b.indices);
            assert_memory_equal(b.counts + b.indptr[i], h->counts + h->indptr[row], length * sizeof *b.counts);
        }
    }
    assert_int_equal(row, h->rows);
    assert_ok(ctx, s->next(ctx, s->self, &b));
    assert_int_equal(b.rows, 0);
}

/* Any documents in any order, neighbours among them, and none. */
static void check_picks(const jsmf_batches *s, const jsmf_csr *h)
{
    static const size_t places[] = { 7, 8, 9, 3, 4, DOCUMENTS - 2, DOCUMENTS - 1, 0, 4, 4, 1025, 1023, 1024 };
    const size_t counts[] = { sizeof places / sizeof *places, 1, 0, 5 };
    jsmf_csr b;
    for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
        assert_ok(ctx, s->pick(ctx, s->self, places, counts[c], &b));
        assert_int_equal(b.rows, counts[c]);
        assert_int_equal(b.cols, h->cols);
        assert_ok(ctx, jsmf_csr_check(ctx, &b, "picked"));
        for (size_t i = 0; i < counts[c]; i++) {
            const int64_t from = h->indptr[places[i]], length = h->indptr[places[i] + 1] - from;
            assert_int_equal(b.indptr[i + 1] - b.indptr[i], length);
            for (int64_t p = 0; p < length; p++) {
                assert_int_equal(b.indices[b.indptr[i] + p], h->indices[from + p]);
                assert_int_equal(b.counts[b.indptr[i] + p], h->counts[from + p]);
            }
        }
    }
}

static void check_passes(jsmf_batches *s, const jsmf_csr *h)
{
    for (int pass = 0; pass < 3; pass++) {
        assert_ok(ctx, s->rewind(ctx, s->self));
        check_pass(s, h);
    }
    jsmf_batches_free(s);
}

static void a_docword_comes_in_batches_again_and_again(void **state)
{
    jsmf_strings vocab = word_list(1, 1, WORDS), target = word_list(50, -2, 24);
    char *text = docword();
    jsmf_csr h = whole(text, &vocab, &target), batch;
    jsmf_corpus_options o = { .format = JSMF_FORMAT_UCI, .vocab = &vocab, .words = &target };
    jsmf_corpus_report report;
    jsmf_batches s;
    jsmf_input *in;
    (void)state;
    for (int again = 0; again < 2; again++) {
        o.again = again;
        assert_ok(ctx, jsmf_input_memory(ctx, text, strlen(text), "x", &in));
        assert_ok(ctx, jsmf_corpus_batches_of_file(ctx, in, &o, &report, &s));
        if (again) {
            assert_ok(ctx, s.next(ctx, s.self, &batch)); /* a rewind in the middle */
            check_passes(&s, &h);
            assert_true(report.unknown > 0);
        } else {
            assert_ok(ctx, s.rewind(ctx, s.self));
            check_pass(&s, &h);
            assert_int_equal(s.rewind(ctx, s.self), JSMF_EUSAGE);
            jsmf_context_clear(ctx);
            jsmf_batches_free(&s);
        }
        jsmf_input_close(in);
    }
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    jsmf_strings_free(&target);
    free(text);
}

static void what_is_kept_may_lie_in_a_file(void **state)
{
    jsmf_context_set_memory(ctx, 1 << 20); /* a sixteenth of it stays in memory */
    a_docword_comes_in_batches_again_and_again(state);
}

/* h as text over the words of target, with a word that nobody knows in every third document. */
static char *prose(const jsmf_csr *h, const jsmf_strings *target, size_t *unknown)
{
    char *text = malloc(1 << 22);
    size_t n = 0;
    *unknown = 0;
    for (size_t d = 0; d < h->rows; d++) {
        for (int64_t p = h->indptr[d]; p < h->indptr[d + 1]; p++)
            for (int32_t c = 0; c < h->counts[p]; c++)
                n += (size_t)sprintf(text + n, " %s", jsmf_strings_get(target, (size_t)h->indices[p]));
        if (d % 3 == 0)
            n += (size_t)sprintf(text + n, " who what");
        *unknown += d % 3 == 0 ? 2 : 0;
        text[n++] = '\n';
    }
    text[n] = '\0';
    return text;
}

static void text_comes_in_batches_again_and_again(void **state)
{
    jsmf_strings vocab = word_list(1, 1, WORDS), target = word_list(50, -2, 24);
    char *counts = docword(), *text;
    jsmf_csr h = whole(counts, &vocab, &target);
    jsmf_corpus_options o = { .format = JSMF_FORMAT_TEXT, .words = &target, .again = true };
    jsmf_corpus_report report;
    jsmf_batches s;
    jsmf_input *in;
    size_t unknown;
    (void)state;
    text = prose(&h, &target, &unknown);
    assert_ok(ctx, jsmf_input_memory(ctx, text, strlen(text), "x", &in));
    assert_ok(ctx, jsmf_corpus_batches_of_file(ctx, in, &o, &report, &s));
    check_passes(&s, &h);
    assert_int_equal(report.unknown, unknown);
    assert_int_equal(report.bytes, strlen(text));
    jsmf_input_close(in);
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    jsmf_strings_free(&target);
    free(counts);
    free(text);
}

/* A bag's stream in memory, the caller abandons it. */
static jsmf_output *bag_bytes(const jsmf_csr *h)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_BAG };
    jsmf_csr copy = *h;
    jsmf_output *out;
    copy.indptr = jsmf_copy(ctx, h->indptr, h->rows + 1, sizeof *h->indptr);
    copy.indices = jsmf_copy(ctx, h->indices, jsmf_csr_nnz(h), sizeof *h->indices);
    copy.counts = jsmf_copy(ctx, h->counts, jsmf_csr_nnz(h), sizeof *h->counts);
    assert_ok(ctx, jsmf_stream_add_csr(ctx, &s, "H", &copy));
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_stream_write(ctx, out, &s));
    jsmf_stream_free(&s);
    return out;
}

static jsmf_status open_bag(jsmf_output *out, jsmf_stream *bag, jsmf_batches *s)
{
    size_t length;
    const void *bytes = jsmf_output_bytes(out, &length);
    jsmf_input *in;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "bag.npz", &in));
    assert_ok(ctx, jsmf_stream_spool(ctx, in, &jsmf_arrays_schema, JSMF_BAG, NULL, 0, bag));
    jsmf_input_close(in);
    return jsmf_corpus_batches_of_bag(ctx, bag, "H", s);
}

static void a_bag_comes_in_batches_again_and_again(void **state)
{
    jsmf_strings vocab = word_list(1, 1, WORDS);
    char *text = docword();
    jsmf_csr h = whole(text, &vocab, &vocab);
    jsmf_output *out = bag_bytes(&h);
    jsmf_stream bag;
    jsmf_batches s;
    (void)state;
    assert_ok(ctx, open_bag(out, &bag, &s));
    assert_int_equal(s.documents, DOCUMENTS);
    assert_non_null(jsmf_stream_find(&bag, "H.data")->spool);
    check_picks(&s, &h);
    check_passes(&s, &h);
    jsmf_stream_free(&bag);
    jsmf_output_abandon(out);
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    free(text);
}

/* Reads h, which is no proper matrix, to its end; the message must say so much. */
static void refuses_bag(const jsmf_csr *h, const char *says)
{
    jsmf_output *out = bag_bytes(h);
    jsmf_stream bag;
    jsmf_batches s;
    jsmf_csr b = { .rows = 1 };
    jsmf_status status = open_bag(out, &bag, &s);
    while (status == JSMF_OK && b.rows > 0)
        status = s.next(ctx, s.self, &b);
    assert_int_equal(status, JSMF_EDATA);
    if (!strstr(jsmf_context_error(ctx), says))
        fail_msg("%s does not say %s", jsmf_context_error(ctx), says);
    jsmf_context_clear(ctx);
    jsmf_batches_free(&s);
    jsmf_stream_free(&bag);
    jsmf_output_abandon(out);
}

static void a_bag_that_is_wrong_is_refused_where_it_is(void **state)
{
    jsmf_strings vocab = word_list(1, 1, WORDS);
    char *text = docword();
    jsmf_csr h = whole(text, &vocab, &vocab);
    int64_t start = h.indptr[1500];
    int32_t index = h.indices[start];
    (void)state;
    h.indices[start] = WORDS;
    refuses_bag(&h, "bag.npz, documents 1024 to 2047: array H.indices: holds 40");
    h.indices[start] = index;
    h.counts[start] = -1;
    refuses_bag(&h, "bag.npz, documents 1024 to 2047: array H.data: holds -1");
    h.counts[start] = 1;
    h.indptr[1500] = h.indptr[1499] - 1;
    refuses_bag(&h, "documents 1024 to 2047: array H.indptr: falls");
    h.indptr[1500] = start;
    h.indptr[1024] = h.indptr[DOCUMENTS] + 1;
    refuses_bag(&h, "documents 0 to 1023: array H.indptr: goes from 0 to");
    h.indptr[1024] = INT64_MIN;
    refuses_bag(&h, "array H.indptr: goes from 0 to -");
    h.indptr[1024] = 0;
    refuses_bag(&h, "array H.indptr: falls");
    jsmf_csr_free(&h);
    jsmf_strings_free(&vocab);
    free(text);
}

/* A header may announce what it likes: nothing of its size is made. */
static void documents_that_are_only_announced_take_no_memory(void **state)
{
    static const char text[] = "2000000000\n3\n2\n1 1 1\n1500000000 2 1\n", lie[] = "2000000000\n3\n9\n1 1 1\n";
    jsmf_strings vocab = word_list(1, 1, 3);
    jsmf_corpus_options o = { .format = JSMF_FORMAT_UCI, .vocab = &vocab, .words = &vocab };
    jsmf_corpus_report report;
    jsmf_batches s;
    jsmf_input *in;
    jsmf_csr b;
    (void)state;
    jsmf_context_set_memory(ctx, 1 << 20);
    assert_ok(ctx, jsmf_input_memory(ctx, text, strlen(text), "x", &in));
    assert_ok(ctx, jsmf_corpus_batches_of_file(ctx, in, &o, &report, &s));
    for (int i = 0; i < 3; i++) {
        assert_ok(ctx, s.next(ctx, s.self, &b));
        assert_int_equal(b.rows, JSMF_BATCH_DOCUMENTS);
        assert_int_equal(jsmf_csr_nnz(&b), i == 0);
    }
    jsmf_batches_free(&s);
    jsmf_input_close(in);
    assert_ok(ctx, jsmf_input_memory(ctx, lie, strlen(lie), "x", &in));
    assert_ok(ctx, jsmf_corpus_batches_of_file(ctx, in, &o, &report, &s));
    assert_int_equal(s.next(ctx, s.self, &b), JSMF_EDATA);
    assert_non_null(strstr(jsmf_context_error(ctx), "x:5: found the end after 1 entry"));
    jsmf_batches_free(&s);
    jsmf_input_close(in);
    jsmf_strings_free(&vocab);
}

static void documents_out_of_order_are_refused_across_batches(void **state)
{
    static const char text[] = "9000\n3\n3\n1 1 1\n5000 2 1\n4999 2 1\n";
    jsmf_strings vocab = word_list(1, 1, 3);
    jsmf_corpus_options o = { .format = JSMF_FORMAT_UCI, .vocab = &vocab, .words = &vocab };
    jsmf_corpus_report report;
    jsmf_batches s;
    jsmf_input *in;
    jsmf_csr b = { .rows = 1 };
    jsmf_status status = JSMF_OK;
    (void)state;
    assert_ok(ctx, jsmf_input_memory(ctx, text, strlen(text), "x", &in));
    assert_ok(ctx, jsmf_corpus_batches_of_file(ctx, in, &o, &report, &s));
    while (status == JSMF_OK && b.rows > 0)
        status = s.next(ctx, s.self, &b);
    assert_int_equal(status, JSMF_EDATA);
    assert_non_null(strstr(jsmf_context_error(ctx), "x:6: found document 4999 after document 5000"));
    jsmf_batches_free(&s);
    jsmf_input_close(in);
    jsmf_strings_free(&vocab);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_docword_comes_in_batches_again_and_again),
        TEST(what_is_kept_may_lie_in_a_file),
        TEST(text_comes_in_batches_again_and_again),
        TEST(a_bag_comes_in_batches_again_and_again),
        TEST(a_bag_that_is_wrong_is_refused_where_it_is),
        TEST(documents_that_are_only_announced_take_no_memory),
        TEST(documents_out_of_order_are_refused_across_batches),
    };
    return cmocka_run_group_tests_name("batches", tests, NULL, NULL);
}
