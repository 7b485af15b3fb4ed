#include "matrices.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

double *random_block(uint64_t seed, uint64_t stream, size_t n, size_t p)
{
    double *x = malloc(n * p * sizeof *x);
    for (size_t i = 0; i < n * p; i++)
        x[i] = jsmf_random_normal(seed, stream, i);
    return x;
}

double distance(size_t count, const double *a, const double *b)
{
    double difference = 0, size = 0;
    for (size_t i = 0; i < count; i++) {
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    return sqrt(difference / size);
}

double *dense_times(size_t n, size_t p, const double *c, const double *x)
{
    double *y = calloc(n * p, sizeof *y);
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < n; l++)
            for (size_t j = 0; j < p; j++)
                y[i * p + j] += c[i * n + l] * x[l * p + j];
    return y;
}

jsmf_csr sparse_matrix(size_t n, const double *c)
{
    jsmf_csr m = { .rows = n, .cols = n };
    m.indptr = calloc(n + 1, sizeof *m.indptr);
    m.indices = malloc(n * n * sizeof *m.indices);
    m.values = malloc(n * n * sizeof *m.values);
    for (size_t i = 0; i < n; i++) {
        m.indptr[i + 1] = m.indptr[i];
        for (size_t j = 0; j < n; j++)
            if (c[i * n + j] != 0) {
                m.indices[m.indptr[i + 1]] = (int32_t)j;
                m.values[m.indptr[i + 1]++] = c[i * n + j];
            }
    }
    return m;
}

/* c = H c H, H a Householder reflection. */
static void reflect(size_t n, double *c, uint64_t stream)
{
    double *u = random_block(11, stream, n, 1), norm = 0;
    for (size_t i = 0; i < n; i++)
        norm += u[i] * u[i];
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < n; i++) {
            const size_t row = side ? 1 : n, step = side ? n : 1;
            double dot = 0;
            for (size_t j = 0; j < n; j++)
                dot += c[i * row + j * step] * u[j];
            for (size_t j = 0; j < n; j++)
                c[i * row + j * step] -= 2 * dot / norm * u[j];
        }
    free(u);
}

double *matrix_of_spectrum(size_t n, const double *d)
{
    double *c = calloc(n * n, sizeof *c);
    for (size_t i = 0; i < n; i++)
        c[i * n + i] = d[i];
    reflect(n, c, 1);
    reflect(n, c, 2);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            c[i * n + j] = c[j * n + i] = 0.5 * (c[i * n + j] + c[j * n + i]);
    return c;
}

double *noisy_cooc(size_t n)
{
    enum { TOPICS = 8 };
    double *b = malloc(n * TOPICS * sizeof *b), *c = calloc(n * n, sizeof *c), sum = 0;
    for (size_t i = 0; i < n * TOPICS; i++)
        b[i] = pow(jsmf_random_uniform(3, 1, i), 6);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            for (size_t t = 0; t < TOPICS; t++)
                c[i * n + j] += b[i * TOPICS + t] * b[j * TOPICS + t] / (1.0 + (double)t);
            c[i * n + j] *= 0.3 + jsmf_random_uniform(3, 2, i * n + j);
            c[j * n + i] = c[i * n + j];
        }
    for (size_t i = 0; i < n * n; i++)
        sum += c[i];
    for (size_t i = 0; i < n * n; i++)
        c[i] /= sum;
    free(b);
    return c;
}
