/* eigen: the relation C V = V H + F T that every step of a Krylov space keeps, where C is generic and where the space
 * is full early. */
#include "unit.h"

#include "base/base_inner.h"
#include "eigen/krylov.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120, WIDTH = 6, CAPACITY = 40 };

typedef struct fixture {
    jsmf_context *ctx;
    double c[N * N];
    jsmf_operator *op;
    jsmf_eigen_krylov s;
} fixture;

static double normal(uint64_t stream, size_t i) { return jsmf_random_normal(31, stream, i); }

static fixture *begin_from(const double *c, const double *start, const double *image, size_t columns, size_t least)
{
    fixture *f = calloc(1, sizeof *f);
    f->ctx = jsmf_context_new();
    memcpy(f->c, c, sizeof f->c);
    assert_ok(f->ctx, jsmf_operator_dense(f->ctx, N, f->c, &f->op));
    f->s = (jsmf_eigen_krylov){ .ctx = f->ctx, .op = f->op, .n = N, .capacity = CAPACITY, .width = WIDTH };
    assert_ok(f->ctx, jsmf_eigen_krylov_begin(&f->s, start, image, columns, least));
    return f;
}

static fixture *begin_with(const double *c, const double *start, size_t columns, size_t least)
{
    return begin_from(c, start, NULL, columns, least);
}

static void end(fixture *f)
{
    jsmf_eigen_krylov_free(&f->s);
    jsmf_operator_free(f->op);
    jsmf_context_free(f->ctx);
    free(f);
}

static void fill_generic(double *c)
{
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j <= i; j++)
            c[i * N + j] = c[j * N + i] = normal(1, i * N + j) + (i == j ? (double)i : 0);
}

static double inner(const double *a, size_t lda, const double *b, size_t ldb)
{
    double sum = 0;
    for (size_t i = 0; i < N; i++)
        sum += a[i * lda] * b[i * ldb];
    return sum;
}

/* [V, F] is orthonormal, H and T are what the relation says. */
static void check(const fixture *f)
{
    const jsmf_eigen_krylov *s = &f->s;
    const size_t all = s->m + s->width;
    double *w = malloc(N * all * sizeof *w), *image = calloc(N * s->m, sizeof *image), worst = 0;
    for (size_t i = 0; i < N; i++) {
        memcpy(w + i * all, s->v + i * s->ld, s->m * sizeof *w);
        memcpy(w + i * all + s->m, s->f + i * s->width, s->width * sizeof *w);
    }
    for (size_t a = 0; a < all; a++)
        for (size_t b = 0; b < all; b++)
            assert_true(fabs(inner(w + a, all, w + b, all) - (a == b)) < 1e-11);
    for (size_t i = 0; i < N; i++)
        for (size_t l = 0; l < N; l++)
            for (size_t j = 0; j < s->m; j++)
                image[i * s->m + j] += f->c[i * N + l] * w[l * all + j];
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < s->m; j++) {
            double sum = 0;
            for (size_t a = 0; a < all; a++)
                sum += w[i * all + a] * (a < s->m ? s->h[a * s->capacity + j] : s->t[(a - s->m) * s->capacity + j]);
            worst = fmax(worst, fabs(sum - image[i * s->m + j]));
        }
    assert_true(worst < 1e-9);
    free(w);
    free(image);
}

/* Every kind of step, the last ones after a restart. */
static void walk(fixture *f)
{
    const size_t selected[] = { 2, 0 };
    check(f);
    for (int round = 0; round < 4; round++) {
        assert_ok(f->ctx, jsmf_eigen_krylov_expand(&f->s, WIDTH));
        check(f);
        assert_ok(f->ctx, jsmf_eigen_krylov_ritz(&f->s));
        assert_ok(f->ctx, jsmf_eigen_krylov_turn(&f->s, 2, selected));
        check(f);
        assert_ok(f->ctx, jsmf_eigen_krylov_expand(&f->s, 2));
        check(f);
        if (round % 2 == 0)
            continue;
        assert_ok(f->ctx, jsmf_eigen_krylov_ritz(&f->s));
        assert_ok(f->ctx, jsmf_eigen_krylov_restart(&f->s, 9));
        check(f);
    }
    end(f);
}

static void every_step_keeps_the_relation(void **state)
{
    double c[N * N], start[N * 12];
    (void)state;
    fill_generic(c);
    for (size_t i = 0; i < N * 12; i++)
        start[i] = normal(2, i);
    walk(begin_with(c, NULL, 0, WIDTH));
    walk(begin_with(c, start, WIDTH, WIDTH));
    walk(begin_with(c, start, 12, WIDTH));
    walk(begin_with(c, start, 3, WIDTH));
}

/* Exact eigenvectors to begin with, and matrices of few different eigenvalues: nothing of C V is outside of V soon. */
static void spaces_that_are_full_are_left(void **state)
{
    double c[N * N] = { 0 }, start[N * 2] = { 0 };
    (void)state;
    for (size_t i = 0; i < N; i++)
        c[i * N + i] = 1 / (1.0 + (double)i);
    start[2 * 3] = start[2 * 40 + 1] = 1;
    walk(begin_with(c, start, 2, 2 + 4));
    for (size_t i = 0; i < N; i++)
        c[i * N + i] = i < 4 ? 3 : i < 50 ? 1 : 0;
    walk(begin_with(c, start, 2, WIDTH));
    walk(begin_with(c, NULL, 0, WIDTH));
    memset(c, 0, sizeof c);
    walk(begin_with(c, NULL, 0, WIDTH));
    c[N + 1] = c[2 * N + 2] = 1;
    walk(begin_with(c, NULL, 0, WIDTH));
}

/* What is left of C V - V diag(theta) is what jsmf_eigen_krylov_residual says. */
static void residuals_are_those_of_the_vectors(void **state)
{
    double c[N * N], out[N * 5], theta[5];
    double said[5];
    fixture *f;
    (void)state;
    fill_generic(c);
    f = begin_with(c, NULL, 0, WIDTH);
    for (int step = 0; step < 3; step++)
        assert_ok(f->ctx, jsmf_eigen_krylov_expand(&f->s, WIDTH));
    assert_ok(f->ctx, jsmf_eigen_krylov_ritz(&f->s));
    for (size_t j = 0; j < 5; j++)
        said[j] = jsmf_eigen_krylov_residual(&f->s, j);
    memcpy(theta, f->s.theta, sizeof theta);
    assert_ok(f->ctx, jsmf_eigen_krylov_finish(&f->s, 5, out));
    for (size_t j = 0; j < 5; j++) {
        double squares = 0;
        for (size_t i = 0; i < N; i++) {
            double sum = -theta[j] * out[i * 5 + j];
            for (size_t l = 0; l < N; l++)
                sum += c[i * N + l] * out[l * 5 + j];
            squares += sum * sum;
        }
        assert_true(fabs(sqrt(squares) - said[j]) < 1e-10 * theta[0]);
        assert_true(said[j] > 1e-3);
    }
    end(f);
}

/* C times the start is taken where it is given: with columns of very different lengths, and with columns that depend on
 * each other, where it is of no use. */
static void the_image_of_the_start_need_not_be_made(void **state)
{
    double c[N * N], start[N * WIDTH], image[N * WIDTH];
    (void)state;
    fill_generic(c);
    for (int dependent = 0; dependent <= 1; dependent++) {
        fixture *f;
        memset(image, 0, sizeof image);
        for (size_t i = 0; i < N; i++)
            for (size_t j = 0; j < WIDTH; j++)
                start[i * WIDTH + j] = dependent && j > 3 ? start[i * WIDTH] + 1e-9 * normal(3, i * WIDTH + j)
                                                          : normal(3, i * WIDTH + j) * pow(10, -(double)j);
        for (size_t i = 0; i < N; i++)
            for (size_t l = 0; l < N; l++)
                for (size_t j = 0; j < WIDTH; j++)
                    image[i * WIDTH + j] += c[i * N + l] * start[l * WIDTH + j];
        f = begin_from(c, start, image, WIDTH, WIDTH);
        assert_int_equal(f->s.vectors, WIDTH);
        walk(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_keeps_the_relation),
        cmocka_unit_test(spaces_that_are_full_are_left),
        cmocka_unit_test(residuals_are_those_of_the_vectors),
        cmocka_unit_test(the_image_of_the_start_need_not_be_made),
    };
    return cmocka_run_group_tests_name("krylov", tests, NULL, NULL);
}
