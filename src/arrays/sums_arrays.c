/* Streams of sums: their record taken apart and put together. */
#include "arrays_inner.h"

#include "npz/stream.h"
#include "base/base_inner.h"
#include "npz/npz_inner.h"
#include "sums/sums_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void jsmf_arrays_sums_free(jsmf_arrays_sums *s)
{
    if (!s)
        return;
    free(s->name);
    free(s->of);
    free(s->machine);
    jsmf_strings_free(&s->recipe);
    jsmf_sums_shards_free(&s->shards);
    jsmf_stream_free(&s->stream);
    jsmf_sums_pile_free(&s->c);
    *s = (jsmf_arrays_sums){ .shards = { .of = -1 } };
}

/* ---- reading ---- */

static jsmf_status take_text(jsmf_context *ctx, jsmf_stream *s, const char *name, char **out)
{
    const char *text;
    if (jsmf_stream_text(ctx, s, name, &text) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = jsmf_copy(ctx, text, strlen(text) + 1, 1);
    jsmf_stream_remove(s, name);
    return jsmf_context_status(ctx);
}

static jsmf_status need_strings(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t n,
                                const jsmf_strings **out)
{
    jsmf_array *a;
    if (jsmf_stream_need(ctx, s, name, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_strings(ctx, s, name, n, out);
}

static jsmf_status read_digest(jsmf_context *ctx, const jsmf_stream *s, const char *text, uint64_t *out)
{
    char where[JSMF_WHERE], *end;
    if (strspn(text, "0123456789abcdef") == 16 && text[16] == '\0') {
        *out = strtoull(text, &end, 16);
        return JSMF_OK;
    }
    return jsmf_fail(ctx, JSMF_EDATA, "%s: holds \"%.40s\" (expected 16 hexadecimal digits)",
                     jsmf_stream_where(s, "sums.digests", where), text);
}

/* Also what a list that was made elsewhere may get wrong: shards that are there twice, or out of order. */
static jsmf_status read_shards(jsmf_context *ctx, jsmf_stream *s, jsmf_sums_shards *out)
{
    const jsmf_strings *ids, *digests, *histories;
    int64_t *first, *rows;
    jsmf_sums_shards list = { .of = -1 };
    if (need_strings(ctx, s, "sums.shards", 0, &ids) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (ids->count == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: sums of no shards", s->name);
    if (need_strings(ctx, s, "sums.digests", ids->count, &digests) != JSMF_OK ||
        need_strings(ctx, s, "sums.histories", ids->count, &histories) != JSMF_OK ||
        jsmf_stream_integers(ctx, s, "sums.first", ids->count, &first, NULL) != JSMF_OK ||
        jsmf_stream_integers(ctx, s, "sums.rows", ids->count, &rows, NULL) != JSMF_OK ||
        (jsmf_stream_find(s, "sums.documents") && jsmf_stream_count(ctx, s, "sums.documents", &list.of) != JSMF_OK))
        return jsmf_context_status(ctx);
    out->of = list.of;
    for (size_t i = 0; i < ids->count; i++) {
        jsmf_sums_shard shard = { .first = first[i], .rows = rows[i] };
        if (shard.first < -1 || shard.rows < 0 || shard.first > INT64_MAX - shard.rows)
            jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s has %" PRId64 " documents from %" PRId64 " on", s->name,
                      jsmf_strings_get(ids, i), shard.rows, shard.first);
        if (jsmf_context_status(ctx) != JSMF_OK ||
            read_digest(ctx, s, jsmf_strings_get(digests, i), &shard.digest) != JSMF_OK ||
            jsmf_sums_shards_put(ctx, &list, &shard, jsmf_strings_get(ids, i), jsmf_strings_get(histories, i)) !=
                JSMF_OK)
            break;
    }
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(jsmf_sums_shards_add(ctx, out, s->name, &list, s->name, true));
    jsmf_sums_shards_free(&list);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_sums_record_take(jsmf_context *ctx, jsmf_stream *s, jsmf_arrays_sums *out)
{
    static const char *const read[] = { "sums.recipe", "sums.shards", "sums.first", "sums.rows", "sums.digests",
                                        "sums.histories", "sums.documents" };
    const jsmf_strings *recipe;
    if (take_text(ctx, s, "sums", &out->of) != JSMF_OK || take_text(ctx, s, "sums.machine", &out->machine) != JSMF_OK ||
        need_strings(ctx, s, "sums.recipe", 0, &recipe) != JSMF_OK ||
        jsmf_strings_copy(ctx, recipe, &out->recipe) != JSMF_OK || read_shards(ctx, s, &out->shards) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < sizeof read / sizeof *read; i++)
        jsmf_stream_remove(s, read[i]);
    return JSMF_OK;
}

/* ---- the sums themselves ---- */

static bool starts(const char *name, const char *with) { return strncmp(name, with, strlen(with)) == 0; }

/* Whether it is of sums, of either sort; the places of a sparse C are not. */
static bool is_real(const jsmf_array *a) { return starts(a->name, "real.") && strchr(a->name + 5, '.') == NULL; }
static bool is_whole(const jsmf_array *a) { return starts(a->name, "whole."); }

static jsmf_status check_sums(jsmf_context *ctx, const jsmf_stream *s, const jsmf_array *a)
{
    char where[JSMF_WHERE];
    const bool good = a->type == 'i' && a->item == sizeof(int64_t) && !a->fortran &&
                      (is_real(a) ? a->dims == 2 && a->shape[1] == 2 : a->dims < 2);
    if (good || !(is_real(a) || is_whole(a)))
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: is no array of sums (expected %s of 8 bytes)",
                     jsmf_stream_where(s, a->name, where), is_real(a) ? "pairs of integers" : "integers");
}

/* *data (count items of a's) in memory of its own. */
static jsmf_status take_data(jsmf_context *ctx, jsmf_stream *s, const char *name, char type, size_t item, void **data,
                             size_t *count)
{
    char where[JSMF_WHERE];
    jsmf_array *a;
    if (jsmf_stream_need(ctx, s, name, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *count = jsmf_array_count(a);
    jsmf_stream_where(s, name, where);
    if (a->type != type || a->item != item || a->fortran)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is not of integers of %zu bytes", where, item);
    if (jsmf_array_hold(ctx, where, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *data = jsmf_stream_take(s, name);
    return JSMF_OK;
}

/* real.C of a sparse C, out of the stream. */
static jsmf_status take_sparse(jsmf_context *ctx, jsmf_stream *s, jsmf_sums_sparse *out)
{
    char where[JSMF_WHERE];
    void *indptr = NULL, *indices = NULL, *values = NULL;
    size_t rows = 0, entries = 0, pairs = 0;
    if (take_data(ctx, s, "real.C.indptr", 'i', sizeof *out->indptr, &indptr, &rows) == JSMF_OK &&
        take_data(ctx, s, "real.C.indices", 'i', sizeof *out->indices, &indices, &entries) == JSMF_OK)
        jsmf_recorded(take_data(ctx, s, "real.C", 'i', sizeof(int64_t), &values, &pairs));
    *out = (jsmf_sums_sparse){ .n = rows ? rows - 1 : 0, .indptr = indptr, .indices = indices, .values = values };
    if (jsmf_context_status(ctx) == JSMF_OK && (rows < 2 || pairs != 2 * entries))
        jsmf_fail(ctx, JSMF_EDATA, "%s: has %zu sums for %zu places of %zu word%s",
                  jsmf_stream_where(s, "real.C", where), pairs / 2, entries, JSMF_COUNTED(out->n));
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(jsmf_sums_sparse_check(ctx, out, entries, jsmf_stream_where(s, "real.C", where)));
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_sums_sparse_free(out);
    return jsmf_context_status(ctx);
}

static jsmf_status load(jsmf_context *ctx, jsmf_arrays_sums *out)
{
    jsmf_stream *s = &out->stream;
    jsmf_sums_sparse c;
    const jsmf_strings *vocab;
    if (jsmf_arrays_sums_record_take(ctx, s, out) != JSMF_OK || jsmf_arrays_vocab(ctx, s, 0, &vocab) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->count; i++)
        if (check_sums(ctx, s, &s->arrays[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    out->sparse = jsmf_stream_find(s, "real.C.indptr") != NULL;
    if (!out->sparse)
        return JSMF_OK;
    if (take_sparse(ctx, s, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->c.n = c.n;
    return jsmf_sums_pile_put(ctx, &out->c, &c, JSMF_SUMS_PLUS);
}

jsmf_status jsmf_arrays_sums_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_sums *out)
{
    *out = (jsmf_arrays_sums){ .stream = *stream, .shards = { .of = -1 } };
    *stream = (jsmf_stream){ 0 };
    /* They are no sums, and would stay as they are where the words change. */
    jsmf_stream_remove(&out->stream, "df");
    jsmf_stream_remove(&out->stream, "unigram");
    out->name = jsmf_copy(ctx, out->stream.name, strlen(out->stream.name) + 1, 1);
    if (!out->name || load(ctx, out) != JSMF_OK)
        jsmf_arrays_sums_free(out);
    return jsmf_context_status(ctx);
}

/* ---- adding ---- */

static const char *first_of(const jsmf_arrays_sums *s) { return jsmf_strings_get(&s->shards.ids, 0); }

static jsmf_status join_recipe(jsmf_context *ctx, const jsmf_arrays_sums *to, const jsmf_arrays_sums *part)
{
    const size_t most = jsmf_greatest(to->recipe.count, part->recipe.count);
    if (strcmp(to->of, part->of) != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s: sums of %s (expected %s, as %s)", part->name, first_of(part),
                         part->of, to->of, to->name);
    for (size_t i = 0; i < most; i++) {
        const char *a = i < to->recipe.count ? jsmf_strings_get(&to->recipe, i) : "nothing";
        const char *b = i < part->recipe.count ? jsmf_strings_get(&part->recipe, i) : "nothing";
        if (strcmp(a, b) != 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s: made with %s (expected %s, as %s)", part->name,
                             first_of(part), b, a, to->name);
    }
    return JSMF_OK;
}

static jsmf_status join_machine(jsmf_context *ctx, jsmf_arrays_sums *to, const jsmf_arrays_sums *part, bool mixed)
{
    static const char both[] = "mixed";
    if (strcmp(to->machine, part->machine) == 0)
        return JSMF_OK;
    if (!mixed)
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_MIXED_MACHINES, 0,
                                "%s: shard %s: made by %s (expected %s, as %s, for the same bytes)", part->name,
                                first_of(part), part->machine, to->machine, to->name);
    free(to->machine);
    to->machine = jsmf_copy(ctx, both, 1, sizeof both);
    return jsmf_context_status(ctx);
}

/* What is added, and strings, are in all sums or in none; the words of documents' counts and C have checks of their
 * own. */
static jsmf_status need_names(jsmf_context *ctx, const jsmf_arrays_sums *in, const jsmf_arrays_sums *of)
{
    for (size_t k = 0; k < of->stream.count; k++) {
        const jsmf_array *a = &of->stream.arrays[k];
        const char *checked = strcmp(of->of, "words") == 0 ? "vocab" : "real.C";
        if (!(is_real(a) || is_whole(a) || a->type == 'U') || strcmp(a->name, checked) == 0)
            continue;
        if (!jsmf_stream_find(&in->stream, a->name))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: no array %s, which %s has", in->name, a->name, of->name);
    }
    return JSMF_OK;
}

static jsmf_status join_names(jsmf_context *ctx, const jsmf_arrays_sums *to, const jsmf_arrays_sums *part)
{
    return need_names(ctx, part, to) != JSMF_OK ? jsmf_context_status(ctx) : need_names(ctx, to, part);
}

/* Lists of strings, the words among them, are the same in all sums. */
static jsmf_status join_strings(jsmf_context *ctx, const jsmf_arrays_sums *to, const jsmf_arrays_sums *part)
{
    for (size_t k = 0; k < to->stream.count; k++) {
        const jsmf_array *a = &to->stream.arrays[k];
        jsmf_array *b = jsmf_stream_find(&part->stream, a->name);
        size_t i = 0, count = a->strings.count;
        if (a->type != 'U' || (strcmp(a->name, "vocab") == 0 && strcmp(to->of, "words") == 0))
            continue;
        if (b && jsmf_array_hold(ctx, part->name, b) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!b || b->type != 'U' || b->strings.count != count)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s: %zu %s (expected %zu, as %s)", part->name,
                             first_of(part), b ? b->strings.count : 0, strcmp(a->name, "vocab") ? a->name : "words",
                             count, to->name);
        while (i < count && strcmp(jsmf_strings_get(&a->strings, i), jsmf_strings_get(&b->strings, i)) == 0)
            i++;
        if (i < count)
            return jsmf_fail_remedy(ctx, JSMF_EDATA, strcmp(a->name, "vocab") ? JSMF_REMEDY_NONE
                                                                             : JSMF_REMEDY_SHARDS_OF_ONE_VOCABULARY,
                                    0, "%s: shard %s: %s %zu is %.80s (expected %.80s, as %s)", part->name,
                                    first_of(part), strcmp(a->name, "vocab") ? a->name : "word", i,
                                    jsmf_strings_get(&b->strings, i), jsmf_strings_get(&a->strings, i), to->name);
    }
    return JSMF_OK;
}

jsmf_status jsmf_arrays_sums_join(jsmf_context *ctx, jsmf_arrays_sums *to, const jsmf_arrays_sums *part,
                                  jsmf_sums_sign sign, bool mixed, bool alike)
{
    if (join_recipe(ctx, to, part) != JSMF_OK || join_names(ctx, to, part) != JSMF_OK ||
        join_strings(ctx, to, part) != JSMF_OK || join_machine(ctx, to, part, mixed) != JSMF_OK)
        return jsmf_context_status(ctx);
    return sign > 0 ? jsmf_sums_shards_add(ctx, &to->shards, to->name, &part->shards, part->name, alike)
                    : jsmf_sums_shards_remove(ctx, &to->shards, to->name, &part->shards, part->name);
}

/* Both in pieces, as the second may lie outside memory. */
static jsmf_status add_pieces(jsmf_context *ctx, jsmf_array *to, const jsmf_array *part, jsmf_sums_sign sign)
{
    enum { PIECE = 1 << 16 };
    const size_t width = is_real(to) ? 2 : 1, count = jsmf_array_count(to) / width;
    int64_t *piece = jsmf_alloc(ctx, jsmf_least(count, PIECE), width * sizeof *piece);
    for (size_t first = 0, some; piece && first < count; first += some) {
        int64_t *at = (int64_t *)to->data + first * width;
        some = jsmf_least(count - first, PIECE);
        if (jsmf_array_read(ctx, part, first * width, some * width, piece) != JSMF_OK ||
            (width == 2 ? jsmf_sums_add(ctx, some, (jsmf_sums_fixed *)(void *)at,
                                        (const jsmf_sums_fixed *)(const void *)piece, sign)
                        : jsmf_sums_add_whole(ctx, some, at, piece, sign)) != JSMF_OK)
            break;
    }
    free(piece);
    return jsmf_context_status(ctx);
}

static jsmf_status add_array(jsmf_context *ctx, jsmf_arrays_sums *to, const jsmf_arrays_sums *part, jsmf_array *a,
                             jsmf_sums_sign sign)
{
    char where[JSMF_WHERE];
    const jsmf_array *b = jsmf_stream_find(&part->stream, a->name);
    if (b && jsmf_array_count(b) == jsmf_array_count(a) && a->data)
        return add_pieces(ctx, a, b, sign);
    return jsmf_fail(ctx, JSMF_EDATA, "%s: has %zu number%s (expected %zu, as %s)",
                     jsmf_stream_where(&part->stream, a->name, where), JSMF_COUNTED(b ? jsmf_array_count(b) : 0),
                     jsmf_array_count(a), to->name);
}

/* The words' number is the vocabulary's, where there is one, or that of their sums. */
static jsmf_status add_sparse(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part, jsmf_sums_sign sign)
{
    jsmf_sums_sparse c;
    if (!part->sparse || part->c.n != to->c.n)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array real.C: is %s of %zu words (expected a sparse one of %zu, as %s)",
                         part->name, part->sparse ? "sparse" : "dense", part->c.n, to->c.n, to->name);
    if (jsmf_sums_pile_take(ctx, &part->c, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_sums_pile_put(ctx, &to->c, &c, sign);
}

jsmf_status jsmf_arrays_sums_add(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part, jsmf_sums_sign sign)
{
    for (size_t i = 0; i < to->stream.count; i++) {
        jsmf_array *a = &to->stream.arrays[i];
        if ((is_real(a) || is_whole(a)) && add_array(ctx, to, part, a, sign) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return to->sparse ? add_sparse(ctx, to, part, sign) : JSMF_OK;
}

/* ---- writing ---- */

static jsmf_status store_digests(jsmf_context *ctx, const jsmf_sums_shards *s, jsmf_stream *out)
{
    jsmf_strings digests = { 0 };
    char text[24];
    for (size_t i = 0; i < s->count; i++) {
        snprintf(text, sizeof text, "%016" PRIx64, s->shards[i].digest);
        if (jsmf_strings_add(ctx, &digests, text, 16) != JSMF_OK) {
            jsmf_strings_free(&digests);
            return jsmf_context_status(ctx);
        }
    }
    return jsmf_stream_add_strings(ctx, out, "sums.digests", &digests);
}

jsmf_status jsmf_arrays_sums_record_store(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_stream *out)
{
    jsmf_sums_shards *shards = &s->shards;
    if (jsmf_stream_add_text(ctx, out, "sums", s->of) != JSMF_OK ||
        jsmf_stream_add_strings(ctx, out, "sums.recipe", &s->recipe) != JSMF_OK ||
        jsmf_stream_add_text(ctx, out, "sums.machine", s->machine) != JSMF_OK ||
        jsmf_arrays_shards_places(ctx, shards, "sums.first", "sums.rows", out) != JSMF_OK ||
        store_digests(ctx, shards, out) != JSMF_OK ||
        (shards->of >= 0 && jsmf_stream_add_count(ctx, out, "sums.documents", shards->of) != JSMF_OK) ||
        jsmf_stream_add_strings(ctx, out, "sums.shards", &shards->ids) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_strings(ctx, out, "sums.histories", &shards->histories);
}

static jsmf_status store_sparse(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_stream *out)
{
    jsmf_sums_sparse c;
    if (jsmf_sums_pile_take(ctx, &s->c, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    const size_t entries = (size_t)c.indptr[c.n];
    jsmf_array indices = { .type = 'i', .item = sizeof *c.indices, .dims = 1, .shape = { entries }, .data = c.indices };
    if (jsmf_stream_add_i64(ctx, out, "real.C.indptr", c.indptr, 1, c.n + 1) != JSMF_OK ||
        jsmf_stream_add(ctx, out, "real.C.indices", &indices) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_arrays_sums_give(ctx, out, "C", &c.values, entries);
}

jsmf_status jsmf_arrays_sums_give(jsmf_context *ctx, jsmf_stream *stream, const char *name, jsmf_sums_fixed **values,
                                  size_t count)
{
    char full[64];
    jsmf_array a = { .type = 'i', .item = sizeof(int64_t), .dims = 2, .shape = { count, 2 }, .data = *values };
    *values = NULL;
    snprintf(full, sizeof full, "real.%.50s", name);
    return jsmf_stream_add(ctx, stream, full, &a);
}

jsmf_status jsmf_arrays_sums_real(jsmf_context *ctx, const jsmf_arrays_sums *s, const char *name,
                                  jsmf_sums_fixed **out, size_t *count)
{
    char full[64];
    jsmf_array *a;
    snprintf(full, sizeof full, "real.%.50s", name);
    if (jsmf_stream_need(ctx, &s->stream, full, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = a->data;
    *count = jsmf_array_count(a) / 2;
    return JSMF_OK;
}

jsmf_status jsmf_arrays_sums_store(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_stream *out)
{
    *out = (jsmf_stream){ 0 };
    jsmf_arrays_mark(out, JSMF_SUMS);
    if (jsmf_sums_shards_lines(ctx, &s->shards, &out->history) == JSMF_OK &&
        jsmf_arrays_sums_record_store(ctx, s, out) == JSMF_OK &&
        (!s->sparse || store_sparse(ctx, s, out) == JSMF_OK))
        for (size_t i = 0; i < s->stream.count && jsmf_context_status(ctx) == JSMF_OK; i++) {
            jsmf_array *a = &s->stream.arrays[i];
            char *name = a->name;
            jsmf_recorded(jsmf_stream_add(ctx, out, name, a));
            free(name);
        }
    jsmf_arrays_sums_free(s);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_stream_free(out);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_sums_take_df(jsmf_context *ctx, jsmf_arrays_sums *s, size_t n, int64_t **out)
{
    int64_t rows = 0, *df;
    *out = NULL;
    if (jsmf_stream_integers(ctx, &s->stream, "whole.df", n, &df, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->shards.count; i++)
        rows += s->shards.shards[i].rows;
    if (rows == 0) /* co-occurrences, which were weighed by their documents */
        rows = INT64_MAX;
    for (size_t i = 0; i < n; i++)
        if (df[i] < 0 || df[i] > rows)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: array whole.df: holds %lld at [%zu] (expected 0 to %lld, the "
                             "documents of the shards)", s->name, (long long)df[i], i, (long long)rows);
    *out = jsmf_stream_take(&s->stream, "whole.df");
    return JSMF_OK;
}
