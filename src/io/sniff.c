/* What bytes that are not what was expected look like, for the message. */
#include "sniff.h"
#include "base/base_inner.h"
#include "io_inner.h"

#include <string.h>
#include <strings.h>

enum { LOOK = 512, SHOWN = 32 };

static const struct { const char *magic; size_t length; const char *what; } formats[] = {
    { "\x93NUMPY", 6, "a bare .npy array (numpy.savez makes a stream of it)" },
    { "\x89HDF\r\n", 6, "an HDF5 file" },
    { "MATLAB 5.0 MAT", 14, "a MATLAB file" },
    { "\xFD" "7zXZ", 5, "xz data (unxz inflates them)" },
    { "\x28\xB5\x2F\xFD", 4, "zstd data (unzstd inflates them)" },
    { "BZh", 3, "bzip2 data (bunzip2 inflates them)" },
    { "\xFF\xFE", 2, "UTF-16, which iconv converts" },
    { "\xFE\xFF", 2, "UTF-16, which iconv converts" },
    { "%PDF-", 5, "a PDF file" },
    { "\x89PNG\r\n", 6, "a PNG picture" },
    { "\xFF\xD8\xFF", 3, "a JPEG picture" },
    { "PAR1\x15", 5, "a Parquet file" },
    { "\xD0\xCF\x11\xE0", 4, "a file of an old Microsoft Office" },
    { "\x7F" "ELF", 4, "a program" },
};

static bool looks_like_html(const char *p, size_t length)
{
    static const char *const starts[] = { "<!doctype", "<html" };
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (length >= strlen(starts[i]) && strncasecmp(p, starts[i], strlen(starts[i])) == 0)
            return true;
    return false;
}

/* The mark stands behind the first file's name, mode, owner, size and time. */
static bool looks_like_tar(const char *p, size_t length)
{
    static const char mark[] = "ustar";
    enum { PLACE = 257, MARK = sizeof mark - 1 };
    return length >= PLACE + MARK && memcmp(p + PLACE, mark, MARK) == 0;
}

const char *jsmf_sniff_binary(const char *bytes, size_t length)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (length >= formats[i].length && memcmp(bytes, formats[i].magic, formats[i].length) == 0)
            return formats[i].what;
    return looks_like_tar(bytes, length) ? "a tar archive (tar -xf unpacks it)" : NULL;
}

const char *jsmf_sniff_name(const char *bytes, size_t length)
{
    static const char matrix[] = "%%MatrixMarket";
    if (length >= sizeof matrix - 1 && memcmp(bytes, matrix, sizeof matrix - 1) == 0)
        return "Matrix Market";
    return looks_like_html(bytes, length) ? "a web page (was the download right?)" : jsmf_sniff_binary(bytes, length);
}

/* The same of bytes that are no stream. */
static const char *other_name(const unsigned char *p, size_t length)
{
    if (length >= 2 && p[0] == 'P' && p[1] == 'K')
        return "a damaged or divided ZIP archive";
    return jsmf_sniff_name((const char *)p, length);
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

/* Whether the shown line is of numbers alone, with a decimal point, as in a table of weights. */
static bool is_decimal(const char *line) { return strchr(line, '.') && !line[strspn(line, "0123456789+-.eE ")]; }

static jsmf_status refuse(jsmf_context *ctx, const char *name, const unsigned char *p, size_t length)
{
    char line[SHOWN + 4];
    const char *other = other_name(p, length);
    if (length >= 2 && p[0] == 0x1F && p[1] == 0x8B)
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_STREAM_OF_GZIP, 0,
                                "%s: is not a jsmf stream but looks like gzip data", name);
    if (other)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is not a jsmf stream but looks like %s", name, other);
    if (!looks_like_text(p, length))
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: is not a jsmf stream (it begins with bytes %02x %02x %02x %02x, a stream with "
                         "50 4b 03 04)",
                         name, p[0], length > 1 ? p[1] : 0, length > 2 ? p[2] : 0, length > 3 ? p[3] : 0);
    show_line(p, length, line);
    return jsmf_fail_remedy(ctx, JSMF_EDATA,
                            is_decimal(line) ? JSMF_REMEDY_STREAM_OF_NUMBERS : JSMF_REMEDY_STREAM_OF_TEXT, 0,
                            "%s: is not a jsmf stream (it looks like text, \"%s\")", name, line);
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
        return jsmf_fail(ctx, JSMF_EDATA, "%s: truncated (ends after %zu byte%s)", jsmf_input_name(in),
                         JSMF_COUNTED(got));
    return refuse(ctx, jsmf_input_name(in), p, got);
}
