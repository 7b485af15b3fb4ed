#include "lapack.h"

#include <lapacke.h>

jsmf_status jsmf_dense_lapack_check(jsmf_context *ctx, int info, const char *what, size_t rows, size_t cols,
                                    const char *failure)
{
    if (info == 0)
        return JSMF_OK;
    if (info == LAPACK_WORK_MEMORY_ERROR || info == LAPACK_TRANSPOSE_MEMORY_ERROR)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (%s of a matrix of %zu x %zu)", what, rows, cols);
    if (info < 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "NaN in a matrix of %zu x %zu (%s)", rows, cols, what);
    return jsmf_fail(ctx, JSMF_ENUMERIC, "the %s of a matrix of %zu x %zu %s (LAPACK info %d)", what, rows, cols,
                     failure, info);
}
