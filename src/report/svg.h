/* What the figures share. */
#ifndef JSMF_SVG_H
#define JSMF_SVG_H

#include "jsmf/report.h"

/* Writes what printf would print; nothing once an error stands. */
void jsmf_report_put(jsmf_context *ctx, jsmf_output *out, const char *format, ...) JSMF_PRINTF(3, 4);
/* The text as HTML, cut behind `most` code points; likewise. */
void jsmf_report_put_text(jsmf_context *ctx, jsmf_output *out, const char *text, size_t most);
/* The beginning of a figure: its element of this name and size with title and description, which are HTML. One with
 * links in it is a group, any other an image. */
void jsmf_report_open_figure(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics, const char *name,
                             double width, double height, bool links, const char *title, const char *description);
jsmf_status jsmf_report_close_figure(jsmf_context *ctx, jsmf_output *out) JSMF_CHECKED;
/* How wide a text is at this size of letters, cut behind `most` code points as jsmf_report_put_text does: hardly ever
 * more. */
double jsmf_report_text_width(const char *text, size_t most, double size);
/* Behind how many code points, at least 1, the text is to be cut so that it is no wider. */
size_t jsmf_report_text_fits(const char *text, double width, double size);
/* Where labels are. */
typedef struct jsmf_report_box {
    double left, top, right, bottom;
} jsmf_report_box;
/* Whether the box is within a figure of this size and meets none of so many others. */
bool jsmf_report_box_is_free(const jsmf_report_box *box, const jsmf_report_box *others, size_t count, double width,
                             double height);
/* The end of an axis of shares of 0 to 1: as asked for; 1 where that is 0, or nothing beside rounding. */
double jsmf_report_axis_end(double highest);
/* 1, 2 or 5 times a power of 10: a distance of about so many marks up to the highest. */
double jsmf_report_mark_distance(double highest, size_t marks);

#endif
