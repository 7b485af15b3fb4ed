/* Text to words: Unicode's word boundaries with ICU's dictionaries for Chinese, Japanese, Thai, Khmer, Lao and Burmese,
 * or the matches of a regular expression; and phrases of words that occur together. jsmf-text(1) has the rules.
 *
 * Texts and words are valid UTF-8. Functions fail with JSMF_ESYSTEM where memory lacks; other statuses stand beside
 * them. Where a function that makes *out fails, *out is NULL. */
#ifndef JSMF_WORDS_H
#define JSMF_WORDS_H

#include "jsmf/base.h"
#include "jsmf/io.h"

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

/* JSMF_ESYSTEM, saying what to install, where the library was built without ICU. */
jsmf_status jsmf_words_available(jsmf_context *ctx) JSMF_CHECKED;
/* options are copied. JSMF_EUSAGE for a pattern that is no regular expression; JSMF_ESYSTEM without ICU. */
jsmf_status jsmf_words_new(jsmf_context *ctx, const jsmf_words_options *options, jsmf_words **out) JSMF_CHECKED;
void jsmf_words_free(jsmf_words *words); /* NULL is fine */

/* What one thread needs to cut. */
typedef struct jsmf_words_cutter jsmf_words_cutter;

/* words are borrowed, and must outlive the cutter. */
jsmf_status jsmf_words_cutter_new(jsmf_context *ctx, const jsmf_words *words, jsmf_words_cutter **out) JSMF_CHECKED;
void jsmf_words_cutter_free(jsmf_words_cutter *cutter); /* NULL is fine */

/* Gets a word of 1 to 255 bytes, not NUL-terminated, valid during the call alone. follows: nothing but white
 * space stands between it and the word before it in this text. To end the work it records an error in ctx and returns
 * its status. */
typedef jsmf_status (*jsmf_words_fn)(jsmf_context *ctx, void *arg, const char *word, size_t length, bool follows);

/* Calls each for every word of a text of length bytes, in its order. Words joined of others (n-grams, phrases) come
 * where their last word ends; where there are any, no word `follows`. A text may be of any length; what is allocated
 * does not grow with it. JSMF_EDATA where a pattern takes too long, or too much memory, to be matched. */
jsmf_status jsmf_words_cut(jsmf_context *ctx, jsmf_words_cutter *cutter, const char *text, size_t length,
                           jsmf_words_fn each, void *arg) JSMF_CHECKED;
/* The words above 255 bytes that this cutter has left out so far. */
size_t jsmf_words_too_long(const jsmf_words_cutter *cutter);

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

typedef struct jsmf_words_phrases jsmf_words_phrases;

jsmf_status jsmf_words_phrases_new(jsmf_context *ctx, const jsmf_words_phrases_options *options,
                                   jsmf_words_phrases **out) JSMF_CHECKED;
void jsmf_words_phrases_free(jsmf_words_phrases *phrases); /* NULL is fine */
/* Adds the next document: the numbers of its words (from 0), with -1 between two of which the second does not follow
 * the first. They are kept in a spool. */
jsmf_status jsmf_words_phrases_add(jsmf_context *ctx, jsmf_words_phrases *phrases, const int32_t *words,
                                   size_t count) JSMF_CHECKED;
/* Finds the phrases, after the last document. Calling thread only; deterministic. */
jsmf_status jsmf_words_phrases_find(jsmf_context *ctx, jsmf_words_phrases *phrases) JSMF_CHECKED;
size_t jsmf_words_phrases_count(const jsmf_words_phrases *phrases);
/* The words of phrase i, in their order; *count of them. Phrases are sorted by the numbers of their words. */
const int32_t *jsmf_words_phrases_get(const jsmf_words_phrases *phrases, size_t i, size_t *count);
/* The documents again, one a call, in the order in which they were added, after jsmf_words_phrases_find: the numbers of
 * words, and -2 - i for phrase i, which has taken the place of its words. -1 stands where it stood. *words is the
 * object's, until the next call. *more = false behind the last. */
jsmf_status jsmf_words_phrases_next(jsmf_context *ctx, jsmf_words_phrases *phrases, const int32_t **words,
                                    size_t *count, bool *more) JSMF_CHECKED;

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

#endif
