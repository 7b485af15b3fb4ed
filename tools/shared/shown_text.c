#include "shown_text.h"

#include "jsmf/io.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static bool is_control(uint32_t code) { return code < 0x20 || (code >= 0x7f && code < 0xa0); }

shown_text show_text(const char *text)
{
    shown_text shown;
    size_t length = 0;
    while (*text && length + 5 < sizeof shown.text) {
        const uint32_t code = jsmf_utf8_next(&text);
        length += jsmf_utf8_put(is_control(code) ? '?' : code, shown.text + length);
    }
    shown.text[length] = '\0';
    return shown;
}
