/* What the parts of composition inference share: the prepared model, the problem of one document, passes over all. */
#ifndef JSMF_INFER_METHOD_H
#define JSMF_INFER_METHOD_H

#include "jsmf/infer.h"

#include "document/likelihood.h"
#include "solve/simplex_parts.h"

/* Documents a chunk: one at a time is solved, and enough of them make a chunk's start cheap. */
enum { JSMF_INFER_CHUNK = 16 };

/* g (k x k, symmetric) becomes P g P, offset (k) = P g e / k: on the simplex w'gw = w'(P g P)w + 2 offset'w + a
 * constant. Returns the least eigenvalue of P g P, at most the 0 that e has. An error is the context's. */
double jsmf_infer_centre(jsmf_context *ctx, size_t k, double *g, double *offset);

/* ---- least squares: min w'(Q + dual) w - 2 f'w over the simplex (method_padd.c) ---- */

/* On the simplex g = P (Q + dual) P + s e e', P = I - e e'/k, and f - offset have the same solutions as Q + dual and f,
 * but g is positive definite where Q + dual is convex along sum w = 0. Where it is not, lift is what that lacks: a cold
 * start minimises the convex function that the concave part -lift w'w becomes when its tangent at the start replaces it
 * (the first round of 002's CCP); from there, and from a warm start, the active set goes to a minimum of the problem
 * itself, which takes CCP hundreds of rounds. */
typedef struct jsmf_infer_squares {
    size_t k;
    double *g;      /* k x k */
    double *lifted; /* k x k: g + lift I */
    double *offset; /* k */
    double lift;
    jsmf_solve_simplex_job convex, indefinite; /* of lifted; of g, where lift is not 0 */
} jsmf_infer_squares;

/* dual: k x k symmetric, or NULL for 0. To be released in any case. */
jsmf_status jsmf_infer_squares_prepare(jsmf_context *ctx, size_t k, const double *q, const double *dual,
                                       jsmf_infer_squares *s) JSMF_CHECKED;
void jsmf_infer_squares_release(jsmf_infer_squares *s);
/* w: where to start where warm is true (on the simplex), or the problem is not convex; the solution after.
 * scratch: 2 k. */
jsmf_status jsmf_infer_squares_solve(jsmf_context *ctx, const jsmf_infer_squares *s, const double *f, bool warm,
                                     double *w, double *scratch, jsmf_document_outcome *outcome) JSMF_CHECKED;

/* min w'gw - 2 f'w over the simplex, for a prepared g; w: where to start where warm is true. */
jsmf_status jsmf_infer_simplex_solve(jsmf_context *ctx, const jsmf_solve_simplex_job *prepared, const double *f,
                                     bool warm, double *w, jsmf_document_outcome *outcome) JSMF_CHECKED;

/* ---- PAMI (method_pami.c): A with its small eigenvalues lifted, and what follows from it ---- */

typedef struct jsmf_infer_pami {
    double *root, *root_inverse; /* k x k, symmetric: A^(1/2), A^(-1/2) */
    double *inverse;             /* k x k: A^-1 */
    double rho;
} jsmf_infer_pami;

void jsmf_infer_pami_release(jsmf_infer_pami *p);

/* ---- PADD to the letter (method_padd_paper.c) ---- */

typedef struct jsmf_infer_paper {
    double *g; /* k x k: Q + dual + lift I */
    double lift;
    jsmf_solve_simplex_job convex; /* of g */
} jsmf_infer_paper;

void jsmf_infer_paper_release(jsmf_infer_paper *p);

/* ---- TLI (method_tli.c) ---- */

typedef struct jsmf_infer_tli {
    double *inverse; /* n x k: column j of it is row j of B^+ */
    double largest;  /* |B^+|_inf */
} jsmf_infer_tli;

void jsmf_infer_tli_release(jsmf_infer_tli *t);

/* ---- the whole ---- */

/* How a method solves one document, once the dual is there. */
typedef struct jsmf_infer_class {
    /* What is derived from the dual (NULL: 0); may be NULL. Called again for another dual. */
    jsmf_status (*prepare)(jsmf_context *ctx, jsmf_infer *infer, const double *dual);
    /* doubles of scratch for a document of that many words */
    size_t (*scratch)(const jsmf_infer *infer, size_t words);
    /* w (k) from the cold start. */
    jsmf_status (*solve)(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d, double *w,
                         double *scratch, jsmf_document_outcome *outcome);
    /* Learns infer->dual; NULL where the method has none. */
    jsmf_status (*fit)(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source, jsmf_infer_fit_report *report);
    /* The shape of the dual, and whether one may be used. */
    void (*shape)(const jsmf_infer *infer, size_t shape[2]);
    bool symmetric;
} jsmf_infer_class;

struct jsmf_infer {
    jsmf_infer_options options;
    size_t n, k;
    const double *b;   /* n x k, the model's */
    double *a;         /* k x k, sums to 1 */
    double *mean;      /* k: A e */
    double size;       /* |A|_F */
    double *unigram;   /* n: u = B A e; 0 for a word that the model does not know */
    double *metric;    /* n: 1 / u or 1, as the weights have it */
    double *q;         /* k x k: B' diag(metric) B */
    const double *bbar; /* k x n, the model's, or NULL */
    double *alpha;     /* k, for JSMF_INFER_VB alone */
    double *dual;
    size_t dual_shape[2];
    const jsmf_infer_class *class;
    /* What solving a document needs, prepared from the dual. */
    bool ready;
    jsmf_infer_squares squares;
    jsmf_document_likelihood likelihood;
    jsmf_infer_pami pami;
    jsmf_infer_tli tli;
    jsmf_infer_paper paper;
    double *mu, *precision; /* k, k x k: for JSMF_INFER_NORMAL */
    /* Of what was composed. */
    jsmf_infer_totals totals;
    double *moment;    /* k x k: the sum of w w', empty documents left out */
};

/* Row of the batch as a document, into indices and h (as long as the row). */
jsmf_document_frequencies jsmf_infer_document_of(const jsmf_infer *infer, const jsmf_csr *batch, size_t row,
                                                 int32_t *indices, double *h);
/* f (k) = B' diag(metric) h; values: d->words of scratch. */
void jsmf_infer_coefficients(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *values, double *f);
/* w (k) = p(topic | word) on the document's average, by Bayes' rule from B and A e; values as above. */
void jsmf_infer_bayes(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *values, double *w);

/* w (k) = Bbar h~, as it sums; false where there is no Bbar, or none of the words in it. */
bool jsmf_infer_bbar(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *w);
/* w (k) = where a document begins: jsmf_infer_bayes, or, to the letter, Bbar h~ where there is one; values as above. */
void jsmf_infer_begin(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *values, double *w);

/* JSMF_EDATA unless the batch's words are as many as the model's. */
jsmf_status jsmf_infer_check_words(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_csr *batch) JSMF_CHECKED;
/* The class's prepare, once; JSMF_EUSAGE where a dual is needed and missing. */
jsmf_status jsmf_infer_make_ready(jsmf_context *ctx, jsmf_infer *infer) JSMF_CHECKED;
/* Copies the dual in; compose derives what it needs from it anew. */
jsmf_status jsmf_infer_take_dual(jsmf_context *ctx, jsmf_infer *infer, size_t rows, size_t cols,
                                 const double *dual) JSMF_CHECKED;
/* |moment / documents - A|_F / |A|_F */
double jsmf_infer_distance(const jsmf_infer *infer, const double *moment, double documents);

jsmf_status jsmf_infer_fit_squares(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                                   jsmf_infer_fit_report *report) JSMF_CHECKED;

jsmf_status jsmf_infer_fit_likelihood(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                                      jsmf_infer_fit_report *report) JSMF_CHECKED;

extern const jsmf_infer_class jsmf_infer_padd_likelihood_class, jsmf_infer_em_class, jsmf_infer_vb_class,
    jsmf_infer_pami_class;
extern const jsmf_infer_class jsmf_infer_padd_class, jsmf_infer_scls_class, jsmf_infer_init_class,
    jsmf_infer_normal_class;
extern const jsmf_infer_class jsmf_infer_tli_class, jsmf_infer_paper_class;

#endif
