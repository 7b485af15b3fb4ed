/* What a method of inference is: a table of functions. Each is in a file of its own, method_X.c;
 * JSMF_INFER_METHODS lists them. */
#ifndef JSMF_INFER_METHOD_H
#define JSMF_INFER_METHOD_H

#include "given_model.h"

/* The strength of the default method's prior, in the default options and as its own. */
#define JSMF_INFER_DEFAULT_PRIOR 0.625

typedef struct jsmf_infer_class jsmf_infer_class;

/* A member that a method does not need is NULL, 0 or false; own_prior alone must always be set. */
struct jsmf_infer_class {
    /* ---- what users are told ---- */
    bool has_prior, has_loss; /* options that matter */
    bool has_paper;          /* can be run to the letter of the paper */
    bool needs_a;            /* cannot do without the model's A; of a variant, too */
    double own_prior;         /* the prior's strength that suits it best; 1 where it has none */
    /* JSMF_EUSAGE where options do not suit the method. */
    jsmf_status (*check)(jsmf_context *ctx, const jsmf_infer_options *options);
    /* The table that is used under these options in the place of this one. */
    const jsmf_infer_class *(*variant)(const jsmf_infer_options *options);

    /* ---- what it does ---- */
    bool chi_square; /* its least squares have the metric 1 / u, whatever the options say */
    bool symmetric;  /* its dual is one symmetric block; else it has any number of blocks */
    /* *state = what composing a document takes, made of what is given and of the dual (values NULL: 0), which both are
     * borrowed by it. The state is to be freed in any case. */
    jsmf_status (*new)(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual, void **state);
    /* Learns the dual from all documents; dual: as it is known so far. Where it is NULL the method has no dual. */
    jsmf_status (*fit)(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_batches *source,
                       jsmf_infer_lambda *dual, jsmf_infer_fit_report *report);
    /* w (k) = the composition of a document with known words, from a cold start. scratch: as `bytes` says. */
    jsmf_status (*compose)(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome);
    /* The bytes of compose's scratch for a document of so many words. */
    size_t (*bytes)(size_t k, size_t words);
    void (*free)(void *state); /* NULL is fine */
};

/* jsmf_infer_NAME_class of each method, and what stands in for PADD's to the letter and for GIBBS's with the
 * logistic-normal prior. */
#define JSMF_INFER_DECLARE(method, name) extern const jsmf_infer_class jsmf_infer_##name##_class;
JSMF_INFER_METHODS(JSMF_INFER_DECLARE)
extern const jsmf_infer_class jsmf_infer_padd_paper_class, jsmf_infer_gibbs_normal_class;

#endif
