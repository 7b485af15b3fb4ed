/* Bags and compositions one behind another: all that has a row a document, with its documents. */
#include "bags.h"
#include "merge_arrays.h"
#include "merge_job.h"
#include "shard_record.h"

#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct joined {
    unsigned kind;
    const char *name;          /* of the first part */
    size_t documents, words;
    jsmf_csr h;                /* of bags */
    size_t most_rows, most_entries;
    merge_arrays_grown *rows;  /* row_count arrays of the documents */
    size_t row_count;
    jsmf_stream rest;          /* arrays that are equal in all parts, df aside, which is added */
    jsmf_strings left_out;     /* names of those that are not */
    jsmf_strings lines;        /* of history */
    jsmf_sums_shards known;    /* the shards so far, for refusals */
    jsmf_sums_shards shards;   /* the same in their documents' order */
    bool sharded;
    bool tells_unknown;        /* a bag has text.unknown */
} joined;

static void joined_free(joined *j)
{
    jsmf_csr_free(&j->h);
    for (size_t i = 0; i < j->row_count; i++)
        jsmf_array_free(&j->rows[i].a);
    free(j->rows);
    jsmf_stream_free(&j->rest);
    jsmf_strings_free(&j->left_out);
    jsmf_strings_free(&j->lines);
    jsmf_sums_shards_free(&j->known);
    jsmf_sums_shards_free(&j->shards);
}

/* ---- the documents' arrays ---- */

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Arrays that are not taken from the parts, but made of them. */
static const char unknown_name[] = "text.unknown";
static const char *const made_anew[] = { "shard.ids", "shard.first", "shard.rows", "shard.of", "unigram", "documents" };

/* ---- counts ---- */

static jsmf_status append_counts(tool_run *run, joined *j, const jsmf_csr *h)
{
    const size_t rows = j->h.rows + h->rows, old = jsmf_csr_nnz(&j->h), entries = old + jsmf_csr_nnz(h);
    if (rows > j->most_rows) {
        int64_t *indptr = jsmf_realloc(run->ctx, j->h.indptr, (j->most_rows = 2 * rows) + 1, sizeof *indptr);
        if (!indptr)
            return jsmf_context_status(run->ctx);
        j->h.indptr = indptr;
    }
    if (entries > j->most_entries) {
        j->most_entries = 2 * entries;
        int32_t *indices = jsmf_realloc(run->ctx, j->h.indices, j->most_entries, sizeof *indices);
        j->h.indices = indices ? indices : j->h.indices;
        int32_t *counts = jsmf_realloc(run->ctx, j->h.counts, j->most_entries, sizeof *counts);
        j->h.counts = counts ? counts : j->h.counts;
        if (!indices || !counts)
            return jsmf_context_status(run->ctx);
    }
    for (size_t i = 0; i < h->rows; i++)
        j->h.indptr[j->h.rows + i + 1] = (int64_t)old + h->indptr[i + 1];
    memcpy(j->h.indices + old, h->indices, (entries - old) * sizeof *h->indices);
    memcpy(j->h.counts + old, h->counts, (entries - old) * sizeof *h->counts);
    j->h.rows = rows;
    return JSMF_OK;
}

/* ---- shards ---- */

/* What is finished has the documents in their order: so shard i of the list comes behind those before. */
static jsmf_status follows(tool_run *run, const jsmf_sums_shards *before, const jsmf_sums_shards *list, size_t i,
                           const char *name)
{
    const size_t last = before->count;
    if (last == 0 || list->shards[i].first >= before->shards[last - 1].first)
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: shard %s: its documents come before those of shard %s (expected the "
                     "parts in the documents' order)", name, jsmf_strings_get(&list->ids, i),
                     jsmf_strings_get(&before->ids, last - 1));
}

static jsmf_status add_shards(tool_run *run, joined *j, jsmf_stream *part, size_t documents, const jsmf_csr *h)
{
    const merge_settings *s = run->settings;
    jsmf_sums_shards list;
    size_t row = 0;
    jsmf_status status = JSMF_OK;
    if ((jsmf_stream_find(part, "shard.ids") != NULL) != j->sharded)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %s of shards, but %s is (jsmf-bow --shard names them)",
                         j->sharded ? part->name : j->name, "is no bag or compositions", j->sharded ? j->name
                                                                                                  : part->name);
    if (!j->sharded || jsmf_arrays_shards_load(run->ctx, part, documents, &list) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < list.count && status == JSMF_OK; i++) {
        jsmf_sums_shard *shard = &list.shards[i];
        if (h)
            status = shard_digest(run, part, h, row, (size_t)shard->rows, NULL, &shard->digest);
        row += (size_t)shard->rows;
        if (status == JSMF_OK && s->finish)
            status = follows(run, &j->shards, &list, i, part->name);
        if (status == JSMF_OK)
            status = jsmf_sums_shards_put(run->ctx, &j->shards, shard, jsmf_strings_get(&list.ids, i), "");
    }
    if (j->known.count == 0)
        j->known.of = j->shards.of = list.of;
    if (status == JSMF_OK)
        jsmf_recorded(jsmf_sums_shards_add(run->ctx, &j->known, "the parts before", &list, part->name, s->alike));
    jsmf_sums_shards_free(&list);
    return jsmf_context_status(run->ctx);
}

/* ---- the arrays that parts have in common ---- */

static jsmf_status add_df(tool_run *run, joined *j, jsmf_stream *part)
{
    int64_t *to, *from;
    size_t words;
    if (!jsmf_stream_find(&j->rest, "df"))
        return JSMF_OK;
    if (jsmf_stream_integers(run->ctx, &j->rest, "df", 0, &to, &words) != JSMF_OK ||
        jsmf_stream_integers(run->ctx, part, "df", words, &from, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_sums_add_whole(run->ctx, words, to, from, JSMF_SUMS_PLUS);
}

static jsmf_status compare_words(tool_run *run, const joined *j, const jsmf_stream *part)
{
    const jsmf_array *a = jsmf_stream_find(&j->rest, "vocab"), *b = jsmf_stream_find(part, "vocab");
    jsmf_corpus_vocab ours, theirs;
    if (!a || !b)
        return a == b ? JSMF_OK : jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, which %s has",
                                            a ? part->name : j->name, a ? j->name : part->name);
    ours = (jsmf_corpus_vocab){ j->name, &a->strings, a->strings.count };
    theirs = (jsmf_corpus_vocab){ part->name, &b->strings, b->strings.count };
    return jsmf_corpus_vocab_compare(run->ctx, &theirs, &ours, "jsmf-text FILE... reads all files into one bag, and "
                                     "jsmf-bow --counts-from finds a vocabulary of all parts; jsmf-bow --match leaves "
                                     "out what one stream does not have");
}

/* Whether the array tells how compositions were made, which must be the same. */
static bool tells_how(const char *name) { return strncmp(name, "infer.", 6) == 0 && strcmp(name, "infer.names") != 0; }

static jsmf_status leave_out(tool_run *run, joined *j, const char *name)
{
    jsmf_recorded(jsmf_strings_add(run->ctx, &j->left_out, name, strlen(name)));
    jsmf_stream_remove(&j->rest, name);
    return jsmf_context_status(run->ctx);
}

static jsmf_status lacks(tool_run *run, joined *j, const char *name, const char *lacking, const char *having)
{
    if (tells_how(name))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array %s, which %s has (expected compositions by one model and "
                         "method)", lacking, name, having);
    jsmf_message(run->ctx, JSMF_WARNING, "%s: no array %s, which %s has: left out", lacking, name, having);
    return leave_out(run, j, name);
}

static jsmf_status differs(tool_run *run, joined *j, const char *name, const jsmf_stream *part)
{
    if (tells_how(name))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array %s: is another than that of %s (expected compositions "
                         "by one model and method)", part->name, name, j->name);
    if (strcmp(name, "text.recipe") == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: text was cut into words otherwise than that of %s",
                         part->name, j->name);
    jsmf_message(run->ctx, JSMF_WARNING, "%s: array %s: is another than that of %s, and no document's: left out",
                 part->name, name, j->name);
    return leave_out(run, j, name);
}

static jsmf_status compare_rest(tool_run *run, joined *j, const jsmf_stream *part)
{
    for (size_t i = 0; i < j->rest.count && jsmf_context_status(run->ctx) == JSMF_OK;) {
        const jsmf_array *a = &j->rest.arrays[i], *b = jsmf_stream_find(part, a->name);
        if (!b)
            jsmf_recorded(lacks(run, j, a->name, part->name, j->name));
        else if (strcmp(a->name, "df") == 0 || strcmp(a->name, "vocab") == 0 || merge_arrays_equal(a, b))
            i++;
        else
            jsmf_recorded(differs(run, j, a->name, part));
    }
    return jsmf_context_status(run->ctx);
}

static bool is_known(const joined *j, const char *name)
{
    for (size_t i = 0; i < j->row_count; i++)
        if (strcmp(j->rows[i].a.name, name) == 0)
            return true;
    for (size_t i = 0; i < j->left_out.count; i++)
        if (strcmp(jsmf_strings_get(&j->left_out, i), name) == 0)
            return true;
    return jsmf_stream_find(&j->rest, name) || is_one_of(name, made_anew, sizeof made_anew / sizeof *made_anew);
}

/* Arrays that the part has and the first one lacks: as those that the first one has and the part lacks. */
static jsmf_status compare_others(tool_run *run, joined *j, const jsmf_stream *part, size_t documents)
{
    for (size_t i = 0; i < part->count && jsmf_context_status(run->ctx) == JSMF_OK; i++) {
        const jsmf_array *a = &part->arrays[i];
        if (is_known(j, a->name))
            continue;
        if (jsmf_arrays_is_of_documents(a, documents))
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array %s of its documents (%s has one)", j->name, a->name,
                             part->name);
        jsmf_recorded(lacks(run, j, a->name, j->name, part->name));
    }
    return jsmf_context_status(run->ctx);
}

/* ---- parts ---- */

static jsmf_status add_lines(tool_run *run, joined *j, const jsmf_strings *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        const char *line = jsmf_strings_get(lines, i);
        size_t k = 0;
        while (k < j->lines.count && strcmp(jsmf_strings_get(&j->lines, k), line) != 0)
            k++;
        if (k == j->lines.count && jsmf_strings_add(run->ctx, &j->lines, line, strlen(line)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

/* The documents' arrays by rows: those of one document lie side by side. */
static jsmf_status turn_rows(tool_run *run, const jsmf_stream *part, size_t documents)
{
    char where[512];
    for (size_t i = 0; i < part->count; i++) {
        jsmf_array *a = &part->arrays[i];
        snprintf(where, sizeof where, "%.400s: array %.80s", part->name, a->name);
        if (jsmf_arrays_is_of_documents(a, documents) && jsmf_array_row_major(run->ctx, where, a) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

/* A bag of jsmf-text without --match has no text.unknown, as nothing was left out of it. */
static jsmf_status tell_unknown(tool_run *run, joined *j, jsmf_stream *part, size_t documents)
{
    int64_t *none;
    if (jsmf_stream_find(part, unknown_name)) {
        j->tells_unknown = true;
        return JSMF_OK;
    }
    none = jsmf_alloc_zero(run->ctx, documents, sizeof *none);
    return none ? jsmf_stream_add_i64(run->ctx, part, unknown_name, none, 1, documents)
                : jsmf_context_status(run->ctx);
}

/* The counts, out of the stream, or the number of compositions. */
static jsmf_status open_part(tool_run *run, joined *j, jsmf_stream *part, jsmf_csr *h, size_t *documents)
{
    const jsmf_strings *vocab;
    double *w;
    size_t k;
    if (j->kind == JSMF_COMPOSITIONS) {
        if (jsmf_arrays_compositions_load(run->ctx, part, &w, &k, documents) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    } else {
        if (jsmf_arrays_bag_open(run->ctx, part, h, &vocab) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        *documents = h->rows;
        if (tell_unknown(run, j, part, *documents) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    if (bag_check_ids(run, part, *documents) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return turn_rows(run, part, *documents);
}

/* Its arrays are sorted into those of documents and others. */
static jsmf_status take_first(tool_run *run, joined *j, jsmf_stream *first, jsmf_csr *h)
{
    j->rows = jsmf_alloc_zero(run->ctx, first->count, sizeof *j->rows);
    if (!j->rows || add_lines(run, j, &first->history) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = first->count; i-- > 0;) {
        jsmf_array *a = &first->arrays[i];
        if (jsmf_arrays_is_of_documents(a, j->documents)) {
            j->rows[j->row_count] = (merge_arrays_grown){ .a = *a, .capacity = j->documents };
            j->rows[j->row_count++].across = j->documents ? jsmf_array_count(a) / j->documents : 1;
            *a = (jsmf_array){ .name = NULL };
            first->count--;
            memmove(a, a + 1, (first->count - i) * sizeof *a);
        }
    }
    for (size_t i = 0; i < sizeof made_anew / sizeof *made_anew; i++)
        jsmf_stream_remove(first, made_anew[i]);
    jsmf_strings_free(&first->history);
    j->rest = *first;
    *first = (jsmf_stream){ 0 };
    j->name = j->rest.name;
    if (j->kind == JSMF_BAG) {
        j->h = *h;
        j->most_rows = h->rows;
        j->most_entries = jsmf_csr_nnz(h);
        *h = (jsmf_csr){ 0 };
    }
    return JSMF_OK;
}

static jsmf_status add_part(tool_run *run, joined *j, jsmf_stream *part)
{
    jsmf_csr h = { 0 };
    size_t documents = 0;
    jsmf_status status = open_part(run, j, part, &h, &documents);
    if (status == JSMF_OK && compare_words(run, j, part) == JSMF_OK &&
        (j->kind == JSMF_COMPOSITIONS || h.cols == j->h.cols) &&
        add_shards(run, j, part, documents, j->kind == JSMF_BAG ? &h : NULL) == JSMF_OK &&
        compare_rest(run, j, part) == JSMF_OK && compare_others(run, j, part, documents) == JSMF_OK &&
        add_df(run, j, part) == JSMF_OK && add_lines(run, j, &part->history) == JSMF_OK &&
        (j->kind != JSMF_BAG || append_counts(run, j, &h) == JSMF_OK))
        for (size_t i = 0; i < j->row_count && status == JSMF_OK; i++)
            status = merge_arrays_append(run, &j->rows[i], j->name, part, documents);
    if (jsmf_context_status(run->ctx) == JSMF_OK && j->kind == JSMF_BAG && h.cols != j->h.cols)
        jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu word%s (expected %zu, as %s)", part->name, JSMF_COUNTED(h.cols),
                  j->h.cols, j->name);
    j->documents += documents;
    jsmf_csr_free(&h);
    return jsmf_context_status(run->ctx);
}

static jsmf_status add_first(tool_run *run, joined *j, jsmf_stream *first)
{
    jsmf_csr h = { 0 };
    j->name = first->name;
    j->sharded = jsmf_stream_find(first, "shard.ids") != NULL;
    if (open_part(run, j, first, &h, &j->documents) == JSMF_OK &&
        add_shards(run, j, first, j->documents, j->kind == JSMF_BAG ? &h : NULL) == JSMF_OK)
        jsmf_recorded(take_first(run, j, first, &h));
    jsmf_csr_free(&h);
    return jsmf_context_status(run->ctx);
}

/* Compositions were read as documents x topics; they are stored as the transpose, by columns. */
static void turn_compositions(jsmf_array *a)
{
    const size_t documents = a->shape[0];
    a->shape[0] = a->shape[1];
    a->shape[1] = documents;
    a->fortran = true;
}

static jsmf_status store(tool_run *run, joined *j, jsmf_stream *out)
{
    const merge_settings *s = run->settings;
    jsmf_arrays_mark(out, (jsmf_kind)j->kind);
    out->history = j->lines;
    j->lines = (jsmf_strings){ 0 };
    if (j->kind == JSMF_BAG && jsmf_stream_add_csr(run->ctx, out, "H", &j->h) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = j->row_count; i-- > 0 && jsmf_context_status(run->ctx) == JSMF_OK;) {
        char *name = j->rows[i].a.name;
        if (!j->tells_unknown && strcmp(name, unknown_name) == 0)
            continue;
        if (j->kind == JSMF_COMPOSITIONS && strcmp(name, "W") == 0)
            turn_compositions(&j->rows[i].a);
        j->rows[i].a.name = NULL;
        jsmf_recorded(jsmf_stream_add(run->ctx, out, name, &j->rows[i].a));
        free(name);
    }
    for (size_t i = 0; i < j->rest.count && jsmf_context_status(run->ctx) == JSMF_OK; i++) {
        char *name = j->rest.arrays[i].name;
        j->rest.arrays[i].name = NULL;
        jsmf_recorded(jsmf_stream_add(run->ctx, out, name, &j->rest.arrays[i]));
        free(name);
    }
    if (j->sharded && jsmf_context_status(run->ctx) == JSMF_OK)
        jsmf_recorded(s->finish ? jsmf_sums_shards_complete(run->ctx, &j->known, "the parts")
                                : jsmf_arrays_shards_store(run->ctx, &j->shards, out));
    const jsmf_array *ids = jsmf_stream_find(out, "ids");
    if (ids && jsmf_context_status(run->ctx) == JSMF_OK)
        jsmf_recorded(bag_warn_of_ids(run, "the merged documents", ids));
    return jsmf_context_status(run->ctx);
}

jsmf_status merge_rows(tool_run *run, jsmf_stream *first, jsmf_stream *out)
{
    const jsmf_kind kind = first->kind != JSMF_UNMARKED ? (jsmf_kind)first->kind
                           : jsmf_stream_find(first, "W") ? JSMF_COMPOSITIONS : JSMF_BAG;
    joined j = { .kind = kind, .known = { .of = -1 }, .shards = { .of = -1 } };
    jsmf_recorded(add_first(run, &j, first));
    for (size_t i = 1; i < run->operand_count && jsmf_context_status(run->ctx) == JSMF_OK; i++) {
        jsmf_stream part = { 0 };
        if (tool_read_file(run, run->operands[i], kind, &part) == JSMF_OK)
            jsmf_recorded(add_part(run, &j, &part));
        jsmf_stream_free(&part);
    }
    if (jsmf_context_status(run->ctx) == JSMF_OK)
        jsmf_recorded(store(run, &j, out));
    joined_free(&j);
    return jsmf_context_status(run->ctx);
}
