/* What a model does not know of jsmf-bow's corpus. */
#ifndef JSMF_BOW_UNKNOWN_H
#define JSMF_BOW_UNKNOWN_H

#include "bow_corpus.h"

typedef struct bow_unknown {
    size_t words, of;    /* that are not known, of so many */
    int64_t tokens, all; /* of them, and of all words */
    int64_t before;      /* tokens that jsmf-text --match left out, which neither of these has */
} bow_unknown;

int64_t bow_tokens(const jsmf_csr *h);
/* What is not among the words of `known`, those of the stream at path; words of --stop count for nothing there. Lists
 * the most frequent with -v. JSMF_EDATA where they have more than the part --max-unknown of the tokens. */
jsmf_status bow_find_unknown(tool_run *run, bow_corpus *c, const char *path, const jsmf_strings *known,
                             bow_unknown *out) JSMF_CHECKED;
/* The warning that they are left out, where there are any. */
void bow_report_unknown(tool_run *run, const bow_corpus *c, const char *path, const bow_unknown *u);

#endif
