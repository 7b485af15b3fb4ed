/* Sums of words whose shards have other words each. A word's place in the whole is that of the shard that has it first,
 * and its place there: words.shard, by number in the list of shards, and words.place. They are left out where all words
 * are those of the first shard in their order. */
#include "jsmf/arrays.h"

#include <stdlib.h>
#include <string.h>

/* Where a word stands first. */
typedef struct key {
    int64_t shard, place;
    size_t word; /* its number, before words are arranged */
} key;

static int compare_keys(const void *a, const void *b)
{
    const key *x = a, *y = b;
    if (x->shard != y->shard)
        return x->shard < y->shard ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return (x->word > y->word) - (x->word < y->word);
}

static bool is_of_words(const jsmf_arrays_sums *s) { return strcmp(s->of, "words") == 0; }

/* A view of the words, which stays while their array does, wherever that moves to. */
static jsmf_status need_vocab(jsmf_context *ctx, const jsmf_arrays_sums *s, jsmf_strings *out)
{
    jsmf_array *a;
    if (jsmf_stream_need(ctx, &s->stream, "vocab", &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = a->strings;
    return JSMF_OK;
}

static bool are_same(const jsmf_strings *a, const jsmf_strings *b)
{
    if (a->count != b->count)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (strcmp(jsmf_strings_get(a, i), jsmf_strings_get(b, i)) != 0)
            return false;
    return true;
}

enum { REMOVED = -1 }; /* the shard of a word whose first shard is taken away */

/* keys (room for them): those of the stream's words, which leave it; least: of the numbers of shards. */
static jsmf_status take_keys(jsmf_context *ctx, jsmf_arrays_sums *s, size_t words, int64_t least, key *keys)
{
    const bool told = jsmf_stream_find(&s->stream, "words.shard") != NULL;
    int64_t *shard = NULL, *place = NULL;
    if (told && (jsmf_stream_integers(ctx, &s->stream, "words.shard", words, &shard, NULL) != JSMF_OK ||
                 jsmf_stream_integers(ctx, &s->stream, "words.place", words, &place, NULL) != JSMF_OK))
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < words; i++) {
        keys[i] = (key){ told ? shard[i] : 0, told ? place[i] : (int64_t)i, i };
        if (keys[i].shard < least || keys[i].shard >= (int64_t)s->shards.count)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: array words.shard: holds %lld at [%zu] (expected the number of one "
                             "of %zu shard%s)", s->name, (long long)keys[i].shard, i, JSMF_COUNTED(s->shards.count));
    }
    jsmf_stream_remove(&s->stream, "words.shard");
    jsmf_stream_remove(&s->stream, "words.place");
    return JSMF_OK;
}

static jsmf_status store_keys(jsmf_context *ctx, jsmf_arrays_sums *s, const key *keys, size_t count)
{
    int64_t *shard, *place;
    bool plain = true;
    for (size_t i = 0; i < count; i++)
        plain = plain && keys[i].shard == 0;
    if (plain)
        return JSMF_OK;
    shard = jsmf_alloc(ctx, count, sizeof *shard);
    place = jsmf_alloc(ctx, count, sizeof *place);
    for (size_t i = 0; shard && place && i < count; i++) {
        shard[i] = keys[i].shard;
        place[i] = keys[i].place;
    }
    if (!shard || !place) {
        free(shard);
        free(place);
        return jsmf_context_status(ctx);
    }
    if (jsmf_stream_add_i64(ctx, &s->stream, "words.shard", shard, 1, count) == JSMF_OK)
        return jsmf_stream_add_i64(ctx, &s->stream, "words.place", place, 1, count);
    free(place);
    return jsmf_context_status(ctx);
}

/* The array `name` of s, of as many words as vocab, becomes one of `count` words: places[i] is the new number of word
 * i, SIZE_MAX where it goes. */
static jsmf_status arrange(jsmf_context *ctx, jsmf_arrays_sums *s, const char *name, size_t words,
                           const size_t *places, size_t count)
{
    int64_t *old, *arranged;
    jsmf_array *a;
    if (jsmf_stream_need(ctx, &s->stream, name, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_array_count(a) != words || a->item != sizeof *old)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: has %zu number%s for %zu word%s", s->name, name,
                         JSMF_COUNTED(jsmf_array_count(a)), JSMF_COUNTED(words));
    old = jsmf_alloc(ctx, words, sizeof *old);
    arranged = jsmf_alloc_zero(ctx, count, sizeof *arranged);
    if (!old || !arranged || jsmf_array_read(ctx, a, 0, words, old) != JSMF_OK) {
        free(old);
        free(arranged);
        return jsmf_context_status(ctx);
    }
    for (size_t i = 0; i < words; i++)
        if (places[i] != SIZE_MAX)
            arranged[places[i]] = old[i];
    free(old);
    return jsmf_stream_add_i64(ctx, &s->stream, name, arranged, 1, count);
}

static jsmf_status arrange_counts(jsmf_context *ctx, jsmf_arrays_sums *s, size_t words, const size_t *places,
                                  size_t count)
{
    if (arrange(ctx, s, "whole.df", words, places, count) != JSMF_OK)
        return jsmf_context_status(ctx);
    return arrange(ctx, s, "whole.tf", words, places, count);
}

/* ---- the words of both ---- */

/* By number of a shard of s its number among those of both, which are sorted as jsmf_sums_shards says. */
static void number_shards(const jsmf_arrays_sums *s, const jsmf_arrays_sums *other, int64_t *numbers)
{
    size_t j = 0;
    for (size_t i = 0; i < s->shards.count; i++) {
        const jsmf_sums_shard *a = &s->shards.shards[i];
        for (; j < other->shards.count; j++) {
            const jsmf_sums_shard *b = &other->shards.shards[j];
            if (b->first > a->first || (b->first == a->first && strcmp(jsmf_strings_get(&other->shards.ids, j),
                                                                       jsmf_strings_get(&s->shards.ids, i)) > 0))
                break;
        }
        numbers[i] = (int64_t)(i + j);
    }
}

typedef struct uniting {
    jsmf_strings a, b;   /* the words of both sums, views */
    key *keys;           /* of all: first a's, then b's that a lacks */
    size_t count;
    size_t *of_b;        /* b->count: which of keys */
    size_t *places;      /* count: the new number of each of keys */
    int64_t *numbers_a, *numbers_b; /* of the shards */
} uniting;

static jsmf_status join_keys(jsmf_context *ctx, uniting *u)
{
    jsmf_index *index;
    if (jsmf_index_new(ctx, &u->a, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    u->count = u->a.count;
    for (size_t i = 0; i < u->a.count; i++)
        u->keys[i].shard = u->numbers_a[u->keys[i].shard];
    for (size_t i = 0; i < u->b.count; i++) {
        key k = u->keys[u->a.count + i];
        const size_t at = jsmf_index_find(index, jsmf_strings_get(&u->b, i), jsmf_strings_length(&u->b, i));
        k.shard = u->numbers_b[k.shard];
        k.word = u->of_b[i] = at == SIZE_MAX ? u->count : at;
        if (at == SIZE_MAX)
            u->keys[u->count++] = k;
        else if (compare_keys(&k, &u->keys[at]) < 0)
            u->keys[at] = k;
    }
    jsmf_index_free(index);
    return JSMF_OK;
}

/* keys in their new order, whose words are the old numbers; places the other way. */
static jsmf_status sort_keys(jsmf_context *ctx, uniting *u)
{
    u->places = jsmf_alloc(ctx, u->count, sizeof *u->places);
    if (!u->places)
        return jsmf_context_status(ctx);
    qsort(u->keys, u->count, sizeof *u->keys, compare_keys);
    for (size_t i = 0; i < u->count; i++)
        u->places[u->keys[i].word] = i;
    for (size_t i = 0; i < u->b.count; i++)
        u->of_b[i] = u->places[u->of_b[i]];
    return JSMF_OK;
}

/* The words of both in the order of keys; those of b that a lacks have numbers from a->count on, in b's order. */
static jsmf_status list_words(jsmf_context *ctx, const uniting *u, jsmf_strings *out)
{
    size_t *in_b = jsmf_alloc(ctx, u->count, sizeof *in_b);
    if (!in_b)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < u->b.count; i++)
        in_b[u->of_b[i]] = i;
    for (size_t i = 0; i < u->count && jsmf_context_status(ctx) == JSMF_OK; i++) {
        const size_t word = u->keys[i].word;
        const jsmf_strings *list = word < u->a.count ? &u->a : &u->b;
        const size_t at = word < u->a.count ? word : in_b[i];
        jsmf_recorded(jsmf_strings_add(ctx, out, jsmf_strings_get(list, at), jsmf_strings_length(list, at)));
    }
    free(in_b);
    return jsmf_context_status(ctx);
}

static jsmf_status unite(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part, uniting *u)
{
    const size_t words_a = u->a.count, words_b = u->b.count;
    jsmf_strings all = { 0 };
    if (jsmf_context_status(ctx) != JSMF_OK || take_keys(ctx, to, words_a, 0, u->keys) != JSMF_OK ||
        take_keys(ctx, part, words_b, 0, u->keys + words_a) != JSMF_OK)
        return jsmf_context_status(ctx);
    number_shards(to, part, u->numbers_a);
    number_shards(part, to, u->numbers_b);
    if (join_keys(ctx, u) != JSMF_OK || sort_keys(ctx, u) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (list_words(ctx, u, &all) != JSMF_OK) {
        jsmf_strings_free(&all);
        return jsmf_context_status(ctx);
    }
    if (arrange_counts(ctx, to, words_a, u->places, u->count) != JSMF_OK ||
        arrange_counts(ctx, part, words_b, u->of_b, u->count) != JSMF_OK ||
        store_keys(ctx, to, u->keys, u->count) != JSMF_OK) {
        jsmf_strings_free(&all);
        return jsmf_context_status(ctx);
    }
    jsmf_stream_remove(&part->stream, "vocab");
    return jsmf_stream_add_strings(ctx, &to->stream, "vocab", &all);
}

/* By number of a shard of s its number among those that are left, REMOVED where part has it. */
static jsmf_status number_rest(jsmf_context *ctx, const jsmf_arrays_sums *s, const jsmf_arrays_sums *part,
                               int64_t *numbers)
{
    jsmf_index *index;
    int64_t left = 0;
    if (jsmf_index_new(ctx, &part->shards.ids, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->shards.count; i++)
        numbers[i] = jsmf_index_find(index, jsmf_strings_get(&s->shards.ids, i),
                                     jsmf_strings_length(&s->shards.ids, i)) == SIZE_MAX ? left++ : REMOVED;
    jsmf_index_free(index);
    return JSMF_OK;
}

static jsmf_status renumber_keys(jsmf_context *ctx, jsmf_arrays_sums *to, const jsmf_arrays_sums *part, uniting *u)
{
    if (take_keys(ctx, to, u->a.count, 0, u->keys) != JSMF_OK || number_rest(ctx, to, part, u->numbers_a) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < u->a.count; i++)
        u->keys[i].shard = u->numbers_a[u->keys[i].shard];
    return store_keys(ctx, to, u->keys, u->a.count);
}

/* part's words are arranged as to's, all of which stay. */
static jsmf_status follow(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part, uniting *u)
{
    jsmf_index *index;
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_index_new(ctx, &u->a, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < u->b.count && jsmf_context_status(ctx) == JSMF_OK; i++) {
        u->of_b[i] = jsmf_index_find(index, jsmf_strings_get(&u->b, i), jsmf_strings_length(&u->b, i));
        if (u->of_b[i] == SIZE_MAX)
            jsmf_fail(ctx, JSMF_EDATA, "%s: shard %s: has the word %.80s, which %s lacks", part->name,
                      jsmf_strings_get(&part->shards.ids, 0), jsmf_strings_get(&u->b, i), to->name);
    }
    jsmf_index_free(index);
    if (jsmf_context_status(ctx) != JSMF_OK ||
        arrange_counts(ctx, part, u->b.count, u->of_b, u->a.count) != JSMF_OK)
        return jsmf_context_status(ctx);
    return renumber_keys(ctx, to, part, u);
}

jsmf_status jsmf_arrays_sums_words_unite(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part,
                                         jsmf_sums_sign sign)
{
    uniting u = { 0 };
    if (!is_of_words(to) || !is_of_words(part))
        return JSMF_OK;
    if (need_vocab(ctx, to, &u.a) != JSMF_OK || need_vocab(ctx, part, &u.b) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (are_same(&u.a, &u.b) && !jsmf_stream_find(&to->stream, "words.shard") &&
        !jsmf_stream_find(&part->stream, "words.shard"))
        return JSMF_OK;
    u.keys = jsmf_alloc(ctx, jsmf_add_sat(u.a.count, u.b.count), sizeof *u.keys);
    u.of_b = jsmf_alloc(ctx, u.b.count, sizeof *u.of_b);
    u.numbers_a = jsmf_alloc(ctx, to->shards.count, sizeof *u.numbers_a);
    u.numbers_b = jsmf_alloc(ctx, part->shards.count, sizeof *u.numbers_b);
    jsmf_recorded((sign > 0 ? unite : follow)(ctx, to, part, &u));
    free(u.keys);
    free(u.of_b);
    free(u.places);
    free(u.numbers_a);
    free(u.numbers_b);
    return jsmf_context_status(ctx);
}

/* ---- behind a removal ---- */

/* The words of keys, which are closed up and in their order, in the place of all. */
static jsmf_status keep_words(jsmf_context *ctx, jsmf_arrays_sums *s, const jsmf_strings *vocab, key *keys,
                              size_t count, size_t *places)
{
    jsmf_strings kept = { 0 };
    for (size_t i = 0; i < vocab->count; i++)
        places[i] = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        places[keys[i].word] = i;
        if (jsmf_strings_add(ctx, &kept, jsmf_strings_get(vocab, keys[i].word),
                             jsmf_strings_length(vocab, keys[i].word)) != JSMF_OK)
            break;
    }
    if (jsmf_context_status(ctx) == JSMF_OK && arrange_counts(ctx, s, vocab->count, places, count) == JSMF_OK &&
        store_keys(ctx, s, keys, count) == JSMF_OK)
        return jsmf_stream_add_strings(ctx, &s->stream, "vocab", &kept);
    jsmf_strings_free(&kept);
    return jsmf_context_status(ctx);
}

/* Words of shards that are gone go, too, or stand before those of the first that is left. */
static size_t rekey(const int64_t *df, size_t words, key *keys)
{
    size_t count = 0;
    int64_t gone = 0;
    for (size_t i = 0; i < words; i++) {
        if (keys[i].shard == REMOVED && df[i] == 0)
            continue;
        keys[count++] = keys[i];
        gone += keys[i].shard == REMOVED;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    for (int64_t i = 0; i < gone; i++) {
        keys[i].shard = 0;
        keys[i].place = i - gone;
    }
    return count;
}

jsmf_status jsmf_arrays_sums_words_tidy(jsmf_context *ctx, jsmf_arrays_sums *s)
{
    jsmf_strings vocab = { 0 };
    int64_t *df;
    if (!is_of_words(s) || !jsmf_stream_find(&s->stream, "words.shard"))
        return JSMF_OK;
    if (need_vocab(ctx, s, &vocab) != JSMF_OK ||
        jsmf_stream_integers(ctx, &s->stream, "whole.df", vocab.count, &df, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    key *keys = jsmf_alloc(ctx, vocab.count, sizeof *keys);
    size_t *places = jsmf_alloc(ctx, vocab.count, sizeof *places);
    if (keys && places && take_keys(ctx, s, vocab.count, REMOVED, keys) == JSMF_OK)
        jsmf_recorded(keep_words(ctx, s, &vocab, keys, rekey(df, vocab.count, keys), places));
    free(keys);
    free(places);
    return jsmf_context_status(ctx);
}

/* ---- counts of documents ---- */

jsmf_status jsmf_arrays_sums_of_words(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *vocab,
                                      jsmf_arrays_sums *out)
{
    static const char machine[] = "any";
    const size_t nnz = jsmf_csr_nnz(h);
    jsmf_strings words = { 0 };
    int64_t *df = jsmf_alloc_zero(ctx, h->cols, sizeof *df), *tf = jsmf_alloc_zero(ctx, h->cols, sizeof *tf);
    *out = (jsmf_arrays_sums){ .shards = { .of = -1 } };
    jsmf_arrays_mark(&out->stream, JSMF_SUMS);
    out->of = jsmf_copy(ctx, "words", 1, sizeof "words");
    out->machine = jsmf_copy(ctx, machine, 1, sizeof machine);
    if (jsmf_context_status(ctx) != JSMF_OK) {
        free(df);
        free(tf);
        return jsmf_context_status(ctx);
    }
    for (size_t p = 0; p < nnz; p++) {
        df[h->indices[p]]++;
        tf[h->indices[p]] += h->counts[p];
    }
    if (jsmf_stream_add_i64(ctx, &out->stream, "whole.df", df, 1, h->cols) != JSMF_OK) {
        free(tf);
        return jsmf_context_status(ctx);
    }
    if (jsmf_stream_add_i64(ctx, &out->stream, "whole.tf", tf, 1, h->cols) != JSMF_OK ||
        jsmf_strings_copy(ctx, vocab, &words) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_strings(ctx, &out->stream, "vocab", &words);
}
