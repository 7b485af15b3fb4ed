/* The figures of jsmf-report as files of their own. */
#include "report_markdown.h"
#include "report_page.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAP, MATRIX, PLANE, TREND };

typedef struct figure {
    int kind;
    size_t topic;
} figure;

static bool is_known(const report_data *d, const figure *f)
{
    return f->kind == MAP || (f->kind == MATRIX && d->lift && d->in.model.k > 1) || (f->kind == PLANE && d->plane) ||
           (f->kind == TREND && d->groups.count);
}

static jsmf_status draw(jsmf_context *ctx, jsmf_output *out, const report_data *d, const figure *f)
{
    report_page p = { .ctx = ctx, .out = out, .d = d, .topics = page_topics(d, true), .topic = f->topic };
    void (*const figures[])(report_page *) = { [MAP] = page_put_map, [MATRIX] = page_put_matrix,
                                               [PLANE] = page_put_plane, [TREND] = page_put_trend };
    figures[f->kind](&p);
    return jsmf_context_status(ctx);
}

static jsmf_status write_figure(jsmf_context *ctx, const report_data *d, const char *folder, const figure *f)
{
    static const char *const names[] = { [MAP] = "map", [MATRIX] = "matrix", [PLANE] = "plane", [TREND] = "trend" };
    const size_t size = strlen(folder) + 48;
    char *path = jsmf_alloc(ctx, size, 1);
    jsmf_output *out = NULL;
    if (!path)
        return jsmf_context_status(ctx);
    if (f->kind == TREND)
        snprintf(path, size, "%s/%s-%zu.svg", folder, names[f->kind], f->topic);
    else
        snprintf(path, size, "%s/%s.svg", folder, names[f->kind]);
    if (jsmf_output_open(ctx, path, true, &out) == JSMF_OK && draw(ctx, out, d, f) == JSMF_OK)
        jsmf_recorded(jsmf_output_commit(ctx, out));
    else
        jsmf_output_abandon(out);
    free(path);
    return jsmf_context_status(ctx);
}

jsmf_status figures_write(jsmf_context *ctx, const report_data *d, const char *folder)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return jsmf_fail_errno(ctx, folder);
    for (int kind = MAP; kind <= TREND; kind++)
        for (size_t k = 0; k < (kind == TREND ? d->in.model.k : 1); k++) {
            const figure f = { kind, k };
            if (is_known(d, &f) && write_figure(ctx, d, folder, &f) != JSMF_OK)
                return jsmf_context_status(ctx);
        }
    return JSMF_OK;
}
