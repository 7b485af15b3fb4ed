/* Bytes in: a buffer with a look ahead before a file, a pipe, a device or a block of memory. */
#include "io_inner.h"

#include "descriptor.h"
#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READ_MOST = 1 << 30 };

struct jsmf_input {
    char *name;
    int fd;                     /* -1: memory */
    const unsigned char *bytes; /* buffer, or the caller's memory */
    unsigned char *buffer;      /* JSMF_BUFFER bytes; NULL for memory */
    size_t start, end;          /* what is read and not consumed: bytes[start] .. bytes[end - 1] */
    bool ended;                 /* the source gave its last byte */
    uint64_t offset;            /* of bytes[start] in the source */
    bool regular;               /* a file whose bytes stay where they are */
    uint64_t base;              /* where its reading began */
};

static jsmf_status input_new(jsmf_context *ctx, const char *name, jsmf_input **out)
{
    jsmf_input *in = jsmf_alloc_zero(ctx, 1, sizeof *in);
    *out = NULL;
    if (!in)
        return jsmf_context_status(ctx);
    in->fd = -1;
    in->name = jsmf_copy(ctx, name, strlen(name) + 1, 1);
    if (!in->name) {
        free(in);
        return JSMF_ESYSTEM;
    }
    *out = in;
    return JSMF_OK;
}

static jsmf_status check_source(jsmf_context *ctx, jsmf_input *in, bool text)
{
    struct stat about;
    off_t at;
    if (fstat(in->fd, &about) != 0)
        return jsmf_fail_errno(ctx, in->name);
    if (S_ISDIR(about.st_mode))
        return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: is a directory", in->name);
    if (!text && isatty(in->fd))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%s: is a terminal (a stream is expected: name a file or use a pipe)",
                         in->name);
    at = S_ISREG(about.st_mode) ? lseek(in->fd, 0, SEEK_CUR) : -1;
    in->regular = at >= 0;
    in->base = in->regular ? (uint64_t)at : 0;
    return JSMF_OK;
}

static jsmf_status open_source(jsmf_context *ctx, jsmf_input *in, const char *path, bool text)
{
    in->fd = path ? jsmf_descriptor_open(path, O_RDONLY, 0) : STDIN_FILENO;
    if (in->fd < 0 && errno == ENOENT && jsmf_descriptor_named(path))
        return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: no file is open under that number", in->name);
    if (in->fd < 0)
        return jsmf_fail_errno(ctx, in->name);
    if (check_source(ctx, in, text) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_descriptor_widen(in->fd);
    in->buffer = jsmf_alloc(ctx, JSMF_BUFFER, 1);
    in->bytes = in->buffer;
    return in->buffer ? JSMF_OK : JSMF_ESYSTEM;
}

jsmf_status jsmf_input_open(jsmf_context *ctx, const char *path, bool text, jsmf_input **out)
{
    if (path && strcmp(path, "-") == 0)
        path = NULL;
    if (input_new(ctx, path ? path : "standard input", out) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (open_source(ctx, *out, path, text) == JSMF_OK)
        return JSMF_OK;
    jsmf_input_close(*out);
    *out = NULL;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_input_memory(jsmf_context *ctx, const void *bytes, size_t length, const char *name, jsmf_input **out)
{
    if (input_new(ctx, name, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    (*out)->bytes = bytes;
    (*out)->end = length;
    (*out)->ended = true;
    return JSMF_OK;
}

void jsmf_input_close(jsmf_input *in)
{
    if (!in)
        return;
    if (in->fd > STDERR_FILENO)
        close(in->fd);
    free(in->buffer);
    free(in->name);
    free(in);
}

const char *jsmf_input_name(const jsmf_input *in) { return in->name; }

uint64_t jsmf_input_offset(const jsmf_input *in) { return in->offset; }

int jsmf_input_file(const jsmf_input *in, uint64_t *base)
{
    *base = in->base;
    return in->regular ? in->fd : -1;
}

uint64_t jsmf_input_file_size(const jsmf_input *in)
{
    struct stat about;
    if (!in->regular || fstat(in->fd, &about) != 0 || (uint64_t)about.st_size < in->base)
        return 0;
    return (uint64_t)about.st_size - in->base;
}

/* One read; sets ended where nothing is left. */
static jsmf_status read_some(jsmf_context *ctx, jsmf_input *in, void *to, size_t length, size_t *got)
{
    ssize_t n;
    *got = 0;
    if (in->ended)
        return JSMF_OK;
    do
        n = read(in->fd, to, length < READ_MOST ? length : READ_MOST);
    while (n < 0 && jsmf_descriptor_again(in->fd, false));
    if (n < 0)
        return jsmf_fail_errno(ctx, in->name);
    in->ended = n == 0;
    *got = (size_t)n;
    return JSMF_OK;
}

/* Reads once more behind what the buffer holds, after moving that to the front where there is little room. */
static jsmf_status refill(jsmf_context *ctx, jsmf_input *in)
{
    size_t got, held = in->end - in->start;
    if (in->ended)
        return JSMF_OK;
    if (held == 0 || JSMF_BUFFER - in->end < JSMF_PEEK) {
        memmove(in->buffer, in->buffer + in->start, held);
        in->start = 0;
        in->end = held;
    }
    if (read_some(ctx, in, in->buffer + in->end, JSMF_BUFFER - in->end, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    in->end += got;
    return JSMF_OK;
}

static size_t take(jsmf_input *in, void *to, size_t length)
{
    size_t held = in->end - in->start, n = length < held ? length : held;
    if (n == 0)
        return 0;
    memcpy(to, in->bytes + in->start, n);
    in->start += n;
    in->offset += n;
    return n;
}

jsmf_status jsmf_input_read(jsmf_context *ctx, jsmf_input *in, void *to, size_t length, size_t *got)
{
    *got = take(in, to, length);
    if (*got || length == 0 || in->ended)
        return JSMF_OK;
    if (length >= JSMF_BUFFER) {
        jsmf_status status = read_some(ctx, in, to, length, got);
        in->offset += *got;
        return status;
    }
    if (refill(ctx, in) != JSMF_OK)
        return jsmf_context_status(ctx);
    *got = take(in, to, length);
    return JSMF_OK;
}

jsmf_status jsmf_input_full(jsmf_context *ctx, jsmf_input *in, void *to, size_t length, const char *what)
{
    uint64_t offset = in->offset;
    for (size_t done = 0, got; done < length; done += got) {
        if (jsmf_input_read(ctx, in, (unsigned char *)to + done, length - done, &got) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (got == 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: truncated (%s: expected %zu bytes at offset %llu, got %zu)",
                             in->name, what, length, (unsigned long long)offset, done);
    }
    return JSMF_OK;
}

jsmf_status jsmf_input_peek(jsmf_context *ctx, jsmf_input *in, size_t want, const unsigned char **bytes, size_t *got)
{
    if (want > JSMF_PEEK)
        want = JSMF_PEEK;
    while (in->end - in->start < want && !in->ended)
        if (refill(ctx, in) != JSMF_OK)
            return jsmf_context_status(ctx);
    *bytes = in->bytes + in->start;
    *got = in->end - in->start;
    return JSMF_OK;
}

void jsmf_input_skip(jsmf_input *in, size_t n)
{
    in->start += n;
    in->offset += n;
}
