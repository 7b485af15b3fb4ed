#include "jsmf/model.h"

jsmf_status jsmf_model_check_topics(jsmf_context *ctx, const char *name, size_t topics, size_t words)
{
    const char *between = name ? ": " : "";
    name = name ? name : "";
    if (topics == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%s%sno topics asked for (at least 1)", name, between);
    if (topics > words)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%s%s%zu topic%s of %zu word%s (use -k %zu or less)", name, between,
                         JSMF_COUNTED(topics), JSMF_COUNTED(words), words);
    return JSMF_OK;
}
