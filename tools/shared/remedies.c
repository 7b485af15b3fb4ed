/* What a tool adds to the library's errors and warnings: the words for the remedies that they name, which advise
 * options and programs; the stream that an error is about; where help is. */
#include "tool_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Said by programs that have the options named. %zu: the remedy's number. */
static const char *const words[] = {
    [JSMF_REMEDY_MORE_MEMORY] = "give more with --memory",
    [JSMF_REMEDY_MORE_MEMORY_OR_C_ORDER] = "write it in C order, or give more with --memory",
    [JSMF_REMEDY_MORE_MEMORY_OR_FEWER_THREADS] = "give more with --memory, or take fewer threads",
    [JSMF_REMEDY_MORE_MEMORY_OR_SMALLER_STREAM] =
        "give more with --memory, or make it of fewer words or documents",
    [JSMF_REMEDY_MORE_MEMORY_OR_SPLIT_CORPUS] = "see --memory, or split the corpus",
    [JSMF_REMEDY_FEWER_WORDS_OR_TOPICS] = "fewer words or topics",

    [JSMF_REMEDY_LABELS_FIRST] = "where the lines begin with labels: --from svmlight",
    [JSMF_REMEDY_MERGE_WORDS] = "jsmf-bow --merge-duplicates adds their counts up",
    [JSMF_REMEDY_FIRST_WORD_NUMBER] = "--base 0 or 1 says which number its first word has",
    [JSMF_REMEDY_ROWS_ARE_WORDS] = "--transpose takes rows for words",
    [JSMF_REMEDY_ROWS_ARE_DOCUMENTS] = "without --transpose it would fit",
    [JSMF_REMEDY_MATCH_WORDS] = "map them with jsmf-bow --match",

    [JSMF_REMEDY_STREAM_OF_TEXT] = "jsmf-bow makes a stream of text, jsmf-text of CSV, TSV or JSON lines",
    [JSMF_REMEDY_STREAM_OF_NUMBERS] =
        "TOPICS OF OTHER PROGRAMS in jsmf-stream(5) makes a model of topics that are a table",
    [JSMF_REMEDY_STREAM_OF_GZIP] =
        "jsmf-bow makes a stream of a corpus; a stream that was compressed again must be gunzipped first",
    [JSMF_REMEDY_LIST_OF_ARRAYS] = "jsmf-cat lists what a stream holds",
    [JSMF_REMEDY_BAG] = "jsmf-bow makes a bag of documents",
    [JSMF_REMEDY_COOC] = "jsmf-cooc makes one",
    [JSMF_REMEDY_RECTIFIED] = "jsmf-rectify-ap makes one of a co-occurrence",
    [JSMF_REMEDY_COMPRESSED] = "jsmf-rectify-enn makes one of a co-occurrence",
    [JSMF_REMEDY_MODEL] = "jsmf-learn makes a model of a bag",
    [JSMF_REMEDY_COMPOSITIONS] = "jsmf-infer makes them of a model and a bag",
    [JSMF_REMEDY_SUMS] = "jsmf-cooc --partial makes them of a bag",
    [JSMF_REMEDY_BLOCK] = "jsmf-krylov makes them",
    [JSMF_REMEDY_COOC_OF_BAG] = "jsmf-cooc makes a co-occurrence of it",
    [JSMF_REMEDY_READER_OF_RECTIFIED] = "jsmf-aw reads it",
    [JSMF_REMEDY_TRUTH] = "jsmf-synth writes the first two",
    [JSMF_REMEDY_MODEL_WITH_A] = "jsmf-aw and jsmf-law write one",
    [JSMF_REMEDY_METHOD_WITHOUT_A] =
        "--method vb, em, scls, init, tli and gibbs do without; jsmf-polish makes a model that has one",
    [JSMF_REMEDY_MODEL_WITH_POSITIVE_A] = "jsmf-law without --plain writes such",

    [JSMF_REMEDY_FEWER_TOPICS] = "use -k %zu or less",
    [JSMF_REMEDY_FEWER_TOPICS_OR_LOWER_DF] = "use -k %zu or less, or a lower --min-df",
    [JSMF_REMEDY_FEWER_TOPICS_OR_MORE_PAIRS] = "use -k %zu or less, or make it with as many",
    [JSMF_REMEDY_WITHOUT_PASSES] = "leave --passes out, give more of them, or use a smaller -k",
    [JSMF_REMEDY_COMPRESS_TO_FEWER] = "compress the co-occurrence again with many fewer topics",
    [JSMF_REMEDY_COMPRESS_TO_FEWER_OR_LOWER_DF] =
        "use a lower --min-df, or compress the co-occurrence again with many fewer topics",
    [JSMF_REMEDY_NO_NEGATIVE_EIGENVALUES] = "C of jsmf-cooc --estimator biased has none below 0",
    [JSMF_REMEDY_LOWER_DF] = "use a lower --min-df, or leave it out",
    [JSMF_REMEDY_DOCUMENT_FREQUENCIES] = "the arrays df and documents of jsmf-cooc's streams do",
    [JSMF_REMEDY_MODEL_OF_FREQUENT_ANCHORS] = "learn the model with fewer topics, or with a larger jsmf-aw --min-df",

    [JSMF_REMEDY_ANCHORS_OF_ORIGINAL] =
        "rare words as anchors: try a larger --min-df, fewer topics, or a rectified co-occurrence",
    [JSMF_REMEDY_ANCHORS_OF_RECTIFIED] =
        "rare words as anchors: try a larger --min-df, fewer topics, or more iterations of the rectification",
    [JSMF_REMEDY_ANCHORS_OF_COMPRESSED] =
        "rare words as anchors: try a larger --min-df, or compress again with more iterations or fewer topics",

    [JSMF_REMEDY_DIAGONAL_A] = "use --recover-a diagonal, or fewer topics",
    [JSMF_REMEDY_LEAST_SQUARES] = "rectify, or use --loss l2",
    [JSMF_REMEDY_RECOVERY_BY_BAYES] =
        "rectify, choose more frequent anchors with --min-df, or use --recover bayes",
    [JSMF_REMEDY_WITHOUT_PAPER] = "leave --paper out",
    [JSMF_REMEDY_PADD_OR_DUAL] = "use padd, or --dual",
    [JSMF_REMEDY_LARGER_DELTA] = "try a larger --delta, or learn fewer topics",
    [JSMF_REMEDY_LESSER_PRIOR] = "use a lesser one, --prior 0.5",
    [JSMF_REMEDY_KEEP_START] = "try fewer topics, or keep the start",
    [JSMF_REMEDY_MATRIX_PRIOR_OR_KEEP_START] = "try --prior matrix, fewer topics, or keep the start",

    [JSMF_REMEDY_ALIKE] = "--alike adds both, if they are two; ids, as of jsmf-text --id, tell them apart",
    [JSMF_REMEDY_MIXED_MACHINES] = "--mixed takes both",
    [JSMF_REMEDY_SHARDS_OF_ONE_VOCABULARY] = "jsmf-bow --match gives all shards the words of one stream",
    [JSMF_REMEDY_SUMS_OF_FEW_WORDS] = "of so few words jsmf-cooc --partial sums up the co-occurrence itself",
};

/* Said by the others. */
static const char *const words_elsewhere[] = {
    [JSMF_REMEDY_FIRST_WORD_NUMBER] = "jsmf-bow --base 0 or 1 says which number its first word has",
    [JSMF_REMEDY_ROWS_ARE_WORDS] = "jsmf-bow --transpose takes rows for words",
};

/* Said by jsmf-learn, whose user cannot repeat a stage alone. */
static const char *const words_of_learn[] = {
    [JSMF_REMEDY_COMPRESS_TO_FEWER] = "use many fewer topics",
    [JSMF_REMEDY_COMPRESS_TO_FEWER_OR_LOWER_DF] = "use a lower --min-df, or many fewer topics",
    [JSMF_REMEDY_ANCHORS_OF_RECTIFIED] = "rare words as anchors: try a larger --min-df, or fewer topics",
    [JSMF_REMEDY_ANCHORS_OF_COMPRESSED] = "rare words as anchors: try a larger --min-df, or fewer topics",
};

/* Whether the program has the option, a letter or a name, at the start of text. */
static bool has_option(const tool *t, const char *text)
{
    const size_t length = strcspn(text, " ,;");
    for (size_t i = 0; i < tool_option_total(t); i++) {
        const tool_option *o = tool_option_at(t, i);
        if (length == 2 ? o->letter == text[1]
                        : strlen(o->name) == length - 2 && strncmp(o->name, text + 2, length - 2) == 0)
            return true;
    }
    return false;
}

/* Whether the program has the options that an advice names; behind the name of a program they are that one's. */
static bool has_options(const tool *t, const char *advice)
{
    const char *other = strstr(advice, "jsmf-");
    for (const char *at = advice; *at && at != other; at++)
        if (*at == '-' && (at == advice || at[-1] == ' ') && !has_option(t, at))
            return false;
    return true;
}

#define WORDS_AT(table, place) ((place) < sizeof(table) / sizeof *(table) ? (table)[place] : NULL)

static const char *say(void *arg, jsmf_remedy remedy, size_t number, char *text, size_t size)
{
    const tool *t = arg;
    const size_t place = (size_t)remedy;
    const char *format = strcmp(t->name, "jsmf-learn") == 0 ? WORDS_AT(words_of_learn, place) : NULL;
    if (!format)
        format = WORDS_AT(words, place);
    if (format && !has_options(t, format))
        format = WORDS_AT(words_elsewhere, place);
    if (!format)
        return NULL;
    snprintf(text, size, format, number);
    return text;
}

void tool_remedies(jsmf_context *ctx, const tool *t) { jsmf_context_set_remedies(ctx, say, (void *)t); }

/* ---- errors ---- */

jsmf_status tool_usage(tool_run *run, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return jsmf_fail(run->ctx, JSMF_EUSAGE, "%s (see %s --help)", text, run->tool->name);
}

jsmf_status tool_name_error(tool_run *run, const char *name)
{
    const jsmf_status status = jsmf_context_status(run->ctx);
    char text[1024];
    snprintf(text, sizeof text, "%s", jsmf_context_error(run->ctx));
    jsmf_context_clear(run->ctx);
    if (status == JSMF_EUSAGE)
        return tool_usage(run, "%s", text);
    return status == JSMF_EDATA ? jsmf_fail(run->ctx, status, "%s: %s", name, text)
                                : jsmf_fail(run->ctx, status, "%s", text);
}

jsmf_status tool_check_memory(tool_run *run, size_t bytes, const char *what, const char *advice)
{
    char text[1024];
    if (jsmf_context_status(run->ctx) != JSMF_OK ||
        jsmf_memory_check(run->ctx, bytes, what, JSMF_REMEDY_NONE) == JSMF_OK)
        return jsmf_context_status(run->ctx);
    snprintf(text, sizeof text, "%s", jsmf_context_error(run->ctx));
    jsmf_context_clear(run->ctx);
    return jsmf_fail(run->ctx, JSMF_ESYSTEM, "%s (%s)", text, advice);
}
