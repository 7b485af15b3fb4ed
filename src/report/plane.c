/* Words and topics in the plane: the rows p(word | word) of C = B A B' in their two leading directions. With B = Q R,
 * the row of word i is (B_i A R' Q') / c_i, and so has the coordinates B_i A R' / c_i in the basis Q. */
#include "jsmf/report.h"

#include "dense/dense.h"
#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct space {
    const jsmf_model *m;
    double *q, *r;      /* n x k, k x k */
    double *way;        /* k x k: A R' */
    double *rows;       /* n x k: the words' coordinates */
    double *mass;       /* n: c */
    double *mean, *cov; /* k, k x k */
    double *values;     /* k */
    double *corners;    /* k x k: the topics' coordinates */
} space;

static jsmf_status space_make(jsmf_context *ctx, const jsmf_model *m, space *s)
{
    const size_t n = m->n, k = m->k, nk = jsmf_mul_sat(n, k), kk = jsmf_mul_sat(k, k);
    s->m = m;
    s->q = jsmf_copy(ctx, m->b, nk, sizeof *s->q);
    s->r = jsmf_alloc(ctx, kk, sizeof *s->r);
    s->way = jsmf_alloc(ctx, kk, sizeof *s->way);
    s->rows = jsmf_alloc(ctx, nk, sizeof *s->rows);
    s->mass = jsmf_alloc(ctx, n, sizeof *s->mass);
    s->mean = jsmf_alloc_zero(ctx, k, sizeof *s->mean);
    s->cov = jsmf_alloc(ctx, kk, sizeof *s->cov);
    s->values = jsmf_alloc(ctx, k, sizeof *s->values);
    s->corners = jsmf_alloc(ctx, kk, sizeof *s->corners);
    return jsmf_context_status(ctx);
}

static void space_free(space *s)
{
    free(s->q);
    free(s->r);
    free(s->way);
    free(s->rows);
    free(s->mass);
    free(s->mean);
    free(s->cov);
    free(s->values);
    free(s->corners);
}

/* The masses c = B (A e), and the rows of words that have one, divided by it. */
static void divide_rows(space *s)
{
    const size_t n = s->m->n, k = s->m->k;
    for (size_t i = 0; i < n; i++) {
        s->mass[i] = 0;
        for (size_t j = 0; j < k; j++)
            s->mass[i] += s->m->b[i * k + j] * jsmf_dense_sum(k, s->m->a + j * k);
        if (jsmf_model_has_mass(s->mass[i]))
            for (size_t j = 0; j < k; j++)
                s->rows[i * k + j] /= s->mass[i];
        else
            memset(s->rows + i * k, 0, k * sizeof *s->rows);
    }
}

/* Takes their mean from the rows of words with mass; those without stay 0, and so out of the covariance. */
static void centre_rows(space *s)
{
    const size_t n = s->m->n, k = s->m->k;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        count += jsmf_model_has_mass(s->mass[i]);
        for (size_t j = 0; j < k; j++)
            s->mean[j] += s->rows[i * k + j];
    }
    for (size_t j = 0; j < k; j++)
        s->mean[j] /= count ? (double)count : 1;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; jsmf_model_has_mass(s->mass[i]) && j < k; j++)
            s->rows[i * k + j] -= s->mean[j];
}

/* A topic's row of Canchor, or of A B', in the basis Q. */
static jsmf_status place_corners(jsmf_context *ctx, space *s)
{
    const size_t n = s->m->n, k = s->m->k;
    if (s->m->canchor)
        return jsmf_dense_times(ctx, k, n, k, s->m->canchor, s->q, s->corners);
    for (size_t j = 0; j < k; j++) {
        const double mass = jsmf_dense_sum(k, s->m->a + j * k);
        for (size_t l = 0; l < k; l++)
            s->corners[j * k + l] = mass > 0 ? s->way[j * k + l] / mass : 0;
    }
    return JSMF_OK;
}

static bool has_corner(const space *s, size_t topic)
{
    const size_t n = s->m->n, k = s->m->k;
    return jsmf_model_has_mass(s->m->canchor ? jsmf_dense_sum(n, s->m->canchor + topic * n)
                                             : jsmf_dense_sum(k, s->m->a + topic * k));
}

/* +1 or -1: directions point to the farther word. */
static double direction(const space *s, size_t axis)
{
    const size_t n = s->m->n, k = s->m->k;
    double least = 0, most = 0;
    for (size_t i = 0; i < n; i++) {
        double at = 0;
        for (size_t j = 0; j < k; j++)
            at += s->rows[i * k + j] * s->cov[j * k + axis];
        least = fmin(least, at);
        most = fmax(most, at);
    }
    return -least > most * (1 + 1e-9) ? -1 : 1;
}

static void project(const space *s, double *words, double *corners)
{
    const size_t n = s->m->n, k = s->m->k;
    for (size_t axis = 0; axis < 2; axis++) {
        const double sign = axis < k ? direction(s, axis) : 0;
        for (size_t i = 0; i < n; i++) {
            double at = 0;
            for (size_t j = 0; axis < k && j < k; j++)
                at += s->rows[i * k + j] * s->cov[j * k + axis];
            words[2 * i + axis] = jsmf_model_has_mass(s->mass[i]) ? sign * at : (double)NAN;
        }
        for (size_t l = 0; l < k; l++) {
            double at = 0;
            for (size_t j = 0; axis < k && j < k; j++)
                at += (s->corners[l * k + j] - s->mean[j]) * s->cov[j * k + axis];
            corners[2 * l + axis] = has_corner(s, l) ? sign * at : (double)NAN;
        }
    }
}

jsmf_status jsmf_report_plane(jsmf_context *ctx, const jsmf_model *m, double *words, double *corners)
{
    const size_t n = m->n, k = m->k;
    space s = { .m = m };
    if (space_make(ctx, m, &s) != JSMF_OK || jsmf_dense_orthonormalise(ctx, n, k, s.q, s.r) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            s.way[i * k + j] = 0;
            for (size_t l = j; l < k; l++)
                s.way[i * k + j] += m->a[i * k + l] * s.r[j * k + l];
        }
    if (jsmf_dense_times(ctx, n, k, k, m->b, s.way, s.rows) != JSMF_OK)
        goto done;
    divide_rows(&s);
    centre_rows(&s);
    if (jsmf_dense_cross(ctx, n, k, k, s.rows, s.rows, s.cov) != JSMF_OK || place_corners(ctx, &s) != JSMF_OK ||
        jsmf_dense_eigen(ctx, k, s.cov, s.values) != JSMF_OK)
        goto done;
    project(&s, words, corners);
done:
    space_free(&s);
    return jsmf_context_status(ctx);
}
