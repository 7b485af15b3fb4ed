/* What a tool reads and writes: streams and text, files and standard input and output. */
#include "tool_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- input ---- */

const char *tool_operand(const tool_run *run, size_t i) { return i < run->operand_count ? run->operands[i] : "-"; }

bool tool_is_stdin(const char *path) { return path && strcmp(path, "-") == 0; }

size_t tool_stdin_count(const char *const *paths, size_t count)
{
    size_t named = 0;
    for (size_t i = 0; i < count; i++)
        named += tool_is_stdin(paths[i]);
    return named;
}

/* spool: all that is large stays outside memory. */
static jsmf_status read_stream(tool_run *run, const char *path, unsigned kinds, bool spool, jsmf_stream *stream)
{
    const double start = jsmf_context_clock();
    jsmf_input *in = NULL;
    if (jsmf_input_open(run->ctx, path, false, &in) != JSMF_OK ||
        (spool ? jsmf_arrays_spool : jsmf_arrays_read)(run->ctx, in, kinds, stream) != JSMF_OK)
        goto done;
    jsmf_message(run->ctx, JSMF_INFO, "read %s in %.3f s", jsmf_input_name(in), jsmf_context_clock() - start);
done:
    jsmf_input_close(in);
    return jsmf_context_status(run->ctx);
}

jsmf_status tool_read_file(tool_run *run, const char *path, unsigned kinds, jsmf_stream *stream)
{
    return read_stream(run, path, kinds, false, stream);
}

jsmf_status tool_scan_file(tool_run *run, const char *path, unsigned kinds, const char *const *names, size_t count,
                           jsmf_stream *stream)
{
    jsmf_input *in;
    jsmf_status status;
    if (jsmf_input_open(run->ctx, path, false, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = jsmf_arrays_scan(run->ctx, in, kinds, names, count, stream);
    jsmf_input_close(in);
    return status;
}

jsmf_status tool_read(tool_run *run, size_t operand, unsigned kinds, jsmf_stream *stream)
{
    return tool_read_file(run, tool_operand(run, operand), kinds, stream);
}

jsmf_status tool_spool(tool_run *run, size_t operand, unsigned kinds, jsmf_stream *stream)
{
    return read_stream(run, tool_operand(run, operand), kinds, true, stream);
}

/* ---- output ---- */

jsmf_status tool_refuse_terminal(tool_run *run, const char *other)
{
    if (tool_given(run, "output") || !isatty(STDOUT_FILENO))
        return JSMF_OK;
    return tool_usage(run, "standard output is a terminal: the output is binary, use -o FILE or a pipe%s", other);
}

/* What stands in the second output's buffer is written before the main output is complete, for it may fail. */
static jsmf_status flush_beside(tool_run *run)
{
    const tool_state *s = (const tool_state *)run;
    return s->beside ? jsmf_output_flush(run->ctx, s->beside) : JSMF_OK;
}

/* The output that was opened before the work, or one opened now; the caller's. */
static jsmf_status take_output(tool_run *run, bool text, jsmf_output **out)
{
    tool_state *s = (tool_state *)run;
    tool_report_end(s);
    *out = s->out;
    s->out = NULL;
    return *out ? JSMF_OK : jsmf_output_open(run->ctx, run->output, text, out);
}

jsmf_status tool_write(tool_run *run, jsmf_stream *stream)
{
    if (jsmf_stream_note(run->ctx, stream, run->command) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write_unnoted(run, stream);
}

jsmf_status tool_write_unnoted(tool_run *run, jsmf_stream *stream)
{
    jsmf_output *out = NULL;
    double start = jsmf_context_clock();
    if (flush_beside(run) != JSMF_OK || take_output(run, false, &out) != JSMF_OK ||
        jsmf_stream_write(run->ctx, out, stream) != JSMF_OK) {
        jsmf_output_abandon(out);
        return jsmf_context_status(run->ctx);
    }
    if (jsmf_output_commit(run->ctx, out) == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "wrote %s in %.3f s", run->output ? run->output : "standard output",
                     jsmf_context_clock() - start);
    return jsmf_context_status(run->ctx);
}

jsmf_status tool_write_file(jsmf_context *ctx, const char *path, const jsmf_stream *stream)
{
    jsmf_output *out = NULL;
    if (jsmf_output_open(ctx, path, false, &out) == JSMF_OK && jsmf_stream_write(ctx, out, stream) == JSMF_OK)
        return jsmf_output_commit(ctx, out);
    jsmf_output_abandon(out);
    return jsmf_context_status(ctx);
}

bool tool_is_output(const tool_run *run, const jsmf_output *out)
{
    const tool_state *s = (const tool_state *)run;
    return s->out && jsmf_output_same(s->out, out);
}

jsmf_status tool_text_open(tool_run *run, jsmf_output **out) { return take_output(run, true, out); }

jsmf_status tool_text_close(tool_run *run, jsmf_output *out, jsmf_status written)
{
    tool_report_end((tool_state *)run);
    if (written == JSMF_OK && jsmf_context_status(run->ctx) == JSMF_OK && flush_beside(run) == JSMF_OK)
        return jsmf_output_commit(run->ctx, out);
    jsmf_output_abandon(out);
    return jsmf_context_status(run->ctx);
}

jsmf_status tool_text_field(jsmf_context *ctx, jsmf_output *out, const char *text)
{
    static const char special[] = "\t\n\r", *const shown[] = { "\\t", "\\n", "\\r" };
    for (;;) {
        const size_t plain = strcspn(text, special);
        const char *found;
        if (jsmf_output_write(ctx, out, text, plain) != JSMF_OK)
            return jsmf_context_status(ctx);
        text += plain;
        if (!*text)
            return JSMF_OK;
        found = strchr(special, *text++);
        if (jsmf_output_write(ctx, out, shown[found - special], 2) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
}

void tool_spell_number(double value, char text[TOOL_NUMBER])
{
    int digits = 15;
    do
        snprintf(text, TOOL_NUMBER, "%.*g", digits, value);
    while (digits++ < 17 && strtod(text, NULL) != value);
}

jsmf_status tool_json_string(jsmf_context *ctx, jsmf_output *out, const char *text)
{
    if (jsmf_output_write(ctx, out, "\"", 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        const char *format = c < 0x20 || c == 0x7f ? "\\u%04x" : c == '"' || c == '\\' ? "\\%c" : "%c";
        if (jsmf_output_printf(ctx, out, format, c) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_output_write(ctx, out, "\"", 1);
}

/* ---- what -o must not replace ---- */

/* Whether -o names a regular file that is not a ZIP archive, as streams are. */
static bool replaces_no_stream(const tool_run *run, struct stat *what)
{
    const char *path = run->output;
    char head[2] = "";
    FILE *f;
    if (!path || tool_is_stdin(path) || stat(path, what) != 0 || !S_ISREG(what->st_mode))
        return false;
    f = fopen(path, "rb");
    if (!f)
        return false;
    const bool zip = fread(head, 1, sizeof head, f) == sizeof head && memcmp(head, "PK", sizeof head) == 0;
    fclose(f);
    return !zip && what->st_size > 0;
}

static bool is_file(const char *path, const struct stat *what)
{
    struct stat here;
    return path && stat(path, &here) == 0 && here.st_dev == what->st_dev && here.st_ino == what->st_ino;
}

/* Whether a value of the tool's own option i names the file. */
static bool option_names(const tool_state *s, size_t i, const struct stat *what)
{
    const tool_option *o = &s->run.tool->options[i];
    const tool_list *list = (const tool_list *)((const char *)s->run.settings + o->offset);
    bool names = false;
    if ((o->type != TOOL_TEXT && o->type != TOOL_LIST) ||
        (!strstr(o->argument, "FILE") && strcmp(o->argument, "LIST") != 0))
        return false;
    if (o->type == TOOL_TEXT)
        return is_file(s->given[i], what);
    for (size_t value = 0; value < list->count; value++)
        names = names || is_file(list->values[value], what);
    return names;
}

static jsmf_status refuse_to_replace(tool_run *run)
{
    return tool_usage(run, "-o %s: would replace a file that is read and is no stream: name another one", run->output);
}

jsmf_status tool_spare_listed(tool_run *run, const jsmf_strings *paths)
{
    struct stat what;
    if (replaces_no_stream(run, &what))
        for (size_t i = 0; i < paths->count; i++)
            if (is_file(jsmf_strings_get(paths, i), &what))
                return refuse_to_replace(run);
    return JSMF_OK;
}

jsmf_status tool_spare_inputs(tool_state *s)
{
    const tool *t = s->run.tool;
    struct stat what;
    bool read = false;
    if (!replaces_no_stream(&s->run, &what))
        return JSMF_OK;
    for (size_t i = 0; i < s->run.operand_count; i++)
        read = read || is_file(s->run.operands[i], &what);
    for (size_t i = 0; i < tool_option_count(t->options); i++)
        read = read || option_names(s, i, &what);
    return read ? refuse_to_replace(&s->run) : JSMF_OK;
}

/* ---- the second output ---- */

jsmf_status tool_beside_open(tool_run *run, const char *path, jsmf_output **out)
{
    tool_state *s = (tool_state *)run;
    if (jsmf_output_open(run->ctx, path, true, &s->beside) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    *out = s->beside;
    if (tool_is_output(run, s->beside))
        return tool_usage(run, "%s: both outputs go to this file", path);
    return JSMF_OK;
}

jsmf_status tool_beside_finish(tool_state *s, jsmf_status status)
{
    jsmf_output *out = s->beside;
    s->beside = NULL;
    if (out && status == JSMF_OK)
        return jsmf_output_commit(s->run.ctx, out);
    jsmf_output_abandon(out);
    return status;
}
