/* What the fit of a dual keeps of the documents that have known words: the coefficients f and a state of each. They are
 * in memory while they are few, else in an unlinked file, and are worked through in blocks whose size depends on
 * nothing. */
#ifndef JSMF_INFER_STORE_H
#define JSMF_INFER_STORE_H

#include "given_model.h"
#include "jsmf/io.h"

/* Documents in a block, the last one excepted; no fewer than in a batch. */
enum { JSMF_INFER_BLOCK = 4096 };

typedef struct jsmf_infer_store {
    size_t k, width;               /* doubles of a document: coefficients, state */
    size_t documents;
    double tokens;                 /* of their known words */
    jsmf_spool *f, *state;
    double *f_block, *state_block; /* of the documents in hand */
    double *sums;                  /* one a chunk of them */
    double *cross;                 /* k x k */
} jsmf_infer_store;

/* Takes the coefficients of the source's documents (rewound first); each state begins with w of jsmf_infer_begin, the
 * rest of it is 0. JSMF_EDATA where no document has known words, or where the source has other words than the model. To
 * be released in any case. */
jsmf_status jsmf_infer_store_make(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_batches *source,
                                  size_t width, jsmf_infer_store *store) JSMF_CHECKED;
void jsmf_infer_store_release(jsmf_infer_store *store);

/* A pass: what is done for each document, in parallel. */
typedef struct jsmf_infer_pass {
    /* i: the document's place among those in hand; f (k), state (width), scratch as below. *sum is added to. */
    jsmf_status (*document)(jsmf_context *ctx, const void *self, size_t i, const double *f, double *state,
                            double *scratch, double *sum);
    const void *self;
    size_t scratch;  /* doubles */
    bool keep;       /* states are written back */
    double divisor;  /* of the moments, 1 or the number of documents */
    double *moments; /* k x k: sum of x x', x the first k of a state */
    double *second;  /* the same of the second k; or NULL */
    double sum;      /* of all documents' sums */
} jsmf_infer_pass;

/* Does it for the documents first .. first + count - 1 (at most JSMF_INFER_BLOCK), and adds to the moments and the sum:
 * in the order of documents, whatever the number of threads. */
jsmf_status jsmf_infer_store_work(jsmf_context *ctx, jsmf_infer_store *store, size_t first, size_t count,
                                  jsmf_infer_pass *pass) JSMF_CHECKED;
/* Does it for all documents; the moments and the sum begin at 0. */
jsmf_status jsmf_infer_store_work_all(jsmf_context *ctx, jsmf_infer_store *store, jsmf_infer_pass *pass) JSMF_CHECKED;

#endif
