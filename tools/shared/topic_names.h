/* Names of topics: from a file, and of their words. */
#ifndef JSMF_TOPIC_NAMES_H
#define JSMF_TOPIC_NAMES_H

#include "tool.h"

#include "jsmf/model.h"

/* A name for each of so many topics, "" where one has none. */
typedef struct topic_names {
    size_t count;
    char **name; /* count; each owned, and never NULL */
} topic_names;

/* Names of so many topics, from the list, or, where it is NULL, none. Freed with topic_names_free, after a failure
 * too. */
jsmf_status topic_names_make(tool_run *run, const jsmf_strings *list, size_t count, topic_names *out) JSMF_CHECKED;
void topic_names_free(topic_names *names);
/* Gives the topic this name, which is copied. */
jsmf_status topic_names_set(tool_run *run, topic_names *names, size_t topic, const char *name) JSMF_CHECKED;
/* Changes the names that the file has: lines "7: taxes and wages"; "7:" takes the name of topic 7 away. JSMF_EDATA for
 * another line, a topic that is not there, one that is there twice. */
jsmf_status topic_names_read(tool_run *run, topic_names *names, const char *path) JSMF_CHECKED;
/* Names the topics that have no name: by the three first of their words by FREX that are no such words of another
 * topic. vocab has the model's words. */
jsmf_status topic_names_of_words(tool_run *run, topic_names *names, const jsmf_model *model,
                                 const jsmf_strings *vocab) JSMF_CHECKED;
/* The names of groups of topics, as in jsmf_model_regroup: of each the first name among its topics. */
jsmf_status topic_names_regroup(tool_run *run, topic_names *names, const size_t *group, size_t groups) JSMF_CHECKED;
/* A warning of the first two topics of one name. */
void topic_names_warn_of_repeated(tool_run *run, const topic_names *names, const char *model);
/* Writes the names to the stream, unless these are its own; without any name there is no array. */
jsmf_status topic_names_store(tool_run *run, const topic_names *names, jsmf_stream *stream) JSMF_CHECKED;

#endif
