/* Composition inference: what each document is about, its composition w, given the topics B and their correlations A
 * (002).
 *
 * Methods with a dual learn a small matrix from all documents (jsmf_infer_fit), which makes (1/M) W W' what A says;
 * after that, as for methods without one, w is a function of the document, the model and the dual alone, and of the
 * context's seed where it is sampled: to the bit the same whatever stands beside the document, in whatever batch, on
 * any number of threads (jsmf_infer_compose). */
#ifndef JSMF_INFER_H
#define JSMF_INFER_H

#include "jsmf/model.h"
#include "jsmf/base.h"

JSMF_BEGIN_DECLS

/* Every method, ONE(its enumerator, its name as users write it). A method is a line here, and a file of its own in
 * src/infer (method.h). */
#define JSMF_INFER_METHODS(ONE) \
    /* 002 Algorithm 1: dual decomposition, the dual symmetric and of any sign */ \
    ONE(JSMF_INFER_PADD, padd) \
    /* 002 Algorithm 2: manifold iteration; least squares only */ \
    ONE(JSMF_INFER_PAMI, pami) \
    /* the loss alone, w on the simplex: no prior. PADD with a dual of 0 */ \
    ONE(JSMF_INFER_SCLS, scls) \
    /* maximum likelihood: SCLS with the likelihood as its loss, whatever the options say */ \
    ONE(JSMF_INFER_EM, em) \
    /* variational inference under a Dirichlet prior (Blei, Ng, Jordan, 2003): its mean */ \
    ONE(JSMF_INFER_VB, vb) \
    /* Bbar h~: one step from the prior */ \
    ONE(JSMF_INFER_INIT, init) \
    /* the default: variational inference under the logistic-normal prior whose moments are A (Blei, Lafferty, 2007, \
     * with the tokens' topics summed out): its mean */ \
    ONE(JSMF_INFER_NORMAL, normal) \
    /* B^+ h~, B^+ the left inverse of B of least entries (Arora and others, 2016; 002 section 3) */ \
    ONE(JSMF_INFER_TLI, tli) \
    /* Gibbs sampling with fixed topics, under the Dirichlet or the logistic-normal prior: the samples' mean */ \
    ONE(JSMF_INFER_GIBBS, gibbs)

typedef enum jsmf_infer_method { JSMF_INFER_METHODS(JSMF_ENUMERATOR) } jsmf_infer_method;

typedef enum jsmf_infer_loss {
    JSMF_LEAST_SQUARES, /* |D (B w - h~)|^2, where h~ = h / n are the frequencies of the words in the document */
    JSMF_LIKELIHOOD     /* -2 sum_i h~_i log (B w)_i, which is near the least squares of the chi-square metric */
} jsmf_infer_loss;

/* The diagonal matrix D of the least squares. */
typedef enum jsmf_infer_weights {
    JSMF_WEIGHTS_MODEL, /* D_ii = 1 / sqrt(u_i), u = B A e: the chi-square metric */
    JSMF_WEIGHTS_NONE   /* D = I */
} jsmf_infer_weights;

/* The prior of GIBBS. */
typedef enum jsmf_infer_gibbs_prior {
    JSMF_GIBBS_DIRICHLET, /* of the parameters alpha, as VB's */
    JSMF_GIBBS_NORMAL     /* logistic-normal, of the moments A, as NORMAL's */
} jsmf_infer_gibbs_prior;

typedef struct jsmf_infer_options {
    jsmf_infer_method method;
    jsmf_infer_loss loss;       /* of PADD and SCLS */
    jsmf_infer_weights weights; /* of the least squares of PADD, PAMI and SCLS */
    double prior;               /* the prior's strength, 0 to 1. PADD and PAMI: 0 is no prior, and 1 asks for (1/M) W W'
                                 * = A. NORMAL, and GIBBS with that prior: a factor on the inverse of the covariance
                                 * that A gives, above 0; GIBBS with the Dirichlet: 1 */
    bool yielding;              /* PADD: the prior's strength is what suits the documents, as jsmf_infer_fit finds, at
                                 * most the above: the less the longer they are, and the less, down to 0, the farther
                                 * their mean composition without a prior is from A e */
    /* How long jsmf_infer_fit learns the dual of PADD and PAMI; no other method looks at these two. Before the first
     * iteration all documents are looked at once, which PADD to the letter alone counts. */
    size_t iterations;          /* passes over all documents, at most. PADD: each pass evaluates one dual, those that
                                 * the line search rejects included; with JSMF_LIKELIHOOD so many passes by least
                                 * squares come first, and then as many again. PAMI: each makes one block of the dual */
    double tolerance;           /* PADD: the dual Lambda has converged where |W W'/M - A - Lambda / c|_F <= tolerance
                                 * |A|_F, c being the weight that the prior's strength stands for, infinite at 1. PAMI:
                                 * where |Q - P|_F <= tolerance sqrt(K), with the paper's Q and P. 0: never */
    bool paper;                 /* PADD and PAMI to the letter, for comparison. PADD: steps of tau = 0.05, documents see
                                 * Lambda / M, the dual is clipped at 0, and all iterations are made whatever the
                                 * tolerance. PAMI: rho = 0.01, A's eigenvalues as they are, and W the projection of
                                 * R'Q' to the simplex. Both: documents begin at Bbar h~. Needs least squares without
                                 * weights, and a prior of 1 */
    double delta;               /* TLI: the bound on |B^+ B - I|_inf; 0 or more, below 1 */
    bool threshold;             /* TLI: topics below delta + 2 |B^+|_inf sqrt(log K / n) are left out of a document of n
                                 * tokens, as published; else w is projected to the simplex */
    jsmf_infer_gibbs_prior gibbs_prior; /* of GIBBS */
    size_t burn_in, samples;    /* of GIBBS: so many sweeps over a document's tokens are forgotten, then w is the mean
                                 * over so many, 1 or more */
} jsmf_infer_options;

/* NORMAL, with the prior's strength that suits it. Whoever puts in another method puts in its own prior, too. */
extern const jsmf_infer_options jsmf_infer_defaults;
/* Whether the method has a prior whose strength matters. */
bool jsmf_infer_has_prior(jsmf_infer_method method);
/* Whether it minimises a loss that can be chosen, or its weights. */
bool jsmf_infer_has_loss(jsmf_infer_method method);
/* The prior's strength that suits the method best; 1 where it has none. */
double jsmf_infer_own_prior(jsmf_infer_method method);

/* Names as users write them; a NULL ends each list. The position is the enumeration's. */
extern const char *const jsmf_infer_method_names[], *const jsmf_infer_loss_names[], *const jsmf_infer_weights_names[],
    *const jsmf_infer_gibbs_prior_names[];

typedef struct jsmf_infer jsmf_infer;

/* Makes *out, which the caller frees with jsmf_infer_free; NULL where it fails.
 * model: b, and for JSMF_INFER_INIT and paper also bbar (Bayes' rule takes its place where it is NULL); a, without
 * which NORMAL, PADD, PAMI and GIBBS with the logistic-normal prior cannot be. b and bbar are borrowed until
 * jsmf_infer_free; a is copied, divided by its sum. alpha (k, copied): the Dirichlet's parameters for VB and GIBBS, or
 * NULL: they are fitted to a by moments. Without a the prior mean is alpha's in the place of A e; without either it is
 * even, and alpha is 1 / k.
 * A topic whose row of a is 0 has a prior of 0, and no part in any document, by the methods that need a; the others
 * then do as if there were no a; a warning counts such topics.
 * JSMF_EDATA where a is NULL and needed (the message names methods that need none), not symmetric, not finite,
 * negative, or 0 throughout, and where an alpha is not positive and finite.
 * JSMF_EUSAGE where options are out of range or do not go together. JSMF_ESYSTEM for lack of memory. */
jsmf_status jsmf_infer_new(jsmf_context *ctx, const jsmf_model *model, const double *alpha,
                           const jsmf_infer_options *options, jsmf_infer **out) JSMF_CHECKED;
void jsmf_infer_free(jsmf_infer *infer); /* NULL is fine */
/* The bytes that jsmf_infer_new allocates for the model's n words and k topics, and for a copy of those that have mass
 * where some have none (a NULL: all have), and jsmf_infer_compose beside its arguments, were a document
 * to have all words: n k numbers a thread for the likelihood's methods, a few n for the others. What jsmf_infer_fit
 * keeps of the documents (16 k bytes of each, PAMI 32 k) goes to an unlinked file in TMPDIR where there is much of it.
 */
size_t jsmf_infer_bytes(const jsmf_context *ctx, const jsmf_infer_options *options, const jsmf_model *model);

/* Whether the method, as the options have it, works with a dual (with a prior of 0 none does): it must be learned or
 * given before jsmf_infer_compose. */
bool jsmf_infer_needs_dual(const jsmf_infer *infer);

typedef struct jsmf_infer_fit_report {
    size_t documents;  /* that took part: those with a word that the model knows */
    size_t iterations; /* that were made, as the options count them; of the likelihood's alone where that is the loss */
    bool converged;    /* by the tolerance; false for PADD to the letter, true where no dual is needed */
    double dual;       /* PADD: the dual function's value at the dual that is kept; else, and to the letter, NAN */
    double distance;   /* |W W'/M - A|_F / |A|_F, W of the dual that is kept; NAN where no dual is needed */
    double gap;        /* PAMI: |Q - P|_F / sqrt(K) of the last iteration, as the tolerance has it; else NAN */
} jsmf_infer_fit_report;

/* Learns the dual from the source's documents, which is rewound first; says one JSMF_INFO line an iteration. Does
 * nothing but fill the report where the method needs no dual. PADD goes on from the dual that was learned or given
 * before, where there is one, and keeps the dual at which W W'/M was nearest to what it asks for. PAMI, and PADD to the
 * letter, begin anew and keep what the last iteration leaves. Not to converge is no error. report may be NULL.
 * JSMF_EDATA where the source has other words than the model, no document with known words, or, for PAMI, fewer of
 * those than topics; and where the documents change from pass to pass. JSMF_EUSAGE where, for the likelihood, a batch
 * has more than JSMF_BATCH_DOCUMENTS documents. JSMF_ENUMERIC where PADD at full strength finds that no compositions
 * have the moments A (a learned A seldom is the mean of any w w'), and where A has no Cholesky factor, which PAMI takes
 * to the letter.
 * JSMF_ESYSTEM for lack of memory, or where the file in TMPDIR cannot be written. */
jsmf_status jsmf_infer_fit(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                           jsmf_infer_fit_report *report) JSMF_CHECKED;

/* A document's flags. */
enum {
    JSMF_DOCUMENT_EMPTY = 1,       /* no word that the model knows: w is the prior mean A e */
    JSMF_DOCUMENT_UNCONVERGED = 2, /* the document's own problem was not solved to its tolerance; w is a composition */
    JSMF_DOCUMENT_CUT = 4          /* no topic was above TLI's threshold: w is the prior mean A e */
};

/* The compositions of the batch's documents, of which it may have any number: w (rows x k, one document contiguous) is
 * not negative, and each document's sums to 1 within 1e-12. flags: rows, or NULL. Words of zero rows of b are unknown
 * to the model. Adds to the totals.
 * JSMF_EDATA where batch->cols is not n, and where GIBBS with the Dirichlet prior meets counts that are not whole
 * numbers, or more than 2^24 tokens in a document. JSMF_EUSAGE where the method needs a dual and has none.
 * JSMF_ENUMERIC where TLI finds no left inverse, and where a composition is not a number. JSMF_ESYSTEM for lack of
 * memory. */
jsmf_status jsmf_infer_compose(jsmf_context *ctx, jsmf_infer *infer, const jsmf_csr *batch, double *w,
                               unsigned char *flags) JSMF_CHECKED;

/* Of all that jsmf_infer_compose has done since jsmf_infer_new. */
typedef struct jsmf_infer_totals {
    size_t documents;      /* composed */
    size_t empty, unconverged, cut; /* those of them with each flag */
    double known, unknown; /* tokens of words that the model knows, and of those that it does not */
    double distance;       /* |W W'/M - A|_F / |A|_F over the documents that are not empty; NAN where there are none,
                            * or no A */
    double worst_kkt;      /* the largest KKT residual of a document's problem: by least squares relative to the largest
                            * coefficient of B'D^2 h~, by the likelihood to the gradient's mean; 0 for other methods */
} jsmf_infer_totals;
void jsmf_infer_count(const jsmf_infer *infer, jsmf_infer_totals *out); /* never fails */

JSMF_END_DECLS

#endif
