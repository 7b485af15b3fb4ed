/* A corpus in a file: which format it is in, and the words of one that has numbers in their place. */
#ifndef JSMF_CORPUS_FILE_H
#define JSMF_CORPUS_FILE_H

#include "tool.h"

#include "jsmf/corpus.h"

enum { CORPUS_GUESS = -1 };
/* The format of a choice of --from, a position in JSMF_CORPUS_FORMATS; JSMF_FORMAT_GUESS of CORPUS_GUESS. */
jsmf_corpus_format corpus_format(int choice);

/* What in holds: *npz: a stream; else *format, the one chosen or guessed. vocab: the user named a vocabulary, so a
 * docword is meant where it looks like text: its reader says best what is wrong with one. JSMF_EDATA for text of
 * another format, a warning where the guess is doubtful; both advise --from. Consumes nothing. */
jsmf_status corpus_find_format(tool_run *run, jsmf_input *in, int choice, bool vocab, bool *npz,
                               jsmf_corpus_format *format) JSMF_CHECKED;
/* The words, at path, of the corpus in `in`, of any format but text. merge: a word may stand there more than once.
 * JSMF_EUSAGE where path is NULL. */
jsmf_status corpus_read_vocab(tool_run *run, jsmf_input *in, jsmf_corpus_format format, const char *path, bool merge,
                              jsmf_strings *vocab) JSMF_CHECKED;
/* The same of what is called so, and has so many words at most (0: any number). */
jsmf_status corpus_read_words(tool_run *run, const char *name, const char *what, const char *path, bool merge,
                              size_t most, jsmf_strings *vocab) JSMF_CHECKED;
/* JSMF_EUSAGE where --vocab (or NULL) was given for a bag. */
jsmf_status corpus_refuse_vocab(tool_run *run, const char *name, const jsmf_stream *stream,
                                const char *path) JSMF_CHECKED;
/* JSMF_EDATA with what the corpus is and what was expected in its stead, which `maker` says how to make: of a program
 * that takes no text, since a log or a table that got there by mistake would pass for a corpus. */
jsmf_status corpus_refuse(tool_run *run, const jsmf_input *in, const jsmf_corpus_guessed *found, const char *expected,
                          const char *maker) JSMF_CHECKED;
/* A warning where entries were summed; h has the rest. */
void corpus_warn_of_repeated(tool_run *run, const char *name, size_t repeated, const jsmf_csr *h);

#endif
