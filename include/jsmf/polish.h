/* Topics polished on the documents: a few passes of variational EM for latent Dirichlet allocation (Blei, Ng, Jordan,
 * 2003), from the topics B0 of a spectral model, the start.
 *
 * The first passes are stirred: B moves after every minibatch of documents (Hoffman, Blei, Bach, 2010), which leaves
 * the neighbourhood of a poor start. They begin with the topics 0.1 B0 + 0.9 p(word), all as frequent. The last passes
 * (two of five or more, else one) are whole: they look at all documents before B moves. A whole pass raises
 *   F = sum over documents of [sum_i c_i log sum_k B_ik e_k - KL(Dirichlet(gamma) | Dirichlet(alpha))]
 *       + sum_ik (beta + s_k B0_ik + g_ik) log B_ik,   e_k = exp(E log w_k),
 * in the gammas, B and alpha in turn; c_i is the document's count of word i, and w its composition.
 *
 * The matrix prior in the place of the Dirichlet is the logistic-normal distribution: w = softmax(x), x ~ N(mu, Sigma)
 * (Blei, Lafferty, 2007). A document of t tokens then has the part
 *   sum_i c_i log sum_k B_ik e^l_k - t log sum_k e^(l_k + v_k / 2) - KL(N(l, diag(v)) | N(mu, Sigma))
 * of F, which is raised in its l and v. K pseudo-documents, of variance tau and without correlations, keep Sigma from
 * becoming singular, and have the part -K KL(N(0, tau I) | N(0, Sigma)). Where the passes begin with B0 as it is and
 * the start has an A, mu and Sigma begin as those whose moments are A, and tau is the mean of Sigma's diagonal;
 * otherwise they begin with mu = 0 and Sigma = tau I, tau = 4.
 *
 * s_k, the pseudo-tokens that hold topic k to its start, is start_weight T / K, T being the tokens of all documents.
 * By topic (start_by_topic) it is
 *   s_k = min(10 N / L^2, T / (2 K)) + T / (2 K) min(1, max(0, (NPMI_k - 0.3) / 0.2)),
 * L being the mean tokens of a document, and NPMI_k the coherence of the ten leading words of topic k of the start, in
 * the documents; in jsmf_polish_online the first part alone. A document of many tokens tells by the others which topic
 * each is of, and needs no hold; of a few, it does not, and topics that nothing holds come apart. What reads well
 * already stays as it is, however long documents are. g_ik, the pseudo-tokens of a guide, draw words to topics. */
#ifndef JSMF_POLISH_H
#define JSMF_POLISH_H

#include "jsmf/model.h"
#include "jsmf/base.h"
#include "jsmf/sums.h"

JSMF_BEGIN_DECLS

/* The prior on compositions, which is learned: a Dirichlet, under which no topics go together more than others, or the
 * matrix prior above, which knows the topics' correlations. */
typedef enum jsmf_polish_prior_kind { JSMF_POLISH_DIRICHLET, JSMF_POLISH_MATRIX } jsmf_polish_prior_kind;

/* What a polishing that goes on needs beside its topics: one by shards, between its rounds (below). */
typedef struct jsmf_polish_state {
    size_t n, k;
    jsmf_polish_prior_kind prior;
    bool soft;              /* began with soft topics: online rounds forget as fast as stirred passes */
    size_t rounds;          /* made since the beginning, online ones too */
    int64_t documents;      /* learned from, those that have tokens */
    double tokens;          /* T, of these */
    double beta;            /* the pseudo-count of every word in every topic, as the next, in units of T */
    double *pseudo_counts;  /* n x k: all others, s_k B0_ik + g_ik; NULL where there are none; owned */
    double *mean;           /* k: the start's shares of topics, with which documents begin; owned */
    double *values;         /* count: of the prior, with the documents that it was learned from and tau; owned */
    size_t count;
} jsmf_polish_state;

typedef struct jsmf_polish_options {
    jsmf_polish_prior_kind prior; /* of compositions */
    size_t passes;        /* over all documents, at most; at least 1 */
    size_t minibatch;     /* documents of a minibatch, at least; 0: no pass of jsmf_polish is stirred */
    double minibatch_tokens; /* a minibatch has more documents where so many are needed to have this many tokens, */
    double minibatch_pairs;  /* in jsmf_polish, or as many as all documents squared divided by this, up to
                              * JSMF_BATCH_DOCUMENTS; 0: they are not */
    double tolerance;     /* the work ends when a whole pass raises F by less than this part of |F|; 0: never */
    double held_out;      /* this part of the documents, 0 to 0.9, is drawn by the seed and not learned from. The first
                           * pass that does not raise their log-probability per token ends the stirred passes, or, if it
                           * is whole, the work. 0: none */
    double beta;          /* pseudo-count of every word in every topic, in tokens; 0 or more */
    double start_weight; /* weight of the start, in units of the mean topic's tokens T / K; 0 or more */
    bool start_by_topic; /* s_k of the formula above instead; start_weight is not used then */
    const jsmf_csr *guide; /* n x k, with values, 0 or more: g_ik in units of T / K; borrowed. NULL: none */
    bool random;          /* begins with random topics of the context's seed; the start gives n and k alone, and no
                           * topic is held to it */
    const jsmf_polish_state *state; /* the start is what a round by shards made, and where all passes are whole, or it
                           * is polished online, its pseudo-counts and its prior are those of the state, of the same
                           * prior; borrowed. Elsewhere it is not used. NULL: none */
} jsmf_polish_options;

extern const jsmf_polish_options jsmf_polish_defaults;

typedef struct jsmf_polish_report {
    size_t passes;    /* that were made */
    size_t documents; /* learned from: neither held out nor without a word that some topic has */
    double tokens;    /* of the documents that are not held out */
    bool settled;     /* whether the tolerance or the held-out documents ended the work */
    double bound;     /* F / T, of the topics and the prior with which the last whole pass began; NAN without one */
    double held_out;  /* log-probability per token of the held-out documents under *out, by the prior that was learned;
                       * NAN where none was asked for, or none can be scored */
    double completed; /* the same by the measure of jsmf_metrics_of_held_out, which is what jsmf-eval tells */
    double start_completed; /* that of the start, by the same measure; NAN for random topics, too */
    size_t held_out_documents;
    double hold;      /* pseudo-tokens a word that hold each topic to the start, min(10 / L^2, T / (2 K N)); 0 where
                       * they do not go by topic. Of jsmf_polish_online: those at the end */
    size_t held_topics; /* topics of which NPMI holds more */
} jsmf_polish_report;

/* Polishes topics on documents that can be read again.
 * start: b (n x k), and a, alpha and its anchors where it has them; borrowed for the call. source: documents over the
 * same words, values or counts, which can be picked; every pass reads all of them.
 * *out, which the caller frees with jsmf_model_free, gets b (columns sum to 1), a = (1 / M) W W' over the documents
 * learned from (divided by its sum; legality is 1), alpha (k), and bbar by Bayes' rule. W has the means of the gammas,
 * or softmax(l + v / 2) with the matrix prior, where alpha is fitted to a by moments. With held-out
 * documents all of this is that of the pass that made them likeliest. canchor has the rows that ideal anchors would
 * have in C = B A B'. The start's anchors are those that still hold (jsmf_model_anchor_holds), none with random topics.
 * unigram is B p(topic), p(topic) the row sums of a. residuals is NULL. Says one JSMF_INFO line a pass. Warns where no
 * document is held out or nothing of those can be scored, where the start leaves them likelier by more than 0.05 a
 * token and chance, both by completion, and where topics end without words. report may be NULL. JSMF_EDATA where the
 * documents have other words than the start, or no tokens of words that the start knows; where b is 0 everywhere; where
 * a has a negative entry or is not symmetric; where an alpha is not positive. JSMF_EUSAGE where documents cannot be
 * picked, and for options out of range. JSMF_ENUMERIC where no normal distribution has the moments a. JSMF_ESYSTEM for
 * lack of memory. *out is empty then. */
jsmf_status jsmf_polish(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                        const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report) JSMF_CHECKED;
/* The same in one pass over documents that are read once, in their order, and not kept: B moves after every minibatch,
 * in O(n k) memory. options->minibatch is 1 to JSMF_BATCH_DOCUMENTS, or JSMF_EUSAGE; tolerance and held_out are not
 * used. It begins with B0 as it is, and a fades with the minibatches as the topics do. */
jsmf_status jsmf_polish_online(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                               const jsmf_polish_options *options, jsmf_model *out,
                               jsmf_polish_report *report) JSMF_CHECKED;
/* The same start and model by collapsed Gibbs sampling for latent Dirichlet allocation (Griffiths, Steyvers, 2004), the
 * baseline for the others: options->passes sweeps over all tokens, whose topics begin as the start, or, where options
 * say random, chance has them. alpha and beta, which begin as the start's and options->beta, are learned every ten
 * sweeps by Minka's fixed point. The documents are in eight parts, which see each other's changes after each sweep
 * (Newman, Asuncion, Smyth, Welling, 2009). B is the mean over the last fifth of the sweeps, and a the posterior mean
 * of (1 / M) W W' given the topics of the last. Nothing holds the topics to the start. report->bound is log p(words,
 * topics) a token at the last sweep. The source is read twice, and its tokens are kept, 8 bytes each.
 * Fails as jsmf_polish does; JSMF_EDATA also where a count is no whole number or the tokens are more than INT32_MAX;
 * JSMF_EUSAGE also for a beta of 0, documents held out, a guide and a tolerance. JSMF_ESYSTEM where the tokens do not
 * fit the context's memory. The prior is a Dirichlet, whatever options->prior says. */
jsmf_status jsmf_polish_gibbs(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                              const jsmf_polish_options *options, jsmf_model *out,
                              jsmf_polish_report *report) JSMF_CHECKED;
/* The bytes that it allocates beside the documents' tokens. */
size_t jsmf_polish_gibbs_bytes(const jsmf_context *ctx, size_t n, size_t k);
/* The bytes that the other two allocate for so many documents with so many entries in all, where no thousand documents
 * have more than twice their share. documents = 0: those of jsmf_polish_online. */
size_t jsmf_polish_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                         const jsmf_polish_options *options);

/* ---- the size of a Dirichlet prior ---- */

typedef struct jsmf_polish_grid {
    double total, bound;             /* the best point: alpha_0, and its bound a token */
    double start_total, start_bound; /* the same of the start's own alpha */
    size_t documents;                /* that have words that some topic has */
    double tokens;                   /* of such words */
} jsmf_polish_grid;

/* Searches alpha_0, the sum of a Dirichlet's parameters, for the likelihood of documents, topics fixed (004, section
 * 4.2): alpha = alpha_0 p(topic), the row sums of a (without a the shares of the start's alpha), for so many alpha_0,
 * 2 or more, from K / 1000 to 10 K at equal ratios. The likelihood is F of jsmf_polish with the Dirichlet, without
 * pseudo-counts; gamma is found for each alpha_0, the largest first, by at most 20 steps from where the one before has
 * ended.
 * start: b (n x k), and a and alpha where it has them; borrowed. source: documents over the same words, read once.
 * alpha (k): that of the largest bound, where the smaller alpha_0 of equals is taken; or the start's own, with a
 * warning, where that is likelier than all of them by 0.002 a token, of which the steps leave less open. Each is held
 * within 1e-6 to 1e6. Says one JSMF_INFO line a point. Warns, too, where the best is an end of the grid. Fails as
 * jsmf_polish does for the start and the documents; JSMF_EUSAGE for fewer than 2 points. */
jsmf_status jsmf_polish_alpha_grid(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                                   size_t points, double *alpha, jsmf_polish_grid *out) JSMF_CHECKED;
/* The bytes that it allocates. */
size_t jsmf_polish_alpha_grid_bytes(const jsmf_context *ctx, size_t n, size_t k);

/* ---- by shards ----
 *
 * A whole pass from B as it is (minibatch 0) needs only sums over documents, which jsmf_sums_fixed holds exactly. A
 * round is map, sum and step: workers make parts of blocks of documents, the parts are added, and the step makes the
 * next topics of the sum. The first round counts what there is; jsmf_polish_begin_rounds makes a state of that, with
 * the pseudo-counts. Every document begins each round anew, with up to 20 steps, so that a part depends on nothing but
 * the topics, the state, and its documents. Rounds are passes of jsmf_polish, each with passes = 1 from the state
 * before. */

/* What a round gathers. */
typedef enum jsmf_polish_way {
    JSMF_POLISH_COUNT, /* documents and tokens, and the documents in which topics' leading words meet */
    JSMF_POLISH_WHOLE, /* what a whole pass does */
    JSMF_POLISH_ONLINE /* what jsmf_polish_online makes of each block by itself, weighed by tokens and documents */
} jsmf_polish_way;

/* The sums over documents. tokens alone is of JSMF_POLISH_COUNT; bound and held_out are of JSMF_POLISH_WHOLE alone. */
enum {
    JSMF_POLISH_TOKENS,   /* 1: of the documents learned from */
    JSMF_POLISH_COUNTS,   /* n x k: expected tokens of each word and topic */
    JSMF_POLISH_LEARNED,  /* what the prior learns from: k, or k + k x k with the matrix prior; divided by 1024 */
    JSMF_POLISH_MOMENTS,  /* k x k: of w w' */
    JSMF_POLISH_BOUND,    /* 1: of the documents' part of F */
    JSMF_POLISH_HELD_OUT, /* 2: of the log-probability of the tokens of documents held out, and of these tokens */
    JSMF_POLISH_REALS
};

typedef struct jsmf_polish_part {
    jsmf_polish_way way;
    size_t n, k;
    jsmf_sums_fixed *reals[JSMF_POLISH_REALS]; /* sizes of them each, NULL where the way has none; owned */
    size_t sizes[JSMF_POLISH_REALS];
    int64_t documents; /* learned from, that have tokens */
    int64_t known;     /* of these, with words that some topic has; 0 in JSMF_POLISH_COUNT */
    int64_t held_out;  /* documents */
    int64_t *leading;  /* JSMF_POLISH_COUNT: leading_size documents with pairs of topics' leading words; owned */
    size_t leading_size;
} jsmf_polish_part;
void jsmf_polish_part_free(jsmf_polish_part *part); /* NULL and a cleared struct are fine */

typedef struct jsmf_polish_worker jsmf_polish_worker;
/* Makes a worker for documents over the words of the model. options: held_out, beside the context's seed, and the
 * state, which all ways but JSMF_POLISH_COUNT need, of the same prior; the state is borrowed, as the model is.
 * JSMF_EDATA, JSMF_EUSAGE and JSMF_ENUMERIC as jsmf_polish. *out is freed with jsmf_polish_worker_free, NULL on
 * failure. */
jsmf_status jsmf_polish_worker_new(jsmf_context *ctx, const jsmf_model *model, const jsmf_polish_options *options,
                                   jsmf_polish_way way, jsmf_polish_worker **out) JSMF_CHECKED;
/* Adds a block: documents that are summed up as one, in doubles; between blocks sums are exact. first: the place in the
 * whole of its first document, by which documents are held out. JSMF_ENUMERIC where a sum is above 2^46. */
jsmf_status jsmf_polish_worker_add(jsmf_context *ctx, jsmf_polish_worker *worker, const jsmf_csr *block,
                                   size_t first) JSMF_CHECKED;
/* Moves the sums to *out, which the caller frees. */
void jsmf_polish_worker_take(jsmf_polish_worker *worker, jsmf_polish_part *out);
void jsmf_polish_worker_free(jsmf_polish_worker *worker); /* NULL is fine */
/* The bytes of a worker for blocks of so many documents with so many entries. */
size_t jsmf_polish_worker_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                                const jsmf_polish_options *options, jsmf_polish_way way);

/* The step of the first round. sum: of JSMF_POLISH_COUNT over all documents, of which there are rows, empty and
 * held-out ones too. options: prior, beta, start_weight, start_by_topic and guide are used; with a minibatch other
 * than 0 the topics are soft, as those of stirred passes, for online rounds. *out: b alone, the start's topics, or soft
 * ones, with the pseudo-counts, which is what the first pass begins with; *state: for the rounds that follow. The
 * caller frees both. Fails as jsmf_polish does. */
jsmf_status jsmf_polish_begin_rounds(jsmf_context *ctx, const jsmf_model *start, const jsmf_polish_options *options,
                                     const jsmf_polish_part *sum, size_t rows, jsmf_model *out,
                                     jsmf_polish_state *state) JSMF_CHECKED;
/* The step of another round: the model that jsmf_polish makes, of the topics and the state that the parts were made
 * with, and in *state what the next round needs in the place of what it had. report: passes, documents, tokens, bound
 * (of a JSMF_POLISH_WHOLE) and held_out, by the topics that the round began with. JSMF_EDATA where the sum is not of
 * the state's documents and tokens. */
jsmf_status jsmf_polish_next_round(jsmf_context *ctx, const jsmf_model *model, jsmf_polish_state *state,
                                   const jsmf_polish_part *sum, jsmf_model *out,
                                   jsmf_polish_report *report) JSMF_CHECKED;

JSMF_END_DECLS

#endif
