/* Sums that a co-occurrence is made of: to arrays, and to the co-occurrence. */
#include "arrays_inner.h"

#include "npz/stream.h"
#include "npz/npz_inner.h"
#include "sums/sums_inner.h"

#include <stdlib.h>
#include <string.h>

static jsmf_status store_matrix_sums(jsmf_context *ctx, jsmf_cooc_sums *c, jsmf_arrays_sums *out)
{
    if (c->times)
        return jsmf_arrays_sums_give(ctx, &out->stream, "times", &c->times, c->n * c->width);
    if (c->packed)
        return jsmf_arrays_sums_give(ctx, &out->stream, "C", &c->packed, jsmf_sums_packed(c->n));
    return jsmf_sums_pile_put(ctx, &out->c, &c->sparse, JSMF_SUMS_PLUS);
}

jsmf_status jsmf_arrays_sums_of_cooc(jsmf_context *ctx, jsmf_cooc_sums *c, int64_t *df, const jsmf_strings *vocab,
                                     jsmf_arrays_sums *out)
{
    jsmf_stream *s = &out->stream;
    jsmf_strings words = { 0 };
    const char *of = c->times ? "times" : "cooc";
    *out = (jsmf_arrays_sums){ .shards = { .of = -1 }, .sparse = !c->packed && !c->times, .c = { .n = c->n } };
    jsmf_arrays_mark(s, JSMF_SUMS);
    out->of = jsmf_copy(ctx, of, 1, strlen(of) + 1);
    if (jsmf_stream_add_i64(ctx, s, "whole.df", df, 1, c->n) != JSMF_OK || !out->of ||
        jsmf_stream_add_count(ctx, s, "whole.documents", c->documents) != JSMF_OK ||
        store_matrix_sums(ctx, c, out) != JSMF_OK ||
        jsmf_arrays_sums_give(ctx, s, "unigram", &c->unigram, c->n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!vocab || jsmf_strings_copy(ctx, vocab, &words) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_strings(ctx, s, "vocab", &words);
}

/* ---- the co-occurrence ---- */

typedef struct finishing {
    jsmf_arrays_sums *s;
    size_t n;
    double divisor;
    int64_t documents;
    jsmf_sums_sparse c;      /* of a sparse C */
    jsmf_sums_fixed *packed; /* of a dense one; the stream's */
} finishing;

/* A document adds to no sum less than 0 or more than 1. */
static jsmf_status check_sums(jsmf_context *ctx, const finishing *f, const char *array, size_t count,
                              const jsmf_sums_fixed *sums)
{
    for (size_t i = 0; i < count; i++) {
        const double sum = jsmf_sums_value(sums[i]);
        if (!jsmf_arrays_is_share(sum / (double)f->documents))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: holds a sum of %g (expected 0 to %lld, the documents that "
                             "entered)", f->s->name, array, sum, (long long)f->documents);
    }
    return JSMF_OK;
}

static jsmf_status open(jsmf_context *ctx, finishing *f, double divisor)
{
    jsmf_arrays_sums *s = f->s;
    jsmf_sums_fixed *unigram;
    const jsmf_strings *vocab;
    size_t count = 0;
    if (strcmp(s->of, "cooc") != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: sums of %s (expected cooc)", s->name, s->of);
    if (jsmf_arrays_sums_real(ctx, s, "unigram", &unigram, &f->n) != JSMF_OK ||
        jsmf_stream_count(ctx, &s->stream, "whole.documents", &f->documents) != JSMF_OK ||
        jsmf_arrays_vocab(ctx, &s->stream, f->n, &vocab) != JSMF_OK ||
        (s->sparse ? jsmf_sums_pile_take(ctx, &s->c, &f->c)
                   : jsmf_arrays_sums_real(ctx, s, "C", &f->packed, &count)) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (f->n == 0 || (s->sparse ? f->c.n != f->n : count != jsmf_sums_packed(f->n)))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array real.C: is not of the %zu word%s of real.unigram", s->name,
                         JSMF_COUNTED(f->n));
    if (f->documents == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: no document entered these sums: there is no co-occurrence", s->name);
    f->divisor = divisor > 0 ? divisor : (double)f->documents;
    if (check_sums(ctx, f, "real.unigram", f->n, unigram) != JSMF_OK)
        return jsmf_context_status(ctx);
    return s->sparse ? check_sums(ctx, f, "real.C", (size_t)f->c.indptr[f->n], f->c.values)
                     : check_sums(ctx, f, "real.C", count, f->packed);
}

/* Entries of both halves. */
static size_t count_entries(const finishing *f)
{
    size_t both = 0, diagonal = 0;
    if (f->packed) {
        for (size_t i = 0; i < f->n; i++)
            for (size_t j = i, at = jsmf_sums_packed_row(f->n, i); j < f->n; j++, at++) {
                both += f->packed[at] != 0;
                diagonal += f->packed[at] != 0 && i == j;
            }
        return 2 * both - diagonal;
    }
    for (size_t i = 0; i < f->n; i++)
        diagonal += f->c.indptr[i] < f->c.indptr[i + 1] && f->c.indices[f->c.indptr[i]] == (int32_t)i;
    return 2 * (size_t)f->c.indptr[f->n] - diagonal;
}

static bool is_form(const finishing *f, const char *form)
{
    const char *found = jsmf_sums_recipe_value(&f->s->recipe, "form");
    return found && strcmp(found, form) == 0;
}

static jsmf_status store_sparse(jsmf_context *ctx, finishing *f, jsmf_stream *out)
{
    jsmf_csr c;
    if ((f->packed && jsmf_sums_sparse_of_packed(ctx, f->n, f->packed, &f->c) != JSMF_OK) ||
        jsmf_sums_sparse_values(ctx, &f->c, f->divisor, &c) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_csr(ctx, out, "C", &c);
}

static jsmf_status store_dense(jsmf_context *ctx, finishing *f, jsmf_stream *out)
{
    double *c;
    if ((f->packed ? jsmf_sums_packed_values(ctx, f->n, f->packed, f->divisor, &c)
                   : jsmf_sums_sparse_dense(ctx, &f->c, f->divisor, &c)) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_f64(ctx, out, "C", c, 2, f->n, f->n);
}

/* The smaller of the two, as jsmf-cooc chooses, unless the recipe says which. */
static jsmf_status store_matrix(jsmf_context *ctx, finishing *f, jsmf_stream *out)
{
    const size_t entries = count_entries(f);
    const size_t dense = jsmf_mul_sat(jsmf_mul_sat(f->n, f->n), sizeof(double));
    const size_t sparse = jsmf_mul_sat(entries, sizeof(double) + sizeof(int32_t));
    const bool is_sparse = is_form(f, "sparse") || (!is_form(f, "dense") && sparse < dense);
    if (jsmf_memory_check(ctx, is_sparse ? sparse : dense, "a co-occurrence beside its sums",
                          JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    return (is_sparse ? store_sparse : store_dense)(ctx, f, out);
}

static jsmf_status store_unigram(jsmf_context *ctx, finishing *f, jsmf_stream *out)
{
    jsmf_sums_fixed *sums;
    size_t n;
    double *unigram;
    if (jsmf_arrays_sums_real(ctx, f->s, "unigram", &sums, &n) != JSMF_OK ||
        !(unigram = jsmf_alloc(ctx, n, sizeof *unigram)))
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        unigram[i] = jsmf_sums_value(sums[i]) / f->divisor;
    return jsmf_stream_add_f64(ctx, out, "unigram", unigram, 1, n, 1);
}

static jsmf_status store(jsmf_context *ctx, finishing *f, jsmf_stream *out)
{
    jsmf_stream *s = &f->s->stream;
    int64_t *df;
    if (store_matrix(ctx, f, out) != JSMF_OK || store_unigram(ctx, f, out) != JSMF_OK ||
        jsmf_stream_add_count(ctx, out, "documents", f->documents) != JSMF_OK ||
        jsmf_arrays_sums_take_df(ctx, f->s, f->n, &df) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_stream_add_i64(ctx, out, "df", df, 1, f->n) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_pass(ctx, s, out);
}

jsmf_status jsmf_arrays_sums_finish(jsmf_context *ctx, jsmf_arrays_sums *s, double divisor, jsmf_stream *out)
{
    finishing f = { .s = s };
    *out = (jsmf_stream){ 0 };
    jsmf_arrays_mark(out, JSMF_COOC);
    if (open(ctx, &f, divisor) == JSMF_OK)
        jsmf_recorded(store(ctx, &f, out));
    jsmf_sums_sparse_free(&f.c);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_stream_free(out);
    return jsmf_context_status(ctx);
}
