/* The correlations of topics as a matrix of colours. */
#include "svg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { CLASSES = 7, NEUTRAL = 3, LABEL = 30, LEGEND = 44 };
static const double bounds[CLASSES - 1] = { 0.25, 0.5, 0.8, 1.25, 2, 4 };
static const char *const bound_texts[CLASSES - 1] = { "1/4", "1/2", "0.8", "1.25", "2", "4" };

typedef struct matrix {
    const jsmf_report_topics *t;
    const double *lift;
    const size_t *order;
    double cell, left, top, width, height;
} matrix;

static size_t class_of(double lift)
{
    size_t class = 0;
    while (class < CLASSES - 1 && lift >= bounds[class])
        class ++;
    return class;
}

static double lift_at(const matrix *m, size_t i, size_t j) { return m->lift[m->order[i] * m->t->k + m->order[j]]; }

/* All cells of a class are one path, and neighbours in a row one piece of it. The diagonal is in none. */
static void draw_class(jsmf_context *ctx, jsmf_output *out, const matrix *m, size_t class)
{
    const size_t k = m->t->k;
    jsmf_report_put(ctx, out, "<path class=\"lift-%zu\" d=\"", class);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k;) {
            size_t end = j;
            while (end < k && end != i && class_of(lift_at(m, i, end)) == class)
                end++;
            if (end > j)
                jsmf_report_put(ctx, out, "M%zu %zuh%zuv1h-%zuz", j, i, end - j, end - j);
            j = end > j ? end : j + 1;
        }
    jsmf_report_put(ctx, out, "\"/>\n");
}

static void draw_labels(jsmf_context *ctx, jsmf_output *out, const matrix *m)
{
    const double letters = fmin(12, m->cell - 1);
    for (size_t i = 0; i < m->t->k; i++) {
        const double middle = ((double)i + 0.5) * m->cell + letters / 3;
        jsmf_report_put(ctx, out, "<text class=\"row\" x=\"%.1f\" y=\"%.1f\" style=\"font-size:%.1fpx\">", m->left - 6,
                        m->top + middle, letters);
        jsmf_report_put_text(ctx, out, jsmf_strings_get(m->t->labels, m->order[i]), LABEL);
        jsmf_report_put(ctx, out, " <tspan class=\"strong\">%zu</tspan></text>\n", m->order[i]);
        jsmf_report_put(ctx, out, "<text class=\"%s\" style=\"font-size:%.1fpx\" "
                        "transform=\"translate(%.1f %.1f)%s\">%zu</text>\n", m->cell < 14 ? "start" : "column", letters,
                        m->left + middle - (m->cell < 14 ? 0 : letters / 3), m->top - 5,
                        m->cell < 14 ? " rotate(-90)" : "", m->order[i]);
    }
}

static void draw_legend(jsmf_context *ctx, jsmf_output *out, const matrix *m)
{
    const double step = 46, y = m->top + m->cell * (double)m->t->k + 16;
    jsmf_report_put(ctx, out, "<g class=\"legend\"><text class=\"row\" x=\"%.1f\" y=\"%.1f\">seldom together</text>",
                    m->left - 6, y + 9);
    for (size_t i = 0; i < CLASSES; i++)
        jsmf_report_put(ctx, out, "<rect class=\"lift-%zu\" x=\"%.1f\" y=\"%.1f\" width=\"%.0f\" height=\"10\"/>", i,
                        m->left + step * (double)i, y, step);
    for (size_t i = 0; i + 1 < CLASSES; i++)
        jsmf_report_put(ctx, out, "<text class=\"middle\" x=\"%.1f\" y=\"%.1f\">%s</text>",
                        m->left + step * (double)(i + 1), y + 23, bound_texts[i]);
    jsmf_report_put(ctx, out, "<text x=\"%.1f\" y=\"%.1f\">often together</text></g>\n",
                    m->left + step * CLASSES + 6, y + 9);
}

jsmf_status jsmf_report_draw_matrix(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                    const double *lift, const size_t *order)
{
    matrix m = { .t = topics, .lift = lift, .order = order };
    const double k = (double)topics->k;
    m.cell = fmin(fmax(floor(620 / k), 9), 34);
    for (size_t i = 0; i < topics->k; i++)
        m.left = fmax(m.left, jsmf_report_text_width(jsmf_strings_get(topics->labels, i), LABEL, fmin(12, m.cell - 1)));
    m.left = fmax(m.left + 40, 110);
    m.top = 30;
    m.width = fmax(m.left + m.cell * k + 12, m.left + 46 * CLASSES + 110);
    m.height = m.top + m.cell * k + LEGEND;
    jsmf_report_open_figure(ctx, out, topics, "matrix", m.width, m.height, false, "How often topics meet in documents",
                            "A matrix of topics by topics. Each cell is the lift of two topics: how much more often "
                            "they meet in a document than independent topics would. Groups of topics that go together "
                            "are squares along the diagonal.");
    jsmf_report_put(ctx, out, "<g class=\"cells\" transform=\"translate(%.1f %.1f) scale(%.0f)\">\n", m.left, m.top,
                    m.cell);
    for (size_t i = 0; i < CLASSES; i++)
        if (i != NEUTRAL)
            draw_class(ctx, out, &m, i);
    jsmf_report_put(ctx, out, "</g>\n<path class=\"frame\" d=\"M%.1f %.1fh%.0fv%.0fh-%.0fz\"/><path class=\"frame\" "
                    "d=\"M%.1f %.1fl%.0f %.0f\"/>\n", m.left, m.top, m.cell * k, m.cell * k, m.cell * k, m.left, m.top,
                    m.cell * k, m.cell * k);
    draw_labels(ctx, out, &m);
    draw_legend(ctx, out, &m);
    return jsmf_report_close_figure(ctx, out);
}
