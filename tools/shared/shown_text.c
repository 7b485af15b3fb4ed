#include "shown_text.h"

#include "jsmf/io.h"

#include <stddef.h>
#include <stdint.h>

shown_text show_text(const char *text)
{
    shown_text shown;
    size_t length = 0;
    while (*text && length + 5 < sizeof shown.text) {
        const uint32_t code = jsmf_utf8_next(&text);
        length += jsmf_utf8_put(jsmf_utf8_hidden(code) ? '?' : code, shown.text + length);
    }
    shown.text[length] = '\0';
    return shown;
}
