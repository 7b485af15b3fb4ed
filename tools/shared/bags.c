#include "bags.h"

#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bag_free(bag_input *bag)
{
    jsmf_batches_free(&bag->source);
    jsmf_stream_free(&bag->stream);
    *bag = (bag_input){ .words = 0 };
}

static jsmf_status check_words(tool_run *run, const model_input *m, const bag_input *bag)
{
    char advice[512];
    snprintf(advice, sizeof advice, "jsmf-bow --match %.200s %.200s makes a bag of the model's words", m->stream.name,
             bag->stream.name);
    return model_check_words(run, m, &bag->stream, bag->words, advice);
}

jsmf_status bag_refuse_scipy(tool_run *run, const jsmf_stream *stream)
{
    if (!jsmf_stream_find(stream, "indptr") || jsmf_stream_find(stream, "H.indptr"))
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: a sparse matrix of scipy: jsmf-bow --vocab FILE makes a bag of it",
                     stream->name);
}

jsmf_status bag_open(tool_run *run, const model_input *m, bag_input *bag)
{
    const jsmf_strings *vocab;
    size_t rows;
    if (bag_refuse_scipy(run, &bag->stream) != JSMF_OK ||
        jsmf_stream_csr_of_dense(run->ctx, &bag->stream, "H") != JSMF_OK ||
        jsmf_stream_csr_shape(run->ctx, &bag->stream, "H", &rows, &bag->words) != JSMF_OK ||
        jsmf_arrays_vocab(run->ctx, &bag->stream, bag->words, &vocab) != JSMF_OK ||
        (m && check_words(run, m, bag) != JSMF_OK) || bag_check_ids(run, &bag->stream, rows) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_corpus_batches_of_bag(run->ctx, &bag->stream, "H", &bag->source);
}

jsmf_status bag_take_df(tool_run *run, jsmf_stream *stream, size_t words, int64_t **df)
{
    int64_t *counts;
    if (!jsmf_stream_find(stream, "df"))
        return JSMF_OK;
    if (jsmf_stream_integers(run->ctx, stream, "df", words, &counts, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    *df = jsmf_stream_take(stream, "df");
    return JSMF_OK;
}

static const jsmf_strings *recipe_of(const jsmf_stream *stream)
{
    const jsmf_array *a = jsmf_stream_find(stream, "text.recipe");
    return a && a->type == 'U' && a->dims == 1 && a->strings.count == a->shape[0] ? &a->strings : NULL;
}

void bag_warn_of_recipe(tool_run *run, const jsmf_stream *model, const jsmf_stream *bag)
{
    const jsmf_strings *a = recipe_of(model), *b = recipe_of(bag);
    bool equal = a && b && a->count == b->count;
    for (size_t i = 0; equal && i < a->count; i++)
        equal = strcmp(jsmf_strings_get(a, i), jsmf_strings_get(b, i)) == 0;
    if (a && b && !equal)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: its text was cut into words otherwise than that of %s (jsmf-text "
                     "--match %s cuts alike)", bag->name, model->name, model->name);
}

jsmf_status bag_left_out(tool_run *run, jsmf_stream *stream, size_t documents, const int64_t **tokens)
{
    static const char name[] = "text.unknown";
    int64_t *held;
    *tokens = NULL;
    if (jsmf_stream_find(stream, name) &&
        jsmf_stream_integers(run->ctx, stream, name, documents, &held, NULL) == JSMF_OK)
        *tokens = held;
    return jsmf_context_status(run->ctx);
}

/* ---- ids ---- */

static jsmf_status refuse_shape(tool_run *run, const jsmf_stream *stream, const jsmf_array *a, size_t documents)
{
    char shape[JSMF_MAX_DIMS * 24 + 1] = "";
    size_t n = 0;
    for (int i = 0; i < a->dims; i++)
        n += (size_t)snprintf(shape + n, sizeof shape - n, "%s%zu", i ? ", " : "", a->shape[i]);
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array ids: has shape (%s), but there are %zu document%s (expected a "
                     "name for each)", stream->name, shape, JSMF_COUNTED(documents));
}

jsmf_status bag_check_ids(tool_run *run, const jsmf_stream *stream, size_t documents)
{
    const jsmf_array *a = jsmf_stream_find(stream, "ids");
    if (a && (a->dims != 1 || a->shape[0] != documents))
        return refuse_shape(run, stream, a, documents);
    if (a && !strchr("Uiu", a->type))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array ids: is neither of names nor of whole numbers", stream->name);
    return JSMF_OK;
}

/* An item of an array of whole numbers as text; numbers lie little-endian. */
static jsmf_status add_numbers(tool_run *run, const jsmf_array *a, jsmf_strings *names)
{
    enum { PIECE = 1024 };
    unsigned char items[PIECE * sizeof(uint64_t)];
    char text[JSMF_WHOLE_TEXT];
    for (size_t first = 0; first < a->shape[0]; first += PIECE) {
        const size_t count = jsmf_least(PIECE, a->shape[0] - first);
        if (jsmf_array_read(run->ctx, a, first, count, items) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        for (size_t i = 0; i < count; i++) {
            const size_t length = jsmf_array_whole_text(a, items + i * a->item, text);
            if (jsmf_strings_add(run->ctx, names, text, length) != JSMF_OK)
                return jsmf_context_status(run->ctx);
        }
    }
    return JSMF_OK;
}

/* The numbers' places are taken by names. */
static jsmf_status name_by_numbers(tool_run *run, jsmf_array *a)
{
    enum { NAME_BYTES = 64 }; /* digits, a place in the list, and as much again while these grow */
    jsmf_strings names = { 0 };
    if (tool_check_memory(run, jsmf_mul_sat(a->shape[0], NAME_BYTES), "ids that are numbers, as names",
                          "give more with --memory") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (add_numbers(run, a, &names) != JSMF_OK) {
        jsmf_strings_free(&names);
        return jsmf_context_status(run->ctx);
    }
    free(a->data);
    *a = (jsmf_array){ .name = a->name, .type = 'U', .dims = 1, .shape = { a->shape[0] }, .strings = names };
    for (size_t i = 0; i < names.count; i++)
        if (4 * jsmf_strings_length(&names, i) > a->item)
            a->item = 4 * jsmf_strings_length(&names, i);
    return JSMF_OK;
}

/* *count: how many names, empty ones aside, an earlier document has; the first of these is at *again, and at *first
 * before. */
static jsmf_status find_repeated(jsmf_context *ctx, const jsmf_strings *names, size_t *count, size_t *first,
                                 size_t *again)
{
    jsmf_index *index;
    *count = *first = *again = 0;
    if (jsmf_index_new(ctx, names, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < names->count; i++) {
        const size_t length = jsmf_strings_length(names, i);
        const size_t at = length ? jsmf_index_find(index, jsmf_strings_get(names, i), length) : i;
        if (at != i && (*count)++ == 0) {
            *first = at;
            *again = i;
        }
    }
    jsmf_index_free(index);
    return JSMF_OK;
}

static jsmf_status warn_of_names(tool_run *run, const char *where, const jsmf_strings *names)
{
    size_t empty = 0, repeated, first, again;
    for (size_t i = 0; i < names->count; i++)
        empty += jsmf_strings_length(names, i) == 0;
    if (find_repeated(run->ctx, names, &repeated, &first, &again) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (empty)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: array ids: %zu of %zu name%s %s empty", where, empty,
                     JSMF_COUNTED(names->count), empty == 1 ? "is" : "are");
    if (repeated)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: array ids: documents %zu and %zu, numbered from 0, are both named %s "
                     "(%zu of %zu name%s %s repeated)", where, first, again, jsmf_strings_get(names, again), repeated,
                     JSMF_COUNTED(names->count), repeated == 1 ? "is" : "are");
    return JSMF_OK;
}

jsmf_status bag_find_ids(tool_run *run, const jsmf_stream *stream, size_t documents, const jsmf_array **ids)
{
    jsmf_array *a = jsmf_stream_find(stream, "ids");
    *ids = a;
    if (!a || bag_check_ids(run, stream, documents) != JSMF_OK ||
        (a->type != 'U' && name_by_numbers(run, a) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

/* Whether names are few enough to be read for a warning alone: so many bytes of them and of an index. */
static bool can_compare(const jsmf_array *a)
{
    const size_t most = (size_t)256 << 20, beside = 32;
    return jsmf_mul_sat(a->shape[0], jsmf_add_sat(a->item, beside)) <= most;
}

jsmf_status bag_warn_of_ids(tool_run *run, const char *where, const jsmf_array *ids)
{
    jsmf_strings names = { 0 };
    const bool numbers = ids->type == 'i' || ids->type == 'u';
    if (ids->dims != 1 || (ids->type != 'U' && !numbers))
        return JSMF_OK;
    if (ids->type == 'U' && !ids->spool)
        return warn_of_names(run, where, &ids->strings);
    if (!can_compare(ids))
        return JSMF_OK;
    if ((numbers ? add_numbers(run, ids, &names)
                 : jsmf_array_read_strings(run->ctx, ids, 0, ids->shape[0], &names)) == JSMF_OK)
        jsmf_recorded(warn_of_names(run, where, &names));
    jsmf_strings_free(&names);
    return jsmf_context_status(run->ctx);
}

jsmf_status bag_warn_of_new_ids(tool_run *run, const jsmf_stream *stream, const jsmf_array *ids)
{
    return ids && stream->history.count == 0 ? bag_warn_of_ids(run, stream->name, ids) : JSMF_OK;
}
