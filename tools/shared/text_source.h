/* The documents of jsmf-text's files, in batches. */
#ifndef JSMF_TEXT_SOURCE_H
#define JSMF_TEXT_SOURCE_H

#include "tool.h"

#include "jsmf/records.h"

enum { TEXT_GUESS = -1 };

typedef struct text_source_settings {
    int from;            /* a jsmf_records_format, or TEXT_GUESS */
    const char *delimiter, *files_from, *id;
    bool null_ends, with_ids;
    tool_list text, keep; /* columns; keep: apart by commas, perhaps with a name of their own in front: NAME=COLUMN */
    int invalid;          /* a position in "replace|skip", or -1 */
} text_source_settings;

typedef struct text_source {
    jsmf_strings paths;
    size_t next;          /* of paths */
    char name[256];       /* of what is read, for messages: the one file's, or "FILE and others" */
    jsmf_input *in;       /* the file that is being read, or NULL */
    double bytes;         /* of that file, 0 where it is not known */
    jsmf_records *records;
    jsmf_records_guessed format; /* of all files, once the first has been seen */
    bool known;
    char guessed_of[256]; /* the file whose first bytes told the format; empty where options did */
    const char *text;     /* the column that was guessed, in `guessed` */
    jsmf_strings guessed;
    jsmf_strings kept, names; /* columns that are kept, and what they are called in the bag */
    const char *columns[TOOL_LIST_MOST]; /* of kept */
    bool as_text[TOOL_LIST_MOST];        /* of kept: stays as it stands, were all of it numbers */
    size_t texts;         /* columns of a batch: so many texts; an id; those kept */
    bool has_id;
    size_t batch_bytes;   /* of the last batch, about */
    jsmf_records_report report; /* of the files that have ended */
    size_t spoilt;        /* files with bytes that are not of UTF-8 */
    char spoilt_first[256];
    size_t binary;        /* files that are no text and were left out */
    size_t blank_alone;   /* blank lines of files with one column, which may be meant for documents */
} text_source;

/* What is wrong with the options alone is said here, before anything is read. */
jsmf_status text_source_start(tool_run *run, const text_source_settings *s, text_source *source) JSMF_CHECKED;
/* Fills the batch; no records are left where it stays empty. */
jsmf_status text_source_fill(tool_run *run, const text_source_settings *s, text_source *source,
                             jsmf_records_batch *batch) JSMF_CHECKED;
/* The part of the files that has been read, 0 where it is not known. */
double text_source_part(const text_source *source);
void text_source_free(text_source *source);

#endif
