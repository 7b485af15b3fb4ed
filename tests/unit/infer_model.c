#include "unit.h"

#include "infer_model.h"
#include "infer/infer_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

jsmf_csr golden_bag(void)
{
    static int64_t indptr[GOLDEN_DOCUMENTS + 1];
    static int32_t indices[GOLDEN_DOCUMENTS * GOLDEN_WORDS], counts[GOLDEN_DOCUMENTS * GOLDEN_WORDS];
    int64_t n = 0;
    for (size_t m = 0; m < GOLDEN_DOCUMENTS; m++) {
        for (size_t i = 0; i < GOLDEN_WORDS; i++)
            if (golden_h[m * GOLDEN_WORDS + i] > 0) {
                indices[n] = (int32_t)i;
                counts[n++] = golden_h[m * GOLDEN_WORDS + i];
            }
        indptr[m + 1] = n;
    }
    return (jsmf_csr){ .rows = GOLDEN_DOCUMENTS, .cols = GOLDEN_WORDS, .indptr = indptr, .indices = indices,
                       .counts = counts };
}

jsmf_model golden_model(void)
{
    static double b[GOLDEN_WORDS * GOLDEN_TOPICS], a[GOLDEN_TOPICS * GOLDEN_TOPICS];
    memcpy(b, golden_b, sizeof b);
    memcpy(a, golden_a, sizeof a);
    return (jsmf_model){ .n = GOLDEN_WORDS, .k = GOLDEN_TOPICS, .b = b, .a = a };
}

jsmf_infer_totals golden_compose(const jsmf_infer_options *o, size_t rows, const double *dual, double *w,
                                 unsigned char *flags)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_csr h = golden_bag();
    const jsmf_model model = golden_model();
    jsmf_infer_totals totals;
    jsmf_infer *infer;
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, o, &infer));
    if (dual)
        assert_ok(ctx, jsmf_infer_set_dual(ctx, infer, rows, GOLDEN_TOPICS, dual));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &h, w, flags));
    jsmf_infer_count(infer, &totals);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
    return totals;
}

void assert_golden(const double *w, const double *expected, double tolerance)
{
    for (size_t i = 0; i < GOLDEN_DOCUMENTS * GOLDEN_TOPICS; i++)
        if (!(fabs(w[i] - expected[i]) <= tolerance))
            fail_msg("document %zu, topic %zu: %.12g (expected %.12g)", i / GOLDEN_TOPICS, i % GOLDEN_TOPICS, w[i],
                     expected[i]);
}

known_corpus known_draw(const jsmf_synth_options *o, uint64_t seed, int threads)
{
    known_corpus k = { .c = corpus_draw(o, seed, threads), .model = { .n = o->words, .k = o->topics } };
    const double *topics = jsmf_synth_topics(k.c.synth);
    k.model.b = malloc(o->words * o->topics * sizeof *k.model.b);
    k.model.a = malloc(o->topics * o->topics * sizeof *k.model.a);
    for (size_t i = 0; i < o->words; i++)
        for (size_t j = 0; j < o->topics; j++)
            k.model.b[i * o->topics + j] = topics[j * o->words + i];
    assert_ok(k.c.ctx, jsmf_synth_empirical(k.c.ctx, o->documents, o->topics, k.c.w, k.model.a));
    return k;
}

void known_free(known_corpus *k)
{
    free(k->model.b);
    free(k->model.a);
    corpus_free(&k->c);
}

inferred infer_all(const known_corpus *k, const jsmf_infer_options *o)
{
    jsmf_context *ctx = k->c.ctx;
    inferred out = { .w = malloc(k->c.h.rows * k->model.k * sizeof *out.w) };
    jsmf_batches source;
    jsmf_infer *infer;
    assert_ok(ctx, jsmf_infer_new(ctx, &k->model, NULL, o, &infer));
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &k->c.h, &source));
    assert_ok(ctx, jsmf_infer_fit(ctx, infer, &source, &out.fit));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &k->c.h, out.w, NULL));
    jsmf_infer_count(infer, &out.totals);
    jsmf_batches_free(&source);
    jsmf_infer_free(infer);
    return out;
}

jsmf_infer_options prior_options(jsmf_infer_method method, double prior)
{
    jsmf_infer_options o = jsmf_infer_defaults;
    o.method = method;
    o.prior = prior;
    return o;
}

double composition_error(const known_corpus *k, const double *w)
{
    double error = 0;
    for (size_t i = 0; i < k->c.h.rows * k->model.k; i++)
        error += fabs(w[i] - k->c.w[i]) / (double)k->c.h.rows;
    return error;
}
