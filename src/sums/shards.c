/* Whose sums they are: the shards of a sum, and what may be added to it or taken from it. */
#include "sums_inner.h"
#include "base/base_inner.h"

#include <stdlib.h>
#include <string.h>

void jsmf_sums_shards_free(jsmf_sums_shards *s)
{
    if (!s)
        return;
    free(s->shards);
    jsmf_strings_free(&s->ids);
    jsmf_strings_free(&s->histories);
    jsmf_strings_free(&s->streams);
    *s = (jsmf_sums_shards){ .of = -1 };
}

static const char *id_of(const jsmf_sums_shards *s, size_t i) { return jsmf_strings_get(&s->ids, i); }

static jsmf_status put_from(jsmf_context *ctx, jsmf_sums_shards *s, const jsmf_sums_shard *shard, const char *id,
                            const char *history, const char *stream)
{
    /* The room doubles where the count is a power of two. */
    if ((s->count & (s->count - 1)) == 0) {
        jsmf_sums_shard *grown = jsmf_realloc(ctx, s->shards, jsmf_greatest(2 * s->count, 1), sizeof *grown);
        if (!grown)
            return jsmf_context_status(ctx);
        s->shards = grown;
    }
    if (jsmf_strings_add(ctx, &s->ids, id, strlen(id)) != JSMF_OK ||
        jsmf_strings_add(ctx, &s->histories, history, strlen(history)) != JSMF_OK ||
        jsmf_strings_add(ctx, &s->streams, stream, strlen(stream)) != JSMF_OK)
        return jsmf_context_status(ctx);
    s->shards[s->count++] = *shard;
    return JSMF_OK;
}

jsmf_status jsmf_sums_shards_put(jsmf_context *ctx, jsmf_sums_shards *s, const jsmf_sums_shard *shard, const char *id,
                                 const char *history)
{
    return put_from(ctx, s, shard, id, history, "");
}

/* ---- their order ---- */

typedef struct place {
    int64_t first;
    const char *id;
    size_t index;
} place;

static int compare(int64_t first, const char *id, int64_t other_first, const char *other_id)
{
    return first != other_first ? (first > other_first) - (first < other_first) : strcmp(id, other_id);
}

static int compare_places(const void *a, const void *b)
{
    const place *x = a, *y = b;
    const int order = compare(x->first, x->id, y->first, y->id);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

/* The shards of *from at these indices become those of *to. */
static jsmf_status pick(jsmf_context *ctx, const jsmf_sums_shards *from, const place *places, size_t count,
                        jsmf_sums_shards *to)
{
    *to = (jsmf_sums_shards){ .of = from->of };
    for (size_t i = 0; i < count; i++)
        if (put_from(ctx, to, &from->shards[places[i].index], places[i].id,
                     jsmf_strings_get(&from->histories, places[i].index),
                     jsmf_strings_get(&from->streams, places[i].index)) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status jsmf_sums_shards_sort(jsmf_context *ctx, jsmf_sums_shards *s)
{
    place *places = jsmf_alloc(ctx, s->count, sizeof *places);
    jsmf_sums_shards sorted = { 0 };
    if (!places)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->count; i++)
        places[i] = (place){ s->shards[i].first, id_of(s, i), i };
    qsort(places, s->count, sizeof *places, compare_places);
    if (pick(ctx, s, places, s->count, &sorted) == JSMF_OK) {
        jsmf_sums_shards_free(s);
        *s = sorted;
    } else {
        jsmf_sums_shards_free(&sorted);
    }
    free(places);
    return jsmf_context_status(ctx);
}

/* ---- what may be added ---- */

/* Of one shard: which stream it is from, whether it is one of those that are added, and its place among them. */
typedef struct known {
    const jsmf_sums_shards *list;
    size_t index;
    int added;
    const char *stream;
} known;

static known known_of(const jsmf_sums_shards *list, size_t index, int added, const char *name)
{
    const char *stream = jsmf_strings_get(&list->streams, index);
    return (known){ list, index, added, *stream ? stream : name };
}

static const char *name_of(const known *k) { return id_of(k->list, k->index); }

static const jsmf_sums_shard *shard_of(const known *k) { return &k->list->shards[k->index]; }

static int by_id(const void *a, const void *b) { return strcmp(name_of(a), name_of(b)); }

static int by_digest(const void *a, const void *b)
{
    const known *k = a, *l = b;
    const uint64_t x = shard_of(k)->digest, y = shard_of(l)->digest;
    return x != y ? (x > y) - (x < y) : k->added - l->added;
}

static int by_place(const void *a, const void *b)
{
    const int64_t x = shard_of(a)->first, y = shard_of(b)->first;
    return (x > y) - (x < y);
}

/* The two that stand beside each other in `all`, or one of them, is in both streams. */
static jsmf_status check_ids(jsmf_context *ctx, known *all, size_t count)
{
    qsort(all, count, sizeof *all, by_id);
    for (size_t i = 1; i < count; i++)
        if (by_id(&all[i - 1], &all[i]) == 0)
            return jsmf_fail(ctx, JSMF_EDATA, "shard %s is there twice: in %s and in %s", name_of(&all[i]),
                             all[i - 1].stream, all[i].stream);
    return JSMF_OK;
}

/* Those of one list are together already, whatever they have. */
static jsmf_status check_digests(jsmf_context *ctx, known *all, size_t count)
{
    qsort(all, count, sizeof *all, by_digest);
    for (size_t i = 1; i < count; i++)
        if (shard_of(&all[i - 1])->digest == shard_of(&all[i])->digest && all[i - 1].added != all[i].added &&
            shard_of(&all[i])->digest)
            return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_ALIKE, 0,
                                    "shards %s (%s) and %s (%s) have the same documents under two names",
                                    name_of(&all[i - 1]), all[i - 1].stream, name_of(&all[i]), all[i].stream);
    return JSMF_OK;
}

/* Shards without documents or without a place are nowhere; the others keep apart, and within their whole. */
static jsmf_status check_places(jsmf_context *ctx, known *all, size_t count)
{
    const known *last = NULL;
    qsort(all, count, sizeof *all, by_place);
    for (size_t i = 0; i < count; i++) {
        const jsmf_sums_shard *a = last ? shard_of(last) : NULL, *b = shard_of(&all[i]);
        const int64_t of = all[i].list->of;
        if (b->first < 0 || b->rows == 0)
            continue;
        if (a && b->first < a->first + a->rows)
            return jsmf_fail(ctx, JSMF_EDATA, "shards %s (%s) and %s (%s) both have document %lld of the whole",
                             name_of(last), last->stream, name_of(&all[i]), all[i].stream, (long long)b->first);
        if (of >= 0 && b->rows > of - b->first)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s has documents %lld to %lld of a whole of %lld",
                             all[i].stream, name_of(&all[i]), (long long)b->first,
                             (long long)(b->first + b->rows - 1), (long long)of);
        last = &all[i];
    }
    return JSMF_OK;
}

static jsmf_status check_whole(jsmf_context *ctx, const jsmf_sums_shards *to, const char *to_name,
                               const jsmf_sums_shards *part, const char *part_name)
{
    if (to->of == part->of)
        return JSMF_OK;
    if (to->of < 0 || part->of < 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s is of a whole of %lld documents, %s is of an open one",
                         to->of < 0 ? part_name : to_name, id_of(to->of < 0 ? part : to, 0),
                         (long long)(to->of < 0 ? part->of : to->of), to->of < 0 ? to_name : part_name);
    return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s is of a whole of %lld documents (expected %lld, as %s)", part_name,
                     id_of(part, 0), (long long)part->of, (long long)to->of, to_name);
}

jsmf_status jsmf_sums_shards_add(jsmf_context *ctx, jsmf_sums_shards *to, const char *to_name,
                                 const jsmf_sums_shards *part, const char *part_name, bool alike)
{
    const size_t count = to->count + part->count;
    known *all;
    if (check_whole(ctx, to, to_name, part, part_name) != JSMF_OK || !(all = jsmf_alloc(ctx, count, sizeof *all)))
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < count; i++)
        all[i] = i < to->count ? known_of(to, i, 0, to_name) : known_of(part, i - to->count, 1, part_name);
    if (check_ids(ctx, all, count) != JSMF_OK || (!alike && check_digests(ctx, all, count) != JSMF_OK) ||
        check_places(ctx, all, count) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < part->count; i++)
        if (put_from(ctx, to, &part->shards[i], id_of(part, i), jsmf_strings_get(&part->histories, i),
                     known_of(part, i, 1, part_name).stream) != JSMF_OK)
            goto done;
    jsmf_recorded(jsmf_sums_shards_sort(ctx, to));
done:
    free(all);
    return jsmf_context_status(ctx);
}

/* ---- what may be taken away ---- */

static jsmf_status mark_removed(jsmf_context *ctx, const jsmf_sums_shards *to, const char *to_name,
                                const jsmf_sums_shards *part, const char *part_name, unsigned char *removed)
{
    jsmf_index *index;
    if (jsmf_index_new(ctx, &to->ids, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < part->count && jsmf_context_status(ctx) == JSMF_OK; i++) {
        const jsmf_sums_shard *b = &part->shards[i];
        const size_t at = jsmf_index_find(index, id_of(part, i), jsmf_strings_length(&part->ids, i));
        if (at == SIZE_MAX)
            jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s is not in %s", part_name, id_of(part, i), to_name);
        else if (to->shards[at].digest != b->digest || to->shards[at].rows != b->rows ||
                 to->shards[at].first != b->first)
            jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s has other documents than the one of that name in %s", part_name,
                      id_of(part, i), to_name);
        else
            removed[at] = 1;
    }
    jsmf_index_free(index);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_sums_shards_remove(jsmf_context *ctx, jsmf_sums_shards *to, const char *to_name,
                                    const jsmf_sums_shards *part, const char *part_name)
{
    unsigned char *removed = jsmf_alloc_zero(ctx, to->count, 1);
    place *left = jsmf_alloc(ctx, to->count, sizeof *left);
    jsmf_sums_shards rest = { 0 };
    size_t count = 0;
    if (jsmf_context_status(ctx) != JSMF_OK ||
        mark_removed(ctx, to, to_name, part, part_name, removed) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < to->count; i++)
        if (!removed[i])
            left[count++] = (place){ .id = id_of(to, i), .index = i };
    if (count == 0)
        jsmf_fail(ctx, JSMF_EDATA, "%s: without the shards of %s nothing is left of it", to_name, part_name);
    else if (pick(ctx, to, left, count, &rest) == JSMF_OK) {
        jsmf_sums_shards_free(to);
        *to = rest;
        rest = (jsmf_sums_shards){ 0 };
    }
done:
    jsmf_sums_shards_free(&rest);
    free(removed);
    free(left);
    return jsmf_context_status(ctx);
}

/* ---- what there must be ---- */

/* *missing: how many of the wanted are not there; *first: the first of them. */
static jsmf_status find_all(jsmf_context *ctx, const jsmf_strings *wanted, const jsmf_strings *in, size_t *missing,
                            size_t *first)
{
    jsmf_index *index;
    *missing = 0;
    if (jsmf_index_new(ctx, in, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < wanted->count; i++)
        if (jsmf_index_find(index, jsmf_strings_get(wanted, i), jsmf_strings_length(wanted, i)) == SIZE_MAX &&
            (*missing)++ == 0)
            *first = i;
    jsmf_index_free(index);
    return JSMF_OK;
}

jsmf_status jsmf_sums_shards_expect(jsmf_context *ctx, const jsmf_sums_shards *s, const char *name,
                                    const jsmf_strings *list, const char *list_name)
{
    size_t missing, foreign, first = 0, first_foreign = 0;
    if (find_all(ctx, list, &s->ids, &missing, &first) != JSMF_OK ||
        find_all(ctx, &s->ids, list, &foreign, &first_foreign) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (missing)
        return jsmf_fail(ctx, JSMF_EDATA, "shard %s is missing (%s expects it; of its %zu shard%s %zu %s missing)",
                         jsmf_strings_get(list, first), list_name, JSMF_COUNTED(list->count), missing,
                         missing == 1 ? "is" : "are");
    if (foreign)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s is not expected (%s does not list it)", name,
                         id_of(s, first_foreign), list_name);
    return JSMF_OK;
}

static jsmf_status lacks(jsmf_context *ctx, const jsmf_sums_shards *s, const char *name, size_t next, int64_t from,
                         int64_t to)
{
    return jsmf_fail(ctx, JSMF_EDATA, "%s: documents %lld to %lld of %lld are missing: a shard %s %s", name,
                     (long long)from, (long long)to - 1, (long long)s->of, next < s->count ? "before shard" : "behind",
                     id_of(s, next < s->count ? next : s->count - 1));
}

jsmf_status jsmf_sums_shards_complete(jsmf_context *ctx, const jsmf_sums_shards *s, const char *name)
{
    int64_t at = 0;
    for (size_t i = 0; i < s->count && s->of >= 0; i++) {
        if (s->shards[i].rows == 0)
            continue;
        if (s->shards[i].first > at)
            return lacks(ctx, s, name, i, at, s->shards[i].first);
        at = s->shards[i].first + s->shards[i].rows;
    }
    return s->of >= 0 && at < s->of ? lacks(ctx, s, name, s->count, at, s->of) : JSMF_OK;
}

/* ---- histories and digests ---- */

static jsmf_status add_line(jsmf_context *ctx, jsmf_strings *lines, const char *line, size_t length)
{
    for (size_t i = 0; i < lines->count; i++)
        if (jsmf_strings_length(lines, i) == length && memcmp(jsmf_strings_get(lines, i), line, length) == 0)
            return JSMF_OK;
    return jsmf_strings_add(ctx, lines, line, length);
}

jsmf_status jsmf_sums_shards_lines(jsmf_context *ctx, const jsmf_sums_shards *s, jsmf_strings *lines)
{
    for (size_t i = 0; i < s->count; i++) {
        const char *line = jsmf_strings_get(&s->histories, i);
        /* Most shards have the history of the one before. */
        if (i > 0 && strcmp(line, jsmf_strings_get(&s->histories, i - 1)) == 0)
            continue;
        while (*line) {
            const size_t length = strcspn(line, "\n");
            if (add_line(ctx, lines, line, length) != JSMF_OK)
                return jsmf_context_status(ctx);
            line += length + (line[length] == '\n');
        }
    }
    return JSMF_OK;
}

static uint64_t digest_words(uint64_t digest, const jsmf_strings *words)
{
    for (size_t i = 0; i < words->count; i++) {
        const char *word = jsmf_strings_get(words, i);
        /* The NUL behind a word parts it from the next one. */
        for (size_t k = 0; k <= jsmf_strings_length(words, i); k++)
            digest = jsmf_random_mix(digest ^ (unsigned char)word[k]);
    }
    return digest;
}

uint64_t jsmf_sums_digest(const jsmf_csr *h, size_t first, size_t rows, const jsmf_strings *words)
{
    const int64_t start = h->indptr[first], end = h->indptr[first + rows];
    uint64_t digest = jsmf_random_mix(rows);
    if (start == end)
        return 0;
    if (words)
        digest = digest_words(digest, words);
    for (size_t m = first; m < first + rows; m++)
        digest = jsmf_random_mix(digest ^ (uint64_t)(h->indptr[m + 1] - h->indptr[m]));
    for (int64_t p = start; p < end; p++)
        digest = jsmf_random_mix(digest ^ ((uint64_t)(uint32_t)h->indices[p] << 32 | (uint32_t)h->counts[p]));
    return digest ? digest : 1;
}

uint64_t jsmf_sums_digest_ids(uint64_t digest, const jsmf_strings *ids)
{
    if (digest == 0)
        return 0;
    digest = digest_words(digest, ids);
    return digest ? digest : 1;
}

const char *jsmf_sums_recipe_value(const jsmf_strings *recipe, const char *key)
{
    const size_t length = strlen(key);
    for (size_t i = 0; i < recipe->count; i++) {
        const char *line = jsmf_strings_get(recipe, i);
        if (strncmp(line, key, length) == 0 && line[length] == ' ')
            return line + length + 1;
    }
    return NULL;
}
