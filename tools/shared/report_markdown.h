/* The pages of jsmf-report in other forms: Markdown, and figures as files of their own. */
#ifndef JSMF_REPORT_MARKDOWN_H
#define JSMF_REPORT_MARKDOWN_H

#include "report_data.h"

/* Writes the page's content as Markdown, with the figures in the folder, or without where it is NULL. */
jsmf_status markdown_write(jsmf_context *ctx, jsmf_output *out, const report_data *d, const char *folder) JSMF_CHECKED;
/* Writes the figures as files of the folder, which is made where it is not there: map.svg, matrix.svg, plane.svg,
 * trend-K.svg. Each appears complete or not at all. */
jsmf_status figures_write(jsmf_context *ctx, const report_data *d, const char *folder) JSMF_CHECKED;

#endif
