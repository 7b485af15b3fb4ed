/* Rounds of polishing by shards against passes of polishing on the whole. */
#include "unit.h"

#include "polished.h"

#include "base/base_inner.h"
#include "polish/online.h"
#include "polish/polish_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 300, ROUNDS = 3 };

enum { FORWARDS, BACKWARDS };

/* The sums of all documents by one worker a block; the blocks in this order. */
static jsmf_polish_part sum_up(const known_corpus *k, const jsmf_model *m, const jsmf_polish_options *o,
                               jsmf_polish_way way, int order)
{
    const size_t blocks = jsmf_chunk_count(k->c.h.rows, BLOCK);
    jsmf_polish_worker *w;
    jsmf_polish_part sum;
    jsmf_csr_rows picked = { 0 };
    size_t places[BLOCK];
    assert_ok(k->c.ctx, jsmf_polish_worker_new(k->c.ctx, m, o, way, &w));
    for (size_t i = 0; i < blocks; i++) {
        const size_t chunk = order == BACKWARDS ? blocks - 1 - i : i;
        const size_t rows = jsmf_chunk_length(k->c.h.rows, BLOCK, chunk);
        for (size_t j = 0; j < rows; j++)
            places[j] = chunk * BLOCK + j;
        assert_ok(k->c.ctx, jsmf_csr_pick(k->c.ctx, &k->c.h, places, rows, &picked));
        assert_ok(k->c.ctx, jsmf_polish_worker_add(k->c.ctx, w, &picked.m, chunk * BLOCK));
    }
    jsmf_csr_free(&picked.m);
    jsmf_polish_worker_take(w, &sum);
    jsmf_polish_worker_free(w);
    return sum;
}

/* The first round. *m: the start with the topics that the next one begins with; b is the caller's. */
static jsmf_polish_state begin(const known_corpus *k, const jsmf_polish_options *o, jsmf_model *m)
{
    jsmf_polish_part sum = sum_up(k, &k->model, o, JSMF_POLISH_COUNT, FORWARDS);
    jsmf_polish_state state;
    jsmf_model first;
    assert_ok(k->c.ctx, jsmf_polish_begin_rounds(k->c.ctx, &k->model, o, &sum, k->c.h.rows, &first, &state));
    jsmf_polish_part_free(&sum);
    *m = k->model;
    m->b = first.b;
    return state;
}

static void assert_same(const double *a, const double *b, size_t count, double tolerance)
{
    for (size_t i = 0; i < count; i++)
        assert_near(a[i], b[i], tolerance);
}

static void assert_same_model(const jsmf_model *a, const jsmf_model *b)
{
    assert_same(a->b, b->b, a->n * a->k, 1e-12);
    assert_same(a->a, b->a, a->k * a->k, 1e-12);
    assert_same(a->alpha, b->alpha, a->k, 1e-12);
    assert_same(a->bbar, b->bbar, a->n * a->k, 1e-11);
    assert_same(a->canchor, b->canchor, a->n * a->k, 1e-12);
    assert_same(a->unigram, b->unigram, a->n, 1e-12);
}

/* Of every pass by itself from where the round before left the topics: the bound, the documents held out, and what
 * comes of it. */
static void rounds_are_passes(const known_corpus *k, const jsmf_polish_options *o)
{
    jsmf_polish_options pass = *o;
    jsmf_model m, out, serial;
    jsmf_polish_state state = begin(k, o, &m);
    double held_out = NAN;
    pass.passes = 1;
    pass.minibatch = 0;
    for (size_t round = 0; round < ROUNDS; round++) {
        jsmf_polish_report r, of_serial;
        jsmf_polish_part sum;
        if (round > 0)
            pass.state = &state;
        serial = polish(k, round > 0 ? &m : &k->model, &pass, false, &of_serial);
        pass.state = &state;
        sum = sum_up(k, &m, &pass, JSMF_POLISH_WHOLE, BACKWARDS);
        assert_ok(k->c.ctx, jsmf_polish_next_round(k->c.ctx, &m, &state, &sum, &out, &r));
        jsmf_polish_part_free(&sum);
        assert_near(r.bound, of_serial.bound, 1e-12 * fabs(r.bound));
        assert_int_equal(r.documents, of_serial.documents);
        assert_int_equal(r.held_out_documents, of_serial.held_out_documents);
        assert_true(r.tokens == of_serial.tokens && r.passes == round + 1);
        if (round > 0 && o->held_out > 0)
            assert_near(r.held_out, held_out, 1e-12 * fabs(held_out));
        held_out = of_serial.held_out;
        assert_same_model(&out, &serial);
        if (o->beta > 0)
            assert_valid(&out);
        if (round > 0)
            jsmf_model_free(&m);
        else
            free(m.b);
        jsmf_model_free(&serial);
        m = out;
    }
    jsmf_model_free(&m);
    jsmf_polish_state_free(&state);
}

static void whole_rounds_are_passes(void **state)
{
    known_corpus k = known_draw(&small_corpus, 3, 2);
    (void)state;
    for (int prior = 0; prior < 2; prior++) {
        jsmf_polish_options o = options_of(1, 0);
        o.prior = prior ? JSMF_POLISH_MATRIX : JSMF_POLISH_DIRICHLET;
        rounds_are_passes(&k, &o);
        o.held_out = 0.2;
        o.start_by_topic = false;
        o.start_weight = 0.5;
        rounds_are_passes(&k, &o);
        o.start_weight = o.beta = 0;
        rounds_are_passes(&k, &o);
    }
    known_free(&k);
}

static void a_guide_goes_on(void **state)
{
    known_corpus k = known_draw(&small_corpus, 3, 2);
    int64_t *indptr = calloc(k.model.n + 1, sizeof *indptr);
    int32_t indices[] = { 0, 1 };
    double values[] = { 0.2, 0.3 };
    jsmf_csr guide = { .rows = k.model.n, .cols = k.model.k, .indptr = indptr, .indices = indices, .values = values };
    jsmf_polish_options o = options_of(1, 0);
    (void)state;
    for (size_t i = 0; i < k.model.n; i++)
        indptr[i + 1] = (i >= 4) + (i >= 9);
    o.guide = &guide;
    rounds_are_passes(&k, &o);
    free(indptr);
    known_free(&k);
}

static void the_start_is_held_by_all_documents(void **state)
{
    known_corpus k = known_draw(&small_corpus, 3, 2);
    jsmf_polish_options o = options_of(1, 0), held = o;
    jsmf_model m, of_held;
    (void)state;
    held.start_by_topic = false;
    jsmf_polish_state by_topic = begin(&k, &o, &m), none = begin(&k, &held, &of_held);
    assert_true(by_topic.pseudo_counts && !none.pseudo_counts);
    assert_true(sum(by_topic.pseudo_counts, m.n * m.k) > 0);
    jsmf_polish_state_free(&by_topic);
    jsmf_polish_state_free(&none);
    free(m.b);
    free(of_held.b);
    known_free(&k);
}

static void assert_same_sums(const jsmf_polish_part *a, const jsmf_polish_part *b)
{
    for (size_t i = 0; i < JSMF_POLISH_REALS; i++) {
        assert_int_equal(a->sizes[i], b->sizes[i]);
        if (a->sizes[i])
            assert_memory_equal(a->reals[i], b->reals[i], a->sizes[i] * sizeof *a->reals[i]);
    }
    assert_int_equal(a->leading_size, b->leading_size);
    if (a->leading_size)
        assert_memory_equal(a->leading, b->leading, a->leading_size * sizeof *a->leading);
    assert_true(a->documents == b->documents && a->known == b->known && a->held_out == b->held_out);
}

static void order_and_threads_do_not_matter(void **state)
{
    known_corpus k = known_draw(&small_corpus, 4, 1), same = known_draw(&small_corpus, 4, 5);
    (void)state;
    for (int prior = 0; prior < 2; prior++) {
        jsmf_polish_options o = options_of(1, 64);
        o.prior = prior ? JSMF_POLISH_MATRIX : JSMF_POLISH_DIRICHLET;
        o.held_out = 0.1;
        jsmf_model m;
        jsmf_polish_state s = begin(&k, &o, &m);
        o.state = &s;
        for (jsmf_polish_way way = JSMF_POLISH_COUNT; way <= JSMF_POLISH_ONLINE; way++) {
            jsmf_polish_part a = sum_up(&k, &m, &o, way, FORWARDS), b = sum_up(&same, &m, &o, way, BACKWARDS);
            assert_same_sums(&a, &b);
            jsmf_polish_part_free(&a);
            jsmf_polish_part_free(&b);
        }
        jsmf_polish_state_free(&s);
        free(m.b);
    }
    known_free(&k);
    known_free(&same);
}

/* Mu and Sigma, or the means of E log w, behind alpha; two numbers are in front of a state's. */
static void assert_prior_of_pass(const known_corpus *k, const jsmf_model *m, const jsmf_polish_options *o,
                                 const jsmf_polish_state *after)
{
    const size_t first = o->prior == JSMF_POLISH_MATRIX ? 0 : m->k;
    const size_t count = o->prior == JSMF_POLISH_MATRIX ? m->k + m->k * m->k : m->k;
    jsmf_polish_online_pass pass;
    jsmf_batches source;
    assert_ok(k->c.ctx, jsmf_batches_of_csr(k->c.ctx, &k->c.h, &source));
    assert_ok(k->c.ctx, jsmf_polish_online_begin(k->c.ctx, &pass, m, &source, o));
    assert_ok(k->c.ctx, jsmf_polish_online_learn(k->c.ctx, &pass, &source));
    assert_same(after->values + 2 + first, pass.run.prior.values + first, count, 1e-10);
    jsmf_polish_online_end(&pass);
    jsmf_batches_free(&source);
}

/* One block is one online pass; its topics are what is mixed. */
static void an_online_round_of_one_block_is_an_online_pass(void **state)
{
    known_corpus k = known_draw(&small_corpus, 5, 2);
    (void)state;
    for (int prior = 0; prior < 2; prior++) {
        jsmf_polish_options o = options_of(1, 64);
        o.prior = prior ? JSMF_POLISH_MATRIX : JSMF_POLISH_DIRICHLET;
        jsmf_model m, out;
        jsmf_polish_state s = begin(&k, &o, &m);
        jsmf_polish_worker *w;
        jsmf_polish_part sum;
        jsmf_polish_report r;
        jsmf_polish_state before = begin(&k, &o, &out);
        free(out.b);
        o.state = &before;
        jsmf_model serial = polish(&k, &m, &o, true, NULL);
        assert_ok(k.c.ctx, jsmf_polish_worker_new(k.c.ctx, &m, &o, JSMF_POLISH_ONLINE, &w));
        assert_ok(k.c.ctx, jsmf_polish_worker_add(k.c.ctx, w, &k.c.h, 0));
        jsmf_polish_worker_take(w, &sum);
        jsmf_polish_worker_free(w);
        assert_ok(k.c.ctx, jsmf_polish_next_round(k.c.ctx, &m, &s, &sum, &out, &r));
        assert_true(isnan(r.bound));
        assert_prior_of_pass(&k, &m, &o, &s);
        assert_same(out.b, serial.b, m.n * m.k, 1e-12);
        assert_same(out.a, serial.a, m.k * m.k, 1e-12);
        jsmf_polish_part_free(&sum);
        jsmf_model_free(&serial);
        jsmf_model_free(&out);
        jsmf_polish_state_free(&s);
        jsmf_polish_state_free(&before);
        free(m.b);
    }
    known_free(&k);
}

/* A block's places, and online a copy of its documents, are held beside the batch at hand. */
static void blocks_count_against_memory(void **state)
{
    enum { ROWS = 65536, ENTRIES = 1 << 20, WORDS = 100, TOPICS = 5, PLACE = sizeof(size_t), ENTRY = 8 };
    const jsmf_polish_options o = { .prior = JSMF_POLISH_DIRICHLET, .passes = 1 };
    jsmf_context *ctx = jsmf_context_new();
    size_t bytes[JSMF_POLISH_ONLINE + 1], batch;
    (void)state;
    for (jsmf_polish_way way = JSMF_POLISH_COUNT; way <= JSMF_POLISH_ONLINE; way++)
        bytes[way] = jsmf_polish_worker_bytes(ctx, WORDS, TOPICS, ROWS, ENTRIES, &o, way);
    batch = jsmf_polish_worker_bytes(ctx, WORDS, TOPICS, JSMF_BATCH_DOCUMENTS, ENTRIES, &o, JSMF_POLISH_WHOLE);
    assert_true(bytes[JSMF_POLISH_COUNT] > PLACE * ROWS);
    assert_true(bytes[JSMF_POLISH_WHOLE] >= batch + PLACE * (ROWS - JSMF_BATCH_DOCUMENTS));
    assert_true(bytes[JSMF_POLISH_ONLINE] >= bytes[JSMF_POLISH_WHOLE] + ENTRY * (ROWS + ENTRIES));
    jsmf_context_free(ctx);
}

/* ---- what is refused ---- */

static void refused(jsmf_context *ctx, jsmf_status got, jsmf_status expected, const char *what)
{
    assert_int_equal(got, expected);
    assert_non_null(strstr(jsmf_context_error(ctx), what));
    jsmf_context_clear(ctx);
}

static void sums_of_other_documents_are_refused(void **state)
{
    known_corpus k = known_draw(&small_corpus, 6, 2);
    jsmf_polish_options o = { .prior = JSMF_POLISH_MATRIX, .passes = 1 };
    jsmf_context *ctx = k.c.ctx;
    jsmf_model m, out;
    jsmf_polish_state s = begin(&k, &o, &m), other;
    jsmf_polish_part sum, none = sum_up(&k, &k.model, &o, JSMF_POLISH_COUNT, FORWARDS);
    jsmf_polish_report r;
    jsmf_polish_worker *w;
    (void)state;
    refused(ctx, jsmf_polish_next_round(ctx, &m, &s, &none, &out, &r), JSMF_EUSAGE, "has begun");
    none.reals[JSMF_POLISH_TOKENS][0] = 0;
    none.documents = 0;
    refused(ctx, jsmf_polish_begin_rounds(ctx, &k.model, &o, &none, 7, &out, &other), JSMF_EDATA, "no tokens");
    jsmf_polish_part_free(&none);
    refused(ctx, jsmf_polish_worker_new(ctx, &m, &o, JSMF_POLISH_WHOLE, &w), JSMF_EUSAGE, "has not begun");
    assert_null(w);
    o.state = &s;
    sum = sum_up(&k, &m, &o, JSMF_POLISH_WHOLE, FORWARDS);
    refused(ctx, jsmf_polish_begin_rounds(ctx, &k.model, &o, &sum, 7, &out, &other), JSMF_EUSAGE, "has not begun");
    sum.documents--;
    sum.known--;
    refused(ctx, jsmf_polish_next_round(ctx, &m, &s, &sum, &out, &r), JSMF_EDATA, "are shards missing");
    sum.documents++;
    sum.known++;
    sum.sizes[JSMF_POLISH_MOMENTS]--;
    refused(ctx, jsmf_polish_next_round(ctx, &m, &s, &sum, &out, &r), JSMF_EDATA, "48 sums of moments (expected 49");
    sum.sizes[JSMF_POLISH_MOMENTS]++;
    sum.reals[JSMF_POLISH_COUNTS][9] = -1;
    refused(ctx, jsmf_polish_next_round(ctx, &m, &s, &sum, &out, &r), JSMF_EDATA, "tokens of word 1 and topic 2");
    assert_int_equal(s.rounds, 0);
    o.prior = JSMF_POLISH_DIRICHLET;
    refused(ctx, jsmf_polish_worker_new(ctx, &m, &o, JSMF_POLISH_WHOLE, &w), JSMF_EUSAGE, "another prior");
    jsmf_polish_part_free(&sum);
    jsmf_polish_state_free(&s);
    free(m.b);
    known_free(&k);
}

/* Of more documents than can be addressed. */
static void a_block_without_memory_is_refused(void **state)
{
    known_corpus k = known_draw(&small_corpus, 6, 2);
    jsmf_polish_options o = { .prior = JSMF_POLISH_MATRIX, .passes = 1 };
    jsmf_context *ctx = k.c.ctx;
    jsmf_model m;
    jsmf_polish_state s = begin(&k, &o, &m);
    jsmf_csr block = k.c.h;
    jsmf_polish_worker *w;
    (void)state;
    o.state = &s;
    block.rows = PTRDIFF_MAX;
    assert_ok(ctx, jsmf_polish_worker_new(ctx, &m, &o, JSMF_POLISH_WHOLE, &w));
    refused(ctx, jsmf_polish_worker_add(ctx, w, &block, 0), JSMF_ESYSTEM, "out of memory");
    jsmf_polish_worker_free(w);
    jsmf_polish_state_free(&s);
    free(m.b);
    known_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_rounds_are_passes),
        cmocka_unit_test(a_guide_goes_on),
        cmocka_unit_test(the_start_is_held_by_all_documents),
        cmocka_unit_test(order_and_threads_do_not_matter),
        cmocka_unit_test(an_online_round_of_one_block_is_an_online_pass),
        cmocka_unit_test(blocks_count_against_memory),
        cmocka_unit_test(sums_of_other_documents_are_refused),
        cmocka_unit_test(a_block_without_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
