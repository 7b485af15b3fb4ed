/* Text of data in text of a page: the one place where what it means to its reader is taken from it. */
#include "jsmf/report.h"

#include <stdio.h>
#include <string.h>

#define ELLIPSIS "\xe2\x80\xa6"
#define REPLACEMENT 0xfffd

/* Not a character to XML and HTML. */
static bool is_no_character(uint32_t code) { return (code & 0xfffe) == 0xfffe || (code >= 0xfdd0 && code <= 0xfdef); }

static uint32_t shown(uint32_t code)
{
    if (code == '\t' || code == '\n' || code == '\r' || code == 0x2028 || code == 0x2029 || code == 0x85)
        return ' ';
    return jsmf_utf8_hidden(code) || is_no_character(code) ? REPLACEMENT : code;
}

static const char *html(uint32_t code)
{
    switch (code) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

/* A script element ends at "</script", and goes wrong at "<!--", whatever string they stand in. */
static const char *json(uint32_t code)
{
    switch (code) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '<': return "\\u003c";
    case '>': return "\\u003e";
    case '&': return "\\u0026";
    default: return NULL;
    }
}

static const char *markdown(uint32_t code, char escaped[3])
{
    if (code == '&' || code == '<' || code == '>')
        return html(code);
    if (code >= 0x80 || !strchr("\\`*_{}[]()#+-.!|~$^:@=\"'", (int)code))
        return NULL;
    snprintf(escaped, 3, "\\%c", (int)code);
    return escaped;
}

jsmf_status jsmf_report_text(jsmf_context *ctx, jsmf_output *out, jsmf_report_quoting quoting, const char *text,
                             size_t most)
{
    const char *quote = quoting == JSMF_REPORT_JSON ? "\"" : "";
    if (jsmf_output_printf(ctx, out, "%s", quote) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; *text; i++) {
        char escaped[3], bytes[4];
        const uint32_t code = shown(jsmf_utf8_next(&text));
        const char *instead = quoting == JSMF_REPORT_HTML ? html(code) : quoting == JSMF_REPORT_JSON ? json(code)
                              : markdown(code, escaped);
        if (most && i == most) {
            if (jsmf_output_printf(ctx, out, ELLIPSIS) != JSMF_OK)
                return jsmf_context_status(ctx);
            break;
        }
        if (jsmf_output_write(ctx, out, instead ? instead : bytes,
                              instead ? strlen(instead) : jsmf_utf8_put(code, bytes)) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_output_printf(ctx, out, "%s", quote);
}
