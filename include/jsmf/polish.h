/* Topics polished on the documents: a few passes of variational EM for latent Dirichlet allocation (Blei, Ng, Jordan,
 * 2003), from the topics of a spectral model. The first passes are stirred, B moves after every few documents (Hoffman,
 * Blei, Bach, 2010), which leaves the neighbourhood of a poor start, and begin with topics of 0.1 B0 + 0.9 p(word), all
 * as frequent; the others are whole, and raise
 *   F = sum over documents of [sum_i h_i log sum_k B_ik e_k - KL(Dirichlet(gamma) | Dirichlet(alpha))]
 *       + sum_ik (beta + s_k B0_ik) log B_ik,   e_k = exp(E log w_k),
 * with the start B0, in the gammas, B and alpha in turn. With the matrix prior, w = softmax(x), x ~ N(mu, Sigma) (Blei,
 * Lafferty, 2007), a document's part of F is
 *   sum_i h_i log sum_k B_ik e^l_k - n log sum_k e^(l_k + v_k / 2) - KL(N(l, diag(v)) | N(mu, Sigma)),
 * raised in l and v, and there is a part of K pseudo-documents, which keep Sigma from becoming singular:
 *   -K KL(N(0, s I) | N(0, Sigma)),
 * s the mean variance that it begins with, 4 (mu = 0, Sigma = 4 I) but where the start's topics are those to begin
 * with: there mu and Sigma are those of the moments A. s_k is anchor_weight T / K, T being all tokens; or, by topic,
 * n / 10 (prior knowledge that is spread as in B0 where beta's is even) and, where documents can be read again, up to
 * T / (2 K), the more the more the topic's leading words cohere in them. */
#ifndef JSMF_POLISH_H
#define JSMF_POLISH_H

#include "jsmf/model.h"
#include "jsmf/base.h"

/* The prior on compositions, which is learned: a Dirichlet, under which no topics go together more than others, or the
 * matrix prior, the softmax of a normal distribution. */
typedef enum jsmf_polish_prior_kind { JSMF_POLISH_DIRICHLET, JSMF_POLISH_MATRIX } jsmf_polish_prior_kind;
extern const char *const jsmf_polish_prior_names[]; /* ends with NULL */

typedef struct jsmf_polish_options {
    jsmf_polish_prior_kind prior; /* of compositions */
    size_t passes;        /* over all documents, at least 1 */
    size_t minibatch;     /* documents, in stirred passes and in jsmf_polish_online; 0: all passes are whole */
    double minibatch_tokens; /* where that many documents have fewer, a minibatch has as many as have them, up to
                                JSMF_BATCH_DOCUMENTS */
    double tolerance;     /* stop when a whole pass raises F by less than this part of |F|; 0: never */
    double held_out;      /* this part of the documents, 0 to 0.9, is not learned from: stop when their log-probability
                             per token does not rise in a whole pass; 0: none */
    double beta;          /* pseudo-count of every word in every topic; 0 or more */
    double anchor_weight; /* weight of the start, in units of the mean topic's tokens; 0 or more */
    bool anchor_by_topic; /* instead of that weight: what suits each topic */
    bool random;          /* start from random topics of the context's seed instead; the start gives n and k alone */
} jsmf_polish_options;

extern const jsmf_polish_options jsmf_polish_defaults;

typedef struct jsmf_polish_report {
    size_t passes;    /* taken */
    size_t documents; /* learned from: not empty, not held out */
    double tokens;    /* theirs */
    bool settled;     /* stopped by the tolerance or the held-out documents */
    double bound;     /* F / T of the last whole pass; NAN where there was none */
    double held_out;  /* log-probability per token, NAN where none was asked for, or none can be scored */
    double start_held_out; /* the same by the start */
    size_t held_out_documents;
} jsmf_polish_report;

/* start: b, and a and alpha where there are such; borrowed for the call. source: documents over the same words, values
 * or counts, which can be picked; each pass reads them. *out gets b (columns sum to 1), a = (1 / M) W W' (sum 1), alpha
 * (k) and bbar (Bayes' rule); owned by the caller. W is the gammas' means; with the matrix prior it is
 * softmax(l + v / 2), and alpha jsmf_model_alpha_from_moments of a. With held-out documents b, a and alpha are those of
 * the pass that made these likeliest. S, Canchor and the rest are the start's and left NULL. report may be NULL. One
 * JSMF_INFO line a pass; JSMF_WARNING where none of the documents is held out, or nothing of them can be scored, where
 * the start leaves them likelier by more than 0.05 a token and chance, and where topics end without words.
 * JSMF_EDATA where the documents have other words than the start, or no tokens of words that the start knows, where b
 * is 0, a negative or not symmetric; JSMF_EUSAGE where they cannot be picked; JSMF_ENUMERIC where no normal has the
 * moments a. */
jsmf_status jsmf_polish(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                        const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report) JSMF_CHECKED;
/* One pass over documents that are not kept, in their order, in minibatches, in O(N K) memory; passes, tolerance and
 * held_out do not matter. */
jsmf_status jsmf_polish_online(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                               const jsmf_polish_options *options, jsmf_model *out,
                               jsmf_polish_report *report) JSMF_CHECKED;
/* The bytes that they allocate for that many documents of that many entries, of which no thousand has more than twice
 * its share; documents = 0: online. */
size_t jsmf_polish_bytes(size_t n, size_t k, size_t documents, size_t entries,
                         const jsmf_polish_options *options);

#endif
