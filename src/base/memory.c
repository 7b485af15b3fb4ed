/* Checked sizes and allocation. */
#include "jsmf/base.h"

#include "pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE = 64, PAGE = 4096, LARGE_PAGE = 1 << 21 };

bool jsmf_mul(size_t a, size_t b, size_t *out)
{
    if (!__builtin_mul_overflow(a, b, out))
        return true;
    *out = SIZE_MAX;
    return false;
}

bool jsmf_add(size_t a, size_t b, size_t *out)
{
    if (!__builtin_add_overflow(a, b, out))
        return true;
    *out = SIZE_MAX;
    return false;
}

size_t jsmf_mul_sat(size_t a, size_t b)
{
    size_t product;
    (void)jsmf_mul(a, b, &product);
    return product;
}

size_t jsmf_add_sat(size_t a, size_t b)
{
    size_t sum;
    (void)jsmf_add(a, b, &sum);
    return sum;
}

const char *jsmf_plural(size_t count) { return count == 1 ? "" : "s"; }

const char *jsmf_size_text(size_t bytes, char text[16])
{
    static const char units[] = "KMGTPE";
    double value = (double)bytes;
    int unit = -1;
    while (value >= 1024 && unit < 5) {
        value /= 1024;
        unit++;
    }
    if (unit < 0)
        snprintf(text, 16, "%.0f byte%s", value, jsmf_plural(bytes));
    else
        snprintf(text, 16, value < 10 ? "%.1f%c" : "%.0f%c", value, units[unit]);
    return text;
}

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

jsmf_status jsmf_memory_check(jsmf_context *ctx, size_t bytes, const char *what, const char *advice)
{
    char need[16], limit[16];
    if (bytes <= jsmf_context_memory(ctx))
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_ESYSTEM, "%s needs %s of memory, the limit is %s (%s)", what,
                     jsmf_size_text(bytes, need), jsmf_size_text(jsmf_context_memory(ctx), limit), advice);
}
