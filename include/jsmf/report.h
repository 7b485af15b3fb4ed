/* A model as something to look at: how its topics lie to each other, which words tell them, and the figures of these as
 * SVG. Topics and words are numbered from 0; matrices are row-major without gaps. What is made depends on the arguments
 * alone, to the byte, whatever the number of threads. Functions fail with JSMF_ESYSTEM for lack of memory or as the
 * output does, and with what stands beside them. */
#ifndef JSMF_REPORT_H
#define JSMF_REPORT_H

#include "jsmf/io.h"
#include "jsmf/model.h"

JSMF_BEGIN_DECLS

/* ---- text of data in text of a page ---- */

/* HTML: for elements, attributes and SVG. JSON: a string in its quotes, for a script element of HTML too. MARKDOWN: for
 * lines and tables. */
typedef enum jsmf_report_quoting { JSMF_REPORT_HTML, JSMF_REPORT_JSON, JSMF_REPORT_MARKDOWN } jsmf_report_quoting;

/* Writes a text (valid UTF-8) so that nothing in it means anything to its reader. White space becomes a blank, and what
 * is not what it looks like (jsmf_utf8_hidden) U+FFFD. Of more than `most` code points (0: any number) so many are
 * written, and an ellipsis. */
jsmf_status jsmf_report_text(jsmf_context *ctx, jsmf_output *out, jsmf_report_quoting quoting, const char *text,
                             size_t most) JSMF_CHECKED;

/* ---- topics beside each other ---- */

/* distance (k x k) = the Jensen-Shannon distances of the topics' words, sqrt(H((p + q) / 2) - (H(p) + H(q)) / 2) with
 * entropies in bits (Endres and Schindelin, 2003): 0 for equal topics, 1 for those without a common word, and for
 * topics of which one or both have no words. */
jsmf_status jsmf_report_distances(jsmf_context *ctx, const jsmf_model *m, double *distance) JSMF_CHECKED;
/* at (k x 2) = points whose distances are near those (Torgerson's classical scaling, 1952): the two leading directions
 * of the doubly centred squares, their signs such that the entry of largest magnitude is positive. *part, which may be
 * NULL: the part of all positive directions that these two are, 0 where there is none. JSMF_ENUMERIC for
 * NaN. */
jsmf_status jsmf_report_scale(jsmf_context *ctx, size_t k, const double *distance, double *at,
                              double *part) JSMF_CHECKED;
/* lift (k x k) = A_kl / (p_k p_l), how much more often two topics meet than by chance; 0 where a topic has no weight. A
 * is divided by its sum. */
void jsmf_report_lifts(const jsmf_model *m, const double *weight, double *lift);
/* order (k) = the topics so that those of high lift stand together: clusters by average linkage of -log lift, each
 * joined to its neighbour by the nearer ends. */
jsmf_status jsmf_report_seriate(jsmf_context *ctx, size_t k, const double *lift, size_t *order) JSMF_CHECKED;

/* ---- words of topics ---- */

/* The relevance of a word in a topic (Sievert and Shirley, 2014): lambda log p(w|t) + (1 - lambda) log(p(w|t) / p(w)).
 * candidates: the words, ascending, that are among the `words` most relevant of the topic for a lambda of 0, 1/20, ..,
 * 1; of equals the lower number. unigram (n): p(w), of any positive sum; words of which it is 0 are no candidates.
 * *count of them; *candidates is the caller's. */
jsmf_status jsmf_report_candidates(jsmf_context *ctx, const jsmf_model *m, const double *unigram, size_t topic,
                                   size_t words, size_t **candidates, size_t *count) JSMF_CHECKED;
/* ---- words in the plane ---- */

/* The rows p(word | word) of the co-occurrence that the model makes, C = B A B', in the two leading principal
 * directions of the words (000 figure 2): words (n x 2), NaN where a word has no mass, and corners (k x 2), the rows of
 * Canchor, or of A B' where the model has none; NaN for a topic without mass. m needs A, and no fewer words
 * than topics: JSMF_EUSAGE. JSMF_ENUMERIC for NaN. */
jsmf_status jsmf_report_plane(jsmf_context *ctx, const jsmf_model *m, double *words, double *corners) JSMF_CHECKED;

/* ---- figures ---- */

/* What all figures say of topics. */
typedef struct jsmf_report_topics {
    size_t k;
    const double *weight;       /* k: p(topic) */
    const jsmf_strings *labels; /* k: a name, or some words */
    bool standalone;            /* a file of its own: with its style, and without links */
    const char *style;          /* of standalone figures: CSS */
} jsmf_report_topics;

/* Topics as circles of an area by weight, at the points `at` (k x 2) as far as none covers another, joined where lift
 * (k x k; NULL: of none) is above 1: each with its three largest, or the largest where there are more than 40. */
jsmf_status jsmf_report_draw_map(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                 const double *at, const double *lift) JSMF_CHECKED;
/* The lift as a matrix of colours, rows and columns in this order. */
jsmf_status jsmf_report_draw_matrix(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                    const double *lift, const size_t *order) JSMF_CHECKED;

/* The points of jsmf_report_plane. */
typedef struct jsmf_report_points {
    const double *words, *corners; /* n x 2, k x 2 */
    const size_t *drawn;           /* drawn_count words: those that are drawn */
    size_t drawn_count;
    const jsmf_strings *anchors;   /* k: the topics' anchor words, "" where there is none */
} jsmf_report_points;
jsmf_status jsmf_report_draw_plane(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                   const jsmf_report_points *points) JSMF_CHECKED;

/* The topics' mean shares in groups of documents. */
typedef struct jsmf_report_groups {
    size_t count;
    bool ordered;                    /* along an axis, as dates are; else categories */
    const jsmf_strings *names;       /* count */
    const double *mean, *low, *high; /* count x k: shares of 0 to 1, and 95 % intervals */
} jsmf_report_groups;
/* One topic's, with an axis in per cent up to `highest`. */
jsmf_status jsmf_report_draw_trend(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                   const jsmf_report_groups *groups, size_t topic, double highest) JSMF_CHECKED;
/* The same without axes and intervals, the size of a word. */
jsmf_status jsmf_report_draw_spark(jsmf_context *ctx, jsmf_output *out, const jsmf_report_topics *topics,
                                   const jsmf_report_groups *groups, size_t topic) JSMF_CHECKED;

JSMF_END_DECLS

#endif
