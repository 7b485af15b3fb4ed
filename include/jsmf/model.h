/* A model: topics B, their correlations A, anchors S and what goes with them (000, 001, 004). Words and topics are
 * numbered from 0; matrices are row-major without gaps. Cbar is the co-occurrence C with its rows divided by their
 * sums. */
#ifndef JSMF_MODEL_H
#define JSMF_MODEL_H

#include "jsmf/base.h"

JSMF_BEGIN_DECLS

/* Stands in the place of a word or a topic where there is none. */
#define JSMF_NONE SIZE_MAX
/* Stands in s for the anchor of a topic that has none. */
#define JSMF_NO_ANCHOR (-1)

/* Arrays are NULL where whoever made the model does not have them. */
typedef struct jsmf_model {
    size_t n, k;            /* words, topics */
    double *b;              /* n x k, columns sum to 1: p(word | topic) */
    double *a;              /* k x k, sums to 1: p(topic, topic) */
    double legality;        /* A's sum before it was divided by it */
    int64_t *s;             /* k: each topic's anchor, a word, or JSMF_NO_ANCHOR */
    double *bbar;           /* k x n: p(topic | word); zero columns for words without mass */
    double *canchor;        /* k x n: the anchors' rows of Cbar; of polished topics those that B A B' implies */
    double *residuals;      /* k: each anchor's distance from what those before it span, when it was chosen */
    double *unigram;        /* n: row sums of the C that the model was learned from, which need not be the original C */
    double *alpha;          /* k: a Dirichlet's parameters, positive; NULL: jsmf_arrays_model_store fits them to a */
    int64_t *anchor_words;  /* anchor_count: the words whose mean row is a topic's anchor; NULL: one word a topic, s */
    int64_t *anchor_topics; /* anchor_count: the topics of these words, ascending; s has the first word of each */
    size_t anchor_count;    /* 0 where anchor_words is NULL */
    size_t massless_words;  /* counted by whoever learned the model: words without a row of C to learn from */
    size_t massless_topics; /* likewise: topics with almost no mass */
    /* Told likewise: anchors were chosen among so many words, those of at least so many documents (0: of any number)
     * and of this probability (0: any). All three are 0 where anchors were not chosen. */
    size_t candidates;
    int64_t least_df;
    double least_probability;
} jsmf_model;
/* Frees the arrays and clears the struct; NULL and a cleared struct are fine. */
void jsmf_model_free(jsmf_model *model);

/* Whether a row of C, a word's, or of A, a topic's, can be divided by its sum: the sum is a normal number above 0. */
bool jsmf_model_has_mass(double sum);
/* Whether the topic has an anchor that gives it away: p(topic | anchor) is at least 0.5, as far as bbar says. */
bool jsmf_model_anchor_holds(const jsmf_model *model, size_t topic);

/* JSMF_EUSAGE where topics is 0 or above words. name names the stream in the message; it may be NULL. */
jsmf_status jsmf_model_check_topics(jsmf_context *ctx, const char *name, size_t topics, size_t words) JSMF_CHECKED;

/* ---- Another model of the same topics, or of the same words. ---- */

/* *out = the model whose topic g is made of the topics k of m with group[k] = g (0 .. groups - 1, each of one topic
 * at least); those with group[k] = JSMF_NONE are left out. What m does not have, out does not have either. A
 * group's column of B, and its row of Canchor, are the means of those of its topics, weighted by their
 * probabilities: the row sums of A, without A what Bbar and the unigram say. Its A, Bbar and alpha are sums. Its
 * anchor and residual are those of its most probable topic that has an anchor. Where topics are left out, A is
 * divided by its sum, and Bbar's columns by theirs: p(topic | word, none of those). A Bbar that follows from A and
 * B by Bayes' rule, and a Canchor that they imply, do so again. Where topics change
 * their order alone, no number changes. JSMF_EDATA where topics are put together and nothing says how probable they
 * are. out is freed with jsmf_model_free; on failure it is empty. */
jsmf_status jsmf_model_regroup(jsmf_context *ctx, const jsmf_model *m, const size_t *group, size_t groups,
                               jsmf_model *out) JSMF_CHECKED;
/* *out = the model of some of the words (count of them, ascending, anchors among them), as if there were no others.
 * With m_k, what these words have of topic k: B's columns are divided by m_k, Canchor's rows by their sums, A_kl
 * becomes A_kl m_k m_l and is divided by its sum, so that B A B' is proportional to what it was among these words;
 * alpha_k is multiplied by m_k, with the same sum; Bbar, p(topic | word), stays; the unigram is divided by its sum;
 * there are no residuals. A topic without any of the words has no mass. JSMF_EDATA where all topics are without. */
jsmf_status jsmf_model_of_words(jsmf_context *ctx, const jsmf_model *m, const size_t *words, size_t count,
                                jsmf_model *out) JSMF_CHECKED;
/* top (k x count) = the words by which each topic is told from others, the best first, JSMF_NONE behind the last: those
 * of the largest FREX, the harmonic mean of the ranks (from 0 to 1, among the topic's words) of p(word | topic) and of
 * its share in the sum over topics (Bischof, Airoldi, Summarizing topical content with word frequency and exclusivity,
 * ICML 2012, with weight 1/2). Only words of at least half the probability of the topic's 50th word are looked at, so
 * that none of them is rare. */
jsmf_status jsmf_model_frex(jsmf_context *ctx, const jsmf_model *m, size_t count, size_t *top) JSMF_CHECKED;

/* ---- What a person wants to see of a model: each topic's weight, words and most related topics. ---- */

typedef struct jsmf_model_summary {
    size_t k;
    size_t words;           /* columns of prominent and characteristic: as asked for, at most n */
    size_t related;         /* columns of topics and lift: as asked for, at most k - 1 */
    double *weight;         /* k: p(topic), the row sums of A; without A from Bbar and unigram; NULL without these */
    size_t *prominent;      /* k x words: the words of largest p(word | topic), descending; JSMF_NONE behind the last
                             * above 0 */
    size_t *characteristic; /* k x words: likewise those of largest Canchor (001: the anchor's neighbours); NULL without
                             * Canchor */
    size_t *topics;         /* k x related: the other topics of largest lift, descending; JSMF_NONE behind the last
                             * above 1; NULL without A */
    double *lift;           /* k x related: the lift A_kl / (p_k p_l) of these, how much more often the two topics meet
                             * than by chance; 0 where there is none; NULL without A */
} jsmf_model_summary;

/* Makes *out of the model's B and what else it has; of equals the one of lower index comes first. It is freed with
 * jsmf_model_summary_free; on failure, which is for lack of memory, it is empty. */
jsmf_status jsmf_model_summary_make(jsmf_context *ctx, const jsmf_model *m, size_t words, size_t related,
                                    jsmf_model_summary *out) JSMF_CHECKED;
void jsmf_model_summary_free(jsmf_model_summary *summary); /* NULL is fine */

JSMF_END_DECLS

#endif
