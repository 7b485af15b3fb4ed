/* The map of topics: circles at the points of a scaling, moved apart where one would cover another. */
#include "svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 760, HEIGHT = 600, MARGIN = 14, ROUNDS = 400, LABEL = 24, JOINED = 3, MANY = 40 };
static const double letters = 12, line = 15, gap = 3, least_radius = 4.5;

typedef struct map {
    const jsmf_report_topics *t;
    double *x, *y, *r;  /* k each */
    double *home;       /* k x 2: the points of the scaling */
    jsmf_report_box *labels;        /* label_count of k: those that are written */
    size_t label_count;
    double area;        /* of a circle of weight 1 */
} map;

static void map_free(map *m)
{
    free(m->x);
    free(m->y);
    free(m->r);
    free(m->home);
    free(m->labels);
}

static jsmf_status map_make(jsmf_context *ctx, const jsmf_report_topics *t, map *m)
{
    m->t = t;
    m->x = jsmf_alloc(ctx, t->k, sizeof *m->x);
    m->y = jsmf_alloc(ctx, t->k, sizeof *m->y);
    m->r = jsmf_alloc(ctx, t->k, sizeof *m->r);
    m->home = jsmf_alloc(ctx, jsmf_mul_sat(t->k, 2), sizeof *m->home);
    m->labels = jsmf_alloc(ctx, t->k, sizeof *m->labels);
    return jsmf_context_status(ctx);
}

/* ---- places ---- */

/* A seventh of the plot is circles; the largest topic is no larger than a sixth of its height. */
static void size_circles(map *m)
{
    double largest = 0;
    for (size_t k = 0; k < m->t->k; k++)
        largest = fmax(largest, m->t->weight[k]);
    m->area = 0.14 * WIDTH * HEIGHT;
    if (largest * m->area > M_PI * pow(HEIGHT / 6.0, 2))
        m->area = M_PI * pow(HEIGHT / 6.0, 2) / largest;
    for (size_t k = 0; k < m->t->k; k++)
        m->r[k] = fmax(sqrt(m->t->weight[k] * m->area / M_PI), least_radius);
}

/* One scale for both directions, the longer of which fills the plot. */
static void fit(map *m, const double *at)
{
    double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY }, scale = INFINITY;
    const double room[2] = { WIDTH - 2 * MARGIN - 120, HEIGHT - 2 * MARGIN - 90 };
    for (size_t k = 0; k < m->t->k; k++)
        for (size_t j = 0; j < 2; j++) {
            low[j] = fmin(low[j], at[2 * k + j]);
            high[j] = fmax(high[j], at[2 * k + j]);
        }
    for (size_t j = 0; j < 2; j++)
        if (high[j] - low[j] > 1e-12)
            scale = fmin(scale, room[j] / (high[j] - low[j]));
    if (!(scale < INFINITY))
        scale = 0;
    for (size_t k = 0; k < m->t->k; k++) {
        m->home[2 * k] = m->x[k] = WIDTH / 2.0 + scale * (at[2 * k] - (low[0] + high[0]) / 2);
        m->home[2 * k + 1] = m->y[k] = HEIGHT / 2.0 - scale * (at[2 * k + 1] - (low[1] + high[1]) / 2);
    }
}

static double held(double x, double low, double high) { return fmin(fmax(x, low), high); }

/* Two circles that meet are moved by half of what they share each; those of one centre apart by their numbers. */
static void part(map *m, size_t a, size_t b)
{
    double dx = m->x[b] - m->x[a], dy = m->y[b] - m->y[a], apart = sqrt(dx * dx + dy * dy);
    const double wanted = m->r[a] + m->r[b] + gap;
    if (apart >= wanted)
        return;
    if (apart < 1e-6) {
        dx = cos((double)(a + 2 * b));
        dy = sin((double)(a + 2 * b));
        apart = 1;
    }
    const double step = 0.5 * (wanted - fmin(apart, wanted)) / apart;
    m->x[a] -= step * dx;
    m->y[a] -= step * dy;
    m->x[b] += step * dx;
    m->y[b] += step * dy;
}

static void spread(map *m)
{
    const size_t k = m->t->k;
    for (size_t round = 0; round < ROUNDS; round++) {
        const double pull = round < ROUNDS / 2 ? 0.05 : 0;
        for (size_t a = 0; a < k; a++)
            for (size_t b = a + 1; b < k; b++)
                part(m, a, b);
        for (size_t a = 0; a < k; a++) {
            m->x[a] += pull * (m->home[2 * a] - m->x[a]);
            m->y[a] += pull * (m->home[2 * a + 1] - m->y[a]);
            m->x[a] = held(m->x[a], MARGIN + m->r[a], WIDTH - MARGIN - m->r[a]);
            m->y[a] = held(m->y[a], MARGIN + m->r[a], HEIGHT - MARGIN - m->r[a]);
        }
    }
}

/* ---- labels ---- */

static bool covers_circle(const map *m, const jsmf_report_box *b, size_t k)
{
    const double x = held(m->x[k], b->left, b->right) - m->x[k], y = held(m->y[k], b->top, b->bottom) - m->y[k];
    return x * x + y * y < m->r[k] * m->r[k];
}

static bool is_free(const map *m, const jsmf_report_box *b)
{
    if (!jsmf_report_box_is_free(b, m->labels, m->label_count, WIDTH, HEIGHT))
        return false;
    for (size_t k = 0; k < m->t->k; k++)
        if (covers_circle(m, b, k))
            return false;
    return true;
}

/* A place for the topic's label, beside its circle; false where all are taken. */
static bool place_label(map *m, size_t k, jsmf_report_box *found)
{
    const double width = jsmf_report_text_width(jsmf_strings_get(m->t->labels, k), LABEL, letters);
    const double x = m->x[k], y = m->y[k], r = m->r[k] + 2;
    const double places[][2] = { { x - width / 2, y + r }, { x - width / 2, y - r - line }, { x + r + 1, y - line / 2 },
                                 { x - r - 1 - width, y - line / 2 }, { x + 0.5 * r, y + 0.85 * r },
                                 { x - 0.5 * r - width, y + 0.85 * r }, { x + 0.5 * r, y - 0.85 * r - line },
                                 { x - 0.5 * r - width, y - 0.85 * r - line } };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const jsmf_report_box b = { places[i][0], places[i][1], places[i][0] + width, places[i][1] + line };
        if (is_free(m, &b)) {
            *found = m->labels[m->label_count++] = b;
            return true;
        }
    }
    return false;
}

/* ---- drawing ---- */

/* The topics whose lift with this one is largest, above 1, without itself: one of them where there are many topics. */
static size_t leading(const double *lift, size_t k, size_t topic, double *row, size_t *top)
{
    memcpy(row, lift + topic * k, k * sizeof *row);
    row[topic] = 0;
    return jsmf_top(k, row, 1, 1, k > MANY ? 1 : JOINED, top);
}

static bool is_among(size_t topic, const size_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == topic)
            return true;
    return false;
}

static void draw_lines(jsmf_context *ctx, jsmf_output *out, const map *m, const double *lift, double *row)
{
    const size_t k = m->t->k;
    size_t own[JOINED], others[JOINED];
    jsmf_report_put(ctx, out, "<g class=\"links\">\n");
    for (size_t a = 0; a < k; a++) {
        const size_t count = leading(lift, k, a, row, own);
        for (size_t i = 0; i < count; i++) {
            const size_t b = own[i];
            if (b < a && is_among(a, others, leading(lift, k, b, row, others)))
                continue; /* it was drawn from b */
            jsmf_report_put(ctx, out, "<path data-a=\"%zu\" data-b=\"%zu\" d=\"M%.1f %.1fL%.1f %.1f\" "
                            "stroke-width=\"%.1f\"/>\n", a, b, m->x[a], m->y[a], m->x[b], m->y[b],
                            held(1.6 * log2(lift[a * k + b]), 0.7, 4));
        }
    }
    jsmf_report_put(ctx, out, "</g>\n");
}

static void draw_circle(jsmf_context *ctx, jsmf_output *out, map *m, size_t k)
{
    const char *label = jsmf_strings_get(m->t->labels, k);
    if (!m->t->standalone)
        jsmf_report_put(ctx, out, "<a class=\"topic\" href=\"#topic-%zu\" data-topic=\"%zu\">", k, k);
    jsmf_report_put(ctx, out, "<g><title>Topic %zu: ", k);
    jsmf_report_put_text(ctx, out, label, 80);
    jsmf_report_put(ctx, out, " (%.2g %% of all words)</title><circle class=\"disc\" cx=\"%.1f\" cy=\"%.1f\" "
                    "r=\"%.1f\"/>", 100 * m->t->weight[k], m->x[k], m->y[k], m->r[k]);
    if (m->r[k] >= 8)
        jsmf_report_put(ctx, out, "<text class=\"number\" x=\"%.1f\" y=\"%.1f\"%s>%zu</text>", m->x[k],
                        m->y[k] + (m->r[k] < 10 ? 3 : 4), m->r[k] < 10 ? " style=\"font-size:9px\"" : "", k);
    jsmf_report_put(ctx, out, "</g>%s\n", m->t->standalone ? "" : "</a>");
}

static void draw_labels(jsmf_context *ctx, jsmf_output *out, map *m, size_t *order)
{
    jsmf_top(m->t->k, m->t->weight, 1, -1, m->t->k, order);
    jsmf_report_put(ctx, out, "<g class=\"labels\" aria-hidden=\"true\">\n");
    for (size_t i = 0; i < m->t->k; i++) {
        jsmf_report_box b;
        if (!place_label(m, order[i], &b))
            continue;
        jsmf_report_put(ctx, out, "<text class=\"label halo\" data-topic=\"%zu\" x=\"%.1f\" y=\"%.1f\">", order[i],
                        (b.left + b.right) / 2, b.bottom - 3.5);
        jsmf_report_put_text(ctx, out, jsmf_strings_get(m->t->labels, order[i]), LABEL);
        jsmf_report_put(ctx, out, "</text>\n");
    }
    jsmf_report_put(ctx, out, "</g>\n");
}

static void draw(jsmf_context *ctx, jsmf_output *out, map *m, const double *lift, double *row, size_t *order)
{
    char title[128], description[512];
    snprintf(title, sizeof title, "Map of %zu topic%s", JSMF_COUNTED(m->t->k));
    snprintf(description, sizeof description, "Each circle is a topic, its area the share of all words that the topic "
             "makes. Near circles have similar words.%s",
             lift ? " Lines join topics that meet in documents more often than chance would have it." : "");
    jsmf_report_open_figure(ctx, out, m->t, "map", WIDTH, HEIGHT, true, title, description);
    if (lift)
        draw_lines(ctx, out, m, lift, row);
    for (size_t i = 0; i < m->t->k; i++)
        draw_circle(ctx, out, m, i);
    draw_labels(ctx, out, m, order);
    jsmf_recorded(jsmf_report_close_figure(ctx, out));
}

jsmf_status jsmf_report_draw_map(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                 const double *at, const double *lift)
{
    map m = { 0 };
    double *row = jsmf_alloc(ctx, topics->k, sizeof *row);
    size_t *order = jsmf_alloc(ctx, topics->k, sizeof *order);
    if (map_make(ctx, topics, &m) == JSMF_OK) {
        size_circles(&m);
        fit(&m, at);
        spread(&m);
        draw(ctx, out, &m, lift, row, order);
    }
    free(row);
    free(order);
    map_free(&m);
    return jsmf_context_status(ctx);
}
