/* Bayes' rule: from p(word | topic) and p(topic) to p(topic | word). */
#include "bayes.h"

void jsmf_model_bbar(size_t n, size_t k, const double *b, const double *p, double *bbar)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++)
            sum += b[i * k + j] * p[j];
        for (size_t j = 0; j < k; j++)
            bbar[j * n + i] = sum > 0 ? b[i * k + j] * p[j] / sum : 0;
    }
}
