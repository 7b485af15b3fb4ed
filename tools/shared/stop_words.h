/* Lists of words that do not count: one that is built in, and files of words, one a line. */
#ifndef JSMF_STOP_WORDS_H
#define JSMF_STOP_WORDS_H

#include "tool.h"

/* Adds the words of every value of --stop to the list: "english", or a file. beside: bytes that are held beside the
 * list. JSMF_EDATA where a file is no list of words. */
jsmf_status stop_words_read(tool_run *run, const tool_list *stop, size_t beside, jsmf_strings *list) JSMF_CHECKED;
/* Adds those of one file. */
jsmf_status stop_words_add(tool_run *run, const char *path, size_t beside, jsmf_strings *list) JSMF_CHECKED;
/* A warning where most of those words of the list that the vocabulary has are there in another case only, or where it
 * has none of a list of one's own. */
jsmf_status stop_words_warn_of_case(tool_run *run, const jsmf_strings *vocab, const jsmf_strings *list) JSMF_CHECKED;

#endif
