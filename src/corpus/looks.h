/* What the first bytes of a corpus look like, of which the last line may be cut off. */
#ifndef JSMF_CORPUS_LOOKS_H
#define JSMF_CORPUS_LOOKS_H

#include "jsmf/corpus.h"

/* A line of the first bytes, without its end. */
typedef struct jsmf_corpus_line {
    const char *start, *end;
    bool cut; /* the bytes end within it */
} jsmf_corpus_line;

/* The line that begins at *at, which moves behind it; false at the end of the bytes. whole: nothing comes after
 * them. */
bool jsmf_corpus_line_next(const char **at, const char *end, bool whole, jsmf_corpus_line *line);

/* Whether lines are pairs word:count behind a label, and of which of the two formats. */
bool jsmf_corpus_looks_ldac(const char *text, size_t length, bool whole);
bool jsmf_corpus_looks_svmlight(const char *text, size_t length, bool whole);
/* What makes that doubtful. */
jsmf_corpus_doubt jsmf_corpus_doubt_ldac(const char *text, size_t length, bool whole);
jsmf_corpus_doubt jsmf_corpus_doubt_svmlight(const char *text, size_t length, bool whole);

/* What text that no reader recognises looks like, where it is another format, else NULL: "CSV". */
const char *jsmf_corpus_foreign(const char *text, size_t length, bool whole);
/* What makes it doubtful that text is one document a line. */
jsmf_corpus_doubt jsmf_corpus_doubt_text(const char *text, size_t length, bool whole);

#endif
