/* Models and documents for the tests of composition inference. */
#ifndef JSMF_INFER_MODEL_H
#define JSMF_INFER_MODEL_H

#include "corpora.h"
#include "infer_golden.h"
#include "jsmf/infer.h"

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* Infers the golden documents; a dual (rows x GOLDEN_TOPICS) where dual is not NULL. w: GOLDEN_DOCUMENTS x
 * GOLDEN_TOPICS; the bag has counts. */
jsmf_infer_totals golden_compose(const jsmf_infer_options *o, size_t rows, const double *dual, double *w,
                                 unsigned char *flags);
/* The golden documents as a bag, and the golden model; both borrow static memory. */
jsmf_csr golden_bag(void);
jsmf_model golden_model(void);
void assert_golden(const double *w, const double *expected, double tolerance);

/* A corpus with its true model: b of the synthetic topics, a of the documents' own compositions. */
typedef struct known_corpus {
    corpus c;
    jsmf_model model;
} known_corpus;
known_corpus known_draw(const jsmf_synth_options *o, uint64_t seed, int threads);
void known_free(known_corpus *k);

/* A run over it all: fit where there is a dual, compose. w: documents x topics, to be freed. */
typedef struct inferred {
    double *w;
    jsmf_infer_fit_report fit;
    jsmf_infer_totals totals;
} inferred;
inferred infer_all(const known_corpus *k, const jsmf_infer_options *o);

/* The default options with this method and this strength of the prior. */
jsmf_infer_options prior_options(jsmf_infer_method method, double prior);
/* The mean over the documents of |w - true w|_1. */
double composition_error(const known_corpus *k, const double *w);

#endif
