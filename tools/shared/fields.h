/* Fields of tab-separated text. */
#ifndef TOOL_FIELDS_H
#define TOOL_FIELDS_H

#include "jsmf/io.h"

/* text with tabs, line ends and backslashes as \t, \n, \r and \\. */
jsmf_status field_write(jsmf_context *ctx, jsmf_output *out, const char *text) JSMF_CHECKED;

#endif
