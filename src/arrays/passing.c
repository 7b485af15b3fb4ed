/* The arrays of words and documents, which pass from stream to stream, and are checked wherever they are read. */
#include "jsmf/arrays.h"

#include "npz/stream.h"
#include "npz/npz_inner.h"

#include <string.h>

/* The number of words by an array of the stream whose shape says it, and that array's name; 0 where there is none. */
static size_t words_by_shape(const jsmf_stream *stream, const char **name)
{
    static const char *const by_words[] = { "B", "C", "V", "Y", "Hdiag", "vocab", "unigram" };
    for (size_t i = 0; i < sizeof by_words / sizeof *by_words; i++) {
        const jsmf_array *a = jsmf_stream_find(stream, by_words[i]);
        *name = by_words[i];
        if (a && a->dims > 0)
            return a->shape[0];
    }
    return 0;
}

static jsmf_status check_length(jsmf_context *ctx, const jsmf_stream *stream, const jsmf_array *a)
{
    const char *other;
    const size_t words = words_by_shape(stream, &other), length = jsmf_array_count(a);
    char where[JSMF_WHERE];
    if (words == 0 || length == words)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: has %zu number%s (expected %zu, as array %s has so many words)",
                     jsmf_stream_where(stream, a->name, where), JSMF_COUNTED(length), words, other);
}

static jsmf_status check_df(jsmf_context *ctx, jsmf_stream *stream, const jsmf_array *a)
{
    char where[JSMF_WHERE];
    int64_t *df;
    size_t n;
    if (check_length(ctx, stream, a) != JSMF_OK || jsmf_stream_integers(ctx, stream, "df", 0, &df, &n) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        if (df[i] < 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %lld at [%zu] (expected numbers of documents)",
                             jsmf_stream_where(stream, "df", where), (long long)df[i], i);
    return JSMF_OK;
}

static jsmf_status check_unigram(jsmf_context *ctx, jsmf_stream *stream, const jsmf_array *a)
{
    char where[JSMF_WHERE];
    double *unigram;
    size_t n;
    if (check_length(ctx, stream, a) != JSMF_OK ||
        jsmf_stream_vector(ctx, stream, "unigram", 0, &unigram, &n) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        if (unigram[i] < 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %g at [%zu] (expected probabilities of the words)",
                             jsmf_stream_where(stream, "unigram", where), unigram[i], i);
    return JSMF_OK;
}

static jsmf_status check_documents(jsmf_context *ctx, jsmf_stream *stream, const jsmf_array *a)
{
    int64_t count;
    (void)a;
    return jsmf_stream_count(ctx, stream, "documents", &count);
}

static jsmf_status check_unknown(jsmf_context *ctx, jsmf_stream *stream, const jsmf_array *a)
{
    char where[JSMF_WHERE];
    int64_t *tokens;
    size_t n;
    jsmf_stream_where(stream, a->name, where);
    if (jsmf_stream_integers(ctx, stream, a->name, 0, &tokens, &n) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        if (tokens[i] < 0 || tokens[i] > INT32_MAX)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %lld at [%zu] (expected numbers of tokens)", where,
                             (long long)tokens[i], i);
    return JSMF_OK;
}

static jsmf_status check_names(jsmf_context *ctx, jsmf_stream *stream, const jsmf_array *a)
{
    char where[JSMF_WHERE];
    if (a->type == 'U' && a->dims == 1)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: is no list of strings", jsmf_stream_where(stream, a->name, where));
}

/* What jsmf-stream(5) says of the arrays that pass, as far as they are in memory. df and documents become int64,
 * unigram float64. */
static jsmf_status check_passing(jsmf_context *ctx, jsmf_stream *stream)
{
    static const struct {
        const char *name;
        jsmf_status (*check)(jsmf_context *, jsmf_stream *, const jsmf_array *);
    } checks[] = { { "vocab", check_names }, { "df", check_df }, { "unigram", check_unigram },
                   { "documents", check_documents }, { "text.unknown", check_unknown } };
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        const jsmf_array *a = jsmf_stream_find(stream, checks[i].name);
        if (a && (a->data || a->type == 'U') && checks[i].check(ctx, stream, a) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* ---- reading ---- */

/* read: whether the stream has been read. */
static jsmf_status finish(jsmf_context *ctx, jsmf_status read, jsmf_stream *stream)
{
    if (read == JSMF_OK && check_passing(ctx, stream) == JSMF_OK)
        return JSMF_OK;
    jsmf_stream_free(stream);
    return jsmf_context_status(ctx);
}

bool jsmf_arrays_is_of_documents(const jsmf_array *a, size_t documents)
{
    static const char *const others[] = { "vocab", "df", "unigram", "shard.ids", "shard.first", "shard.rows",
                                          "text.recipe", "infer.names", "dual", "truth.W" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(a->name, others[i]) == 0)
            return false;
    return a->dims > 0 && a->shape[0] == documents;
}

jsmf_status jsmf_arrays_recipe_copy(jsmf_context *ctx, const jsmf_stream *from, jsmf_stream *to)
{
    static const char name[] = "text.recipe";
    const jsmf_array *a = jsmf_stream_find(from, name);
    jsmf_strings lines = { 0 };
    if (!a || a->type != 'U' || a->dims != 1 ||
        jsmf_array_read_strings(ctx, a, 0, a->shape[0], &lines) != JSMF_OK) {
        jsmf_strings_free(&lines);
        return jsmf_context_status(ctx);
    }
    return jsmf_stream_add_strings(ctx, to, name, &lines);
}

jsmf_status jsmf_arrays_read(jsmf_context *ctx, jsmf_input *in, unsigned kinds, jsmf_stream *out)
{
    return finish(ctx, jsmf_stream_read(ctx, in, &jsmf_arrays_schema, kinds, out), out);
}

jsmf_status jsmf_arrays_scan(jsmf_context *ctx, jsmf_input *in, unsigned kinds, const char *const *names, size_t count,
                             jsmf_stream *out)
{
    return finish(ctx, jsmf_stream_scan(ctx, in, &jsmf_arrays_schema, kinds, names, count, out), out);
}

jsmf_status jsmf_arrays_spool(jsmf_context *ctx, jsmf_input *in, unsigned kinds, jsmf_stream *out)
{
    static const char *const held[] = { "df", "unigram", "documents", "shard.ids", "shard.first", "shard.rows",
                                        "sums", "sums.recipe", "sums.machine", "sums.shards", "sums.first",
                                        "sums.rows", "sums.digests", "sums.histories", "text.recipe", "text.unknown",
                                        "block.before" };
    return finish(ctx, jsmf_stream_spool(ctx, in, &jsmf_arrays_schema, kinds, held, sizeof held / sizeof *held, out),
                  out);
}
