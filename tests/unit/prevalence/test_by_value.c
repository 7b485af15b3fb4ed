/* Documents in groups by a value: text, numbers, dates, bins, pairs. */
#include "unit.h"

#include "jsmf/prevalence.h"
#include "prevalence/dates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jsmf_status group(jsmf_context *ctx, const char *const *values, size_t count, jsmf_prevalence_cut cut,
                         jsmf_prevalence_groups *out)
{
    jsmf_strings list = { 0 };
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &list, values[i], strlen(values[i])));
    jsmf_recorded(jsmf_prevalence_group_strings(ctx, &list, "values", &cut, out));
    jsmf_strings_free(&list);
    return jsmf_context_status(ctx);
}

static void assert_groups(const jsmf_prevalence_groups *g, const char *const *of_document)
{
    for (size_t d = 0; d < g->documents; d++) {
        if (of_document[d])
            assert_string_equal(jsmf_strings_get(&g->names, g->group[d]), of_document[d]);
        else
            assert_true(g->group[d] == JSMF_PREVALENCE_NO_GROUP);
    }
}

static void values_make_groups_in_order(void **state)
{
    static const char *const words[] = { "b", "a", "", "b", "10" }, *const expected[] = { "b", "a", NULL, "b", "10" };
    static const char *const numbers[] = { "10", "9", "-1.5", "9" };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_prevalence_groups g;
    (void)state;
    assert_ok(ctx, group(ctx, words, 5, (jsmf_prevalence_cut){ 0 }, &g));
    assert_groups(&g, expected);
    assert_int_equal(g.count, 3);
    assert_int_equal(g.missing, 1);
    assert_false(g.ordered);
    assert_string_equal(jsmf_strings_get(&g.names, 0), "10");
    jsmf_prevalence_groups_free(&g);
    assert_ok(ctx, group(ctx, numbers, 4, (jsmf_prevalence_cut){ 0 }, &g));
    assert_groups(&g, numbers);
    assert_true(g.ordered);
    assert_string_equal(jsmf_strings_get(&g.names, 0), "-1.5");
    assert_string_equal(jsmf_strings_get(&g.names, 1), "9");
    jsmf_prevalence_groups_free(&g);
    jsmf_context_free(ctx);
}

/* Of four bins of eight documents, 7 stands in the two in the middle, which are one then. */
static void bins_keep_equals_together(void **state)
{
    static const char *const values[] = { "7", "7", "2", "1", "9", "7", "7", "10" };
    static const char *const expected[] = { "7", "7", "1..2", "1..2", "9..10", "7", "7", "9..10" };
    static const char *const few[] = { "7", "1", "7", "7" }, *const bad[] = { "1", "x" };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_prevalence_groups g;
    (void)state;
    assert_ok(ctx, group(ctx, values, 8, (jsmf_prevalence_cut){ .bins = 4 }, &g));
    assert_groups(&g, expected);
    assert_int_equal(g.count, 3);
    jsmf_prevalence_groups_free(&g);
    assert_ok(ctx, group(ctx, few, 4, (jsmf_prevalence_cut){ .bins = 2 }, &g));
    assert_groups(&g, few);
    jsmf_prevalence_groups_free(&g);
    assert_ok(ctx, group(ctx, values, 8, (jsmf_prevalence_cut){ .bins = 1 }, &g));
    assert_int_equal(g.count, 1);
    jsmf_prevalence_groups_free(&g);
    assert_int_equal(group(ctx, bad, 2, (jsmf_prevalence_cut){ .bins = 2 }, &g), JSMF_EDATA);
    assert_non_null(strstr(jsmf_context_error(ctx), "document 1, numbered from 0, has \"x\" (expected a number"));
    jsmf_context_free(ctx);
}

static void an_array_is_read_as_it_lies(void **state)
{
    double years[] = { 1914.5, 1913, 1914.5 };
    int16_t whole[] = { 3, -2, 3 };
    const jsmf_array reals = { .type = 'f', .item = 8, .dims = 1, .shape = { 3 }, .data = years };
    const jsmf_array numbers = { .type = 'i', .item = 2, .dims = 1, .shape = { 3 }, .data = whole };
    const jsmf_array square = { .type = 'i', .item = 2, .dims = 2, .shape = { 1, 3 }, .data = whole };
    static const char *const expected[] = { "1914.5", "1913", "1914.5" }, *const whole_expected[] = { "3", "-2", "3" };
    const jsmf_prevalence_cut cut = { 0 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_prevalence_groups g;
    (void)state;
    assert_ok(ctx, jsmf_prevalence_group_array(ctx, &reals, "a", &cut, &g));
    assert_groups(&g, expected);
    jsmf_prevalence_groups_free(&g);
    assert_ok(ctx, jsmf_prevalence_group_array(ctx, &numbers, "a", &cut, &g));
    assert_groups(&g, whole_expected);
    jsmf_prevalence_groups_free(&g);
    assert_int_equal(jsmf_prevalence_group_array(ctx, &square, "a", &cut, &g), JSMF_EDATA);
    jsmf_context_free(ctx);
}

static void pairs_that_occur_are_groups(void **state)
{
    static const char *const years[] = { "2", "1", "1", "2", "" }, *const parties[] = { "x", "y", "x", "x", "y" };
    static const char *const first[] = { "1", "1", "2" }, *const second[] = { "x", "y", "x" };
    static const size_t expected[] = { 2, 1, 0, 2, JSMF_PREVALENCE_NO_GROUP };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_prevalence_groups a, b, g;
    (void)state;
    assert_ok(ctx, group(ctx, years, 5, (jsmf_prevalence_cut){ 0 }, &a));
    assert_ok(ctx, group(ctx, parties, 5, (jsmf_prevalence_cut){ 0 }, &b));
    assert_ok(ctx, jsmf_prevalence_cross(ctx, &a, &b, &g));
    assert_int_equal(g.count, 3);
    assert_int_equal(g.parts, 2);
    assert_int_equal(g.missing, 1);
    assert_memory_equal(g.group, expected, sizeof expected);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(jsmf_strings_get(&g.names, 2 * i), first[i]);
        assert_string_equal(jsmf_strings_get(&g.names, 2 * i + 1), second[i]);
    }
    jsmf_prevalence_groups_free(&g);
    jsmf_context_set_memory(ctx, 100);
    assert_int_equal(jsmf_prevalence_cross(ctx, &a, &b, &g), JSMF_ESYSTEM);
    assert_says(ctx, "grouping documents by two values needs 120 bytes");
    jsmf_prevalence_groups_free(&a);
    jsmf_prevalence_groups_free(&b);
    jsmf_context_free(ctx);
}

/* ---- dates ---- */

static void assert_cut(const char *date, jsmf_prevalence_period period, const char *expected)
{
    char text[JSMF_PREVALENCE_PERIOD_BYTES];
    if (!expected) {
        assert_false(jsmf_prevalence_cut_date(date, strlen(date), period, text));
        return;
    }
    assert_true(jsmf_prevalence_cut_date(date, strlen(date), period, text));
    assert_string_equal(text, expected);
}

static void dates_are_cut(void **state)
{
    (void)state;
    assert_cut("1914", JSMF_PREVALENCE_YEAR, "1914");
    assert_cut("1914-08", JSMF_PREVALENCE_YEAR, "1914");
    assert_cut("1914-08-03T12:00:00Z", JSMF_PREVALENCE_MONTH, "1914-08");
    assert_cut("19140803", JSMF_PREVALENCE_DAY, "1914-08-03");
    assert_cut("1914-08-03 12:00", JSMF_PREVALENCE_DAY, "1914-08-03");
    assert_cut("1914", JSMF_PREVALENCE_MONTH, NULL);
    assert_cut("1914-08", JSMF_PREVALENCE_WEEK, NULL);
    assert_cut("1914-13", JSMF_PREVALENCE_YEAR, NULL);
    assert_cut("1914-02-29", JSMF_PREVALENCE_YEAR, NULL);
    assert_cut("1916-02-29", JSMF_PREVALENCE_DAY, "1916-02-29");
    assert_cut("3/8/1914", JSMF_PREVALENCE_YEAR, NULL);
    assert_cut("191408", JSMF_PREVALENCE_YEAR, NULL);
    assert_cut("1914-08-03x", JSMF_PREVALENCE_DAY, NULL);
    assert_cut("", JSMF_PREVALENCE_YEAR, NULL);
}

/* As date +%G-W%V says. */
static void weeks_are_those_of_the_standard(void **state)
{
    (void)state;
    assert_cut("2026-11-29", JSMF_PREVALENCE_WEEK, "2026-W48");
    assert_cut("2026-11-30", JSMF_PREVALENCE_WEEK, "2026-W49");
    assert_cut("2021-01-03", JSMF_PREVALENCE_WEEK, "2020-W53");
    assert_cut("2021-01-04", JSMF_PREVALENCE_WEEK, "2021-W01");
    assert_cut("2008-12-29", JSMF_PREVALENCE_WEEK, "2009-W01");
    assert_cut("2010-01-01", JSMF_PREVALENCE_WEEK, "2009-W53");
    assert_cut("1900-01-01", JSMF_PREVALENCE_WEEK, "1900-W01");
    assert_cut("2000-02-29", JSMF_PREVALENCE_WEEK, "2000-W09");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_make_groups_in_order),  cmocka_unit_test(bins_keep_equals_together),
        cmocka_unit_test(an_array_is_read_as_it_lies),  cmocka_unit_test(pairs_that_occur_are_groups),
        cmocka_unit_test(dates_are_cut),                cmocka_unit_test(weeks_are_those_of_the_standard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
