#include "learn_checkpoint.h"
#include "tool_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char of_line[] = "learn.line", of_bag[] = "learn.bag";
static const char remarks[] = " # "; /* behind the options */

/* ---- the file ---- */

/* Whether there is one. Devices and pipes keep nothing. */
static jsmf_status find(tool_run *run, const char *path, bool *there)
{
    struct stat about;
    *there = stat(path, &about) == 0;
    if (tool_is_stdin(path) || (*there && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)))
        return tool_usage(run, "--checkpoint %s: expected a file", path);
    return *there || errno == ENOENT ? JSMF_OK : jsmf_fail_errno(run->ctx, path);
}

/* That it can be written is known before the work. */
static jsmf_status probe(tool_run *run, const char *path)
{
    jsmf_output *out;
    bool same;
    if (jsmf_output_open(run->ctx, path, false, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    same = tool_is_output(run, out);
    jsmf_output_abandon(out);
    return same ? tool_usage(run, "--checkpoint %s: is the output, too (name another file)", path) : JSMF_OK;
}

/* ---- whose it is ---- */

static size_t options_length(const char *line)
{
    const char *end = strstr(line, remarks);
    return end ? (size_t)(end - line) : strlen(line);
}

static bool same_options(const char *a, const char *b)
{
    const size_t length = options_length(a);
    return length == options_length(b) && memcmp(a, b, length) == 0;
}

static const char *line_of(const tool_run *run, const learn_checkpoint *c) { return c->line ? c->line : run->command; }

static jsmf_status check(tool_run *run, const learn_checkpoint *c, jsmf_stream *stream)
{
    const char *line;
    double bag;
    if (!jsmf_stream_find(stream, of_line) || !jsmf_stream_find(stream, of_bag))
        return jsmf_fail(run->ctx, JSMF_EDATA, "--checkpoint %s: is a stream, but not what --checkpoint wrote (name "
                         "another file)", c->path);
    if (jsmf_stream_text(run->ctx, stream, of_line, &line) != JSMF_OK ||
        jsmf_stream_scalar(run->ctx, stream, of_bag, &bag) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!same_options(line, line_of(run, c)))
        return tool_usage(run, "--checkpoint %s: was left by %.*s, and this is %s (give the same options, or remove "
                          "the file to begin anew)", c->path, (int)options_length(line), line, line_of(run, c));
    if (bag != (double)c->bag)
        return tool_usage(run, "--checkpoint %s: is of another bag than this one (remove it to begin anew)", c->path);
    return JSMF_OK;
}

/* What the earlier run has remarked on its anchors belongs into this one's history, too. */
static jsmf_status take_remark(tool_run *run, const jsmf_stream *stream)
{
    const char *line;
    if (jsmf_stream_text(run->ctx, stream, of_line, &line) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    line += options_length(line);
    return *line ? tool_remark(run, "%s", line + strlen(remarks)) : JSMF_OK;
}

/* What any other stream should be is no advice here. */
static jsmf_status read_kept(tool_run *run, const char *path, jsmf_stream *stream)
{
    const unsigned kinds = JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED | JSMF_MODEL;
    char text[1024];
    jsmf_context_set_remedies(run->ctx, NULL, NULL);
    jsmf_recorded(tool_read_file(run, path, kinds, stream));
    tool_remedies(run->ctx, run->tool);
    if (jsmf_context_status(run->ctx) != JSMF_EDATA)
        return jsmf_context_status(run->ctx);
    snprintf(text, sizeof text, "%s", jsmf_context_error(run->ctx));
    jsmf_context_clear(run->ctx);
    return jsmf_fail(run->ctx, JSMF_EDATA, "--checkpoint %s: is not what --checkpoint wrote (name another file): %s",
                     path, text);
}

static jsmf_status take(tool_run *run, const learn_checkpoint *c, const char *name, jsmf_stream *stream)
{
    if (read_kept(run, c->path, stream) != JSMF_OK || check(run, c, stream) != JSMF_OK ||
        take_remark(run, stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    free(stream->name);
    stream->name = jsmf_copy(run->ctx, name, strlen(name) + 1, 1);
    jsmf_message(run->ctx, JSMF_INFO, "%s: going on from what it holds%s%s", c->path, stream->kind ? ", kind " : "",
                 stream->kind ? jsmf_stream_kind_name(stream) : "");
    return jsmf_context_status(run->ctx);
}

jsmf_status learn_checkpoint_open(tool_run *run, learn_checkpoint *c, const jsmf_stream *bag, jsmf_stream *stream)
{
    bool there;
    *stream = (jsmf_stream){ 0 };
    if (!c->path)
        return JSMF_OK;
    if (find(run, c->path, &there) != JSMF_OK || probe(run, c->path) != JSMF_OK ||
        jsmf_stream_mark(run->ctx, bag, &c->bag) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return there ? take(run, c, bag->name, stream) : JSMF_OK;
}

jsmf_status learn_checkpoint_write(tool_run *run, const learn_checkpoint *c, jsmf_stream *stream)
{
    if (!c->path)
        return JSMF_OK;
    if (jsmf_stream_add_text(run->ctx, stream, of_line, line_of(run, c)) != JSMF_OK ||
        jsmf_stream_add_count(run->ctx, stream, of_bag, (int64_t)c->bag) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write_file(run->ctx, c->path, stream);
}

void learn_checkpoint_strip(jsmf_stream *stream)
{
    jsmf_stream_remove(stream, of_line);
    jsmf_stream_remove(stream, of_bag);
}

/* What a symbolic link leads to is what was written. */
void learn_checkpoint_remove(tool_run *run, const learn_checkpoint *c)
{
    char *path = c->path ? realpath(c->path, NULL) : NULL;
    if (path && unlink(path) != 0)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %s (it is needed no more)", c->path,
                     strerror(errno));
    free(path);
}
