/* A topic's shares in groups of documents: along an axis, or as bars. */
#include "svg.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 300, PLOT = 110, LEFT = 48, RIGHT = 12, TOP = 8, BOTTOM = 22, NAME = 150, BAR = 17, LETTERS = 12 };

typedef struct trend {
    const jsmf_report_groups *g;
    size_t k, topic;
    double left, width, top, height, highest; /* of the plot */
} trend;

static double mean(const trend *t, size_t i) { return t->g->mean[i * t->k + t->topic]; }
static double low(const trend *t, size_t i) { return t->g->low[i * t->k + t->topic]; }
static double high(const trend *t, size_t i) { return t->g->high[i * t->k + t->topic]; }

static double x_of(const trend *t, size_t i)
{
    return t->left + t->width * (t->g->count > 1 ? (double)i / (double)(t->g->count - 1) : 0.5);
}

static double y_of(const trend *t, double share)
{
    return t->top + t->height * (1 - fmin(share / t->highest, 1));
}

static void draw_line(jsmf_context *ctx, jsmf_output *out, const trend *t)
{
    jsmf_report_put(ctx, out, "<path class=\"mean\" d=\"");
    for (size_t i = 0; i < t->g->count; i++)
        jsmf_report_put(ctx, out, "%s%.1f %.1f", i ? "L" : "M", x_of(t, i), y_of(t, mean(t, i)));
    jsmf_report_put(ctx, out, "%s\"/>", t->g->count == 1 ? "h0" : "");
}

static void draw_band(jsmf_context *ctx, jsmf_output *out, const trend *t)
{
    jsmf_report_put(ctx, out, "<path class=\"band\" d=\"");
    for (size_t i = 0; i < t->g->count; i++)
        jsmf_report_put(ctx, out, "%s%.1f %.1f", i ? "L" : "M", x_of(t, i), y_of(t, high(t, i)));
    for (size_t i = t->g->count; i-- > 0;)
        jsmf_report_put(ctx, out, "L%.1f %.1f", x_of(t, i), y_of(t, low(t, i)));
    jsmf_report_put(ctx, out, "z\"/>\n");
}

static void draw_marks(jsmf_context *ctx, jsmf_output *out, const trend *t)
{
    const double step = jsmf_report_mark_distance(t->highest, 2);
    const size_t last = (size_t)(t->highest / step * (1 + 1e-9));
    for (size_t i = 0; i <= last; i++) {
        const double share = step * (double)i;
        jsmf_report_put(ctx, out, "<path class=\"grid\" d=\"M%.1f %.1fh%.1f\"/><text class=\"row\" x=\"%.1f\" "
                        "y=\"%.1f\">%.3g%s</text>\n", t->left, y_of(t, share), t->width, t->left - 5,
                        y_of(t, share) + 4, 100 * share, i == last ? " %" : "");
    }
}

/* A group's name, as much of it as there is room for. */
static void put_name(jsmf_context *ctx, jsmf_output *out, const trend *t, size_t i, double room)
{
    const char *name = jsmf_strings_get(t->g->names, i);
    jsmf_report_put_text(ctx, out, name, jsmf_report_text_fits(name, room, LETTERS));
}

/* The first, the middle and the last name. */
static void draw_names(jsmf_context *ctx, jsmf_output *out, const trend *t)
{
    const size_t last = t->g->count - 1, places[3] = { 0, last / 2, last };
    const char *const ends[3] = { "start", "middle", "row" };
    for (size_t i = 0; i < 3; i++) {
        if ((i == 1 && last < 2) || (i == 2 && last == 0))
            continue;
        jsmf_report_put(ctx, out, "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">", ends[i], x_of(t, places[i]),
                        t->top + t->height + 16);
        put_name(ctx, out, t, places[i], t->width / 3);
        jsmf_report_put(ctx, out, "</text>");
    }
}

static void draw_bars(jsmf_context *ctx, jsmf_output *out, const trend *t)
{
    for (size_t i = 0; i < t->g->count; i++) {
        const double y = t->top + BAR * (double)i, scale = t->width / t->highest;
        jsmf_report_put(ctx, out, "<text class=\"row\" x=\"%.1f\" y=\"%.1f\">", t->left - 6, y + 11);
        put_name(ctx, out, t, i, NAME);
        jsmf_report_put(ctx, out, "</text><rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"10\"/>",
                        t->left, y + 2, scale * fmin(mean(t, i), t->highest));
        jsmf_report_put(ctx, out, "<path class=\"whisker\" d=\"M%.1f %.1fH%.1f\"/>\n",
                        t->left + scale * fmin(low(t, i), t->highest), y + 7,
                        t->left + scale * fmin(high(t, i), t->highest));
    }
    jsmf_report_put(ctx, out, "<text class=\"start\" x=\"%.1f\" y=\"%.1f\">0</text><text class=\"row\" x=\"%.1f\" "
                    "y=\"%.1f\">%.3g %%</text>\n", t->left, t->top + t->height + 14, t->left + t->width,
                    t->top + t->height + 14, 100 * t->highest);
}

static void open(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics, const trend *t)
{
    char name[40], title[64];
    snprintf(name, sizeof name, "trend-%zu", t->topic);
    snprintf(title, sizeof title, "Topic %zu by group", t->topic);
    jsmf_report_open_figure(ctx, out, topics, name, WIDTH, t->top + t->height + BOTTOM, false, title,
                            t->g->ordered ? "A line of the topic's mean share in the documents of each group, with a "
                                            "band of 95 % intervals."
                                          : "Bars of the topic's mean share in the documents of each group, with "
                                            "lines of 95 % intervals.");
}

jsmf_status jsmf_report_draw_trend(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                   const jsmf_report_groups *groups, size_t topic, double highest)
{
    trend t = { .g = groups, .k = topics->k, .topic = topic, .highest = jsmf_report_axis_end(highest), .top = TOP };
    t.left = LEFT;
    for (size_t i = 0; !groups->ordered && i < groups->count; i++)
        t.left = fmax(t.left, fmin(jsmf_report_text_width(jsmf_strings_get(groups->names, i), SIZE_MAX, LETTERS),
                                   NAME) + 10);
    t.width = WIDTH - RIGHT - t.left;
    t.height = groups->ordered ? PLOT : BAR * (double)groups->count;
    if (!groups->ordered) /* the axis ends at a mark */
        t.highest = ceil(t.highest / jsmf_report_mark_distance(t.highest, 5) - 1e-9) *
                    jsmf_report_mark_distance(t.highest, 5);
    open(ctx, out, topics, &t);
    if (groups->ordered) {
        draw_marks(ctx, out, &t);
        draw_band(ctx, out, &t);
        draw_line(ctx, out, &t);
        draw_names(ctx, out, &t);
    } else {
        draw_bars(ctx, out, &t);
    }
    return jsmf_report_close_figure(ctx, out);
}

jsmf_status jsmf_report_draw_spark(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                   const jsmf_report_groups *groups, size_t topic)
{
    trend t = { .g = groups, .k = topics->k, .topic = topic, .left = 2, .width = 156, .top = 2, .height = 26 };
    for (size_t i = 0; i < groups->count; i++)
        t.highest = fmax(t.highest, mean(&t, i));
    t.highest = jsmf_report_axis_end(t.highest);
    jsmf_report_put(ctx, out, "<svg class=\"figure spark\" viewBox=\"0 0 160 30\" width=\"160\" height=\"30\" "
                    "role=\"img\" aria-label=\"Trend of topic %zu, up to %.2g %%\">", topic, 100 * t.highest);
    if (groups->ordered) {
        draw_line(ctx, out, &t);
    } else {
        const double step = t.width / (double)groups->count;
        for (size_t i = 0; i < groups->count; i++)
            jsmf_report_put(ctx, out, "<rect class=\"bar\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>",
                            t.left + step * (double)i, y_of(&t, mean(&t, i)), fmax(step - 1, 0.5),
                            t.top + t.height - y_of(&t, mean(&t, i)));
    }
    return jsmf_report_close_figure(ctx, out);
}
