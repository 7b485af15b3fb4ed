#include "fields.h"

#include <string.h>

jsmf_status field_write(jsmf_context *ctx, jsmf_output *out, const char *text)
{
    static const char special[] = "\t\n\r\\", *const shown[] = { "\\t", "\\n", "\\r", "\\\\" };
    for (;;) {
        const size_t plain = strcspn(text, special);
        const char *found;
        if (jsmf_output_write(ctx, out, text, plain) != JSMF_OK)
            return jsmf_context_status(ctx);
        text += plain;
        if (!*text)
            return JSMF_OK;
        found = strchr(special, *text++);
        if (jsmf_output_write(ctx, out, shown[found - special], 2) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
}
