/* What every binary's main does: options, run, message, exit code. */
#include "shared.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A standard descriptor that was closed is taken by /dev/null, opened the wrong way round, so that no file lands on it
 * and using it is still an error. */
static bool hold_descriptors(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF && open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY) != fd)
            return false;
    return true;
}

jsmf_status tool_usage(tool_run *run, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return jsmf_fail(run->ctx, JSMF_EUSAGE, "%s (see %s --help)", text, run->tool->name);
}

/* ---- input and output ---- */

/* spool: all that is large stays outside memory. */
static jsmf_status read_stream(tool_run *run, const char *path, unsigned kinds, bool spool, jsmf_stream *stream)
{
    jsmf_input *in = NULL;
    double start = jsmf_context_clock();
    jsmf_status status = jsmf_input_open(run->ctx, path, false, &in);
    if (status == JSMF_OK)
        status = spool ? jsmf_stream_spool(run->ctx, in, &jsmf_arrays_schema, kinds, NULL, 0, stream)
                       : jsmf_stream_read(run->ctx, in, &jsmf_arrays_schema, kinds, stream);
    if (status == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "read %s in %.3f s", jsmf_input_name(in), jsmf_context_clock() - start);
    jsmf_input_close(in);
    return status;
}

jsmf_status tool_read_file(tool_run *run, const char *path, unsigned kinds, jsmf_stream *stream)
{
    return read_stream(run, path, kinds, false, stream);
}

jsmf_status tool_refuse_terminal(tool_run *run, const char *other)
{
    if (tool_given(run, "output") || !isatty(STDOUT_FILENO))
        return JSMF_OK;
    return tool_usage(run, "standard output is a terminal: the output is binary, use -o FILE or a pipe%s", other);
}

jsmf_status tool_scan_file(tool_run *run, const char *path, unsigned kinds, const char *const *names, size_t count,
                           jsmf_stream *stream)
{
    jsmf_input *in = NULL;
    if (jsmf_input_open(run->ctx, path, false, &in) == JSMF_OK)
        (void)!jsmf_stream_scan(run->ctx, in, &jsmf_arrays_schema, kinds, names, count, stream);
    jsmf_input_close(in);
    return jsmf_context_status(run->ctx);
}

jsmf_status tool_check_mark(tool_run *run, jsmf_stream *compositions, const char *model_name, uint32_t mark)
{
    double made;
    if (!jsmf_stream_find(compositions, "infer.model"))
        return JSMF_OK;
    if (jsmf_stream_scalar(run->ctx, compositions, "infer.model", &made) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (made != (double)mark)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: was made with another model than %s", compositions->name, model_name);
    return JSMF_OK;
}

jsmf_status tool_name_error(tool_run *run, const char *name)
{
    const jsmf_status status = jsmf_context_status(run->ctx);
    char text[1024];
    snprintf(text, sizeof text, "%s", jsmf_context_error(run->ctx));
    jsmf_context_clear(run->ctx);
    if (status == JSMF_EUSAGE)
        return tool_usage(run, "%s", text);
    return status == JSMF_EDATA ? jsmf_fail(run->ctx, status, "%s: %s", name, text)
                                : jsmf_fail(run->ctx, status, "%s", text);
}

const char *tool_operand(const tool_run *run, size_t i) { return i < run->operand_count ? run->operands[i] : "-"; }

bool tool_is_stdin(const char *path) { return path && strcmp(path, "-") == 0; }

jsmf_status tool_read(tool_run *run, size_t operand, unsigned kinds, jsmf_stream *stream)
{
    return tool_read_file(run, tool_operand(run, operand), kinds, stream);
}

jsmf_status tool_spool(tool_run *run, size_t operand, unsigned kinds, jsmf_stream *stream)
{
    return read_stream(run, tool_operand(run, operand), kinds, true, stream);
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
    jsmf_output *out = NULL;
    double start = jsmf_context_clock();
    if (flush_beside(run) != JSMF_OK || jsmf_stream_note(run->ctx, stream, run->command) != JSMF_OK ||
        take_output(run, false, &out) != JSMF_OK ||
        jsmf_stream_write(run->ctx, out, stream) != JSMF_OK) {
        jsmf_output_abandon(out);
        return jsmf_context_status(run->ctx);
    }
    if (jsmf_output_commit(run->ctx, out) == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "wrote %s in %.3f s", run->output ? run->output : "standard output",
                     jsmf_context_clock() - start);
    return jsmf_context_status(run->ctx);
}

jsmf_status tool_text_open(tool_run *run, jsmf_output **out) { return take_output(run, true, out); }

jsmf_status tool_text_close(tool_run *run, jsmf_output *out)
{
    tool_report_end((tool_state *)run);
    if (jsmf_context_status(run->ctx) == JSMF_OK && flush_beside(run) == JSMF_OK)
        return jsmf_output_commit(run->ctx, out);
    jsmf_output_abandon(out);
    return jsmf_context_status(run->ctx);
}

jsmf_status tool_beside_open(tool_run *run, const char *path, jsmf_output **out)
{
    tool_state *s = (tool_state *)run;
    jsmf_status status = jsmf_output_open(run->ctx, path, true, &s->beside);
    *out = s->beside;
    if (status == JSMF_OK && s->out && jsmf_output_same(s->out, s->beside))
        return tool_usage(run, "%s: both outputs go to this file", path);
    return status;
}

static jsmf_status finish_beside(tool_state *s, jsmf_status status)
{
    jsmf_output *out = s->beside;
    s->beside = NULL;
    if (out && status == JSMF_OK)
        return jsmf_output_commit(s->run.ctx, out);
    jsmf_output_abandon(out);
    return status;
}

/* ---- main ---- */

static void apply_common(tool_state *s)
{
    s->run.output = s->common.output;
    s->run.quiet = s->common.quiet;
    s->run.verbose = s->common.verbose;
    jsmf_context_set_threads(s->run.ctx, (int)s->common.threads);
    jsmf_context_set_seed(s->run.ctx, s->common.seed);
    if (s->common.memory)
        jsmf_context_set_memory(s->run.ctx, s->common.memory);
}

static bool wants_input(const tool_run *run)
{
    return run->tool->stdin_default && run->operand_count < run->tool->most_operands && isatty(STDIN_FILENO);
}

static jsmf_status work(tool_state *s)
{
    const tool *t = s->run.tool;
    double start = jsmf_context_clock();
    jsmf_status status = tool_command(s);
    if (status == JSMF_OK && (s->run.output || t->stream_output))
        status = jsmf_output_open(s->run.ctx, s->run.output, !t->stream_output, &s->out);
    if (status == JSMF_OK)
        status = finish_beside(s, t->run(&s->run));
    if (status == JSMF_OK)
        jsmf_message(s->run.ctx, JSMF_INFO, "done in %.3f s", jsmf_context_clock() - start);
    jsmf_output_abandon(s->out);
    return status;
}

static jsmf_status start(tool_state *s, int argc, char **argv)
{
    if (tool_parse(s, argc, argv) != JSMF_OK)
        return jsmf_context_status(s->run.ctx);
    if (s->common.help)
        return tool_help(s);
    if (jsmf_instructions_check(s->run.ctx) != JSMF_OK)
        return jsmf_context_status(s->run.ctx);
    if (s->common.version)
        return tool_version(s);
    if (wants_input(&s->run)) {
        tool_short_help(s->run.tool);
        return JSMF_EUSAGE;
    }
    apply_common(s);
    if (jsmf_context_confine(s->run.ctx) != JSMF_OK)
        return jsmf_context_status(s->run.ctx);
    tool_report_start(s);
    return work(s);
}

/* What a status is to the shell: 1 system, 2 usage, 3 data, 4 numbers. */
static const int exit_codes[] = { [JSMF_OK] = 0,    [JSMF_ESYSTEM] = 1,  [JSMF_EUSAGE] = 2,
                                  [JSMF_EDATA] = 3, [JSMF_ENUMERIC] = 4, [JSMF_ECANCEL] = 1 };

/* The exit code, after the error's message. */
static int finish(tool_state *s, jsmf_status status)
{
    jsmf_status recorded = jsmf_context_status(s->run.ctx);
    tool_report_end(s);
    if (recorded != JSMF_OK)
        tool_say(s->run.tool, "", jsmf_context_error(s->run.ctx));
    else if (status != JSMF_OK && status != JSMF_EUSAGE)
        tool_say(s->run.tool, "", "failed without a reason");
    return exit_codes[recorded != JSMF_OK ? recorded : status];
}

int tool_main(const tool *t, int argc, char **argv)
{
    tool_state s = { .run = { .tool = t }, .common = tool_common_defaults };
    int code = exit_codes[JSMF_ESYSTEM];
    signal(SIGXFSZ, SIG_IGN); /* a limit on files' sizes is an error that is told, like a full disk */
    if (!hold_descriptors())
        return code;
    s.run.ctx = jsmf_context_new();
    if (s.run.ctx)
        tool_remedies(s.run.ctx);
    s.run.settings = s.run.ctx ? jsmf_copy(s.run.ctx, t->defaults, t->settings_size, 1) : NULL;
    s.run.job = s.run.settings ? jsmf_alloc_zero(s.run.ctx, t->job_size, 1) : NULL;
    if (s.run.job)
        code = finish(&s, start(&s, argc, argv));
    else
        tool_say(t, "", "out of memory");
    if (s.run.job && t->release)
        t->release(s.run.job);
    free(s.run.job);
    free(s.run.command);
    free(s.given);
    free(s.run.settings);
    jsmf_context_free(s.run.ctx);
    /* OpenBLAS's exit handler would wait for its idle threads, which try for ever to map buffers. */
    if (jsmf_machine_address_space_limited())
        _exit(code);
    return code;
}
