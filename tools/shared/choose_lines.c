#include "choose_table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct column {
    const char *name; /* the metric's of jsmf-eval, where it has it */
    const char *head; /* for people */
    int width;
    const char *format;
} column;

static const column columns[CHOOSE_COLUMNS] = {
    [CHOOSE_HELD_OUT] = { "HeldOutLogProbability", "held out", 10, "%.4f" },
    [CHOOSE_NPMI] = { "NPMI", "NPMI", 8, "%.3f" },
    [CHOOSE_UNIQUE] = { "UniqueWords", "unique", 8, "%.1f" },
    [CHOOSE_SPECIFICITY] = { "Specificity", "specificity", 13, "%.2f" },
    [CHOOSE_APPROXIMATION] = { "RelativeApproximation", "approx.", 9, "%.3f" },
    [CHOOSE_GAP] = { "SpectralGap", "gap", 8, "%.3f" },
    [CHOOSE_SMALL] = { "SmallTopics", "small", 7, "%.0f" },
    [CHOOSE_STABLE] = { "StablePart", "stable", 8, "%.2f" },
    [CHOOSE_SECONDS] = { "Seconds", "seconds", 9, "%.1f" },
};

/* ---- for programs ---- */

static jsmf_status write_tsv(jsmf_context *ctx, jsmf_output *out, const choose_table *t)
{
    if (jsmf_output_printf(ctx, out, "K") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int c = 0; c < CHOOSE_COLUMNS; c++)
        if (t->shown[c] && jsmf_output_printf(ctx, out, "\t%s", columns[c].name) != JSMF_OK)
            return jsmf_context_status(ctx);
    for (size_t i = 0; i < t->count; i++) {
        const double *value = t->lines[i].value;
        if (jsmf_output_printf(ctx, out, "\n%zu", t->lines[i].topics) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (int c = 0; c < CHOOSE_COLUMNS; c++)
            if (t->shown[c] && (isnan(value[c]) ? jsmf_output_printf(ctx, out, "\tnan")
                                                : jsmf_output_printf(ctx, out, "\t%.6g", value[c])) != JSMF_OK)
                return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "\n");
}

static jsmf_status write_members(jsmf_context *ctx, jsmf_output *out, const choose_table *t, const choose_line *line)
{
    if (jsmf_output_printf(ctx, out, "{\"K\": %zu", line->topics) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int c = 0; c < CHOOSE_COLUMNS; c++) {
        const double value = line->value[c];
        if (t->shown[c] &&
            (isnan(value) ? jsmf_output_printf(ctx, out, ", \"%s\": null", columns[c].name)
                          : jsmf_output_printf(ctx, out, ", \"%s\": %.6g", columns[c].name, value)) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "}");
}

/* What is explained needs no escapes. */
static jsmf_status write_json(jsmf_context *ctx, jsmf_output *out, const choose_table *t, const char *explained)
{
    const size_t rule = choose_table_rule(t);
    if (jsmf_output_printf(ctx, out, "{\"lines\": [") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < t->count; i++)
        if (jsmf_output_printf(ctx, out, i ? ",\n" : "\n") != JSMF_OK ||
            write_members(ctx, out, t, &t->lines[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (jsmf_output_printf(ctx, out, "\n]") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (*explained && rule < t->count &&
        jsmf_output_printf(ctx, out, ",\n\"rule\": %zu", t->lines[rule].topics) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (*explained && rule >= t->count && jsmf_output_printf(ctx, out, ",\n\"rule\": null") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (*explained && jsmf_output_printf(ctx, out, ",\n\"explanation\": \"%s\"", explained) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_output_printf(ctx, out, "}\n");
}

/* ---- for people ---- */

static jsmf_status write_row(jsmf_context *ctx, jsmf_output *out, const choose_table *t, const choose_line *line)
{
    if (jsmf_output_printf(ctx, out, "%7zu", line->topics) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int c = 0; c < CHOOSE_COLUMNS; c++) {
        char value[32] = "-";
        if (!isnan(line->value[c]))
            snprintf(value, sizeof value, columns[c].format, line->value[c]);
        if (t->shown[c] && jsmf_output_printf(ctx, out, "%*s", columns[c].width, value) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "\n");
}

static jsmf_status write_text(jsmf_context *ctx, jsmf_output *out, const choose_table *t)
{
    if (jsmf_output_printf(ctx, out, "%7s", "K") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int c = 0; c < CHOOSE_COLUMNS; c++)
        if (t->shown[c] && jsmf_output_printf(ctx, out, "%*s", columns[c].width, columns[c].head) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (jsmf_output_printf(ctx, out, "\n") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < t->count; i++)
        if (write_row(ctx, out, t, &t->lines[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* ---- what the rule takes ---- */

enum { EXPLANATION = 2048 };

static const char fewer[] = "topics have fewer than 10 of their 20 leading words to themselves";

/* Between two numbers that are far apart, as a part of the first, others may be better than both. */
static void look_between(const choose_line *line, const choose_line *next, char *text, size_t size)
{
    const size_t gap = next->topics - line->topics;
    if (gap > 1 && gap > line->topics / 4)
        snprintf(text, size, " Look between %zu and %zu, too.", line->topics, next->topics);
}

/* Where unique words stop it, or nothing does. */
static void tell_unique(const choose_line *line, bool last, char *text, size_t size)
{
    const choose_line *next = line + 1;
    if (last)
        snprintf(text, size, "The rule of jsmf-choosing(7) takes K = %zu, the largest of these K. There, topics have "
                 "%.2f of their 20 leading words to themselves, and the rule stops below 10. Look at larger K, too.",
                 line->topics, line->value[CHOOSE_UNIQUE]);
    else {
        const int length = snprintf(text, size, "The rule of jsmf-choosing(7) takes K = %zu: the largest of these K "
                                    "before %s (%.2f at K = %zu, %.2f at K = %zu).", line->topics, fewer,
                                    line->value[CHOOSE_UNIQUE], line->topics, next->value[CHOOSE_UNIQUE],
                                    next->topics);
        look_between(line, next, text + length, size - (size_t)length);
    }
}

static void tell_none(const choose_line *first, char *text, size_t size)
{
    if (isnan(first->value[CHOOSE_UNIQUE]))
        snprintf(text, size, "The rule of jsmf-choosing(7) takes none of these K: unique words are undefined.");
    else
        snprintf(text, size, "The rule of jsmf-choosing(7) takes none of these K: at K = %zu already, %s (%.2f). Look "
                 "at smaller K, or leave words out that all documents have (jsmf-bow --stop, --max-df).",
                 first->topics, fewer, first->value[CHOOSE_UNIQUE]);
}

static void tell_rule(const choose_table *t, char *text, size_t size)
{
    const size_t rule = choose_table_rule(t), unique = choose_table_unique(t);
    if (rule >= t->count)
        tell_none(t->lines, text, size);
    else if (rule == unique)
        tell_unique(&t->lines[rule], rule + 1 == t->count, text, size);
    else
        snprintf(text, size, "The rule of jsmf-choosing(7) takes K = %zu: with more topics held-out documents are less "
                 "likely, though up to K = %zu topics have at least 10 of their 20 leading words to themselves.",
                 t->lines[rule].topics, t->lines[unique].topics);
}

/* The largest K is set beside the one that the rule takes, or beside the smallest where that is the largest itself, or
 * none. */
static void tell_held_out(const choose_table *t, char *text, size_t size)
{
    const size_t best = choose_table_likeliest(t), rule = choose_table_rule(t);
    const size_t lower = rule < t->count && rule + 1 < t->count ? rule : 0;
    const choose_line *last = &t->lines[t->count - 1], *from = &t->lines[lower];
    const double gain = last->value[CHOOSE_HELD_OUT] - from->value[CHOOSE_HELD_OUT];
    char small[48] = "";
    if (last->value[CHOOSE_SMALL] > 0)
        snprintf(small, sizeof small, ", and %.0f of these %zu are small", last->value[CHOOSE_SMALL], last->topics);
    if (t->count == 1 || isnan(gain))
        snprintf(text, size, " There is no optimum.");
    else if (best + 1 == t->count)
        snprintf(text, size, " There is no optimum: held-out documents are likeliest at K = %zu, the largest, by %.3f "
                 "nats a token more than at K = %zu, but more topics are more alike%s.", last->topics, gain,
                 from->topics, small);
    else
        snprintf(text, size, " There is no optimum: what is likeliest changes with the documents that are held out, "
                 "and more topics are more alike.");
}

static void explain(const choose_table *t, char text[EXPLANATION])
{
    size_t n;
    tell_rule(t, text, EXPLANATION);
    n = strlen(text);
    if (!t->polished)
        n += (size_t)snprintf(text + n, EXPLANATION - n, " That rule is for polished topics, and these are not.");
    tell_held_out(t, text + n, EXPLANATION - n);
    n = strlen(text);
    snprintf(text + n, EXPLANATION - n, " Take fewer topics to read them, more topics to tell documents apart, and "
             "read the topics of several K before you decide.");
}

/* As a paragraph of lines that begin so. */
static jsmf_status write_paragraph(jsmf_context *ctx, jsmf_output *out, const char *begin, const char *text)
{
    enum { WIDTH = 79 };
    while (*text) {
        size_t length = strlen(text);
        const size_t most = WIDTH - strlen(begin);
        if (length > most)
            for (length = most; text[length] != ' ';)
                length--;
        if (jsmf_output_printf(ctx, out, "%s%.*s\n", begin, (int)length, text) != JSMF_OK)
            return jsmf_context_status(ctx);
        text += length;
        text += *text == ' ';
    }
    return JSMF_OK;
}

jsmf_status choose_table_write(jsmf_context *ctx, jsmf_output *out, const choose_table *t, int format, bool explained)
{
    char text[EXPLANATION] = "";
    if (explained)
        explain(t, text);
    if (format == CHOOSE_JSON)
        return write_json(ctx, out, t, text);
    if ((format == CHOOSE_TEXT ? write_text : write_tsv)(ctx, out, t) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (format == CHOOSE_TEXT && explained && jsmf_output_printf(ctx, out, "\n") != JSMF_OK)
        return jsmf_context_status(ctx);
    return write_paragraph(ctx, out, format == CHOOSE_TEXT ? "" : "# ", text);
}
