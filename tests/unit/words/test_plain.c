/* The fast path finds what ICU finds: on random text, and on random text of other alphabets; and Unicode's own test of
 * word boundaries. */
#include "unit.h"

#include "words/words_inner.h"
#include "words/cutter.h"
#include "base/base_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

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

/* What is behind a word's bytes in its key is 0, but for its length. */
static jsmf_status show_group(jsmf_context *context, void *arg, const jsmf_words_brief *words, size_t count)
{
    assert_true(count > 0 && count <= JSMF_WORDS_GROUP);
    for (size_t i = 0; i < count; i++) {
        const size_t length = jsmf_words_brief_length(&words[i]);
        assert_true(length > 0 && length <= JSMF_WORDS_BRIEF);
        for (size_t at = length; at < JSMF_WORDS_BRIEF; at++)
            assert_int_equal(words[i].bytes[at], 0);
        assert_ok(context, show(context, arg, words[i].bytes, length, words[i].follows));
    }
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

/* Returns the length of what is shown of the words. */
static size_t cut_both_ways(jsmf_words_cutter *cutter, const char *text, size_t length)
{
    static shown fast, slow;
    fast.length = slow.length = 0;
    fast.text[0] = slow.text[0] = '\0';
    cutter->slow = false;
    assert_ok(ctx, jsmf_words_cut_in_groups(ctx, cutter, text, length, show, show_group, &fast));
    cutter->slow = true;
    assert_ok(ctx, jsmf_words_cut(ctx, cutter, text, length, show, &slow));
    assert_same(fast.text, slow.text);
    return slow.length;
}

static void compare(const jsmf_words_options *options, size_t (*draw)(uint64_t stream, char *text))
{
    static char text[8 * TEXT];
    jsmf_words *words;
    jsmf_words_cutter *cutter;
    assert_ok(ctx, jsmf_words_new(ctx, options, &words));
    assert_ok(ctx, jsmf_words_cutter_new(ctx, words, &cutter));
    for (uint64_t i = 0; i < TEXTS; i++) {
        const size_t length = draw(i, text);
        assert_true(cut_both_ways(cutter, text, length) > TEXT / 20);
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

/* Words of up to 19 letters, of ASCII or, in every other text, some of them not, most with a blank behind, and what may
 * stand between them. */
static size_t draw_words(uint64_t stream, char *text)
{
    enum { MANY = 1 << 20 };
    static const char *const behind[] = {
        ", ", ". ", "'s ", "'", ".", ";", "-", "  ", "\n", "\t", " \"", "\" (", "? www.", " WWW.-", "x@y.z", " 1984 ",
        ": ", "_", "\x01", "/", " .a ", "!",
        /* quotes, a dash, a middle dot, a no-break space, a mark that combines, a digit, a syllable, an ideograph */
        "“", "”", "’", " — ", "·", "\xC2\xA0", "\xCC\x81", "٣", "가", "文", "éwww.-", ".é",
    };
    static const char *const letters[] = { "é", "É", "ß", "ж", "Ж", "Σ", "ο", "ệ", "İ", "ﬁ", "א", "ſ" };
    const uint32_t last = sizeof behind / sizeof *behind, others = sizeof letters / sizeof *letters;
    size_t length = 0;
    for (size_t i = 0; length < TEXT; i++) {
        const uint32_t r = number(stream, 3 * i, 4 * last);
        const uint32_t count = number(stream, 3 * i + 1, number(stream, 3 * i + 2, 3) ? 8 : 20);
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t letter = number(stream, 2 * MANY + length, 26);
            const char ascii = (char)((number(stream, MANY + length, 8) ? 'a' : 'A') + (char)letter);
            if (stream % 2 && letter < others && number(stream, 3 * MANY + length, 3) == 0)
                length += (size_t)sprintf(text + length, "%s", letters[letter]);
            else
                text[length++] = ascii;
        }
        length += (size_t)sprintf(text + length, "%s", r < last ? behind[r] : " ");
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
        compare(&choices[i], draw_words);
        compare(&choices[i], draw_alphabets);
    }
}

/* Texts of every length and alignment, behind which there is no memory to be read. */
static void test_ends_of_memory(void **state)
{
    enum { MOST = 160, STEP = 37 };
    static char text[8 * TEXT];
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), length = draw_words(1, text);
    char *memory = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    jsmf_words *words;
    jsmf_words_cutter *cutter;
    (void)state;
    assert_true(memory != MAP_FAILED && mprotect(memory + page, page, PROT_NONE) == 0);
    assert_ok(ctx, jsmf_words_new(ctx, &(jsmf_words_options){ .min_length = 1 }, &words));
    assert_ok(ctx, jsmf_words_cutter_new(ctx, words, &cutter));
    for (size_t bytes = 0; bytes < MOST; bytes++)
        for (size_t from = 0; from + MOST < length; from += STEP) {
            const size_t valid = jsmf_utf8_valid(text + from, bytes); /* a letter may be divided */
            memcpy(memory + page - valid, text + from, valid);
            cut_both_ways(cutter, memory + page - valid, valid);
        }
    jsmf_words_cutter_free(cutter);
    jsmf_words_free(words);
    munmap(memory, 2 * page);
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
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_both_paths), cmocka_unit_test(test_ends_of_memory),
                                        cmocka_unit_test(test_unicode) };
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
