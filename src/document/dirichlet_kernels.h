/* The kernels of dirichlet.c, compiled once for each set of instructions (base/each_set.h). */

/* e = the digamma function of gamma, less log(gamma + 6). */
static void JSMF_SET(fill_below)(size_t k, const double *gamma, double *e)
{
    for (size_t j = 0; j < k; j++)
        e[j] = -below_log(gamma[j]);
}

/* e - top, no less than the logarithm of the least weight. */
static void JSMF_SET(shift)(size_t k, double top, double *e)
{
    for (size_t j = 0; j < k; j++)
        e[j] = e[j] - top > least_log ? e[j] - top : least_log;
}
