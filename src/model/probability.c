/* Probabilities of words and topics. */
#include "probability.h"

#include "jsmf/model.h"

#include <float.h>
#include <math.h>

void jsmf_model_unigram(size_t n, size_t k, const double *b, const double *p, double *unigram)
{
    for (size_t i = 0; i < n; i++) {
        unigram[i] = 0;
        for (size_t j = 0; j < k; j++)
            unigram[i] += b[i * k + j] * p[j];
    }
}

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

void jsmf_model_clear_noise(size_t count, double *x, size_t stride)
{
    static const double least = 1e-12;
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(x[i * stride]));
    for (size_t i = 0; i < count; i++)
        if (fabs(x[i * stride]) < least * most)
            x[i * stride] = 0;
}

bool jsmf_model_has_mass(double sum) { return sum >= DBL_MIN; }

double jsmf_model_npmi(double joint, double first, double second)
{
    if (!(joint > 0 && first > 0 && second > 0))
        return -1;
    if (joint >= 1)
        return 0;
    return log(joint / (first * second)) / -log(joint);
}
