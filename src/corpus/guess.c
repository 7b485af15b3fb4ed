/* What the first bytes of an input are. */
#include "jsmf/corpus.h"

#include "io/gunzip.h"
#include "io/sniff.h"
#include "io/text.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { HEAD = 4096, UCI_HEADER = 3 };

#define NUMBER "+-.0123456789eE"

jsmf_status jsmf_corpus_is_npz(jsmf_context *ctx, jsmf_input *in, bool *npz)
{
    const unsigned char *bytes;
    size_t got;
    *npz = false;
    if (jsmf_input_peek(ctx, in, 4, &bytes, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    *npz = got >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
    return JSMF_OK;
}

static size_t skip(const char *text, size_t length, size_t at, const char *set)
{
    while (at < length && text[at] && strchr(set, text[at]))
        at++;
    return at;
}

static bool is_uci(const char *text, size_t length)
{
    size_t at = 0;
    for (int line = 0; line < UCI_HEADER; line++) {
        size_t start = skip(text, length, at, " \t");
        at = skip(text, length, start, "0123456789");
        if (at == start)
            return false;
        at = skip(text, length, at, " \t\r");
        if (at == length)
            return line == UCI_HEADER - 1;
        if (text[at++] != '\n')
            return false;
    }
    return true;
}

static const char *line_end(const char *line, const char *end)
{
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    return newline ? newline : end;
}

/* Where the first line begins that is more than a number, a comment or blanks. */
static const char *telling_line(const char *line, const char *end)
{
    for (const char *newline; line < end; line = newline + 1) {
        size_t length, at;
        newline = line_end(line, end);
        length = (size_t)(newline - line);
        at = skip(line, length, skip(line, length, 0, NUMBER), " \t\r");
        if ((at < length && line[at] != '#') || newline == end)
            break;
    }
    return line;
}

/* A line of a number and word:count pairs alone: SVMlight, or lda-c. */
static bool is_pairs(const char *text, size_t length)
{
    size_t at = skip(text, length, 0, NUMBER), pairs = 0;
    while (at > 0 && at < length) {
        size_t start = skip(text, length, at, " \t\r"), colon = skip(text, length, start, "0123456789"), end;
        if (start == length || text[start] == '\n' || text[start] == '#')
            return pairs > 0;
        end = colon < length && text[colon] == ':' ? skip(text, length, colon + 1, NUMBER) : colon;
        if (colon == start || start == at || end <= colon + 1)
            return false;
        pairs++;
        at = end;
    }
    return pairs > 0;
}

/* Whether the line may be lda-c's: its number is that of its pairs, or it is blank. What is cut off may hold more of
 * them. */
static bool is_counted(const char *line, const char *end, bool cut)
{
    size_t number = strtoul(line, NULL, 10), pairs = 0;
    if (skip(line, (size_t)(end - line), 0, " \t\r") == (size_t)(end - line))
        return true;
    for (const char *p = line; p < end; p++)
        pairs += *p == ':';
    return memchr("0123456789", *line, 10) && (cut ? number >= pairs : number == pairs);
}

/* Pairs: lda-c where every line may be its. */
static jsmf_corpus_format pairs_format(const char *text, const char *end, bool whole)
{
    for (const char *line = text, *newline; line < end; line = newline + 1) {
        newline = line_end(line, end);
        if (!is_counted(line, newline, newline == end && !whole))
            return JSMF_FORMAT_SVMLIGHT;
    }
    return JSMF_FORMAT_LDAC;
}

static jsmf_corpus_format known_format(const char *text, size_t length, bool whole)
{
    static const char banner[] = "%%MatrixMarket";
    const char *telling = telling_line(text, text + length);
    if (length >= sizeof banner - 1 && strncasecmp(text, banner, sizeof banner - 1) == 0)
        return JSMF_FORMAT_MARKET;
    if (is_pairs(telling, (size_t)(text + length - telling)))
        return pairs_format(text, text + length, whole);
    return is_uci(text, length) ? JSMF_FORMAT_UCI : JSMF_FORMAT_TEXT;
}

static const char *other_format(const char *text, size_t length)
{
    if (length >= 4 && memcmp(text, "PK\3\4", 4) == 0)
        return "a ZIP archive or a stream of jsmf";
    if (jsmf_gunzip_magic((const unsigned char *)text, length))
        return "gzip within gzip";
    return jsmf_sniff_name(text, length);
}

jsmf_status jsmf_corpus_guess(jsmf_context *ctx, jsmf_input *in, jsmf_corpus_format *out)
{
    char head[HEAD + 1];
    const char *other, *text = head;
    size_t length = 0;
    bool whole = false;
    *out = JSMF_FORMAT_GUESS;
    if (jsmf_text_head(ctx, in, head, HEAD, &length, &whole) != JSMF_OK)
        return jsmf_context_status(ctx);
    head[length] = '\0';
    if (length == 0 && whole)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: empty (a corpus was expected)", jsmf_input_name(in));
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        length -= 3;
    }
    *out = known_format(text, length, whole);
    other = *out == JSMF_FORMAT_TEXT ? other_format(text, length) : NULL;
    if (other)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: looks like %s (a corpus was expected)",
                         jsmf_input_name(in), other);
    return JSMF_OK;
}

const char *jsmf_corpus_format_name(jsmf_corpus_format format)
{
    static const char *const names[] = {
        [JSMF_FORMAT_GUESS] = "something else", [JSMF_FORMAT_UCI] = "a UCI docword file",
        [JSMF_FORMAT_TEXT] = "text",            [JSMF_FORMAT_LDAC] = "an lda-c file",
        [JSMF_FORMAT_SVMLIGHT] = "an SVMlight file", [JSMF_FORMAT_MARKET] = "a Matrix Market file",
    };
    return names[format];
}

size_t jsmf_corpus_format_base(jsmf_corpus_format format) { return format == JSMF_FORMAT_SVMLIGHT; }
