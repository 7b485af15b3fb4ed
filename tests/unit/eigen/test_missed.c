/* Whether eigenvectors are missing among those that were found. */
#include "unit.h"

#include "operator/operator_inner.h"
#include "eigen/solvers.h"

#include <stdlib.h>
#include <string.h>

/* One of the six largest is left out, each in turn; the least of them alone does not count. */
static void missed_vectors_are_noticed(void **state)
{
    enum { N = 520, FOUND = 5 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = calloc(N * N, sizeof *c), *vectors = calloc(N * FOUND, sizeof *vectors), values[FOUND];
    size_t products;
    jsmf_operator *op;
    bool complete;
    (void)state;
    for (size_t i = 0; i < N; i++)
        c[i * N + i] = 1 / (1.0 + (double)i);
    for (size_t missing = 0; missing <= FOUND; missing++) {
        memset(vectors, 0, N * FOUND * sizeof *vectors);
        for (size_t j = 0; j < FOUND; j++) {
            const size_t at = j < missing ? j : j + 1;
            vectors[at * FOUND + j] = 1;
            values[j] = c[at * N + at];
        }
        assert_ok(ctx, jsmf_operator_dense(ctx, N, c, &op));
        assert_ok(ctx, jsmf_eigen_missed(ctx, op, FOUND, 1e-10, values, vectors, &complete, &products));
        assert_int_equal(complete, missing == FOUND);
        jsmf_operator_free(op);
    }
    free(c);
    free(vectors);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(missed_vectors_are_noticed) };
    return cmocka_run_group_tests_name("missed", tests, NULL, NULL);
}
