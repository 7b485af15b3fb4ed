/* How words were cut, as the strings of text.recipe: "words 1", choices that are not as they are by default, then the
 * phrases. A choice is NAME or NAME=VALUE. */
#include "jsmf/words.h"

#include "cutter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char version[] = "words 1";

typedef struct choice {
    const char *name;
    size_t offset; /* in the options */
} choice;

#define CHOICE(name, member) { name, offsetof(jsmf_words_options, member) }
static const choice flags[] = {
    CHOICE("keep-case", keep_case), CHOICE("strip-accents", strip_accents), CHOICE("nfkc", nfkc),
    CHOICE("numbers", numbers), CHOICE("urls", urls), CHOICE("split-apostrophes", split_apostrophes),
};
static const choice sizes[] = { CHOICE("min-length", min_length), CHOICE("ngrams", ngrams) };
enum { FLAGS = sizeof flags / sizeof *flags, SIZES = sizeof sizes / sizeof *sizes };

static bool *flag_of(jsmf_words_options *o, size_t i) { return (bool *)((char *)o + flags[i].offset); }
static size_t *size_of(jsmf_words_options *o, size_t i) { return (size_t *)((char *)o + sizes[i].offset); }

/* ---- writing ---- */

static jsmf_status add(jsmf_context *ctx, jsmf_strings *out, const char *text)
{
    return jsmf_strings_add(ctx, out, text, strlen(text));
}

static jsmf_status add_pair(jsmf_context *ctx, jsmf_strings *out, const char *name, const char *value)
{
    const size_t bytes = strlen(name) + 1 + strlen(value) + 1;
    char *text = jsmf_alloc(ctx, bytes, 1);
    if (!text)
        return jsmf_context_status(ctx);
    snprintf(text, bytes, "%s=%s", name, value);
    jsmf_recorded(add(ctx, out, text));
    free(text);
    return jsmf_context_status(ctx);
}

static jsmf_status write_choices(jsmf_context *ctx, const jsmf_words *words, jsmf_strings *out)
{
    jsmf_words_options o = words->options;
    char number[32];
    if (add(ctx, out, version) != JSMF_OK || (o.pattern && add_pair(ctx, out, "pattern", o.pattern) != JSMF_OK))
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < FLAGS; i++)
        if (*flag_of(&o, i) && add(ctx, out, flags[i].name) != JSMF_OK)
            return jsmf_context_status(ctx);
    for (size_t i = 0; i < SIZES; i++) {
        snprintf(number, sizeof number, "%zu", *size_of(&o, i));
        if (*size_of(&o, i) > 0 && add_pair(ctx, out, sizes[i].name, number) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_words_recipe(jsmf_context *ctx, const jsmf_words *words, jsmf_strings *out)
{
    *out = (jsmf_strings){ .count = 0 };
    jsmf_recorded(write_choices(ctx, words, out));
    for (size_t i = 0; i < words->known.count && jsmf_context_status(ctx) == JSMF_OK; i++)
        jsmf_recorded(add_pair(ctx, out, "phrase", jsmf_strings_get(&words->known.list, i)));
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_strings_free(out);
    return jsmf_context_status(ctx);
}

/* ---- reading ---- */

/* What stands behind NAME= in a line; NULL where the line is another's. */
static const char *value_of(const char *line, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(line, name, length) == 0 && line[length] == '=' ? line + length + 1 : NULL;
}

static bool read_size(const char *text, size_t *out)
{
    enum { DIGITS = 9 };
    const size_t length = strlen(text);
    if (length == 0 || length > DIGITS || strspn(text, "0123456789") != length)
        return false;
    *out = strtoul(text, NULL, 10);
    return *out > 0;
}

/* Whether a line is a choice; it is in *o then. */
static bool read_choice(const char *line, jsmf_words_options *o)
{
    const char *value;
    for (size_t i = 0; i < FLAGS; i++)
        if (strcmp(line, flags[i].name) == 0)
            return *flag_of(o, i) = true;
    for (size_t i = 0; i < SIZES; i++)
        if ((value = value_of(line, sizes[i].name)))
            return read_size(value, size_of(o, i));
    if ((value = value_of(line, "pattern")))
        o->pattern = value;
    return value != NULL;
}

static jsmf_status read_lines(jsmf_context *ctx, const jsmf_strings *recipe, const char *name, jsmf_words_options *o,
                              jsmf_strings *phrases)
{
    if (recipe->count == 0 || strcmp(jsmf_strings_get(recipe, 0), version) != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: its recipe for words begins with \"%.32s\", expected \"%s\" (a newer "
                         "version made it, or it is damaged)", name,
                         recipe->count ? jsmf_strings_get(recipe, 0) : "", version);
    for (size_t i = 1; i < recipe->count; i++) {
        const char *line = jsmf_strings_get(recipe, i), *phrase = value_of(line, "phrase");
        if (phrase && jsmf_strings_add(ctx, phrases, phrase, strlen(phrase)) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!phrase && !read_choice(line, o))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: its recipe for words says \"%.64s\" at place %zu, which this "
                             "version does not know", name, line, i);
    }
    return JSMF_OK;
}

/* What a choice or a phrase of the recipe is refused for is wrong with the stream. */
static void blame(jsmf_context *ctx, const char *name)
{
    char text[512];
    snprintf(text, sizeof text, "%s", jsmf_context_error(ctx));
    jsmf_context_clear(ctx);
    jsmf_recorded(jsmf_fail(ctx, JSMF_EDATA, "%s: its recipe for words: %s", name, text));
}

static jsmf_status make(jsmf_context *ctx, const jsmf_words_options *o, const jsmf_strings *phrases, const char *name,
                        jsmf_words **out)
{
    if (jsmf_words_new(ctx, o, out) == JSMF_OK)
        jsmf_recorded(jsmf_words_set_phrases(ctx, *out, phrases));
    if (jsmf_context_status(ctx) == JSMF_EUSAGE || jsmf_context_status(ctx) == JSMF_EDATA)
        blame(ctx, name);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_words_of_recipe(jsmf_context *ctx, const jsmf_strings *recipe, const char *name, jsmf_words **out)
{
    jsmf_words_options o = { .pattern = NULL };
    jsmf_strings phrases = { .count = 0 };
    *out = NULL;
    if (read_lines(ctx, recipe, name, &o, &phrases) == JSMF_OK)
        jsmf_recorded(make(ctx, &o, &phrases, name, out));
    jsmf_strings_free(&phrases);
    if (jsmf_context_status(ctx) != JSMF_OK) {
        jsmf_words_free(*out);
        *out = NULL;
    }
    return jsmf_context_status(ctx);
}
