#include "composition_lines.h"

#include "fields.h"

#include "jsmf/base.h"

static jsmf_status write_name(jsmf_context *ctx, const composition_lines *l, const char *id, size_t number)
{
    return id ? field_write(ctx, l->out, id) : jsmf_output_printf(ctx, l->out, "%zu", number);
}

jsmf_status composition_write(jsmf_context *ctx, const composition_lines *l, const char *id, size_t number,
                              const double *w)
{
    static const double rounding = 1e-12; /* 1 is reached where the sum is 1 but for rounding */
    const size_t found = jsmf_top(l->k, w, 1, 0, l->k, l->top);
    double mass = 0;
    for (size_t i = 0; i < found && (i == 0 || mass < l->mass - rounding); i++) {
        if (write_name(ctx, l, id, number) != JSMF_OK ||
            jsmf_output_printf(ctx, l->out, "\t%zu\t%.6g\n", l->top[i], w[l->top[i]]) != JSMF_OK)
            return jsmf_context_status(ctx);
        mass += w[l->top[i]];
    }
    return JSMF_OK;
}
