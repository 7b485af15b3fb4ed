/* records: text, CSV, TSV, JSON lines and whole files, and what is refused of them. With an argument: reads the cases
 * in that file (tests/interop/records.py) and prints what it reads of each. */
#include "unit.h"

#include "jsmf/records.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct result {
    jsmf_status status;
    char error[2048];
    char text[4096]; /* fields apart by |, records by / */
    jsmf_records_report report;
} result;

/* ---- reading everything ---- */

static void show(const jsmf_records_batch *b, result *r)
{
    size_t used = strlen(r->text);
    for (size_t i = 0; i < b->records; i++)
        for (size_t c = 0; c < b->columns; c++) {
            size_t length;
            const char *bytes = jsmf_records_get(b, i, c, &length);
            if (used + length + 2 < sizeof r->text)
                used += (size_t)sprintf(r->text + used, "%.*s%c", (int)length, bytes, c + 1 < b->columns ? '|' : '/');
        }
}

static void read_open(jsmf_context *ctx, jsmf_records *records, size_t bytes, const jsmf_records_chosen *chosen,
                      result *r)
{
    jsmf_records_batch batch = { 0 };
    bool ended = false;
    if (!chosen || jsmf_records_choose(ctx, records, chosen) == JSMF_OK)
        while (!ended && jsmf_records_fill(ctx, records, bytes, &batch, &ended) == JSMF_OK) {
            show(&batch, r);
            jsmf_records_batch_clear(&batch);
        }
    r->report = *jsmf_records_report_of(records);
    jsmf_records_batch_free(&batch);
}

/* Batches of the given bytes. */
static result read_bytes(const char *bytes, size_t length, const jsmf_records_options *options,
                         const jsmf_records_chosen *chosen, size_t batch)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_records *records;
    jsmf_input *in;
    result r = { 0 };
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    if (jsmf_records_open(ctx, in, options, &records) == JSMF_OK)
        read_open(ctx, records, batch, chosen, &r);
    r.status = jsmf_context_status(ctx);
    snprintf(r.error, sizeof r.error, "%s", jsmf_context_error(ctx));
    jsmf_records_close(records);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return r;
}

static const char *const text_column[] = { "t" }, *const both_columns[] = { "t", "u" };
static const jsmf_records_chosen one = { .texts = text_column, .text_count = 1 };
static const jsmf_records_chosen two = { .texts = both_columns, .text_count = 2 };

static void reads(jsmf_records_format format, const char *bytes, const jsmf_records_chosen *chosen,
                  const char *expected)
{
    const jsmf_records_options options = { .format = format };
    for (size_t batch = 1; batch < 100; batch += 98) {
        result r = read_bytes(bytes, strlen(bytes), &options, chosen, batch);
        assert_string_equal(r.error, "");
        assert_string_equal(r.text, expected);
    }
}

static void refuses_bytes(jsmf_records_format format, const char *bytes, size_t length,
                          const jsmf_records_chosen *chosen, const char *expected)
{
    result r = read_bytes(bytes, length, &(jsmf_records_options){ .format = format }, chosen, 1000);
    assert_int_equal(r.status, JSMF_EDATA);
    if (!strstr(r.error, expected))
        fail_msg("\"%s\" does not say \"%s\"", r.error, expected);
}

static void refuses(jsmf_records_format format, const char *bytes, const jsmf_records_chosen *chosen,
                    const char *expected)
{
    refuses_bytes(format, bytes, strlen(bytes), chosen, expected);
}

/* ---- formats ---- */

static void lines_are_documents(void **state)
{
    (void)state;
    reads(JSMF_RECORDS_TEXT, "a b\r\n\nc", NULL, "a b//c/");
    reads(JSMF_RECORDS_TEXT, "\xef\xbb\xbf" "a\n", NULL, "a/");
    reads(JSMF_RECORDS_FILES, "a\nb", NULL, "a\nb\n|x/");
    reads(JSMF_RECORDS_FILES, "", NULL, "|x/");
    result r = read_bytes("1\ta b\n2\t\n", 9, &(jsmf_records_options){ .ids = true }, NULL, 1);
    assert_string_equal(r.text, "a b|1/|2/");
    r = read_bytes("1\ta b\n2\n", 8, &(jsmf_records_options){ .ids = true }, NULL, 1);
    assert_string_equal(r.error, "x:2: found no tab, expected an id, a tab and a text");
}

static void csv_is_rfc_4180(void **state)
{
    (void)state;
    reads(JSMF_RECORDS_CSV, "t,u\na,b\nc,d\n", &two, "a|b/c|d/");
    reads(JSMF_RECORDS_CSV, "\xef\xbb\xbft,u\r\na,b\r\n\"c\r\n,\"\"d\"\"\",", &two, "a|b/c\r\n,\"d\"|/");
    reads(JSMF_RECORDS_CSV, "u,t\r1,2\r\r3,4\r", &two, "2|1/4|3/");
    reads(JSMF_RECORDS_CSV, "t,u\n\na\"b,\"\"\n\n", &two, "a\"b|/");
    reads(JSMF_RECORDS_CSV, " t ,\"u\"\n\"\"\"\", x \n", &two, "\"| x /");
    reads(JSMF_RECORDS_CSV, "v,t\n1,2\n", &one, "2/");
    reads(JSMF_RECORDS_CSV, "\xef\xbb\xbfsep=,\r\nv,t\r\n1,2\r\n", &one, "2/");
    reads(JSMF_RECORDS_TSV, "t\tu\n\"a\t\"\"b \n", &two, "\"a|\"\"b /");
    result r = read_bytes("t;u\n\"a;\";,\n", 11, &(jsmf_records_options){ JSMF_RECORDS_CSV, ';', false, 0 }, &two, 1);
    assert_string_equal(r.text, "a;|,/");
}

static void fields_are_found_in_json(void **state)
{
    static const char *const nested[] = { "a.b", "c" };
    static const char *const kept[] = { "k", "a.n" };
    const jsmf_records_chosen chosen = { .texts = nested, .text_count = 2, .id = "i", .kept = kept, .kept_count = 2 };
    (void)state;
    reads(JSMF_RECORDS_JSONL, "{\"t\":\"a\"}\n\n {\"x\":[{\"t\":1},[]],\"t\":\"b\\n\\u00e9\\ud83d\\ude00\"}\r\n", &one,
          "a/b\n\xc3\xa9\xf0\x9f\x98\x80/");
    reads(JSMF_RECORDS_JSONL,
          "{\"a\":{\"b\":\"B\",\"n\":-1.5e3},\"c\":null,\"i\":7,\"k\":true}\n"
          "{\"i\":\"\",\"c\":\"C\",\"c\":\"D\"}", &chosen,
          "B||7|true|-1.5e3/|D|||/");
}

static void a_record_may_be_longer_than_blocks(void **state)
{
    enum { LONG = 700000 };
    char *bytes = malloc(2 * LONG + 64);
    size_t used = (size_t)sprintf(bytes, "t,u\n\"");
    (void)state;
    memset(bytes + used, 'x', LONG);
    used += LONG;
    bytes[used++] = '"';
    bytes[used++] = '"';
    memset(bytes + used, '\n', LONG);
    used += LONG;
    used += (size_t)sprintf(bytes + used, "\",b\n\"c,");
    result r = read_bytes(bytes, used, &(jsmf_records_options){ .format = JSMF_RECORDS_CSV }, &two, 1);
    assert_int_equal(r.report.records, 1);
    assert_string_equal(r.error, "x:700003: found a quote that opens a field and nothing that closes it, expected "
                                 "another quote (quotes within a field are doubled)");
    free(bytes);
}

/* ---- what is refused ---- */

static void csv_that_is_wrong_is_refused(void **state)
{
    (void)state;
    refuses(JSMF_RECORDS_CSV, "", &one, "x: empty (a line with the names of columns was expected)");
    refuses(JSMF_RECORDS_CSV, "t,u\n1,2\n3\n", &one, "x:3: found 1 field, expected 2, as the first line has");
    refuses(JSMF_RECORDS_CSV, "t,u\n\"1\n2\",3,4\n", &one, "x:2: found 3 fields, expected 2");
    refuses(JSMF_RECORDS_CSV, "t,u\n1,2\n\"3\n4\" 5,6\n", &one,
            "x:4: found \" 5,6\" behind the quote that closes a field, expected the delimiter or the line's end (the "
            "field begins in line 3: does nothing close it there? quotes within a field are doubled)");
    refuses(JSMF_RECORDS_CSV, "t,u\n1,\"2\"3\n", &one, "the line's end (quotes within a field are doubled)");
    refuses(JSMF_RECORDS_CSV, "Txt,id,date\n1,2,3\n", &one, "x: no column t (there are Txt, id, date)");
    refuses(JSMF_RECORDS_CSV, "t,u,t\n", &one, "x: columns 1 and 3, counted from 1, are both named t");
    refuses(JSMF_RECORDS_TSV, "t\tu\n1\t2\t3\n", &one, "x:2: found 3 fields, expected 2");
}

static void the_nearest_column_is_meant(void **state)
{
    static const char *const slip[] = { "Bdoy" };
    (void)state;
    refuses(JSMF_RECORDS_CSV, "id,body\n1,2\n", &(jsmf_records_chosen){ .texts = slip, .text_count = 1 },
            "x: no column Bdoy (there are id, body; is body meant?)");
    refuses(JSMF_RECORDS_JSONL, "{\"a\":{\"body\":\"x\"},\"b\":1}\n{}",
            &(jsmf_records_chosen){ .texts = slip, .text_count = 1 }, "x: no field Bdoy (there are a.body, b)");
}

static void json_that_is_wrong_is_refused(void **state)
{
    static const struct { const char *bytes, *says; } cases[] = {
        { "{\"t\":\"a\"}\n{\"t\" \"b\"}", "x:2: not JSON: found \"\"b\"}\" in column 6, expected a colon" },
        { "[{\"t\":\"a\"}]", "x:1: not JSON: found \"[" },
        { "{\"t\":\"a\n", "x:1: not JSON: found the line's end in column 8, expected a quote that closes the string" },
        { "{\n  \"t\": \"a\"\n}", "expected the name of a field in quotes (a record has one line: jq -c . makes one" },
        { "{\"t\":\"\\x\"}", "expected one of \\\" \\\\ \\/" },
        { "{\"t\":\"\\u12g4\"}", "expected four hexadecimal digits" },
        { "{\"t\":\"a\tb\"}", "expected no control character" },
        { "{\"t\":01}", "expected a number such as" },
        { "{\"t\":nul}", "expected a value" },
        { "{\"t\":\"a\",}", "expected the name of a field in quotes" },
        { "{\"u\":[1,]}", "expected a value" },
        { "{\"t\":\"a\"} x", "expected nothing behind the object" },
        { "{\"t\":1}", "x:1: found a number in field t, expected a string" },
        { "{\"t\":[\"a\"]}", "x:1: found an array in field t" },
        { "{\"t\":{}}", "x:1: found an object in field t" },
        { "{\"t\":\"\\ud800\"}", "x:1: found half of a surrogate pair at byte 6" },
        { "{\"t\":\"\\u0000\"}", "x:1: found a NUL at byte 6" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        refuses(JSMF_RECORDS_JSONL, cases[i].bytes, &one, cases[i].says);
    refuses(JSMF_RECORDS_JSONL, "{\"t\":\"a\"}",
            &(jsmf_records_chosen){ .texts = text_column, .text_count = 1, .id = "i" },
            "x:1: found no field i, expected the record's id (the first record has t)");
}

static void deep_json_is_refused(void **state)
{
    enum { DEPTH = 100000 };
    char *bytes = malloc(DEPTH + 16);
    (void)state;
    strcpy(bytes, "{\"u\":");
    memset(bytes + 5, '[', DEPTH);
    refuses_bytes(JSMF_RECORDS_JSONL, bytes, DEPTH + 5, &one, "expected no more than 256 objects and arrays");
    free(bytes);
}

static void bytes_that_are_not_text_are_refused(void **state)
{
    static const char latin[] = "t,u\n\"a\nb\xe9\",c\n", nul[] = "a\0b\n";
    const jsmf_records_options replaced = { .format = JSMF_RECORDS_CSV, .invalid = JSMF_RECORDS_INVALID_REPLACED };
    const jsmf_records_options left_out = { .format = JSMF_RECORDS_CSV, .invalid = JSMF_RECORDS_INVALID_LEFT_OUT };
    result r;
    (void)state;
    refuses(JSMF_RECORDS_CSV, latin, &one, "x:3: found bytes that are not UTF-8 at byte 8, expected UTF-8");
    refuses_bytes(JSMF_RECORDS_TEXT, nul, 4, NULL, "x:1: found a NUL at byte 1, expected text");
    refuses_bytes(JSMF_RECORDS_TEXT, "\xff\xfe" "a\0", 4, NULL, "x: looks like UTF-16");
    refuses_bytes(JSMF_RECORDS_CSV, "\xfe\xff\0a", 4, &one, "x: looks like UTF-16");
    r = read_bytes(latin, strlen(latin), &replaced, &two, 1);
    assert_string_equal(r.text, "a\nb\xef\xbf\xbd|c/");
    r = read_bytes(latin, strlen(latin), &left_out, &two, 1);
    assert_string_equal(r.text, "a\nb|c/");
    assert_int_equal(r.report.invalid, 1);
}

/* ---- the guess ---- */

static void is_taken_for(const char *bytes, const char *column, jsmf_records_format format, char delimiter)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_records_guessed g;
    jsmf_input *in;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, strlen(bytes), "x", &in));
    assert_ok(ctx, jsmf_records_guess(ctx, in, column, &g));
    if (g.format != format || g.delimiter != delimiter)
        fail_msg("%s: taken for %s by '%c'", bytes, jsmf_records_format_name(g.format), g.delimiter);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
}

static void formats_are_seen(void **state)
{
    static const struct { const char *bytes; jsmf_records_format format; char delimiter; } cases[] = {
        { "id,text\n1,\"a, b\"\n", JSMF_RECORDS_CSV, ',' },
        { "id;text\n1;\"a; b\"\n", JSMF_RECORDS_CSV, ';' },
        { "id|text\n1|a\n", JSMF_RECORDS_CSV, '|' },
        { "id, text\n1, a\n", JSMF_RECORDS_CSV, ',' },
        { "id,text\n1,a,b\n", JSMF_RECORDS_CSV, ',' },
        { "n, a, b\n1, c, d\n2, e, f\n3, g, h\n4, i, j\n", JSMF_RECORDS_CSV, ',' },
        { "n, a, b\n1, c, d\n2, e, f\n3, g, h\n4, i. j\n", JSMF_RECORDS_TEXT, 0 },
        { "id,text\n1,\"a\nthat goes on", JSMF_RECORDS_CSV, ',' },
        { "\"text\"\n\"a\"\n", JSMF_RECORDS_CSV, ',' },
        { "\"text\"\r\n\"a\"\r\n\"b c\"", JSMF_RECORDS_CSV, ',' },
        { "\"text\"x\n\"a\"y\n", JSMF_RECORDS_TEXT, 0 },
        { "id\ttext\n1\ta b\n", JSMF_RECORDS_TSV, 0 },
        { "id\ttext\n1\t\"a\tb\"\n", JSMF_RECORDS_CSV, '\t' },
        { "{\"text\": \"a\"}\n", JSMF_RECORDS_JSONL, 0 },
        { "[1] a, b\n", JSMF_RECORDS_TEXT, 0 },
        { "Well, this is text.\nAnd, so is this.\n", JSMF_RECORDS_TEXT, 0 },
        { "the cat\n", JSMF_RECORDS_TEXT, 0 },
        { "text, body and soul\n", JSMF_RECORDS_TEXT, 0 },
        { "id,text\n", JSMF_RECORDS_CSV, ',' },
        { "id;text", JSMF_RECORDS_CSV, ';' },
        { "text\n\"hello, there\"\n\"foo\"\n", JSMF_RECORDS_CSV, ',' },
        { "Text\nhello\nfoo bar", JSMF_RECORDS_CSV, ',' },
        { "text\nhello, there\nfoo\n", JSMF_RECORDS_TEXT, 0 },
        { "abstract\n\nfoo bar\n", JSMF_RECORDS_TEXT, 0 },
        { "id\ttext\n", JSMF_RECORDS_TSV, 0 },
        { "id,text\r1,foo bar\r2,foo\r", JSMF_RECORDS_CSV, ',' },
        { "id\ttext\r1\tfoo bar\r", JSMF_RECORDS_CSV, '\t' },
        { "foo bar\r", JSMF_RECORDS_TEXT, 0 },
        { "sep=;\r\nid;note\r\n1;a, b\r\n", JSMF_RECORDS_CSV, ';' },
        { "sep=;sep\n", JSMF_RECORDS_TEXT, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        is_taken_for(cases[i].bytes, NULL, cases[i].format, cases[i].delimiter);
}

static void a_column_tells_csv(void **state)
{
    (void)state;
    is_taken_for("a;n\n1,2\n", "n", JSMF_RECORDS_CSV, ';');
    is_taken_for("a\tn\n1;2\n", "n", JSMF_RECORDS_CSV, '\t');
    is_taken_for("n\n1, 2\n", "n", JSMF_RECORDS_CSV, ',');
    is_taken_for("a;n\n1,2\n", "m", JSMF_RECORDS_TEXT, 0);
}

static void the_text_is_obvious_or_not(void **state)
{
    static const struct { const char *bytes; size_t column; } cases[] = {
        { "id,Text\n", 1 }, { "id,body,text\n", SIZE_MAX }, { "id,name\n", SIZE_MAX }, { "name\n", 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jsmf_context *ctx = jsmf_context_new();
        jsmf_records *records;
        jsmf_input *in;
        assert_ok(ctx, jsmf_input_memory(ctx, cases[i].bytes, strlen(cases[i].bytes), "x", &in));
        assert_ok(ctx, jsmf_records_open(ctx, in, &(jsmf_records_options){ .format = JSMF_RECORDS_CSV }, &records));
        assert_true(jsmf_records_obvious(records) == cases[i].column);
        jsmf_records_close(records);
        jsmf_input_close(in);
        jsmf_context_free(ctx);
    }
}

/* ---- cases of a file: "FORMAT LENGTH COLUMN...\n" and so many bytes each ---- */

enum { COLUMNS = 8 };

static void print_batch(const jsmf_records_batch *b)
{
    for (size_t i = 0; i < b->records; i++)
        for (size_t c = 0; c < b->columns; c++) {
            size_t length;
            const char *bytes = jsmf_records_get(b, i, c, &length);
            printf("%zu\n", length);
            fwrite(bytes, 1, length, stdout);
        }
}

static void print_case(jsmf_records_format format, const char *bytes, size_t length, const jsmf_records_chosen *chosen)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_records_batch batch = { 0 };
    jsmf_records *records = NULL;
    jsmf_input *in = NULL;
    bool ended = false;
    if (jsmf_input_memory(ctx, bytes, length, "x", &in) == JSMF_OK &&
        jsmf_records_open(ctx, in, &(jsmf_records_options){ .format = format }, &records) == JSMF_OK &&
        jsmf_records_choose(ctx, records, chosen) == JSMF_OK)
        while (!ended && jsmf_records_fill(ctx, records, SIZE_MAX, &batch, &ended) == JSMF_OK)
            ;
    if (ended) {
        printf("%zu\n", batch.records);
        print_batch(&batch);
    } else {
        printf("refused %s\n", jsmf_context_error(ctx));
    }
    jsmf_records_batch_free(&batch);
    jsmf_records_close(records);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
}

/* The columns are kept ones, so that any type will do. */
static int print_cases(const char *path)
{
    FILE *f = fopen(path, "rb");
    char line[256], columns[COLUMNS][16];
    const char *names[COLUMNS];
    while (f && fgets(line, sizeof line, f)) {
        char format[16];
        size_t length, count = 0;
        int used, n;
        if (sscanf(line, "%15s %zu%n", format, &length, &used) != 2)
            return 1;
        for (; count < COLUMNS && sscanf(line + used, " %15s%n", columns[count], &n) == 1; used += n, count++)
            names[count] = columns[count];
        char *bytes = malloc(length + 1);
        if (!bytes || fread(bytes, 1, length, f) != length)
            return 1;
        print_case(strcmp(format, "csv") == 0 ? JSMF_RECORDS_CSV : JSMF_RECORDS_JSONL, bytes, length,
                   &(jsmf_records_chosen){ .kept = names, .kept_count = count });
        free(bytes);
    }
    return f && fclose(f) == 0 && fflush(stdout) == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_documents),
        cmocka_unit_test(csv_is_rfc_4180),
        cmocka_unit_test(fields_are_found_in_json),
        cmocka_unit_test(a_record_may_be_longer_than_blocks),
        cmocka_unit_test(csv_that_is_wrong_is_refused),
        cmocka_unit_test(the_nearest_column_is_meant),
        cmocka_unit_test(json_that_is_wrong_is_refused),
        cmocka_unit_test(deep_json_is_refused),
        cmocka_unit_test(bytes_that_are_not_text_are_refused),
        cmocka_unit_test(formats_are_seen),
        cmocka_unit_test(a_column_tells_csv),
        cmocka_unit_test(the_text_is_obvious_or_not),
    };
    if (argc > 1)
        return print_cases(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
