/* What the shared parts of the tools know of each other: one run's state. No tool includes this. */
#ifndef JSMF_TOOL_STATE_H
#define JSMF_TOOL_STATE_H

#include "tool.h"

typedef struct tool_common {
    const char *output;
    size_t threads; /* 0: all cores */
    uint64_t seed;
    size_t memory;  /* 0: not given */
    bool quiet, verbose, log, version;
    int help;       /* as TOOL_HELP says */
} tool_common;

typedef struct tool_progress {
    int width;          /* columns that the line on the terminal takes; 0: none stands there */
    double last;        /* when it was written */
    double step_start;
    char step[64];
    char part[64];      /* of all the work; "" where it is not in parts */
} tool_progress;

typedef struct tool_state {
    tool_run run;       /* first: a tool_run * is a tool_state * */
    tool_common common;
    const char **given; /* by option, the tool's own first: the last argument, "" for a flag, NULL where not given */
    jsmf_output *out;   /* opened before the work, so that what cannot be written is known then; taken by the writer */
    jsmf_output *beside; /* the second output, written and not yet committed; or NULL */
    tool_progress progress;
} tool_state;

/* early.c: the process may run on all its processors again; the first thing that main does. */
void tool_take_processors(void);

/* tool.c: whether standard input is read because no operand or option names anything in its place. */
bool tool_takes_stdin(const tool_run *run);

/* options.c */
extern const tool_option tool_common_options[];
extern const tool_common tool_common_defaults;
size_t tool_option_count(const tool_option *options);
size_t tool_option_total(const tool *t); /* the tool's own and the common ones */
/* Option i of the tool's own followed by the common ones, and the settings that it belongs to. */
const tool_option *tool_option_at(const tool *t, size_t i);
/* Fills settings, common, given and operands; an error is in the context. Stops at --help and --version. */
jsmf_status tool_parse(tool_state *s, int argc, char **argv) JSMF_CHECKED;

/* history.c: "jsmf-aw 0.1.0 -k 20", the name, the version and every option that can matter to the result, in the
 * table's order, into run.command. */
jsmf_status tool_command(tool_state *s) JSMF_CHECKED;

/* help.c: to standard output, checked */
jsmf_status tool_help(tool_state *s) JSMF_CHECKED;
jsmf_status tool_version(tool_state *s) JSMF_CHECKED;
void tool_short_help(const tool *t); /* to standard error */

/* tool_io.c: JSMF_EUSAGE where a file that is written is one that is read, but for a stream of -o in the place of a
 * stream. */
jsmf_status tool_spare_inputs(tool_state *s) JSMF_CHECKED;
/* The second output is completed, or nothing is left of it, as the run's status says. Returns the status of both. */
jsmf_status tool_beside_finish(tool_state *s, jsmf_status status) JSMF_CHECKED;

/* remedies.c: from here on the context's errors and warnings advise programs, and options that the tool has. */
void tool_remedies(jsmf_context *ctx, const tool *t);

/* report.c */
void tool_report_start(tool_state *s);
void tool_report_end(tool_state *s); /* erases the progress line */
/* "NAME: prefix text" on standard error as one line, control characters shown as '?'. */
void tool_say(const tool_state *s, const char *prefix, const char *text);

#endif
