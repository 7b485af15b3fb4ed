/* Words and topics in the plane: a cloud of words, and the hull of the topics' anchors. */
#include "svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { WIDTH = 760, HEIGHT = 560, MARGIN = 40, LABEL = 18 };

typedef struct plane {
    const jsmf_report_topics *t;
    const jsmf_report_points *p;
    double low[2], scale; /* of the plot */
    size_t *hull;         /* k: the corners of the hull in their order */
    size_t hull_count;
    bool *is_corner;      /* k: whether the topic is one of them */
    jsmf_report_box *taken; /* 2 k: by marks and labels */
    size_t taken_count;
} plane;

static bool is_there(const double *at, size_t i) { return isfinite(at[2 * i]) && isfinite(at[2 * i + 1]); }
static double x_of(const plane *g, const double *at, size_t i) { return MARGIN + g->scale * (at[2 * i] - g->low[0]); }
static double y_of(const plane *g, const double *at, size_t i)
{
    return HEIGHT - MARGIN - g->scale * (at[2 * i + 1] - g->low[1]);
}

static void stretch(const double *at, size_t i, double low[2], double high[2])
{
    for (size_t j = 0; is_there(at, i) && j < 2; j++) {
        low[j] = fmin(low[j], at[2 * i + j]);
        high[j] = fmax(high[j], at[2 * i + j]);
    }
}

/* One scale for both directions. */
static void fit(plane *g)
{
    const double room[2] = { WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN };
    double high[2] = { -INFINITY, -INFINITY };
    g->low[0] = g->low[1] = INFINITY;
    for (size_t i = 0; i < g->p->drawn_count; i++)
        stretch(g->p->words, g->p->drawn[i], g->low, high);
    for (size_t i = 0; i < g->t->k; i++)
        stretch(g->p->corners, i, g->low, high);
    g->scale = INFINITY;
    for (size_t j = 0; j < 2; j++)
        if (high[j] - g->low[j] > 1e-12)
            g->scale = fmin(g->scale, room[j] / (high[j] - g->low[j]));
    if (!(g->scale < INFINITY))
        g->scale = 0;
    for (size_t j = 0; j < 2; j++) /* the shorter direction is in the middle */
        if (g->scale > 0)
            g->low[j] -= (room[j] / g->scale - (high[j] - g->low[j])) / 2;
}

/* Negative where c is on the right of the way from a to b. */
static double turn(const double *at, size_t a, size_t b, size_t c)
{
    return (at[2 * b] - at[2 * a]) * (at[2 * c + 1] - at[2 * a + 1]) -
           (at[2 * b + 1] - at[2 * a + 1]) * (at[2 * c] - at[2 * a]);
}

static double distance(const double *at, size_t a, size_t b)
{
    return hypot(at[2 * b] - at[2 * a], at[2 * b + 1] - at[2 * a + 1]);
}

/* The leftmost one, of several the lowest; k where there is none. */
static size_t first_corner(const double *at, size_t k)
{
    size_t first = k;
    for (size_t i = 0; i < k; i++)
        if (is_there(at, i) && (first == k || at[2 * i] < at[2 * first] ||
                                (at[2 * i] <= at[2 * first] && at[2 * i + 1] < at[2 * first + 1])))
            first = i;
    return first;
}

/* The one that has all others on its left as seen from here, of several the farthest; k where all are here. */
static size_t next_corner(const double *at, size_t k, size_t here)
{
    size_t next = k;
    for (size_t i = 0; i < k; i++) {
        if (!is_there(at, i) || !(distance(at, here, i) > 0))
            continue;
        const double side = next == k ? -1 : turn(at, here, next, i);
        if (side < 0 || (!(side > 0) && distance(at, here, i) > distance(at, here, next)))
            next = i;
    }
    return next;
}

/* From corner to corner until one is met again (Jarvis, 1973). */
static void wrap(plane *g)
{
    const double *at = g->p->corners;
    const size_t k = g->t->k;
    for (size_t here = first_corner(at, k); here < k && !g->is_corner[here]; here = next_corner(at, k, here)) {
        g->is_corner[here] = true;
        g->hull[g->hull_count++] = here;
    }
}

static void draw_words(jsmf_context *ctx, jsmf_output *out, const plane *g)
{
    jsmf_report_put(ctx, out, "<path class=\"cloud%s\" d=\"", g->p->drawn_count < 1000 ? " thin" : "");
    for (size_t i = 0; i < g->p->drawn_count; i++)
        if (is_there(g->p->words, g->p->drawn[i]))
            jsmf_report_put(ctx, out, "M%.0f %.0fh0", x_of(g, g->p->words, g->p->drawn[i]),
                            y_of(g, g->p->words, g->p->drawn[i]));
    jsmf_report_put(ctx, out, "\"/>\n");
}

static void draw_hull(jsmf_context *ctx, jsmf_output *out, const plane *g)
{
    jsmf_report_put(ctx, out, "<path class=\"hull\" d=\"");
    for (size_t i = 0; i < g->hull_count; i++)
        jsmf_report_put(ctx, out, "%s%.1f %.1f", i ? "L" : "M", x_of(g, g->p->corners, g->hull[i]),
                        y_of(g, g->p->corners, g->hull[i]));
    jsmf_report_put(ctx, out, "z\"/>\n");
}

static void draw_mark(jsmf_context *ctx, jsmf_output *out, const plane *g, size_t k)
{
    jsmf_report_put(ctx, out, "<g><title>Topic %zu: ", k);
    jsmf_report_put_text(ctx, out, jsmf_strings_get(g->t->labels, k), 80);
    jsmf_report_put(ctx, out, "</title><path class=\"anchor\" d=\"M%.1f %.1fl4.5 8h-9z\"/></g>\n",
                    x_of(g, g->p->corners, k), y_of(g, g->p->corners, k) - 5);
}

/* The topic's anchor word, or else its first words; within the hull its number alone. */
static const char *name_of(const plane *g, size_t k)
{
    const char *anchor = jsmf_strings_get(g->p->anchors, k);
    return !g->is_corner[k] ? "" : *anchor ? anchor : jsmf_strings_get(g->t->labels, k);
}

/* Beside the mark where there is room: the way from the hull's middle first. */
static void draw_label(jsmf_context *ctx, jsmf_output *out, plane *g, size_t k, const double middle[2])
{
    const double x = x_of(g, g->p->corners, k), y = y_of(g, g->p->corners, k);
    const char *name = name_of(g, k);
    const double width = 24 + jsmf_report_text_width(name, LABEL, 12);
    const double side = x >= middle[0] ? 7 : -7 - width, up = y < middle[1] ? -11 : 3;
    const double places[][2] = { { side, up - 4 }, { -width / 2, y < middle[1] ? -20 : 6 }, { -side - width, up - 4 },
                                 { side, -up - 12 } };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const jsmf_report_box b = { x + places[i][0], y + places[i][1], x + places[i][0] + width,
                                    y + places[i][1] + 14 };
        if (!jsmf_report_box_is_free(&b, g->taken, g->taken_count, WIDTH, HEIGHT))
            continue;
        g->taken[g->taken_count++] = b;
        jsmf_report_put(ctx, out, "<text class=\"%s halo\" x=\"%.1f\" y=\"%.1f\"><tspan class=\"strong\">%zu</tspan> ",
                        places[i][0] < 0 && i != 1 ? "row" : i == 1 ? "middle" : "start",
                        i == 1 ? x : places[i][0] < 0 ? b.right : b.left, b.bottom - 3, k);
        jsmf_report_put_text(ctx, out, name, LABEL);
        jsmf_report_put(ctx, out, "</text>\n");
        return;
    }
}

static void take_marks(plane *g)
{
    for (size_t k = 0; k < g->t->k; k++)
        if (is_there(g->p->corners, k)) {
            const double x = x_of(g, g->p->corners, k), y = y_of(g, g->p->corners, k);
            g->taken[g->taken_count++] = (jsmf_report_box){ x - 4, y - 5, x + 4, y + 3 };
        }
}

/* Those of the corners come first. */
static void draw_topics(jsmf_context *ctx, jsmf_output *out, plane *g)
{
    double middle[2] = { 0, 0 };
    for (size_t i = 0; i < g->hull_count; i++) {
        middle[0] += x_of(g, g->p->corners, g->hull[i]) / (double)g->hull_count;
        middle[1] += y_of(g, g->p->corners, g->hull[i]) / (double)g->hull_count;
    }
    take_marks(g);
    for (size_t k = 0; k < g->t->k; k++)
        if (is_there(g->p->corners, k))
            draw_mark(ctx, out, g, k);
    for (size_t i = 0; i < g->hull_count; i++)
        draw_label(ctx, out, g, g->hull[i], middle);
    for (size_t k = 0; k < g->t->k; k++)
        if (is_there(g->p->corners, k) && !g->is_corner[k])
            draw_label(ctx, out, g, k, middle);
}

jsmf_status jsmf_report_draw_plane(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                   const jsmf_report_points *points)
{
    plane g = { .t = topics, .p = points };
    g.hull = jsmf_alloc(ctx, topics->k, sizeof *g.hull);
    g.is_corner = jsmf_alloc_zero(ctx, topics->k, sizeof *g.is_corner);
    g.taken = jsmf_alloc(ctx, jsmf_mul_sat(topics->k, 2), sizeof *g.taken);
    if (g.hull && g.is_corner && g.taken) {
        fit(&g);
        wrap(&g);
        jsmf_report_open_figure(ctx, out, topics, "plane", WIDTH, HEIGHT, false, "Words and topics in the plane",
                                "Each dot is a word, placed by the words that occur beside it. Each triangle is a "
                                "topic where its anchor word is or would be. The line is the hull of the topics: "
                                "words within are mixtures of topics.");
        draw_words(ctx, out, &g);
        draw_hull(ctx, out, &g);
        draw_topics(ctx, out, &g);
        jsmf_recorded(jsmf_report_close_figure(ctx, out));
    }
    free(g.hull);
    free(g.is_corner);
    free(g.taken);
    return jsmf_context_status(ctx);
}
