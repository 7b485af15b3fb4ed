/* Bags that tools read beside a model, or again and again. */
#ifndef JSMF_BAGS_H
#define JSMF_BAGS_H

#include "models.h"

/* A bag whose counts stay outside memory. */
typedef struct bag_input {
    jsmf_stream stream;   /* its arrays; the large ones are read from outside memory */
    size_t words;
    jsmf_batches source;  /* its documents */
} bag_input;

void bag_free(bag_input *bag);
/* The documents of bag->stream, which has been read by jsmf_stream_spool or tool_spool. JSMF_EDATA, with what to do,
 * where its words are not those of the model (NULL: of none). */
jsmf_status bag_open(tool_run *run, const model_input *m, bag_input *bag) JSMF_CHECKED;

/* JSMF_EDATA, with what makes a bag of it, for what scipy's save_npz writes. */
jsmf_status bag_refuse_scipy(tool_run *run, const jsmf_stream *stream) JSMF_CHECKED;

/* A warning where both tell how their words were cut (text.recipe, in memory), and tell different ways. */
void bag_warn_of_recipe(tool_run *run, const jsmf_stream *model, const jsmf_stream *bag);
/* *tokens: of each of so many documents, those that jsmf-text --match left out (the stream's); NULL where it does not
 * tell. JSMF_EDATA where they are of another number of documents. */
jsmf_status bag_left_out(tool_run *run, jsmf_stream *stream, size_t documents, const int64_t **tokens) JSMF_CHECKED;

/* *df: the document frequencies of so many words, taken out of the stream (the caller's); untouched where it has
 * none. */
jsmf_status bag_take_df(tool_run *run, jsmf_stream *stream, size_t words, int64_t **df) JSMF_CHECKED;
/* JSMF_EDATA where the stream has ids that are not a name or a whole number for each of so many documents. */
jsmf_status bag_check_ids(tool_run *run, const jsmf_stream *stream, size_t documents) JSMF_CHECKED;
/* *ids: the names of so many documents, in memory or outside it, or NULL where the stream has none. Whole numbers
 * become names in the stream. JSMF_EDATA as bag_check_ids; JSMF_ESYSTEM where numbers are too many for the memory. */
jsmf_status bag_find_ids(tool_run *run, const jsmf_stream *stream, size_t documents,
                         const jsmf_array **ids) JSMF_CHECKED;
/* Warnings of empty names and of repeated ones, where the names are in memory or take up to 256 MiB; where: what they
 * tell as the place. */
jsmf_status bag_warn_of_ids(tool_run *run, const char *where, const jsmf_array *ids) JSMF_CHECKED;
/* The same of ids (or NULL) of a stream that has no history. Where it has one, a program has told of them already. */
jsmf_status bag_warn_of_new_ids(tool_run *run, const jsmf_stream *stream, const jsmf_array *ids) JSMF_CHECKED;

#endif
