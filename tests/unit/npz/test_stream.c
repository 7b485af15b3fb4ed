/* npz: whole streams, their kinds, what passes through. */
#include "unit.h"

#include "archives.h"
#include "streams.h"
#include "io/io_inner.h"
#include "npz/npz_inner.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANY = 63 };

static void a_stream_comes_back(void **state)
{
    const double values[] = { 1, 2.5, -3, 4, DBL_MIN, 6 };
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL }, t;
    (void)state;
    assert_ok(ctx, jsmf_stream_note(ctx, &s, "jsmf-bow 0.1.0"));
    assert_ok(ctx, jsmf_stream_note(ctx, &s, "jsmf-aw 0.1.0 -k 2"));
    add_words(&s, "vocab", 3, (const char *const[]){ "a", "\xC3\xA9", "b" });
    add_numbers(&s, "B", 'f', 8, 2, 3, 2, values);
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "legality", 0.25));
    assert_ok(ctx, jsmf_stream_add_count(ctx, &s, "documents", 12));
    assert_ok(ctx, read_stream(write_stream(&s), JSMF_MODEL, &t));
    assert_int_equal(t.kind, JSMF_MODEL);
    assert_string_equal(t.name, "x");
    assert_int_equal(t.history.count, 2);
    assert_string_equal(jsmf_strings_get(&t.history, 1), "jsmf-aw 0.1.0 -k 2");
    assert_int_equal(t.count, 4);
    assert_memory_equal(jsmf_stream_find(&t, "B")->data, values, sizeof values);
    const jsmf_strings *vocab;
    assert_ok(ctx, jsmf_arrays_vocab(ctx, &t, 3, &vocab));
    assert_string_equal(jsmf_strings_get(vocab, 1), "\xC3\xA9");
    assert_fails(jsmf_arrays_vocab(ctx, &t, 4, &vocab), JSMF_EDATA,
                 "x: array vocab: has the shape 3 (expected 4 words");
    double legality;
    assert_ok(ctx, jsmf_stream_scalar(ctx, &t, "legality", &legality));
    assert_true(legality == 0.25);
    int64_t documents;
    assert_ok(ctx, jsmf_stream_count(ctx, &t, "documents", &documents));
    assert_int_equal(documents, 12);
    assert_fails(jsmf_stream_count(ctx, &t, "legality", &documents), JSMF_EDATA, "whole");
    assert_ok(ctx, jsmf_stream_add_count(ctx, &t, "documents", -1));
    assert_fails(jsmf_stream_count(ctx, &t, "documents", &documents), JSMF_EDATA,
                 "x: array documents: is -1 (expected 0 or more)");
    jsmf_stream_free(&s);
    jsmf_stream_free(&t);
}

static void words_are_there_once_and_not_empty(void **state)
{
    static const struct {
        const char *words[4], *says;
    } bad[] = { { { "a", "b", "c", "b" }, "x: array vocab: words 1 and 3, numbered from 0, are both \"b\"" },
                { { "a", "b", "", "c" }, "x: array vocab: word 2, numbered from 0, is empty" },
                { { "", "b", "", "c" }, "word 0" } };
    const jsmf_strings *vocab;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL, .name = strdup("x") };
        add_words(&s, "vocab", 4, bad[i].words);
        assert_fails(jsmf_arrays_vocab(ctx, &s, 4, &vocab), JSMF_EDATA, bad[i].says);
        jsmf_stream_free(&s);
    }
}

static void equal_streams_are_equal_bytes(void **state)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_BAG };
    size_t one, two;
    (void)state;
    add_words(&s, "vocab", 2, (const char *const[]){ "a", "b" });
    jsmf_output *a = write_stream(&s), *b = write_stream(&s);
    const void *first = jsmf_output_bytes(a, &one), *second = jsmf_output_bytes(b, &two);
    assert_int_equal(one, two);
    assert_memory_equal(first, second, one);
    jsmf_output_abandon(a);
    jsmf_output_abandon(b);
    jsmf_stream_free(&s);
}

static void assert_mark_refused(const char *mark, unsigned kinds, const char *says)
{
    jsmf_stream s = { 0 }, t;
    add_words(&s, "jsmf", 1, &mark);
    assert_fails(read_stream(write_raw(&s), kinds, &t), JSMF_EDATA, says);
    assert_int_equal(t.count, 0);
    jsmf_stream_free(&s);
}

static void wrong_kinds_and_versions_are_refused_by_name(void **state)
{
    (void)state;
    assert_mark_refused("1 model", JSMF_BAG, "x: is a model stream, expected bag");
    assert_mark_refused("1 bag", JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED,
                        "expected cooc, rectified or compressed");
    assert_mark_refused("1 tree", ANY, "unknown kind, \"tree\"");
    assert_mark_refused("2 bag", ANY, "version 2 of the stream format, newer than this jsmf, which reads 1");
    assert_mark_refused("bag", ANY, "not a version and a kind");
    assert_mark_refused("1", ANY, "not a version and a kind");
    assert_mark_refused("1 bag ", ANY, "unknown kind");
    assert_mark_refused("", ANY, "not a version and a kind");
}

static void the_mark_may_stand_anywhere_or_lack(void **state)
{
    jsmf_stream s = { 0 }, t;
    (void)state;
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "r", 1));
    assert_ok(ctx, read_stream(write_raw(&s), JSMF_BAG, &t));
    assert_int_equal(t.kind, JSMF_UNMARKED);
    assert_int_equal(t.history.count, 0);
    jsmf_stream_free(&t);
    add_words(&s, "jsmf", 1, (const char *const[]){ "1 rectified" });
    assert_ok(ctx, read_stream(write_raw(&s), JSMF_RECTIFIED, &t));
    assert_int_equal(t.kind, JSMF_RECTIFIED);
    jsmf_stream_free(&t);
    jsmf_stream_free(&s);
}

static void what_is_not_finite_is_refused_with_its_place(void **state)
{
    double values[12] = { 0 };
    float narrow[3] = { 1, 2, -INFINITY };
    jsmf_stream s = { 0 }, t, bad = { 0 };
    jsmf_output *out;
    (void)state;
    values[7] = NAN;
    add_numbers(&s, "C", 'f', 8, 2, 3, 4, values);
    assert_fails(read_stream(write_raw(&s), ANY, &t), JSMF_EDATA, "x: array C: holds nan at [1, 3]");
    s.arrays[0].fortran = true;
    assert_fails(read_stream(write_raw(&s), ANY, &t), JSMF_EDATA, "x: array C: holds nan at [1, 2]");
    add_numbers(&bad, "v", 'f', 4, 1, 3, 0, narrow);
    assert_fails(read_stream(write_raw(&bad), ANY, &t), JSMF_EDATA, "x: array v: holds -inf at [2]");
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_fails(jsmf_stream_write(ctx, out, &s), JSMF_ENUMERIC, "array C: holds nan");
    jsmf_output_abandon(out);
    jsmf_stream_free(&s);
    jsmf_stream_free(&bad);
}

static void only_what_the_kind_lists_passes_and_what_is_unknown(void **state)
{
    static const char *const names[] = { "vocab",   "H.data", "df", "labels", "C",  "unigram",
                                         "truth.B", "Y",      "r",  "B",      "ids" };
    jsmf_stream from = { .kind = JSMF_BAG }, to = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL };
    char left[200] = "", passed[200] = "";
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_ok(ctx, jsmf_stream_add_scalar(ctx, &from, names[i], (double)i));
    assert_ok(ctx, jsmf_stream_note(ctx, &from, "one"));
    assert_ok(ctx, jsmf_stream_note(ctx, &to, "two"));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &to, "df", 99));
    assert_ok(ctx, jsmf_stream_pass(ctx, &from, &to));
    for (size_t i = 0; i < to.count; i++)
        strcat(strcat(passed, to.arrays[i].name), " ");
    for (size_t i = 0; i < from.count; i++)
        strcat(strcat(left, from.arrays[i].name), " ");
    assert_string_equal(passed, "df vocab labels unigram truth.B ");
    assert_string_equal(left, "H.data df C Y r B ids ");
    assert_true(*(double *)jsmf_stream_find(&to, "df")->data == 99);
    assert_int_equal(to.history.count, 2);
    assert_string_equal(jsmf_strings_get(&to.history, 1), "one");
    jsmf_stream_free(&from);
    jsmf_stream_free(&to);
}

/* A known array passes where it is of words and documents; what programs derive does not, whatever the kinds. */
static void derived_arrays_never_pass(void **state)
{
    static const char *const passing = " vocab ids text text.recipe text.unknown df unigram documents names learn.line "
                                       "learn.bag shard.ids shard.first shard.rows shard.of ";
    const jsmf_schema *schema = &jsmf_arrays_schema;
    (void)state;
    for (size_t kind = 0; kind < schema->kind_count; kind++)
        for (size_t i = 0; i < schema->array_count; i++) {
            const jsmf_schema_array *known = &schema->arrays[i];
            jsmf_stream from = { 0 }, to = { .schema = schema, .kind = schema->kinds[kind].kind };
            char name[40];
            snprintf(name, sizeof name, " %s ", known->name);
            assert_ok(ctx, jsmf_stream_add_scalar(ctx, &from, known->name, 1));
            assert_ok(ctx, jsmf_stream_pass(ctx, &from, &to));
            assert_true((to.count == 1) == (strstr(passing, name) && (known->kinds & to.kind)));
            jsmf_stream_free(&from);
            jsmf_stream_free(&to);
        }
}

static void arrays_are_replaced_taken_and_removed(void **state)
{
    jsmf_stream s = { 0 };
    (void)state;
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "a", 1));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "b", 2));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "c", 4));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "a", 3));
    assert_int_equal(s.count, 3);
    assert_true(*(double *)s.arrays[0].data == 3);
    double *taken = jsmf_stream_take(&s, "a");
    assert_true(*taken == 3);
    assert_null(jsmf_stream_find(&s, "a"));
    assert_null(jsmf_stream_take(&s, "a"));
    jsmf_stream_remove(&s, "b");
    jsmf_stream_remove(&s, "none");
    assert_int_equal(s.count, 1);
    assert_string_equal(s.arrays[0].name, "c");
    free(taken);
    jsmf_stream_free(&s);
}

static void a_missing_array_is_named_with_who_writes_it(void **state)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema };
    jsmf_array *a;
    (void)state;
    assert_fails(jsmf_stream_need(ctx, &s, "C", &a), JSMF_EDATA,
                 "no array C (a cooc stream made by jsmf-cooc has one)");
    assert_fails(jsmf_stream_need(ctx, &s, "mine", &a), JSMF_EDATA, "no array mine");
}

static void all_arrays_together_keep_to_the_limit(void **state)
{
    double *values = calloc(1 << 17, sizeof *values);
    jsmf_stream s = { 0 }, t;
    (void)state;
    add_numbers(&s, "a", 'f', 8, 1, 1 << 17, 0, values);
    add_numbers(&s, "b", 'f', 8, 1, 1 << 17, 0, values);
    jsmf_context_set_memory(ctx, 3 << 19);
    assert_fails(read_stream(write_raw(&s), ANY, &t), JSMF_ESYSTEM,
                 "x up to array b needs 2.0M of memory, the limit is 1.5M");
    jsmf_context_set_memory(ctx, 1 << 21);
    assert_ok(ctx, read_stream(write_raw(&s), ANY, &t));
    jsmf_stream_free(&s);
    jsmf_stream_free(&t);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stream_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_are_there_once_and_not_empty, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_streams_are_equal_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_kinds_and_versions_are_refused_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_mark_may_stand_anywhere_or_lack, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_finite_is_refused_with_its_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_what_the_kind_lists_passes_and_what_is_unknown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(derived_arrays_never_pass, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arrays_are_replaced_taken_and_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_missing_array_is_named_with_who_writes_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_arrays_together_keep_to_the_limit, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
