#include "infer_text.h"

#include "jsmf/arrays.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The names of a batch's documents, and their cells of own columns. */
typedef struct cells {
    jsmf_strings ids;
    jsmf_strings *own; /* own_count */
} cells;

void infer_text_free(infer_text *text)
{
    jsmf_output_abandon(text->out);
    free(text->top);
    free(text->own);
    text->out = NULL;
    text->top = NULL;
    text->own = NULL;
}

/* ---- the user's own columns ---- */

static bool is_own(const jsmf_array *a, size_t documents)
{
    return a->dims == 1 && a->shape[0] == documents && !jsmf_schema_knows(&jsmf_arrays_schema, a->name);
}

static jsmf_status find_own(tool_run *run, const jsmf_stream *bag, size_t documents, infer_text *text)
{
    text->own = jsmf_alloc(run->ctx, bag->count + 1, sizeof *text->own);
    for (size_t i = 0; text->own && i < bag->count; i++)
        if (is_own(&bag->arrays[i], documents))
            text->own[text->own_count++] = &bag->arrays[i];
    return jsmf_context_status(run->ctx);
}

static void spell_item(const jsmf_array *a, const unsigned char *at, char text[TOOL_NUMBER])
{
    float narrow;
    double wide;
    if (a->type != 'f') {
        jsmf_array_whole_text(a, at, text);
    } else if (a->item == sizeof narrow) {
        memcpy(&narrow, at, sizeof narrow);
        snprintf(text, TOOL_NUMBER, "%.9g", (double)narrow);
    } else {
        memcpy(&wide, at, sizeof wide);
        tool_spell_number(wide, text);
    }
}

static jsmf_status read_numbers(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t rows, jsmf_strings *out)
{
    unsigned char *items = jsmf_alloc(ctx, rows, a->item);
    char text[TOOL_NUMBER];
    if (!items || jsmf_array_read(ctx, a, first, rows, items) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < rows; i++) {
        spell_item(a, items + i * a->item, text);
        if (jsmf_strings_add(ctx, out, text, strlen(text)) != JSMF_OK)
            break;
    }
done:
    free(items);
    return jsmf_context_status(ctx);
}

static jsmf_status read_cells(tool_run *run, const infer_text *text, size_t first, size_t rows, cells *c)
{
    if (text->ids && jsmf_array_read_strings(run->ctx, text->ids, first, rows, &c->ids) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    c->own = jsmf_alloc_zero(run->ctx, text->own_count + 1, sizeof *c->own);
    for (size_t j = 0; c->own && j < text->own_count; j++)
        if ((text->own[j]->type == 'U' ? jsmf_array_read_strings : read_numbers)(run->ctx, text->own[j], first, rows,
                                                                                &c->own[j]) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

static void cells_free(const infer_text *text, cells *c)
{
    for (size_t j = 0; c->own && j < text->own_count; j++)
        jsmf_strings_free(&c->own[j]);
    free(c->own);
    jsmf_strings_free(&c->ids);
}

/* ---- how well a document is told ---- */

typedef struct telling {
    double likelihood, unknown; /* log-probability a known token; share of unknown ones; NaN without any */
} telling;

static telling tell(const infer_text *text, const jsmf_csr *batch, size_t row, const double *w)
{
    const size_t k = text->in->model.k;
    const double *b = text->in->model.b;
    double known = 0, unknown = text->unknown ? (double)text->unknown[row] : 0, sum = 0;
    for (int64_t e = batch->indptr[row]; e < batch->indptr[row + 1]; e++) {
        const double *word = b + (size_t)batch->indices[e] * k, count = jsmf_csr_value(batch, (size_t)e);
        double p = 0, any = 0;
        for (size_t j = 0; j < k; j++) {
            p += word[j] * w[j];
            any += word[j];
        }
        *(any > 0 ? &known : &unknown) += count;
        if (any > 0 && count > 0)
            sum += count * log(p);
    }
    return (telling){ sum / known, unknown / (known + unknown) };
}

static jsmf_status write_number(tool_run *run, const infer_text *text, double value)
{
    return isnan(value) ? jsmf_output_printf(run->ctx, text->out, "\tnan")
                        : jsmf_output_printf(run->ctx, text->out, "\t%.6g", value);
}

static jsmf_status write_telling(tool_run *run, const infer_text *text, const telling *t)
{
    if (!text->likelihood || write_number(run, text, t->likelihood) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return write_number(run, text, t->unknown);
}

/* ---- lines ---- */

/* The document's name, or its number. */
static jsmf_status write_name(tool_run *run, const infer_text *text, const cells *c, size_t row, size_t number)
{
    return text->ids ? tool_text_field(run->ctx, text->out, jsmf_strings_get(&c->ids, row))
                     : jsmf_output_printf(run->ctx, text->out, "%zu", number);
}

static jsmf_status write_topic_name(tool_run *run, const infer_text *text, size_t topic)
{
    if (!text->in->names || jsmf_output_printf(run->ctx, text->out, "\t") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_field(run->ctx, text->out, jsmf_strings_get(text->in->names, topic));
}

/* A line a topic of the document, the largest first, until they have the part that is asked for: document, topic,
 * weight, and the topic's name at the end, apart by tabs. */
static jsmf_status write_topics(tool_run *run, const infer_text *text, const cells *c, size_t row, size_t number,
                                const double *w, const telling *t)
{
    static const double rounding = 1e-12; /* 1 is reached where the sum is 1 but for rounding */
    const size_t k = text->in->model.k, found = jsmf_top(k, w, 1, 0, k, text->top);
    double mass = 0;
    for (size_t i = 0; i < found && (i == 0 || mass < text->mass - rounding); i++) {
        if (write_name(run, text, c, row, number) != JSMF_OK ||
            jsmf_output_printf(run->ctx, text->out, "\t%zu\t%.6g", text->top[i], w[text->top[i]]) != JSMF_OK ||
            write_telling(run, text, t) != JSMF_OK || write_topic_name(run, text, text->top[i]) != JSMF_OK ||
            jsmf_output_printf(run->ctx, text->out, "\n") != JSMF_OK)
            return jsmf_context_status(run->ctx);
        mass += w[text->top[i]];
    }
    return JSMF_OK;
}

static jsmf_status write_wide(tool_run *run, const infer_text *text, const cells *c, size_t row, size_t number,
                              const double *w, const telling *t)
{
    if (write_name(run, text, c, row, number) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t j = 0; j < text->own_count; j++)
        if (jsmf_output_printf(run->ctx, text->out, "\t") != JSMF_OK ||
            tool_text_field(run->ctx, text->out, jsmf_strings_get(&c->own[j], row)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    if (write_telling(run, text, t) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t j = 0; j < text->in->model.k; j++)
        if (jsmf_output_printf(run->ctx, text->out, "\t%.6g", w[j]) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return jsmf_output_printf(run->ctx, text->out, "\n");
}

jsmf_status infer_text_write(tool_run *run, infer_text *text, const jsmf_csr *batch, size_t number, const double *w)
{
    const size_t k = text->in->model.k;
    cells c = { .own = NULL };
    if (read_cells(run, text, number, batch->rows, &c) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < batch->rows; i++) {
        const telling t = text->likelihood ? tell(text, batch, i, w + i * k) : (telling){ 0, 0 };
        if ((text->wide ? write_wide : write_topics)(run, text, &c, i, number + i, w + i * k, &t) != JSMF_OK)
            break;
    }
done:
    cells_free(text, &c);
    return jsmf_context_status(run->ctx);
}

/* ---- names of columns ---- */

/* Whether a column has the name that is no topic's and of no array of one's own. */
static bool is_fixed_column(const infer_text *text, const char *name)
{
    return strcmp(name, "document") == 0 ||
           (text->likelihood && (strcmp(name, "likelihood") == 0 || strcmp(name, "unknown") == 0));
}

static void number_topic(size_t topic, char number[32]) { snprintf(number, 32, "topic%zu", topic); }

/* Whether a column might be called by the name of topic j but for this topic: one that is fixed, or another topic's. */
static bool is_ambiguous(const infer_text *text, const char *name, size_t j)
{
    char number[32];
    for (size_t i = 0; i < text->in->model.k; i++) {
        const char *other = model_topic_name(text->in, i);
        number_topic(i, number);
        if (i != j && (strcmp(name, number) == 0 || (other && strcmp(name, other) == 0)))
            return true;
    }
    return is_fixed_column(text, name);
}

/* The column of topic j: its name, or its number, written into number, where it has no name of its own. */
static const char *topic_column(const infer_text *text, size_t j, char number[32])
{
    const char *name = model_topic_name(text->in, j);
    number_topic(j, number);
    return name && !is_ambiguous(text, name, j) ? name : number;
}

static bool is_topic_column(const infer_text *text, const char *name)
{
    char number[32];
    for (size_t j = 0; j < text->in->model.k; j++)
        if (strcmp(name, topic_column(text, j, number)) == 0)
            return true;
    return false;
}

/* Whether a column has the name that is not that of the j-th of own arrays. */
static bool is_other_column(const infer_text *text, const char *name, size_t j)
{
    for (size_t i = 0; i < text->own_count; i++)
        if (i != j && strcmp(name, text->own[i]->name) == 0)
            return true;
    return is_fixed_column(text, name) || is_topic_column(text, name);
}

/* The name of the j-th of own arrays; with "bag." before it, again and again, while another column has it. The caller
 * frees it; NULL for lack of memory. */
static char *name_own(tool_run *run, const infer_text *text, size_t j)
{
    static const char prefix[] = "bag.";
    const size_t length = strlen(prefix);
    char *name = jsmf_copy(run->ctx, text->own[j]->name, strlen(text->own[j]->name) + 1, 1);
    while (name && is_other_column(text, name, j)) {
        const size_t size = strlen(name) + 1;
        char *longer = jsmf_realloc(run->ctx, name, size + length, 1);
        if (!longer) {
            free(name);
            return NULL;
        }
        name = longer;
        memmove(name + length, name, size);
        memcpy(name, prefix, length);
    }
    return name;
}

static jsmf_status write_own_name(tool_run *run, const jsmf_stream *bag, const infer_text *text, size_t j)
{
    char *name = name_own(run, text, j);
    if (name && strcmp(name, text->own[j]->name) != 0)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: array %s: column %s, as another column has its name", bag->name,
                     text->own[j]->name, name);
    if (name && jsmf_output_printf(run->ctx, text->out, "\t") == JSMF_OK)
        jsmf_recorded(tool_text_field(run->ctx, text->out, name));
    free(name);
    return jsmf_context_status(run->ctx);
}

static jsmf_status write_topic_column(tool_run *run, const infer_text *text, size_t j)
{
    char number[32];
    const char *column = topic_column(text, j, number), *name = model_topic_name(text->in, j);
    if (name && strcmp(name, column) != 0)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: topic %zu, named %s: column %s, as another column has its name",
                     text->in->stream.name, j, name, column);
    if (jsmf_output_printf(run->ctx, text->out, "\t") == JSMF_OK)
        jsmf_recorded(tool_text_field(run->ctx, text->out, column));
    return jsmf_context_status(run->ctx);
}

/* ---- the whole ---- */

static jsmf_status write_header(tool_run *run, const infer_text *text)
{
    return jsmf_output_printf(run->ctx, text->out, "document\ttopic\tshare%s%s\n",
                              text->likelihood ? "\tlikelihood\tunknown" : "", text->in->names ? "\tname" : "");
}

static jsmf_status write_wide_header(tool_run *run, const jsmf_stream *bag, const infer_text *text)
{
    if (jsmf_output_printf(run->ctx, text->out, "document") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t j = 0; j < text->own_count; j++)
        if (write_own_name(run, bag, text, j) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    if (text->likelihood && jsmf_output_printf(run->ctx, text->out, "\tlikelihood\tunknown") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t j = 0; j < text->in->model.k; j++)
        if (write_topic_column(run, text, j) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return jsmf_output_printf(run->ctx, text->out, "\n");
}

jsmf_status infer_text_open(tool_run *run, const jsmf_stream *bag, size_t documents, infer_text *text)
{
    text->top = jsmf_alloc(run->ctx, text->in->model.k, sizeof *text->top);
    if (!text->top || tool_text_open(run, &text->out) != JSMF_OK ||
        (text->wide && bag && find_own(run, bag, documents, text) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    if (text->wide)
        return write_wide_header(run, bag, text);
    return text->header ? write_header(run, text) : JSMF_OK;
}

jsmf_status infer_text_close(tool_run *run, infer_text *text)
{
    jsmf_output *out = text->out;
    text->out = NULL;
    return tool_text_close(run, out, JSMF_OK);
}
