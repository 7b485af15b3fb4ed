/* Bytes out: to standard output, through to devices and FIFOs, or into a file that appears only once it is whole. */
#include "io_inner.h"

#include "descriptor.h"
#include "target.h"
#include "base/base_inner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { WRITE_MOST = 1 << 30 };

struct jsmf_output {
    char *name;
    int fd;                /* -1: memory */
    bool replaces;         /* target is renamed into place */
    jsmf_target target;
    unsigned char *buffer; /* JSMF_BUFFER bytes, or all of a memory output */
    size_t used, capacity;
};

static jsmf_status output_new(jsmf_context *ctx, const char *name, jsmf_output **out)
{
    jsmf_output *o = jsmf_alloc_zero(ctx, 1, sizeof *o);
    *out = NULL;
    if (!o)
        return jsmf_context_status(ctx);
    o->fd = -1;
    o->name = jsmf_copy(ctx, name, strlen(name) + 1, 1);
    o->buffer = jsmf_alloc(ctx, JSMF_BUFFER, 1);
    o->capacity = JSMF_BUFFER;
    if (!o->name || !o->buffer) {
        jsmf_output_abandon(o);
        return JSMF_ESYSTEM;
    }
    *out = o;
    return JSMF_OK;
}

/* Files that do not exist yet and regular files are replaced; a directory is refused; the rest is opened as it is. */
static jsmf_status open_path(jsmf_context *ctx, jsmf_output *out, const char *path)
{
    struct stat about;
    bool exists = stat(path, &about) == 0;
    if (!exists && errno != ENOENT)
        return jsmf_fail_errno(ctx, out->name);
    if (exists && S_ISDIR(about.st_mode))
        return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: is a directory", out->name);
    out->replaces = !exists || S_ISREG(about.st_mode);
    if (out->replaces)
        return jsmf_target_open(ctx, path, &out->target, &out->fd);
    out->fd = jsmf_descriptor_open(path, O_WRONLY, 0);
    return out->fd < 0 ? jsmf_fail_errno(ctx, out->name) : JSMF_OK;
}

static jsmf_status open_destination(jsmf_context *ctx, jsmf_output *out, const char *path, bool text)
{
    int mode;
    if (path && open_path(ctx, out, path) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!path)
        out->fd = STDOUT_FILENO;
    mode = fcntl(out->fd, F_GETFL);
    if (mode >= 0 && (mode & O_ACCMODE) == O_RDONLY) {
        mode = -1;
        errno = EBADF; /* what a write would say later */
    }
    if (mode < 0)
        return jsmf_fail_errno(ctx, out->name);
    if (!text && isatty(out->fd))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%s: is a terminal (the output is binary: use -o FILE or a pipe)",
                         out->name);
    jsmf_descriptor_widen(out->fd);
    return JSMF_OK;
}

/* Names of standard output itself; what stands behind it must not be replaced. */
static bool names_standard_output(const char *path)
{
    static const char *const names[] = { "-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(path, names[i]) == 0)
            return true;
    return false;
}

jsmf_status jsmf_output_open(jsmf_context *ctx, const char *path, bool text, jsmf_output **out)
{
    if (path && names_standard_output(path))
        path = NULL;
    if (output_new(ctx, path ? path : "standard output", out) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (open_destination(ctx, *out, path, text) == JSMF_OK)
        return JSMF_OK;
    jsmf_output_abandon(*out);
    *out = NULL;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_output_memory(jsmf_context *ctx, jsmf_output **out)
{
    return output_new(ctx, "memory", out);
}

const void *jsmf_output_bytes(const jsmf_output *out, size_t *length)
{
    *length = out->used;
    return out->buffer;
}

bool jsmf_output_same(const jsmf_output *a, const jsmf_output *b)
{
    return a->replaces && b->replaces && jsmf_target_same(&a->target, &b->target);
}

static jsmf_status write_all(jsmf_context *ctx, jsmf_output *out, const unsigned char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t n = write(out->fd, bytes, length < WRITE_MOST ? length : WRITE_MOST);
        if (n < 0 && !jsmf_descriptor_again(out->fd, true))
            return jsmf_fail_errno(ctx, out->name);
        bytes += n > 0 ? n : 0;
        length -= n > 0 ? (size_t)n : 0;
    }
    return JSMF_OK;
}

static jsmf_status flush(jsmf_context *ctx, jsmf_output *out)
{
    size_t used = out->used;
    if (out->fd < 0)
        return JSMF_OK;
    out->used = 0;
    return write_all(ctx, out, out->buffer, used);
}

/* Room for length bytes more in the buffer: a memory output grows, the others flush (length at most JSMF_BUFFER). */
static jsmf_status make_room(jsmf_context *ctx, jsmf_output *out, size_t length)
{
    size_t need, capacity = out->capacity;
    unsigned char *larger;
    if (length <= out->capacity - out->used)
        return JSMF_OK;
    if (out->fd >= 0)
        return flush(ctx, out);
    if (jsmf_add(out->used, length, &need) && capacity < SIZE_MAX / 2)
        capacity = need < 2 * capacity ? 2 * capacity : need;
    else
        capacity = need;
    larger = jsmf_realloc(ctx, out->buffer, capacity, 1);
    if (!larger)
        return jsmf_context_status(ctx);
    out->buffer = larger;
    out->capacity = capacity;
    return JSMF_OK;
}

jsmf_status jsmf_output_write(jsmf_context *ctx, jsmf_output *out, const void *bytes, size_t length)
{
    if (length == 0)
        return JSMF_OK;
    if (out->fd >= 0 && length >= JSMF_BUFFER)
        return flush(ctx, out) == JSMF_OK ? write_all(ctx, out, bytes, length) : jsmf_context_status(ctx);
    if (make_room(ctx, out, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    memcpy(out->buffer + out->used, bytes, length);
    out->used += length;
    return JSMF_OK;
}

/* What does not fit the buffer is formatted into a block of its own. */
static jsmf_status print_long(jsmf_context *ctx, jsmf_output *out, size_t length, const char *format, va_list args)
{
    char *text = jsmf_alloc(ctx, length + 1, 1);
    jsmf_status status;
    if (!text)
        return jsmf_context_status(ctx);
    vsnprintf(text, length + 1, format, args);
    status = jsmf_output_write(ctx, out, text, length);
    free(text);
    return status;
}

jsmf_status jsmf_output_printf(jsmf_context *ctx, jsmf_output *out, const char *format, ...)
{
    size_t room = out->capacity - out->used;
    jsmf_status status = JSMF_OK;
    va_list args;
    int length;
    va_start(args, format);
    length = vsnprintf((char *)out->buffer + out->used, room, format, args);
    va_end(args);
    if (length < 0)
        return jsmf_fail_errno(ctx, out->name);
    if ((size_t)length < room) {
        out->used += (size_t)length;
        return JSMF_OK;
    }
    va_start(args, format);
    status = print_long(ctx, out, (size_t)length, format, args);
    va_end(args);
    return status;
}

jsmf_status jsmf_output_flush(jsmf_context *ctx, jsmf_output *out) { return flush(ctx, out); }

jsmf_status jsmf_output_commit(jsmf_context *ctx, jsmf_output *out)
{
    const int fd = out->fd;
    if (flush(ctx, out) == JSMF_OK && out->replaces)
        jsmf_recorded(jsmf_target_link(ctx, &out->target, fd));
    out->fd = -1;
    if (fd >= 0 && close(fd) != 0)
        jsmf_fail_errno(ctx, out->name);
    if (jsmf_context_status(ctx) == JSMF_OK && out->replaces)
        jsmf_recorded(jsmf_target_rename(ctx, &out->target));
    jsmf_output_abandon(out);
    return jsmf_context_status(ctx);
}

void jsmf_output_abandon(jsmf_output *out)
{
    if (!out)
        return;
    if (out->fd > STDERR_FILENO)
        close(out->fd);
    jsmf_target_free(&out->target);
    free(out->buffer);
    free(out->name);
    free(out);
}
