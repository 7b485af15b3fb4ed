/* Some of a bag's documents. */
#include "jsmf/corpus.h"

#include "base/base_inner.h"

#include "fields.h"
#include "io/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The draws' stream: its own, so that other uses of one seed draw other numbers. */
enum { DRAWS = 0x73706c69 };

typedef struct listed {
    const char *path;
    const jsmf_index *index; /* of the ids, or NULL */
    size_t documents, lines;
    unsigned char *chosen;
} listed;

static jsmf_status choose_listed(jsmf_context *ctx, void *arg, size_t number, const char *line, size_t length)
{
    listed *l = arg;
    const jsmf_corpus_field f = { line, length };
    size_t d = SIZE_MAX;
    l->lines = number;
    if (l->index)
        d = jsmf_index_find(l->index, f.start, f.length);
    else if (!jsmf_corpus_field_whole(f, &d))
        d = SIZE_MAX;
    if (d >= l->documents && l->index)
        return jsmf_corpus_refuse_field(ctx, l->path, number, f, "the id of one of the %zu document%s",
                                        JSMF_COUNTED(l->documents));
    if (d >= l->documents)
        return jsmf_corpus_refuse_field(ctx, l->path, number, f, "a document's number, from 0 to %zu",
                                        l->documents - 1);
    if (l->chosen[d])
        return jsmf_corpus_refuse_field(ctx, l->path, number, f, "each document once (it stands above)");
    l->chosen[d] = 1;
    return JSMF_OK;
}

jsmf_status jsmf_corpus_documents_listed(jsmf_context *ctx, const char *path, const jsmf_strings *ids, size_t documents,
                                         unsigned char *chosen)
{
    jsmf_index *index = NULL;
    listed l = { .path = path, .documents = documents, .chosen = chosen };
    const jsmf_corpus_list how = { .label = "a document", .look = choose_listed, .arg = &l };
    size_t repeated;
    memset(chosen, 0, documents);
    if (ids && jsmf_index_new(ctx, ids, &index, &repeated) != JSMF_OK)
        return jsmf_context_status(ctx);
    l.index = index;
    if (jsmf_corpus_list_read(ctx, path, &how, NULL) == JSMF_OK && l.lines == 0)
        jsmf_recorded(jsmf_fail(ctx, JSMF_EDATA, "%s: lists no document", path));
    jsmf_index_free(index);
    return jsmf_context_status(ctx);
}

/* Selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S). */
jsmf_status jsmf_corpus_documents_drawn(jsmf_context *ctx, double part, size_t documents, unsigned char *chosen)
{
    size_t wanted;
    if (documents < 2)
        return jsmf_fail(ctx, JSMF_EDATA, "%zu document%s cannot be split (two are the least)",
                         JSMF_COUNTED(documents));
    wanted = (size_t)floor(part * (double)documents + 0.5);
    wanted = wanted < 1 ? 1 : wanted >= documents ? documents - 1 : wanted;
    for (size_t d = 0; d < documents; d++) {
        double u = jsmf_random_uniform(jsmf_context_seed(ctx), DRAWS, d);
        chosen[d] = u * (double)(documents - d) < (double)wanted;
        wanted -= chosen[d];
    }
    return JSMF_OK;
}

static jsmf_status add_id(jsmf_context *ctx, const jsmf_strings *ids, size_t d, jsmf_strings *to)
{
    char number[24];
    if (ids)
        return jsmf_strings_add(ctx, to, jsmf_strings_get(ids, d), jsmf_strings_length(ids, d));
    return jsmf_strings_add(ctx, to, number, (size_t)snprintf(number, sizeof number, "%zu", d));
}

/* Rows and entries that are marked so. */
static void count_marked(const jsmf_csr *h, const unsigned char *chosen, unsigned char which, size_t *rows,
                         size_t *entries)
{
    *rows = *entries = 0;
    for (size_t d = 0; d < h->rows; d++)
        if (chosen[d] == which) {
            *rows += 1;
            *entries += (size_t)(h->indptr[d + 1] - h->indptr[d]);
        }
}

jsmf_status jsmf_corpus_documents_part(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *ids,
                                       const unsigned char *chosen, unsigned char which, jsmf_csr *part,
                                       jsmf_strings *part_ids)
{
    size_t rows, entries, row = 0;
    count_marked(h, chosen, which, &rows, &entries);
    *part = (jsmf_csr){ .rows = rows, .cols = h->cols };
    part->indptr = jsmf_alloc(ctx, rows + 1, sizeof *part->indptr);
    part->indices = jsmf_alloc(ctx, entries, sizeof *part->indices);
    part->counts = jsmf_alloc(ctx, entries, sizeof *part->counts);
    if (!part->indptr || !part->indices || !part->counts)
        return jsmf_context_status(ctx);
    part->indptr[0] = 0;
    for (size_t d = 0; d < h->rows; d++) {
        size_t n = (size_t)(h->indptr[d + 1] - h->indptr[d]);
        int64_t at = part->indptr[row];
        if (chosen[d] != which)
            continue;
        memcpy(part->indices + at, h->indices + h->indptr[d], n * sizeof *part->indices);
        memcpy(part->counts + at, h->counts + h->indptr[d], n * sizeof *part->counts);
        part->indptr[++row] = at + (int64_t)n;
        if (add_id(ctx, ids, d, part_ids) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}
