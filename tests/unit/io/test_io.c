/* io: bytes in and out, strings, UTF-8, the index. */
#include "unit.h"

#include "io/io_inner.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct fixture {
    jsmf_context *ctx;
    char folder[64];
} fixture;

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    strcpy(f->folder, "/tmp/jsmf-io-XXXXXX");
    if (!mkdtemp(f->folder))
        return -1;
    f->ctx = jsmf_context_new();
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", f->folder);
    jsmf_context_free(f->ctx);
    if (system(command) != 0)
        return -1;
    free(f);
    return 0;
}

static const char *path_in(const fixture *f, const char *name)
{
    static char path[4][128];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", f->folder, name);
    return path[turn];
}

static int files_in(const fixture *f)
{
    DIR *d = opendir(f->folder);
    int count = 0;
    for (struct dirent *e = readdir(d); e; e = readdir(d))
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return count;
}

static void assert_holds(const char *path, const char *text)
{
    char got[256] = { 0 };
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(got, 1, sizeof got - 1, file) < sizeof got);
    fclose(file);
    assert_string_equal(got, text);
}

static void put(const fixture *f, const char *path, const char *text)
{
    jsmf_output *out;
    assert_ok(f->ctx, jsmf_output_open(f->ctx, path, false, &out));
    assert_ok(f->ctx, jsmf_output_write(f->ctx, out, text, strlen(text)));
    assert_ok(f->ctx, jsmf_output_commit(f->ctx, out));
}

static void a_file_appears_only_when_it_is_committed(void **state)
{
    fixture *f = *state;
    jsmf_output *out;
    assert_ok(f->ctx, jsmf_output_open(f->ctx, path_in(f, "a"), false, &out));
    assert_ok(f->ctx, jsmf_output_printf(f->ctx, out, "%d", 7));
    assert_int_equal(files_in(f), 0);
    assert_ok(f->ctx, jsmf_output_commit(f->ctx, out));
    assert_int_equal(files_in(f), 1);
    assert_holds(path_in(f, "a"), "7");
}

static void an_abandoned_file_leaves_the_old_one(void **state)
{
    fixture *f = *state;
    jsmf_output *out;
    put(f, path_in(f, "a"), "old");
    assert_ok(f->ctx, jsmf_output_open(f->ctx, path_in(f, "a"), false, &out));
    assert_ok(f->ctx, jsmf_output_write(f->ctx, out, "new", 3));
    jsmf_output_abandon(out);
    assert_int_equal(files_in(f), 1);
    assert_holds(path_in(f, "a"), "old");
    put(f, path_in(f, "a"), "newer");
    assert_int_equal(files_in(f), 1);
    assert_holds(path_in(f, "a"), "newer");
}

static void symbolic_links_are_followed(void **state)
{
    fixture *f = *state;
    struct stat about;
    assert_int_equal(symlink("b", path_in(f, "a")), 0);
    assert_int_equal(symlink("c", path_in(f, "b")), 0);
    put(f, path_in(f, "a"), "once");
    put(f, path_in(f, "a"), "twice");
    assert_int_equal(lstat(path_in(f, "a"), &about), 0);
    assert_true(S_ISLNK(about.st_mode));
    assert_int_equal(lstat(path_in(f, "c"), &about), 0);
    assert_true(S_ISREG(about.st_mode));
    assert_holds(path_in(f, "c"), "twice");
    assert_int_equal(symlink("loop", path_in(f, "loop")), 0);
    jsmf_output *out;
    assert_int_equal(jsmf_output_open(f->ctx, path_in(f, "loop"), false, &out), JSMF_ESYSTEM);
}

static void the_mode_is_0666_less_the_umask(void **state)
{
    fixture *f = *state;
    struct stat about;
    mode_t old = umask(027);
    put(f, path_in(f, "a"), "x");
    umask(old);
    assert_int_equal(stat(path_in(f, "a"), &about), 0);
    assert_int_equal(about.st_mode & 07777, 0640);
}

static void a_full_disk_is_an_error(void **state)
{
    fixture *f = *state;
    jsmf_output *out;
    assert_ok(f->ctx, jsmf_output_open(f->ctx, "/dev/full", false, &out));
    assert_ok(f->ctx, jsmf_output_write(f->ctx, out, "x", 1));
    assert_int_equal(jsmf_output_commit(f->ctx, out), JSMF_ESYSTEM);
    assert_string_equal(jsmf_context_error(f->ctx), "/dev/full: No space left on device");
}

static void devices_and_fifos_are_written_through(void **state)
{
    fixture *f = *state;
    char got[8] = { 0 };
    struct stat about;
    int fd;
    put(f, "/dev/null", "x");
    assert_int_equal(stat("/dev/null", &about), 0);
    assert_true(S_ISCHR(about.st_mode));
    assert_int_equal(mkfifo(path_in(f, "fifo"), 0600), 0);
    fd = open(path_in(f, "fifo"), O_RDONLY | O_NONBLOCK);
    put(f, path_in(f, "fifo"), "hello");
    assert_int_equal(read(fd, got, sizeof got), 5);
    assert_string_equal(got, "hello");
    close(fd);
    assert_int_equal(files_in(f), 1);
}

static void folders_and_missing_files_are_refused(void **state)
{
    fixture *f = *state;
    jsmf_input *in;
    jsmf_output *out;
    assert_int_equal(jsmf_input_open(f->ctx, "/tmp", false, &in), JSMF_ESYSTEM);
    assert_string_equal(jsmf_context_error(f->ctx), "/tmp: is a directory");
    jsmf_context_clear(f->ctx);
    assert_int_equal(jsmf_input_open(f->ctx, "/nowhere/x", false, &in), JSMF_ESYSTEM);
    assert_string_equal(jsmf_context_error(f->ctx), "/nowhere/x: No such file or directory");
    jsmf_context_clear(f->ctx);
    assert_int_equal(jsmf_output_open(f->ctx, "/tmp", false, &out), JSMF_ESYSTEM);
    assert_string_equal(jsmf_context_error(f->ctx), "/tmp: is a directory");
    jsmf_context_clear(f->ctx);
    assert_int_equal(jsmf_output_open(f->ctx, "/nowhere/x", false, &out), JSMF_ESYSTEM);
}

/* Whether files that are opened leave the closed descriptors 0 and 1 alone, and using those is an error. */
static bool closed_descriptors_stay_unused(const fixture *f)
{
    jsmf_input *in = NULL, *none = NULL;
    jsmf_output *file = NULL, *out = NULL;
    bool good = jsmf_input_open(f->ctx, path_in(f, "a"), false, &in) == JSMF_OK &&
                jsmf_output_open(f->ctx, path_in(f, "b"), false, &file) == JSMF_OK && fcntl(0, F_GETFD) < 0 &&
                fcntl(1, F_GETFD) < 0 && jsmf_output_open(f->ctx, NULL, false, &out) == JSMF_ESYSTEM &&
                strcmp(jsmf_context_error(f->ctx), "standard output: Bad file descriptor") == 0;
    jsmf_context_clear(f->ctx);
    good = good && jsmf_input_open(f->ctx, "-", false, &none) == JSMF_ESYSTEM;
    jsmf_input_close(in);
    jsmf_output_abandon(file);
    return good;
}

/* In a child, because the descriptors are closed for good there. */
static void closed_standard_descriptors_are_errors_and_stay_unused(void **state)
{
    fixture *f = *state;
    int code;
    put(f, path_in(f, "a"), "x");
    if (fork() == 0) {
        close(0);
        close(1);
        _exit(closed_descriptors_stay_unused(f) ? 0 : 1);
    }
    wait(&code);
    assert_int_equal(code, 0);
}

static void standard_output_is_closed_and_checked(void **state)
{
    fixture *f = *state;
    int code;
    if (fork() == 0) {
        jsmf_output *out;
        int full = open("/dev/full", O_WRONLY);
        dup2(full, 1);
        if (jsmf_output_open(f->ctx, NULL, false, &out) != JSMF_OK || jsmf_output_write(f->ctx, out, "x", 1) != JSMF_OK)
            _exit(1);
        bool good = jsmf_output_commit(f->ctx, out) == JSMF_ESYSTEM && fcntl(1, F_GETFD) < 0;
        _exit(good && strcmp(jsmf_context_error(f->ctx), "standard output: No space left on device") == 0 ? 0 : 2);
    }
    wait(&code);
    assert_int_equal(code, 0);
}

static void write_in_pieces(int fd, size_t total)
{
    unsigned char piece[7001];
    for (size_t done = 0, n = 1; done < total; done += n) {
        n = 1 + (done * 7919) % sizeof piece;
        n = n < total - done ? n : total - done;
        for (size_t i = 0; i < n; i++)
            piece[i] = (unsigned char)((done + i) % 251);
        if (write(fd, piece, n) != (ssize_t)n)
            _exit(1);
    }
    _exit(0);
}

static void assert_pattern(const unsigned char *bytes, size_t offset, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (bytes[i] != (offset + i) % 251)
            fail_msg("byte %zu is wrong", offset + i);
}

/* A FIFO that gives pieces of all sizes, read by turns through peeks, short and long reads. */
static void a_pipe_in_pieces_reads_whole(void **state)
{
    enum { TOTAL = 3000017, LONG = 400000 };
    fixture *f = *state;
    jsmf_input *in;
    unsigned char *block = malloc(LONG);
    const unsigned char *ahead;
    size_t got, offset = 0;
    assert_int_equal(mkfifo(path_in(f, "fifo"), 0600), 0);
    if (fork() == 0)
        write_in_pieces(open(path_in(f, "fifo"), O_WRONLY), TOTAL);
    assert_ok(f->ctx, jsmf_input_open(f->ctx, path_in(f, "fifo"), false, &in));
    for (size_t turn = 0;; turn++) {
        size_t want = 1 + turn * 104729 % (turn % 3 == 0 ? LONG : 5000);
        assert_ok(f->ctx, jsmf_input_peek(f->ctx, in, want, &ahead, &got));
        assert_true(got >= want || got >= JSMF_PEEK || offset + got == TOTAL);
        assert_pattern(ahead, offset, got);
        if (turn % 2 == 0) {
            jsmf_input_skip(in, got / 2);
            offset += got / 2;
        }
        assert_ok(f->ctx, jsmf_input_read(f->ctx, in, block, want, &got));
        assert_pattern(block, offset, got);
        offset += got;
        assert_int_equal(jsmf_input_offset(in), offset);
        if (got == 0)
            break;
    }
    assert_int_equal(offset, TOTAL);
    jsmf_input_close(in);
    free(block);
    wait(NULL);
}

static void a_short_input_is_truncated(void **state)
{
    fixture *f = *state;
    jsmf_input *in;
    char to[8];
    assert_ok(f->ctx, jsmf_input_memory(f->ctx, "abcde", 5, "x", &in));
    assert_ok(f->ctx, jsmf_input_full(f->ctx, in, to, 2, "a pair"));
    assert_int_equal(jsmf_input_full(f->ctx, in, to, 4, "four"), JSMF_EDATA);
    assert_string_equal(jsmf_context_error(f->ctx), "x: truncated (four: expected 4 bytes at offset 2, got 3)");
    jsmf_input_close(in);
}

static void memory_output_keeps_what_was_printed(void **state)
{
    fixture *f = *state;
    jsmf_output *out;
    size_t length, total = 0;
    assert_ok(f->ctx, jsmf_output_memory(f->ctx, &out));
    for (int i = 0; i < 100000; i++) {
        assert_ok(f->ctx, jsmf_output_printf(f->ctx, out, "%07d\n", i));
        total += 8;
    }
    assert_ok(f->ctx, jsmf_output_printf(f->ctx, out, "%0500000d", 1));
    const char *bytes = jsmf_output_bytes(out, &length);
    assert_int_equal(length, total + 500000);
    for (int i = 0; i < 100000; i++)
        assert_int_equal(atoi(bytes + 8 * i), i);
    assert_int_equal(bytes[length - 1], '1');
    assert_int_equal(bytes[length - 2], '0');
    jsmf_output_abandon(out);
}

/* RFC 3629, section 4, and the boundaries of its table. */
static void utf8_is_valid_only_as_the_rfc_says(void **state)
{
    static const struct { const char *bytes; size_t valid;
    } cases[] = {
        { "plain", 5 },
        { "\xC2\x80", 2 },
        { "\xC1\xBF", 0 },
        { "\xDF\xBF", 2 },
        { "\xE0\xA0\x80", 3 },
        { "\xE0\x9F\xBF", 0 },
        { "\xED\x9F\xBF", 3 },
        { "\xED\xA0\x80", 0 },
        { "\xEE\x80\x80", 3 },
        { "\xEF\xBF\xBF", 3 },
        { "\xF0\x90\x80\x80", 4 },
        { "\xF0\x8F\xBF\xBF", 0 },
        { "\xF4\x8F\xBF\xBF", 4 },
        { "\xF4\x90\x80\x80", 0 },
        { "\xF5\x80\x80\x80", 0 },
        { "\x80", 0 },
        { "\xFF", 0 },
        { "ab\xC3", 2 },
        { "ab\xE2\x82", 2 },
        { "\xC3(", 0 },
        { "\xE2\x82(", 0 },
        { "\xF0\x9F\x98(", 0 },
        { "\xE2\x82\xAC!", 4 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (jsmf_utf8_valid(cases[i].bytes, strlen(cases[i].bytes)) != cases[i].valid)
            fail_msg("case %zu", i);
}

static void every_code_point_survives_utf8(void **state)
{
    char bytes[5];
    (void)state;
    for (uint32_t code = 0; code < 0x110010; code++) {
        size_t n = jsmf_utf8_put(code, bytes);
        const char *p = bytes;
        if ((code >= 0xD800 && code < 0xE000) || code > 0x10FFFF) {
            assert_int_equal(n, 0);
            continue;
        }
        bytes[n] = 0;
        if (jsmf_utf8_valid(bytes, n) != n || jsmf_utf8_next(&p) != code || p != bytes + n)
            fail_msg("U+%04X", code);
    }
}

static void the_index_finds_what_the_list_has(void **state)
{
    fixture *f = *state;
    jsmf_strings list = { 0 }, copy;
    jsmf_index *index;
    size_t duplicate;
    char text[32];
    for (int i = 0; i < 20000; i++)
        assert_ok(f->ctx, jsmf_strings_add(f->ctx, &list, text, (size_t)snprintf(text, sizeof text, "word%d", i * i)));
    assert_ok(f->ctx, jsmf_strings_add(f->ctx, &list, "", 0));
    assert_ok(f->ctx, jsmf_index_new(f->ctx, &list, &index, &duplicate));
    assert_int_equal(duplicate, SIZE_MAX);
    for (size_t i = 0; i < list.count; i++)
        assert_int_equal(jsmf_index_find(index, jsmf_strings_get(&list, i), jsmf_strings_length(&list, i)), i);
    assert_int_equal(jsmf_index_find(index, "word2", 5), SIZE_MAX);
    assert_int_equal(jsmf_index_find(index, "word1\0", 6), SIZE_MAX);
    jsmf_index_free(index);
    assert_ok(f->ctx, jsmf_strings_copy(f->ctx, &list, &copy));
    assert_ok(f->ctx, jsmf_strings_add(f->ctx, &copy, "word4", 5));
    assert_ok(f->ctx, jsmf_index_new(f->ctx, &copy, &index, &duplicate));
    assert_int_equal(duplicate, 20001);
    assert_int_equal(jsmf_index_find(index, "word4", 5), 2);
    jsmf_index_free(index);
    jsmf_strings_free(&list);
    jsmf_strings_free(&copy);
}

static void an_empty_index_finds_nothing(void **state)
{
    fixture *f = *state;
    jsmf_strings list = { 0 }, copy;
    jsmf_index *index;
    assert_ok(f->ctx, jsmf_index_new(f->ctx, &list, &index, NULL));
    assert_int_equal(jsmf_index_find(index, "", 0), SIZE_MAX);
    jsmf_index_free(index);
    assert_ok(f->ctx, jsmf_strings_copy(f->ctx, &list, &copy));
    assert_int_equal(copy.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_appears_only_when_it_is_committed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_abandoned_file_leaves_the_old_one, set_up, tear_down),
        cmocka_unit_test_setup_teardown(symbolic_links_are_followed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_mode_is_0666_less_the_umask, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_full_disk_is_an_error, set_up, tear_down),
        cmocka_unit_test_setup_teardown(devices_and_fifos_are_written_through, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folders_and_missing_files_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(closed_standard_descriptors_are_errors_and_stay_unused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(standard_output_is_closed_and_checked, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_pipe_in_pieces_reads_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_short_input_is_truncated, set_up, tear_down),
        cmocka_unit_test_setup_teardown(memory_output_keeps_what_was_printed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(utf8_is_valid_only_as_the_rfc_says, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_code_point_survives_utf8, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_index_finds_what_the_list_has, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_empty_index_finds_nothing, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("io", tests, NULL, NULL);
}
