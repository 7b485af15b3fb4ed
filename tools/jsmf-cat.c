/* jsmf-cat: what is in a stream. */
#include "shared/tool.h"

#include "jsmf/arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    bool list, check, transpose;
    const char *array;
    int format;
    size_t digits;
} settings;

enum { ALL_DIGITS = 17 }; /* these determine a float64 */

static const settings defaults = { .digits = ALL_DIGITS };

enum { FORMAT_TSV, FORMAT_MM };

static const tool_option options[] = {
    { 0, "list", TOOL_FLAG, offsetof(settings, list), 0, 0, NULL,
      "print the kind, the arrays with types and shapes, and the history; this is the default" },
    { 0, "array", TOOL_TEXT, offsetof(settings, array), 0, 0, "NAME",
      "print one array; H, C or Hhat for the sparse matrix of that name" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "tsv|mm",
      "the array's format: text with tabs, or Matrix Market" },
    { 0, "transpose", TOOL_FLAG, offsetof(settings, transpose), 0, 0, NULL, "print the transposed array" },
    { 0, "digits", TOOL_SIZE, offsetof(settings, digits), 1, ALL_DIGITS, "N",
      "print floating point numbers with N significant digits" },
    { 0, "check", TOOL_FLAG, offsetof(settings, check), 0, 0, NULL,
      "print nothing; the exit status tells whether the stream is sound" },
    TOOL_END
};

/* ---- the list ---- */

static const char *type_name(const jsmf_array *a, char text[16])
{
    if (a->type == 'U')
        return "unicode";
    if (a->type == 'b')
        return "bool";
    snprintf(text, 16, "%s%zu", a->type == 'f' ? "float" : a->type == 'i' ? "int" : "uint", 8 * a->item);
    return text;
}

static jsmf_status list_array(jsmf_context *ctx, jsmf_output *out, const jsmf_array *a)
{
    char type[16];
    if (jsmf_output_printf(ctx, out, "array\t%s\t%s\t", a->name, type_name(a, type)) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int i = 0; i < a->dims; i++)
        if (jsmf_output_printf(ctx, out, i ? " x %zu" : "%zu", a->shape[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    return jsmf_output_printf(ctx, out, "%s%s\n", a->dims ? "" : "scalar", a->fortran ? " by columns" : "");
}

static jsmf_status list(jsmf_context *ctx, jsmf_output *out, const jsmf_stream *s)
{
    if (jsmf_output_printf(ctx, out, "kind\t%s\n", jsmf_stream_kind_name(s)) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->count; i++)
        if (list_array(ctx, out, &s->arrays[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->history.count; i++)
        if (jsmf_output_printf(ctx, out, "history\t%s\n", jsmf_strings_get(&s->history, i)) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* ---- one array ---- */

static double float_at(const jsmf_array *a, size_t i)
{
    return a->item == sizeof(float) ? (double)((const float *)a->data)[i] : ((const double *)a->data)[i];
}

/* Where an array is printed, and how. */
typedef struct printer {
    jsmf_context *ctx;
    jsmf_output *out;
    const settings *how;
} printer;

/* Item i as a field of a table, with the NULs that may be in it. */
static jsmf_status print_string(const printer *p, const jsmf_strings *list, size_t i)
{
    const char *at = jsmf_strings_get(list, i);
    const char *end = at + jsmf_strings_length(list, i);
    for (;;) {
        if (tool_text_field(p->ctx, p->out, at) != JSMF_OK)
            return jsmf_context_status(p->ctx);
        at += strlen(at);
        if (at == end)
            return JSMF_OK;
        if (jsmf_output_write(p->ctx, p->out, at++, 1) != JSMF_OK)
            return jsmf_context_status(p->ctx);
    }
}

static jsmf_status print_item(const printer *p, const jsmf_array *a, size_t i, char end)
{
    char digits[JSMF_WHOLE_TEXT];
    if (a->type == 'f')
        return jsmf_output_printf(p->ctx, p->out, "%.*g%c", (int)p->how->digits, float_at(a, i), end);
    if (a->type != 'U') {
        jsmf_array_whole_text(a, (const unsigned char *)a->data + i * a->item, digits);
        return jsmf_output_printf(p->ctx, p->out, "%s%c", digits, end);
    }
    /* Items keep to their lines; a scalar is no item of any. */
    if ((a->dims ? print_string(p, &a->strings, i)
                 : jsmf_output_write(p->ctx, p->out, jsmf_strings_get(&a->strings, i),
                                     jsmf_strings_length(&a->strings, i))) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    return jsmf_output_write(p->ctx, p->out, &end, 1);
}

/* Rows and columns as they are printed, and how far apart their items lie. */
typedef struct extent {
    size_t rows, cols, row_step, col_step;
} extent;

/* A scalar is 1 x 1, a vector a column, or transposed a row. */
static extent extent_of(const jsmf_array *a, bool transpose)
{
    const size_t rows = a->dims > 0 ? a->shape[0] : 1, cols = a->dims > 1 ? a->shape[1] : 1;
    const size_t row_step = a->fortran ? 1 : cols, col_step = a->fortran ? rows : 1;
    if (transpose)
        return (extent){ cols, rows, col_step, row_step };
    return (extent){ rows, cols, row_step, col_step };
}

static jsmf_status print_tsv(const printer *p, const jsmf_array *a)
{
    const extent e = extent_of(a, p->how->transpose);
    for (size_t i = 0; i < e.rows; i++)
        for (size_t j = 0; j < e.cols; j++)
            if (print_item(p, a, i * e.row_step + j * e.col_step, j + 1 < e.cols ? '\t' : '\n') != JSMF_OK)
                return jsmf_context_status(p->ctx);
    return JSMF_OK;
}

/* Matrix Market's array format goes down the columns. */
static jsmf_status print_mm(const printer *p, const jsmf_array *a)
{
    const extent e = extent_of(a, p->how->transpose);
    if (jsmf_output_printf(p->ctx, p->out, "%%%%MatrixMarket matrix array %s general\n%zu %zu\n",
                           a->type == 'f' ? "real" : "integer", e.rows, e.cols) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    for (size_t j = 0; j < e.cols; j++)
        for (size_t i = 0; i < e.rows; i++)
            if (print_item(p, a, i * e.row_step + j * e.col_step, '\n') != JSMF_OK)
                return jsmf_context_status(p->ctx);
    return JSMF_OK;
}

static jsmf_status print_dense(tool_run *run, const printer *p, const jsmf_array *a)
{
    if (a->dims > 2)
        return jsmf_fail(run->ctx, JSMF_EDATA, "array %s has %d dimensions (at most 2 can be printed)", a->name,
                         a->dims);
    if (p->how->format == FORMAT_TSV)
        return print_tsv(p, a);
    if (a->type == 'U')
        return tool_usage(run, "--format mm is for numbers, array %s holds strings", a->name);
    return print_mm(p, a);
}

/* 0-based, as in the stream, in TSV; 1-based in Matrix Market. */
static jsmf_status print_sparse(const printer *p, const jsmf_csr *m, bool whole)
{
    const bool mm = p->how->format == FORMAT_MM;
    const char *format = mm ? "%zu %zu %.*g\n" : "%zu\t%zu\t%.*g\n";
    const int digits = whole ? ALL_DIGITS : (int)p->how->digits;
    jsmf_context *ctx = p->ctx;
    if (mm && jsmf_output_printf(ctx, p->out, "%%%%MatrixMarket matrix coordinate %s general\n%zu %zu %zu\n",
                                 whole ? "integer" : "real", m->rows, m->cols, jsmf_csr_nnz(m)) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m->rows; i++)
        for (int64_t e = m->indptr[i]; e < m->indptr[i + 1]; e++)
            if (jsmf_output_printf(ctx, p->out, format, i + mm, (size_t)m->indices[e] + mm, digits,
                                   jsmf_csr_value(m, (size_t)e)) != JSMF_OK)
                return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* ---- the run ---- */

static const char *const parts[] = { "data", "indices", "indptr", "shape" };
enum { PARTS = sizeof parts / sizeof *parts, NAME_BYTES = 200 };

/* The array of that name, and the four of the sparse matrix of that name. */
static jsmf_status read_named(tool_run *run, jsmf_input *in, jsmf_stream *stream)
{
    const settings *s = run->settings;
    char text[PARTS][NAME_BYTES + 16];
    const char *names[PARTS + 1] = { s->array };
    if (strlen(s->array) > NAME_BYTES)
        return tool_usage(run, "--array: a name of more than %d bytes", NAME_BYTES);
    for (size_t i = 0; i < PARTS; i++) {
        snprintf(text[i], sizeof text[i], "%s.%s", s->array, parts[i]);
        names[i + 1] = text[i];
    }
    return jsmf_stream_scan(run->ctx, in, &jsmf_arrays_schema, JSMF_ANY_KIND, names, PARTS + 1, stream);
}

/* Whether the stream is of the kind, or has no kind and the array that makes one of it, and no counts beside it. */
static bool is_taken_for(const jsmf_stream *stream, unsigned kind, const char *name)
{
    return stream->kind == kind ||
           (stream->kind == 0 && jsmf_stream_find(stream, name) && !jsmf_stream_find(stream, "H.shape") &&
            !jsmf_stream_find(stream, "H"));
}

/* What jsmf-stream(5) says of a model, of compositions, and of every stream can be told only of what is in memory. */
static jsmf_status check_named(tool_run *run, jsmf_input *in, jsmf_stream *stream)
{
    static const char *const names[] = { "vocab",         "df",             "unigram", "documents", "B",
                                         "A",             "legality",       "S",       "Bbar",      "Canchor",
                                         "anchors.words", "anchors.topics", "alpha",   "residuals", "W" };
    jsmf_model model;
    double *w;
    size_t k, documents;
    if (jsmf_arrays_scan(run->ctx, in, JSMF_ANY_KIND, names, sizeof names / sizeof *names, stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (is_taken_for(stream, JSMF_MODEL, "B"))
        return jsmf_arrays_model_load(run->ctx, stream, &model);
    return is_taken_for(stream, JSMF_COMPOSITIONS, "W")
               ? jsmf_arrays_compositions_load(run->ctx, stream, &w, &k, &documents)
               : JSMF_OK;
}

static jsmf_status read_wanted(tool_run *run, jsmf_stream *stream)
{
    const settings *s = run->settings;
    jsmf_input *in;
    jsmf_status status;
    if (jsmf_input_open(run->ctx, tool_operand(run, 0), false, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = s->array   ? read_named(run, in, stream)
             : s->check ? check_named(run, in, stream)
                        : jsmf_stream_scan(run->ctx, in, &jsmf_arrays_schema, JSMF_ANY_KIND, NULL, 0, stream);
    jsmf_input_close(in);
    return status;
}

static jsmf_status print_named_sparse(const printer *p, jsmf_stream *stream, const jsmf_array *data)
{
    const bool whole = data->type != 'f';
    jsmf_csr m, transposed = { 0 };
    if (jsmf_stream_csr(p->ctx, stream, p->how->array, false, &m) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    if (!p->how->transpose)
        jsmf_recorded(print_sparse(p, &m, whole));
    else if (jsmf_csr_transpose(p->ctx, &m, &transposed) == JSMF_OK)
        jsmf_recorded(print_sparse(p, &transposed, whole));
    jsmf_csr_free(&m);
    jsmf_csr_free(&transposed);
    return jsmf_context_status(p->ctx);
}

static jsmf_status print_history(jsmf_context *ctx, jsmf_output *out, const jsmf_stream *stream)
{
    for (size_t i = 0; i < stream->history.count; i++)
        if (jsmf_output_printf(ctx, out, "%s\n", jsmf_strings_get(&stream->history, i)) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

static jsmf_status print_named(tool_run *run, jsmf_output *out, jsmf_stream *stream)
{
    const settings *s = run->settings;
    const printer p = { .ctx = run->ctx, .out = out, .how = s };
    char data[NAME_BYTES + 16];
    jsmf_array *a = jsmf_stream_find(stream, s->array);
    if (a)
        return print_dense(run, &p, a);
    if (strcmp(s->array, "history") == 0)
        return print_history(run->ctx, out, stream);
    snprintf(data, sizeof data, "%s.data", s->array);
    a = jsmf_stream_find(stream, data);
    if (a)
        return print_named_sparse(&p, stream, a);
    return jsmf_stream_need(run->ctx, stream, s->array, &a);
}

static jsmf_status print(tool_run *run, jsmf_stream *stream)
{
    const settings *s = run->settings;
    jsmf_output *out;
    if (s->check)
        return JSMF_OK;
    if (tool_text_open(run, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_close(run, out, s->array ? print_named(run, out, stream) : list(run->ctx, out, stream));
}

static bool ends_npz(const char *name)
{
    const size_t length = strlen(name);
    return length >= 4 && strcmp(name + length - 4, ".npz") == 0;
}

static jsmf_status check_settings(tool_run *run)
{
    static const char *const of_array[] = { "format", "transpose", "digits" };
    const settings *s = run->settings;
    if (s->check + s->list + (s->array != NULL) > 1)
        return tool_usage(run, "--list, --array and --check exclude each other");
    if (s->array && run->operand_count == 0 && ends_npz(s->array))
        return tool_usage(run, "--array %s: expected the array's name in front of the stream's, as in --array B %s",
                          s->array, s->array);
    for (size_t i = 0; !s->array && i < sizeof of_array / sizeof *of_array; i++)
        if (tool_given(run, of_array[i]))
            return tool_usage(run, "--%s is for --array", of_array[i]);
    return JSMF_OK;
}

static void stream_free(void *held) { jsmf_stream_free(held); }

static jsmf_status run_cat(tool_run *run)
{
    jsmf_stream *stream = run->job;
    if (check_settings(run) != JSMF_OK || read_wanted(run, stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return print(run, stream);
}

static const tool this_tool = {
    .name = "jsmf-cat",
    .summary = "what is in a stream",
    .usage = "[STREAM]",
    .examples = "jsmf-cat model.npz\n"
                "jsmf-cat --array vocab model.npz -o vocab.txt\n"
                "jsmf-cat --array H --format mm bag.npz -o bag.mtx\n"
                "jsmf-cat --array W --transpose --digits 4 w.npz -o w.tsv\n"
                "jsmf-cat --check model.npz && mv model.npz /srv/models/",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "list array format transpose check",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(jsmf_stream),
    .run = run_cat,
    .release = stream_free,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
