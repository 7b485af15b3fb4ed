/* Polishing by shards from hostile arrays: the state of a model that is being polished, or the sums of a round, are
 * changed as the bytes say, and the next model is made of them. */
#include "jsmf/arrays.h"

#include "edits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MEMORY = 64 << 20, WORDS = 5, ROWS = 4, TOPICS = 2 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static const int64_t indptr[] = { 0, 2, 4, 5, 8 };
static const int32_t indices[] = { 0, 1, 1, 3, 2, 0, 3, 4 }, counts[] = { 1, 2, 1, 1, 5, 1, 3, 2 };
static const double topics[WORDS * TOPICS] = { 0.5, 0, 0.2, 0.1, 0.1, 0.5, 0.1, 0.2, 0.1, 0.2 };

static jsmf_csr documents(void)
{
    return (jsmf_csr){ .rows = ROWS, .cols = WORDS, .indptr = (int64_t *)indptr, .indices = (int32_t *)indices,
                       .counts = (int32_t *)counts };
}

static jsmf_status sum_up(jsmf_context *ctx, const jsmf_model *m, const jsmf_polish_options *o, jsmf_polish_way way,
                          jsmf_polish_part *out)
{
    const jsmf_csr h = documents();
    jsmf_polish_worker *w;
    if (jsmf_polish_worker_new(ctx, m, o, way, &w) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_polish_worker_add(ctx, w, &h, 0) == JSMF_OK)
        jsmf_polish_worker_take(w, out);
    jsmf_polish_worker_free(w);
    return jsmf_context_status(ctx);
}

/* The model after the first round, with its state, and the sums of the second. how: the prior, the way, the hold. */
static jsmf_status make(jsmf_context *ctx, uint8_t how, jsmf_stream *model, jsmf_stream *sums)
{
    const jsmf_model start = { .n = WORDS, .k = TOPICS, .b = (double *)topics };
    jsmf_polish_options o = jsmf_polish_defaults;
    jsmf_polish_part count, part;
    jsmf_arrays_polishing p = { .rounds = 0 };
    jsmf_arrays_sums s;
    jsmf_model first;
    o.prior = how & 1 ? JSMF_POLISH_MATRIX : JSMF_POLISH_DIRICHLET;
    o.start_by_topic = how & 2;
    if (sum_up(ctx, &start, &o, JSMF_POLISH_COUNT, &count) != JSMF_OK ||
        jsmf_polish_begin_rounds(ctx, &start, &o, &count, ROWS, &first, &p.state) != JSMF_OK)
        abort();
    jsmf_polish_part_free(&count);
    o.state = &p.state;
    p.trace = jsmf_alloc(ctx, 0, sizeof *p.trace);
    if (sum_up(ctx, &first, &o, how & 4 ? JSMF_POLISH_ONLINE : JSMF_POLISH_WHOLE, &part) != JSMF_OK ||
        jsmf_strings_add(ctx, &p.recipe, how & 1 ? "prior matrix" : "prior dirichlet", how & 1 ? 12 : 15) != JSMF_OK ||
        jsmf_stream_add_f64(ctx, model, "B", first.b, 2, WORDS, TOPICS) != JSMF_OK ||
        jsmf_arrays_polishing_store(ctx, &p, false, model) != JSMF_OK ||
        jsmf_arrays_sums_of_polish(ctx, &part, NULL, &s) != JSMF_OK)
        abort();
    jsmf_arrays_mark(model, JSMF_MODEL);
    *sums = s.stream;
    s.stream = (jsmf_stream){ 0 };
    jsmf_arrays_sums_free(&s);
    return JSMF_OK;
}

static void expect_numbers(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(numbers[i] >= 0) || !isfinite(numbers[i]))
            abort();
}

static void use(jsmf_context *ctx, jsmf_polish_way way, jsmf_stream *model, jsmf_arrays_sums *sums)
{
    jsmf_arrays_polishing p;
    jsmf_polish_part part;
    jsmf_polish_report r;
    jsmf_model m, next;
    if (jsmf_arrays_polishing_load(ctx, model, &p) == JSMF_OK && p.rounds != SIZE_MAX &&
        jsmf_arrays_model_load(ctx, model, &m) == JSMF_OK &&
        jsmf_arrays_sums_to_polish(ctx, sums, way, m.n, m.k, &part) == JSMF_OK) {
        if (jsmf_polish_next_round(ctx, &m, &p.state, &part, &next, &r) == JSMF_OK) {
            expect_numbers(next.b, next.n * next.k);
            expect_numbers(next.a, next.k * next.k);
            expect_numbers(next.alpha, next.k);
            jsmf_model_free(&next);
        }
        jsmf_polish_part_free(&part);
    }
    jsmf_arrays_polishing_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream model = { 0 };
    jsmf_arrays_sums sums = { .of = NULL };
    if (ctx && length > 0) {
        jsmf_context_set_memory(ctx, MEMORY);
        make(ctx, bytes[0], &model, &sums.stream);
        sums.of = jsmf_copy(ctx, "polish", 1, 7);
        for (size_t at = 1; at + EDIT <= length && model.count > 1 && sums.stream.count > 1; at += EDIT)
            edit(bytes[0] & 8 ? &model : &sums.stream, bytes + at);
        use(ctx, bytes[0] & 4 ? JSMF_POLISH_ONLINE : JSMF_POLISH_WHOLE, &model, &sums);
    }
    jsmf_arrays_sums_free(&sums);
    jsmf_stream_free(&model);
    jsmf_context_free(ctx);
    return 0;
}
