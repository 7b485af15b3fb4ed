/* Texts in many languages to words, by the rules of jsmf-text(1). */
#include "unit.h"

#include "words/words_inner.h"

#include <stdlib.h>

#ifndef JSMF_ICU

/* A build without ICU has no words. */
static void test_without_icu(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_words *words;
    (void)state;
    assert_int_equal(jsmf_words_available(ctx), JSMF_ESYSTEM);
    assert_int_equal(jsmf_words_new(ctx, &(jsmf_words_options){ 0 }, &words), JSMF_ESYSTEM);
    assert_null(words);
    assert_says(ctx, "libicu-dev");
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_without_icu) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

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

typedef struct shown {
    char text[1 << 16];
    size_t length;
} shown;

/* "a b|c": c does not follow b. */
static jsmf_status show(jsmf_context *context, void *arg, const char *word, size_t length, bool follows)
{
    shown *s = arg;
    (void)context;
    assert_true(s->length + length + 1 < sizeof s->text);
    if (s->length > 0)
        s->text[s->length++] = follows ? ' ' : '|';
    memcpy(s->text + s->length, word, length);
    s->length += length;
    s->text[s->length] = '\0';
    return JSMF_OK;
}

static jsmf_status count_words(jsmf_context *context, void *arg, const char *word, size_t length, bool follows)
{
    size_t *count = arg;
    (void)context;
    (void)word;
    (void)length;
    (void)follows;
    ++*count;
    return JSMF_OK;
}

/* Returns the words that were left out for their length. */
static size_t cut(const jsmf_words_options *options, const char *text, size_t length, shown *s)
{
    jsmf_words *words;
    jsmf_words_cutter *cutter;
    size_t too_long;
    s->length = 0;
    s->text[0] = '\0';
    assert_ok(ctx, jsmf_words_new(ctx, options, &words));
    assert_ok(ctx, jsmf_words_cutter_new(ctx, words, &cutter));
    assert_ok(ctx, jsmf_words_cut(ctx, cutter, text, length, show, s));
    too_long = jsmf_words_too_long(cutter);
    jsmf_words_cutter_free(cutter);
    jsmf_words_free(words);
    return too_long;
}

typedef struct example {
    jsmf_words_options options;
    const char *text, *words;
} example;

static void check(const example *examples, size_t count)
{
    shown s;
    for (size_t i = 0; i < count; i++) {
        cut(&examples[i].options, examples[i].text, strlen(examples[i].text), &s);
        assert_string_equal(s.text, examples[i].words);
    }
}
#define CHECK(examples) check(examples, sizeof (examples) / sizeof *(examples))

static void test_languages(void **state)
{
    static const example examples[] = {
        { { 0 }, "The king's \"speech\" of 1936 -- a well-known one.", "the king|speech|of|well|known one" },
        { { 0 }, "Kœnigin, œuvre et naïveté : à l'été", "kœnigin|œuvre et naïveté|l'été" },
        { { 0 }, "Die Straße der ÄRZTE", "die straße der ärzte" },
        { { 0 }, "Ο ΛΌΓΟΣ των Ελλήνων", "λόγος των ελλήνων" },
        { { 0 }, "Съезд народных депутатов России",
          "съезд народных депутатов россии" },
        { { 0 }, "العربية لغة جميلة، نعم", "العربية لغة جميلة|نعم" },
        { { 0 }, "שלום עולם, צה\"ל", "שלום עולם|צה\"ל" },
        { { 0 }, "हिन्दी में लिखा है।",
          "हिन्दी में लिखा है" },
        { { 0 }, "ภาษาไทยง่ายมาก", "ภาษา ไทย ง่าย มาก" },
        { { .min_length = 1 }, "日本語の文章を分けます。", "日本語 の 文章 を 分け ます" },
        { { .min_length = 1 }, "我们在北京大学学习。", "我们 在 北京 大学 学习" },
        { { 0 }, "我们在北京大学学习。", "我们|北京 大学 学习" },
        { { 0 }, "한국어 문장입니다", "한국어 문장입니다" },
        { { .min_length = 1 }, "nice \xF0\x9F\x98\x80\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD day 1\xEF\xB8\x8F\xE2\x83\xA3",
          "nice|day" },
        { { 0 }, "می‌خواهم", "می‌خواهم" },
    };
    (void)state;
    CHECK(examples);
}

static void test_rules(void **state)
{
    static const example examples[] = {
        { { 0 }, "don\xE2\x80\x99t o'clock dogs' 'quoted' kings's", "don't o'clock dogs|quoted|kings" },
        { { .split_apostrophes = true }, "l'homme qu'il don\xE2\x80\x99t", "homme qu|il don" },
        { { 0 }, "U.S. e.g. 3D 12th 3.14 1,000 covid-19", "u.s|e.g|3d 12th|covid" },
        { { 0 }, "the 1990's and '90s, X's 3's", "the|and|90s" },
        { { .split_apostrophes = true, .min_length = 1 }, "1990's d'été 5'6", "s d|été" },
        { { .numbers = true }, "1990's", "1990" },
        { { .numbers = true }, "3.14 1,000 covid-19", "3.14 1,000 covid|19" },
        { { .keep_case = true }, "The NATO's ΛΌΓΟΣ", "The NATO ΛΌΓΟΣ" },
        { { 0 }, "foo_bar __em__ ___ user:name", "foo_bar em|user|name" },
        { { .strip_accents = true }, "état ёлка Ελλήνων ガ हिन्दी Ørsted naı̈ve",
          "etat елка ελληνων|हिन्दी ørsted naıve" },
        { { 0 }, "e\xCC\x81tat ﬁne", "état ﬁne" },
        { { .nfkc = true }, "ﬁne ＡＢＣ", "fine abc" },
        { { 0 }, "co\xC2\xADoperate", "cooperate" },
        { { .min_length = 5 }, "four fives naïve", "fives naïve" },
        { { .pattern = "[a-z]+", .min_length = 1 }, "It's B-flat\n1st naïve", "it|s b|flat|st na|ve" },
        { { .pattern = "\\S+" }, "  x (Yz)\nc++ ", "(yz) c++" },
        { { .pattern = "a b" }, "a b", "a_b" },
    };
    (void)state;
    CHECK(examples);
}

static void test_addresses(void **state)
{
    static const example examples[] = {
        { { 0 }, "see https://x.com/a?b=c,d now", "see|now" },
        { { 0 }, "see (www.Foo.de) HTTP://A.B <ftp://x.y>z", "see" },
        { { 0 }, "mail john-q.smith+tag@ex-a.co.uk, @name user@host", "mail|name user|host" },
        { { 0 }, "请访问https://x.com/路。谢谢", "访问|谢谢" },
        { { 0 }, "\xE2\x80\x9Chttp://x.com\xE2\x80\x9D yes", "yes" },
        { { .urls = true }, "http://x.com/ab me@xx.de", "http|x.com|ab me|xx.de" },
        { { 0 }, "xhttp://ab www. http:// httpd", "xhttp|ab www|http|httpd" },
    };
    (void)state;
    CHECK(examples);
}

static void test_lengths(void **state)
{
    static char text[1 << 20];
    static shown s;
    (void)state;
    memset(text, 'x', 255);
    text[255] = ' ';
    memset(text + 256, 'y', 256);
    assert_int_equal(cut(&(jsmf_words_options){ 0 }, text, 512, &s), 1);
    assert_int_equal(s.length, 255);
    memset(text, 'x', sizeof text);
    assert_true(cut(&(jsmf_words_options){ 0 }, text, sizeof text, &s) >= 1);
    assert_int_equal(s.length, 0);
    assert_int_equal(cut(&(jsmf_words_options){ .pattern = "x+" }, text, 1000, &s), 1);
}

/* Words between stops are the same wherever they stand in a text without white space, which ICU gets in parts. */
static void test_long_texts(void **state)
{
    static const char sentence[] = "他昨天从上海坐火车到广州。";
    static char text[1 << 20];
    const size_t bytes = sizeof sentence - 1, times = sizeof text / bytes;
    size_t once = 0, all = 0;
    jsmf_words *words;
    jsmf_words_cutter *cutter;
    (void)state;
    for (size_t i = 0; i < times; i++)
        memcpy(text + i * bytes, sentence, bytes);
    assert_ok(ctx, jsmf_words_new(ctx, &(jsmf_words_options){ .min_length = 1 }, &words));
    assert_ok(ctx, jsmf_words_cutter_new(ctx, words, &cutter));
    assert_ok(ctx, jsmf_words_cut(ctx, cutter, sentence, bytes, count_words, &once));
    assert_ok(ctx, jsmf_words_cut(ctx, cutter, text, times * bytes, count_words, &all));
    assert_int_equal(all, times * once);
    jsmf_words_cutter_free(cutter);
    jsmf_words_free(words);
}

static void test_patterns_that_fail(void **state)
{
    static const char endless[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab";
    jsmf_words *words;
    jsmf_words_cutter *cutter;
    shown s = { .length = 0 };
    (void)state;
    assert_int_equal(jsmf_words_new(ctx, &(jsmf_words_options){ .pattern = "[a-z" }, &words), JSMF_EUSAGE);
    assert_null(words);
    assert_says(ctx, "found missing close bracket at character 4");
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_words_new(ctx, &(jsmf_words_options){ .pattern = "a\xff" }, &words), JSMF_EUSAGE);
    assert_says(ctx, "pattern: byte 1 is not UTF-8");
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_words_new(ctx, &(jsmf_words_options){ .pattern = "(a+)+c" }, &words));
    assert_ok(ctx, jsmf_words_cutter_new(ctx, words, &cutter));
    assert_int_equal(jsmf_words_cut(ctx, cutter, endless, sizeof endless - 1, show, &s), JSMF_EDATA);
    assert_says(ctx, "takes too many steps");
    jsmf_context_clear(ctx);
    jsmf_words_cutter_free(cutter);
    jsmf_words_free(words);
}

static void add_strings(const char *const *texts, size_t count, jsmf_strings *list)
{
    *list = (jsmf_strings){ .count = 0 };
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, list, texts[i], strlen(texts[i])));
}

static void test_ngrams(void **state)
{
    static const example examples[] = {
        { { .ngrams = 1 }, "one two", "one two" },
        { { .ngrams = 2 }, "one two, three four", "one|two|one_two|three|four|three_four" },
        { { .ngrams = 3 }, "one two three four",
          "one|two|one_two|three|two_three|one_two_three|four|three_four|two_three_four" },
        { { .ngrams = 2 }, "one a two 3 four", "one|two|four" },
    };
    (void)state;
    CHECK(examples);
}

static jsmf_words *with_phrases(const char *const *phrases, size_t count)
{
    jsmf_strings list;
    jsmf_words *words;
    add_strings(phrases, count, &list);
    assert_ok(ctx, jsmf_words_new(ctx, &(jsmf_words_options){ 0 }, &words));
    assert_ok(ctx, jsmf_words_set_phrases(ctx, words, &list));
    jsmf_strings_free(&list);
    return words;
}

static void expect_words(const jsmf_words *words, const char *text, const char *expected)
{
    jsmf_words_cutter *cutter;
    shown s = { .length = 0 };
    assert_ok(ctx, jsmf_words_cutter_new(ctx, words, &cutter));
    assert_ok(ctx, jsmf_words_cut(ctx, cutter, text, strlen(text), show, &s));
    assert_string_equal(s.text, expected);
    jsmf_words_cutter_free(cutter);
}

static void test_phrases(void **state)
{
    static const char *const phrases[] = { "new york", "new york city", "house of lords" };
    jsmf_words *words = with_phrases(phrases, 3);
    (void)state;
    expect_words(words, "New York City, new York new york cities: new", "new_york_city|new_york|new_york|cities|new");
    expect_words(words, "the house of\nLords. House of new. York", "the|house_of_lords|house|of|new|york");
    expect_words(words, "house of", "house|of");
    jsmf_words_free(words);
}

static void test_phrases_that_are_none(void **state)
{
    static const char *const bad[] = { "one", "", " two", "one  two", "two ", "1 2 3 4 5 6 7 8 9" };
    jsmf_strings list;
    jsmf_words *words = with_phrases(NULL, 0);
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        add_strings(&bad[i], 1, &list);
        assert_int_equal(jsmf_words_set_phrases(ctx, words, &list), JSMF_EDATA);
        assert_says(ctx, "expected 2 to 8 words");
        jsmf_context_clear(ctx);
        jsmf_strings_free(&list);
    }
    jsmf_words_free(words);
}

static void expect_recipe(const jsmf_words *words, const char *const *expected, size_t count)
{
    jsmf_strings recipe;
    assert_ok(ctx, jsmf_words_recipe(ctx, words, &recipe));
    assert_int_equal(recipe.count, count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(jsmf_strings_get(&recipe, i), expected[i]);
    jsmf_strings_free(&recipe);
}

static void test_recipes(void **state)
{
    static const char *const plain[] = { "words 1", "min-length=2", "phrase=new york" }, *const phrase = "new york";
    static const char *const all[] = { "words 1", "pattern=a=b|\\w+", "keep-case", "strip-accents", "nfkc", "numbers",
                                       "urls", "split-apostrophes", "min-length=3", "ngrams=2" };
    jsmf_strings recipe;
    jsmf_words *words = with_phrases(&phrase, 1), *again;
    (void)state;
    expect_recipe(words, plain, 3);
    jsmf_words_free(words);
    add_strings(all, 10, &recipe);
    assert_ok(ctx, jsmf_words_of_recipe(ctx, &recipe, "m.npz", &again));
    expect_recipe(again, all, 10);
    jsmf_words_free(again);
    jsmf_strings_free(&recipe);
    add_strings(plain, 3, &recipe);
    assert_ok(ctx, jsmf_words_of_recipe(ctx, &recipe, "m.npz", &again));
    expect_words(again, "in New York", "in|new_york");
    jsmf_words_free(again);
    jsmf_strings_free(&recipe);
}

static void test_recipes_that_are_none(void **state)
{
    static const struct {
        const char *lines[2], *says;
        size_t count;
    } bad[] = {
        { { "" }, "m.npz: its recipe for words begins with \"\"", 0 },
        { { "words 2" }, "begins with \"words 2\", expected \"words 1\"", 1 },
        { { "words 1", "colour" }, "says \"colour\" at place 1", 2 },
        { { "words 1", "min-length=0" }, "says \"min-length=0\"", 2 },
        { { "words 1", "ngrams=9" }, "m.npz: its recipe for words: n-grams of 9 words", 2 },
        { { "words 1", "phrase=one" }, "expected 2 to 8 words", 2 },
        { { "words 1", "pattern=(" }, "expected a regular expression", 2 },
    };
    jsmf_words *words;
    jsmf_strings recipe;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        add_strings(bad[i].lines, bad[i].count, &recipe);
        assert_int_equal(jsmf_words_of_recipe(ctx, &recipe, "m.npz", &words), JSMF_EDATA);
        assert_null(words);
        assert_says(ctx, bad[i].says);
        jsmf_context_clear(ctx);
        jsmf_strings_free(&recipe);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_languages), cmocka_unit_test(test_rules), cmocka_unit_test(test_addresses),
        cmocka_unit_test(test_lengths), cmocka_unit_test(test_long_texts),
        cmocka_unit_test(test_patterns_that_fail), cmocka_unit_test(test_ngrams),
        cmocka_unit_test(test_phrases), cmocka_unit_test(test_phrases_that_are_none), cmocka_unit_test(test_recipes),
        cmocka_unit_test(test_recipes_that_are_none),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}

#endif
