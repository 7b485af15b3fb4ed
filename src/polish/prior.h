/* The prior on compositions that polishing learns, by choice: a Dirichlet (polish_dirichlet.c), or the matrix prior,
 * the softmax of a normal (polish_normal.c). */
#ifndef JSMF_POLISH_PRIOR_H
#define JSMF_POLISH_PRIOR_H

#include "document/words.h"

#include "jsmf/polish.h"

typedef struct jsmf_polish_prior jsmf_polish_prior;

/* Where to begin. */
typedef struct jsmf_polish_prior_start {
    const double *a;     /* k x k, the start's, or NULL: where it has none, or its topics are not those to begin with */
    const double *alpha; /* k: the start's Dirichlet */
    const double *mean;  /* k: the topics' shares; kept by the prior */
} jsmf_polish_prior_start;

/* What a document's composition is known by is its state: prior->state doubles. */
typedef struct jsmf_polish_prior_class {
    jsmf_status (*begin)(jsmf_context *ctx, jsmf_polish_prior *p, const jsmf_polish_prior_start *start) JSMF_CHECKED;
    /* state = where a document of so many tokens begins; without any it is the prior's. */
    void (*document)(const jsmf_polish_prior *p, double tokens, double *state);
    /* The state moves by at most so many steps. e (k) and ratios (words) as it leaves them: counts_i / (B e)_i, for the
     * tokens by word and topic, ratios_i B_ij e_j; r (k): what the prior learns from in the sum. Returns the document's
     * part of F. */
    double (*compose)(const jsmf_polish_prior *p, const jsmf_document_words *d, size_t steps, double *state, double *e,
                      double *ratios, double *r, double *scratch);
    /* learned (prior->learned, of which the first k are the sums of r) += what else it learns from in documents of
     * these states, where their tokens are not 0; NULL: nothing. */
    jsmf_status (*collect)(jsmf_context *ctx, const jsmf_polish_prior *p, size_t rows, const double *tokens,
                           const double *states, double *learned) JSMF_CHECKED;
    /* Moves by the rate to the prior that so many documents, of which learned is the sum, make likeliest. */
    jsmf_status (*learn)(jsmf_context *ctx, jsmf_polish_prior *p, const double *learned, double documents,
                         double rate) JSMF_CHECKED;
    /* What pseudo-counts of the prior's own add to F. */
    double (*rest)(const jsmf_polish_prior *p);
    /* w (k) = the composition times its sum, which it returns. */
    double (*shares)(const jsmf_polish_prior *p, const double *state, double *w);
    /* alpha (k) of the model whose correlations are a. */
    void (*alpha)(const jsmf_polish_prior *p, const double *a, double *alpha);
    /* Into text: what the prior is like. */
    void (*describe)(const jsmf_polish_prior *p, char *text, size_t size);
} jsmf_polish_prior_class;

extern const jsmf_polish_prior_class jsmf_polish_dirichlet_class, jsmf_polish_normal_class;

struct jsmf_polish_prior {
    const jsmf_polish_prior_class *class;
    size_t k, state, learned, scratch; /* doubles: of a document, of a sum over documents, of compose's scratch */
    size_t count;
    double *values;     /* count: all that learn moves */
    const double *mean; /* k */
    double documents;   /* that it is learned from, about, until whole passes tell */
    double spread;      /* of the normal: the variance of its pseudo-documents */
};

/* A prior without values; class->begin must follow. */
jsmf_status jsmf_polish_prior_new(jsmf_context *ctx, jsmf_polish_prior_kind kind, size_t k,
                                  jsmf_polish_prior *p) JSMF_CHECKED;
void jsmf_polish_prior_free(jsmf_polish_prior *p);
/* Doubles of a document. */
size_t jsmf_polish_prior_state(jsmf_polish_prior_kind kind, size_t k);
/* What it takes to begin, with moments or without, to learn from batches of so many documents, and for its values and
 * their copy. */
size_t jsmf_polish_prior_bytes(jsmf_polish_prior_kind kind, size_t k, bool moments, size_t rows);

#endif
