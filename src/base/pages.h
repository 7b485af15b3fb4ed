/* Memory for large blocks that are read or filled at random. */
#ifndef JSMF_BASE_PAGES_H
#define JSMF_BASE_PAGES_H

#include "jsmf/base.h"

/* A hint for a block that will be filled: with pages of 4 KiB the faults of a large C take longer than its arithmetic,
 * and two threads wait for each other in them. */
void jsmf_alloc_large_pages(void *block, size_t bytes);

/* As jsmf_alloc, on a boundary of cache lines (64 bytes), or of large pages where the block is large. */
void *jsmf_alloc_lines(jsmf_context *ctx, size_t count, size_t size) JSMF_CHECKED;

#endif
