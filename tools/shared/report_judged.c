#include "report_judged.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Those that a reader asks for first; jsmf-eval has the others. */
const report_measure report_measures[] = {
    { "Legality", "Legality", "1 is best",
      "The sum of the topics&#39; correlations as they were recovered. Far from 1 the model does not fit the corpus.",
      3, false },
    { "RelativeApproximation", "Approximation error", "lower is better",
      "How far the co-occurrences of words that the model makes are from those of the corpus, as a part of them. "
      "0 would be a perfect fit.", 3, false },
    { "NPMI", "Coherence (NPMI)", "higher is better",
      "Whether the leading words of a topic occur in the same documents: &minus;1 never, 0 as often as by chance, "
      "1 always.", 3, true },
    { "UniqueWords", "Unique words", "higher is better",
      "How many of a topic&#39;s leading words no other topic leads with, in the mean of all topics.", 1, true },
    { "Specificity", "Specificity", "higher is better",
      "How far the words of topics are from those of the corpus as a whole, in bits. Near 0 a topic says nothing of "
      "its own.", 2, false },
    { "HeldOutLogProbability", "Held-out likelihood", "higher is better",
      "How well one half of a document tells the words of the other half: the mean logarithm of their probability.",
      3, false },
    { .metric = NULL },
};

const char *report_counted(const report_data *d, const report_measure *what, char text[REPORT_COUNTED])
{
    text[0] = '\0';
    if (what->of_words)
        snprintf(text, REPORT_COUNTED, " Of %zu leading words; jsmf-eval -n %zu counts as many.", d->summary.words,
                 d->summary.words);
    return text;
}

bool report_measured(const report_data *d, const report_measure *what, double *value)
{
    const jsmf_metric *metric = jsmf_metrics_find(&d->metrics, what->metric);
    if (!metric || isnan(metric->value) || (strcmp(what->metric, "Legality") == 0 && d->in.model.legality == 1))
        return false;
    *value = fabs(metric->value) < 0.5 * pow(10, -what->digits) ? 0 : metric->value; /* no minus before 0 */
    return true;
}

/* A topic of less than a tenth of an even share. */
static bool is_little(const report_data *d, size_t k)
{
    return d->weighed && d->weight[k] < 0.1 / (double)d->in.model.k;
}

/* How many of a topic's leading words are another's, too. */
size_t report_shared_words(const report_data *d, size_t a, size_t b)
{
    const size_t count = d->summary.words, *x = d->summary.prominent + a * count, *y = d->summary.prominent + b * count;
    size_t shared = 0;
    for (size_t i = 0; i < count && x[i] != JSMF_NONE; i++)
        for (size_t j = 0; j < count && y[j] != JSMF_NONE; j++)
            shared += x[i] == y[j];
    return shared;
}

bool report_are_alike(const report_data *d, size_t a, size_t b)
{
    return d->summary.words >= 4 && 2 * report_shared_words(d, a, b) > d->summary.words;
}

static const double *coherence(const report_data *d)
{
    const jsmf_metric *metric = jsmf_metrics_find(&d->metrics, "NPMI");
    return metric ? metric->topics : NULL;
}

static bool is_incoherent(const report_data *d, size_t k)
{
    const double *npmi = coherence(d);
    return npmi && !isnan(npmi[k]) && npmi[k] < 0;
}

const report_concern report_concerns[] = {
    { is_little, "One topic has less than a tenth of an even share of the words, and may rest on few documents:",
      "Some topics have less than a tenth of an even share of the words, and may rest on few documents:" },
    { is_incoherent, "One topic is incoherent, as its leading words meet in documents less often than by chance:",
      "Some topics are incoherent, as their leading words meet in documents less often than by chance:" },
    { NULL, NULL, NULL },
};

size_t report_concerned(const report_data *d, const report_concern *concern)
{
    size_t count = 0;
    for (size_t k = 0; k < d->in.model.k; k++)
        count += concern->holds(d, k);
    return count;
}

size_t report_count_pairs(const report_data *d)
{
    size_t count = 0;
    for (size_t a = 0; a < d->in.model.k; a++)
        for (size_t b = a + 1; b < d->in.model.k; b++)
            count += report_are_alike(d, a, b);
    return count;
}

