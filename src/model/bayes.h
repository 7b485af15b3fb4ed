/* Bayes' rule between topics and words. */
#ifndef JSMF_MODEL_BAYES_H
#define JSMF_MODEL_BAYES_H

#include <stddef.h>

/* bbar (k x n) = p(topic | word) from b (n x k), p(word | topic), and p (k), p(topic); zero columns for words that no
 * topic has. */
void jsmf_model_bbar(size_t n, size_t k, const double *b, const double *p, double *bbar);

#endif
