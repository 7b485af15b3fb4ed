/* Leaf kernels on contiguous vectors, compiled for each set of instructions. Sums run over accumulators of fixed
 * places, so that they vectorise and give the same bytes everywhere. */
#ifndef JSMF_DENSE_VECTOR_H
#define JSMF_DENSE_VECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

double jsmf_dense_sum(size_t n, const double *x);
double jsmf_dense_sum_squares(size_t n, const double *x);
double jsmf_dense_dot(size_t n, const double *x, const double *y);
/* y += a x */
void jsmf_dense_axpy(size_t n, double a, const double *x, double *y);
/* y = exp(x + shift), to within 1.5 units in the last place; y may be x. Below e^-708 it is 0, and above e^709 it stays
 * there; NaN gives NaN. The same bytes on every machine, which the mathematical library's exp is not. */
void jsmf_dense_exp(size_t n, double shift, const double *x, double *y);
/* x[i] = an exponentially distributed number of mean 1, a function of the key and i alone. */
void jsmf_dense_draw_exponentials(size_t n, uint64_t key, double *x);
/* The largest of x, n at least 1, none of them NaN. */
double jsmf_dense_largest(size_t n, const double *x);
/* y[j] = sum over e of values[e] * x[indices[e] * p + j] for j < p: one row of a sparse matrix times the row-major
 * x. */
void jsmf_dense_combine_rows(size_t p, size_t count, const int32_t *indices, const double *values, const double *x,
                             double *y);
/* The same added to y, one after the other. */
void jsmf_dense_add_rows(size_t p, size_t count, const int32_t *indices, const double *values, const double *x,
                         double *y);
/* y (p) = sum over e of values[e] * row e of the row-major x (count x p). */
void jsmf_dense_combine_all(size_t p, size_t count, const double *values, const double *x, double *y);
/* y[e] = row indices[e] of the row-major x times v (p). */
void jsmf_dense_dot_rows(size_t p, size_t count, const int32_t *indices, const double *x, const double *v, double *y);
/* x[i] = max(x[i] + r, 0) * scale */
void jsmf_dense_shift_clip(size_t n, double r, double scale, double *x);
/* Whether no number of x is NaN or infinite. */
bool jsmf_dense_is_finite(size_t n, const double *x);
/* How many of x are below the limit. */
size_t jsmf_dense_count_below(size_t n, double limit, const double *x);
/* The sum of max(-(x + r), 0). */
double jsmf_dense_sum_below(size_t n, double r, const double *x);
/* Writes -(x[i] + r) and i for every x[i] + r < 0, in order, and returns how many these are; n <= 256. */
size_t jsmf_dense_collect_below(size_t n, double r, const double *x, double *values, uint8_t *columns);
/* y (m x p) += the sparse tile of m rows, counts[i] entries in row i, times x (256 x p or fewer rows). */
void jsmf_dense_add_tile(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns, const double *values,
                         const double *x, double *y);

#endif
