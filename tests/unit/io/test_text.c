/* io: blocks of text, plain and gzip, and what the first bytes are. */
#include "unit.h"

#include "jsmf/corpus.h"

#include "io/text.h"
#include "io/io_inner.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

typedef struct bytes {
    unsigned char *data;
    size_t length;
} bytes;

/* Appends a gzip member. */
static void add_member(bytes *to, const void *from, size_t length)
{
    z_stream z = { 0 };
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    size_t bound = deflateBound(&z, length);
    to->data = realloc(to->data, to->length + bound);
    z.next_in = (unsigned char *)(uintptr_t)from;
    z.avail_in = (uInt)length;
    z.next_out = to->data + to->length;
    z.avail_out = (uInt)bound;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    to->length += bound - z.avail_out;
    deflateEnd(&z);
}

/* Lines of numbers, some megabytes. */
static bytes make_lines(size_t lines)
{
    bytes b = { malloc(lines * 16), 0 };
    for (size_t i = 0; i < lines; i++)
        b.length += (size_t)sprintf((char *)b.data + b.length, "%zu\n", i * i % 99991);
    return b;
}

/* Reads all, keeping the unfinished line of every block, and gathers it again; checks offsets and the NUL behind. */
static jsmf_status gather(jsmf_context *ctx, jsmf_input *in, bytes *out)
{
    jsmf_text *text;
    const char *block;
    size_t length, keep = 0;
    *out = (bytes){ malloc(1), 0 };
    if (jsmf_text_open(ctx, in, &text) != JSMF_OK)
        return jsmf_context_status(ctx);
    while (jsmf_text_next(ctx, text, keep, &block, &length) == JSMF_OK && length) {
        const char *end = memrchr(block, '\n', length);
        assert_non_null(end);
        assert_int_equal(block[length], '\0');
        assert_int_equal(jsmf_text_offset(text), out->length);
        keep = (size_t)(block + length - (end + 1));
        out->data = realloc(out->data, out->length + length);
        memcpy(out->data + out->length, block, length - keep);
        out->length += length - keep;
    }
    jsmf_text_close(text);
    return jsmf_context_status(ctx);
}

static jsmf_status gather_bytes(jsmf_context *ctx, bytes from, bytes *out)
{
    jsmf_input *in;
    jsmf_status status;
    assert_ok(ctx, jsmf_input_memory(ctx, from.data, from.length, "x", &in));
    status = gather(ctx, in, out);
    jsmf_input_close(in);
    return status;
}

static void check_same(bytes got, bytes wanted)
{
    assert_int_equal(got.length, wanted.length);
    assert_memory_equal(got.data, wanted.data, wanted.length);
    free(got.data);
}

static void plain_and_gzip_give_the_same_text(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    bytes lines = make_lines(700000), packed = { 0 }, got;
    (void)state;
    add_member(&packed, lines.data, lines.length);
    assert_ok(ctx, gather_bytes(ctx, lines, &got));
    check_same(got, lines);
    assert_ok(ctx, gather_bytes(ctx, packed, &got));
    check_same(got, lines);
    free(lines.data);
    free(packed.data);
    jsmf_context_free(ctx);
}

static void gzip_members_follow_one_another(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    bytes lines = make_lines(100000), packed = { 0 }, got;
    (void)state;
    /* The block size, and none at all, are the edges. */
    const size_t parts[] = { 10, 0, 1 << 18, 1, (1 << 18) - 1, 0 };
    size_t done = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; done += parts[i++])
        add_member(&packed, lines.data + done, parts[i]);
    add_member(&packed, lines.data + done, lines.length - done);
    assert_ok(ctx, gather_bytes(ctx, packed, &got));
    check_same(got, lines);
    free(lines.data);
    free(packed.data);
    jsmf_context_free(ctx);
}

static void a_missing_last_newline_is_added(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    bytes got, packed = { 0 };
    (void)state;
    assert_ok(ctx, gather_bytes(ctx, (bytes){ (unsigned char *)"a\nb", 3 }, &got));
    check_same(got, (bytes){ (unsigned char *)"a\nb\n", 4 });
    add_member(&packed, "a\nb", 3);
    assert_ok(ctx, gather_bytes(ctx, packed, &got));
    check_same(got, (bytes){ (unsigned char *)"a\nb\n", 4 });
    assert_ok(ctx, gather_bytes(ctx, (bytes){ (unsigned char *)"", 0 }, &got));
    check_same(got, (bytes){ (unsigned char *)"", 0 });
    free(packed.data);
    jsmf_context_free(ctx);
}

static void check_bad(bytes packed, const char *says)
{
    jsmf_context *ctx = jsmf_context_new();
    bytes got;
    jsmf_status status = gather_bytes(ctx, packed, &got);
    const char *error = jsmf_context_error(ctx);
    if (status != JSMF_EDATA || strncmp(error, "x: ", 3) != 0 || !strstr(error, says))
        fail_msg("status %d, error: %s (expected %s)", status, error, says);
    free(got.data);
    jsmf_context_free(ctx);
}

static void gzip_cut_at_every_byte_is_truncated(void **state)
{
    bytes packed = { 0 };
    (void)state;
    add_member(&packed, "1\n2\n3\n", 6);
    size_t first = packed.length;
    add_member(&packed, "4\n5\n6\n", 6);
    for (size_t cut = 2; cut < packed.length; cut++)
        if (cut != first)
            check_bad((bytes){ packed.data, cut }, cut == first + 1 ? "bytes behind the end" : "truncated gzip");
    free(packed.data);
}

static void damaged_gzip_is_refused(void **state)
{
    bytes lines = make_lines(200000), packed = { 0 };
    (void)state;
    add_member(&packed, lines.data, lines.length);
    packed.data[packed.length - 5] ^= 1;
    check_bad(packed, "damaged gzip (incorrect data check");
    packed.data[packed.length - 5] ^= 1;
    packed.data[packed.length - 1] ^= 1;
    check_bad(packed, "damaged gzip (incorrect length check");
    packed.data[packed.length - 1] ^= 1;
    packed.data[2] = 7;
    check_bad(packed, "damaged gzip (unknown compression method");
    packed.data[2] = 8;
    packed.data = realloc(packed.data, packed.length + 1);
    packed.data[packed.length] = 1;
    check_bad((bytes){ packed.data, packed.length + 1 }, "bytes behind the end of the gzip data");
    free(lines.data);
    free(packed.data);
}

/* ---- pipes ---- */

typedef struct writer {
    int fd;
    bytes what;
    size_t piece;
} writer;

static void *write_pieces(void *arg)
{
    writer *w = arg;
    for (size_t done = 0; done < w->what.length;) {
        size_t n = w->what.length - done < w->piece ? w->what.length - done : w->piece;
        ssize_t wrote = write(w->fd, w->what.data + done, n);
        if (wrote < 0)
            break;
        done += (size_t)wrote;
    }
    close(w->fd);
    return NULL;
}

static void pipes_in_small_pieces_read_as_files(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    bytes lines = make_lines(20000), packed = { 0 }, got;
    (void)state;
    add_member(&packed, lines.data, lines.length);
    for (int gz = 0; gz < 2; gz++) {
        char path[32];
        int fds[2];
        pthread_t thread;
        jsmf_input *in;
        assert_int_equal(pipe(fds), 0);
        writer w = { fds[1], gz ? packed : lines, gz ? 13 : 7 };
        assert_int_equal(pthread_create(&thread, NULL, write_pieces, &w), 0);
        snprintf(path, sizeof path, "/dev/fd/%d", fds[0]);
        assert_ok(ctx, jsmf_input_open(ctx, path, true, &in));
        assert_ok(ctx, gather(ctx, in, &got));
        check_same(got, lines);
        jsmf_input_close(in);
        pthread_join(thread, NULL);
        close(fds[0]);
    }
    free(lines.data);
    free(packed.data);
    jsmf_context_free(ctx);
}

/* The pipe stays open and empty: the inflating thread waits in read() when the reader gives up. */
static void an_early_close_does_not_wait_for_the_pipe(void **state)
{
    enum { PART = 200000 }; /* more than one block of text, less than the ring */
    jsmf_context *ctx = jsmf_context_new();
    bytes lines = make_lines(400000), packed = { 0 };
    const char *block;
    size_t length;
    char path[32];
    int fds[2];
    jsmf_input *in;
    jsmf_text *text;
    (void)state;
    add_member(&packed, lines.data, lines.length);
    assert_int_equal(pipe(fds), 0);
    snprintf(path, sizeof path, "/dev/fd/%d", fds[0]);
    for (int blocks = 0; blocks < 2; blocks++) {
        pthread_t thread;
        int copy = dup(fds[1]);
        writer w = { copy, { packed.data, PART }, 65536 };
        assert_int_equal(pthread_create(&thread, NULL, write_pieces, &w), 0);
        assert_ok(ctx, jsmf_input_open(ctx, path, true, &in));
        assert_ok(ctx, jsmf_text_open(ctx, in, &text));
        if (blocks)
            assert_ok(ctx, jsmf_text_next(ctx, text, 0, &block, &length));
        usleep(20000);
        jsmf_text_close(text);
        jsmf_input_close(in);
        in = NULL;
        close(fds[0]);
        pthread_join(thread, NULL);
        close(fds[1]);
        assert_int_equal(pipe(fds), 0);
        snprintf(path, sizeof path, "/dev/fd/%d", fds[0]);
    }
    close(fds[0]);
    close(fds[1]);
    free(lines.data);
    free(packed.data);
    jsmf_context_free(ctx);
}

/* ---- guessing ---- */

static jsmf_status guess(jsmf_context *ctx, bytes from, jsmf_corpus_guessed *found)
{
    jsmf_input *in;
    jsmf_status status;
    assert_ok(ctx, jsmf_input_memory(ctx, from.data, from.length, "x", &in));
    status = jsmf_corpus_guess(ctx, in, found);
    assert_int_equal(jsmf_input_offset(in), 0);
    jsmf_input_close(in);
    return status;
}

/* As tar and dd fill up blocks. */
static void zeros_behind_gzip_are_ignored(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    bytes packed = { 0 }, got;
    (void)state;
    add_member(&packed, "3\n4\n5\n", 6);
    for (size_t zeros = 1; zeros <= 1000000; zeros *= 10) {
        bytes padded = { calloc(packed.length + zeros, 1), packed.length + zeros };
        jsmf_corpus_guessed found;
        memcpy(padded.data, packed.data, packed.length);
        assert_ok(ctx, gather_bytes(ctx, padded, &got));
        check_same(got, (bytes){ (unsigned char *)"3\n4\n5\n", 6 });
        assert_ok(ctx, guess(ctx, padded, &found));
        assert_int_equal(found.format, JSMF_FORMAT_UCI);
        padded.data[padded.length - 1] = 0x1f;
        check_bad(padded, "bytes behind the end of the gzip data");
        free(padded.data);
    }
    free(packed.data);
    jsmf_context_free(ctx);
}

static void check_guess(const char *text, const jsmf_corpus_guessed *found, jsmf_corpus_format format,
                        jsmf_corpus_doubt doubt)
{
    if (found->foreign || found->format != format || found->doubt != doubt)
        fail_msg("\"%s\": %s, format %d, doubt %d (expected %d, %d)", text, found->foreign ? found->foreign : "",
                 found->format, found->doubt, format, doubt);
}

static void formats_are_guessed_through_gzip_too(void **state)
{
    static const struct {
        const char *text;
        jsmf_corpus_format format;
        jsmf_corpus_doubt doubt;
    } table[] = {
        { "3\n4\n2\n1 1 1\n", JSMF_FORMAT_UCI, JSMF_DOUBT_NONE },
        { " 3 \r\n4\t\r\n2\r\n1 1 1\n", JSMF_FORMAT_UCI, JSMF_DOUBT_NONE },
        { "\357\273\2773\n4\n0", JSMF_FORMAT_UCI, JSMF_DOUBT_NONE },
        { "3\n4\nfive\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "3\n4\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "3\n4\n5x", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "\n\n\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "3 at 4:30 it is\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "at 4:30\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "the cat", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "%%MatrixMarket matrix coordinate", JSMF_FORMAT_MARKET, JSMF_DOUBT_NONE },
        { "1 1:3 4:2\n0 2:1\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "-1.5 3:0.5 7:1e-3 # note\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "2 0:1 5:2", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
        { "2 0:1 5:2\n0\n1 3:1\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
        { "2 0:1 5:2\n1 3:1 4:1\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
        { "2 1:2 2:1\n4 1:1 2:7 3:1\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
        { "2 1:3 5:1\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_LDAC_OR_SVMLIGHT },
        { "1 1:3\n2 1:3 5:1\n1 2:1\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_LDAC_OR_SVMLIGHT },
        { "3 1:3 4:1 5:1\n1 1:3\n2 1:3 5:1\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
        { "10 1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 10:1\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
        { "2 1:3 5:1\n2 1:1\n1 2:1 3:1\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NEARLY_LDAC },
        { "2 1:3 5:1 # two\n1 2:1\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "1 0:3\n0 4:1\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "3 qid:1 1:1 2:1\n2 qid:1 3:1 4:7 # doc A\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "1,3 1:2 2:1\n2 1:1 3:7 4:1\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "sport 1:2 2:1\nart 1:1 3:7 4:1\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "at 4:30\nsee you\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { " %%MatrixMarket matrix coordinate real general\n", JSMF_FORMAT_MARKET, JSMF_DOUBT_NONE },
        { "2\nthe cat\nthe dog\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NUMBER_FIRST },
        { "d1\ten\tthe cat\nd2\ten\tthe dog\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_TABLE },
        { "id\tlang\ttext\nd1\ten\tthe cat\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_TABLE },
        { "the\tcat\nthe\tdog\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "0.25\t7.5e-05\n0\t1\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NUMBERS },
        { "V1 V2\n-.5 1\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NUMBERS },
        { "V1 V2\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "0.5 1\n2 cats\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "well, the cat\nno, the dog\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "[1] see above\n{ sic }\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "1 1\n2 2\n", JSMF_FORMAT_TEXT, JSMF_DOUBT_NONE },
        { "0\n2 0:1 5:2\n\n", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
        { "# made by hand\n-1\n\n+1 1:2 3:1 # x\n", JSMF_FORMAT_SVMLIGHT, JSMF_DOUBT_NONE },
        { "1\n2\n3\n", JSMF_FORMAT_UCI, JSMF_DOUBT_NONE },
        { "2 1:1 2:1\n3 1:1 2:1", JSMF_FORMAT_LDAC, JSMF_DOUBT_NONE },
    };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bytes plain = { (unsigned char *)(uintptr_t)table[i].text, strlen(table[i].text) }, packed = { 0 };
        jsmf_corpus_guessed found;
        add_member(&packed, plain.data, plain.length);
        assert_ok(ctx, guess(ctx, plain, &found));
        check_guess(table[i].text, &found, table[i].format, table[i].doubt);
        assert_ok(ctx, guess(ctx, packed, &found));
        check_guess(table[i].text, &found, table[i].format, table[i].doubt);
        free(packed.data);
    }
    jsmf_context_free(ctx);
}

static void other_formats_are_refused_by_name(void **state)
{
    static const struct {
        const char *text, *says;
    } table[] = {
        { "", "empty" },
        { "PK\3\4....", "ZIP" },
        { "\x93NUMPY", ".npy" },
        { "BZh9", "bzip2" },
        { "\xfd" "7zXZ", "xz" },
        { "<!DOCTYPE html>\n<html>", "a web page" },
        { "\xff\xfe" "a", "UTF-16" },
        { "\x89PNG\r\n\x1a\n", "a PNG picture" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        jsmf_context *ctx = jsmf_context_new();
        bytes plain = { (unsigned char *)(uintptr_t)table[i].text, strlen(table[i].text) };
        jsmf_corpus_guessed found;
        assert_int_equal(guess(ctx, plain, &found), JSMF_EDATA);
        assert_says(ctx, table[i].says);
        jsmf_context_free(ctx);
    }
}

static void text_of_other_formats_is_named(void **state)
{
    static const struct {
        const char *text, *name;
    } table[] = {
        { "\"\",\"alpha\",\"beta\"\n\"doc1\",0,2\n\"doc2\",1,1\n", "CSV" },
        { "id;text\r\n1;\"one; two\nlines\"\r\n2;\"\"\"so\"\"\"\r\n", "CSV" },
        { "\"text\"\n\"the cat, and\"\n\"the dog\"\n", "CSV" },
        { "id,body,tag\n1,the cat and the dog,a\n2, ,b\n3,the bird,c\n", "CSV" }, /* a field is blank */
        { "id,body,tag\n1, the cat,a\n2,the dog,b\n3,the bird,c\n4,the fish,d\n", "CSV" }, /* one begins with one */
        { "{\"text\": \"the cat\"}\n{\"text\": \"the dog\"}\n", "JSON" },
        { "[\n  { \"text\": \"the cat\" }\n]\n", "JSON" },
        { "[1, 2, 3]\n", "JSON" },
        { "3 4 5\n1 1 2\n1 2 1\n3 1 1\n3 4 1\n3 3 7\n", "Matrix Market without its first line" },
        { "1 1 4\n1 2 2\n2 3 1\n", "lines `document word count' alone" },
    };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        bytes plain = { (unsigned char *)(uintptr_t)table[i].text, strlen(table[i].text) };
        jsmf_corpus_guessed found;
        assert_ok(ctx, guess(ctx, plain, &found));
        assert_int_equal(found.format, JSMF_FORMAT_GUESS);
        if (!found.foreign || strncmp(found.foreign, table[i].name, strlen(table[i].name)) != 0)
            fail_msg("\"%s\": %s", table[i].text, found.foreign ? found.foreign : "not known");
    }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_and_gzip_give_the_same_text),
        cmocka_unit_test(gzip_members_follow_one_another),
        cmocka_unit_test(a_missing_last_newline_is_added),
        cmocka_unit_test(gzip_cut_at_every_byte_is_truncated),
        cmocka_unit_test(damaged_gzip_is_refused),
        cmocka_unit_test(zeros_behind_gzip_are_ignored),
        cmocka_unit_test(pipes_in_small_pieces_read_as_files),
        cmocka_unit_test(an_early_close_does_not_wait_for_the_pipe),
        cmocka_unit_test(formats_are_guessed_through_gzip_too),
        cmocka_unit_test(other_formats_are_refused_by_name),
        cmocka_unit_test(text_of_other_formats_is_named),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
