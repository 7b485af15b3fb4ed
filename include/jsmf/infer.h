/* Composition inference: what each document is about, its composition w, given the topics B and their correlations A
 * (002).
 *
 * Methods with a dual learn a small matrix from all documents (jsmf_infer_fit), which makes (1/M) W W' what A says;
 * after that, as for methods without one, w is a function of the document, the model and the dual alone: to the bit the
 * same whatever stands beside the document, in whatever batch, on any number of threads (jsmf_infer_compose). */
#ifndef JSMF_INFER_H
#define JSMF_INFER_H

#include "jsmf/model.h"
#include "jsmf/base.h"

/* A method is added here, in the list of src/infer/methods.c, and as a file of its own beside that. */
typedef enum jsmf_infer_method {
    JSMF_INFER_PADD, /* 002 Algorithm 1: dual decomposition, the dual symmetric and of any sign */
    JSMF_INFER_PAMI, /* 002 Algorithm 2: manifold iteration; least squares only */
    JSMF_INFER_SCLS, /* the loss alone, w on the simplex: no prior. PADD with a dual of 0 */
    JSMF_INFER_EM,   /* maximum likelihood: SCLS with the likelihood as its loss, whatever the options say */
    JSMF_INFER_VB,   /* variational inference under a Dirichlet prior (Blei, Ng, Jordan, 2003): its mean */
    JSMF_INFER_INIT, /* Bbar h~: one step from the prior */
    JSMF_INFER_NORMAL, /* the default: variational inference under the logistic-normal prior whose moments are A (Blei,
                          Lafferty, 2007, with the tokens' topics summed out): its mean */
    JSMF_INFER_TLI     /* B^+ h~, B^+ the left inverse of B of least entries (Arora and others, 2016; 002 section 3) */
} jsmf_infer_method;

typedef enum jsmf_infer_loss {
    JSMF_LEAST_SQUARES, /* |D (B w - h~)|^2, h~ = h / n */
    JSMF_LIKELIHOOD     /* - sum over the words of h~_i log (B w)_i */
} jsmf_infer_loss;

/* D of the least squares. */
typedef enum jsmf_infer_weights {
    JSMF_WEIGHTS_MODEL, /* 1 / sqrt(u), u = B A e: the chi-square metric */
    JSMF_WEIGHTS_NONE   /* 1 */
} jsmf_infer_weights;

typedef struct jsmf_infer_options {
    jsmf_infer_method method;
    jsmf_infer_loss loss;       /* of PADD and SCLS */
    jsmf_infer_weights weights; /* of the least squares */
    double prior;               /* the prior's strength, 0 to 1; of PADD and PAMI 0 is no prior and 1 asks for (1/M) W
                                   W' = A; of NORMAL it is a factor on the inverse of the covariance that A gives, and
                                   above 0 */
    size_t iterations;          /* of the dual at most: passes over all documents */
    double tolerance;           /* the dual has converged where its gradient, which is W W'/M - A at full strength
                                   (PAMI: |Q - P|_F / sqrt(K)), is less in units of |A|_F; 0: it never has */
    bool paper;                 /* PADD and PAMI to the letter, for comparison: tau = 0.05, Lambda / M, max(0, .), and
                                   rho = 0.01, no eigenvalue lifted, W the projection of R'Q'; documents begin at Bbar
                                   h~; all iterations are made; without weights, at full strength */
    double delta;               /* TLI: |B^+ B - I|_inf may be as large; 0 or more, below 1 */
    bool threshold;             /* TLI: topics below delta + 2 |B^+|_inf sqrt(log K / n) are left out of a document of n
                                   tokens, as published; else w is projected to the simplex */
} jsmf_infer_options;

extern const jsmf_infer_options jsmf_infer_defaults;
/* Whether the method has a prior whose strength matters. */
bool jsmf_infer_has_prior(jsmf_infer_method method);
/* Whether it minimises a loss that can be chosen, or its weights. */
bool jsmf_infer_has_loss(jsmf_infer_method method);
/* The prior's strength that suits the method best; 1 where it has none. */
double jsmf_infer_own_prior(jsmf_infer_method method);

/* Names as users write them, "padd" ...; a NULL ends each list. The position is the enumeration's. */
extern const char *const jsmf_infer_method_names[], *const jsmf_infer_loss_names[], *const jsmf_infer_weights_names[];

typedef struct jsmf_infer jsmf_infer;

/* model: b, a and, for JSMF_INFER_INIT and paper, bbar (by Bayes' rule where it is NULL); borrowed until
 * jsmf_infer_free. a is brought to sum 1. alpha: k, the Dirichlet's of JSMF_INFER_VB, or NULL: fitted to a by moments;
 * borrowed for the call. JSMF_EDATA where a is NULL (said how to get one), not symmetric, not finite, negative, or has
 * a zero row (a topic without mass); JSMF_EUSAGE where options do not go together or are out of range. */
jsmf_status jsmf_infer_new(jsmf_context *ctx, const jsmf_model *model, const double *alpha,
                           const jsmf_infer_options *options, jsmf_infer **out) JSMF_CHECKED;
void jsmf_infer_free(jsmf_infer *infer); /* NULL is fine */
/* The bytes that jsmf_infer_new allocates for n words and k topics, and jsmf_infer_compose beside its arguments, were a
 * document to have all words: n k numbers a thread for the likelihood's methods, a few n for the others. What
 * jsmf_infer_fit keeps of the documents (16 k bytes of each, PAMI 32 k) goes to an unlinked file in TMPDIR where there
 * is much of it. */
size_t jsmf_infer_bytes(const jsmf_context *ctx, const jsmf_infer_options *options, size_t n, size_t k);

/* Whether the method, as the options have it, works with a dual (with a prior of 0 none does): it must be learned or
 * given before jsmf_infer_compose. */
bool jsmf_infer_needs_dual(const jsmf_infer *infer);

typedef struct jsmf_infer_fit_report {
    size_t documents;  /* that took part: not the empty ones */
    size_t iterations; /* of the dual */
    bool converged;
    double dual;       /* the dual's value, NAN where there is none */
    double distance;   /* |W W'/M - A|_F / |A|_F of the last iteration's W */
    double gap;        /* PAMI: |Q - P|_F / sqrt(K M), else NAN */
} jsmf_infer_fit_report;

/* Learns the dual from the source's documents (rewound first); one JSMF_INFO line an iteration. Does nothing where the
 * method needs no dual. JSMF_EDATA where the source has other words than the model or no document with known words;
 * JSMF_ENUMERIC where PADD at full strength finds that no compositions have the moments A (a learned A seldom is the
 * mean of any w w'), or PAMI to the letter that A has no Cholesky factor. PADD keeps the dual at which W W'/M was
 * nearest to what it asks for; to the letter, the last. report may be NULL. */
jsmf_status jsmf_infer_fit(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                           jsmf_infer_fit_report *report) JSMF_CHECKED;

/* The dual (shape[0] x shape[1]), borrowed; NULL where there is none. */
const double *jsmf_infer_dual(const jsmf_infer *infer, size_t shape[2]);
/* Takes a dual that a run of the same method, loss and weights has learned; copied. JSMF_EDATA unless its shape is what
 * this method has for k topics, and its entries are finite (and symmetric where the method's are). JSMF_EUSAGE where
 * the method needs none. */
jsmf_status jsmf_infer_set_dual(jsmf_context *ctx, jsmf_infer *infer, size_t rows, size_t cols,
                                const double *dual) JSMF_CHECKED;

/* A document's flags. */
enum {
    JSMF_DOCUMENT_EMPTY = 1,      /* no word that the model knows: w is the prior mean A e */
    JSMF_DOCUMENT_UNCONVERGED = 2, /* stopped by a bound on the iterations; w is feasible */
    JSMF_DOCUMENT_CUT = 4         /* no topic was above TLI's threshold: w is the prior mean */
};

/* The compositions of the batch's documents, as many as it has: w (rows x k, one document contiguous) is not negative,
 * each document's sums to 1 within 1e-12. flags: rows, or NULL. Words with a zero row of b are unknown. JSMF_EDATA
 * where batch->cols is not n, JSMF_ENUMERIC where TLI finds no left inverse. Adds to the totals. */
jsmf_status jsmf_infer_compose(jsmf_context *ctx, jsmf_infer *infer, const jsmf_csr *batch, double *w,
                               unsigned char *flags) JSMF_CHECKED;

/* Of all that jsmf_infer_compose has done since jsmf_infer_new. */
typedef struct jsmf_infer_totals {
    size_t documents, empty, unconverged, cut; /* composed; those with each flag */
    double known, unknown; /* tokens of words that the model knows, or does not */
    double distance;       /* |W W'/M - A|_F / |A|_F over the documents that are not empty; NAN where all are */
    double worst_kkt;      /* the largest KKT residual of a document's problem, relative to its largest coefficient; 0
                              for methods without one */
} jsmf_infer_totals;
void jsmf_infer_count(const jsmf_infer *infer, jsmf_infer_totals *out); /* never fails */

#endif
