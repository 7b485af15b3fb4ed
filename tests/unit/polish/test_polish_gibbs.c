/* Collapsed Gibbs sampling, against sums over all that there can be, and on corpora whose topics are known. */
#include "unit.h"

#include "polished.h"
#include "polish/gibbs_counts.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS = 5, WORDS = 4, TOPICS = 2, SWEEPS = 40000 };

static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* log p(words, topics) of documents whose tokens have topics. */
static double joint(const jsmf_polish_gibbs_documents *d, size_t n, size_t k, const double *alpha, double beta)
{
    double *own = malloc(k * sizeof *own), *all = calloc(n * k, sizeof *all), *total = calloc(k, sizeof *total);
    double value = 0, alphas = sum(alpha, k);
    for (size_t m = 0; m < d->documents; m++) {
        memset(own, 0, k * sizeof *own);
        for (size_t t = d->starts[m]; t < d->starts[m + 1]; t++) {
            own[d->tokens[t].topic]++;
            all[(size_t)d->tokens[t].word * k + (size_t)d->tokens[t].topic]++;
            total[d->tokens[t].topic]++;
        }
        for (size_t j = 0; j < k; j++)
            value += log_gamma(alpha[j] + own[j]) - log_gamma(alpha[j]);
        value -= log_gamma(alphas + sum(own, k)) - log_gamma(alphas);
    }
    for (size_t i = 0; i < n * k; i++)
        value += log_gamma(beta + all[i]) - log_gamma(beta);
    for (size_t j = 0; j < k; j++)
        value -= log_gamma((double)n * beta + total[j]) - log_gamma((double)n * beta);
    free(own);
    free(all);
    free(total);
    return value;
}

/* One document: of those in several parts the posterior is met nearly alone. */
static void tokens_have_topics_as_often_as_they_should(void **state)
{
    static double alpha[TOPICS] = { 0.4, 0.9 };
    jsmf_polish_gibbs_token tokens[TOKENS] = { { 0, 0 }, { 0, 0 }, { 1, 0 }, { 2, 1 }, { 3, 1 } };
    size_t starts[] = { 0, TOKENS };
    const jsmf_polish_gibbs_documents d = { .documents = 1, .longest = TOKENS, .starts = starts, .tokens = tokens };
    const jsmf_polish_gibbs_priors priors = { .alpha = alpha, .beta = 0.3 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_gibbs_counts c;
    double expected[1 << TOKENS], found[1 << TOKENS] = { 0 }, total = 0;
    (void)state;
    for (unsigned z = 0; z < 1U << TOKENS; z++) {
        for (size_t t = 0; t < TOKENS; t++)
            tokens[t].topic = z >> t & 1;
        total += expected[z] = exp(joint(&d, WORDS, TOPICS, alpha, priors.beta));
    }
    jsmf_polish_gibbs_worker *workers = jsmf_polish_gibbs_workers_new(ctx);
    assert_ok(ctx, jsmf_polish_gibbs_counts_new(ctx, WORDS, TOPICS, &c));
    jsmf_polish_gibbs_counts_of(&d, &c);
    for (size_t s = 0; s < SWEEPS; s++) {
        unsigned z = 0;
        assert_ok(ctx, jsmf_polish_gibbs_sweep(ctx, &d, &priors, s, &c, workers));
        for (unsigned t = 0; t < TOKENS; t++)
            z |= (unsigned)tokens[t].topic << t;
        found[z] += 1.0 / SWEEPS;
    }
    for (unsigned z = 0; z < 1U << TOKENS; z++)
        assert_near(found[z], expected[z] / total, 0.01);
    jsmf_polish_gibbs_workers_free(ctx, workers);
    jsmf_polish_gibbs_counts_free(&c);
    jsmf_context_free(ctx);
}

/* Topics enough for several numbers of blocks, documents enough for several in each part. */
static void counts_stay_those_of_the_tokens(void **state)
{
    enum { MANY = 1100, DOCUMENTS = 40, LENGTH = 50, KINDS = 30 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_gibbs_token *tokens = malloc(DOCUMENTS * LENGTH * sizeof *tokens);
    size_t starts[DOCUMENTS + 1];
    const jsmf_polish_gibbs_documents d = { .documents = DOCUMENTS, .longest = LENGTH, .starts = starts,
                                            .tokens = tokens };
    double *alpha = malloc(MANY * sizeof *alpha);
    const jsmf_polish_gibbs_priors priors = { .alpha = alpha, .beta = 0.1 };
    jsmf_polish_gibbs_counts c, again;
    (void)state;
    jsmf_context_set_threads(ctx, 3);
    for (size_t j = 0; j < MANY; j++)
        alpha[j] = 0.05;
    for (size_t m = 0; m <= DOCUMENTS; m++)
        starts[m] = m * LENGTH;
    for (size_t t = 0; t < DOCUMENTS * LENGTH; t++)
        tokens[t] = (jsmf_polish_gibbs_token){ .word = (int32_t)(t * 7 % KINDS), .topic = (int32_t)(t * 13 % MANY) };
    jsmf_polish_gibbs_worker *workers = jsmf_polish_gibbs_workers_new(ctx);
    assert_ok(ctx, jsmf_polish_gibbs_counts_new(ctx, KINDS, MANY, &c));
    assert_ok(ctx, jsmf_polish_gibbs_counts_new(ctx, KINDS, MANY, &again));
    jsmf_polish_gibbs_counts_of(&d, &c);
    for (size_t s = 0; s < 5; s++)
        assert_ok(ctx, jsmf_polish_gibbs_sweep(ctx, &d, &priors, s, &c, workers));
    jsmf_polish_gibbs_counts_of(&d, &again);
    assert_memory_equal(c.words, again.words, c.n * c.stride * sizeof *c.words);
    assert_memory_equal(c.blocks, again.blocks, c.n * c.masks * sizeof *c.blocks);
    assert_memory_equal(c.topics, again.topics, c.stride * sizeof *c.topics);
    assert_int_equal(c.masks, 3);
    jsmf_polish_gibbs_workers_free(ctx, workers);
    jsmf_polish_gibbs_counts_free(&c);
    jsmf_polish_gibbs_counts_free(&again);
    free(alpha);
    free(tokens);
    jsmf_context_free(ctx);
}

/* With a document and counts so large that they are not tallied. */
static void the_priors_are_those_of_maximum_likelihood(void **state)
{
    enum { DOCUMENTS = 30, KINDS = 50, MANY = 3, SMALL = 40, LARGE = 6000 };
    static const double steps[] = { 0.98, 1.02 };
    jsmf_context *ctx = jsmf_context_new();
    const size_t all = (DOCUMENTS - 1) * SMALL + LARGE;
    jsmf_polish_gibbs_token *tokens = malloc(all * sizeof *tokens);
    size_t starts[DOCUMENTS + 1];
    const jsmf_polish_gibbs_documents d = { .documents = DOCUMENTS, .longest = LARGE, .starts = starts,
                                            .tokens = tokens };
    double alpha[MANY] = { 1, 1, 1 }, likelihood = 0;
    jsmf_polish_gibbs_priors priors = { .alpha = alpha, .beta = 1 };
    jsmf_polish_gibbs_counts c;
    (void)state;
    for (size_t m = 0; m <= DOCUMENTS; m++)
        starts[m] = m < DOCUMENTS ? m * SMALL : all;
    for (size_t m = 0; m < DOCUMENTS; m++)
        for (size_t t = starts[m]; t < starts[m + 1]; t++) {
            const double u = jsmf_random_uniform(1, m, t), v = jsmf_random_uniform(2, m, t);
            const int32_t topic = u < 0.7 ? (int32_t)(m % 2) : u < 0.9 ? 2 : 0;
            tokens[t] = (jsmf_polish_gibbs_token){ .topic = topic, .word = (int32_t)(KINDS * v * v * v) };
        }
    assert_ok(ctx, jsmf_polish_gibbs_counts_new(ctx, KINDS, MANY, &c));
    jsmf_polish_gibbs_counts_of(&d, &c);
    assert_ok(ctx, jsmf_polish_gibbs_priors_learn(ctx, &d, &c, &priors, &likelihood));
    const double ones[MANY] = { 1, 1, 1 };
    assert_near(likelihood, joint(&d, KINDS, MANY, ones, 1) / (double)all, 1e-9);
    for (int i = 0; i < 50; i++)
        assert_ok(ctx, jsmf_polish_gibbs_priors_learn(ctx, &d, &c, &priors, &likelihood));
    const double best = joint(&d, KINDS, MANY, alpha, priors.beta);
    assert_near(likelihood, best / (double)all, 1e-9);
    for (size_t s = 0; s < 2; s++) {
        assert_true(joint(&d, KINDS, MANY, alpha, steps[s] * priors.beta) < best);
        for (size_t j = 0; j < MANY; j++) {
            const double before = alpha[j];
            alpha[j] *= steps[s];
            assert_true(joint(&d, KINDS, MANY, alpha, priors.beta) < best);
            alpha[j] = before;
        }
    }
    jsmf_polish_gibbs_counts_free(&c);
    free(tokens);
    jsmf_context_free(ctx);
}

/* ---- whole runs ---- */

static jsmf_model sample(known_corpus *k, const jsmf_polish_options *o, jsmf_polish_report *r)
{
    jsmf_batches source;
    jsmf_model m;
    assert_ok(k->c.ctx, jsmf_batches_of_csr(k->c.ctx, &k->c.h, &source));
    assert_ok(k->c.ctx, jsmf_polish_gibbs(k->c.ctx, &k->model, &source, o, &m, r));
    jsmf_batches_free(&source);
    return m;
}

/* The largest part of the true topics that a topic of the model has in common with each, on average. */
static double overlap(const jsmf_model *truth, const jsmf_model *m)
{
    double mean = 0;
    for (size_t j = 0; j < truth->k; j++) {
        double best = 0;
        for (size_t l = 0; l < m->k; l++) {
            double common = 0;
            for (size_t i = 0; i < m->n; i++)
                common += fmin(truth->b[i * truth->k + j], m->b[i * m->k + l]);
            best = fmax(best, common);
        }
        mean += best / (double)truth->k;
    }
    return mean;
}

static void a_random_start_finds_most_topics_on_any_threads(void **state)
{
    jsmf_polish_options o = options_of(60, 0);
    const int threads[] = { 1, 7, 2 };
    jsmf_model first = { 0 };
    (void)state;
    o.random = true;
    for (size_t t = 0; t < REPEATS(3, 2); t++) {
        known_corpus k = known_draw(&small_corpus, 3, threads[t]);
        jsmf_polish_report r;
        jsmf_model m = sample(&k, &o, &r);
        assert_valid(&m);
        assert_int_equal(r.passes, 60);
        assert_int_equal(r.documents, k.c.h.rows);
        if (t > 0) {
            assert_memory_equal(m.b, first.b, m.n * m.k * sizeof *m.b);
            assert_memory_equal(m.a, first.a, m.k * m.k * sizeof *m.a);
            assert_memory_equal(m.alpha, first.alpha, m.k * sizeof *m.alpha);
            jsmf_model_free(&m);
        } else {
            if (!(overlap(&k.model, &m) > 0.75))
                fail_msg("an overlap of %g", overlap(&k.model, &m));
            first = m;
        }
        known_free(&k);
    }
    jsmf_model_free(&first);
}

static void the_true_topics_keep_their_places(void **state)
{
    const jsmf_polish_options o = options_of(10, 0);
    known_corpus k = known_draw(&small_corpus, 3, 2);
    (void)state;
    jsmf_model m = sample(&k, &o, NULL);
    for (size_t j = 0; j < m.k; j++) {
        double common = 0;
        for (size_t i = 0; i < m.n; i++)
            common += fmin(k.model.b[i * m.k + j], m.b[i * m.k + j]);
        assert_true(common > 0.9);
    }
    jsmf_model_free(&m);
    known_free(&k);
}

/* ---- what is refused ---- */

static void assert_refused(jsmf_csr *h, jsmf_polish_options o, size_t memory, jsmf_status status, const char *part)
{
    static double b[] = { 0.5, 0.2, 0.5, 0.8 };
    const jsmf_model start = { .n = 2, .k = 2, .b = b };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_batches source;
    jsmf_model m;
    if (memory)
        jsmf_context_set_memory(ctx, memory);
    assert_ok(ctx, jsmf_batches_of_csr(ctx, h, &source));
    assert_int_equal(jsmf_polish_gibbs(ctx, &start, &source, &o, &m, NULL), status);
    assert_says(ctx, part);
    assert_null(m.b);
    jsmf_batches_free(&source);
    jsmf_context_free(ctx);
}

static void what_cannot_be_sampled_is_refused(void **state)
{
    int64_t indptr[] = { 0, 2 }, nothing[] = { 0, 0 };
    int32_t indices[] = { 0, 1 };
    double values[] = { 2, 0.5 }, whole[] = { 2, 1 }, huge[] = { 2e9, 2e9 };
    jsmf_csr h = { .rows = 1, .cols = 2, .indptr = indptr, .indices = indices, .values = values };
    jsmf_polish_options o = options_of(3, 0);
    (void)state;
    assert_refused(&h, o, 0, JSMF_EDATA, "0.5 tokens of word 1");
    h.values = huge;
    assert_refused(&h, o, 0, JSMF_EDATA, "4000000000 tokens");
    h.values = whole;
    assert_refused(&h, o, 100, JSMF_ESYSTEM, "of memory, the limit is 100 bytes");
    h.cols = 3;
    assert_refused(&h, o, 0, JSMF_EDATA, "words");
    h.cols = 2;
    h.indptr = nothing;
    assert_refused(&h, o, 0, JSMF_EDATA, "no tokens to learn from");
    h.indptr = indptr;
    o.held_out = 0.1;
    assert_refused(&h, o, 0, JSMF_EUSAGE, "documents held out");
    o = options_of(3, 0);
    o.beta = 0;
    assert_refused(&h, o, 0, JSMF_EUSAGE, "beta of 0");
    o = options_of(0, 0);
    assert_refused(&h, o, 0, JSMF_EUSAGE, "no passes");
}

/* Documents of two words that are others from the second reading on. */
typedef struct changing {
    const jsmf_csr *first, *then;
    size_t readings;
    bool ended;
} changing;

static jsmf_status changing_rewind(jsmf_context *ctx, void *self)
{
    changing *c = self;
    c->readings++;
    c->ended = false;
    return jsmf_context_status(ctx);
}

static jsmf_status changing_next(jsmf_context *ctx, void *self, jsmf_csr *batch)
{
    changing *c = self;
    *batch = c->readings > 1 ? *c->then : *c->first;
    batch->rows = c->ended ? 0 : batch->rows;
    c->ended = true;
    return jsmf_context_status(ctx);
}

static void documents_that_change_are_refused(void **state)
{
    int64_t indptr[] = { 0, 1, 2, 3 };
    int32_t indices[] = { 0, 1, 1 };
    double values[] = { 2, 1, 1 }, longer[] = { 2, 5000, 1 }, shorter[] = { 1, 1, 1 }, even[] = { 1, 1, 1 };
    const jsmf_csr h = { .rows = 2, .cols = 2, .indptr = indptr, .indices = indices, .values = values };
    jsmf_csr then[] = { h, h, h };
    then[0].values = longer;
    then[1].values = shorter;
    then[2].values = even;
    then[2].rows = 3;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        changing c = { .first = &h, .then = then + i };
        const jsmf_batches source = { .next = changing_next, .rewind = changing_rewind, .self = &c, .documents = 2 };
        jsmf_context *ctx = jsmf_context_new();
        jsmf_polish_gibbs_documents d;
        assert_int_equal(jsmf_polish_gibbs_documents_read(ctx, &source, 2, 0, &d), JSMF_EDATA);
        assert_says(ctx, "changed while they were read");
        jsmf_polish_gibbs_documents_free(&d);
        jsmf_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens_have_topics_as_often_as_they_should),
        cmocka_unit_test(counts_stay_those_of_the_tokens),
        cmocka_unit_test(the_priors_are_those_of_maximum_likelihood),
        cmocka_unit_test(a_random_start_finds_most_topics_on_any_threads),
        cmocka_unit_test(the_true_topics_keep_their_places),
        cmocka_unit_test(what_cannot_be_sampled_is_refused),
        cmocka_unit_test(documents_that_change_are_refused),
    };
    return cmocka_run_group_tests_name("polish by gibbs", tests, NULL, NULL);
}
