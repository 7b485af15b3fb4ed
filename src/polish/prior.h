/* The prior on compositions, which polishing learns, one of two: a Dirichlet (prior_dirichlet.c), or the matrix prior,
 * the softmax of a normal (prior_normal.c). */
#ifndef JSMF_POLISH_PRIOR_H
#define JSMF_POLISH_PRIOR_H

#include "document/words.h"

#include "jsmf/polish.h"

typedef struct jsmf_polish_prior jsmf_polish_prior;

/* Where to begin. */
typedef struct jsmf_polish_prior_start {
    const double *a;     /* k x k, the start's, or NULL: where it has none, or its topics are not those to begin with */
    const double *alpha; /* k: the start's Dirichlet */
    const double *mean;  /* k: the topics' shares; borrowed as long as the prior is used */
} jsmf_polish_prior_start;

/* A document's composition is known by its state, prior->state doubles. */
typedef struct jsmf_polish_prior_class {
    /* JSMF_ENUMERIC where no normal has the moments a. */
    jsmf_status (*begin)(jsmf_context *ctx, jsmf_polish_prior *p, const jsmf_polish_prior_start *start) JSMF_CHECKED;
    /* state = where a document of so many tokens begins; the state of a document without any is the prior's. */
    void (*begin_document)(const jsmf_polish_prior *p, double tokens, double *state);
    /* The state moves by at most so many steps. It leaves e (k), and ratios (words) = counts_i / (B e)_i, of which the
     * tokens by word and topic are ratios_i B_ij e_j; and in r (k) what the prior learns from, to be summed over
     * documents. scratch: prior->scratch. Returns the document's part of F. */
    double (*compose)(const jsmf_polish_prior *p, const jsmf_document_words *d, size_t steps, double *state, double *e,
                      double *ratios, double *r, double *scratch);
    /* Adds to learned (prior->learned, of which the first k are the sums of r) what else the prior learns from in
     * documents of these states (rows x state), those without tokens left out. NULL where there is nothing else. */
    jsmf_status (*collect)(jsmf_context *ctx, const jsmf_polish_prior *p, size_t rows, const double *tokens,
                           const double *states, double *learned) JSMF_CHECKED;
    /* Moves by the rate to the prior that so many documents, of which learned is the sum, make likeliest. */
    jsmf_status (*learn)(jsmf_context *ctx, jsmf_polish_prior *p, const double *learned, double documents,
                         double rate) JSMF_CHECKED;
    /* What the prior's own pseudo-documents add to F. */
    double (*pseudo_bound)(const jsmf_polish_prior *p);
    /* w (k) = the composition times its sum, which it returns. */
    double (*shares)(const jsmf_polish_prior *p, const double *state, double *w);
    /* alpha (k) of the model whose correlations are a (k x k). */
    void (*alpha)(const jsmf_polish_prior *p, const double *a, double *alpha);
    /* Into text (size bytes): what the prior is like, for the line of a pass. */
    void (*describe)(const jsmf_polish_prior *p, char *text, size_t size);
} jsmf_polish_prior_class;

extern const jsmf_polish_prior_class jsmf_polish_dirichlet_class, jsmf_polish_normal_class;

struct jsmf_polish_prior {
    const jsmf_polish_prior_class *class;
    size_t k;
    size_t state, learned, scratch; /* doubles of a document, of a sum over documents, of compose's scratch */
    size_t count;
    double *values;     /* count: all that learn moves; owned */
    const double *mean; /* k: the topics' shares at the beginning; borrowed */
    double documents;   /* that it is learned from: a guess until a whole pass has counted them */
    double spread;      /* of the normal: the variance of its pseudo-documents */
};

/* A prior whose values are 0; class->begin must follow, jsmf_polish_prior_free after all, a failure, too. */
jsmf_status jsmf_polish_prior_new(jsmf_context *ctx, jsmf_polish_prior_kind kind, size_t k,
                                  jsmf_polish_prior *p) JSMF_CHECKED;
void jsmf_polish_prior_free(jsmf_polish_prior *p);
/* Doubles of a document's state. */
size_t jsmf_polish_prior_state(jsmf_polish_prior_kind kind, size_t k);
/* Bytes that it takes to begin, with moments or without, to learn from batches of so many documents, and for its values
 * and their copy. */
size_t jsmf_polish_prior_bytes(jsmf_polish_prior_kind kind, size_t k, bool moments, size_t rows);

#endif
