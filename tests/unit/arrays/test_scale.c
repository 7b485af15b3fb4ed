/* arrays: what does not sum to 1 is divided by its sum; what approximates it is taken as it is; sizes out of range. */
#include "unit.h"

#include "jsmf/arrays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6, K = 2 };

/* Three groups of two words, each entry within a group 1/12: three eigenvalues of 1/6, and 0. */
static const double root = 0.70710678118654752;
static const double v[N * K] = { root, 0, root, 0, 0, root, 0, root };

typedef struct run {
    jsmf_context *ctx;
    jsmf_stream s;
    jsmf_arrays_cooc source;
    size_t warnings;
    char said[512];
} run;

static void hear(void *arg, jsmf_level level, const char *text)
{
    run *r = arg;
    if (level != JSMF_WARNING)
        return;
    r->warnings++;
    snprintf(r->said, sizeof r->said, "%s", text);
}

static void begin(run *r, jsmf_kind kind)
{
    memset(r, 0, sizeof *r);
    r->ctx = jsmf_context_new();
    r->s = (jsmf_stream){ .schema = &jsmf_arrays_schema, .kind = kind, .name = strdup("t.npz") };
    jsmf_context_set_message(r->ctx, hear, r);
}

static void end(run *r)
{
    jsmf_arrays_cooc_free(&r->source);
    jsmf_stream_free(&r->s);
    jsmf_context_free(r->ctx);
}

static void add(run *r, const char *name, const double *data, double by, int dims, size_t rows, size_t cols)
{
    double *copy = malloc(rows * cols * sizeof *copy);
    for (size_t i = 0; i < rows * cols; i++)
        copy[i] = by * data[i];
    assert_ok(r->ctx, jsmf_stream_add_f64(r->ctx, &r->s, name, copy, dims, rows, cols));
}

static void add_unigram(run *r, double each)
{
    const double ones[N] = { 1, 1, 1, 1, 1, 1 };
    add(r, "unigram", ones, each, 1, N, 1);
}

static void add_eigen(run *r, double d)
{
    const double ones[K] = { 1, 1 };
    add(r, "V", v, 1, 2, N, K);
    add(r, "D", ones, d, 1, K, 1);
}

static jsmf_status open(run *r) { return jsmf_arrays_cooc_open(r->ctx, &r->s, &r->source); }

static void assert_warned(const run *r, const char *text)
{
    assert_int_equal(r->warnings, 1);
    if (!strstr(r->said, text) || !strstr(r->said, "divided by it"))
        fail_msg("\"%s\" does not say \"%s\"", r->said, text);
}

static void eigenvalues_of_any_scale_are_divided_by_the_sum(void **state)
{
    static const double scales[] = { 1e10, 1e5, 10, 1e-5, 1e-10 };
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        run r;
        begin(&r, JSMF_COOC);
        add_eigen(&r, scales[i] / 6);
        assert_ok(r.ctx, open(&r));
        assert_warned(&r, "V diag(D) V'");
        /* the sum is scale / 6 (2 + 2), and so each of the two becomes 1/4 */
        assert_true(fabs(r.source.d[0] - 0.25) < 1e-12 && fabs(r.source.d[1] - 0.25) < 1e-12);
        end(&r);
    }
}

/* One of three equal parts sums to 1/3: that is what the original's row sums say, too. */
static void a_truncation_is_taken_as_it_is(void **state)
{
    for (int told = 0; told < 2; told++) {
        const double d = 1.0 / 6, first[N] = { root, root };
        run r;
        (void)state;
        begin(&r, JSMF_COOC);
        add(&r, "V", first, 1, 2, N, 1);
        add(&r, "D", &d, 1, 1, 1, 1);
        if (told)
            add_unigram(&r, 1.0 / N);
        assert_ok(r.ctx, open(&r));
        assert_int_equal(r.warnings, !told);
        assert_true(told ? r.source.d[0] == d : fabs(r.source.d[0] - 0.5) < 1e-12);
        end(&r);
    }
}

static void eigenvalues_of_another_scale_than_the_unigram_are_divided(void **state)
{
    run r;
    (void)state;
    begin(&r, JSMF_COOC);
    add_eigen(&r, 1e6 / 6);
    add_unigram(&r, 1.0 / N);
    assert_ok(r.ctx, open(&r));
    assert_warned(&r, "sums to 666667");
    end(&r);
}

static void y_of_any_scale_is_divided_by_the_root_of_the_sum(void **state)
{
    static const double scales[] = { 1e5, 3, 1e-5 };
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        for (int as_operator = 0; as_operator < 2; as_operator++) {
            run r;
            begin(&r, JSMF_COMPRESSED);
            add(&r, "Y", v, scales[i], 2, N, K); /* sums to scale^2 (2 + 2) */
            assert_ok(r.ctx, as_operator ? open(&r) : jsmf_arrays_compressed_open(r.ctx, &r.s, &r.source));
            assert_warned(&r, "Y Y'");
            assert_true(fabs(r.source.rectified.y[0] - root / 2) < 1e-12);
            end(&r);
        }
}

static void y_near_sum_one_keeps_its_bytes(void **state)
{
    static const double scales[] = { 0.36, 0.5, 0.7 }; /* sums of 0.52, 1, 1.96 */
    (void)state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        run r;
        begin(&r, JSMF_COMPRESSED);
        add(&r, "Y", v, scales[i], 2, N, K);
        assert_ok(r.ctx, jsmf_arrays_compressed_open(r.ctx, &r.s, &r.source));
        assert_int_equal(r.warnings, 0);
        for (size_t j = 0; j < N * K; j++)
            assert_true(r.source.rectified.y[j] == scales[i] * v[j]);
        end(&r);
    }
}

/* Y Y' + r sums to 1 where a projection made it, whatever it sums to once it is clipped: here 3 times as much. */
static void a_projection_is_taken_as_it_is(void **state)
{
    const double left = (1 - 4.0) / (N * N);
    for (int off = 0; off < 2; off++) {
        run r;
        (void)state;
        begin(&r, JSMF_RECTIFIED);
        add(&r, "Y", v, off ? 1e3 : 1, 2, N, K);
        assert_ok(r.ctx, jsmf_stream_add_scalar(r.ctx, &r.s, "r", off ? 1e6 * left : left));
        assert_ok(r.ctx, open(&r));
        if (off) {
            assert_warned(&r, "max(Y Y' + r, 0)");
            assert_true(fabs(r.source.rectified.total - 1) < 1e-12);
            assert_true(fabs(r.source.rectified.y[0] * r.source.rectified.y[0] / 0.5 - r.source.rectified.r / left) <
                        1e-12);
        } else {
            assert_int_equal(r.warnings, 0);
            assert_true(r.source.rectified.r == left && r.source.rectified.y[0] == root);
        }
        end(&r);
    }
}

static void refuse(const char *name, const double *data, double by, int dims, size_t rows, size_t cols,
                   const char *text)
{
    run r;
    begin(&r, strcmp(name, "Y") == 0 ? JSMF_COMPRESSED : JSMF_COOC);
    add_eigen(&r, 0.25);
    if (strcmp(name, "V") != 0 && strcmp(name, "D") != 0) {
        jsmf_stream_remove(&r.s, "V");
        jsmf_stream_remove(&r.s, "D");
    } else {
        jsmf_stream_remove(&r.s, name);
    }
    add(&r, name, data, by, dims, rows, cols);
    assert_int_equal(open(&r), JSMF_EDATA);
    assert_says(r.ctx, text);
    assert_says(r.ctx, name);
    end(&r);
}

static void sizes_beyond_numbers_are_refused_by_name(void **state)
{
    const double d[K] = { 1, 1 };
    static const struct { double by; const char *text; } cases[] = {
        { 1e200, "too large" }, { 1e308, "too large" }, { 1e-200, "too small" }, { 0, "all entries are 0" }
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        refuse("Y", v, cases[i].by, 2, N, K, cases[i].text);
        refuse("V", v, cases[i].by, 2, N, K, cases[i].text);
        refuse("D", d, cases[i].by, 1, K, 1, cases[i].text);
        refuse("C", (const double[]){ 1, 1, 1, 1 }, cases[i].by, 2, 2, 2, cases[i].text);
    }
}

static void a_huge_r_is_refused(void **state)
{
    static const double rs[] = { 1e308, -1e200 };
    (void)state;
    for (int i = 0; i < 2; i++) {
        run r;
        begin(&r, JSMF_RECTIFIED);
        add(&r, "Y", v, 0.5, 2, N, K);
        assert_ok(r.ctx, jsmf_stream_add_scalar(r.ctx, &r.s, "r", rs[i]));
        assert_int_equal(open(&r), JSMF_EDATA);
        assert_says(r.ctx, "array r: the largest entry");
        assert_says(r.ctx, "too large");
        end(&r);
    }
}

static void a_unigram_is_probabilities(void **state)
{
    static const struct { double each, third; const char *text; } cases[] = {
        { 1.0 / N, 0, NULL }, { 1.0 / N, -1e-9, "unigram: holds -1e-09 at [2]" }, { 0, 0, "sums to 0" },
        { 1e5, 1e5, NULL }
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run r;
        begin(&r, JSMF_COMPRESSED);
        add(&r, "Y", v, 0.5, 2, N, K);
        add_unigram(&r, cases[i].each);
        ((double *)jsmf_stream_find(&r.s, "unigram")->data)[2] = cases[i].third;
        assert_int_equal(jsmf_arrays_compressed_open(r.ctx, &r.s, &r.source), cases[i].text ? JSMF_EDATA : JSMF_OK);
        if (cases[i].text)
            assert_says(r.ctx, cases[i].text);
        else
            assert_int_equal(r.warnings, cases[i].each > 1);
        if (cases[i].each > 1)
            assert_true(fabs(r.source.unigram[0] - 1.0 / N) < 1e-12);
        end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eigenvalues_of_any_scale_are_divided_by_the_sum),
        cmocka_unit_test(a_truncation_is_taken_as_it_is),
        cmocka_unit_test(eigenvalues_of_another_scale_than_the_unigram_are_divided),
        cmocka_unit_test(y_of_any_scale_is_divided_by_the_root_of_the_sum),
        cmocka_unit_test(y_near_sum_one_keeps_its_bytes),
        cmocka_unit_test(a_projection_is_taken_as_it_is),
        cmocka_unit_test(sizes_beyond_numbers_are_refused_by_name),
        cmocka_unit_test(a_huge_r_is_refused),
        cmocka_unit_test(a_unigram_is_probabilities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
