/* URLs and addresses in a text. A URL begins with http://, https://, ftp:// or www. (in any case) where no ASCII letter
 * or digit stands before, and goes up to white space, one of < > ", typographic punctuation (U+2000 to U+206F), or the
 * letters of East Asia (U+2E80 and above). An address is letters, digits and . _ % + - on the left of an @, and on its
 * right letters, digits, - and at least one dot. */
#include "cutter.h"

#include <string.h>
#include <strings.h>

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_word(char c) { return is_letter(c) || (c >= '0' && c <= '9'); }

static bool in_url(const char *p, const char *end)
{
    const unsigned char first = (unsigned char)*p;
    if (first <= ' ' || first == 0x7F || strchr("<>\"", first))
        return false;
    if (first == 0xE2)
        return end - p >= 2 && (unsigned char)p[1] >= 0x82 && (unsigned char)p[1] < 0xBA;
    return first < 0xE2;
}

static size_t url_end(const char *text, size_t length, size_t at)
{
    while (at < length && (((unsigned char)text[at] & 0xC0) == 0x80 || in_url(text + at, text + length)))
        at++;
    return at;
}

static bool begins(const char *text, size_t length, size_t at, const char *prefix)
{
    const size_t bytes = strlen(prefix);
    return length - at > bytes && strncasecmp(text + at, prefix, bytes) == 0;
}

static bool is_url(const char *text, size_t length, size_t at)
{
    if (at > 0 && is_word(text[at - 1]))
        return false;
    return begins(text, length, at, "http://") || begins(text, length, at, "https://") ||
           begins(text, length, at, "ftp://") || begins(text, length, at, "www.");
}

static bool in_name(char c) { return is_word(c) || c == '.' || c == '-'; }
static bool in_person(char c) { return in_name(c) || c == '_' || c == '%' || c == '+'; }

/* Whether the @ at a place is an address's; *from and *to are its ends. */
static bool is_address(const char *text, size_t length, size_t least, size_t at, size_t *from, size_t *to)
{
    size_t left = at, right = at + 1;
    bool dot = false;
    while (left > least && in_person(text[left - 1]))
        left--;
    while (right < length && in_name(text[right])) {
        dot |= text[right] == '.' && right + 1 < length && is_word(text[right + 1]);
        right++;
    }
    *from = left;
    *to = right;
    return left < at && dot;
}

bool jsmf_words_next_address(const char *text, size_t length, size_t *from, size_t *to)
{
    const size_t least = *from;
    for (size_t at = least; at < length; at++) {
        if (text[at] == '@' && is_address(text, length, least, at, from, to))
            return true;
        if (strchr("hfw", text[at] | 0x20) && is_url(text, length, at)) {
            *from = at;
            *to = url_end(text, length, at);
            return true;
        }
    }
    return false;
}
