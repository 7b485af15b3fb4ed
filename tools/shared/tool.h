/* What every tool shares: the table of its options, its inputs and outputs, its messages, progress and exit code. A
 * tool is a table and a run function; only the code behind this header prints and exits. */
#ifndef JSMF_TOOL_H
#define JSMF_TOOL_H

#include "jsmf/arrays.h"
#include "jsmf/base.h"
#include "jsmf/eigen.h"
#include "jsmf/io.h"
#include "jsmf/npz.h"

#include <stdio.h>

typedef enum tool_type {
    TOOL_FLAG,    /* bool; no argument: sets true */
    TOOL_SIZE,    /* size_t: a whole number in [low, high] */
    TOOL_AUTO,    /* size_t: the same, or "auto", which is TOOL_AUTOMATIC */
    TOOL_SEED,    /* uint64_t: any whole number */
    TOOL_REAL,    /* double in [low, high] */
    TOOL_MEMORY,  /* size_t: bytes with K, M, G */
    TOOL_TEXT,    /* const char * */
    TOOL_WRITTEN, /* const char *: a file that is written, and must not be one that is read */
    TOOL_LIST,    /* tool_list: as TOOL_TEXT, and may be given several times */
    TOOL_CHOICE,  /* int: the position in choices "full|dense|sparse" */
    TOOL_HELP     /* int, of --help alone: 1, or 2 where it is given as --help=all */
} tool_type;

/* Bounds of a TOOL_REAL that are not included: 0 and 1. */
#define TOOL_ABOVE_ZERO 1e-9
#define TOOL_BELOW_ONE (1 - 1e-9)

/* The value of a TOOL_AUTO where the program chooses it. */
#define TOOL_AUTOMATIC SIZE_MAX

/* The values of an option that was given so many times, in their order. */
enum { TOOL_LIST_MOST = 64 };
typedef struct tool_list {
    const char *values[TOOL_LIST_MOST];
    size_t count;
} tool_list;

typedef struct tool_option {
    char letter;          /* 0 where there is only the long name */
    const char *name;     /* long name, without dashes */
    tool_type type;
    size_t offset;        /* of the value in the tool's settings struct (offsetof) */
    double low, high;     /* TOOL_SIZE, TOOL_AUTO, TOOL_REAL: inclusive */
    const char *argument; /* for the help: "N", "FILE"; for TOOL_CHOICE the choices, apart by | */
    const char *help;     /* one line; the default is added from the settings' initial value (not for a NULL text) */
} tool_option;

typedef struct tool_run {
    jsmf_context *ctx;
    void *settings;              /* the tool's struct, options applied */
    void *job;                   /* the tool's other struct: what the run holds */
    const char *const *operands; /* operand_count of them */
    size_t operand_count;
    bool quiet, verbose;
    /* private to tools/shared */
    const struct tool *tool;
    const char *output;          /* -o, or NULL */
    char *command;               /* "jsmf-aw 0.1.0 -k 20", for the history */
    size_t command_length;       /* without what tool_remark has added */
} tool_run;

/* An option that a program lacks and that one which it runs has. */
typedef struct tool_elsewhere {
    const char *name;   /* without dashes */
    const char *advice; /* said behind "unknown option --anchors; " */
} tool_elsewhere;

typedef struct tool {
    const char *name;             /* "jsmf-aw" */
    const char *summary;          /* one line, as in the man page's Nd */
    const char *usage;            /* operands: "[STREAM]" */
    const char *examples;         /* lines, printed first */
    void (*more_help)(FILE *f);   /* writes what --help=all says behind the options, in 79 columns; or NULL */
    size_t least_operands, most_operands; /* SIZE_MAX: any number */
    bool stdin_default;           /* reads standard input where no operand is named: short help if it is a terminal */
    const char *instead;          /* the option that names the main input in the operand's place; or NULL */
    const tool_option *options;   /* ends with name NULL; the common options are added */
    const tool_elsewhere *elsewhere; /* ends with name NULL; or NULL */
    const char *often;            /* the long names of those that --help shows, apart by blanks; or NULL */
    const void *defaults;         /* settings_size bytes: initial settings */
    size_t settings_size;
    size_t job_size;              /* bytes of run->job, which is all zero at the start */
    jsmf_status (*run)(tool_run *run);
    void (*release)(void *job);   /* frees what the job holds, whatever became of the run; NULL: nothing */
    bool stream_output;           /* writes a stream (tool_write): a terminal is refused before the work */
    bool (*streams)(const void *settings); /* where only some options make it write one: whether these do; or NULL */
    bool seeded;                  /* draws random numbers: the seed goes into the history, given or not */
    const char *const *unnoted;   /* long names of options that the history leaves out, and NULL; or NULL */
    const char *seeded_by;        /* the same where the option of this name was given; or NULL */
} tool;

/* The whole main: options (common ones too: -o -t -q -v -h -V --seed --memory), run, message, exit code.
 * The common options' names may not be used in a tool's own table; -k/--topics, -i/--iterations, --tol have macros
 * below so that they read alike everywhere. Every error becomes one line "NAME: text" on stderr, and
 * nothing is left behind by -o. */
int tool_main(const tool *tool, int argc, char **argv);

/* Whether the user gave the option of this long name (for "only with" checks and optional values). */
bool tool_given(const tool_run *run, const char *name);
/* Whether the program has an option of this long name. */
bool tool_has(const tool_run *run, const char *name);
/* The argument that it was given last, "" for a flag; NULL where it was not given, or there is no such option. */
const char *tool_given_text(const tool_run *run, const char *name);
/* From here on the flag of this long name stands as one that was given, in the history too: a rule has chosen it. */
jsmf_status tool_choose(tool_run *run, const char *name) JSMF_CHECKED;
/* The number that a name is, of a document or a topic: up to 18 digits and nothing else; SIZE_MAX for other names. */
size_t tool_number_named(const char *name);
/* The first of these (count) that the user gave, or NULL. */
const char *tool_first_given(const tool_run *run, const char *const *names, size_t count);

/* From here on the work is of this part of all, as in "K = 20, 2 of 8", which progress and warnings tell. */
void tool_progress_part(tool_run *run, const char *part);

/* ---- errors ---- */

/* Records JSMF_EUSAGE with the text and returns it: "--min-df needs ...". The hint "(see NAME --help)" is added. */
jsmf_status tool_usage(tool_run *run, const char *format, ...) JSMF_PRINTF(2, 3);
/* The error that stands with the name of the stream that it is about, which the library does not know. */
jsmf_status tool_name_error(tool_run *run, const char *name);
/* JSMF_ESYSTEM where bytes exceed the limit: "WHAT needs 3.2G of memory, the limit is 2G (ADVICE)". */
jsmf_status tool_check_memory(tool_run *run, size_t bytes, const char *what, const char *advice) JSMF_CHECKED;

/* ---- input ---- */

/* Operand i, or "-", standard input, where there is none. */
const char *tool_operand(const tool_run *run, size_t i);
/* Whether path, which may be NULL, is "-". */
bool tool_is_stdin(const char *path);
/* How many of the paths, which may be NULL, are "-": standard input holds one thing. */
size_t tool_stdin_count(const char *const *paths, size_t count);
/* Reads a stream from operand i. */
jsmf_status tool_read(tool_run *run, size_t operand, unsigned kinds, jsmf_stream *stream) JSMF_CHECKED;
/* The same, but what is large stays outside memory, to be read from there (jsmf_stream_spool). */
jsmf_status tool_spool(tool_run *run, size_t operand, unsigned kinds, jsmf_stream *stream) JSMF_CHECKED;
/* As tool_read, from a file that an option names, or from standard input where it is "-". */
jsmf_status tool_read_file(tool_run *run, const char *path, unsigned kinds, jsmf_stream *stream) JSMF_CHECKED;
/* As tool_read_file, but the data of the named arrays alone (jsmf_stream_scan). */
jsmf_status tool_scan_file(tool_run *run, const char *path, unsigned kinds, const char *const *names, size_t count,
                           jsmf_stream *stream) JSMF_CHECKED;

/* ---- output ---- */

/* JSMF_EUSAGE where the output is binary and would go to a terminal; another way out is added to the advice, or "". For
 * tools that write a stream by some of their options alone. */
jsmf_status tool_refuse_terminal(tool_run *run, const char *other) JSMF_CHECKED;
/* The text as a shell reads it back: in quotes where it takes them. The caller's; NULL for lack of memory. */
char *tool_quote(jsmf_context *ctx, const char *text);
/* Adds to this run's line in the history what the run found out, behind a # as a shell's comment. The last one
 * stays. */
jsmf_status tool_remark(tool_run *run, const char *format, ...) JSMF_PRINTF(2, 3) JSMF_CHECKED;
/* The same behind the remark that is there already, if there is one. */
jsmf_status tool_remark_too(tool_run *run, const char *format, ...) JSMF_PRINTF(2, 3) JSMF_CHECKED;
/* Adds this tool's line to the history and writes the stream to -o or standard output; commits. */
jsmf_status tool_write(tool_run *run, jsmf_stream *stream) JSMF_CHECKED;
/* The same without the line: for what does not depend on how it came about. */
jsmf_status tool_write_unnoted(tool_run *run, jsmf_stream *stream) JSMF_CHECKED;
/* Writes the stream as it is to a file that appears complete or not at all, beside the run's output: a checkpoint. */
jsmf_status tool_write_file(jsmf_context *ctx, const char *path, const jsmf_stream *stream) JSMF_CHECKED;
/* Whether -o names the file that out goes to. */
bool tool_is_output(const tool_run *run, const jsmf_output *out);
/* Text output to -o or standard output. */
jsmf_status tool_text_open(tool_run *run, jsmf_output **out) JSMF_CHECKED;
/* Commits the text, or abandons it where its writing (written) or anything before failed; returns which. */
jsmf_status tool_text_close(tool_run *run, jsmf_output *out, jsmf_status written) JSMF_CHECKED;
/* A field of tab-separated text: tabs and line ends as \t, \n and \r, and all else as it is. */
jsmf_status tool_text_field(jsmf_context *ctx, jsmf_output *out, const char *text) JSMF_CHECKED;
/* As few digits as say which number it is: 0.1, 1e+20. */
enum { TOOL_NUMBER = 40 };
void tool_spell_number(double value, char text[TOOL_NUMBER]);
/* A string of JSON, with its quotes. */
jsmf_status tool_json_string(jsmf_context *ctx, jsmf_output *out, const char *text) JSMF_CHECKED;

/* JSMF_EUSAGE where path, a name that -o stands for, would replace a file that is read (man jsmf.7). The files that
 * options name have been looked at before the tool runs. */
jsmf_status tool_spare(tool_run *run, const char *path) JSMF_CHECKED;
/* JSMF_EUSAGE where one of these files, which a list names that the program reads, would be replaced (man jsmf.7).
 * Operands and the files of options have been looked at before the tool runs. */
jsmf_status tool_spare_listed(tool_run *run, const jsmf_strings *paths) JSMF_CHECKED;

/* A second output, a text, to the file that an option names; at most one a run. It appears once the run has succeeded
 * and its main output is complete; else nothing is left of it. */
jsmf_status tool_beside_open(tool_run *run, const char *path, jsmf_output **out) JSMF_CHECKED;

/* ---- options ---- */

/* The choices of a list that exists once (jsmf/base.h): TOOL_CHOICES(JSMF_INFER_METHODS) is "padd|pami|...". */
#define TOOL_CHOICES(LIST) (&(LIST(TOOL_CHOICE_BEHIND))[1])
#define TOOL_CHOICE_BEHIND(enumerator, name) "|" #name

/* ---- options that read alike everywhere ---- */

#define TOOL_TOPICS(settings, field, text) \
    { 'k', "topics", TOOL_SIZE, offsetof(settings, field), 1, 1e9, "K", text }
#define TOOL_ITERATIONS(settings, field, low, text) \
    { 'i', "iterations", TOOL_SIZE, offsetof(settings, field), low, 1e9, "N", text }
#define TOOL_TOLERANCE(settings, field, low, high, text) \
    { 0, "tol", TOOL_REAL, offsetof(settings, field), low, high, "X", text }
#define TOOL_HEADER(settings, field, text) \
    { 0, "header", TOOL_FLAG, offsetof(settings, field), 0, 0, NULL, text "begin with a line of the columns' names" }
/* How eigenpairs are sought where nothing is known of them: a member of type int, TOOL_EIGEN_BY_RULE by default. */
#define TOOL_EIGEN(settings, field) \
    { 0, "eigen", TOOL_CHOICE, offsetof(settings, field), 0, 0, "arpack|block", \
      "find the first eigenpairs one vector at a time, or in blocks of vectors (default: by C's size)" }
enum { TOOL_EIGEN_BY_RULE = -1 };
static inline jsmf_eigen_cold tool_eigen(int choice) { return (jsmf_eigen_cold)(choice - TOOL_EIGEN_BY_RULE); }

#define TOOL_END { 0, NULL, TOOL_FLAG, 0, 0, 0, NULL, NULL }

#endif
