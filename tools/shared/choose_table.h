/* The table of jsmf-choose, a line for every number of topics: which there are, what stands in it, how it is written,
 * and what a rule takes of it. */
#ifndef JSMF_CHOOSE_TABLE_H
#define JSMF_CHOOSE_TABLE_H

#include "tool.h"

/* Leading words of a topic, for unique words and NPMI. */
enum { CHOOSE_WORDS = 20 };

/* In the order in which they are written. */
typedef enum choose_column {
    CHOOSE_HELD_OUT,
    CHOOSE_NPMI,
    CHOOSE_UNIQUE,
    CHOOSE_SPECIFICITY,
    CHOOSE_APPROXIMATION,
    CHOOSE_GAP,
    CHOOSE_SMALL,
    CHOOSE_STABLE,
    CHOOSE_SECONDS,
    CHOOSE_COLUMNS
} choose_column;

typedef struct choose_line {
    size_t topics;
    bool done;
    double value[CHOOSE_COLUMNS]; /* NaN where undefined */
} choose_line;

typedef struct choose_table {
    choose_line *lines; /* count of them, of rising topics; owned */
    size_t count;
    bool shown[CHOOSE_COLUMNS];
    bool polished;      /* whether the models are */
} choose_table;

void choose_table_free(choose_table *t);
/* The lines of -k: "5,10,20", "10:100:10", or both kinds, apart by commas. JSMF_EUSAGE where it is no such list. */
jsmf_status choose_table_begin(tool_run *run, const char *list, choose_table *t) JSMF_CHECKED;

/* ---- the rule of jsmf-choosing(7) ---- */

/* The line before the first one whose topics have unique words below half (the last one where there is none), but none
 * behind the line that makes held-out documents likeliest. SIZE_MAX where the first line is such a one, or unique words
 * are undefined. */
size_t choose_table_rule(const choose_table *t);
/* The line before the first one whose topics have unique words below half, alone. */
size_t choose_table_unique(const choose_table *t);
/* The line that makes held-out documents likeliest, of those for which that is defined; the last one where it is for
 * none. */
size_t choose_table_likeliest(const choose_table *t);

/* ---- output ---- */

enum { CHOOSE_TSV, CHOOSE_TEXT, CHOOSE_JSON };
/* The lines, and, where explained, what the rule takes and what speaks against taking anything for the optimum. */
jsmf_status choose_table_write(jsmf_context *ctx, jsmf_output *out, const choose_table *t, int format,
                               bool explained) JSMF_CHECKED;
/* The curves of what is good against K, an SVG. */
jsmf_status choose_figure_draw(jsmf_context *ctx, jsmf_output *out, const choose_table *t) JSMF_CHECKED;

#endif
