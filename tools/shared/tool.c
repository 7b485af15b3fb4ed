/* What every binary's main does: options, run, message, exit code. */
#include "tool_state.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
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

static void apply_common(tool_state *s)
{
    s->run.output = s->common.output;
    s->run.quiet = s->common.quiet;
    s->run.verbose = s->common.verbose || s->common.log;
    jsmf_context_set_threads(s->run.ctx, (int)s->common.threads);
    jsmf_context_set_seed(s->run.ctx, s->common.seed);
    if (s->common.memory)
        jsmf_context_set_memory(s->run.ctx, s->common.memory);
}

bool tool_takes_stdin(const tool_run *run)
{
    const size_t most = run->tool->most_operands == SIZE_MAX ? 1 : run->tool->most_operands;
    return run->tool->stdin_default && run->operand_count < most &&
           !(run->tool->instead && tool_given(run, run->tool->instead));
}

static jsmf_status work(tool_state *s)
{
    const tool *t = s->run.tool;
    const double start = jsmf_context_clock();
    if (tool_spare_inputs(s) != JSMF_OK || tool_command(s) != JSMF_OK ||
        ((s->run.output || t->stream_output) &&
         jsmf_output_open(s->run.ctx, s->run.output, !t->stream_output, &s->out) != JSMF_OK))
        return jsmf_context_status(s->run.ctx);
    const jsmf_status status = tool_beside_finish(s, t->run(&s->run));
    jsmf_output_abandon(s->out);
    if (status != JSMF_OK)
        return status;
    jsmf_message(s->run.ctx, JSMF_INFO, "done in %.3f s", jsmf_context_clock() - start);
    return JSMF_OK;
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
    if (tool_takes_stdin(&s->run) && isatty(STDIN_FILENO)) {
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
        tool_say(s, "", jsmf_context_error(s->run.ctx));
    else if (status != JSMF_OK && status != JSMF_EUSAGE)
        tool_say(s, "", "failed without a reason");
    return exit_codes[recorded != JSMF_OK ? recorded : status];
}

int tool_main(const tool *t, int argc, char **argv)
{
    tool_state s = { .run = { .tool = t }, .common = tool_common_defaults };
    int code = exit_codes[JSMF_ESYSTEM];
    tool_take_processors();
    signal(SIGXFSZ, SIG_IGN); /* a limit on files' sizes is an error that is told, like a full disk */
    if (!hold_descriptors())
        return code;
    s.run.ctx = jsmf_context_new();
    if (s.run.ctx)
        tool_remedies(s.run.ctx, t);
    s.run.settings = s.run.ctx ? jsmf_copy(s.run.ctx, t->defaults, t->settings_size, 1) : NULL;
    s.run.job = s.run.settings ? jsmf_alloc_zero(s.run.ctx, t->job_size, 1) : NULL;
    if (s.run.job)
        code = finish(&s, start(&s, argc, argv));
    else
        tool_say(&s, "", "out of memory");
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
