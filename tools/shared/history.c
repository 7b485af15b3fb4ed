/* A run's line in the stream's history: the same bytes for the same tool and options. */
#include "tool_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Options that cannot change the result are left out, and so is what only says where it goes. */
static bool matters(const tool_state *s, size_t i)
{
    const tool *t = s->run.tool;
    const char *name = tool_option_at(t, i)->name;
    if (strcmp(name, "seed") == 0 && (t->seeded || (t->seeded_by && tool_given(&s->run, t->seeded_by))))
        return true;
    for (const char *const *other = t->unnoted; other && *other; other++)
        if (strcmp(name, *other) == 0)
            return false;
    return s->given[i] && strcmp(name, "output") && strcmp(name, "threads") && strcmp(name, "quiet") &&
           strcmp(name, "verbose") && strcmp(name, "log") && strcmp(name, "checkpoint");
}

static bool plain(const char *text)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    return *text && !text[strspn(text, safe)];
}

char *tool_quote(jsmf_context *ctx, const char *text)
{
    const size_t most = jsmf_add_sat(jsmf_mul_sat(4, strlen(text)), sizeof "''");
    char *quoted = jsmf_alloc(ctx, most, 1), *at = quoted;
    if (quoted && plain(text))
        strcpy(quoted, text);
    if (!quoted || plain(text))
        return quoted;
    *at++ = '\'';
    for (; *text; text++) {
        if (*text == '\'')
            at = stpcpy(at, "'\\'");
        *at++ = *text;
    }
    strcpy(at, "'");
    return quoted;
}

/* Control characters and what is not UTF-8 become '?'. */
static void veil(char *text)
{
    size_t left = strlen(text), good;
    for (; left > 0; text += good, left -= good) {
        good = jsmf_utf8_valid(text, left);
        for (size_t i = 0; i < good; i++)
            if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
                text[i] = '?';
        if (good < left)
            text[good++] = '?';
    }
}

static jsmf_status put_value(jsmf_context *ctx, FILE *f, const char *text)
{
    char *veiled = jsmf_copy(ctx, text, strlen(text) + 1, 1), *quoted = NULL;
    if (veiled) {
        veil(veiled);
        quoted = tool_quote(ctx, veiled);
    }
    if (quoted)
        fputs(quoted, f);
    free(veiled);
    free(quoted);
    return jsmf_context_status(ctx);
}

/* Every value of an option that may be given several times. */
static jsmf_status put_list(FILE *f, const tool_state *s, const tool_option *o)
{
    const tool_list *list = (const tool_list *)((const char *)s->run.settings + o->offset);
    for (size_t i = 0; i < list->count; i++) {
        fprintf(f, " --%s ", o->name);
        if (put_value(s->run.ctx, f, list->values[i]) != JSMF_OK)
            break;
    }
    return jsmf_context_status(s->run.ctx);
}

static jsmf_status put_option(FILE *f, const tool_state *s, size_t i)
{
    const tool_option *o = tool_option_at(s->run.tool, i);
    if (o->type == TOOL_LIST)
        return put_list(f, s, o);
    if (o->letter)
        fprintf(f, " -%c", o->letter);
    else
        fprintf(f, " --%s", o->name);
    if (o->type == TOOL_FLAG)
        return JSMF_OK;
    fputc(' ', f);
    if (s->given[i])
        return put_value(s->run.ctx, f, s->given[i]);
    fprintf(f, "%llu", (unsigned long long)s->common.seed);
    return JSMF_OK;
}

/* The command's line becomes its first length bytes, joined to the remark. */
static jsmf_status remark(tool_run *run, size_t length, const char *joint, const char *format, va_list args)
{
    char text[256], *command;
    vsnprintf(text, sizeof text, format, args);
    const size_t bytes = length + strlen(joint) + strlen(text) + 1;
    command = jsmf_alloc(run->ctx, bytes, 1);
    if (!command)
        return jsmf_context_status(run->ctx);
    snprintf(command, bytes, "%.*s%s%s", (int)length, run->command, joint, text);
    free(run->command);
    run->command = command;
    return JSMF_OK;
}

jsmf_status tool_remark(tool_run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const jsmf_status status = remark(run, run->command_length, " # ", format, args);
    va_end(args);
    return status;
}

jsmf_status tool_remark_too(tool_run *run, const char *format, ...)
{
    const size_t length = strlen(run->command);
    va_list args;
    va_start(args, format);
    const jsmf_status status = remark(run, length, length > run->command_length ? "; " : " # ", format, args);
    va_end(args);
    return status;
}

jsmf_status tool_command(tool_state *s)
{
    size_t length;
    FILE *f;
    free(s->run.command);
    s->run.command = NULL;
    f = open_memstream(&s->run.command, &length);
    if (f) {
        fprintf(f, "%s %s", s->run.tool->name, jsmf_version());
        for (size_t i = 0; i < tool_option_total(s->run.tool); i++)
            if (matters(s, i) && put_option(f, s, i) != JSMF_OK)
                break;
    }
    if (!f || fclose(f) != 0)
        return jsmf_fail(s->run.ctx, JSMF_ESYSTEM, "out of memory (the history's line)");
    s->run.command_length = length;
    return jsmf_context_status(s->run.ctx);
}
