/* Bytes kept for a second look, in memory or in a file without a name. */
#include "io_inner.h"

#include "descriptor.h"
#include "input.h"
#include "base/base_inner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes that stay in memory, and the part of the memory limit that they may take. */
enum { MEMORY_MOST = 1 << 26, LIMIT_PART = 16, MEMORY_LEAST = 1 << 16, STEP_MOST = 1 << 30 };

struct jsmf_spool {
    char *name;             /* of what is in it, or of the file */
    unsigned char *memory;  /* while there is no file */
    size_t capacity, most;  /* of memory; what it may grow to */
    int fd;                 /* -1: none */
    uint64_t base;          /* where offset 0 lies in the file */
    uint64_t size;          /* bytes appended; unknown of a file that is only read */
    bool appended;          /* to a file of its own */
};

static jsmf_spool *spool_new(jsmf_context *ctx, const char *name)
{
    jsmf_spool *s = jsmf_alloc_zero(ctx, 1, sizeof *s);
    if (!s)
        return NULL;
    s->fd = -1;
    s->name = jsmf_copy(ctx, name, strlen(name) + 1, 1);
    if (s->name)
        return s;
    free(s);
    return NULL;
}

jsmf_status jsmf_spool_new(jsmf_context *ctx, const char *what, jsmf_spool **out)
{
    size_t most = jsmf_context_memory(ctx) / LIMIT_PART;
    *out = spool_new(ctx, what);
    if (!*out)
        return jsmf_context_status(ctx);
    (*out)->appended = true;
    (*out)->most = most > MEMORY_MOST ? MEMORY_MOST : most < MEMORY_LEAST ? MEMORY_LEAST : most;
    return JSMF_OK;
}

jsmf_status jsmf_spool_of_input(jsmf_context *ctx, const jsmf_input *in, jsmf_spool **out)
{
    uint64_t base;
    int fd = jsmf_input_file(in, &base);
    *out = NULL;
    if (fd < 0)
        return JSMF_OK;
    *out = spool_new(ctx, jsmf_input_name(in));
    if (!*out)
        return jsmf_context_status(ctx);
    (*out)->base = base;
    (*out)->fd = jsmf_descriptor_copy(fd);
    if ((*out)->fd >= 0)
        return JSMF_OK;
    jsmf_fail(ctx, JSMF_ESYSTEM, "%s: %s", (*out)->name, strerror(errno));
    jsmf_spool_free(*out);
    *out = NULL;
    return JSMF_ESYSTEM;
}

void jsmf_spool_free(jsmf_spool *s)
{
    if (!s)
        return;
    if (s->fd >= 0)
        close(s->fd);
    free(s->memory);
    free(s->name);
    free(s);
}

uint64_t jsmf_spool_size(const jsmf_spool *s) { return s->size; }

/* ---- the file ---- */

static const char *folder(void)
{
    const char *path = getenv("TMPDIR");
    return path && *path ? path : "/tmp";
}

static jsmf_status file_error(jsmf_context *ctx, const jsmf_spool *s)
{
    if (s->appended)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "an unlinked file in %s, for %s: %s (TMPDIR names another folder)",
                         folder(), s->name, strerror(errno));
    return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: %s", s->name, strerror(errno));
}

/* Where the file system knows no files without names, one is made and unlinked. */
static int open_nameless(const char *path)
{
    char name[4096];
    int fd = jsmf_descriptor_open(path, O_TMPFILE | O_RDWR, 0600), low, failure;
    if (fd >= 0 || snprintf(name, sizeof name, "%s/jsmf-XXXXXX", path) >= (int)sizeof name)
        return fd;
    low = mkostemp(name, O_CLOEXEC);
    if (low < 0)
        return -1;
    fd = unlink(name) == 0 ? jsmf_descriptor_copy(low) : -1;
    failure = errno;
    close(low);
    errno = failure;
    return fd;
}

static jsmf_status write_file(jsmf_context *ctx, const jsmf_spool *s, uint64_t offset, const unsigned char *bytes,
                              size_t length)
{
    while (length > 0) {
        ssize_t n = pwrite(s->fd, bytes, length < STEP_MOST ? length : STEP_MOST, (off_t)(s->base + offset));
        if (n < 0 && errno != EINTR)
            return file_error(ctx, s);
        n = n > 0 ? n : 0;
        bytes += n;
        offset += (uint64_t)n;
        length -= (size_t)n;
    }
    return JSMF_OK;
}

static jsmf_status read_file(jsmf_context *ctx, const jsmf_spool *s, uint64_t offset, unsigned char *to, size_t length)
{
    while (length > 0) {
        ssize_t n = pread(s->fd, to, length < STEP_MOST ? length : STEP_MOST, (off_t)(s->base + offset));
        if (n < 0 && errno != EINTR)
            return file_error(ctx, s);
        if (n == 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: has become shorter while it was read (%zu bytes missing at offset "
                             "%llu)", s->name, length, (unsigned long long)(s->base + offset));
        n = n > 0 ? n : 0;
        to += n;
        offset += (uint64_t)n;
        length -= (size_t)n;
    }
    return JSMF_OK;
}

static jsmf_status move_to_file(jsmf_context *ctx, jsmf_spool *s)
{
    jsmf_message(ctx, JSMF_INFO, "%s: kept in an unlinked file in %s", s->name, folder());
    s->fd = open_nameless(folder());
    if (s->fd < 0)
        return file_error(ctx, s);
    if (write_file(ctx, s, 0, s->memory, (size_t)s->size) != JSMF_OK)
        return jsmf_context_status(ctx);
    free(s->memory);
    s->memory = NULL;
    return JSMF_OK;
}

/* ---- both ---- */

/* Room for length bytes more, in memory or in a file. */
static jsmf_status make_room(jsmf_context *ctx, jsmf_spool *s, size_t length)
{
    size_t need, capacity = 2 * s->capacity;
    unsigned char *larger;
    if (s->fd >= 0)
        return JSMF_OK;
    if (!jsmf_add((size_t)s->size, length, &need) || need > s->most)
        return move_to_file(ctx, s);
    if (need <= s->capacity)
        return JSMF_OK;
    capacity = capacity > s->most ? s->most : capacity < need ? need : capacity;
    larger = jsmf_realloc(ctx, s->memory, capacity, 1);
    if (!larger)
        return jsmf_context_status(ctx);
    s->memory = larger;
    s->capacity = capacity;
    return JSMF_OK;
}

jsmf_status jsmf_spool_append(jsmf_context *ctx, jsmf_spool *s, const void *bytes, size_t length)
{
    if (make_room(ctx, s, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    s->size += length;
    return jsmf_spool_write(ctx, s, s->size - length, bytes, length);
}

jsmf_status jsmf_spool_write(jsmf_context *ctx, jsmf_spool *s, uint64_t offset, const void *bytes, size_t length)
{
    if (length == 0)
        return JSMF_OK;
    if (s->fd >= 0)
        return write_file(ctx, s, offset, bytes, length);
    memcpy(s->memory + offset, bytes, length);
    return JSMF_OK;
}

jsmf_status jsmf_spool_read(jsmf_context *ctx, const jsmf_spool *s, uint64_t offset, void *to, size_t length)
{
    if (length == 0)
        return JSMF_OK;
    if (s->fd >= 0)
        return read_file(ctx, s, offset, to, length);
    memcpy(to, s->memory + offset, length);
    return JSMF_OK;
}

const void *jsmf_spool_view(const jsmf_spool *s, uint64_t offset) { return s->memory ? s->memory + offset : NULL; }
