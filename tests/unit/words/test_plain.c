/* The fast path finds what ICU finds: on random text, and on random text of other alphabets; and Unicode's own test of
 * word boundaries. */
#include "unit.h"

#include "words/words_inner.h"
#include "words/cutter.h"
#include "base/base_inner.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef JSMF_ICU

static const char boundaries_file[] = "/usr/share/unicode/auxiliary/WordBreakTest.txt"; /* Debian's unicode-data */

enum { TEXT = 4000, TEXTS = 60 };

static jsmf_context *ctx;

static int set_up(void **state)
{
    (void)state;
    ctx = jsmf_context_new();
    return ctx ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    jsmf_context_free(ctx);
    return 0;
}

/* ---- both paths ---- */

typedef struct shown {
    char text[8 * TEXT];
    size_t length;
} shown;

static jsmf_status show(jsmf_context *context, void *arg, const char *word, size_t length, bool follows)
{
    shown *s = arg;
    (void)context;
    s->text[s->length++] = follows ? ' ' : '|';
    memcpy(s->text + s->length, word, length);
    s->length += length;
    s->text[s->length] = '\0';
    return JSMF_OK;
}

/* What follows the first difference is enough to see. */
static void assert_same(const char *fast, const char *slow)
{
    size_t i = 0, from;
    while (fast[i] == slow[i])
        if (fast[i++] == '\0')
            return;
    for (from = i; from > 0 && i - from < 40;)
        from--;
    fail_msg("\"%.80s\" where ICU has \"%.80s\"", fast + from, slow + from);
}

static void compare(const jsmf_words_options *options, size_t (*draw)(uint64_t stream, char *text))
{
    static char text[8 * TEXT];
    static shown fast, slow;
    jsmf_words *words;
    jsmf_words_cutter *cutter;
    assert_ok(ctx, jsmf_words_new(ctx, options, &words));
    assert_ok(ctx, jsmf_words_cutter_new(ctx, words, &cutter));
    for (uint64_t i = 0; i < TEXTS; i++) {
        const size_t length = draw(i, text);
        fast.length = slow.length = 0;
        cutter->slow = false;
        assert_ok(ctx, jsmf_words_cut(ctx, cutter, text, length, show, &fast));
        cutter->slow = true;
        assert_ok(ctx, jsmf_words_cut(ctx, cutter, text, length, show, &slow));
        assert_true(slow.length > TEXT / 20);
        assert_same(fast.text, slow.text);
    }
    jsmf_words_cutter_free(cutter);
    jsmf_words_free(words);
}

static uint32_t number(uint64_t stream, size_t i, uint32_t below)
{
    return (uint32_t)(jsmf_random_uniform(7, stream, i) * below);
}

/* Any bytes of ASCII; or, so that the signs within words and addresses come, some of them more than others. */
static size_t draw_ascii(uint64_t stream, char *text)
{
    static const char often[] = "aaBbC019_.,;:'\"@-/w  \n";
    static const char *const parts[] = { "www.", "http://", "'s ", "x@y.z", "_a_" };
    size_t length = 0;
    for (size_t i = 0; length < TEXT; i++) {
        const uint32_t r = number(stream, i, stream % 2 ? 128 : 1000);
        if (stream % 2 || r < 20)
            text[length++] = (char)(r % 128);
        else if (r < 980)
            text[length++] = often[r % (sizeof often - 1)];
        else
            length += (size_t)sprintf(text + length, "%s", parts[r % 5]);
    }
    return length;
}

/* Alphabets of two bytes and what typography has of three, Korean, marks that combine, and some Chinese. */
static size_t draw_alphabets(uint64_t stream, char *text)
{
    size_t length = 0;
    for (size_t i = 0; length < TEXT; i++) {
        const uint32_t kind = number(stream, 2 * i, 100), r = number(stream, 2 * i + 1, 1u << 20);
        const uint32_t code = kind < 40   ? r % 128
                              : kind < 60 ? 0xC0 + r % 0x240
                              : kind < 80 ? r % 0x2100
                              : kind < 85 ? 0x2010 + r % 0x20
                              : kind < 90 ? 0xAC00 + r % 0x2BA4
                              : kind < 92 ? 0x300 + r % 0x70
                              : kind < 94 ? 0x4E00 + r % 0x1000
                              : kind < 95 ? 0x1F600 + r % 0x40
                              : kind < 96 ? 0xFF10 + r % 0x20
                                          : ' ';
        length += jsmf_utf8_put(code, text + length);
    }
    return length;
}

static void test_both_paths(void **state)
{
    static const jsmf_words_options choices[] = {
        { .min_length = 1, .numbers = true },
        { .keep_case = true, .urls = true, .split_apostrophes = true },
        { .strip_accents = true, .min_length = 1 },
        { .nfkc = true, .min_length = 3 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        compare(&choices[i], draw_ascii);
        compare(&choices[i], draw_alphabets);
    }
}

/* ---- Unicode's test ---- */

/* A line is "÷ 0001 × 0308 ÷ # comment". Returns the text's bytes; places has its boundaries, in code points. */
static size_t read_line(const char *line, char *text, size_t *places, size_t *count, bool *excepted)
{
    size_t length = 0, codes = 0;
    *count = 0;
    *excepted = false;
    while (*line && *line != '#') {
        if (strncmp(line, "÷", 2) == 0) {
            places[(*count)++] = codes;
            line += 2;
        } else if (strchr("0123456789ABCDEF", *line)) {
            char *end;
            const uint32_t code = (uint32_t)strtoul(line, &end, 16);
            *excepted |= code == ':';
            length += jsmf_utf8_put(code, text + length);
            codes++;
            line = end;
        } else {
            line++;
        }
    }
    return length;
}

/* Lines with a colon are excepted: with us it divides. */
static void test_unicode(void **state)
{
    FILE *file = fopen(boundaries_file, "r");
    char line[4096], text[256];
    size_t expected[64], found[256], count, others, lines = 0;
    jsmf_words_icu *icu;
    bool excepted;
    (void)state;
    if (!file) {
        print_message("%s is not there (make deps-extra installs it)\n", boundaries_file);
        skip();
    }
    assert_ok(ctx, jsmf_words_icu_new(ctx, &(jsmf_words_options){ 0 }, &icu));
    while (fgets(line, sizeof line, file)) {
        const size_t length = read_line(line, text, expected, &count, &excepted);
        if (length == 0 || excepted)
            continue;
        assert_ok(ctx, jsmf_words_icu_boundaries(ctx, icu, text, length, found, &others));
        if (others != count || memcmp(found, expected, count * sizeof *found) != 0)
            fail_msg("%s", line);
        lines++;
    }
    assert_true(lines > 1400);
    jsmf_words_icu_free(icu);
    fclose(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_both_paths), cmocka_unit_test(test_unicode) };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#else

static void test_without_icu(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_without_icu) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
