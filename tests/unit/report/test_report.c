/* A model as something to look at: quoting, places, orders, words, figures. */
#include "unit.h"

#include "jsmf/report.h"
#include "base/base_inner.h"
#include "io/io_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- text ---- */

static void expect_text(jsmf_report_quoting quoting, const char *text, size_t most, const char *expected)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_output *out;
    size_t length;
    assert_int_equal(jsmf_output_memory(ctx, &out), JSMF_OK);
    assert_int_equal(jsmf_report_text(ctx, out, quoting, text, most), JSMF_OK);
    const char *bytes = jsmf_output_bytes(out, &length);
    assert_int_equal(length, strlen(expected));
    assert_memory_equal(bytes, expected, length);
    jsmf_output_abandon(out);
    jsmf_context_free(ctx);
}

static void text_means_nothing_to_its_reader(void **state)
{
    (void)state;
    expect_text(JSMF_REPORT_HTML, "a<b>&\"'c", 0, "a&lt;b&gt;&amp;&quot;&#39;c");
    expect_text(JSMF_REPORT_JSON, "</script>\"\\&", 0, "\"\\u003c/script\\u003e\\\"\\\\\\u0026\"");
    expect_text(JSMF_REPORT_MARKDOWN, "a|b*c_<d>", 0, "a\\|b\\*c\\_&lt;d&gt;");
    expect_text(JSMF_REPORT_HTML, "tab\there\nand\rthere", 0, "tab here and there");
    expect_text(JSMF_REPORT_HTML, "\x01x\xe2\x80\xaey\xef\xbf\xbe", 0, "\xef\xbf\xbdx\xef\xbf\xbdy\xef\xbf\xbd");
    expect_text(JSMF_REPORT_JSON, "\xe2\x80\xa8", 0, "\" \"");
}

static void long_text_is_cut_between_code_points(void **state)
{
    (void)state;
    expect_text(JSMF_REPORT_HTML, "\xc3\xa4\xc3\xb6\xc3\xbc", 2, "\xc3\xa4\xc3\xb6\xe2\x80\xa6");
    expect_text(JSMF_REPORT_HTML, "\xc3\xa4\xc3\xb6\xc3\xbc", 3, "\xc3\xa4\xc3\xb6\xc3\xbc");
    expect_text(JSMF_REPORT_JSON, "abc", 1, "\"a\xe2\x80\xa6\"");
}

/* ---- places ---- */

/* Topics 0 and 1 are equal, 2 has no word of theirs, 3 has no words. */
static double few[16] = { 0.5, 0.5, 0, 0, /**/ 0.5, 0.5, 0, 0, /**/ 0, 0, 0.25, 0, /**/ 0, 0, 0.75, 0 };

static void distances_are_between_0_and_1(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 4, .b = few };
    double d[16];
    (void)state;
    assert_int_equal(jsmf_report_distances(ctx, &m, d), JSMF_OK);
    assert_true(d[1] == 0 && d[4] == 0);
    for (size_t i = 0; i < 2; i++)
        assert_true(fabs(d[4 * i + 2] - 1) < 1e-12 && d[4 * i + 3] == 1);
    for (size_t i = 0; i < 4; i++)
        assert_true(d[5 * i] == 0);
    /* (1, 0) and (1/2, 1/2): H(3/4, 1/4) - 1/2 */
    const jsmf_model two = { .n = 2, .k = 2, .b = (double[]){ 1, 0.5, 0, 0.5 } };
    assert_int_equal(jsmf_report_distances(ctx, &two, d), JSMF_OK);
    assert_true(fabs(d[1] - sqrt(0.75 * log2(4 / 3.0) + 0.5 - 0.5)) < 1e-12);
    jsmf_context_free(ctx);
}

static void scaling_gives_points_of_a_plane_back(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const double points[10] = { 0, 0, /**/ 3, 0, /**/ 3, 4, /**/ 0.5, 2, /**/ -1, 1 };
    double d[25], at[10], part;
    (void)state;
    for (size_t i = 0; i < 25; i++)
        d[i] = hypot(points[i / 5 * 2] - points[i % 5 * 2], points[i / 5 * 2 + 1] - points[i % 5 * 2 + 1]);
    assert_int_equal(jsmf_report_scale(ctx, 5, d, at, &part), JSMF_OK);
    for (size_t i = 0; i < 25; i++)
        assert_true(fabs(d[i] - hypot(at[i / 5 * 2] - at[i % 5 * 2], at[i / 5 * 2 + 1] - at[i % 5 * 2 + 1])) < 1e-9);
    assert_true(fabs(part - 1) < 1e-9);
    assert_int_equal(jsmf_report_scale(ctx, 1, (double[]){ 0 }, at, &part), JSMF_OK);
    assert_true(at[0] == 0 && at[1] == 0 && part == 0);
    jsmf_context_free(ctx);
}

/* Topics of two groups, even and odd ones, stand together; whatever the order, each topic is there once. */
static void an_order_keeps_groups_together(void **state)
{
    enum { K = 9 };
    jsmf_context *ctx = jsmf_context_new();
    double lift[K * K];
    size_t order[K], changes = 0, seen = 0;
    (void)state;
    for (size_t i = 0; i < K * K; i++)
        lift[i] = i / K % 2 == i % K % 2 ? 3 + 0.01 * (double)(i / K + i % K) : 0.1;
    assert_int_equal(jsmf_report_seriate(ctx, K, lift, order), JSMF_OK);
    for (size_t i = 0; i < K; i++) {
        seen |= (size_t)1 << order[i];
        changes += i && order[i] % 2 != order[i - 1] % 2;
    }
    assert_int_equal(seen, ((size_t)1 << K) - 1);
    assert_int_equal(changes, 1);
    jsmf_context_free(ctx);
}

/* ---- words ---- */

enum { N = 40, TOPICS = 3 };

static void draw_model(double *b, double *unigram)
{
    double sums[TOPICS] = { 0 };
    for (size_t i = 0; i < N * TOPICS; i++) {
        b[i] = jsmf_random_uniform(3, 1, i) < 0.3 ? 0 : -log(jsmf_random_uniform(3, 2, i));
        sums[i % TOPICS] += b[i];
    }
    for (size_t i = 0; i < N; i++) {
        unigram[i] = 0;
        for (size_t k = 0; k < TOPICS; k++)
            unigram[i] += (b[i * TOPICS + k] /= sums[k]) / TOPICS;
    }
}

static void candidates_are_the_most_relevant_words(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double b[N * TOPICS], unigram[N];
    const jsmf_model m = { .n = N, .k = TOPICS, .b = b };
    size_t *found, count;
    (void)state;
    draw_model(b, unigram);
    assert_int_equal(jsmf_report_candidates(ctx, &m, unigram, 1, 4, &found, &count), JSMF_OK);
    assert_true(count >= 4 && count < N);
    for (size_t step = 0; step <= 20; step++)
        for (size_t i = 0; i < N; i++) {
            size_t better = 0, is_found = 0;
            const double lambda = (double)step / 20, p = b[i * TOPICS + 1];
            for (size_t j = 0; j < N; j++) {
                const double q = b[j * TOPICS + 1];
                better += q > 0 && (p == 0 || lambda * log(q) + (1 - lambda) * log(q / unigram[j]) >
                                                  lambda * log(p) + (1 - lambda) * log(p / unigram[i]));
            }
            for (size_t j = 0; j < count; j++)
                is_found += found[j] == i;
            assert_true(p == 0 || better >= 4 || is_found == 1);
            assert_true(p > 0 || is_found == 0);
        }
    free(found);
    jsmf_context_free(ctx);
}

/* Anchors of their own make the corners, and every word a mixture of them: none is outside of the triangle. */
static void words_are_within_their_topics(void **state)
{
    enum { ROWS = N + TOPICS };
    jsmf_context *ctx = jsmf_context_new();
    double b[ROWS * TOPICS], unigram[N], words[2 * ROWS], corners[2 * TOPICS];
    double a[TOPICS * TOPICS] = { 0.3, 0.02, 0.01, /**/ 0.02, 0.3, 0.02, /**/ 0.01, 0.02, 0.3 };
    const jsmf_model m = { .n = ROWS, .k = TOPICS, .b = b, .a = a };
    (void)state;
    draw_model(b, unigram);
    for (size_t i = 0; i < TOPICS * TOPICS; i++)
        b[N * TOPICS + i] = i % (TOPICS + 1) == 0 ? 0.1 : 0;
    assert_int_equal(jsmf_report_plane(ctx, &m, words, corners), JSMF_OK);
    for (size_t k = 0; k < TOPICS; k++)
        for (size_t j = 0; j < 2; j++)
            assert_true(fabs(words[2 * (N + k) + j] - corners[2 * k + j]) < 1e-9);
    for (size_t i = 0; i < ROWS; i++) {
        double side[3];
        for (size_t k = 0; k < 3; k++) {
            const double *p = corners + 2 * k, *q = corners + 2 * ((k + 1) % 3);
            side[k] = (q[0] - p[0]) * (words[2 * i + 1] - p[1]) - (q[1] - p[1]) * (words[2 * i] - p[0]);
        }
        assert_true((side[0] > -1e-9 && side[1] > -1e-9 && side[2] > -1e-9) ||
                    (side[0] < 1e-9 && side[1] < 1e-9 && side[2] < 1e-9));
    }
    jsmf_context_free(ctx);
}

/* ---- figures ---- */

static size_t count_of(const char *text, const char *what)
{
    size_t count = 0;
    while ((text = strstr(text, what)) != NULL) {
        count++;
        text += strlen(what);
    }
    return count;
}

/* Whatever the weights, no circle covers another, and each is within the figure. */
static void circles_of_the_map_are_apart(void **state)
{
    enum { K = 60 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings labels = { 0 };
    jsmf_output *out;
    double weight[K], at[2 * K], x[K], y[K], r[K];
    size_t length, circles = 0;
    (void)state;
    for (size_t k = 0; k < K; k++) {
        weight[k] = k % 7 ? 1.0 / K : 0.2 / K;
        at[2 * k] = jsmf_random_normal(1, 1, k) / (k % 3 ? 1 : 100); /* a crowd in the middle */
        at[2 * k + 1] = k < 2 ? 0 : jsmf_random_normal(1, 2, k) / (k % 3 ? 1 : 100);
        assert_int_equal(jsmf_strings_add(ctx, &labels, "<label>", 7), JSMF_OK);
    }
    at[0] = at[2]; /* and two at one place */
    const jsmf_report_topics topics = { .k = K, .weight = weight, .labels = &labels };
    assert_int_equal(jsmf_output_memory(ctx, &out), JSMF_OK);
    assert_int_equal(jsmf_report_draw_map(ctx, out, &topics, at, NULL), JSMF_OK);
    assert_int_equal(jsmf_output_write(ctx, out, "", 1), JSMF_OK);
    const char *text = jsmf_output_bytes(out, &length);
    assert_int_equal(count_of(text, "<label>"), 0);
    for (const char *p = text; (p = strstr(p, "cx=\"")) != NULL; p++, circles++)
        assert_int_equal(sscanf(p, "cx=\"%lf\" cy=\"%lf\" r=\"%lf\"", x + circles, y + circles, r + circles), 3);
    assert_int_equal(circles, K);
    for (size_t a = 0; a < K; a++) {
        assert_true(x[a] > r[a] && x[a] < 760 - r[a] && y[a] > r[a] && y[a] < 600 - r[a]);
        for (size_t b = 0; b < a; b++)
            assert_true(hypot(x[a] - x[b], y[a] - y[b]) > r[a] + r[b]);
    }
    jsmf_output_abandon(out);
    jsmf_strings_free(&labels);
    jsmf_context_free(ctx);
}

/* The figure's text, with a 0 behind it. */
static const char *drawn(jsmf_context *ctx, jsmf_output *out)
{
    size_t length;
    assert_ok(ctx, jsmf_output_write(ctx, out, "", 1));
    return jsmf_output_bytes(out, &length);
}

/* The hull of corners (k x 2) has so many corners, and each topic has a label at most. */
static void expect_hull(size_t k, const double *corners, size_t expected)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings labels = { 0 };
    jsmf_output *out;
    double weight[8];
    const double word[2] = { 0.5, 0.5 };
    const size_t first = 0;
    for (size_t i = 0; i < k; i++) {
        weight[i] = 1.0 / (double)k;
        assert_ok(ctx, jsmf_strings_add(ctx, &labels, "label", 5));
    }
    const jsmf_report_topics topics = { .k = k, .weight = weight, .labels = &labels };
    const jsmf_report_points points = { .words = word, .corners = corners, .drawn = &first, .drawn_count = 1,
                                        .anchors = &labels };
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_report_draw_plane(ctx, out, &topics, &points));
    const char *text = drawn(ctx, out), *hull = strstr(text, "<path class=\"hull\" d=\"M");
    size_t corners_drawn = 1;
    assert_non_null(hull);
    for (const char *p = hull; *p != 'z'; p++)
        corners_drawn += *p == 'L';
    assert_int_equal(corners_drawn, expected);
    assert_true(count_of(text, "<tspan class=\"strong\">") <= k);
    jsmf_output_abandon(out);
    jsmf_strings_free(&labels);
    jsmf_context_free(ctx);
}

static void a_hull_has_each_corner_once(void **state)
{
    (void)state;
    expect_hull(4, (double[]){ 0, 0, /**/ 1, 0, /**/ 1, 1, /**/ 0, 1 }, 4);
    expect_hull(4, (double[]){ 1, 0, /**/ 1, 0, /**/ 0, 1, /**/ 0.5, 1 }, 3);
    expect_hull(4, (double[]){ 1, 0, /**/ 2, 0, /**/ 0, 0, /**/ 0.5, 0 }, 2);
    expect_hull(5, (double[]){ 0, 1, /**/ 0, 0, /**/ 0, 2, /**/ 2, 2, /**/ 1, 2 }, 3);
    expect_hull(3, (double[]){ 1, 1, /**/ 1, 1, /**/ 1, 1 }, 1);
}

/* Shares that are nothing beside rounding are drawn as 0; no number is NaN or infinite. */
static void the_smallest_shares_have_a_figure(void **state)
{
    static const double shares[] = { 0, 5e-324, 1e-310, 1e-12, 1e-8, 1 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings names = { 0 };
    const jsmf_report_topics topics = { .k = 1, .labels = &names };
    (void)state;
    for (size_t i = 0; i < 2; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &names, "name", 4));
    for (size_t i = 0; i < 2 * sizeof shares / sizeof *shares; i++) {
        const double mean[2] = { shares[i / 2], 0 };
        const jsmf_report_groups groups = { .count = 2, .ordered = i % 2, .names = &names, .mean = mean, .low = mean,
                                            .high = mean };
        jsmf_output *out;
        assert_ok(ctx, jsmf_output_memory(ctx, &out));
        assert_ok(ctx, jsmf_report_draw_trend(ctx, out, &topics, &groups, 0, mean[0]));
        assert_ok(ctx, jsmf_report_draw_spark(ctx, out, &topics, &groups, 0));
        const char *text = drawn(ctx, out);
        assert_true(count_of(text, "nan") == 0 && count_of(text, "\"inf") == 0 && count_of(text, "\"-inf") == 0);
        assert_true(count_of(text, "class=\"grid\"") < 10);
        jsmf_output_abandon(out);
    }
    jsmf_strings_free(&names);
    jsmf_context_free(ctx);
}

/* The texts of bars end where these begin; a name that is too long loses its end. W is 0.99 of the letters' size. */
static void names_of_bars_fit(void **state)
{
    enum { GROUPS = 3, LETTERS = 12 };
    static const char *const names[GROUPS] = { "Account administration", "Accessories and spare parts for all",
                                               "WWWWWWWWWWWWWWWW" };
    const double share[GROUPS] = { 0.1, 0.2, 1 }, weight = 1;
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings labels = { 0 };
    jsmf_output *out;
    size_t length;
    double end;
    (void)state;
    for (size_t i = 0; i < GROUPS; i++)
        assert_int_equal(jsmf_strings_add(ctx, &labels, names[i], strlen(names[i])), JSMF_OK);
    const jsmf_report_topics topics = { .k = 1, .weight = &weight, .labels = &labels };
    jsmf_report_groups groups = { GROUPS, false, &labels, share, share, share };
    assert_int_equal(jsmf_output_memory(ctx, &out), JSMF_OK);
    assert_int_equal(jsmf_report_draw_trend(ctx, out, &topics, &groups, 0, 1), JSMF_OK);
    groups.ordered = true;
    assert_int_equal(jsmf_report_draw_trend(ctx, out, &topics, &groups, 0, 1), JSMF_OK);
    assert_int_equal(jsmf_output_write(ctx, out, "", 1), JSMF_OK);
    const char *text = jsmf_output_bytes(out, &length), *row = strstr(text, "class=\"row\" x=\"");
    assert_int_equal(count_of(text, ">Account administration<"), 1);
    assert_int_equal(count_of(text, ">Accessories and spare\xe2\x80\xa6<"), 1);
    assert_int_equal(sscanf(row, "class=\"row\" x=\"%lf", &end), 1);
    const char *letters = strstr(text, ">WWW") + 1;
    assert_true(0.99 * LETTERS * (double)strspn(letters, "W") + LETTERS < end);
    assert_int_equal(strncmp(letters + strspn(letters, "W"), "\xe2\x80\xa6<", 4), 0);
    row = strstr(strstr(text, ">100 %<") + 1, ">100 %<"); /* that of the line's axis */
    while (strncmp(row, "x=\"", 3) != 0)
        row--;
    assert_int_equal(sscanf(row, "x=\"%lf", &end), 1);
    assert_true(3.2 * LETTERS < end);
    jsmf_output_abandon(out);
    jsmf_strings_free(&labels);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_means_nothing_to_its_reader),
        cmocka_unit_test(long_text_is_cut_between_code_points),
        cmocka_unit_test(distances_are_between_0_and_1),
        cmocka_unit_test(scaling_gives_points_of_a_plane_back),
        cmocka_unit_test(an_order_keeps_groups_together),
        cmocka_unit_test(candidates_are_the_most_relevant_words),
        cmocka_unit_test(words_are_within_their_topics),
        cmocka_unit_test(circles_of_the_map_are_apart),
        cmocka_unit_test(a_hull_has_each_corner_once),
        cmocka_unit_test(the_smallest_shares_have_a_figure),
        cmocka_unit_test(names_of_bars_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
