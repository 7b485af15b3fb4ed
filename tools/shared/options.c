/* The options: one table for getopt_long, the help and the history; numbers parsed strictly in the C locale. */
#include "tool_state.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG_VALUE = 256 }; /* getopt's value of option i is LONG_VALUE + i where it was given by its long name */

const tool_option tool_common_options[] = {
    { 'o', "output", TOOL_WRITTEN, offsetof(tool_common, output), 0, 0, "FILE",
      "write to FILE, which appears only when it is complete (default: standard output)" },
    { 't', "threads", TOOL_SIZE, offsetof(tool_common, threads), 1, 1024, "N",
      "the number of threads; the result does not depend on it" },
    { 0, "seed", TOOL_SEED, offsetof(tool_common, seed), 0, 0, "N",
      "the seed of random numbers, a whole number from 0" },
    { 0, "memory", TOOL_MEMORY, offsetof(tool_common, memory), 0, 0, "SIZE",
      "refuse work that needs more memory (K, M, G are powers of 1024)" },
    { 'q', "quiet", TOOL_FLAG, offsetof(tool_common, quiet), 0, 0, NULL, "print no warnings and no progress" },
    { 'v', "verbose", TOOL_FLAG, offsetof(tool_common, verbose), 0, 0, NULL,
      "print timings, residuals, and a line for each iteration" },
    { 0, "log", TOOL_FLAG, offsetof(tool_common, log), 0, 0, NULL,
      "as -v, with the time in front of every line, and without progress" },
    { 'h', "help", TOOL_HELP, offsetof(tool_common, help), 0, 0, NULL,
      "print the most used options; =all: all of them" },
    { 'V', "version", TOOL_FLAG, offsetof(tool_common, version), 0, 0, NULL,
      "print the version, the compiler and the libraries" },
    TOOL_END
};

const tool_common tool_common_defaults = { .seed = 1 };

size_t tool_option_count(const tool_option *options)
{
    size_t count = 0;
    while (options && options[count].name)
        count++;
    return count;
}

const tool_option *tool_option_at(const tool *t, size_t i)
{
    size_t own = tool_option_count(t->options);
    return i < own ? &t->options[i] : &tool_common_options[i - own];
}

size_t tool_option_total(const tool *t)
{
    return tool_option_count(t->options) + tool_option_count(tool_common_options);
}

/* Of all options; as many as there are where it is none of them. */
static size_t option_of(const tool_run *run, const char *name)
{
    size_t i = 0;
    while (i < tool_option_total(run->tool) && strcmp(tool_option_at(run->tool, i)->name, name) != 0)
        i++;
    return i;
}

bool tool_has(const tool_run *run, const char *name) { return option_of(run, name) < tool_option_total(run->tool); }

const char *tool_given_text(const tool_run *run, const char *name)
{
    return tool_has(run, name) ? ((const tool_state *)run)->given[option_of(run, name)] : NULL;
}

bool tool_given(const tool_run *run, const char *name) { return tool_given_text(run, name) != NULL; }

jsmf_status tool_choose(tool_run *run, const char *name)
{
    tool_state *s = (tool_state *)run;
    s->given[option_of(run, name)] = "";
    return tool_command(s);
}

size_t tool_number_named(const char *name)
{
    const size_t digits = strspn(name, "0123456789");
    return digits > 0 && digits <= 18 && !name[digits] ? (size_t)strtoull(name, NULL, 10) : SIZE_MAX;
}

const char *tool_first_given(const tool_run *run, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tool_given(run, names[i]))
            return names[i];
    return NULL;
}

/* ---- values ---- */

/* A whole number of nothing but digits. */
static bool parse_whole(const char *text, uint64_t *out)
{
    errno = 0;
    if (!*text || text[strspn(text, "0123456789")])
        return false;
    *out = strtoull(text, NULL, 10);
    return errno == 0;
}

/* The locale is C: the tools never call setlocale. No hexadecimal, no infinity, no NaN, no blanks. */
static bool parse_real(const char *text, double *out)
{
    char *end;
    if (!*text || text[strspn(text, "0123456789.eE+-")])
        return false;
    *out = strtod(text, &end);
    return end != text && !*end && isfinite(*out);
}

static bool parse_memory(const char *text, size_t *out)
{
    static const char units[] = "KMGT";
    char number[32], *end;
    size_t length = strspn(text, "0123456789.");
    const char *unit = text[length] ? strchr(units, text[length] & ~0x20) : NULL;
    double bytes;
    if (!length || length >= sizeof number || (text[length] && (!unit || !*unit || text[length + 1])))
        return false;
    memcpy(number, text, length);
    number[length] = '\0';
    bytes = strtod(number, &end) * (unit ? ldexp(1, 10 * (int)(unit - units + 1)) : 1);
    if (*end || !(bytes >= 1) || bytes >= (double)PTRDIFF_MAX)
        return false;
    *out = (size_t)bytes;
    return true;
}

/* The position of text in "full|dense|sparse", or -1. */
static int parse_choice(const char *text, const char *choices)
{
    size_t length = strlen(text);
    for (int position = 0;; position++) {
        size_t width = strcspn(choices, "|");
        if (width == length && memcmp(text, choices, width) == 0)
            return position;
        if (!choices[width])
            return -1;
        choices += width + 1;
    }
}

static jsmf_status expected(tool_state *s, const char *as_given, const char *text, const char *what)
{
    return tool_usage(&s->run, "%s %s: expected %s", as_given, text, what);
}

static jsmf_status expected_number(tool_state *s, const tool_option *o, const char *as_given, const char *text)
{
    const char *whole = o->type == TOOL_REAL ? "number" : "whole number";
    const char *other = o->type == TOOL_AUTO ? ", or auto" : "";
    int digits = o->type == TOOL_REAL ? 6 : 19;
    if (o->low == TOOL_ABOVE_ZERO && o->high == TOOL_BELOW_ONE)
        return expected(s, as_given, text, "a number above 0 and below 1");
    if (o->low == TOOL_ABOVE_ZERO)
        return tool_usage(&s->run, "%s %s: expected a number above 0, at most %.*g", as_given, text, digits, o->high);
    if (o->high >= 1e18)
        return tool_usage(&s->run, "%s %s: expected a %s of at least %.*g%s", as_given, text, whole, digits, o->low,
                          other);
    return tool_usage(&s->run, "%s %s: expected a %s from %.*g to %.*g%s", as_given, text, whole, digits, o->low,
                      digits, o->high, other);
}

static jsmf_status set_number(tool_state *s, const tool_option *o, const char *as_given, const char *text, void *to)
{
    uint64_t whole = 0;
    double real = 0;
    bool good = o->type == TOOL_REAL ? parse_real(text, &real) : parse_whole(text, &whole);
    if (o->type != TOOL_REAL)
        real = (double)whole;
    if (!good || real < o->low || real > o->high)
        return expected_number(s, o, as_given, text);
    if (o->type == TOOL_REAL)
        *(double *)to = real;
    else
        *(size_t *)to = (size_t)whole;
    return JSMF_OK;
}

/* Whether name may be a slip for other: no more than half of it differs, and less than *best, which becomes that. */
static bool is_nearer(const char *name, const char *other, size_t *best)
{
    const size_t here = jsmf_strings_distance(name, other);
    if (here > strlen(name) / 2 || here >= *best)
        return false;
    *best = here;
    return true;
}

/* "; is SIGN NAME meant?" of the choice or option that text may be a slip for; "" where there is none. */
enum { MEANT_BYTES = 96 };
static const char *meant(const char *sign, const char *name, char text[MEANT_BYTES])
{
    text[0] = '\0';
    if (*name)
        snprintf(text, MEANT_BYTES, "; is %s%s meant?", sign, name);
    return text;
}

static const char *meant_choice(const char *text, const char *choices, char said[MEANT_BYTES])
{
    char name[64], found[64] = "";
    for (size_t best = SIZE_MAX, width; *choices; choices += width + (choices[width] == '|')) {
        width = strcspn(choices, "|");
        snprintf(name, sizeof name, "%.*s", (int)width, choices);
        if (is_nearer(text, name, &best))
            snprintf(found, sizeof found, "%s", name);
    }
    return meant("", found, said);
}

static jsmf_status set_choice(tool_state *s, const tool_option *o, const char *as_given, const char *text, int *to)
{
    int position = parse_choice(text, o->argument);
    char said[MEANT_BYTES];
    if (position < 0)
        return tool_usage(&s->run, "%s %s: expected one of %s%s", as_given, text, o->argument,
                          meant_choice(text, o->argument, said));
    *to = position;
    return JSMF_OK;
}

static jsmf_status add_value(tool_state *s, const char *as_given, const char *text, tool_list *to)
{
    if (!*text)
        return tool_usage(&s->run, "option %s needs a value that is not empty", as_given);
    if (to->count == TOOL_LIST_MOST)
        return tool_usage(&s->run, "%s %s: expected it no more than %d times", as_given, text, TOOL_LIST_MOST);
    to->values[to->count++] = text;
    return JSMF_OK;
}

static jsmf_status set_value(tool_state *s, const tool_option *o, const char *as_given, const char *text, void *to)
{
    switch (o->type) {
    case TOOL_FLAG:
        *(bool *)to = true;
        return JSMF_OK;
    case TOOL_HELP:
        *(int *)to = text ? 2 : 1;
        return !text || strcmp(text, "all") == 0 ? JSMF_OK : expected(s, as_given, text, "all");
    case TOOL_TEXT:
    case TOOL_WRITTEN:
        *(const char **)to = text;
        return *text ? JSMF_OK : tool_usage(&s->run, "option %s needs a value that is not empty", as_given);
    case TOOL_LIST:
        return add_value(s, as_given, text, to);
    case TOOL_SEED:
        return parse_whole(text, to) ? JSMF_OK : expected(s, as_given, text, "a whole number from 0 to 2^64 - 1");
    case TOOL_MEMORY:
        return parse_memory(text, to) ? JSMF_OK : expected(s, as_given, text, "a size such as 500M or 1.5G");
    case TOOL_CHOICE:
        return set_choice(s, o, as_given, text, to);
    case TOOL_AUTO:
        if (strcmp(text, "auto") == 0) {
            *(size_t *)to = TOOL_AUTOMATIC;
            return JSMF_OK;
        }
        break;
    case TOOL_SIZE:
    case TOOL_REAL:
        break;
    }
    return set_number(s, o, as_given, text, to);
}

/* ---- the command line ---- */

static void fill_tables(const tool *t, struct option *longs, char *letters)
{
    size_t count = tool_option_total(t);
    *letters++ = ':'; /* tells a missing argument from an unknown option */
    for (size_t i = 0; i < count; i++) {
        const tool_option *o = tool_option_at(t, i);
        int argument = o->type == TOOL_FLAG ? no_argument : o->type == TOOL_HELP ? optional_argument
                                                                                 : required_argument;
        longs[i] = (struct option){ .name = o->name, .has_arg = argument, .val = LONG_VALUE + (int)i };
        if (o->letter)
            *letters++ = o->letter;
        if (o->letter && argument == required_argument)
            *letters++ = ':';
    }
    longs[count] = (struct option){ 0 };
    *letters = '\0';
}

static size_t find_option(const tool *t, int code)
{
    size_t i = 0, count = tool_option_total(t);
    if (code >= LONG_VALUE)
        return (size_t)(code - LONG_VALUE);
    while (i < count && tool_option_at(t, i)->letter != code)
        i++;
    return i;
}

/* Whether more than one long name begins with what follows the dashes of word. */
static bool ambiguous(const tool *t, const char *word, size_t length)
{
    size_t matches = 0;
    for (size_t i = 0; length > 2 && i < tool_option_total(t); i++)
        matches += strncmp(tool_option_at(t, i)->name, word + 2, length - 2) == 0;
    return matches > 1;
}

/* Whether name goes on where other ends, at a dash: stop-words has stop in front. */
static bool goes_on(const char *name, const char *other)
{
    const size_t length = strlen(other);
    return strncmp(name, other, length) == 0 && name[length] == '-';
}

/* The one long name that begins with the same three letters, "" where there is none or several: --docs for
 * --documents. */
static const char *continued(const tool *t, const char *name)
{
    const char *found = "";
    size_t matches = 0;
    for (size_t i = 0; strlen(name) >= 3 && i < tool_option_total(t); i++)
        if (strncmp(tool_option_at(t, i)->name, name, 3) == 0) {
            found = tool_option_at(t, i)->name;
            matches++;
        }
    return matches == 1 ? found : "";
}

/* What follows the dashes of word (length) may be a slip for. */
static const char *meant_option(const tool *t, const char *word, int length, char said[MEANT_BYTES])
{
    const char *found = "";
    char name[64];
    size_t best = SIZE_MAX;
    snprintf(name, sizeof name, "%.*s", length > 2 ? length - 2 : 0, word + 2);
    for (size_t i = 0; i < tool_option_total(t); i++)
        if (is_nearer(name, tool_option_at(t, i)->name, &best))
            found = tool_option_at(t, i)->name;
    for (size_t i = 0, longest = 0; i < tool_option_total(t); i++)
        if (goes_on(name, tool_option_at(t, i)->name) && strlen(tool_option_at(t, i)->name) > longest) {
            found = tool_option_at(t, i)->name;
            longest = strlen(found);
        }
    if (!*found)
        found = continued(t, name);
    return meant("--", found, said);
}

static bool has_letter(const tool *t, int letter)
{
    for (size_t i = 0; i < tool_option_total(t); i++)
        if (tool_option_at(t, i)->letter == letter)
            return true;
    return false;
}

/* -k, which -K may be a slip for. */
static const char *meant_letter(const tool *t, int letter, char said[MEANT_BYTES])
{
    const char name[2] = { (char)(letter ^ 0x20), '\0' };
    return meant("-", (letter | 0x20) >= 'a' && (letter | 0x20) <= 'z' && has_letter(t, name[0]) ? name : "", said);
}

/* What to do for an option that one of the programs has that this one runs; NULL for others. */
static const char *of_a_stage(const tool *t, const char *word, int length)
{
    const size_t bytes = length > 2 ? (size_t)length - 2 : 0;
    for (const tool_elsewhere *e = t->elsewhere; e && e->name; e++)
        if (strlen(e->name) == bytes && strncmp(word + 2, e->name, bytes) == 0)
            return e->advice;
    return NULL;
}

/* What getopt_long did not like; code is '?' or ':'. */
static jsmf_status refuse(tool_state *s, int code, const char *word)
{
    const tool *t = s->run.tool;
    int length = (int)strcspn(word, "=");
    char said[MEANT_BYTES];
    if (code == ':' && optopt < LONG_VALUE)
        return tool_usage(&s->run, "option -%c needs a value", optopt);
    if (code == ':')
        return tool_usage(&s->run, "option --%s needs a value", tool_option_at(t, find_option(t, optopt))->name);
    if (optopt >= LONG_VALUE)
        return tool_usage(&s->run, "option %.*s takes no value", length, word);
    if (optopt)
        return tool_usage(&s->run, "unknown option -%c%s", optopt, meant_letter(t, optopt, said));
    if (ambiguous(t, word, (size_t)length))
        return tool_usage(&s->run, "option %.*s is ambiguous", length, word);
    if (of_a_stage(t, word, length))
        return tool_usage(&s->run, "unknown option %.*s; %s", length, word, of_a_stage(t, word, length));
    if (length == 3 && has_letter(t, word[2]))
        return tool_usage(&s->run, "unknown option %.*s; is -%c meant?", length, word, word[2]);
    return tool_usage(&s->run, "unknown option %.*s%s", length, word, meant_option(t, word, length, said));
}

/* Whether a letter and what is taken for its value are the name of an option, before which a dash is missing. */
static bool lacks_dash(const tool *t, int code, const char *text)
{
    for (size_t i = 0; code < LONG_VALUE && text && i < tool_option_total(t); i++) {
        const char *name = tool_option_at(t, i)->name;
        if (name[0] == code && strlen(text) > 1 && strcmp(name + 1, text) == 0)
            return true;
    }
    return false;
}

/* Whether option i has another value already, and holds one alone. Which one is meant cannot be known. */
static bool repeats(const tool_state *s, const tool_option *o, size_t i, const char *text)
{
    return o->type != TOOL_LIST && s->given[i] && text && strcmp(s->given[i], text) != 0;
}

static jsmf_status take(tool_state *s, int code, const char *text)
{
    const tool *t = s->run.tool;
    size_t i = find_option(t, code);
    const tool_option *o = tool_option_at(t, i);
    char *base = i < tool_option_count(t->options) ? (char *)s->run.settings : (char *)&s->common;
    char as_given[80];
    if (lacks_dash(t, code, text))
        return tool_usage(&s->run, "-%c%s: is --%c%s meant?", code, text, code, text);
    if (code >= LONG_VALUE)
        snprintf(as_given, sizeof as_given, "--%s", o->name);
    else
        snprintf(as_given, sizeof as_given, "-%c", code);
    if (repeats(s, o, i, text))
        return tool_usage(&s->run, "%s is given twice, as %s and as %s: expected it once", as_given, s->given[i], text);
    s->given[i] = text ? text : "";
    return set_value(s, o, as_given, text, base + o->offset);
}

static jsmf_status parse_words(tool_state *s, int argc, char **argv, const struct option *longs, const char *letters)
{
    opterr = 0;
    while (!s->common.help && !s->common.version) {
        const int code = getopt_long(argc, argv, letters, longs, NULL);
        if (code == -1)
            break;
        if ((code == '?' || code == ':' ? refuse(s, code, argv[optind - 1]) : take(s, code, optarg)) != JSMF_OK)
            return jsmf_context_status(s->run.ctx);
    }
    s->run.operands = (const char *const *)(argv + optind);
    s->run.operand_count = (size_t)(argc - optind);
    return JSMF_OK;
}

static jsmf_status check_operands(tool_state *s)
{
    const tool *t = s->run.tool;
    if (s->run.operand_count > t->most_operands)
        return tool_usage(&s->run, "one operand too many: %s%s", s->run.operands[t->most_operands],
                          s->common.log ? "; --log takes no file (2> does)" : "");
    if (s->run.operand_count < t->least_operands)
        return tool_usage(&s->run, "operand missing: %s", t->usage);
    for (size_t i = 0; i < s->run.operand_count; i++)
        if (!*s->run.operands[i])
            return tool_usage(&s->run, "operand %zu is empty: expected the name of a file (is a variable unset?)",
                              i + 1);
    return JSMF_OK;
}

jsmf_status tool_parse(tool_state *s, int argc, char **argv)
{
    size_t count = tool_option_total(s->run.tool);
    struct option *longs = jsmf_alloc(s->run.ctx, count + 1, sizeof *longs);
    char *letters = jsmf_alloc(s->run.ctx, count + 1, 2);
    s->given = jsmf_alloc_zero(s->run.ctx, count, sizeof *s->given);
    if (jsmf_context_status(s->run.ctx) != JSMF_OK)
        goto done;
    fill_tables(s->run.tool, longs, letters);
    if (parse_words(s, argc, argv, longs, letters) == JSMF_OK && !s->common.help && !s->common.version)
        jsmf_recorded(check_operands(s));
done:
    free(longs);
    free(letters);
    return jsmf_context_status(s->run.ctx);
}
