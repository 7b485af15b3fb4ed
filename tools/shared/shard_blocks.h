/* Shards in blocks: documents that are summed up as one, between which sums are exact. */
#ifndef JSMF_SHARD_BLOCKS_H
#define JSMF_SHARD_BLOCKS_H

#include "tool.h"

/* The default of --block, wherever shards are made or summed up. */
enum { SHARD_BLOCK = 65536 };

/* What is done with a block. first: the place of its first document in the whole, or in its shard where the shard has
 * no place there. */
typedef jsmf_status shard_block(jsmf_context *ctx, void *arg, const jsmf_csr *block, size_t first);

/* Calls it for the blocks of the shards `of`, which h has one behind another, in their order. Blocks begin where a
 * shard does, and every so many documents from there. JSMF_EDATA, naming the shard and the bag, where a shard of a
 * known whole begins within a block. */
jsmf_status shard_each_block(tool_run *run, const char *bag, const jsmf_csr *h, const jsmf_sums_shards *of,
                             size_t block, shard_block *visit, void *arg) JSMF_CHECKED;

/* The most entries that such a block has. */
size_t shard_blocks_entries(const jsmf_csr *h, const jsmf_sums_shards *of, size_t block);
/* The bytes of the copy that shard_each_block makes of a block with so many documents and entries. */
size_t shard_blocks_bytes(size_t rows, size_t entries);

/* What made the sums: the set of kernels, and OpenBLAS's core; the caller's, NULL for lack of memory. */
char *shard_machine(jsmf_context *ctx) JSMF_CHECKED;

#endif
