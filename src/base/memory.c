/* Checked allocation, and the limits of memory. */
#include "base_inner.h"

#include "machine.h"
#include "pages.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE = 64, PAGE = 4096, LARGE_PAGE = 1 << 21 };

static void *checked(jsmf_context *ctx, void *block, size_t bytes)
{
    char text[16];
    if (!block)
        jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (%s wanted)",
                  bytes == SIZE_MAX ? "more than can be addressed" : jsmf_size_text(bytes, text));
    return block;
}

/* At least 1 byte, so that a valid pointer comes back; SIZE_MAX, which no allocator grants, on overflow. */
static size_t block_bytes(size_t count, size_t size)
{
    size_t bytes = jsmf_mul_sat(count, size);
    return bytes ? bytes : 1;
}

void *jsmf_alloc(jsmf_context *ctx, size_t count, size_t size)
{
    size_t bytes = block_bytes(count, size);
    return checked(ctx, bytes < PTRDIFF_MAX ? malloc(bytes) : NULL, bytes);
}

void *jsmf_alloc_zero(jsmf_context *ctx, size_t count, size_t size)
{
    size_t bytes = block_bytes(count, size);
    return checked(ctx, bytes < PTRDIFF_MAX ? calloc(1, bytes) : NULL, bytes);
}

void *jsmf_realloc(jsmf_context *ctx, void *old, size_t count, size_t size)
{
    size_t bytes = block_bytes(count, size);
    return checked(ctx, bytes < PTRDIFF_MAX ? realloc(old, bytes) : NULL, bytes);
}

void *jsmf_copy(jsmf_context *ctx, const void *from, size_t count, size_t size)
{
    void *to = jsmf_alloc(ctx, count, size);
    if (to && count)
        memcpy(to, from, count * size);
    return to;
}

void jsmf_alloc_large_pages(void *block, size_t bytes)
{
    uintptr_t start = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE;
    if (bytes > (size_t)64 * PAGE)
        (void)madvise((void *)start, ((uintptr_t)block + bytes - start) / PAGE * PAGE, MADV_HUGEPAGE);
}

void *jsmf_alloc_lines(jsmf_context *ctx, size_t count, size_t size)
{
    const size_t bytes = block_bytes(count, size);
    void *block = NULL;
    if (bytes >= PTRDIFF_MAX || posix_memalign(&block, bytes < LARGE_PAGE ? LINE : LARGE_PAGE, bytes) != 0)
        block = NULL;
    if (block)
        jsmf_alloc_large_pages(block, bytes);
    return checked(ctx, block, bytes);
}

jsmf_status jsmf_memory_check(jsmf_context *ctx, size_t bytes, const char *what, jsmf_remedy remedy)
{
    char need[16], limit[16];
    if (bytes <= jsmf_context_memory(ctx))
        return JSMF_OK;
    return jsmf_fail_remedy(ctx, JSMF_ESYSTEM, remedy, 0, "%s needs %s of memory, the limit is %s", what,
                            jsmf_size_text_up(bytes, need), jsmf_size_text_down(jsmf_context_memory(ctx), limit));
}

jsmf_status jsmf_context_confine(jsmf_context *ctx)
{
    enum { ROOM = 512 << 20, SMALL = 64 };
    void *room;
    double *x;
    if (!jsmf_machine_address_space_limited())
        return JSMF_OK;
    room = mmap(NULL, ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
        return jsmf_fail(ctx, JSMF_ESYSTEM,
                         "the address space is too small (ulimit -v): 512M are needed beside the "
                         "data");
    munmap(room, ROOM);
    jsmf_context_set_threads(ctx, 1);
    x = jsmf_alloc_zero(ctx, 3 * SMALL * SMALL, sizeof *x);
    if (!x)
        return JSMF_ESYSTEM;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, SMALL, SMALL, SMALL, 1, x, SMALL, x + SMALL * SMALL, SMALL,
                0, x + 2 * SMALL * SMALL, SMALL);
    free(x);
    return JSMF_OK;
}
