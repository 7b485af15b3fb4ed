#include "document_groups.h"

#include "jsmf/arrays.h"
#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 256, WHERE_BYTES = 1024 };

/* What the groups are made of. */
typedef struct source {
    tool_run *run;
    const document_groups_how *how;
    const jsmf_stream *stream;
    size_t documents;
    bool binned; /* whether anything so far was put into bins */
    bool labelled; /* whether the labels were used */
    double *empty; /* documents without tokens are 1 here; NULL: unknown */
} source;

static const char *const period_names[] = { JSMF_PREVALENCE_PERIODS(JSMF_NAMED) };

/* ---- arrays ---- */

/* Whether a user may mean the array: one of his own, with a value for each document. */
static bool is_candidate(const source *s, const jsmf_array *a)
{
    return a->dims == 1 && a->shape[0] == s->documents && !jsmf_schema_knows(&jsmf_arrays_schema, a->name);
}

static jsmf_status refuse_name(const source *s, const char *name)
{
    char list[WHERE_BYTES] = "";
    size_t length = 0, more = 0;
    for (size_t i = 0; i < s->stream->count; i++) {
        const jsmf_array *a = s->stream->arrays + i;
        if (!is_candidate(s, a))
            continue;
        if (length + strlen(a->name) + 2 < sizeof list)
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", a->name);
        else
            more++;
    }
    if (length == 0)
        return jsmf_fail(s->run->ctx, JSMF_EDATA, "%s: no array %s, nor another with a value for each of %zu "
                         "document%s (--labels FILE gives a line for each)", s->stream->name, name,
                         JSMF_COUNTED(s->documents));
    return jsmf_fail(s->run->ctx, JSMF_EDATA, "%s: no array %s (there %s %s%s)", s->stream->name, name,
                     strstr(list, ", ") ? "are" : "is", list, more ? ", and more" : "");
}

static jsmf_status group_by_array(const source *s, const char *name, const jsmf_prevalence_cut *cut,
                                  jsmf_prevalence_groups *out)
{
    const jsmf_array *a = jsmf_stream_find(s->stream, name);
    char where[WHERE_BYTES];
    if (!a)
        return refuse_name(s, name);
    if (a->dims == 1 && a->shape[0] != s->documents)
        return jsmf_fail(s->run->ctx, JSMF_EDATA, "%s: array %s: has %zu %s, but there are %zu document%s",
                         s->stream->name, name, JSMF_ENTRIES(a->shape[0]), JSMF_COUNTED(s->documents));
    snprintf(where, sizeof where, "%.500s: array %.255s", s->stream->name, name);
    return jsmf_prevalence_group_array(s->run->ctx, a, where, cut, out);
}

/* ---- labels ---- */

static jsmf_status group_by_labels(const source *s, const jsmf_prevalence_cut *cut, jsmf_prevalence_groups *out)
{
    const char *path = s->how->labels, *name = tool_is_stdin(path) ? "standard input" : path;
    const jsmf_corpus_list list = { .label = "a label", .empty = true, .most = s->documents, .things = "documents" };
    jsmf_strings lines = { 0 };
    if (jsmf_corpus_list_read(s->run->ctx, path, &list, &lines) == JSMF_OK) {
        if (lines.count == s->documents)
            jsmf_recorded(jsmf_prevalence_group_strings(s->run->ctx, &lines, name, cut, out));
        else
            jsmf_fail(s->run->ctx, JSMF_EDATA, "%s: %zu label%s, but %zu document%s in %s", name,
                      JSMF_COUNTED(lines.count), JSMF_COUNTED(s->documents), s->stream->name);
    }
    jsmf_strings_free(&lines);
    return jsmf_context_status(s->run->ctx);
}

/* ---- names of arrays ---- */

static jsmf_status find_period(const source *s, const char *text, jsmf_prevalence_period *period)
{
    for (size_t i = 1; i < sizeof period_names / sizeof *period_names; i++)
        if (strcmp(text, period_names[i]) == 0) {
            *period = (jsmf_prevalence_period)i;
            return JSMF_OK;
        }
    return tool_usage(s->run, "--by %s: %s is no period (expected day, week, month or year)", s->how->by, text);
}

/* One of the names between commas: "date:month". */
static jsmf_status group_by(source *s, const char *text, bool alone, jsmf_prevalence_groups *out)
{
    jsmf_prevalence_cut cut = { .bins = s->how->bins, .left_out = s->empty };
    char name[NAME_BYTES];
    char *colon;
    const jsmf_array *a;
    const bool labels = s->how->labels && strncmp(text, "labels", strlen("labels")) == 0 &&
                        (!text[strlen("labels")] || text[strlen("labels")] == ':');
    snprintf(name, sizeof name, "%s", text);
    colon = labels || !jsmf_stream_find(s->stream, name) ? strrchr(name, ':') : NULL;
    if (colon) {
        *colon = '\0';
        if (find_period(s, colon + 1, &cut.period) != JSMF_OK)
            return jsmf_context_status(s->run->ctx);
    }
    a = jsmf_stream_find(s->stream, name);
    if (cut.period != JSMF_PREVALENCE_WHOLE || (!alone && (labels || (a && a->type == 'U'))))
        cut.bins = 0;
    s->binned = s->binned || cut.bins;
    s->labelled = s->labelled || labels;
    return labels ? group_by_labels(s, &cut, out) : group_by_array(s, name, &cut, out);
}

/* Adds a part to the groups so far. */
static jsmf_status cross(tool_run *run, jsmf_prevalence_groups *groups, jsmf_prevalence_groups *part)
{
    jsmf_prevalence_groups both;
    if (groups->parts == 0) {
        *groups = *part;
        *part = (jsmf_prevalence_groups){ 0 };
        return JSMF_OK;
    }
    if (jsmf_prevalence_cross(run->ctx, groups, part, &both) == JSMF_OK) {
        jsmf_prevalence_groups_free(groups);
        *groups = both;
    }
    jsmf_prevalence_groups_free(part);
    return jsmf_context_status(run->ctx);
}

static jsmf_status group_by_each(source *s, const char *by, jsmf_prevalence_groups *out)
{
    const bool alone = !strchr(by, ',');
    char text[NAME_BYTES];
    jsmf_prevalence_groups part = { 0 };
    for (;;) {
        by += strspn(by, " ");
        const size_t length = strcspn(by, ",");
        if (length == 0 || length >= sizeof text)
            return tool_usage(s->run, "--by %s: expected names of arrays, apart by commas", s->how->by);
        memcpy(text, by, length);
        text[length] = '\0';
        if (group_by(s, text, alone, &part) != JSMF_OK || cross(s->run, out, &part) != JSMF_OK)
            return jsmf_context_status(s->run->ctx);
        if (!by[length])
            break;
        by += length + 1;
    }
    if (s->how->bins && !s->binned)
        return tool_usage(s->run, "--bins is for numbers, and none of --by %s is one without a period", s->how->by);
    return JSMF_OK;
}

/* Bins are of documents that have tokens. */
static jsmf_status read_empty(source *s)
{
    if (!s->how->bins || !jsmf_stream_find(s->stream, "infer.empty"))
        return JSMF_OK;
    s->empty = jsmf_alloc(s->run->ctx, s->documents, sizeof *s->empty);
    return s->empty ? jsmf_arrays_documents_read(s->run->ctx, s->stream, "infer.empty", s->documents, 0, s->documents,
                                                 s->empty)
                    : jsmf_context_status(s->run->ctx);
}

jsmf_status document_groups_read(tool_run *run, const document_groups_how *how, const jsmf_stream *stream,
                                 size_t documents, jsmf_prevalence_groups *out)
{
    source s = { .run = run, .how = how, .stream = stream, .documents = documents };
    *out = (jsmf_prevalence_groups){ 0 };
    if (!how->by && !how->labels)
        return jsmf_prevalence_group_all(run->ctx, documents, "all", out);
    if (read_empty(&s) == JSMF_OK)
        jsmf_recorded(group_by_each(&s, how->by ? how->by : "labels", out));
    if (jsmf_context_status(run->ctx) == JSMF_OK && how->labels && !s.labelled)
        jsmf_recorded(tool_usage(run, "--labels %s is the array labels, which --by %s does not name", how->labels,
                                 how->by));
    free(s.empty);
    if (jsmf_context_status(run->ctx) != JSMF_OK) {
        jsmf_prevalence_groups_free(out);
        return jsmf_context_status(run->ctx);
    }
    if (out->missing)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s without a value of %s: left out",
                     how->by ? stream->name : how->labels, out->missing, JSMF_COUNTED(documents),
                     how->by ? how->by : "labels");
    return JSMF_OK;
}

jsmf_status document_groups_arrays_of(tool_run *run, const char *by, document_groups_arrays *arrays)
{
    const size_t length = by ? strlen(by) + 1 : 0;
    char *rest, *whole;
    *arrays = (document_groups_arrays){ 0 };
    if (!by)
        return JSMF_OK;
    arrays->text = whole = jsmf_alloc(run->ctx, jsmf_mul_sat(length, 2), 1);
    if (!whole)
        return jsmf_context_status(run->ctx);
    memcpy(whole, by, length);
    memcpy(whole + length, by, length);
    for (char *each = strtok_r(whole, ",", &rest); each; each = strtok_r(NULL, ",", &rest)) {
        char *before = each + length, *end = before + strlen(each), *colon;
        if (arrays->count == sizeof arrays->names / sizeof *arrays->names)
            return tool_usage(run, "--by %s: too many arrays", by);
        *end = '\0';
        if ((colon = strrchr(before, ':')) != NULL)
            *colon = '\0';
        arrays->names[arrays->count++] = each;
        arrays->names[arrays->count++] = before;
    }
    return JSMF_OK;
}

void document_groups_arrays_free(document_groups_arrays *arrays) { free(arrays->text); }
