/* The product with max(Y Y' + r, 0) beside a large gemm, in one run: N K P of the command line, flops as n^2 (k + 2
 * p). */
#include "operator/operator_inner.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 5, SIDE = 4000 };

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *seconds)
{
    qsort(seconds, RUNS, sizeof *seconds, compare);
    return seconds[RUNS / 2];
}

static double *normals(size_t count, uint64_t stream)
{
    double *x = malloc(count * sizeof *x);
    for (size_t i = 0; i < count && x; i++)
        x[i] = jsmf_random_normal(1, stream, i);
    return x;
}

static double product_seconds(jsmf_context *ctx, size_t n, size_t k, size_t p)
{
    double *y = normals(n * k, 1), *x = normals(n * p, 2), *out = malloc(n * p * sizeof *out), seconds[RUNS] = { 0 };
    jsmf_operator *op = NULL;
    bool fine = y && x && out && jsmf_operator_rectified(ctx, n, k, y, 0.01, 1, &op) == JSMF_OK;
    for (int run = 0; run < RUNS && fine; run++) {
        const double began = jsmf_context_clock();
        fine = jsmf_operator_apply(ctx, op, p, x, out) == JSMF_OK;
        seconds[run] = jsmf_context_clock() - began;
    }
    jsmf_operator_free(op);
    free(y);
    free(x);
    free(out);
    return fine ? median(seconds) : -1;
}

static double gemm_seconds(int threads)
{
    double *a = normals((size_t)SIDE * SIDE, 3), *c = malloc((size_t)SIDE * SIDE * sizeof *c), seconds[RUNS] = { 0 };
    openblas_set_num_threads(threads);
    for (int run = 0; run < RUNS && a && c; run++) {
        const double began = jsmf_context_clock();
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SIDE, SIDE, SIDE, 1, a, SIDE, a, SIDE, 0, c, SIDE);
        seconds[run] = jsmf_context_clock() - began;
    }
    free(a);
    free(c);
    return median(seconds);
}

int main(int argc, char **argv)
{
    const double n = argc == 5 ? atof(argv[1]) : 0, k = argc == 5 ? atof(argv[2]) : 0;
    const double p = argc == 5 ? atof(argv[3]) : 0;
    const int threads = argc == 5 ? atoi(argv[4]) : 0;
    jsmf_context *ctx = jsmf_context_new();
    double ours, gemm;
    if (threads < 1 || !ctx)
        return fprintf(stderr, "usage: product N K P THREADS\n"), 2;
    jsmf_context_set_threads(ctx, threads);
    ours = n * n * (k + 2 * p) / product_seconds(ctx, (size_t)n, (size_t)k, (size_t)p) / 1e9;
    gemm = 2.0 * SIDE * SIDE * SIDE / gemm_seconds(threads) / 1e9;
    jsmf_context_free(ctx);
    printf("N=%.0f K=%.0f, %.0f vectors: %.1f GFLOP/s, gemm %.1f GFLOP/s: %.0f %%\n", n, k, p, ours, gemm,
           100 * ours / gemm);
    return ours > 0 ? 0 : 1;
}
