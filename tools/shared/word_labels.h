/* Words' labels, a line a word: the word, a tab and its label. */
#ifndef JSMF_WORD_LABELS_H
#define JSMF_WORD_LABELS_H

#include "models.h"

#include "jsmf/metrics.h"

typedef struct word_labels {
    jsmf_metrics_word_labels labels; /* of the model's words; borrows the rest */
    size_t *label;
    jsmf_strings names;              /* of the classes' metrics */
    const char **name;
} word_labels;

/* Reads the labels of the model's words from the file; other words in it do not matter. Freed with word_labels_free,
 * after a failure too. JSMF_EDATA where a line is not a word, a tab and a label, where a word of the model has two,
 * where none has one, where labels are no classes, and where the model has no vocabulary. */
jsmf_status word_labels_read(tool_run *run, const char *path, const model_input *model, word_labels *out) JSMF_CHECKED;
void word_labels_free(word_labels *labels);

#endif
