/* Inflating gzip, member by member. */
#include "gunzip.h"
#include "io_inner.h"

#include <pthread.h>
#include <string.h>

enum { GZIP_WINDOW = 15 + 16 }; /* zlib: the largest window, gzip's header and trailer */

bool jsmf_gunzip_magic(const unsigned char *bytes, size_t length)
{
    return length >= 2 && bytes[0] == 0x1f && bytes[1] == 0x8b;
}

jsmf_status jsmf_gunzip_open(jsmf_context *ctx, jsmf_gunzip *g)
{
    memset(&g->z, 0, sizeof g->z);
    g->inside = g->ended = false;
    if (inflateInit2(&g->z, GZIP_WINDOW) != Z_OK)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (zlib)");
    return JSMF_OK;
}

void jsmf_gunzip_close(jsmf_gunzip *g) { inflateEnd(&g->z); }

/* Waiting for a pipe is the one place where the thread may be ended from outside: it holds nothing there. */
static jsmf_status look(jsmf_context *ctx, const jsmf_gunzip *g, jsmf_input *in, size_t want,
                        const unsigned char **bytes, size_t *got)
{
    jsmf_status status;
    int before;
    if (g->cancelable)
        pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    status = jsmf_input_peek(ctx, in, want, bytes, got);
    if (g->cancelable)
        pthread_setcancelstate(before, NULL);
    return status;
}

/* Zeros behind the last member fill up a tape's or a device's blocks. */
static jsmf_status skip_padding(jsmf_context *ctx, const jsmf_gunzip *g, jsmf_input *in)
{
    const unsigned char *bytes;
    size_t got, zeros;
    do {
        if (look(ctx, g, in, 1, &bytes, &got) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (zeros = 0; zeros < got && bytes[zeros] == 0; zeros++)
            continue;
        jsmf_input_skip(in, zeros);
    } while (got > 0 && zeros == got);
    return JSMF_OK;
}

/* Between members: a further one, the end, or what does not belong there. */
static jsmf_status begin_member(jsmf_context *ctx, jsmf_gunzip *g, jsmf_input *in)
{
    const unsigned char *bytes;
    size_t got;
    if (look(ctx, g, in, 2, &bytes, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    const bool padded = got > 0 && bytes[0] == 0;
    if (padded && (skip_padding(ctx, g, in) != JSMF_OK || look(ctx, g, in, 1, &bytes, &got) != JSMF_OK))
        return jsmf_context_status(ctx);
    g->ended = got == 0;
    if (g->ended)
        return JSMF_OK;
    if (padded || !jsmf_gunzip_magic(bytes, got))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: bytes behind the end of the gzip data (at offset %llu; another gzip "
                         "member or nothing was expected)", jsmf_input_name(in),
                         (unsigned long long)jsmf_input_offset(in));
    inflateReset(&g->z);
    g->inside = true;
    return JSMF_OK;
}

static jsmf_status inflate_some(jsmf_context *ctx, jsmf_gunzip *g, jsmf_input *in)
{
    const unsigned char *bytes;
    size_t got;
    int code;
    if (look(ctx, g, in, 1, &bytes, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (got == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: truncated gzip (it ends at offset %llu, inside the compressed data)",
                         jsmf_input_name(in), (unsigned long long)jsmf_input_offset(in));
    g->z.next_in = (unsigned char *)(uintptr_t)bytes;
    g->z.avail_in = got < UINT32_MAX ? (uInt)got : UINT32_MAX;
    code = inflate(&g->z, Z_NO_FLUSH);
    jsmf_input_skip(in, (size_t)(g->z.next_in - bytes));
    if (code == Z_MEM_ERROR)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (zlib)");
    if (code != Z_OK && code != Z_STREAM_END)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged gzip (%s, near offset %llu)", jsmf_input_name(in),
                         g->z.msg ? g->z.msg : "no progress", (unsigned long long)jsmf_input_offset(in));
    g->inside = code != Z_STREAM_END;
    return JSMF_OK;
}

jsmf_status jsmf_gunzip_read(jsmf_context *ctx, jsmf_gunzip *g, jsmf_input *in, char *to, size_t length, size_t *got)
{
    g->z.next_out = (unsigned char *)to;
    g->z.avail_out = (uInt)length;
    while (!g->ended && (g->z.avail_out || !g->inside)) {
        jsmf_status status = g->inside ? inflate_some(ctx, g, in) : begin_member(ctx, g, in);
        if (status != JSMF_OK)
            return status;
    }
    *got = length - g->z.avail_out;
    return JSMF_OK;
}
