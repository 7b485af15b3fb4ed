#include "svg.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void jsmf_report_put(jsmf_context *ctx, jsmf_output *out, const char *format, ...)
{
    char text[4096];
    va_list arguments;
    if (jsmf_context_status(ctx) != JSMF_OK)
        return;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text)
        jsmf_fail(ctx, JSMF_ESYSTEM, "a piece of a figure is too long");
    else
        jsmf_recorded(jsmf_output_write(ctx, out, text, (size_t)length));
}

void jsmf_report_put_text(jsmf_context *ctx, jsmf_output *out, const char *text, size_t most)
{
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_text(ctx, out, JSMF_REPORT_HTML, text, most));
}

void jsmf_report_open_figure(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics, const char *name,
                             double width, double height, bool links, const char *title, const char *description)
{
    jsmf_report_put(ctx, out, "<svg%s class=\"figure\" id=\"%s\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
                    "height=\"%.0f\" role=\"%s\" aria-labelledby=\"%s-title %s-desc\">\n",
                    topics->standalone ? " xmlns=\"http://www.w3.org/2000/svg\"" : "", name, width, height, width,
                    height, links && !topics->standalone ? "group" : "img", name, name);
    jsmf_report_put(ctx, out, "<title id=\"%s-title\">%s</title><desc id=\"%s-desc\">%s</desc>\n", name, title, name,
                    description);
    if (topics->standalone && jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(jsmf_output_printf(ctx, out, "<style>%s</style>\n<rect class=\"paper\" width=\"%.0f\" "
                                         "height=\"%.0f\"/>\n", topics->style, width, height));
}

jsmf_status jsmf_report_close_figure(jsmf_context *ctx, jsmf_output *out)
{
    jsmf_report_put(ctx, out, "</svg>\n");
    return jsmf_context_status(ctx);
}

/* Hundredths of the size that the letters from ' ' to '~' take in DejaVu Sans, the widest font of the figures. */
static const unsigned char letter_widths[] = {
    32, 41, 46, 84, 64, 96, 78, 28, 40, 40, 50, 84, 32, 37, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 54, 100, 69, 69, 70, 77, 64, 58, 78, 76, 30, 30, 66, 56, 87, 75, 79,
    61, 79, 70, 64, 62, 74, 69, 99, 69, 62, 69, 40, 34, 40, 84, 50, 50, 62, 64, 55, 64, 62, 36, 64,
    64, 28, 28, 58, 28, 98, 64, 62, 64, 64, 42, 53, 40, 64, 60, 82, 60, 60, 53, 64, 34, 64, 84,
};

/* Of other letters it is known how many columns they take. */
static double letter_width(uint32_t code)
{
    static const double wide = 1.05, narrow = 0.8;
    char text[5] = "";
    if (code < 0x80)
        return code < ' ' || code > '~' ? narrow : letter_widths[code - ' '] / 100.0;
    text[jsmf_utf8_put(code, text)] = '\0';
    const size_t columns = jsmf_utf8_width(text);
    return columns > 1 ? wide : narrow * (double)columns;
}

double jsmf_report_text_width(const char *text, size_t most, double size)
{
    double width = 0;
    for (size_t i = 0; *text && i <= most; i++) /* the last of them is the ellipsis */
        width += i == most ? 1 : letter_width(jsmf_utf8_next(&text));
    return width * size;
}

size_t jsmf_report_text_fits(const char *text, double width, double size)
{
    double taken = 0;
    size_t fit = 0, all = 0;
    for (; *text; all++) {
        taken += size * letter_width(jsmf_utf8_next(&text));
        if (taken + size <= width)
            fit = all + 1;
    }
    if (taken <= width)
        fit = all;
    return fit ? fit : 1;
}

static bool meet(const jsmf_report_box *a, const jsmf_report_box *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

bool jsmf_report_box_is_free(const jsmf_report_box *box, const jsmf_report_box *others, size_t count, double width,
                             double height)
{
    for (size_t i = 0; i < count; i++)
        if (meet(box, others + i))
            return false;
    return box->left >= 2 && box->right <= width - 2 && box->top >= 2 && box->bottom <= height - 2;
}

double jsmf_report_axis_end(double highest)
{
    static const double least = 1e-9;
    return highest > least ? highest : 1;
}

double jsmf_report_mark_distance(double highest, size_t marks)
{
    const double even = highest / (double)marks, power = pow(10, floor(log10(even)));
    static const double steps[] = { 1, 2, 5, 10 };
    for (size_t i = 0; i < 4; i++)
        if (steps[i] * power >= even * (1 - 1e-9))
            return steps[i] * power;
    return 10 * power;
}
