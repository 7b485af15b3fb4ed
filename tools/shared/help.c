/* --help and --version. */
#include "tool_state.h"

#include <cblas.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HELP_COLUMN = 26, HELP_WIDTH = 79, HELP_LINES = 23 };

/* The common options' defaults, those that a run would really use. */
static tool_common live_defaults(jsmf_context *ctx)
{
    tool_common common = tool_common_defaults;
    jsmf_context_set_threads(ctx, 0);
    common.threads = (size_t)jsmf_context_threads(ctx);
    common.memory = jsmf_context_memory(ctx);
    return common;
}

static void choice_text(const char *choices, int position, char *text, size_t bytes)
{
    while (position-- > 0)
        choices += strcspn(choices, "|") + 1;
    snprintf(text, bytes, "%.*s", (int)strcspn(choices, "|"), choices);
}

/* The value as the user would write it; "" where there is no default to speak of. */
static void value_text(const tool_option *o, const void *base, char *text, size_t bytes)
{
    const void *value = (const char *)base + o->offset;
    const bool whole = o->type == TOOL_SIZE || o->type == TOOL_AUTO;
    char size[16];
    text[0] = '\0';
    if (o->type == TOOL_AUTO && *(const size_t *)value == TOOL_AUTOMATIC)
        snprintf(text, bytes, "auto");
    else if (whole && *(const size_t *)value >= o->low && *(const size_t *)value <= o->high)
        snprintf(text, bytes, "%zu", *(const size_t *)value);
    else if (o->type == TOOL_REAL && *(const double *)value >= o->low && *(const double *)value <= o->high)
        snprintf(text, bytes, "%g", *(const double *)value);
    else if (o->type == TOOL_SEED)
        snprintf(text, bytes, "%llu", (unsigned long long)*(const uint64_t *)value);
    else if (o->type == TOOL_MEMORY && *(const size_t *)value)
        snprintf(text, bytes, "%s", jsmf_size_text(*(const size_t *)value, size));
    else if (o->type == TOOL_TEXT && *(const char *const *)value)
        snprintf(text, bytes, "%s", *(const char *const *)value);
    else if (o->type == TOOL_CHOICE && *(const int *)value >= 0)
        choice_text(o->argument, *(const int *)value, text, bytes);
}

/* Words of text from column HELP_COLUMN on, broken at HELP_WIDTH; the cursor stands at column `at`. */
static void put_wrapped(FILE *f, const char *text, int at)
{
    int column = at;
    if (at > HELP_COLUMN - 2)
        column = HELP_WIDTH;
    else
        column += fprintf(f, "%*s", HELP_COLUMN - 1 - at, "");
    while (*text) {
        int width = (int)strcspn(text, " ");
        if (column + 1 + width > HELP_WIDTH)
            column = fprintf(f, "\n%*s", HELP_COLUMN - 1, "") - 1;
        column += fprintf(f, " %.*s", width, text);
        text += width;
        text += *text == ' ';
    }
    fputc('\n', f);
}

static void put_option(FILE *f, const tool_option *o, const void *base)
{
    char value[128], text[512];
    int at = o->letter ? fprintf(f, "  -%c, --%s", o->letter, o->name) : fprintf(f, "      --%s", o->name);
    if (o->type == TOOL_HELP)
        at += fprintf(f, "[=all]");
    if (o->argument)
        at += fprintf(f, " %s", o->argument);
    value_text(o, base, value, sizeof value);
    if (*value)
        snprintf(text, sizeof text, "%s (default %s)", o->help, value);
    else
        snprintf(text, sizeof text, "%s", o->help);
    put_wrapped(f, text, at);
}

static void put_usage(FILE *f, const tool *t)
{
    fprintf(f, "usage: %s [OPTION]...%s%s\n%s\n", t->name, *t->usage ? " " : "", t->usage, t->summary);
}

/* How much of a line that is too long to print on the first: to behind its last "| " that fits, or to before
 * an option or redirection. */
static size_t fitting(const char *line, size_t length)
{
    size_t blank = 0, pipe = 0;
    for (size_t i = 1; i < length && i < HELP_WIDTH - 4; i++) {
        if (line[i] == ' ' && strchr("-|<>", line[i + 1]))
            blank = i;
        if (line[i] == ' ' && line[i - 1] == '|')
            pipe = i;
    }
    return pipe ? pipe : blank ? blank : length;
}

/* A shell takes it as it stands. */
static void put_example(FILE *f, const char *line, size_t length)
{
    size_t first = length + 2 <= HELP_WIDTH ? length : fitting(line, length);
    fprintf(f, "  %.*s", (int)first, line);
    if (first < length)
        fprintf(f, "%s\n     %.*s", line[first - 1] == '|' ? "" : " \\", (int)(length - first), line + first);
    fputc('\n', f);
}

/* As many as these lines hold, and one at least. */
static void put_examples(FILE *f, const tool *t, size_t lines)
{
    fputs("\nExamples:\n", f);
    for (const char *line = t->examples; *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const size_t length = strcspn(line, "\n");
        const size_t takes = length + 2 <= HELP_WIDTH || fitting(line, length) == length ? 1 : 2;
        if (line > t->examples && takes > lines)
            break;
        put_example(f, line, length);
        lines -= jsmf_least(takes, lines);
    }
}

/* Whether the name is among names, apart by blanks. */
static bool is_among(const char *name, const char *names)
{
    const size_t length = strlen(name);
    for (; *names; names += strcspn(names, " "), names += strspn(names, " "))
        if (strcspn(names, " ") == length && memcmp(names, name, length) == 0)
            return true;
    return false;
}

static void put_all(FILE *f, const tool *t, const tool_common *common)
{
    put_usage(f, t);
    put_examples(f, t, SIZE_MAX);
    if (tool_option_count(t->options))
        fputs("\nOptions:\n", f);
    for (size_t i = 0; i < tool_option_count(t->options); i++)
        put_option(f, &t->options[i], t->defaults);
    fputs("\nCommon options:\n", f);
    for (size_t i = 0; i < tool_option_count(tool_common_options); i++)
        put_option(f, &tool_common_options[i], common);
    if (t->more_help)
        t->more_help(f);
    fputs("\nExit status: 0 done, 1 system or I/O, 2 usage, 3 bad data, 4 numerical.\n", f);
}

/* What --help shows: its lines are counted first, so that the examples know what is left of a screen. */
static void put_often(FILE *f, const tool *t, const tool_common *common)
{
    char *text = NULL;
    size_t length, lines = 0;
    FILE *options = open_memstream(&text, &length);
    if (!options) {
        put_all(f, t, common);
        return;
    }
    fputs("\nOptions:\n", options);
    for (size_t i = 0; i < tool_option_count(t->options); i++)
        if (t->often && is_among(t->options[i].name, t->often))
            put_option(options, &t->options[i], t->defaults);
    for (size_t i = 0; i < tool_option_count(tool_common_options); i++)
        if (is_among(tool_common_options[i].name, "output help"))
            put_option(options, &tool_common_options[i], common);
    if (fclose(options) != 0) { /* memory: all of them need none */
        free(text);
        put_all(f, t, common);
        return;
    }
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    put_usage(f, t);
    put_examples(f, t, HELP_LINES - jsmf_least(lines + 4, HELP_LINES));
    fputs(text, f);
    free(text);
}

void tool_short_help(const tool *t)
{
    put_usage(stderr, t);
    fprintf(stderr, "Standard input is a terminal: name a file or use a pipe; %s --help tells more.\n", t->name);
}

/* Takes text. */
static jsmf_status print(jsmf_context *ctx, char *text)
{
    jsmf_output *out = NULL;
    if (!text)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory");
    if (jsmf_output_open(ctx, NULL, true, &out) == JSMF_OK &&
        jsmf_output_write(ctx, out, text, strlen(text)) == JSMF_OK)
        jsmf_recorded(jsmf_output_commit(ctx, out));
    else
        jsmf_output_abandon(out);
    free(text);
    return jsmf_context_status(ctx);
}

jsmf_status tool_help(tool_state *s)
{
    tool_common common = live_defaults(s->run.ctx);
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    if (f) {
        (s->common.help > 1 ? put_all : put_often)(f, s->run.tool, &common);
        fclose(f);
    }
    return print(s->run.ctx, text);
}

/* The file that the symbol really comes from, alternatives and links followed. */
static void put_origin(FILE *f, const char *label, const char *symbol)
{
    Dl_info info;
    void *address = dlsym(RTLD_DEFAULT, symbol);
    char *path = address && dladdr(address, &info) && info.dli_fname ? realpath(info.dli_fname, NULL) : NULL;
    fprintf(f, "%s: %s\n", label, path ? path : "not linked");
    free(path);
}

static void put_version(FILE *f, const tool *t)
{
    fprintf(f, "%s %s\n", t->name, jsmf_version());
#ifdef __clang__
    fprintf(f, "compiler: %s\n", __VERSION__);
#else
    fprintf(f, "compiler: gcc %s\n", __VERSION__);
#endif
    fprintf(f, "openblas: %s, core %s\n", openblas_get_config(), openblas_get_corename());
    fprintf(f, "kernels: %s\n", jsmf_instructions_name());
    fprintf(f, "zlib: %s\n", zlibVersion());
    put_origin(f, "arpack", "dsaupd_c");
    put_origin(f, "dgemv_", "dgemv_");
}

jsmf_status tool_version(tool_state *s)
{
    char *text = NULL;
    size_t length;
    FILE *f = open_memstream(&text, &length);
    if (f) {
        put_version(f, s->run.tool);
        fclose(f);
    }
    return print(s->run.ctx, text);
}
