/* jsmf-near: the documents nearest to others, by their compositions. */
#include "shared/bags.h"

#include "jsmf/arrays.h"
#include "jsmf/near.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct settings {
    const char *to;
    size_t nearest;
    bool header;
} settings;

static const settings defaults = { .nearest = 10 };

static const tool_option options[] = {
    { 0, "to", TOOL_TEXT, offsetof(settings, to), 0, 0, "ID|STREAM",
      "ask about this document, or about those of another stream (default: about every document)" },
    { 'n', "nearest", TOOL_SIZE, offsetof(settings, nearest), 1, 1e9, "N", "nearest documents for each" },
    TOOL_HEADER(settings, header, ""),
    TOOL_END
};

/* A stream's documents that have tokens; the others have no composition. */
typedef struct side {
    jsmf_stream in;
    const jsmf_strings *ids; /* or NULL */
    size_t documents, count; /* in all, with tokens */
    size_t *number;          /* count: their numbers */
    double *w, *half;        /* count x k, the stream's memory; count */
    size_t k;
} side;

typedef struct job {
    side from, to; /* to: of --to STREAM */
    size_t *own;   /* of every query the same document of from, where it is one */
    jsmf_output *text;
} job;

static void side_free(side *d)
{
    free(d->number);
    free(d->half);
    jsmf_stream_free(&d->in);
}

static void job_free(void *held)
{
    job *j = held;
    side_free(&j->from);
    side_free(&j->to);
    free(j->own);
}

/* ---- input ---- */

/* number, and w's rows moved together. */
static jsmf_status leave_empty(tool_run *run, side *d)
{
    int64_t *empty = NULL;
    d->number = jsmf_alloc(run->ctx, d->documents, sizeof *d->number);
    d->half = jsmf_alloc(run->ctx, d->documents, sizeof *d->half);
    if (jsmf_context_status(run->ctx) != JSMF_OK ||
        (jsmf_stream_find(&d->in, "infer.empty") &&
         jsmf_stream_integers(run->ctx, &d->in, "infer.empty", d->documents, &empty, NULL) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < d->documents; i++) {
        if (empty && empty[i])
            continue;
        memmove(d->w + d->count * d->k, d->w + i * d->k, d->k * sizeof *d->w);
        d->number[d->count++] = i;
    }
    if (d->count < d->documents)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s without tokens: left out", d->in.name,
                     d->documents - d->count, JSMF_COUNTED(d->documents));
    return JSMF_OK;
}

static jsmf_status read_side(tool_run *run, const char *path, side *d)
{
    static const char *const names[] = { "W", "ids", "infer.empty", "infer.model" };
    const jsmf_array *ids = NULL;
    if (tool_scan_file(run, path, JSMF_COMPOSITIONS, names, sizeof names / sizeof *names, &d->in) != JSMF_OK ||
        jsmf_arrays_compositions_load(run->ctx, &d->in, &d->w, &d->k, &d->documents) != JSMF_OK ||
        bag_find_ids(run, &d->in, d->documents, &ids) != JSMF_OK || leave_empty(run, d) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    d->ids = ids ? &ids->strings : NULL;
    return JSMF_OK;
}

/* The first of them, and a warning if there are others; SIZE_MAX where there is none. */
static size_t find_id(tool_run *run, const side *d, const char *id)
{
    const size_t length = strlen(id);
    size_t first = SIZE_MAX, count = 0;
    for (size_t i = 0; i < d->documents; i++)
        if (jsmf_strings_length(d->ids, i) == length && memcmp(jsmf_strings_get(d->ids, i), id, length) == 0 &&
            count++ == 0)
            first = i;
    if (count > 1)
        jsmf_message(run->ctx, JSMF_WARNING, "--to %s: %zu documents of %s have this id; the first of them, document "
                     "%zu, numbered from 0, is taken", id, count, d->in.name, first);
    return first;
}

/* The document of that id, or, where there are no ids, of that number; SIZE_MAX where there is none. */
static size_t find_document(tool_run *run, const side *d, const char *name)
{
    const size_t number = tool_number_named(name);
    if (d->ids)
        return find_id(run, d, name);
    return number < d->documents ? number : SIZE_MAX;
}

static jsmf_status compare_models(tool_run *run, job *j)
{
    double mark;
    if (j->from.k != j->to.k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu topic%s, but %zu in %s (compositions are compared under one "
                         "model)", j->to.in.name, JSMF_COUNTED(j->to.k), j->from.k, j->from.in.name);
    if (!jsmf_stream_find(&j->from.in, "infer.model"))
        return JSMF_OK;
    if (jsmf_stream_scalar(run->ctx, &j->from.in, "infer.model", &mark) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return model_check_mark(run, &j->to.in, j->from.in.name, mark);
}

/* ---- queries ---- */

static jsmf_status prepare(tool_run *run, side *d)
{
    return jsmf_near_prepare(run->ctx, d->count, d->k, d->w, d->half);
}

static jsmf_near_documents documents_of(const side *d)
{
    return (jsmf_near_documents){ .count = d->count, .k = d->k, .roots = d->w, .half = d->half };
}

/* One document of the stream itself: the part of it that stands at place. */
static jsmf_status choose_one(tool_run *run, const job *j, size_t document, jsmf_near_documents *queries, size_t *place)
{
    const side *d = &j->from;
    for (*place = 0; *place < d->count && d->number[*place] != document;)
        ++*place;
    if (*place == d->count)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: document %zu%s%s has no tokens, and so no composition", d->in.name,
                         document, d->ids ? ", of id " : "", d->ids ? jsmf_strings_get(d->ids, document) : "");
    queries->roots += *place * d->k;
    queries->half += *place;
    queries->count = 1;
    return JSMF_OK;
}

/* ---- output ---- */

/* Whose documents the queries are, and where the first one stands. */
typedef struct writer {
    tool_run *run;
    const side *queries;
    size_t first;
} writer;

static jsmf_status write_name(tool_run *run, const side *d, size_t place)
{
    const job *j = run->job;
    const size_t number = d->number[place];
    return d->ids ? tool_text_field(run->ctx, j->text, jsmf_strings_get(d->ids, number))
                  : jsmf_output_printf(run->ctx, j->text, "%zu", number);
}

static jsmf_status write_query(jsmf_context *ctx, void *arg, size_t query, const jsmf_near_match *nearest, size_t count)
{
    const writer *w = arg;
    const job *j = w->run->job;
    for (size_t i = 0; i < count; i++)
        if (write_name(w->run, w->queries, w->first + query) != JSMF_OK ||
            jsmf_output_printf(ctx, j->text, "\t%zu\t", i + 1) != JSMF_OK ||
            write_name(w->run, &j->from, nearest[i].document) != JSMF_OK ||
            jsmf_output_printf(ctx, j->text, "\t%.6g\n", nearest[i].distance) != JSMF_OK)
            break;
    return jsmf_context_status(ctx);
}

static jsmf_status search(tool_run *run, job *j, const writer *w, const jsmf_near_documents *queries)
{
    const settings *s = run->settings;
    const jsmf_near_documents documents = documents_of(&j->from);
    const double start = jsmf_context_clock();
    if (tool_check_memory(run, jsmf_near_bytes(run->ctx, documents.count, queries->count, s->nearest),
                          "the search for nearest documents", "a smaller -n, or fewer threads") != JSMF_OK ||
        (s->header && jsmf_output_printf(run->ctx, j->text, "query\trank\tdocument\tdistance\n") != JSMF_OK) ||
        jsmf_near(run->ctx, &documents, queries, j->own, s->nearest, write_query, (void *)w) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu document%s of %zu topics, %zu quer%s in %.3f s",
                 JSMF_COUNTED(documents.count), documents.k, queries->count, queries->count == 1 ? "y" : "ies",
                 jsmf_context_clock() - start);
    return JSMF_OK;
}

/* A document is not among its own nearest ones. */
static jsmf_status name_own(tool_run *run, job *j, size_t first, size_t count)
{
    j->own = jsmf_alloc(run->ctx, count, sizeof *j->own);
    for (size_t i = 0; j->own && i < count; i++)
        j->own[i] = first + i;
    return jsmf_context_status(run->ctx);
}

static jsmf_status search_within(tool_run *run, job *j, size_t document)
{
    jsmf_near_documents queries = documents_of(&j->from);
    writer w = { run, &j->from, 0 };
    if ((document != SIZE_MAX && choose_one(run, j, document, &queries, &w.first) != JSMF_OK) ||
        name_own(run, j, w.first, queries.count) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return search(run, j, &w, &queries);
}

static jsmf_status search_others(tool_run *run, job *j, const char *path)
{
    const writer w = { run, &j->to, 0 };
    jsmf_near_documents queries;
    if (!tool_is_stdin(path) && access(path, F_OK) != 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "--to %s: is neither %s of %s nor a file", path,
                         j->from.ids ? "an id" : "a document's number", j->from.in.name);
    if (read_side(run, path, &j->to) != JSMF_OK || compare_models(run, j) != JSMF_OK ||
        prepare(run, &j->to) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    queries = documents_of(&j->to);
    return search(run, j, &w, &queries);
}

static jsmf_status run_near(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    size_t document = SIZE_MAX;
    jsmf_status status;
    if (tool_is_stdin(s->to) && tool_is_stdin(tool_operand(run, 0)))
        return tool_usage(run, "standard input holds one stream: name a file for the other");
    if (read_side(run, tool_operand(run, 0), &j->from) != JSMF_OK || prepare(run, &j->from) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->to && !tool_is_stdin(s->to))
        document = find_document(run, &j->from, s->to);
    if (tool_text_open(run, &j->text) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = s->to && document == SIZE_MAX ? search_others(run, j, s->to) : search_within(run, j, document);
    return tool_text_close(run, j->text, status);
}

static const tool this_tool = {
    .name = "jsmf-near",
    .summary = "which documents are like this one: the nearest by their compositions",
    .usage = "[COMPOSITIONS]",
    .examples = "jsmf-infer model.npz bag.npz | jsmf-near --to doc17 -n 5\n"
                "jsmf-near --to new-w.npz w.npz > nearest.tsv\n"
                "jsmf-near -n 1 w.npz | awk -F '\\t' '$4 < 0.01'",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "to nearest",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_near,
    .release = job_free,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
