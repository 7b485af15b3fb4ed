#include "shard_blocks.h"

#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>

/* Those of a shard that was cut from a whole must be the whole's. */
static jsmf_status check_bounds(tool_run *run, const char *bag, const jsmf_sums_shards *of, size_t block)
{
    for (size_t i = 0; i < of->count; i++)
        if (of->of >= 0 && (size_t)of->shards[i].first % block)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: shard %s begins at document %lld, within a block of %zu (use "
                             "the --block that it was cut by)", bag, jsmf_strings_get(&of->ids, i),
                             (long long)of->shards[i].first, block);
    return JSMF_OK;
}

static jsmf_status visit_rows(tool_run *run, const jsmf_csr *h, size_t row, size_t rows, jsmf_csr_rows *picked,
                              shard_block *visit, void *arg, size_t first)
{
    size_t *places = jsmf_alloc(run->ctx, rows, sizeof *places);
    for (size_t i = 0; places && i < rows; i++)
        places[i] = row + i;
    if (places && jsmf_csr_pick(run->ctx, h, places, rows, picked) == JSMF_OK)
        jsmf_recorded(visit(run->ctx, arg, &picked->m, first));
    free(places);
    return jsmf_context_status(run->ctx);
}

jsmf_status shard_each_block(tool_run *run, const char *bag, const jsmf_csr *h, const jsmf_sums_shards *of,
                             size_t block, shard_block *visit, void *arg)
{
    jsmf_csr_rows picked = { 0 };
    size_t row = 0;
    if (check_bounds(run, bag, of, block) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < of->count; i++) {
        const jsmf_sums_shard *shard = &of->shards[i];
        const size_t end = row + (size_t)shard->rows;
        size_t first = shard->first >= 0 ? (size_t)shard->first : 0;
        for (size_t some; row < end && jsmf_context_status(run->ctx) == JSMF_OK; row += some, first += some) {
            some = jsmf_least(block, end - row);
            jsmf_recorded(visit_rows(run, h, row, some, &picked, visit, arg, first));
        }
    }
    jsmf_csr_free(&picked.m);
    return jsmf_context_status(run->ctx);
}

size_t shard_blocks_entries(const jsmf_csr *h, const jsmf_sums_shards *of, size_t block)
{
    size_t most = 0, row = 0;
    for (size_t i = 0; i < of->count; i++)
        for (const size_t end = row + (size_t)of->shards[i].rows; row < end;) {
            const size_t next = row + jsmf_least(block, end - row);
            most = jsmf_greatest(most, (size_t)(h->indptr[next] - h->indptr[row]));
            row = next;
        }
    return most;
}

size_t shard_blocks_bytes(size_t rows, size_t entries)
{
    return jsmf_add_sat(jsmf_mul_sat(rows, sizeof(size_t) + sizeof(int64_t)),
                        jsmf_mul_sat(entries, 2 * sizeof(int32_t)));
}

char *shard_machine(jsmf_context *ctx)
{
    char text[128];
    const int length = snprintf(text, sizeof text, "%s kernels, OpenBLAS %.80s", jsmf_instructions_name(),
                                openblas_get_corename());
    return jsmf_copy(ctx, text, (size_t)length + 1, 1);
}
