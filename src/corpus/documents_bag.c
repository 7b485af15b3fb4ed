/* A bag's documents in batches, wherever its arrays lie. */
#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct bag_documents {
    const jsmf_stream *bag; /* borrowed */
    const char *name;       /* the matrix's in it, borrowed: "H" */
    const jsmf_array *data, *indices, *indptr;
    size_t rows, cols, entries;
    size_t next;            /* the first document of the next batch */
    int64_t *starts;        /* rows + 1, once documents are picked */
    jsmf_csr batch;
} bag_documents;

/* ---- the arrays ---- */

typedef struct part_name {
    char text[256];
} part_name;

/* "H.indptr". */
static part_name part_of(const bag_documents *d, const char *what)
{
    part_name p;
    snprintf(p.text, sizeof p.text, "%s.%s", d->name, what);
    return p;
}

static jsmf_status need_list(jsmf_context *ctx, const bag_documents *d, const char *what, const jsmf_array **out)
{
    const part_name name = part_of(d, what);
    jsmf_array *a;
    if (jsmf_stream_need(ctx, d->bag, name.text, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = a;
    if (a->dims == 1 && a->type != 'U')
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: is not a list of numbers", d->bag->name, name.text);
}

static jsmf_status check_sizes(jsmf_context *ctx, const bag_documents *d)
{
    const char *name = d->bag->name;
    if (jsmf_array_count(d->indices) != d->entries)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s.indices: has %zu %s, %s.data has %zu", name, d->name,
                         JSMF_ENTRIES(jsmf_array_count(d->indices)), d->name, d->entries);
    if (jsmf_array_count(d->indptr) != d->rows + 1)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s.indptr: has %zu %s (expected %zu, one more than %s.shape "
                         "has documents)", name, d->name, JSMF_ENTRIES(jsmf_array_count(d->indptr)), d->rows + 1,
                         d->name);
    return JSMF_OK;
}

/* ---- batches ---- */

/* A list of so many items as a has them, within the memory limit. */
static jsmf_status new_part(jsmf_context *ctx, const jsmf_array *a, size_t count, const jsmf_stream *s,
                            jsmf_array *part)
{
    *part = (jsmf_array){ .type = a->type, .item = a->item, .dims = 1, .shape = { count } };
    if (jsmf_memory_check(ctx, jsmf_mul_sat(count, a->item), s->name, JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    part->data = jsmf_alloc(ctx, count, a->item);
    return jsmf_context_status(ctx);
}

/* Items first to first + count - 1 of an array, as one of the stream s by the same name. */
static jsmf_status copy_part(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t count, jsmf_stream *s)
{
    jsmf_array part;
    if (new_part(ctx, a, count, s, &part) != JSMF_OK || jsmf_array_read(ctx, a, first, count, part.data) != JSMF_OK) {
        free(part.data);
        return jsmf_context_status(ctx);
    }
    return jsmf_stream_add(ctx, s, a->name, &part);
}

/* The row starts of the batch in s, from 0 on; *first is what the first of them was. */
static jsmf_status copy_starts(jsmf_context *ctx, const bag_documents *d, size_t rows, jsmf_stream *s, size_t *first,
                               size_t *end)
{
    int64_t *starts, zero;
    if (copy_part(ctx, d->indptr, d->next, rows + 1, s) != JSMF_OK ||
        jsmf_stream_integers(ctx, s, d->indptr->name, rows + 1, &starts, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    zero = starts[0];
    if (zero < 0 || starts[rows] < zero || (uint64_t)starts[rows] > d->entries || (d->next == 0 && zero != 0) ||
        (d->next + rows == d->rows && (uint64_t)starts[rows] != d->entries))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: goes from %lld to %lld (of %zu %s)", s->name,
                         d->indptr->name, (long long)zero, (long long)starts[rows], JSMF_ENTRIES(d->entries));
    *first = (size_t)zero;
    *end = (size_t)starts[rows];
    for (size_t i = 0; i <= rows; i++)
        starts[i] -= zero;
    return JSMF_OK;
}

/* A small bag of its own, so far without entries: what is read, and checked, as any. what is of its name. */
static jsmf_status begin_batch(jsmf_context *ctx, const bag_documents *d, size_t rows, const char *what, jsmf_stream *s)
{
    const size_t bytes = strlen(d->bag->name) + strlen(what) + 1;
    const int64_t sizes[] = { (int64_t)rows, (int64_t)d->cols };
    int64_t *shape;
    s->name = jsmf_alloc(ctx, bytes, 1);
    shape = jsmf_copy(ctx, sizes, 2, sizeof *sizes);
    if (s->name)
        snprintf(s->name, bytes, "%s%s", d->bag->name, what);
    if (jsmf_context_status(ctx) == JSMF_OK)
        return jsmf_stream_add_i64(ctx, s, part_of(d, "shape").text, shape, 1, 2);
    free(shape);
    return jsmf_context_status(ctx);
}

static jsmf_status copy_batch(jsmf_context *ctx, bag_documents *d, size_t rows, jsmf_stream *s)
{
    size_t first = 0, end = 0;
    char what[80];
    snprintf(what, sizeof what, ", documents %zu to %zu", d->next, d->next + rows - 1);
    if (begin_batch(ctx, d, rows, what, s) != JSMF_OK || copy_starts(ctx, d, rows, s, &first, &end) != JSMF_OK ||
        copy_part(ctx, d->indices, first, end - first, s) != JSMF_OK ||
        copy_part(ctx, d->data, first, end - first, s) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_csr(ctx, s, d->name, true, &d->batch);
}

static jsmf_status next_batch(jsmf_context *ctx, void *self, jsmf_csr *batch)
{
    bag_documents *d = self;
    const size_t left = d->rows - d->next, rows = left < JSMF_BATCH_DOCUMENTS ? left : JSMF_BATCH_DOCUMENTS;
    jsmf_stream s = { 0 };
    jsmf_csr_free(&d->batch);
    d->batch.cols = d->cols;
    const jsmf_status status = rows > 0 ? copy_batch(ctx, d, rows, &s) : JSMF_OK;
    jsmf_stream_free(&s);
    d->next += rows;
    *batch = d->batch;
    return status;
}

/* ---- out of order ---- */

/* Into d->starts, rising from 0 or more to at most the number of entries. */
static jsmf_status read_starts(jsmf_context *ctx, bag_documents *d)
{
    jsmf_stream s = { 0 };
    int64_t *starts;
    if (begin_batch(ctx, d, d->rows, "", &s) != JSMF_OK || copy_part(ctx, d->indptr, 0, d->rows + 1, &s) != JSMF_OK ||
        jsmf_stream_integers(ctx, &s, d->indptr->name, d->rows + 1, &starts, NULL) != JSMF_OK)
        goto done;
    for (size_t i = 0; i <= d->rows; i++)
        if (starts[i] < (i > 0 ? starts[i - 1] : 0) || (uint64_t)starts[i] > d->entries) {
            jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: holds %lld at [%zu] (expected to rise to %zu)", s.name,
                      d->indptr->name, (long long)starts[i], i, d->entries);
            goto done;
        }
    d->starts = jsmf_stream_take(&s, d->indptr->name);
done:
    jsmf_stream_free(&s);
    return jsmf_context_status(ctx);
}

/* The documents' items, neighbours by one reading. */
static jsmf_status pick_part(jsmf_context *ctx, const bag_documents *d, const jsmf_array *a, const size_t *places,
                             size_t count, size_t entries, jsmf_stream *s)
{
    jsmf_array part;
    unsigned char *to;
    if (new_part(ctx, a, entries, s, &part) != JSMF_OK)
        return jsmf_context_status(ctx);
    to = part.data;
    for (size_t i = 0, end; i < count; i = end) {
        const size_t first = (size_t)d->starts[places[i]];
        for (end = i + 1; end < count && places[end] == places[end - 1] + 1;)
            end++;
        const size_t items = (size_t)d->starts[places[end - 1] + 1] - first;
        if (jsmf_array_read(ctx, a, first, items, to) != JSMF_OK) {
            free(part.data);
            return jsmf_context_status(ctx);
        }
        to += items * a->item;
    }
    return jsmf_stream_add(ctx, s, a->name, &part);
}

static jsmf_status pick_batch(jsmf_context *ctx, bag_documents *d, const size_t *places, size_t count, jsmf_stream *s)
{
    int64_t *starts = jsmf_alloc_zero(ctx, count + 1, sizeof *starts);
    if (!starts)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < count; i++)
        starts[i + 1] = starts[i] + d->starts[places[i] + 1] - d->starts[places[i]];
    const size_t entries = (size_t)starts[count];
    if (jsmf_stream_add_i64(ctx, s, d->indptr->name, starts, 1, count + 1) != JSMF_OK ||
        begin_batch(ctx, d, count, ", picked documents", s) != JSMF_OK ||
        pick_part(ctx, d, d->indices, places, count, entries, s) != JSMF_OK ||
        pick_part(ctx, d, d->data, places, count, entries, s) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_csr(ctx, s, d->name, true, &d->batch);
}

static jsmf_status pick_documents(jsmf_context *ctx, void *self, const size_t *places, size_t count, jsmf_csr *batch)
{
    bag_documents *d = self;
    jsmf_stream s = { 0 };
    jsmf_csr_free(&d->batch);
    if ((d->starts || read_starts(ctx, d) == JSMF_OK) && pick_batch(ctx, d, places, count, &s) == JSMF_OK)
        *batch = d->batch;
    else
        *batch = (jsmf_csr){ 0 };
    jsmf_stream_free(&s);
    return jsmf_context_status(ctx);
}

/* ---- the source ---- */

static jsmf_status rewind_documents(jsmf_context *ctx, void *self)
{
    (void)ctx;
    ((bag_documents *)self)->next = 0;
    return JSMF_OK;
}

static void free_documents(void *self)
{
    bag_documents *d = self;
    jsmf_csr_free(&d->batch);
    free(d->starts);
    free(d);
}

static jsmf_status find_parts(jsmf_context *ctx, bag_documents *d, jsmf_stream *bag)
{
    if (jsmf_stream_csr_shape(ctx, bag, d->name, &d->rows, &d->cols) != JSMF_OK ||
        need_list(ctx, d, "data", &d->data) != JSMF_OK || need_list(ctx, d, "indices", &d->indices) != JSMF_OK ||
        need_list(ctx, d, "indptr", &d->indptr) != JSMF_OK)
        return jsmf_context_status(ctx);
    d->entries = jsmf_array_count(d->data);
    return check_sizes(ctx, d);
}

jsmf_status jsmf_corpus_batches_of_bag(jsmf_context *ctx, jsmf_stream *bag, const char *name,
                                       jsmf_batches *out)
{
    bag_documents *d = jsmf_alloc_zero(ctx, 1, sizeof *d);
    *out = (jsmf_batches){ .self = NULL };
    if (!d)
        return jsmf_context_status(ctx);
    d->bag = bag;
    d->name = name;
    if (find_parts(ctx, d, bag) != JSMF_OK) {
        free_documents(d);
        return jsmf_context_status(ctx);
    }
    *out = (jsmf_batches){ .next = next_batch,
                           .pick = pick_documents,
                           .rewind = rewind_documents,
                           .free = free_documents,
                           .self = d,
                           .documents = d->rows };
    return JSMF_OK;
}
