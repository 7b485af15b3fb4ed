/* Sums that do not depend on the order of their parts, and the record of whose sums they are.
 *
 * A real sum is a whole number of 128 bits that counts units of 2^-80. The unit is the same for every sum, whatever its
 * values are. A part's number is rounded to the unit once; from there on all additions are exact, so that any order and
 * any grouping of the same parts gives the same bytes, and subtracting a part leaves what was there before it. The
 * largest sum is 2^47, and a part of 1e-12 is rounded by less than 1e-12 of itself.
 *
 * Functions fail with JSMF_ESYSTEM for lack of memory, and with JSMF_ENUMERIC where a sum is above 2^46 or no
 * number. */
#ifndef JSMF_SUMS_H
#define JSMF_SUMS_H

#include "jsmf/base.h"
#include "jsmf/io.h"

JSMF_BEGIN_DECLS

/* In memory as in the streams: the low 64 bits first. */
__extension__ typedef __int128 jsmf_sums_fixed;

/* Whether a part is added or taken away. */
typedef enum jsmf_sums_sign { JSMF_SUMS_MINUS = -1, JSMF_SUMS_PLUS = 1 } jsmf_sums_sign;

/* to (count) becomes to + or - from, whole numbers, which are exact. JSMF_EDATA where a sum overflows. */
jsmf_status jsmf_sums_add_whole(jsmf_context *ctx, size_t count, int64_t *to, const int64_t *from,
                                jsmf_sums_sign sign) JSMF_CHECKED;

/* ---- symmetric matrices: their upper half, with the diagonal ---- */

/* Entries of the upper half of n x n, row by row: row i has n - i of them, from the diagonal on. SIZE_MAX on
 * overflow. */
size_t jsmf_sums_packed(size_t n);

/* The upper half without its zeros. Rows hold their columns strictly increasing, from the diagonal on. */
typedef struct jsmf_sums_sparse {
    size_t n;
    int64_t *indptr;         /* n + 1; owned, as the others */
    int32_t *indices;        /* indptr[n] */
    jsmf_sums_fixed *values; /* indptr[n], none of them 0 */
} jsmf_sums_sparse;

/* Sparse sums of many parts. Parts are added to others of their size, so that each entry is moved a number of times
 * that grows with the logarithm of the parts' number; all together take about twice the memory of the sum. A cleared
 * struct with n is an empty pile. */
typedef struct jsmf_sums_pile {
    size_t n, count;
    jsmf_sums_sparse parts[64]; /* count, each of more than twice the entries of the next; owned */
} jsmf_sums_pile;

/* ---- whose sums they are ---- */

/* A shard: documents that were worked on together. */
typedef struct jsmf_sums_shard {
    int64_t first;   /* the place of its first document in the whole, or -1 where that is not known */
    int64_t rows;    /* its documents, empty ones too */
    uint64_t digest; /* of their counts, and of their ids; 0 where they have no counts */
} jsmf_sums_shard;

/* The shards of a sum, by first, then by the bytes of their ids. */
typedef struct jsmf_sums_shards {
    size_t count;
    jsmf_sums_shard *shards; /* owned */
    jsmf_strings ids;        /* count names */
    jsmf_strings histories;  /* count: the lines of the programs that made each shard's sums, apart by \n */
    jsmf_strings streams;    /* count: the stream that each was added from, or "" */
    int64_t of;              /* documents of the whole, or -1 where that is open */
} jsmf_sums_shards;
void jsmf_sums_shards_free(jsmf_sums_shards *s); /* NULL and a cleared struct are fine */
/* Appends one, whose id and history are copied. jsmf_sums_shards_sort is called behind the last. */
jsmf_status jsmf_sums_shards_put(jsmf_context *ctx, jsmf_sums_shards *s, const jsmf_sums_shard *shard, const char *id,
                                 const char *history) JSMF_CHECKED;
jsmf_status jsmf_sums_shards_sort(jsmf_context *ctx, jsmf_sums_shards *s) JSMF_CHECKED;
/* Adds the shards of `part` to those of `to`. The names are of the two streams. JSMF_EDATA, naming the shard, where one
 * is in both; where one of each has the same digest, unless `alike`; where two have documents of the same places;
 * where one has some behind the end of its whole; and where the wholes differ. */
jsmf_status jsmf_sums_shards_add(jsmf_context *ctx, jsmf_sums_shards *to, const char *to_name,
                                 const jsmf_sums_shards *part, const char *part_name, bool alike) JSMF_CHECKED;
/* JSMF_EDATA, naming the first, where a shard of the list is missing, or one is there that is not in it. */
jsmf_status jsmf_sums_shards_expect(jsmf_context *ctx, const jsmf_sums_shards *s, const char *name,
                                    const jsmf_strings *list, const char *list_name) JSMF_CHECKED;
/* JSMF_EDATA, naming the places, where documents of the whole are missing; of an open whole none are. */
jsmf_status jsmf_sums_shards_complete(jsmf_context *ctx, const jsmf_sums_shards *s, const char *name) JSMF_CHECKED;
/* The lines of their histories, each once, in the order of the shards. */
jsmf_status jsmf_sums_shards_lines(jsmf_context *ctx, const jsmf_sums_shards *s, jsmf_strings *lines) JSMF_CHECKED;
/* The digest of the counts of so many rows of h, 0 where there are none. words: of the columns, where these are other
 * words in other shards, or NULL. */
uint64_t jsmf_sums_digest(const jsmf_csr *h, size_t first, size_t rows, const jsmf_strings *words);
/* Such a digest and that of the documents' next names, which may come in pieces; 0 stays 0. */
uint64_t jsmf_sums_digest_ids(uint64_t digest, const jsmf_strings *ids);
/* What follows a key in the recipe, whose lines are "key value"; NULL where it has no such line. The recipe's. */
const char *jsmf_sums_recipe_value(const jsmf_strings *recipe, const char *key);

JSMF_END_DECLS

#endif
