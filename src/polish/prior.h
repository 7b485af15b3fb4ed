/* The prior on compositions, which polishing learns, one of two: a Dirichlet (prior_dirichlet.c), or the matrix prior,
 * which is the softmax of a normal distribution (prior_matrix.c). Letters are those of jsmf/polish.h. */
#ifndef JSMF_POLISH_PRIOR_H
#define JSMF_POLISH_PRIOR_H

#include "document/entries.h"

#include "jsmf/polish.h"

typedef struct jsmf_polish_prior jsmf_polish_prior;

/* What the prior begins with. */
typedef struct jsmf_polish_prior_start {
    const double *a;     /* k x k, the start's; NULL where it has none, or its topics are not those to begin with */
    const double *alpha; /* k: the start's Dirichlet */
    const double *mean;  /* k: the topics' shares; borrowed as long as the prior is used */
} jsmf_polish_prior_start;

/* What a kind of prior does. A document's composition is known by its state, prior->state doubles: gamma, or l and
 * log v. */
typedef struct jsmf_polish_prior_class {
    /* Sets the prior's values. JSMF_ENUMERIC where no normal distribution has the moments a. */
    jsmf_status (*begin)(jsmf_context *ctx, jsmf_polish_prior *p, const jsmf_polish_prior_start *start) JSMF_CHECKED;
    /* Makes sure of values that came from elsewhere. JSMF_EDATA or JSMF_ENUMERIC where they are no prior's. */
    jsmf_status (*resume)(jsmf_context *ctx, jsmf_polish_prior *p) JSMF_CHECKED;
    /* learned (p->learned doubles) = sums of so many documents that would take the prior `from` to p. */
    void (*unlearn)(const jsmf_polish_prior *p, const jsmf_polish_prior *from, double documents, double *learned);
    /* state = where a document of so many tokens begins; with 0 tokens it is what the prior alone says. */
    void (*begin_document)(const jsmf_polish_prior *p, double tokens, double *state);
    /* Moves the state by at most so many steps. Leaves e (k) and ratios (words) = counts_i / (B e)_i, from which the
     * tokens of word i and topic j are ratios_i B_ij e_j; and in r (k) what the prior learns from, to be summed over
     * documents. scratch: prior->scratch doubles. Returns the document's part of F. */
    double (*compose)(const jsmf_polish_prior *p, const jsmf_document_words *d, size_t steps, double *state, double *e,
                      double *ratios, double *r, double *scratch);
    /* Adds to learned (prior->learned doubles, of which the first k are the sums of r) what else the prior learns from
     * in documents of these tokens (rows) and states (rows x state); a document without tokens adds nothing. NULL where
     * there is nothing else. */
    jsmf_status (*collect)(jsmf_context *ctx, const jsmf_polish_prior *p, size_t rows, const double *tokens,
                           const double *states, double *learned) JSMF_CHECKED;
    /* Moves by the rate, 0 to 1, to the prior that so many documents, whose sums are learned, make likeliest. */
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

extern const jsmf_polish_prior_class jsmf_polish_dirichlet_class, jsmf_polish_matrix_class;

struct jsmf_polish_prior {
    const jsmf_polish_prior_class *class;
    size_t k;
    size_t state, learned, scratch; /* doubles of a document's state, of a sum over documents, of compose's scratch */
    size_t count;       /* doubles of values */
    double *values;     /* all that learn moves; owned */
    const double *mean; /* k: the topics' shares at the beginning; borrowed; the Dirichlet's alone */
    double documents;   /* that it is learned from: a guess until a whole pass has counted them */
    double spread;      /* tau, the variance of the matrix prior's pseudo-documents */
};

/* Makes a prior whose values are 0; class->begin must follow, and in any case jsmf_polish_prior_free. Fails for lack of
 * memory only. */
jsmf_status jsmf_polish_prior_new(jsmf_context *ctx, jsmf_polish_prior_kind kind, size_t k,
                                  jsmf_polish_prior *p) JSMF_CHECKED;
void jsmf_polish_prior_free(jsmf_polish_prior *p);
/* Doubles of a prior's values, and of a document's state. */
size_t jsmf_polish_prior_values(jsmf_polish_prior_kind kind, size_t k);
size_t jsmf_polish_prior_state(jsmf_polish_prior_kind kind, size_t k);
/* ... and of a sum over documents that it learns from. */
size_t jsmf_polish_prior_learned(jsmf_polish_prior_kind kind, size_t k);
/* The bytes that a prior takes: for its values and their copy, to begin (moments: by the moments a), and to learn from
 * batches of so many documents. */
size_t jsmf_polish_prior_bytes(jsmf_polish_prior_kind kind, size_t k, bool moments, size_t rows);

#endif
