/* Text to words: Unicode's word boundaries with ICU's dictionaries for Chinese, Japanese, Thai, Khmer, Lao and Burmese,
 * or the matches of a regular expression; and phrases of words that occur together. jsmf-text(1) has the rules.
 *
 * Texts and words are valid UTF-8. Functions fail with JSMF_ESYSTEM where memory lacks; other statuses stand beside
 * them. Where a function that makes *out fails, *out is NULL. */
#ifndef JSMF_WORDS_H
#define JSMF_WORDS_H

#include "jsmf/base.h"
#include "jsmf/io.h"

JSMF_BEGIN_DECLS

/* ---- how a text is cut ---- */

/* A cleared struct is the default, but for min_length. */
typedef struct jsmf_words_options {
    const char *pattern;   /* a regular expression of ICU, whose matches are the words; NULL: Unicode's boundaries */
    bool keep_case;        /* else lower case */
    bool strip_accents;    /* leaves the combining diacritical marks out: é is e */
    bool nfkc;             /* compatibility characters are what they stand for (NFKC), else NFC */
    bool numbers;          /* keeps words with digits and without a letter */
    bool urls;             /* keeps the words of URLs and addresses */
    bool split_apostrophes; /* an apostrophe divides words */
    size_t min_length;     /* the least code points of a word, at least 1; 0 is 2 */
    size_t ngrams;         /* joins up to so many neighbours by "_", beside the words alone; 0 and 1: none */
} jsmf_words_options;

/* A way of cutting. It is read alone once it is made, by several threads. */
typedef struct jsmf_words jsmf_words;

/* options are copied. JSMF_EUSAGE for a pattern that is no regular expression; JSMF_ESYSTEM without ICU. */
jsmf_status jsmf_words_new(jsmf_context *ctx, const jsmf_words_options *options, jsmf_words **out) JSMF_CHECKED;
void jsmf_words_free(jsmf_words *words); /* NULL is fine */

/* ---- phrases ---- */

/* Neighbours that occur together often, and more often than chance would have it. A phrase of words w is one where it
 * occurs at least `least` times, and wherever it can be divided in two, into u and v,
 *     ln (p(w) / (p(u) p(v))) / -ln p(w)  >  npmi,
 * the normalised pointwise mutual information (Bouma, Normalized (Pointwise) Mutual Information in Collocation
 * Extraction, GSCL 2009), where p of a sequence is its number of occurrences divided by the words in all. In a document
 * phrases are found from the left, at each word the longest. */
typedef struct jsmf_words_phrases_options {
    int64_t least;  /* occurrences, at least 1 */
    double npmi;    /* -1 to 1 */
    size_t length;  /* the most words of a phrase, 2 to 8 */
} jsmf_words_phrases_options;

/* Makes words join phrases, instead of n-grams, when they cut: each is a string of its words with a space between. They
 * are copied. A set that was there before is forgotten.
 * JSMF_EDATA for one of less than two words. */
jsmf_status jsmf_words_set_phrases(jsmf_context *ctx, jsmf_words *words, const jsmf_strings *phrases) JSMF_CHECKED;

/* ---- the recipe ---- */

/* *out = the choices and phrases as the strings of the array text.recipe (jsmf-stream(5)); the caller frees it. */
jsmf_status jsmf_words_recipe(jsmf_context *ctx, const jsmf_words *words, jsmf_strings *out) JSMF_CHECKED;
/* Words that are cut as a recipe tells. JSMF_EDATA, with the name of what it comes from, for one that is damaged or
 * tells what this version does not know. */
jsmf_status jsmf_words_of_recipe(jsmf_context *ctx, const jsmf_strings *recipe, const char *name,
                                 jsmf_words **out) JSMF_CHECKED;

JSMF_END_DECLS

#endif
