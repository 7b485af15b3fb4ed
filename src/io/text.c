/* Blocks of text: a ring that a thread fills from gzip, or that is filled on demand from plain text. */
#include "text.h"

#include "gunzip.h"
#include "io_inner.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 1 << 18, RING = 4, PLAIN_RING = 2 };

struct jsmf_text {
    jsmf_input *in;
    char *block[RING]; /* room for JSMF_TEXT_CARRY bytes, BLOCK bytes, and a NUL */
    size_t ring;       /* blocks there are */
    size_t length[RING];
    size_t taken;      /* blocks that the reader has been given; it holds the last of them */
    const char *bytes; /* what the reader was given last */
    size_t given;
    uint64_t offset;   /* of bytes */
    bool threaded;
    /* What both threads read and write, under the lock. */
    pthread_mutex_t lock;
    pthread_cond_t filled, freed;
    size_t made;     /* blocks that were filled */
    size_t released; /* blocks that the reader has done with */
    bool finished;   /* by the thread: nothing more comes, for the end or an error */
    bool stopped;    /* by the reader: nothing more is wanted */
    /* What belongs to the reading thread alone. */
    pthread_t thread;
    jsmf_context *ctx; /* for its error */
    jsmf_gunzip gunzip;
};

static char *block_start(const jsmf_text *t, size_t number) { return t->block[number % t->ring] + JSMF_TEXT_CARRY; }

/* Waits for a free block; false where the reader has gone. */
static bool wait_free(jsmf_text *t)
{
    bool go;
    pthread_mutex_lock(&t->lock);
    while (t->made - t->released == t->ring && !t->stopped)
        pthread_cond_wait(&t->freed, &t->lock);
    go = !t->stopped;
    pthread_mutex_unlock(&t->lock);
    return go;
}

static void hand_over(jsmf_text *t, size_t length, bool finished)
{
    pthread_mutex_lock(&t->lock);
    if (!finished)
        t->length[t->made++ % t->ring] = length;
    t->finished = finished;
    pthread_cond_signal(&t->filled);
    pthread_mutex_unlock(&t->lock);
}

static void *inflate_all(void *arg)
{
    jsmf_text *t = arg;
    size_t got = BLOCK;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    while (got && wait_free(t)) {
        if (jsmf_gunzip_read(t->ctx, &t->gunzip, t->in, block_start(t, t->made), BLOCK, &got) != JSMF_OK)
            got = 0;
        hand_over(t, got, got == 0);
    }
    return NULL;
}

static jsmf_status start_thread(jsmf_context *ctx, jsmf_text *t)
{
    t->ctx = jsmf_context_new();
    if (!t->ctx)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory");
    if (jsmf_gunzip_open(ctx, &t->gunzip) != JSMF_OK)
        return jsmf_context_status(ctx);
    t->gunzip.cancelable = true;
    t->threaded = pthread_create(&t->thread, NULL, inflate_all, t) == 0;
    if (t->threaded)
        return JSMF_OK;
    jsmf_gunzip_close(&t->gunzip);
    return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: no thread to inflate it in", jsmf_input_name(t->in));
}

static jsmf_status start(jsmf_context *ctx, jsmf_text *t)
{
    const unsigned char *magic;
    size_t got;
    bool gzip;
    if (jsmf_input_peek(ctx, t->in, 2, &magic, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    gzip = jsmf_gunzip_magic(magic, got);
    t->ring = gzip ? RING : PLAIN_RING;
    for (size_t i = 0; i < t->ring; i++)
        if (!(t->block[i] = jsmf_alloc(ctx, JSMF_TEXT_CARRY + BLOCK + 1, 1)))
            return jsmf_context_status(ctx);
    t->bytes = block_start(t, 0);
    return gzip ? start_thread(ctx, t) : JSMF_OK;
}

jsmf_status jsmf_text_open(jsmf_context *ctx, jsmf_input *in, jsmf_text **out)
{
    jsmf_text *t = jsmf_alloc_zero(ctx, 1, sizeof *t);
    *out = NULL;
    if (!t)
        return jsmf_context_status(ctx);
    t->in = in;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->filled, NULL);
    pthread_cond_init(&t->freed, NULL);
    if (start(ctx, t) != JSMF_OK) {
        jsmf_text_close(t);
        return jsmf_context_status(ctx);
    }
    *out = t;
    return JSMF_OK;
}

/* The length of the next block, 0 at the end. */
static jsmf_status inflated(jsmf_context *ctx, jsmf_text *t, size_t *got)
{
    bool more;
    pthread_mutex_lock(&t->lock);
    while (t->made == t->taken && !t->finished)
        pthread_cond_wait(&t->filled, &t->lock);
    more = t->made > t->taken;
    *got = more ? t->length[t->taken % t->ring] : 0;
    pthread_mutex_unlock(&t->lock);
    if (!more && jsmf_context_status(t->ctx) != JSMF_OK)
        return jsmf_fail(ctx, jsmf_context_status(t->ctx), "%s", jsmf_context_error(t->ctx));
    return JSMF_OK;
}

/* A full block wherever there are so many bytes, so that blocks do not depend on what a pipe holds. */
static jsmf_status read_plain(jsmf_context *ctx, jsmf_text *t, size_t *got)
{
    size_t part = 1;
    *got = 0;
    while (part && *got < BLOCK) {
        if (jsmf_input_read(ctx, t->in, block_start(t, t->taken) + *got, BLOCK - *got, &part) != JSMF_OK)
            return jsmf_context_status(ctx);
        *got += part;
    }
    return JSMF_OK;
}

static void release(jsmf_text *t)
{
    if (!t->threaded || t->taken < 2)
        return;
    pthread_mutex_lock(&t->lock);
    t->released = t->taken - 1;
    pthread_cond_signal(&t->freed);
    pthread_mutex_unlock(&t->lock);
}

/* Gives [bytes, bytes + length) with the kept bytes copied in front, and frees the block that they come from. */
static void give(jsmf_text *t, size_t keep, char *bytes, size_t length)
{
    const char *kept = t->bytes + t->given - keep;
    t->offset += t->given - keep;
    memmove(bytes - keep, kept, keep);
    bytes[length] = '\0';
    t->bytes = bytes - keep;
    t->given = keep + length;
    t->taken++;
    release(t);
}

static size_t mark_length(const char *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

jsmf_status jsmf_text_next(jsmf_context *ctx, jsmf_text *t, size_t keep, const char **bytes, size_t *length)
{
    char *to = block_start(t, t->taken);
    size_t got = 0, mark;
    if ((t->threaded ? inflated(ctx, t, &got) : read_plain(ctx, t, &got)) != JSMF_OK)
        return jsmf_context_status(ctx);
    mark = t->taken == 0 ? mark_length(to, got) : 0;
    if (got == 0 && t->given && t->bytes[t->given - 1] != '\n') {
        to[0] = '\n';
        got = 1;
    }
    give(t, keep, to + mark, got - mark);
    t->offset += mark;
    *bytes = t->bytes;
    *length = t->given;
    return JSMF_OK;
}

uint64_t jsmf_text_offset(const jsmf_text *t) { return t->offset; }

const char *jsmf_text_name(const jsmf_text *t) { return jsmf_input_name(t->in); }

static void stop_thread(jsmf_text *t)
{
    pthread_mutex_lock(&t->lock);
    t->stopped = true;
    pthread_cond_signal(&t->freed);
    pthread_mutex_unlock(&t->lock);
    pthread_cancel(t->thread);
    pthread_join(t->thread, NULL);
    jsmf_gunzip_close(&t->gunzip);
}

void jsmf_text_close(jsmf_text *t)
{
    if (!t)
        return;
    if (t->threaded)
        stop_thread(t);
    pthread_cond_destroy(&t->freed);
    pthread_cond_destroy(&t->filled);
    pthread_mutex_destroy(&t->lock);
    jsmf_context_free(t->ctx);
    for (int i = 0; i < RING; i++)
        free(t->block[i]);
    free(t);
}

/* ---- the first bytes ---- */

static jsmf_status inflate_head(jsmf_context *ctx, const char *name, const unsigned char *bytes, size_t length,
                                char *to, size_t size, size_t *got, bool *whole)
{
    jsmf_gunzip g = { 0 };
    int code;
    if (jsmf_gunzip_open(ctx, &g) != JSMF_OK)
        return jsmf_context_status(ctx);
    g.z.next_in = (unsigned char *)(uintptr_t)bytes;
    g.z.avail_in = (uInt)length;
    g.z.next_out = (unsigned char *)to;
    g.z.avail_out = (uInt)size;
    code = inflate(&g.z, Z_SYNC_FLUSH);
    *got = size - g.z.avail_out;
    while (code == Z_STREAM_END && g.z.avail_in && *g.z.next_in == 0) {
        g.z.next_in++;
        g.z.avail_in--;
    }
    *whole = code == Z_STREAM_END && g.z.avail_in == 0;
    if (code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR)
        jsmf_fail(ctx, code == Z_MEM_ERROR ? JSMF_ESYSTEM : JSMF_EDATA, "%s: damaged gzip (%s)", name,
                  g.z.msg ? g.z.msg : "no memory");
    jsmf_gunzip_close(&g);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_text_head(jsmf_context *ctx, jsmf_input *in, char *to, size_t size, size_t *got, bool *whole)
{
    const unsigned char *bytes;
    size_t ahead;
    if (jsmf_input_peek(ctx, in, size, &bytes, &ahead) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_gunzip_magic(bytes, ahead))
        return inflate_head(ctx, jsmf_input_name(in), bytes, ahead, to, size, got, whole);
    *whole = ahead < size;
    *got = ahead < size ? ahead : size;
    memcpy(to, bytes, *got);
    return JSMF_OK;
}

/* ---- for messages ---- */

const char *jsmf_text_quote(const char *bytes, size_t length, char to[JSMF_QUOTE_BYTES])
{
    enum { MOST = 40 };
    size_t shown = length < MOST ? length : MOST, n = 1;
    to[0] = '"';
    for (size_t i = 0, valid = 0; i < shown; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (i >= valid)
            valid = i + jsmf_utf8_valid(bytes + i, shown - i);
        if (i < valid && byte >= 0x20 && byte != 0x7f)
            to[n++] = (char)byte;
        else
            n += (size_t)snprintf(to + n, JSMF_QUOTE_BYTES - n, "\\x%02x", byte);
    }
    snprintf(to + n, JSMF_QUOTE_BYTES - n, length > MOST ? "...\"" : "\"");
    return to;
}

const char *jsmf_text_quote_string(const jsmf_strings *list, size_t i, char to[JSMF_QUOTE_BYTES])
{
    return jsmf_text_quote(jsmf_strings_get(list, i), jsmf_strings_length(list, i), to);
}
