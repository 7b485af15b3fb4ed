/* Vocabularies: word lists in files, stop lists, and the curation of a bag (001 step 0). */
#ifndef JSMF_VOCAB_H
#define JSMF_VOCAB_H

#include "jsmf/csr.h"
#include "jsmf/strings.h"

#define JSMF_WORD_BYTES 255

extern const char *const jsmf_stopwords_english[];
extern const size_t jsmf_stopwords_english_count;

/* A word a line, plain or gzip; the id is the line's number less one. CRLF and a missing last newline are accepted;
 * refused with the line's number (JSMF_EDATA): NUL, invalid UTF-8, an empty line, a tab or space within, more than
 * JSMF_WORD_BYTES bytes, and, where unique is true, a word that an earlier line has (both lines named). */
jsmf_status jsmf_words_read(jsmf_context *ctx, const char *path, bool unique, jsmf_strings *out) JSMF_CHECKED;
/* The same for labels, a label a line: blanks within are part of it, one at an end is refused. label: what messages say
 * was expected, "a label". */
jsmf_status jsmf_labels_read(jsmf_context *ctx, const char *path, const char *label, jsmf_strings *out) JSMF_CHECKED;

typedef struct jsmf_curation {
    const jsmf_strings *stop; /* words to leave out, or NULL */
    size_t min_df;            /* least document frequency; 0 keeps words of no document too */
    double max_df;            /* greatest document frequency, as a part of all documents (0 to 1] */
    size_t top;               /* this many words by tf log(D / df), ties by bytes (memcmp); 0: all */
    size_t min_words;         /* documents with fewer distinct words left are emptied; 0: none */
} jsmf_curation;

/* What was left out, for warnings and -v. */
typedef struct jsmf_curated {
    size_t words_stopped, words_rare, words_frequent, words_below_top;
    size_t words_orphaned;    /* left in no document once documents were emptied (kept where min_df is 0) */
    size_t documents_emptied; /* by curation or min_words; they keep their row */
} jsmf_curated;

/* Curates H (documents x words, counts) and vocab in place; the words that stay keep their order. D is H->rows. df
 * is taken on H as given, in the order: stop words, df limits, top, then min_words on what is left;
 * then, unless min_df is 0, the words that this left in no document go too. */
jsmf_status jsmf_bag_curate(jsmf_context *ctx, jsmf_csr *h, jsmf_strings *vocab, const jsmf_curation *how,
                            jsmf_curated *report) JSMF_CHECKED;
/* *df (cols, owned by the caller): the number of documents that contain each word. */
jsmf_status jsmf_bag_df(jsmf_context *ctx, const jsmf_csr *h, int64_t **df) JSMF_CHECKED;
/* Maps H's words onto the target vocabulary: words that it lacks are dropped (*dropped of them, with *tokens tokens),
 * h->cols becomes target->count. */
jsmf_status jsmf_bag_match(jsmf_context *ctx, jsmf_csr *h, const jsmf_strings *vocab, const jsmf_strings *target,
                           size_t *dropped, int64_t *tokens) JSMF_CHECKED;
/* JSMF_EDATA where the two vocabularies, of the streams of these names, are not the same words in the same order,
 * naming the first that differs, with what to do about it. Either may be NULL: then there is nothing to compare. */
jsmf_status jsmf_vocab_compare(jsmf_context *ctx, const char *name, const jsmf_strings *vocab, const char *other_name,
                               const jsmf_strings *other, const char *advice) JSMF_CHECKED;

#endif
