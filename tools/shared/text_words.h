/* How jsmf-text cuts words: by its options, or as a model tells. */
#ifndef JSMF_TEXT_WORDS_H
#define JSMF_TEXT_WORDS_H

#include "tool.h"

#include "jsmf/tally.h"
#include "jsmf/words.h"

typedef struct text_words_settings {
    const char *pattern, *match;
    bool keep_case, strip_accents, nfkc, numbers, urls, split_apostrophes;
    size_t min_length, ngrams, phrases, phrase_length;
    double phrase_npmi;
    tool_list stop; /* words that --match does not count as unknown */
} text_words_settings;

typedef struct text_words {
    jsmf_words *words;
    jsmf_strings known, stop; /* the words of --match, and of --stop */
    jsmf_tally *tally;
} text_words;

/* JSMF_EUSAGE for options that do not go together. */
jsmf_status text_words_check(tool_run *run, const text_words_settings *s) JSMF_CHECKED;
/* Makes words, and the tally that counts them. Freed with text_words_free, after a failure too. */
jsmf_status text_words_make(tool_run *run, const text_words_settings *s, text_words *w) JSMF_CHECKED;
void text_words_free(text_words *w);

/* Says what was counted and what left out. */
void text_words_report(tool_run *run, const text_words_settings *s, const jsmf_tally_counts *c);
/* Adds text.recipe to the stream. */
jsmf_status text_words_give(tool_run *run, text_words *w, const jsmf_tally_counts *c, jsmf_stream *out) JSMF_CHECKED;

#endif
