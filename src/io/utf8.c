/* UTF-8 as RFC 3629 has it. */
#include "io_inner.h"

#include <string.h>

/* Bytes of the sequence that a first byte opens; 0 where it opens none. */
static size_t sequence_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    return first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
}

/* The second byte's range excludes overlong forms, surrogates and what lies above U+10FFFF. */
static bool second_fits(unsigned char first, unsigned char second)
{
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    return second >= low && second <= high;
}

static bool sequence_valid(const unsigned char *p, size_t left)
{
    size_t length = sequence_length(p[0]);
    if (length == 0 || length > left || (length > 1 && !second_fits(p[0], p[1])))
        return false;
    for (size_t i = 2; i < length; i++)
        if ((p[i] & 0xC0) != 0x80)
            return false;
    return true;
}

/* Bytes of ASCII from i on, in steps of a word. */
static size_t skip_ascii(const unsigned char *p, size_t i, size_t length)
{
    uint64_t eight;
    for (; length - i >= sizeof eight; i += sizeof eight) {
        memcpy(&eight, p + i, sizeof eight);
        if (eight & UINT64_C(0x8080808080808080))
            break;
    }
    return i;
}

size_t jsmf_utf8_valid(const char *bytes, size_t length)
{
    const unsigned char *p = (const unsigned char *)bytes;
    size_t i = 0;
    while (i < length) {
        if (p[i] < 0x80)
            i = skip_ascii(p, i + 1, length);
        else if (p[i] >= 0xC2 && p[i] < 0xE0 && length - i > 1 && (p[i + 1] & 0xC0) == 0x80)
            i += 2;
        else if (sequence_valid(p + i, length - i))
            i += sequence_length(p[i]);
        else
            break;
    }
    return i;
}

uint32_t jsmf_utf8_next(const char **p)
{
    const unsigned char *u = (const unsigned char *)*p;
    size_t length = sequence_length(u[0]);
    uint32_t code = length < 2 ? u[0] : u[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++)
        code = code << 6 | (u[i] & 0x3F);
    *p += length ? length : 1;
    return code;
}

bool jsmf_utf8_hidden(uint32_t code)
{
    static const uint32_t ranges[][2] = {
        { 0, 0x1F },          /* control characters */
        { 0x7F, 0x9F },
        { 0xAD, 0xAD },       /* soft hyphen */
        { 0x61C, 0x61C },     /* marks of direction, and characters without width */
        { 0x200B, 0x200F },
        { 0x2028, 0x202E },   /* ends of lines and paragraphs, changes of direction */
        { 0x2060, 0x206F },
        { 0xFEFF, 0xFEFF },   /* byte order mark */
        { 0xFFF9, 0xFFFB },
        { 0xE0000, 0xE007F }, /* tags */
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (code >= ranges[i][0] && code <= ranges[i][1])
            return true;
    return false;
}

size_t jsmf_utf8_put(uint32_t code, char out[4])
{
    static const unsigned char first[] = { 0, 0, 0xC0, 0xE0, 0xF0 };
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF))
        return 0;
    for (size_t i = length - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)(first[length] | code);
    return length;
}

/* ---- white space ---- */

static size_t space_of_three(unsigned char first, unsigned char second, unsigned char third)
{
    if (first == 0xE2 && second == 0x80) /* U+2000 to 200A, 2028, 2029, 202F */
        return (third >= 0x80 && third <= 0x8A) || third == 0xA8 || third == 0xA9 || third == 0xAF ? 3 : 0;
    return (first == 0xE1 && second == 0x9A && third == 0x80) || (first == 0xE2 && second == 0x81 && third == 0x9F) ||
           (first == 0xE3 && second == 0x80 && third == 0x80) ? 3 : 0; /* U+1680, 205F, 3000 */
}

size_t jsmf_utf8_space(const char *p, const char *end)
{
    const unsigned char *u = (const unsigned char *)p;
    if (u[0] < 0x80)
        return u[0] == ' ' || (u[0] >= '\t' && u[0] <= '\r');
    if (u[0] == 0xC2) /* U+0085, 00A0 */
        return end - p > 1 && (u[1] == 0x85 || u[1] == 0xA0) ? 2 : 0;
    return u[0] >= 0xE1 && u[0] <= 0xE3 && end - p > 2 ? space_of_three(u[0], u[1], u[2]) : 0;
}

bool jsmf_utf8_blank(const char *bytes, size_t length)
{
    const char *p = bytes, *end = bytes + length;
    for (size_t space; p < end; p += space)
        if ((space = jsmf_utf8_space(p, end)) == 0)
            return false;
    return length > 0;
}
