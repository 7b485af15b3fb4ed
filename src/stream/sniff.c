/* What bytes that are no stream look like, for the message. */
#include "sniff.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LOOK = 512, SHOWN = 32 };

static const struct { const char *magic; size_t length; const char *what; } formats[] = {
    { "\x1F\x8B", 2, "gzip data; gunzip them first: streams are compressed inside" },
    { "\x93NUMPY", 6, "a bare .npy array; numpy.savez makes a stream of it" },
    { "\x89HDF\r\n", 6, "an HDF5 file" },
    { "MATLAB ", 7, "a MATLAB file" },
    { "\xFD" "7zXZ", 5, "xz data" },
    { "\x28\xB5\x2F\xFD", 4, "zstd data" },
    { "BZh", 3, "bzip2 data" },
    { "%PDF", 4, "a PDF file" },
    { "\x7F" "ELF", 4, "a program" },
    { "PK", 2, "a damaged or divided ZIP archive" },
};

static bool looks_like_html(const unsigned char *p, size_t length)
{
    static const char *const starts[] = { "<!doctype", "<html", "<?xml" };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        size_t n = strlen(starts[i]), same = 0;
        while (same < n && same < length && tolower(p[same]) == starts[i][same])
            same++;
        if (same == n)
            return true;
    }
    return false;
}

static bool looks_like_text(const unsigned char *p, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((p[i] < ' ' && !strchr("\t\n\r\f", p[i])) || p[i] == 0x7F || p[i] == 0)
            return false;
    return true;
}

/* The first line, shortened, without what could upset a terminal. */
static void show_line(const unsigned char *p, size_t length, char *to)
{
    size_t n = 0;
    while (n < length && n < SHOWN && p[n] >= ' ') {
        to[n] = p[n] < 0x7F ? (char)p[n] : '?';
        n++;
    }
    strcpy(to + n, n == SHOWN ? "..." : "");
}

static jsmf_status refuse(jsmf_context *ctx, const char *name, const unsigned char *p, size_t length)
{
    char line[SHOWN + 4];
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (length >= formats[i].length && memcmp(p, formats[i].magic, formats[i].length) == 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: is not a jsmf stream (it looks like %s)", name, formats[i].what);
    if (looks_like_html(p, length))
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: is not a jsmf stream (it looks like a web page: was the download right?)", name);
    if (!looks_like_text(p, length))
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: is not a jsmf stream (it begins with bytes %02x %02x %02x %02x, a stream with "
                         "50 4b 03 04)",
                         name, p[0], length > 1 ? p[1] : 0, length > 2 ? p[2] : 0, length > 3 ? p[3] : 0);
    show_line(p, length, line);
    return jsmf_fail(ctx, JSMF_EDATA,
                     "%s: is not a jsmf stream (it looks like text, \"%s\"; jsmf-bow makes a stream of text)", name,
                     line);
}

jsmf_status jsmf_sniff_npz(jsmf_context *ctx, jsmf_input *in)
{
    static const char entry[] = "PK\3\4", none[] = "PK\5\6";
    const unsigned char *p;
    size_t got;
    if (jsmf_input_peek(ctx, in, LOOK, &p, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (got == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is empty (expected a jsmf stream; did the tool that writes it fail?)",
                         jsmf_input_name(in));
    if (got >= 4 && (memcmp(p, entry, 4) == 0 || memcmp(p, none, 4) == 0))
        return JSMF_OK;
    if (got < 4 && memcmp(p, entry, got) == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: truncated (ends after %zu bytes)", jsmf_input_name(in), got);
    return refuse(ctx, jsmf_input_name(in), p, got);
}
