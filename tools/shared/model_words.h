/* A model's topics as distributions over another vocabulary. */
#ifndef JSMF_MODEL_WORDS_H
#define JSMF_MODEL_WORDS_H

#include "models.h"

/* m->model.b becomes one over the words of `of`, which has as many of them as topics need: of the words that both have,
 * divided by their sum; a topic without any of them is even over all words. Only b, a and what names topics may be used
 * afterwards. Does nothing where the words are the same. JSMF_EDATA where one has no vocabulary, or no word is in
 * both. */
jsmf_status model_map_words(tool_run *run, model_input *m, const model_input *of) JSMF_CHECKED;

#endif
