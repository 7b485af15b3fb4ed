/* The kernels of e_step.c, compiled once for each set of instructions (base/each_set.h). */

/* A row of B: b = (scale sums + beta + start_counts start) inverse, entry by entry. */
static void JSMF_SET(fill_row)(size_t k, double scale, const double *sums, double beta, const double *start_counts,
                               const double *start, const double *inverse, double *restrict b)
{
    for (size_t j = 0; j < k; j++)
        b[j] = (scale * sums[j] + beta + start_counts[j] * start[j]) * inverse[j];
}

/* A word's tokens by topic, row times b, onto the topics' and, weighted, the word's. */
static void JSMF_SET(add_row)(size_t k, double weight, const double *row, const double *b, double *restrict columns,
                              double *restrict sums)
{
    for (size_t j = 0; j < k; j++) {
        const double tokens = row[j] * b[j];
        columns[j] += tokens;
        sums[j] += weight * tokens;
    }
}
