/* jsmf-prevalence: the topics' shares of groups of documents, over time for example, with intervals. */
#include "shared/document_groups.h"
#include "shared/models.h"

#include "jsmf/arrays.h"
#include "jsmf/prevalence.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TSV, JSON };

typedef struct settings {
    document_groups_how how;
    const char *names;
    bool tokens;
    int format;
} settings;

static const settings defaults = { .format = TSV };

static const tool_option options[] = {
    { 0, "by", TOOL_TEXT, offsetof(settings, how.by), 0, 0, DOCUMENT_GROUPS_BY,
      "group documents by the values of these arrays (default: all documents are one group)" },
    { 0, "bins", TOOL_SIZE, offsetof(settings, how.bins), 1, 1e6, "N",
      "put numbers into N groups of about as many documents each (default: each number is a group)" },
    { 0, "labels", TOOL_TEXT, offsetof(settings, how.labels), 0, 0, "FILE",
      "group documents by the lines of FILE, one for each document; --by calls them labels" },
    { 0, "names", TOOL_TEXT, offsetof(settings, names), 0, 0, "MODEL",
      "take the topics' names from this model, which may have been edited since (default: as they were)" },
    { 0, "tokens", TOOL_FLAG, offsetof(settings, tokens), 0, 0, NULL, "weigh documents by their tokens" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "tsv|json", "lines for awk, or json for jq" },
    TOOL_END
};

typedef struct job {
    jsmf_stream in;
    size_t k, documents;
    jsmf_strings names;            /* of topics, empty where one has none; none where no topic has one */
    jsmf_prevalence_groups groups;
    jsmf_prevalence_sums *sums;
    jsmf_prevalence result;
    double *w, *marks;             /* of a batch; marks: of tokens, or of documents that are empty */
    jsmf_output *out;
} job;

static void job_free(void *held)
{
    job *j = held;
    free(j->w);
    free(j->marks);
    jsmf_prevalence_free(&j->result);
    jsmf_prevalence_sums_free(j->sums);
    jsmf_prevalence_groups_free(&j->groups);
    jsmf_strings_free(&j->names);
    jsmf_stream_free(&j->in);
}

/* ---- input ---- */

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    if (s->how.bins && !s->how.by && !s->how.labels)
        return tool_usage(run, "--bins needs --by or --labels");
    if (tool_is_stdin(s->how.labels) + tool_is_stdin(s->names) + tool_is_stdin(tool_operand(run, 0)) > 1)
        return tool_usage(run, "standard input holds one thing: name a file for the other");
    return JSMF_OK;
}

static jsmf_status take_names(tool_run *run, job *j, const model_input *m)
{
    if (m->model.k != j->k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu topic%s, but %zu in %s (compositions take their names from the "
                         "model that they were made with)", j->in.name, JSMF_COUNTED(j->k), m->model.k, m->stream.name);
    if (!m->names)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array names (jsmf-edit --name names topics)", m->stream.name);
    for (size_t i = 0; i < j->k; i++)
        if (jsmf_strings_add(run->ctx, &j->names, jsmf_strings_get(m->names, i), jsmf_strings_length(m->names, i)) !=
            JSMF_OK)
            return jsmf_context_status(run->ctx);
    return model_check_mark(run, &j->in, m->stream.name, jsmf_arrays_model_mark(&m->model));
}

static jsmf_status read_names_of_model(tool_run *run, job *j, const char *path)
{
    static const char *const names[] = { "B", "A", "alpha", "names", "vocab" };
    model_input m = { 0 };
    if (model_scan(run, path, names, sizeof names / sizeof *names, &m) == JSMF_OK)
        jsmf_recorded(take_names(run, j, &m));
    model_free(&m);
    return jsmf_context_status(run->ctx);
}

static jsmf_status read_names(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_array *a = jsmf_stream_find(&j->in, "infer.names");
    if (s->names)
        return read_names_of_model(run, j, s->names);
    if (!a)
        return JSMF_OK;
    if (a->type != 'U' || a->dims != 1 || a->shape[0] != j->k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array infer.names: expected a name for each of %zu topic%s",
                         j->in.name, JSMF_COUNTED(j->k));
    return jsmf_array_read_strings(run->ctx, a, 0, j->k, &j->names);
}

static jsmf_status open_input(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (tool_spool(run, 0, JSMF_COMPOSITIONS, &j->in) != JSMF_OK ||
        jsmf_arrays_compositions_open(run->ctx, &j->in, &j->k, &j->documents) != JSMF_OK ||
        read_names(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->tokens && !jsmf_stream_find(&j->in, "infer.tokens"))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array infer.tokens, by which documents could weigh (jsmf-infer "
                         "writes one)", j->in.name);
    return document_groups_read(run, &s->how, &j->in, j->documents, &j->groups);
}

static jsmf_status allocate(tool_run *run, job *j)
{
    const size_t batch = jsmf_least(j->documents, JSMF_BATCH_DOCUMENTS), list = j->groups.documents * sizeof(size_t);
    const size_t bytes = jsmf_add_sat(jsmf_prevalence_bytes(j->groups.count, j->k),
                                      jsmf_mul_sat(2 * (j->k + 1), batch * sizeof(double)));
    if (tool_check_memory(run, jsmf_add_sat(bytes, list), "summing up so many groups",
                          "fewer groups, by a period or by --bins") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->w = jsmf_alloc(run->ctx, jsmf_mul_sat(batch, j->k), sizeof *j->w);
    j->marks = jsmf_alloc(run->ctx, batch, sizeof *j->marks);
    return jsmf_context_status(run->ctx) == JSMF_OK
               ? jsmf_prevalence_start(run->ctx, j->groups.count, j->k, &j->sums)
               : jsmf_context_status(run->ctx);
}

/* ---- sums ---- */

/* Of a batch: the documents without tokens leave their groups; j->marks are the tokens where documents weigh by them.
 * Counts those that leave. */
static jsmf_status leave_empty(tool_run *run, job *j, size_t first, size_t count, size_t *empty)
{
    const settings *s = run->settings;
    const char *name = s->tokens ? "infer.tokens" : "infer.empty";
    if (!jsmf_stream_find(&j->in, name))
        return JSMF_OK;
    if (jsmf_arrays_documents_read(run->ctx, &j->in, name, j->documents, first, count, j->marks) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < count; i++) {
        if (j->marks[i] < 0)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %s[%zu] is %g (expected a number of tokens)", j->in.name, name,
                             first + i, j->marks[i]);
        if ((j->marks[i] > 0) == s->tokens)
            continue;
        j->groups.group[first + i] = JSMF_PREVALENCE_NO_GROUP;
        ++*empty;
    }
    return JSMF_OK;
}

static jsmf_status sum_up(tool_run *run, job *j)
{
    const settings *s = run->settings;
    size_t empty = 0;
    for (size_t first = 0; first < j->documents; first += JSMF_BATCH_DOCUMENTS) {
        const size_t count = jsmf_least(JSMF_BATCH_DOCUMENTS, j->documents - first);
        if (jsmf_arrays_compositions_read(run->ctx, &j->in, first, count, j->w) != JSMF_OK ||
            leave_empty(run, j, first, count, &empty) != JSMF_OK ||
            jsmf_progress(run->ctx, "documents", (double)first / (double)j->documents, -1) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        jsmf_prevalence_add(j->sums, count, j->w, j->groups.group + first, s->tokens ? j->marks : NULL);
    }
    if (empty)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s without tokens: left out", j->in.name, empty,
                     JSMF_COUNTED(j->documents));
    return jsmf_prevalence_finish(run->ctx, j->sums, &j->result);
}

/* ---- output ---- */

typedef jsmf_status put_text(jsmf_context *ctx, jsmf_output *out, const char *text);

/* The names of a group, or of what they are values of, apart by `between`. */
static jsmf_status write_names(tool_run *run, const job *j, size_t group, put_text *put, const char *between)
{
    const size_t parts = j->groups.parts;
    for (size_t i = 0; i < parts; i++)
        if ((i && jsmf_output_printf(run->ctx, j->out, "%s", between) != JSMF_OK) ||
            put(run->ctx, j->out, jsmf_strings_get(&j->groups.names, group * parts + i)) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

/* What the groups are values of: the words of --by, apart by `between`. */
static jsmf_status write_by(tool_run *run, const job *j, put_text *put, const char *between)
{
    const settings *s = run->settings;
    const char *by = s->how.by ? s->how.by : s->how.labels ? "labels" : "group";
    char text[256];
    for (;; ++by) {
        const size_t length = jsmf_least(strcspn(by, ","), sizeof text - 1);
        memcpy(text, by, length);
        text[length] = '\0';
        if (put(run->ctx, j->out, text) != JSMF_OK || !by[length])
            return jsmf_context_status(run->ctx);
        by += length;
        if (jsmf_output_printf(run->ctx, j->out, "%s", between) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
}

static jsmf_status write_row(tool_run *run, const job *j, size_t group, size_t topic)
{
    const jsmf_prevalence *r = &j->result;
    const size_t at = group * j->k + topic;
    if (write_names(run, j, group, tool_text_field, "\t") != JSMF_OK ||
        jsmf_output_printf(run->ctx, j->out, "\t%zu\t%zu\t%.6g\t%.6g\t%.6g", topic, r->documents[group], r->mean[at],
                           r->low[at], r->high[at]) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (j->names.count && (jsmf_output_printf(run->ctx, j->out, "\t") != JSMF_OK ||
                           tool_text_field(run->ctx, j->out, jsmf_strings_get(&j->names, topic)) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return jsmf_output_printf(run->ctx, j->out, "\n");
}

static jsmf_status write_tsv(tool_run *run, const job *j)
{
    const char *name = j->names.count ? "\tname" : "";
    if (write_by(run, j, tool_text_field, "\t") != JSMF_OK ||
        jsmf_output_printf(run->ctx, j->out, "\ttopic\tdocuments\tmean\tlow\thigh%s\n", name) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t g = 0; g < j->groups.count; g++)
        for (size_t k = 0; k < j->k && j->result.documents[g]; k++)
            if (write_row(run, j, g, k) != JSMF_OK)
                return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

static jsmf_status write_share(tool_run *run, const job *j, size_t group, size_t topic)
{
    const jsmf_prevalence *r = &j->result;
    const size_t at = group * j->k + topic;
    if (jsmf_output_printf(run->ctx, j->out, "%s{\"topic\": %zu, ", topic ? ", " : "", topic) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (j->names.count && jsmf_strings_length(&j->names, topic) &&
        (jsmf_output_printf(run->ctx, j->out, "\"name\": ") != JSMF_OK ||
         tool_json_string(run->ctx, j->out, jsmf_strings_get(&j->names, topic)) != JSMF_OK ||
         jsmf_output_printf(run->ctx, j->out, ", ") != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return jsmf_output_printf(run->ctx, j->out, "\"mean\": %.6g, \"low\": %.6g, \"high\": %.6g}", r->mean[at],
                              r->low[at], r->high[at]);
}

static jsmf_status write_group(tool_run *run, const job *j, size_t group, const char *between)
{
    if (jsmf_output_printf(run->ctx, j->out, "%s{\"group\": [", between) != JSMF_OK ||
        write_names(run, j, group, tool_json_string, ", ") != JSMF_OK ||
        jsmf_output_printf(run->ctx, j->out, "], \"documents\": %zu, \"topics\": [", j->result.documents[group]) !=
            JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t k = 0; k < j->k; k++)
        if (write_share(run, j, group, k) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return jsmf_output_printf(run->ctx, j->out, "]}");
}

static jsmf_status write_json(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    const char *between = "\n";
    if (jsmf_output_printf(run->ctx, j->out, "{\"by\": [") != JSMF_OK ||
        write_by(run, j, tool_json_string, ", ") != JSMF_OK ||
        jsmf_output_printf(run->ctx, j->out, "],\n\"weights\": \"%s\",\n\"groups\": [",
                           s->tokens ? "tokens" : "documents") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t g = 0; g < j->groups.count; g++) {
        if (j->result.documents[g] == 0)
            continue;
        if (write_group(run, j, g, between) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        between = ",\n";
    }
    return jsmf_output_printf(run->ctx, j->out, "\n]}\n");
}

/* ---- the run ---- */

static jsmf_status run_prevalence(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    const double start = jsmf_context_clock();
    if (check_options(run) != JSMF_OK || open_input(run, j) != JSMF_OK || allocate(run, j) != JSMF_OK ||
        sum_up(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu document%s in %zu group%s of %zu topics in %.3f s",
                 JSMF_COUNTED(j->documents), JSMF_COUNTED(j->groups.count), j->k, jsmf_context_clock() - start);
    if (tool_text_open(run, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_close(run, j->out, s->format == JSON ? write_json(run, j) : write_tsv(run, j));
}

static const tool this_tool = {
    .name = "jsmf-prevalence",
    .summary = "how prevalent each topic is, by date or any other group of documents",
    .usage = "[COMPOSITIONS]",
    .examples = "jsmf-infer model.npz bag.npz | jsmf-prevalence --by date:month > months.tsv\n"
                "jsmf-prevalence --labels years.txt --bins 10 w.npz | awk -F '\\t' '$2 == 7'\n"
                "jsmf-prevalence --by date:year,party --format json w.npz | jq '.groups[0]'",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "by bins labels format",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_prevalence,
    .release = job_free,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
