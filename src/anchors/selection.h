/* The selection of anchors: the rows among which they are chosen, the choice, anchors that stand for several words, and
 * an orthonormal basis of those chosen. */
#ifndef JSMF_ANCHORS_SELECTION_H
#define JSMF_ANCHORS_SELECTION_H

#include "anchors_inner.h"

/* Residuals this near to the largest are equal to it: the lowest index goes first. */
static const double jsmf_anchors_tie = 1e-9;
/* A word whose residual falls below this part of its first one is out. */
static const double jsmf_anchors_least = 1e-9;

/* ---- the rows among which anchors are chosen (cbar_rows.c) ---- */
typedef struct jsmf_anchors_rows {
    size_t n, width;
    const jsmf_operator *op; /* whose rows they are (width n), or NULL: */
    const double *block;     /* n x width, the rows themselves */
    bool compressed;         /* they are of a compressed co-occurrence, whose columns are its topics */
} jsmf_anchors_rows;

jsmf_anchors_rows jsmf_anchors_rows_of_operator(const jsmf_operator *op);
/* Rows that stand in memory (n x width, borrowed), as those of a compressed co-occurrence, whose columns are its
 * topics. */
jsmf_anchors_rows jsmf_anchors_rows_of_block(size_t n, size_t width, const double *block);
/* As the functions of jsmf_operator. gather: rows index[0 .. m - 1] into out (m x width). norms (n): squared lengths.
 * products (n x m): of all rows with the rows index[0 .. m - 1]. */
jsmf_status jsmf_anchors_rows_gather(jsmf_context *ctx, const jsmf_anchors_rows *rows, size_t m, const size_t *index,
                                     double *out) JSMF_CHECKED;
jsmf_status jsmf_anchors_rows_norms(jsmf_context *ctx, const jsmf_anchors_rows *rows, double *norms) JSMF_CHECKED;
jsmf_status jsmf_anchors_rows_products(jsmf_context *ctx, const jsmf_anchors_rows *rows, size_t m, const size_t *index,
                                       double *products) JSMF_CHECKED;
/* products (n x m) of C's rows with its rows index[0 .. m - 1] become Cbar's; they are 0 for words without mass. */
void jsmf_anchors_normalise(size_t n, size_t m, const size_t *index, const double *sums, double *products);

/* ---- the choice (select.c; limit.c, candidates.c, select_qr.c and greedy.c below it) ---- */

/* Of the functions below that take options, all but jsmf_anchors_settle and jsmf_anchors_check_limit want them settled:
 * with no JSMF_ANCHORS_AUTO. */

/* *out: the options with the limit in the place of JSMF_ANCHORS_AUTO. sums as in jsmf_anchors_find_limit. Says what the
 * limit is. JSMF_ENUMERIC as jsmf_anchors_check_limit. */
jsmf_status jsmf_anchors_settle(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                const jsmf_anchors_options *options, jsmf_anchors_options *out,
                                jsmf_anchors_limit *limit) JSMF_CHECKED;
/* *limit as jsmf_anchors_find_limit; JSMF_ENUMERIC where it leaves fewer words than anchors are asked for. */
jsmf_status jsmf_anchors_check_limit(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                     const jsmf_anchors_options *options, jsmf_anchors_limit *limit) JSMF_CHECKED;
/* Whether the original co-occurrence has mass for the word, as far as unigram tells. Rectification leaves such words
 * rows of rounding, which are no direction of theirs. */
bool jsmf_anchors_has_pairs(const jsmf_anchors_options *options, size_t word);
/* Whether the word is within the limit. */
bool jsmf_anchors_within(const jsmf_anchors_options *options, size_t word);

/* As jsmf_anchors_select, and products[i * k + j] = <Cbar_i, Cbar_s[j]> (n x k) where that is not NULL: they come with
 * the selection, and recovery needs them. Rows of words without mass are 0. */
jsmf_status jsmf_anchors_select_rows(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                     const jsmf_anchors_options *options, int64_t *s, double *residuals,
                                     double *products) JSMF_CHECKED;

/* ---- anchors that stand for their words' mean row (groups.c) ---- */
typedef struct jsmf_anchors_groups {
    size_t k, count;
    const int64_t *words; /* count */
    const size_t *first;  /* k + 1: anchor j's are words[first[j]] .. words[first[j + 1] - 1]; NULL: one each */
} jsmf_anchors_groups;

/* The words (count) as indices, which the caller frees; NULL for lack of memory. */
size_t *jsmf_anchors_group_index(jsmf_context *ctx, const jsmf_anchors_groups *groups);
/* Where group j begins among the words, and how many it has. */
size_t jsmf_anchors_group_first(const jsmf_anchors_groups *groups, size_t j);
size_t jsmf_anchors_group_length(const jsmf_anchors_groups *groups, size_t j);
/* The weight of word w (0 .. its length - 1) of group j in the sum of rows of C that, divided by the first word's sum,
 * is the group's mean row of Cbar; 1 where the group has one word. sums (n): C's row sums. */
double jsmf_anchors_group_weight(const jsmf_anchors_groups *groups, const double *sums, size_t j, size_t w);
/* rows: the words' rows of C (count x n), which are overwritten. means (k x n; may be rows): each group's weighted sum
 * of rows, divided by its first word's sum. css (k x k): the weighted sums of those sums' entries at the groups'
 * words, before the division. */
void jsmf_anchors_group_rows(const jsmf_anchors_groups *groups, const double *sums, size_t n, double *rows,
                             double *means, double *css);

/* products (n x k): of all rows with each group's mean row. sums (n): what the rows, which are C's, are divided by;
 * NULL where they are divided already. */
jsmf_status jsmf_anchors_group_products(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                        const jsmf_anchors_groups *groups, double *products) JSMF_CHECKED;

/* The same as jsmf_anchors_select_rows for anchors that are given. residuals: the distance of each, or of its group's
 * mean row, from the span of those before. JSMF_EUSAGE unless the words are distinct, within range and with mass. */
jsmf_status jsmf_anchors_given(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                               const jsmf_anchors_groups *groups, double *residuals, double *products) JSMF_CHECKED;
/* An anchor for each group without words, by the distance from the span of the groups that have some: s, in the order
 * of their choice. JSMF_EUSAGE as above. */
jsmf_status jsmf_anchors_select_rest(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                     const jsmf_anchors_options *options, const jsmf_anchors_groups *given,
                                     int64_t *s) JSMF_CHECKED;
/* *words and *first, which the caller frees, for all groups, those without words having one of s each. */
jsmf_status jsmf_anchors_fill(jsmf_context *ctx, const jsmf_anchors_groups *given, const int64_t *s, int64_t **words,
                              size_t **first) JSMF_CHECKED;
/* How many groups have no words. */
size_t jsmf_anchors_open_groups(const jsmf_anchors_groups *groups);
/* Chooses each of the anchors s (k) anew in turn, given the others (004 Algorithm 4, second loop). products (n x k): as
 * jsmf_anchors_select_rows gives them; they follow s. JSMF_ENUMERIC where the rows of anchors depend on each other. */
jsmf_status jsmf_anchors_clean_up(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                  const jsmf_anchors_options *options, int64_t *s, double *products) JSMF_CHECKED;
/* As jsmf_anchors_select_rows, without products, among the rows of Cbar projected at random to options->project
 * dimensions; cleans up, too, where the options ask for it. JSMF_EUSAGE for fewer dimensions than anchors. */
jsmf_status jsmf_anchors_select_projected(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                          const jsmf_anchors_options *options, int64_t *s,
                                          double *residuals) JSMF_CHECKED;

/* The two ways of jsmf_anchors_select_rows: by the distance from the anchors' span (select_qr.c), and by that from an
 * affine span, a hull or a cone (greedy.c). given: groups that are the first anchors, each with a word, or NULL; s and
 * residuals then are of the options->k - given->k others, and products is n x k with the given groups' first. */
jsmf_status jsmf_anchors_select_by_qr(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                      const jsmf_anchors_options *options, const jsmf_anchors_groups *given,
                                      int64_t *s, double *residuals, double *products) JSMF_CHECKED;
jsmf_status jsmf_anchors_select_greedily(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                         const jsmf_anchors_options *options, int64_t *s, double *residuals,
                                         double *products) JSMF_CHECKED;

/* first (n): the squared lengths of Cbar's rows. candidate (n): which words may be anchors. *longest: the largest of
 * these words' squared lengths, 0 where there are none. */
jsmf_status jsmf_anchors_candidates(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                    const jsmf_anchors_options *options, double *first, bool *candidate,
                                    double *longest) JSMF_CHECKED;
/* Fails with JSMF_ENUMERIC: there are only `found` anchors, fewer than options->k. first (n): as above, or NULL where
 * no row was looked at. */
jsmf_status jsmf_anchors_too_few(jsmf_context *ctx, const jsmf_anchors_rows *rows, const jsmf_anchors_options *options,
                                 size_t found, const double *first);

/* ---- an orthonormal basis of the rows chosen so far (basis.c) ---- */
typedef struct jsmf_anchors_basis {
    jsmf_anchors_rows rows;
    const double *sums; /* n: what the rows are divided by */
    size_t count;       /* rows in the basis so far */
    double *q;          /* these, orthonormal, each of rows.width; the caller has allocated as many as will be added */
} jsmf_anchors_basis;

/* Rows index[0 .. m - 1] of Cbar into rows (m x width), less their projection onto the basis (taken off twice, as
 * rounding asks for: Parlett's "twice is enough"), and their squared norms into norms[m]. */
jsmf_status jsmf_anchors_basis_residuals(jsmf_context *ctx, const jsmf_anchors_basis *basis, size_t m,
                                         const size_t *index, double *rows, double *norms) JSMF_CHECKED;
/* Adds the direction of row i to the basis. *residual = the row's distance from the span before. A row within the span
 * adds a zero row. */
jsmf_status jsmf_anchors_basis_add(jsmf_context *ctx, jsmf_anchors_basis *basis, size_t i,
                                   double *residual) JSMF_CHECKED;
/* The same for the mean of the rows index[0 .. m - 1] of Cbar. */
jsmf_status jsmf_anchors_basis_add_mean(jsmf_context *ctx, jsmf_anchors_basis *basis, size_t m, const size_t *index,
                                        double *residual) JSMF_CHECKED;

#endif
