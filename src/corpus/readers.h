/* What a corpus format is to the rest of the room: a name, a look at the first bytes, and a reader that can stop
 * between documents. Each is defined in its reader's file; JSMF_CORPUS_FORMATS lists them. */
#ifndef JSMF_CORPUS_READERS_H
#define JSMF_CORPUS_READERS_H

#include "jsmf/corpus.h"

typedef struct jsmf_corpus_reader {
    const char *name; /* for messages: "a UCI docword file" */
    size_t base;      /* the number that its first word usually has: 0 or 1 */
    /* Whether a corpus that begins with these bytes, behind which stands a NUL, is of this format; whole: nothing comes
     * after them. NULL for what no other format recognises. */
    bool (*looks)(const char *text, size_t length, bool whole);
    /* What makes it doubtful that such bytes are; NULL where nothing does. */
    jsmf_corpus_doubt (*doubt)(const char *text, size_t length, bool whole);
    /* How many words such bytes promise, 0 where they do not; NULL where no corpus of the format does. */
    size_t (*words)(const char *text, size_t length, bool whole);
    /* in and what `how` points to are borrowed until close; report is cleared, then counts. *out is to be closed after
     * a failure too. */
    jsmf_status (*open)(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_reading *how, jsmf_corpus_report *report,
                        void **out);
    /* The next documents as rows: as many as `most` unless the end comes first, none at the end; SIZE_MAX: all. *out is
     * the caller's. */
    jsmf_status (*next)(jsmf_context *ctx, void *reader, size_t most, jsmf_csr *out);
    void (*close)(void *reader); /* NULL is fine */
} jsmf_corpus_reader;

/* jsmf_corpus_NAME of each format. */
#define JSMF_CORPUS_DECLARE(format, name) extern const jsmf_corpus_reader jsmf_corpus_##name;
JSMF_CORPUS_FORMATS(JSMF_CORPUS_DECLARE)

/* The reader of a format; not of JSMF_FORMAT_GUESS. */
const jsmf_corpus_reader *jsmf_corpus_reader_of(jsmf_corpus_format format);

/* jsmf_corpus_words_read from an open input. */
jsmf_status jsmf_corpus_words_parse(jsmf_context *ctx, jsmf_input *in, bool unique, jsmf_strings *out) JSMF_CHECKED;

#endif
