/* The table of jsmf-choose as a figure: a panel for each of four columns, one above the other, against K. */
#include "choose_table.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 640, LEFT = 70, RIGHT = 20, TOP = 30, PANEL = 130, BETWEEN = 40, BOTTOM = 50, TICKS = 4 };

typedef struct panel {
    choose_column column;
    const char *title, *colour; /* colours that all eyes tell apart */
} panel;

static const panel panels[] = {
    { CHOOSE_HELD_OUT, "held-out log-probability, nats a token", "#0072B2" },
    { CHOOSE_NPMI, "NPMI of the 20 leading words", "#009E73" },
    { CHOOSE_UNIQUE, "unique words of 20, and the rule's half", "#D55E00" },
    { CHOOSE_STABLE, "part of the topics that two halves share", "#CC79A7" },
};
enum { PANELS = sizeof panels / sizeof *panels };

/* From values to places. */
typedef struct axes {
    double low, high, step; /* of the values, and between ticks */
    double least, most;     /* of K */
    double top;             /* of the panel */
} axes;

static double place_x(const axes *a, double k)
{
    const double part = a->most > a->least ? (k - a->least) / (a->most - a->least) : 0.5;
    return LEFT + part * (WIDTH - LEFT - RIGHT);
}

static double place_y(const axes *a, double value)
{
    return a->top + PANEL * (1 - (value - a->low) / (a->high - a->low));
}

/* 1, 2 or 5 times a power of ten, about a TICKS-th of the range. */
static double nice_step(double range)
{
    const double rough = range / TICKS, power = pow(10, floor(log10(rough))), part = rough / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

/* false: no value is defined. */
static bool find_range(const choose_table *t, const panel *p, axes *a)
{
    a->low = INFINITY;
    a->high = -INFINITY;
    for (size_t i = 0; i < t->count; i++) {
        a->low = fmin(a->low, t->lines[i].value[p->column]);
        a->high = fmax(a->high, t->lines[i].value[p->column]);
    }
    if (!isfinite(a->low) || !isfinite(a->high))
        return false;
    if (p->column == CHOOSE_UNIQUE) {
        a->low = 0;
        a->high = CHOOSE_WORDS;
    } else if (a->high - a->low < 1e-9 * fmax(1, fabs(a->high))) {
        a->low -= 0.5;
        a->high += 0.5;
    }
    a->step = nice_step(a->high - a->low);
    a->low = a->step * floor(a->low / a->step + 1e-9);
    a->high = a->step * ceil(a->high / a->step - 1e-9);
    return true;
}

static jsmf_status draw_line(jsmf_context *ctx, jsmf_output *out, double x1, double y1, double x2, double y2,
                             const char *style)
{
    return jsmf_output_printf(ctx, out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2,
                              style);
}

static jsmf_status draw_values(jsmf_context *ctx, jsmf_output *out, const axes *a)
{
    const int digits = a->step < 1 ? (int)ceil(-log10(a->step) - 1e-9) : 0;
    const int ticks = (int)lround((a->high - a->low) / a->step);
    for (int i = 0; i <= ticks; i++) {
        const double value = a->low + i * a->step, y = place_y(a, value);
        if (draw_line(ctx, out, LEFT, y, WIDTH - RIGHT, y, "stroke=\"#ddd\"") != JSMF_OK ||
            jsmf_output_printf(ctx, out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.*f</text>\n", LEFT - 6, y + 4,
                               digits, value + 0.0) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* Those K are named that have room behind the last one that was. */
static jsmf_status draw_topics(jsmf_context *ctx, jsmf_output *out, const choose_table *t, const axes *a, bool named)
{
    enum { ROOM = 26 };
    double last = -ROOM;
    for (size_t i = 0; i < t->count; i++) {
        const double x = place_x(a, (double)t->lines[i].topics), y = a->top + PANEL;
        if (draw_line(ctx, out, x, y, x, y + 4, "stroke=\"#333\"") != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!named || x - last < ROOM)
            continue;
        last = x;
        if (jsmf_output_printf(ctx, out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%zu</text>\n", x, y + 18,
                               t->lines[i].topics) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* A line from each point to the next one, where both are defined, and the points. */
static jsmf_status draw_curve(jsmf_context *ctx, jsmf_output *out, const choose_table *t, const panel *p,
                              const axes *a)
{
    char style[64];
    double old_x = NAN, old_y = NAN;
    snprintf(style, sizeof style, "stroke=\"%s\" stroke-width=\"2\"", p->colour);
    for (size_t i = 0; i < t->count; i++) {
        const double value = t->lines[i].value[p->column];
        const double x = place_x(a, (double)t->lines[i].topics), y = place_y(a, value);
        if (!isnan(y) && !isnan(old_y) && draw_line(ctx, out, old_x, old_y, x, y, style) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!isnan(y) && jsmf_output_printf(ctx, out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\">"
                                            "<title>K = %zu: %.6g</title></circle>\n", x, y, p->colour,
                                            t->lines[i].topics, value) != JSMF_OK)
            return jsmf_context_status(ctx);
        old_x = x;
        old_y = y;
    }
    return JSMF_OK;
}

static jsmf_status draw_panel(jsmf_context *ctx, jsmf_output *out, const choose_table *t, const panel *p, axes *a,
                              bool last)
{
    const double bottom = a->top + PANEL, half = CHOOSE_WORDS / 2;
    const bool defined = find_range(t, p, a);
    if (jsmf_output_printf(ctx, out, "<text x=\"%d\" y=\"%.1f\" font-weight=\"bold\">%s%s</text>\n", LEFT, a->top - 8,
                           p->title, defined ? "" : ": undefined") != JSMF_OK ||
        (defined && draw_values(ctx, out, a) != JSMF_OK))
        return jsmf_context_status(ctx);
    if (p->column == CHOOSE_UNIQUE && defined &&
        draw_line(ctx, out, LEFT, place_y(a, half), WIDTH - RIGHT, place_y(a, half),
                  "stroke=\"#333\" stroke-dasharray=\"6 4\"") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (draw_line(ctx, out, LEFT, a->top, LEFT, bottom, "stroke=\"#333\"") != JSMF_OK ||
        draw_line(ctx, out, LEFT, bottom, WIDTH - RIGHT, bottom, "stroke=\"#333\"") != JSMF_OK ||
        draw_topics(ctx, out, t, a, last) != JSMF_OK)
        return jsmf_context_status(ctx);
    return defined ? draw_curve(ctx, out, t, p, a) : JSMF_OK;
}

static size_t count_panels(const choose_table *t)
{
    size_t count = 0;
    for (size_t i = 0; i < PANELS; i++)
        count += t->shown[panels[i].column];
    return count;
}

jsmf_status choose_figure_draw(jsmf_context *ctx, jsmf_output *out, const choose_table *t)
{
    const size_t count = count_panels(t);
    const int height = TOP + (int)count * (PANEL + BETWEEN) - BETWEEN + BOTTOM;
    size_t drawn = 0;
    if (jsmf_output_printf(ctx, out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 "
                           "0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" "
                           "height=\"100%%\" fill=\"white\"/>\n", WIDTH, height, WIDTH, height) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < PANELS; i++) {
        axes a = { .least = (double)t->lines[0].topics, .most = (double)t->lines[t->count - 1].topics };
        if (!t->shown[panels[i].column])
            continue;
        a.top = (double)(TOP + (int)drawn++ * (PANEL + BETWEEN));
        if (draw_panel(ctx, out, t, &panels[i], &a, drawn == count) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">number of topics, K</text>\n"
                              "</svg>\n", LEFT + (WIDTH - LEFT - RIGHT) / 2, height - 12);
}
