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

/* ---- what an output must not replace ---- */

static bool is_archive(const char *path)
{
    char head[4] = "";
    FILE *f = fopen(path, "rb");
    const bool zip = f && fread(head, 1, sizeof head, f) == sizeof head && memcmp(head, "PK\3\4", sizeof head) == 0;
    if (f)
        fclose(f);
    return zip;
}

static bool writes_stream(const tool_run *run)
{
    return run->tool->stream_output || (run->tool->streams && run->tool->streams(run->settings));
}

/* A regular file that is there and that the run replaces, and the option that names it. */
typedef struct target {
    const tool_option *option;
    const char *path;
    struct stat what;
} target;

/* Whether path, as which the option is written, is a target. */
static bool is_target(const tool_option *o, const char *path, target *to)
{
    *to = (target){ .option = o, .path = path };
    return o->type == TOOL_WRITTEN && path && !tool_is_stdin(path) && stat(path, &to->what) == 0 &&
           S_ISREG(to->what.st_mode) && to->what.st_size > 0;
}

/* Whether option i names a target that must not be read, too. A stream of -o may take the place of one that is read. */
static bool find_target(const tool_run *run, size_t i, target *to)
{
    const tool_option *o = tool_option_at(run->tool, i);
    return is_target(o, ((const tool_state *)run)->given[i], to) &&
           !(o->letter == 'o' && writes_stream(run) && is_archive(to->path));
}

/* JSMF_EUSAGE where what is read, which may be NULL, "-" or a name that is no file's, is the target. option: that
 * names it, or NULL. */
static jsmf_status spare(tool_run *run, const target *to, const char *option, const char *read)
{
    const bool in = tool_is_stdin(read);
    const char *by = option && !in ? option : NULL;
    char letter[2] = { to->option->letter };
    struct stat here;
    if (!read || (in ? fstat(STDIN_FILENO, &here) : stat(read, &here)) != 0 || here.st_dev != to->what.st_dev ||
        here.st_ino != to->what.st_ino)
        return JSMF_OK;
    return tool_usage(run, "%s%s %s: would replace %s%s%s, which is read: name another file", *letter ? "-" : "--",
                      *letter ? letter : to->option->name, to->path, in ? "standard input" : read, by ? " of --" : "",
                      by ? by : "");
}

/* Whether the value of the option may be the name of a file that is read. What may be an id, too, is a stream's name
 * where there is one. */
static bool names_input(const tool_option *o, const char *value)
{
    static const char *const inputs[] = { "FILE", "LIST", "STREAM", "MODEL", "BAG", "SUMS", "PART", "BLOCK", "OLD" };
    for (size_t i = 0; (o->type == TOOL_TEXT || o->type == TOOL_LIST) && i < sizeof inputs / sizeof *inputs; i++)
        if (value && strstr(o->argument, inputs[i]))
            return strncmp(o->argument, "ID|", 3) != 0 || tool_is_stdin(value) || is_archive(value);
    return false;
}

static jsmf_status spare_options(tool_run *run, const target *to)
{
    for (size_t i = 0; i < tool_option_count(run->tool->options); i++) {
        const tool_option *o = &run->tool->options[i];
        const tool_list one = { .values = { ((const tool_state *)run)->given[i] }, .count = 1 };
        const tool_list *all = o->type == TOOL_LIST ? (const void *)((const char *)run->settings + o->offset) : &one;
        for (size_t value = 0; value < all->count; value++)
            if (names_input(o, all->values[value]) && spare(run, to, o->name, all->values[value]) != JSMF_OK)
                return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

static jsmf_status spare_all(tool_run *run, const target *to)
{
    for (size_t i = 0; i < run->operand_count; i++)
        if (spare(run, to, NULL, run->operands[i]) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    if (tool_takes_stdin(run) && spare(run, to, NULL, "-") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return spare_options(run, to);
}

jsmf_status tool_spare(tool_run *run, const char *path)
{
    const tool_option *const output = tool_option_at(run->tool, tool_option_count(run->tool->options));
    target to;
    return is_target(output, path, &to) ? spare_all(run, &to) : JSMF_OK;
}

jsmf_status tool_spare_listed(tool_run *run, const jsmf_strings *paths)
{
    target to;
    for (size_t i = 0; i < tool_option_total(run->tool); i++) {
        const size_t count = find_target(run, i, &to) ? paths->count : 0;
        for (size_t path = 0; path < count; path++)
            if (spare(run, &to, NULL, jsmf_strings_get(paths, path)) != JSMF_OK)
                return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

jsmf_status tool_spare_inputs(tool_state *s)
{
    target to;
    for (size_t i = 0; i < tool_option_total(s->run.tool); i++)
        if (find_target(&s->run, i, &to) && spare_all(&s->run, &to) != JSMF_OK)
            return jsmf_context_status(s->run.ctx);
    return JSMF_OK;
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
