/* Corpora and vocabularies. Readers of bag-of-words corpora: UCI docword, lda-c, SVMlight, Matrix Market and tokenised
 * text, plain or gzip, from files, FIFOs and pipes; whole, or as documents in batches. */
#ifndef JSMF_CORPUS_H
#define JSMF_CORPUS_H

#include "jsmf/base.h"
#include "jsmf/io.h"
#include "jsmf/npz.h"

JSMF_BEGIN_DECLS

/* The longest word. */
#define JSMF_LINE_BYTES 4000 /* of a line of several words in a list */

/* Every format, ONE(its enumerator, its short name). A format is a line here, and a reader of its own in src/corpus
 * (readers.h). Those whose documents can be read as they come (jsmf_corpus_batches_of_file) are a list of their own. */
#define JSMF_CORPUS_STREAMED(ONE) \
    ONE(JSMF_FORMAT_UCI, uci) \
    ONE(JSMF_FORMAT_TEXT, text) \
    ONE(JSMF_FORMAT_LDAC, ldac) \
    ONE(JSMF_FORMAT_SVMLIGHT, svmlight)
#define JSMF_CORPUS_FORMATS(ONE) \
    JSMF_CORPUS_STREAMED(ONE) \
    ONE(JSMF_FORMAT_MARKET, mm)

typedef enum jsmf_corpus_format {
    JSMF_FORMAT_GUESS, /* not known yet */
    JSMF_CORPUS_FORMATS(JSMF_ENUMERATOR)
} jsmf_corpus_format;

/* "a UCI docword file", for messages. */
const char *jsmf_corpus_format_name(jsmf_corpus_format format);
/* The number that the first word usually has in lda-c, 0, and in SVMlight, 1. */
size_t jsmf_corpus_format_base(jsmf_corpus_format format);

typedef struct jsmf_corpus_report {
    size_t repeated;  /* (document, word) entries that repeated an earlier one and were summed */
    size_t empty;     /* documents without a word */
    int64_t unknown;  /* tokens of words that are not among those asked for */
    int64_t overlong; /* text whose words all count: tokens of more than JSMF_WORD_BYTES bytes, which are left out */
    uint64_t bytes;   /* of text, inflated */
} jsmf_corpus_report;

/* How a corpus is read. */
typedef struct jsmf_corpus_reading {
    jsmf_corpus_format format; /* any but JSMF_FORMAT_GUESS */
    size_t words;            /* all but text: the vocabulary's size; SIZE_MAX, of UCI and Matrix Market: any */
    size_t base;             /* lda-c, SVMlight: the first word's number */
    bool transposed;         /* Matrix Market: rows are words, columns are documents */
    jsmf_strings *vocab;     /* text: gets the words in the order of their first occurrence; empty before, and the
                              * caller's on failure too */
    const jsmf_index *known; /* text: or the words that count, instead, which are `words` in number */
    int64_t *unknown;        /* text of known words: gets the other tokens of each row of a batch; or NULL */
} jsmf_corpus_reading;

/* *h: documents x words, counts; owned by the caller, cleared on failure. report may be NULL. What is wrong with the
 * corpus is JSMF_EDATA, "NAME:LINE: what was found, what was expected"; JSMF_ESYSTEM for read errors and memory.
 *
 * UCI docword: three header lines D, W, NNZ, then NNZ lines `document word count`, 1-based, grouped by document. h gets
 * D rows and W columns.
 * Text: one document a line, words apart by white space, Unicode's included. Tokens longer than words may be are left
 * out.
 * lda-c (a line: number of pairs, then as many `word:count`; words usually from 0) and SVMlight (a line: label, then
 * `word:count`; usually from 1; # begins a comment, lines without a label are no documents). h gets `words` columns.
 * Of all formats: numbers are whole, though they may be written as reals; counts of 0 are left out; blanks at the ends
 * of lines do not matter.
 * Matrix Market (NIST): a general coordinate matrix of whole numbers, or a pattern, whose entries count 1; documents x
 * words, or, transposed, words x documents; entries in any order. */
jsmf_status jsmf_corpus_read(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_reading *how, jsmf_csr *h,
                             jsmf_corpus_report *report) JSMF_CHECKED;

/* ---- Documents in batches. ---- */

/* The documents of a bag's matrix of that name ("H"), in memory or outside it (jsmf_arrays_spool); bag and name are
 * borrowed, and bag must keep its arrays, as they are, until the source is freed. A batch's rows are checked and put
 * in order as jsmf_stream_csr does. */
jsmf_status jsmf_corpus_batches_of_bag(jsmf_context *ctx, jsmf_stream *bag, const char *name,
                                       jsmf_batches *out) JSMF_CHECKED;

typedef struct jsmf_corpus_options {
    jsmf_corpus_format format; /* any but JSMF_FORMAT_GUESS and JSMF_FORMAT_MARKET, whose entries come in any order */
    size_t base;               /* lda-c, SVMlight: the first word's number */
    const jsmf_strings *vocab; /* all but text: the words that the file counts; read during the call only */
    const jsmf_strings *words; /* the columns' words; others are left out */
    bool again;                /* what was read is kept (jsmf_spool), so that the source can be rewound */
    int64_t *unknown;          /* JSMF_BATCH_DOCUMENTS: gets, with every batch, the tokens of other words that each of
                                * its documents has; or NULL */
} jsmf_corpus_options;
/* The documents of a corpus as they come; in, options->words and report are borrowed, and report counts on, until the
 * source is freed. Its end is checked when it is reached. Without again, a rewind after the first batch is
 * JSMF_EUSAGE. */
jsmf_status jsmf_corpus_batches_of_file(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_options *options,
                                        jsmf_corpus_report *report, jsmf_batches *out) JSMF_CHECKED;

/* ---- What an input holds. ---- */

/* What makes a guess doubtful. */
typedef enum jsmf_corpus_doubt {
    JSMF_DOUBT_NONE,
    JSMF_DOUBT_LDAC_OR_SVMLIGHT, /* lda-c whose numbers of pairs could be SVMlight's labels */
    JSMF_DOUBT_NEARLY_LDAC,      /* SVMlight many of whose labels are the numbers of pairs */
    JSMF_DOUBT_NUMBER_FIRST,     /* text behind a line with a number alone, which may be that of its documents */
    JSMF_DOUBT_TABLE,            /* text with the same number of tabs in every line: a table's columns */
    JSMF_DOUBT_NUMBERS           /* text whose words are all numbers, one of them with a decimal point */
} jsmf_corpus_doubt;

typedef struct jsmf_corpus_guessed {
    jsmf_corpus_format format; /* JSMF_FORMAT_GUESS for text of another format */
    jsmf_corpus_doubt doubt;
    const char *foreign;       /* that other format; NULL where there is none */
    bool records;              /* it is CSV or JSON (jsmf/records.h) */
} jsmf_corpus_guessed;

/* What the first bytes (looking through gzip) are: Matrix Market by its banner; pairs word:count behind a label (in
 * the first line that is not a number or comment alone; in all lines where the label is no number), lda-c where the
 * label is the number of pairs in every line seen, or in half of them and nothing else speaks against it, else
 * SVMlight; a UCI docword (three lines of one number each); else text. A stream's magic and other formats of bytes are
 * JSMF_EDATA with what it looks like. Consumes nothing. */
jsmf_status jsmf_corpus_guess(jsmf_context *ctx, jsmf_input *in, jsmf_corpus_guessed *out) JSMF_CHECKED;
/* Whether in holds a jsmf stream (a ZIP's magic); consumes nothing. */
jsmf_status jsmf_corpus_is_npz(jsmf_context *ctx, jsmf_input *in, bool *npz) JSMF_CHECKED;

/* ---- Vocabularies: word lists in files, stop lists, and the curation of a bag (001 step 0). ---- */

extern const char *const jsmf_corpus_stopwords_english[];
extern const size_t jsmf_corpus_stopwords_english_count;

/* What becomes of a line that an earlier one has. */
typedef enum jsmf_corpus_repeats {
    JSMF_REPEATS_KEPT,
    JSMF_REPEATS_REFUSED,
    JSMF_REPEATS_LEFT_OUT /* of up to a hundred lists behind one another; what repeats more is no list */
} jsmf_corpus_repeats;

/* How a list is read; the first line that is wrong ends the reading. */
typedef struct jsmf_corpus_list {
    const char *label;  /* what a line is, which may have blanks within: "a label"; NULL: a word */
    bool empty;         /* lines may be empty, as those of documents without a label are */
    jsmf_corpus_repeats repeats;
    size_t most;        /* lines that there can be; 0: any number */
    const char *things; /* of which there are so many: "documents" */
    size_t bytes;       /* of a line, at most JSMF_LINE_BYTES; 0: JSMF_WORD_BYTES */
    size_t beside;      /* bytes that are held beside the list, and count with it against the memory limit */
    /* Looks at a line, whose number counts from 1, and fails where it is wrong; NULL: nothing more to see. */
    jsmf_status (*look)(jsmf_context *ctx, void *arg, size_t number, const char *line, size_t length);
    void *arg;
} jsmf_corpus_list;
/* A list, as above; out may be NULL: its lines are looked at alone. JSMF_ESYSTEM also where it grows beyond the memory
 * limit. */
jsmf_status jsmf_corpus_list_read(jsmf_context *ctx, const char *path, const jsmf_corpus_list *how,
                                  jsmf_strings *out) JSMF_CHECKED;
/* *most: the words that a vocabulary of the corpus can have, as its first lines say, 0 where they do not; of a Matrix
 * Market file the larger of its sizes. Consumes nothing. */
jsmf_status jsmf_corpus_words_most(jsmf_context *ctx, jsmf_input *in, jsmf_corpus_format format,
                                   size_t *most) JSMF_CHECKED;

typedef struct jsmf_corpus_curation {
    const jsmf_strings *stop; /* words to leave out, or NULL */
    const jsmf_strings *keep; /* words that stay whatever else is said, where a document has them, and do not count
                               * among others; or NULL */
    bool ignore_case;         /* of these lists */
    size_t drop_top;          /* leaves out so many words of the most documents, ties by bytes; 0: none */
    size_t min_df;            /* least document frequency; 0 keeps words of no document too */
    double max_df;            /* greatest document frequency, as a part of all documents (0 to 1] */
    size_t top;               /* this many words by tf log(D / df), ties by bytes (memcmp); 0: all */
    size_t min_words;         /* documents with fewer distinct words left are emptied; 0: none */
} jsmf_corpus_curation;

/* What was left out, for warnings and -v. */
typedef struct jsmf_corpus_curated {
    size_t words_stopped, words_rare, words_frequent, words_below_top, words_dropped;
    size_t words_orphaned;    /* left in no document once documents were emptied (kept where min_df is 0) */
    size_t documents_emptied; /* by curation or min_words; they keep their row */
} jsmf_corpus_curated;

/* Curates H (documents x words, counts) and vocab in place; the words that stay keep their order. D is H->rows. df
 * is taken on H as given, in the order: stop words, drop_top, df limits, top, then min_words on what is left;
 * then, unless min_df is 0, the words that this left in no document go too. */
jsmf_status jsmf_corpus_curate(jsmf_context *ctx, jsmf_csr *h, jsmf_strings *vocab, const jsmf_corpus_curation *how,
                               jsmf_corpus_curated *report) JSMF_CHECKED;
/* The same of a vocabulary's counts alone: df and tf (vocab->count each) of so many documents; those of the words that
 * stay are closed up. how->min_words must be 0. */
jsmf_status jsmf_corpus_curate_counts(jsmf_context *ctx, jsmf_strings *vocab, int64_t *df, int64_t *tf,
                                      size_t documents, const jsmf_corpus_curation *how,
                                      jsmf_corpus_curated *report) JSMF_CHECKED;
/* marks[i] = 1 where the list has word i of vocab, else 0; ignore_case: in whatever case (Unicode's, letter by letter).
 * JSMF_ESYSTEM for memory. */
jsmf_status jsmf_corpus_listed(jsmf_context *ctx, const jsmf_strings *vocab, const jsmf_strings *list, bool ignore_case,
                               unsigned char *marks) JSMF_CHECKED;
/* *df (cols, owned by the caller): the number of documents that contain each word. */
jsmf_status jsmf_corpus_df(jsmf_context *ctx, const jsmf_csr *h, int64_t **df) JSMF_CHECKED;
/* Maps H's words onto the target vocabulary: words that it lacks are dropped (*dropped of them, with *tokens tokens),
 * h->cols becomes target->count. */
jsmf_status jsmf_corpus_match(jsmf_context *ctx, jsmf_csr *h, const jsmf_strings *vocab, const jsmf_strings *target,
                              size_t *dropped, int64_t *tokens) JSMF_CHECKED;
/* Makes one word of those of vocab (h->cols) that are alike, in the first one's place, and adds their counts up;
 * *merged words are gone. */
jsmf_status jsmf_corpus_merge(jsmf_context *ctx, jsmf_csr *h, jsmf_strings *vocab, size_t *merged) JSMF_CHECKED;
/* A vocabulary, of the stream or file of that name. */
typedef struct jsmf_corpus_vocab {
    const char *name;
    const jsmf_strings *words; /* count of them, or NULL where only the count is known */
    size_t count;
} jsmf_corpus_vocab;
/* JSMF_EDATA where the two are not the same words in the same order, naming the first that differs, or not as many,
 * with what to do about it. */
jsmf_status jsmf_corpus_vocab_compare(jsmf_context *ctx, const jsmf_corpus_vocab *vocab,
                                      const jsmf_corpus_vocab *other, const char *advice) JSMF_CHECKED;

/* ---- Some of a bag's documents. ---- */

/* chosen[d] = 1 for the documents that the file at path lists, one a line, each once: by its id or, where ids is NULL,
 * by its number, from 0; else 0. documents: how many there are, 1 at least. JSMF_EDATA with the line for a name that is
 * no document's, and for one that is there twice. */
jsmf_status jsmf_corpus_documents_listed(jsmf_context *ctx, const char *path, const jsmf_strings *ids, size_t documents,
                                         unsigned char *chosen) JSMF_CHECKED;
/* chosen[d] = 1 for the part of the documents that is drawn by the context's seed, to the nearest whole number, but at
 * least one and not all. JSMF_EDATA for fewer than two documents. */
jsmf_status jsmf_corpus_documents_drawn(jsmf_context *ctx, double part, size_t documents,
                                        unsigned char *chosen) JSMF_CHECKED;
/* The documents whose mark is `which`, in their order: of h *part, of ids (or of the numbers from 0, where it is NULL)
 * *part_ids. Both are the caller's, also after a failure. */
jsmf_status jsmf_corpus_documents_part(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *ids,
                                       const unsigned char *chosen, unsigned char which, jsmf_csr *part,
                                       jsmf_strings *part_ids) JSMF_CHECKED;

JSMF_END_DECLS

#endif
