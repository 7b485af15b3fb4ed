/* The leading eigenpairs of C from the documents, against LAPACK on C by its definition (000 equation 1); and the two
 * operators that they need. */
#include "unit.h"

#include "jsmf/arrays.h"
#include "jsmf/cooc.h"
#include "jsmf/random.h"
#include "linalg/documents.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOPICS = 40 };

typedef struct fixture {
    jsmf_context *ctx;
    jsmf_csr h;
    double *weights, *hdiag, *unigram;
    size_t documents;
} fixture;

static int by_index(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

/* Length tokens drawn from two topics, of which each favours words of its own; every ninth document has one token. */
static size_t draw_document(size_t m, size_t words, int32_t *tokens)
{
    const size_t length = m % 9 == 0 ? 1 : 2 + jsmf_random_bits(1, m, 0) % 60;
    for (size_t t = 0; t < length; t++) {
        const size_t topic = (m * 7 + jsmf_random_bits(2, m, t) % 2 * 13) % TOPICS;
        const double u = jsmf_random_uniform(3, m, t);
        tokens[t] = (int32_t)((topic * 31 + (size_t)(u * u * u * (double)words)) % (words - 1));
    }
    qsort(tokens, length, sizeof *tokens, by_index);
    return length;
}

/* The last word is in no document. */
static jsmf_csr draw_corpus(size_t documents, size_t words)
{
    jsmf_csr h = { .rows = documents, .cols = words, .indptr = calloc(documents + 1, sizeof(int64_t)),
                   .indices = malloc(documents * 64 * sizeof(int32_t)),
                   .counts = malloc(documents * 64 * sizeof(int32_t)) };
    int32_t tokens[64];
    int64_t nnz = 0;
    for (size_t m = 0; m < documents; m++) {
        const size_t length = draw_document(m, words, tokens);
        for (size_t t = 0; t < length; t++) {
            if (t > 0 && tokens[t] == tokens[t - 1]) {
                h.counts[nnz - 1]++;
                continue;
            }
            h.indices[nnz] = tokens[t];
            h.counts[nnz++] = 1;
        }
        h.indptr[m + 1] = nnz;
    }
    return h;
}

static fixture open_corpus(jsmf_csr h)
{
    fixture f = { .ctx = jsmf_context_new(), .h = h };
    f.weights = malloc(h.rows * sizeof *f.weights);
    f.hdiag = malloc(h.cols * sizeof *f.hdiag);
    f.unigram = malloc(h.cols * sizeof *f.unigram);
    assert_ok(f.ctx, jsmf_cooc_weights(f.ctx, &f.h, f.weights, f.hdiag, f.unigram, &f.documents));
    return f;
}

static void close_corpus(fixture *f)
{
    free(f->weights);
    free(f->hdiag);
    free(f->unigram);
    jsmf_csr_free(&f->h);
    jsmf_context_free(f->ctx);
}

/* C by its definition. */
static double *by_definition(const jsmf_csr *h)
{
    double *c = calloc(h->cols * h->cols, sizeof *c), used = 0;
    for (size_t m = 0; m < h->rows; m++) {
        double n = 0;
        for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
            n += h->counts[p];
        used += n >= 2;
        for (int64_t p = h->indptr[m]; p < h->indptr[m + 1] && n >= 2; p++)
            for (int64_t q = h->indptr[m]; q < h->indptr[m + 1]; q++)
                c[(size_t)h->indices[p] * h->cols + (size_t)h->indices[q]] +=
                    h->counts[p] * (h->counts[q] - (p == q)) / (n * (n - 1));
    }
    for (size_t i = 0; i < h->cols * h->cols; i++)
        c[i] /= used;
    return c;
}

/* The rows of c become its eigenvectors, values ascending. */
static double *lapack(size_t n, double *c)
{
    double *values = malloc(n * sizeof *values);
    assert_int_equal(LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', (int)n, c, (int)n, values), 0);
    return values;
}

static double *random_block(size_t n, size_t p)
{
    double *x = malloc(n * p * sizeof *x);
    for (size_t i = 0; i < n * p; i++)
        x[i] = jsmf_random_normal(9, 9, i);
    return x;
}

static double distance(size_t count, const double *a, const double *b)
{
    double difference = 0, norm = 0;
    for (size_t i = 0; i < count; i++) {
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        norm += b[i] * b[i];
    }
    return sqrt(difference / norm);
}

static double *times(size_t n, size_t p, const double *c, const double *x)
{
    double *y = calloc(n * p, sizeof *y);
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < n; l++)
            for (size_t j = 0; j < p; j++)
                y[i * p + j] += c[i * n + l] * x[l * p + j];
    return y;
}

static void assert_product(jsmf_context *ctx, const jsmf_operator *op, const double *c, size_t p)
{
    const size_t n = jsmf_operator_size(op);
    double *x = random_block(n, p), *y = malloc(n * p * sizeof *y), *expected = times(n, p, c, x);
    assert_ok(ctx, jsmf_operator_apply(ctx, op, p, x, y));
    assert_true(distance(n * p, y, expected) < 1e-13);
    free(x);
    free(y);
    free(expected);
}

static void assert_operator(jsmf_context *ctx, const jsmf_operator *op, const double *c)
{
    const size_t n = jsmf_operator_size(op), i0 = n / 3, m = n / 2;
    double *rows = malloc(n * n * sizeof *rows), *sums = calloc(n, sizeof *sums), *ones = malloc(n * sizeof *ones);
    for (size_t p = 1; p <= 19; p += 6)
        assert_product(ctx, op, c, p);
    assert_ok(ctx, jsmf_operator_panel(ctx, op, 0, n, rows));
    assert_true(distance(n * n, rows, c) < 1e-13);
    assert_ok(ctx, jsmf_operator_panel(ctx, op, i0, m, rows));
    assert_true(distance(m * n, rows, c + i0 * n) < 1e-13);
    for (size_t i = 0; i < n * n; i++)
        sums[i / n] += c[i];
    assert_ok(ctx, jsmf_operator_row_sums(ctx, op, ones));
    assert_true(distance(n, ones, sums) < 1e-13);
    free(rows);
    free(sums);
    free(ones);
}

/* ---- the parts ---- */

static void weights_say_the_same_as_the_factors(void **state)
{
    fixture f = open_corpus(draw_corpus(300, 150));
    jsmf_csr hhat;
    double *hdiag, *unigram = malloc(150 * sizeof *unigram);
    size_t documents;
    (void)state;
    assert_ok(f.ctx, jsmf_cooc_factors(f.ctx, &f.h, &hhat, &hdiag, &documents));
    assert_ok(f.ctx, jsmf_cooc_unigram(f.ctx, &hhat, hdiag, unigram));
    assert_int_equal(f.documents, documents);
    assert_true(documents < 300);
    assert_true(distance(150, f.hdiag, hdiag) < 1e-15);
    assert_true(distance(150, f.unigram, unigram) < 1e-14);
    assert_true(f.unigram[149] == 0);
    free(hdiag);
    free(unigram);
    jsmf_csr_free(&hhat);
    close_corpus(&f);
}

static void documents_are_the_matrix_of_the_definition(void **state)
{
    const size_t sizes[][2] = { { 400, 150 }, { 3000, 65 }, { 20, 700 }, { 1, 64 } };
    (void)state;
    for (int size = 0; size < 3; size++) {
        fixture f = open_corpus(draw_corpus(sizes[size][0], sizes[size][1]));
        double *c = by_definition(&f.h);
        jsmf_operator *op;
        assert_ok(f.ctx, jsmf_operator_documents(f.ctx, &f.h, f.weights, f.hdiag, &op));
        assert_operator(f.ctx, op, c);
        jsmf_operator_free(op);
        free(c);
        close_corpus(&f);
    }
}

/* 70,000 words leave 15 bits for the count. Documents longer than what is sorted by insertion, too. */
static void counts_of_any_size_and_documents_of_any_length_are_kept(void **state)
{
    enum { WORDS = 70000, LENGTH = 1000 };
    jsmf_csr h = { .rows = 2, .cols = WORDS, .indptr = malloc(3 * sizeof(int64_t)),
                   .indices = malloc((LENGTH + 2) * sizeof(int32_t)),
                   .counts = malloc((LENGTH + 2) * sizeof(int32_t)) };
    double *x = random_block(WORDS, 1), *y = malloc(WORDS * sizeof *y), *expected = calloc(WORDS, sizeof *expected);
    jsmf_operator *op;
    fixture f;
    (void)state;
    memcpy(h.indptr, (int64_t[]){ 0, LENGTH, LENGTH + 2 }, 3 * sizeof(int64_t));
    for (int i = 0; i < LENGTH; i++) {
        h.indices[i] = 69 * i;
        h.counts[i] = i % 3 ? i : 32767 * (1 + i % 5) + i % 2;
    }
    h.counts[0] = 1000000007;
    h.indices[LENGTH] = 5;
    h.indices[LENGTH + 1] = WORDS - 1;
    h.counts[LENGTH] = 1;
    h.counts[LENGTH + 1] = 65534;
    f = open_corpus(h);
    for (size_t m = 0; m < 2; m++) {
        double inner = 0;
        for (int64_t p = h.indptr[m]; p < h.indptr[m + 1]; p++)
            inner += h.counts[p] * x[h.indices[p]];
        for (int64_t p = h.indptr[m]; p < h.indptr[m + 1]; p++)
            expected[h.indices[p]] += f.weights[m] * h.counts[p] * (inner - x[h.indices[p]]);
    }
    assert_ok(f.ctx, jsmf_operator_documents(f.ctx, &f.h, f.weights, f.hdiag, &op));
    assert_ok(f.ctx, jsmf_operator_apply(f.ctx, op, 1, x, y));
    /* The largest count is a sum of 30,519 parts. */
    assert_true(distance(WORDS, y, expected) < 1e-12);
    jsmf_operator_free(op);
    free(x);
    free(y);
    free(expected);
    close_corpus(&f);
}

/* 50 words and more are sorted by digits. */
static void packed_words_are_numbered_by_their_documents_and_in_order(void **state)
{
    enum { WORDS = 5000 };
    fixture f = open_corpus(draw_corpus(3000, WORDS));
    size_t frequency[WORDS] = { 0 }, longest = 0, packed = 0;
    jsmf_documents d;
    (void)state;
    for (size_t m = 0; m < f.h.rows; m++)
        for (int64_t p = f.h.indptr[m]; p < f.h.indptr[m + 1] && f.weights[m] > 0; p++, packed++)
            frequency[f.h.indices[p]]++;
    assert_ok(f.ctx, jsmf_documents_pack(f.ctx, &f.h, f.weights, &d));
    for (size_t rank = 1; rank < WORDS; rank++)
        assert_true(frequency[d.words[rank - 1]] > frequency[d.words[rank]] ||
                    (frequency[d.words[rank - 1]] == frequency[d.words[rank]] && d.words[rank - 1] < d.words[rank]));
    for (size_t row = 0; row < d.rows; row++) {
        const size_t first = (size_t)d.starts[row], end = (size_t)d.starts[row + 1];
        longest = end - first > longest ? end - first : longest;
        for (size_t e = first + 1; e < end; e++)
            assert_true(jsmf_documents_rank(&d, e - 1) < jsmf_documents_rank(&d, e));
    }
    assert_true(longest > 50);
    assert_int_equal(d.rows, f.documents);
    assert_int_equal(d.starts[d.rows], packed);
    jsmf_documents_free(&d);
    close_corpus(&f);
}

static void a_low_rank_operator_is_its_product(void **state)
{
    enum { N = 90, K = 7 };
    jsmf_context *ctx = jsmf_context_new();
    double *v = random_block(N, K), *c = calloc(N * N, sizeof *c);
    const double d[K] = { 3, 2, 1, 0.5, 0.25, 0.1, 0.01 };
    jsmf_operator *op;
    (void)state;
    for (size_t i = 0; i < N * N; i++)
        for (size_t j = 0; j < K; j++)
            c[i] += v[i / N * K + j] * d[j] * v[i % N * K + j];
    assert_ok(ctx, jsmf_operator_eigen(ctx, N, K, v, d, &op));
    assert_operator(ctx, op, c);
    assert_string_equal(jsmf_operator_name(op), "low rank");
    jsmf_operator_free(op);
    free(v);
    free(c);
    jsmf_context_free(ctx);
}

/* ---- the eigenpairs ---- */

typedef struct pairs {
    double *v, *d;
    jsmf_eigen_report report;
} pairs;

/* The corpus's counts are taken. */
static jsmf_status find(fixture *f, size_t k, double tolerance, pairs *out)
{
    const jsmf_low_rank_options o = { .k = k, .tolerance = tolerance };
    out->v = calloc(f->h.cols * k, sizeof *out->v);
    out->d = calloc(k, sizeof *out->d);
    return jsmf_cooc_low_rank(f->ctx, &f->h, f->weights, f->hdiag, &o, out->v, out->d, &out->report);
}

static void pairs_free(pairs *p)
{
    free(p->v);
    free(p->d);
}

/* |v - U U'v|_F, an upper bound of the sine of the largest angle; U's columns are the last k rows of vectors. */
static double angle(size_t n, size_t k, const double *v, const double *vectors)
{
    double squares = 0, *rest = malloc(n * sizeof *rest);
    for (size_t j = 0; j < k; j++) {
        for (size_t i = 0; i < n; i++)
            rest[i] = v[i * k + j];
        for (size_t l = n - k; l < n; l++) {
            double inner = 0;
            for (size_t i = 0; i < n; i++)
                inner += vectors[l * n + i] * v[i * k + j];
            for (size_t i = 0; i < n; i++)
                rest[i] -= inner * vectors[l * n + i];
        }
        for (size_t i = 0; i < n; i++)
            squares += rest[i] * rest[i];
    }
    free(rest);
    return sqrt(squares);
}

static void assert_leading(size_t documents, size_t n, size_t k, const char *method)
{
    fixture f = open_corpus(draw_corpus(documents, n));
    double *vectors = by_definition(&f.h), *values = lapack(n, vectors);
    pairs p;
    assert_ok(f.ctx, find(&f, k, 0, &p));
    assert_string_equal(p.report.method, method);
    assert_null(f.h.indptr);
    for (size_t j = 0; j < k; j++)
        assert_true(fabs(p.d[j] / values[n - 1 - j] - 1) < 1e-10);
    assert_true(angle(n, k, p.v, vectors) < 1e-5);
    pairs_free(&p);
    free(values);
    free(vectors);
    close_corpus(&f);
}

static void the_eigenpairs_are_those_of_the_definition(void **state)
{
    (void)state;
    assert_leading(400, 150, 12, "dense");
    assert_leading(3000, 900, 8, "block");
    assert_leading(3000, 900, 40, "block");
}

static void every_thread_count_gives_the_same_bytes(void **state)
{
    pairs first, p;
    (void)state;
    for (int threads = 1; threads <= 5; threads++) {
        fixture f = open_corpus(draw_corpus(2500, 800));
        jsmf_context_set_threads(f.ctx, threads);
        assert_ok(f.ctx, find(&f, 30, 0, threads == 1 ? &first : &p));
        close_corpus(&f);
        if (threads == 1)
            continue;
        assert_memory_equal(p.v, first.v, 800 * 30 * sizeof *p.v);
        assert_memory_equal(p.d, first.d, 30 * sizeof *p.d);
        pairs_free(&p);
    }
    pairs_free(&first);
}

static void five_seeds_agree(void **state)
{
    pairs first, p;
    (void)state;
    for (uint64_t seed = 0; seed < 5; seed++) {
        fixture f = open_corpus(draw_corpus(2500, 800));
        jsmf_context_set_seed(f.ctx, seed);
        assert_ok(f.ctx, find(&f, 30, 0, seed == 0 ? &first : &p));
        close_corpus(&f);
        if (seed == 0)
            continue;
        assert_true(memcmp(p.v, first.v, 800 * 30 * sizeof *p.v) != 0);
        assert_true(distance(800 * 30, p.v, first.v) < 1e-5);
        assert_true(distance(30, p.d, first.d) < 1e-12);
        pairs_free(&p);
    }
    pairs_free(&first);
}

static void a_coarse_tolerance_costs_less(void **state)
{
    fixture fine = open_corpus(draw_corpus(3000, 900)), coarse = open_corpus(draw_corpus(3000, 900));
    pairs p, q;
    (void)state;
    assert_ok(fine.ctx, find(&fine, 8, 1e-12, &p));
    assert_ok(coarse.ctx, find(&coarse, 8, 1e-3, &q));
    assert_true(q.report.products < p.report.products);
    assert_true(p.report.residual <= 1e-12);
    assert_true(q.report.residual <= 1e-3);
    pairs_free(&p);
    pairs_free(&q);
    close_corpus(&fine);
    close_corpus(&coarse);
}

static void assert_only(fixture *f, size_t k, const char *text)
{
    pairs p;
    assert_int_equal(find(f, k, 0, &p), JSMF_ENUMERIC);
    if (!strstr(jsmf_context_error(f->ctx), text))
        fail_msg("%s does not say %s", jsmf_context_error(f->ctx), text);
    pairs_free(&p);
    close_corpus(f);
}

/* Documents of two different words each make a graph: two triangles have the eigenvalues 2 and -1 once and twice
 * each; a star has one positive eigenvalue, one negative, and zeros. */
static jsmf_csr graph(size_t words, size_t edges, const int32_t (*ends)[2])
{
    jsmf_csr h = { .rows = edges, .cols = words, .indptr = malloc((edges + 1) * sizeof(int64_t)),
                   .indices = malloc(2 * edges * sizeof(int32_t)), .counts = malloc(2 * edges * sizeof(int32_t)) };
    memcpy(h.indices, ends, 2 * edges * sizeof(int32_t));
    for (size_t e = 0; e < 2 * edges; e++)
        h.counts[e] = 1;
    for (size_t e = 0; e <= edges; e++)
        h.indptr[e] = 2 * (int64_t)e;
    return h;
}

static void more_than_the_positive_eigenvalues_are_refused_by_their_number(void **state)
{
    static const int32_t triangles[][2] = { { 0, 1 }, { 0, 2 }, { 1, 2 }, { 3, 4 }, { 3, 5 }, { 4, 5 } };
    enum { LEAVES = 2000 };
    int32_t (*star)[2] = malloc(LEAVES * sizeof *star);
    fixture f = open_corpus(graph(6, 6, triangles));
    (void)state;
    assert_only(&f, 3, "only 2 positive eigenvalues");
    for (int32_t i = 0; i < LEAVES; i++)
        memcpy(star[i], (int32_t[]){ 0, i + 1 }, sizeof *star);
    f = open_corpus(graph(LEAVES + 1, LEAVES, star));
    assert_only(&f, 2, "only 1 positive eigenvalue,");
    f = open_corpus(graph(LEAVES + 1, LEAVES, star));
    assert_only(&f, 40, "only 1 positive eigenvalue,");
    free(star);
}

static void more_than_the_documents_are_refused_by_their_number(void **state)
{
    fixture f = open_corpus(draw_corpus(36, 2000));
    (void)state;
    assert_int_equal(f.documents, 32);
    assert_only(&f, 33, "only 32 positive eigenvalues");
    f = open_corpus(draw_corpus(400, 150));
    assert_only(&f, 151, "positive eigenvalues, 151 were asked for");
}

/* ---- streams ---- */

static jsmf_stream make_stream(jsmf_context *ctx, size_t n, size_t k, const double *v, size_t count, const double *d)
{
    jsmf_stream s = { .kind = JSMF_COOC, .name = strdup("t.npz") };
    double *own_v = malloc(n * k * sizeof *own_v), *own_d = malloc(count * sizeof *own_d);
    memcpy(own_v, v, n * k * sizeof *own_v);
    memcpy(own_d, d, count * sizeof *own_d);
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "V", own_v, 2, n, k));
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &s, "D", own_d, 1, count, 1));
    return s;
}

static void assert_stream(size_t n, size_t k, const double *v, size_t count, const double *d, const char *text)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream s = make_stream(ctx, n, k, v, count, d);
    jsmf_cooc_source source;
    if (text) {
        assert_int_equal(jsmf_cooc_source_open(ctx, &s, &source), JSMF_EDATA);
        if (!strstr(jsmf_context_error(ctx), text))
            fail_msg("%s does not say %s", jsmf_context_error(ctx), text);
    } else {
        assert_ok(ctx, jsmf_cooc_source_open(ctx, &s, &source));
        assert_int_equal(source.n, n);
        assert_string_equal(jsmf_operator_name(source.op), "low rank");
        jsmf_cooc_source_free(&source);
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
    assert_stream(3, 2, v, 2, d, NULL);
    assert_stream(3, 2, off, 2, d, NULL);
    assert_stream(3, 2, longer, 2, d, "orthonormal");
    assert_stream(3, 2, v, 3, d, "D");
    assert_stream(3, 2, v, 1, d, "D");
    assert_stream(2, 3, v, 3, d, "2 x 3");
    assert_stream(3, 2, v, 2, negative, "eigenvalue 1 is -1");
    assert_stream(3, 2, v, 2, none, "eigenvalue 1 is 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_say_the_same_as_the_factors),
        cmocka_unit_test(documents_are_the_matrix_of_the_definition),
        cmocka_unit_test(counts_of_any_size_and_documents_of_any_length_are_kept),
        cmocka_unit_test(packed_words_are_numbered_by_their_documents_and_in_order),
        cmocka_unit_test(a_low_rank_operator_is_its_product),
        cmocka_unit_test(the_eigenpairs_are_those_of_the_definition),
        cmocka_unit_test(every_thread_count_gives_the_same_bytes),
        cmocka_unit_test(five_seeds_agree),
        cmocka_unit_test(a_coarse_tolerance_costs_less),
        cmocka_unit_test(more_than_the_positive_eigenvalues_are_refused_by_their_number),
        cmocka_unit_test(more_than_the_documents_are_refused_by_their_number),
        cmocka_unit_test(streams_of_eigenpairs_are_opened_and_wrong_ones_refused),
    };
    return cmocka_run_group_tests_name("lowrank", tests, NULL, NULL);
}
