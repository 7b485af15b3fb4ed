/* Probabilities of words and topics. */
#ifndef JSMF_MODEL_PROBABILITY_H
#define JSMF_MODEL_PROBABILITY_H

#include <stddef.h>

/* unigram (n) = b p, the words' probabilities, of b (n x k) and p (k), p(topic). */
void jsmf_model_unigram(size_t n, size_t k, const double *b, const double *p, double *unigram);
/* Bayes' rule: bbar (k x n) = p(topic | word) from b (n x k), p(word | topic), and p (k), p(topic). The columns of
 * words that no topic has are zero. */
void jsmf_model_bbar(size_t n, size_t k, const double *b, const double *p, double *bbar);
/* Of probabilities at x[0], x[stride], .. (count of them) sets those to 0 that are nothing but rounding beside the
 * largest: less than 1e-12 of it, which no corpus has tokens enough to tell from 0. Entries that are negative, as a
 * co-occurrence of low rank has them, are measured by their size. */
void jsmf_model_clear_noise(size_t count, double *x, size_t stride);
/* The normalised pointwise mutual information of two events, log(joint / (first second)) / -log(joint), from the
 * probabilities of both together, of the first and of the second. It is -1 where they never meet or one has no
 * probability, 1 where either occurs only with the other, 0 where they are independent, and by convention 0 where both
 * always occur (joint = 1, where the quotient is 0 / 0). */
double jsmf_model_npmi(double joint, double first, double second);

#endif
