/* What the library uses of this room beside jsmf/words.h, and no program. */
#ifndef JSMF_WORDS_INNER_H
#define JSMF_WORDS_INNER_H

#include "jsmf/words.h"

/* ---- how a text is cut ---- */

/* JSMF_ESYSTEM, saying what to install, where the library was built without ICU. */
jsmf_status jsmf_words_available(jsmf_context *ctx) JSMF_CHECKED;

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

/* A word of 1 to 15 bytes, as a key: in memory its bytes, zeros, and its length in the last place. No two words have
 * the same. */
enum { JSMF_WORDS_BRIEF = 15, JSMF_WORDS_GROUP = 128 };
typedef struct jsmf_words_brief {
    union {
        char bytes[JSMF_WORDS_BRIEF + 1];
        uint64_t key[2];
    };
    bool follows; /* as above */
} jsmf_words_brief;
static inline size_t jsmf_words_brief_length(const jsmf_words_brief *word)
{
    return (size_t)word->bytes[JSMF_WORDS_BRIEF];
}

/* Gets 1 to JSMF_WORDS_GROUP words that stand one behind the other in the text. */
typedef jsmf_status (*jsmf_words_group_fn)(jsmf_context *ctx, void *arg, const jsmf_words_brief *words, size_t count);

/* The same as jsmf_words_cut, for a caller who can do something with many words at once: `group` gets those of up to 15
 * bytes, and each the longer ones, in the order of the text. */
jsmf_status jsmf_words_cut_in_groups(jsmf_context *ctx, jsmf_words_cutter *cutter, const char *text, size_t length,
                                     jsmf_words_fn each, jsmf_words_group_fn group, void *arg) JSMF_CHECKED;
/* The words above 255 bytes that this cutter has left out so far. */
size_t jsmf_words_too_long(const jsmf_words_cutter *cutter);

/* ---- phrases ---- */

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

#endif
