/* What every method of inference is given: the model and the options made ready, and the words of a document. */
#ifndef JSMF_INFER_GIVEN_MODEL_H
#define JSMF_INFER_GIVEN_MODEL_H

#include "jsmf/infer.h"

#include "document/entries.h"

/* Documents in a chunk of parallel work: enough of them make a chunk's start cheap. */
enum { JSMF_INFER_CHUNK = 16 };

typedef struct jsmf_infer_given {
    jsmf_infer_options options;
    size_t n, k;
    const double *b;    /* n x k, the model's */
    const double *bbar; /* k x n, the model's, or NULL */
    double *a;          /* k x k, symmetric, sums to 1; NULL where the model has none, for methods that need none */
    double a_norm;      /* |A|_F */
    double *mean;       /* k: A e; without A the mean of alpha */
    double *alpha;      /* k: the Dirichlet's, as given or fitted to A; without both 1 / k each */
    double *unigram;    /* n: u = B mean; 0 for a word that the model does not know */
    double *metric;     /* n: D^2 of the least squares, 1 / u or 1, and 0 for an unknown word */
    double *q;          /* k x k: B' diag(metric) B, which the paper writes B^2 */
} jsmf_infer_given;

/* Makes it of a model whose A, where it has one, was checked; b and bbar are borrowed, alpha (k, or NULL) is copied.
 * chi_square: the metric is 1 / u whatever the options say. Fails where memory is short. To be released in any case. */
jsmf_status jsmf_infer_given_make(jsmf_context *ctx, const jsmf_model *model, const double *alpha,
                                  const jsmf_infer_options *options, bool chi_square, jsmf_infer_given *g) JSMF_CHECKED;
void jsmf_infer_given_release(jsmf_infer_given *g);

/* Row of the batch as a document of its known words, which borrows indices and h (each as long as the row). */
jsmf_document_frequencies jsmf_infer_document_of(const jsmf_infer_given *g, const jsmf_csr *batch, size_t row,
                                                 int32_t *indices, double *h);
/* f (k) = B' diag(metric) h~, a column of the paper's F. values: d->words of scratch. */
void jsmf_infer_coefficients(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *values, double *f);
/* w (k) = the mean of p(topic | word) over the document's tokens, by Bayes' rule from B and A e. values: d->words of
 * scratch. */
void jsmf_infer_bayes(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *values, double *w);
/* w (k) = Bbar h~, whatever it sums to; false where there is no Bbar, or none of the words in it. */
bool jsmf_infer_bbar(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *w);
/* w (k) = where a document begins: jsmf_infer_bayes, or, to the letter of the paper, Bbar h~ brought to sum 1 where
 * there is one. values: d->words of scratch. */
void jsmf_infer_begin(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *values, double *w);

/* |moment / documents - A|_F / |A|_F, moment (k x k) the sum of w w'. */
double jsmf_infer_distance(const jsmf_infer_given *g, const double *moment, double documents);

/* ---- the dual ---- */

/* The dual Lambda of a method that learns one: blocks of k x k, one below the other. */
typedef struct jsmf_infer_lambda {
    size_t rows;
    double *values; /* rows x k; NULL: there is none */
} jsmf_infer_lambda;

/* lambda = a copy of values, in the place of what it was. Fails where memory is short; lambda stays then. */
jsmf_status jsmf_infer_lambda_set(jsmf_context *ctx, size_t rows, size_t k, const double *values,
                                  jsmf_infer_lambda *lambda) JSMF_CHECKED;

#endif
