/* arrays: a stream's arrays as an operator, and what is refused. */
#include "unit.h"

#include "jsmf/arrays.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 70 };

static jsmf_stream new_stream(jsmf_kind kind)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = kind };
    s.name = strdup("t.npz");
    return s;
}

static double *copy(const void *from, size_t count)
{
    double *to = malloc(count * sizeof *to);
    memcpy(to, from, count * sizeof *to);
    return to;
}

/* Symmetric, half of it zeros. */
static double *make_matrix(void)
{
    double *c = calloc(N * N, sizeof *c);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j <= i; j++)
            if (jsmf_random_uniform(1, 1, i * N + j) < 0.5)
                c[i * N + j] = c[j * N + i] = jsmf_random_uniform(1, 2, i * N + j);
    return c;
}

static void add_dense(jsmf_context *ctx, jsmf_stream *s, const double *c)
{
    assert_ok(ctx, jsmf_stream_add_f64(ctx, s, "C", copy(c, N * N), 2, N, N));
}

static void add_sparse(jsmf_context *ctx, jsmf_stream *s, const double *c)
{
    jsmf_csr m = { .rows = N, .cols = N, .indptr = calloc(N + 1, sizeof *m.indptr),
                   .indices = calloc(N * N, sizeof *m.indices), .values = calloc(N * N, sizeof *m.values) };
    size_t nnz = 0;
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++)
            if (c[i * N + j] != 0) {
                m.indices[nnz] = (int32_t)j;
                m.values[nnz++] = c[i * N + j];
            }
        m.indptr[i + 1] = (int64_t)nnz;
    }
    assert_ok(ctx, jsmf_stream_add_csr(ctx, s, "C", &m));
}

typedef void (*adder)(jsmf_context *ctx, jsmf_stream *s, const double *c);
static const adder adders[] = { add_dense, add_sparse };

/* The operator's sum is 1, whatever c's is. */
static void assert_opens(jsmf_context *ctx, jsmf_stream *s, const double *c, const char *name)
{
    jsmf_arrays_cooc source;
    double *panel = malloc(N * N * sizeof *panel), sum = 0;
    for (size_t i = 0; i < N * N; i++)
        sum += c[i];
    assert_ok(ctx, jsmf_arrays_cooc_open(ctx, s, &source));
    assert_int_equal(source.n, N);
    assert_string_equal(jsmf_operator_name(source.op), name);
    assert_ok(ctx, jsmf_operator_panel(ctx, source.op, 0, N, panel));
    for (size_t i = 0; i < N * N; i++)
        assert_true(fabs(panel[i] - c[i] / sum) < 1e-14);
    free(panel);
    jsmf_arrays_cooc_free(&source);
}

static void assert_refused(jsmf_context *ctx, jsmf_stream *s, const char *text)
{
    jsmf_arrays_cooc source;
    assert_int_equal(jsmf_arrays_cooc_open(ctx, s, &source), JSMF_EDATA);
    assert_says(ctx, text);
    assert_null(source.op);
    jsmf_context_clear(ctx);
}

static void a_matrix_opens_dense_and_sparse(void **state)
{
    const char *const names[] = { "dense", "sparse" };
    jsmf_context *ctx = jsmf_context_new();
    double *c = make_matrix();
    (void)state;
    for (int a = 0; a < 2; a++) {
        jsmf_stream s = new_stream(JSMF_COOC);
        adders[a](ctx, &s, c);
        assert_opens(ctx, &s, c, names[a]);
        assert_int_equal(s.count, 0);
        jsmf_stream_free(&s);
    }
    free(c);
    jsmf_context_free(ctx);
}

/* C = Hhat' Hhat - diag(hdiag) of two documents. */
static void factors_open(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream s = new_stream(JSMF_COOC);
    double c[N * N] = { 0 }, rows[2][N] = { { 0.5, 0.25, 0 }, { 0, 1, 2 } }, *hdiag = calloc(N, sizeof *hdiag);
    jsmf_csr m = { .rows = 2, .cols = N, .indptr = calloc(3, sizeof *m.indptr),
                   .indices = calloc(4, sizeof *m.indices), .values = calloc(4, sizeof *m.values) };
    (void)state;
    memcpy(m.indptr, (int64_t[]){ 0, 2, 4 }, 3 * sizeof *m.indptr);
    memcpy(m.indices, (int32_t[]){ 0, 1, 1, 2 }, 4 * sizeof *m.indices);
    memcpy(m.values, (double[]){ 0.5, 0.25, 1, 2 }, 4 * sizeof *m.values);
    hdiag[1] = 0.125;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++)
            c[i * N + j] = rows[0][i] * rows[0][j] + rows[1][i] * rows[1][j] - (i == j ? hdiag[i] : 0);
    assert_ok(ctx, jsmf_stream_add_csr(ctx, &s, "Hhat", &m));
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "Hdiag", copy(hdiag, N), 1, N, 1));
    assert_opens(ctx, &s, c, "factored");
    jsmf_stream_free(&s);
    free(hdiag);
    jsmf_context_free(ctx);
}

static void y_and_r_open_with_sum_one(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream s = new_stream(JSMF_RECTIFIED);
    double y[N * 2], *c = calloc(N * N, sizeof *c), total = 0;
    (void)state;
    for (size_t i = 0; i < N * 2; i++)
        y[i] = jsmf_random_normal(2, 1, i);
    for (size_t i = 0; i < N * N; i++) {
        c[i] = fmax(y[i / N * 2] * y[i % N * 2] + y[i / N * 2 + 1] * y[i % N * 2 + 1] - 0.25, 0);
        total += c[i];
    }
    for (size_t i = 0; i < N * N; i++)
        c[i] /= total;
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "Y", copy(y, N * 2), 2, N, 2));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "r", -0.25));
    assert_opens(ctx, &s, c, "rectified");
    jsmf_stream_free(&s);
    free(c);
    jsmf_context_free(ctx);
}

static void spoil(double *c, int fault)
{
    c[3 * N + 67] = c[67 * N + 3] = 0.5;
    switch (fault) {
    case 0: c[3 * N + 67] = 0; break;
    case 1: c[67 * N + 3] = 0; break;
    case 2: c[3 * N + 67] *= 1 + 1e-7; break;
    case 3: c[68 * N + 69] = 0, c[69 * N + 68] = 0.5; break;
    case 4: c[2 * N + 7] = c[7 * N + 2] + 1; break;
    case 5: c[5 * N + 41] = c[41 * N + 5] = -0.001; break;
    default: memset(c, 0, N * N * sizeof *c);
    }
}

static void a_compressed_y_is_opened_as_it_is(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_arrays_cooc source;
    const double y[N * 2] = { 0.25, -0.5, 0.75 }, r = 0;
    int64_t df[N] = { 7 };
    (void)state;
    for (int marked = 0; marked < 2; marked++) {
        jsmf_stream s = new_stream(marked ? JSMF_COMPRESSED : JSMF_UNMARKED);
        assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "Y", copy(y, N * 2), 2, N, 2));
        assert_ok(ctx, jsmf_stream_add_i64(ctx, &s, "df", jsmf_copy(ctx, df, N, sizeof *df), 1, N));
        assert_true(jsmf_arrays_is_compressed(&s));
        assert_ok(ctx, jsmf_arrays_compressed_open(ctx, &s, &source));
        assert_null(source.op);
        assert_int_equal(source.n, N);
        assert_int_equal(source.rectified.k, 2);
        assert_memory_equal(source.rectified.y, y, sizeof y);
        assert_int_equal(source.df[0], 7);
        jsmf_arrays_cooc_free(&source);
        assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "Y", copy(y, N * 2), 2, N, 2));
        assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "r", r));
        assert_int_equal(jsmf_arrays_is_compressed(&s), marked);
        assert_int_equal(jsmf_arrays_compressed_open(ctx, &s, &source), JSMF_EDATA);
        assert_says(ctx, "Y with r");
        jsmf_context_clear(ctx);
        jsmf_stream_free(&s);
    }
    jsmf_context_free(ctx);
}

static void what_is_no_cooccurrence_is_refused(void **state)
{
    static const char *const texts[] = { "is not symmetric", "is not symmetric", "is not symmetric", "is not symmetric",
                                         "is not symmetric", "is -0.001", "all entries are 0" };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (int a = 0; a < 2; a++)
        for (int fault = 0; fault < 7; fault++) {
            double *c = make_matrix();
            jsmf_stream s = new_stream(JSMF_COOC);
            spoil(c, fault);
            adders[a](ctx, &s, c);
            assert_refused(ctx, &s, texts[fault]);
            jsmf_stream_free(&s);
            free(c);
        }
    jsmf_context_free(ctx);
}

static void rounding_is_not_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (int a = 0; a < 2; a++) {
        double *c = make_matrix();
        jsmf_stream s = new_stream(JSMF_COOC);
        jsmf_arrays_cooc source;
        c[3 * N + 67] = c[67 * N + 3] + 1e-12;
        c[5 * N + 5] = -1e-12;
        adders[a](ctx, &s, c);
        assert_ok(ctx, jsmf_arrays_cooc_open(ctx, &s, &source));
        jsmf_arrays_cooc_free(&source);
        jsmf_stream_free(&s);
        free(c);
    }
    jsmf_context_free(ctx);
}

static void other_arrays_are_named(void **state)
{
    static const struct { const char *name, *text; } cases[] = {
        { "H.data", "a bag of words" }, { "X", "no co-occurrence" }, { "C", "expected words x words" }
    };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jsmf_stream s = new_stream(JSMF_UNMARKED);
        double *data = calloc(6, sizeof *data);
        assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, cases[i].name, data, 2, 3, 2));
        assert_refused(ctx, &s, cases[i].text);
        jsmf_stream_free(&s);
    }
    jsmf_context_free(ctx);
}

static void lengths_must_agree(void **state)
{
    static const char *const names[] = { "unigram", "df" };
    jsmf_context *ctx = jsmf_context_new();
    double *c = make_matrix();
    (void)state;
    for (int i = 0; i < 2; i++) {
        jsmf_stream s = new_stream(JSMF_COOC);
        add_dense(ctx, &s, c);
        assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, names[i], calloc(N - 1, sizeof *c), 1, N - 1, 1));
        assert_refused(ctx, &s, names[i]);
        jsmf_stream_free(&s);
    }
    free(c);
    jsmf_context_free(ctx);
}

static jsmf_stream eigen_stream(jsmf_context *ctx, size_t n, size_t k, const double *v, size_t count, const double *d)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_COOC, .name = strdup("t.npz") };
    double *own_v = malloc(n * k * sizeof *own_v), *own_d = malloc(count * sizeof *own_d);
    memcpy(own_v, v, n * k * sizeof *own_v);
    memcpy(own_d, d, count * sizeof *own_d);
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "V", own_v, 2, n, k));
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "D", own_d, 1, count, 1));
    return s;
}

static void assert_eigen(size_t n, size_t k, const double *v, size_t count, const double *d, const char *text)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream s = eigen_stream(ctx, n, k, v, count, d);
    jsmf_arrays_cooc source;
    if (text) {
        assert_int_equal(jsmf_arrays_cooc_open(ctx, &s, &source), JSMF_EDATA);
        assert_says(ctx, text);
    } else {
        assert_ok(ctx, jsmf_arrays_cooc_open(ctx, &s, &source));
        assert_int_equal(source.n, n);
        assert_string_equal(jsmf_operator_name(source.op), "low rank");
        jsmf_arrays_cooc_free(&source);
    }
    jsmf_stream_free(&s);
    jsmf_context_free(ctx);
}

static void streams_of_eigenpairs_are_opened_and_wrong_ones_refused(void **state)
{
    const double v[] = { 0.8, -0.6, 0.6, 0.8, 0, 0 }, off[] = { 0.8, -0.6, 0.6, 0.8, 0, 1e-5 },
                 longer[] = { 0.8, -0.6, 0.6, 0.8, 0, 2e-3 }, d[] = { 2, 1, 1 }, negative[] = { 2, -1, 1 },
                 none[] = { 2, 0, 1 };
    (void)state;
    assert_eigen(3, 2, v, 2, d, NULL);
    assert_eigen(3, 2, off, 2, d, NULL);
    assert_eigen(3, 2, longer, 2, d, "orthonormal");
    assert_eigen(3, 2, v, 3, d, "D");
    assert_eigen(3, 2, v, 1, d, "D");
    assert_eigen(2, 3, v, 3, d, "2 x 3");
    assert_eigen(3, 2, v, 2, negative, "eigenvalue 1 is -1");
    assert_eigen(3, 2, v, 2, none, "eigenvalue 1 is 0");
}

/* The model of b (n x k) alone, after its way through a stream. */
static jsmf_status load_topics(jsmf_context *ctx, size_t n, size_t k, const double *b, jsmf_model *m)
{
    jsmf_stream s = new_stream(JSMF_MODEL);
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "B", copy(b, n * k), 2, n, k));
    const jsmf_status status = jsmf_arrays_model_load(ctx, &s, m);
    if (status == JSMF_OK) { /* the stream owns it */
        double *own = copy(m->b, n * k);
        *m = (jsmf_model){ .n = n, .k = k, .b = own };
    }
    jsmf_stream_free(&s);
    return status;
}

static void columns_of_topics_are_made_to_sum_to_1(void **state)
{
    const double exact[] = { 0.25, 0.5, 0.75, 0.5 }, rounded[] = { 0.2502, 0.5, 0.75, 0.4999 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m;
    (void)state;
    assert_ok(ctx, load_topics(ctx, 2, 2, exact, &m));
    assert_memory_equal(m.b, exact, sizeof exact);
    jsmf_model_free(&m);
    assert_ok(ctx, load_topics(ctx, 2, 2, rounded, &m));
    for (size_t i = 0; i < 4; i++)
        assert_true(fabs(m.b[i] - rounded[i] / (i % 2 ? 0.9999 : 1.0002)) < 1e-15);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void topics_that_lie_or_weigh_otherwise_are_refused(void **state)
{
    const double lying[] = { 0.2, 0.3, 0.5, 0.4, 0.4, 0.2 }, counts[] = { 3, 1, 2, 4, 5, 6 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m;
    (void)state;
    assert_int_equal(load_topics(ctx, 2, 3, lying, &m), JSMF_EDATA);
    assert_says(ctx, "B is 2 x 3, and seems to be topics x words: transpose it");
    jsmf_context_clear(ctx);
    assert_int_equal(load_topics(ctx, 3, 2, counts, &m), JSMF_EDATA);
    assert_says(ctx, "B's column 0 sums to 10: divide each by its sum");
    jsmf_context_free(ctx);
}

static void names_may_be_empty_and_equal(void **state)
{
    static const char *const texts[] = { "war", "", "war" };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream s = new_stream(JSMF_MODEL);
    const jsmf_strings *names;
    jsmf_strings list = { 0 };
    (void)state;
    assert_ok(ctx, jsmf_stream_strings(ctx, &s, "names", 3, &names));
    assert_null(names);
    for (size_t i = 0; i < 3; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &list, texts[i], strlen(texts[i])));
    assert_ok(ctx, jsmf_stream_add_strings(ctx, &s, "names", &list));
    assert_ok(ctx, jsmf_stream_strings(ctx, &s, "names", 3, &names));
    for (size_t i = 0; i < 3; i++)
        assert_string_equal(jsmf_strings_get(names, i), texts[i]);
    assert_int_equal(jsmf_stream_strings(ctx, &s, "names", 4, &names), JSMF_EDATA);
    assert_says(ctx, "4 strings");
    assert_null(names);
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "names", 3));
    assert_int_equal(jsmf_stream_strings(ctx, &s, "names", 1, &names), JSMF_EDATA);
    assert_says(ctx, "is not a list of strings");
    jsmf_stream_free(&s);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_opens_dense_and_sparse),
        cmocka_unit_test(factors_open),
        cmocka_unit_test(y_and_r_open_with_sum_one),
        cmocka_unit_test(a_compressed_y_is_opened_as_it_is),
        cmocka_unit_test(what_is_no_cooccurrence_is_refused),
        cmocka_unit_test(rounding_is_not_refused),
        cmocka_unit_test(other_arrays_are_named),
        cmocka_unit_test(lengths_must_agree),
        cmocka_unit_test(streams_of_eigenpairs_are_opened_and_wrong_ones_refused),
        cmocka_unit_test(names_may_be_empty_and_equal),
        cmocka_unit_test(columns_of_topics_are_made_to_sum_to_1),
        cmocka_unit_test(topics_that_lie_or_weigh_otherwise_are_refused),
    };
    return cmocka_run_group_tests_name("arrays", tests, NULL, NULL);
}
