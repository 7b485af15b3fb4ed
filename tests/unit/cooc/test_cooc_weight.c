/* Weighted co-occurrences against their definition, token by token. */
#include "unit.h"

#include "bags.h"
#include "jsmf/cooc.h"
#include "base/base_inner.h"
#include "matrices.h"

#include <math.h>
#include <stdlib.h>

enum { DOCUMENTS = 40, WORDS = 12, MOST = 6 };

/* The tokens of documents: lengths of 0 to MOST, word 0 in every one that is not empty. */
typedef struct corpus {
    size_t length[DOCUMENTS];
    size_t token[DOCUMENTS][MOST];
    jsmf_csr h;
} corpus;

static void make_corpus(corpus *c)
{
    size_t nnz = 0;
    c->h = (jsmf_csr){ .rows = DOCUMENTS, .cols = WORDS };
    c->h.indptr = calloc(DOCUMENTS + 1, sizeof *c->h.indptr);
    c->h.indices = malloc(DOCUMENTS * MOST * sizeof *c->h.indices);
    c->h.counts = malloc(DOCUMENTS * MOST * sizeof *c->h.counts);
    for (size_t m = 0; m < DOCUMENTS; m++) {
        size_t count[WORDS] = { 0 };
        c->length[m] = m % (MOST + 1);
        for (size_t t = 0; t < c->length[m]; t++) {
            const double u = jsmf_random_uniform(5, m, t);
            c->token[m][t] = t == 0 ? 0 : (size_t)(u * u * (WORDS - 1));
            count[c->token[m][t]]++;
        }
        for (size_t i = 0; i < WORDS; i++)
            if (count[i]) {
                c->h.indices[nnz] = (int32_t)i;
                c->h.counts[nnz++] = (int32_t)count[i];
            }
        c->h.indptr[m + 1] = (int64_t)nnz;
    }
}

static void inverse_frequencies(const corpus *c, double *g)
{
    double used = 0;
    for (size_t m = 0; m < DOCUMENTS; m++)
        used += c->length[m] > 0;
    for (size_t i = 0; i < WORDS; i++) {
        double df = 0;
        for (size_t m = 0; m < DOCUMENTS; m++) {
            bool here = false;
            for (size_t t = 0; t < c->length[m]; t++)
                here |= c->token[m][t] == i;
            df += here;
        }
        g[i] = df > 0 ? log(used / df) : 0;
    }
}

/* The sum of the weights of all edges from document m in the graph of documents: v_m' v_l. */
static double degree(const corpus *c, const double *g, size_t m)
{
    double sum = 0;
    for (size_t t = 0; t < c->length[m]; t++)
        for (size_t l = 0; l < DOCUMENTS; l++)
            for (size_t u = 0; u < c->length[l]; u++)
                if (c->token[m][t] == c->token[l][u])
                    sum += g[c->token[m][t]] * g[c->token[l][u]];
    return sum;
}

/* Pairs of tokens, of each document; divided by their sum, or by the degree; over the sum of all. */
static void by_definition(const corpus *c, jsmf_cooc_estimator estimator, jsmf_cooc_weight weight, double *out)
{
    double g[WORDS], total = 0;
    inverse_frequencies(c, g);
    for (size_t i = 0; i < WORDS * WORDS; i++)
        out[i] = 0;
    for (size_t m = 0; m < DOCUMENTS; m++) {
        double one[WORDS * WORDS] = { 0 }, sum = 0;
        for (size_t t = 0; t < c->length[m]; t++)
            for (size_t u = 0; u < c->length[m]; u++)
                if (t != u || estimator == JSMF_BIASED) {
                    const double pair = g[c->token[m][t]] * g[c->token[m][u]];
                    one[c->token[m][t] * WORDS + c->token[m][u]] += pair;
                    sum += pair;
                }
        for (size_t i = 0; i < WORDS * WORDS && sum > 0; i++)
            out[i] += one[i] / (weight == JSMF_NCUT ? degree(c, g, m) : sum);
    }
    for (size_t i = 0; i < WORDS * WORDS; i++)
        total += out[i];
    for (size_t i = 0; i < WORDS * WORDS; i++)
        out[i] /= total;
}

static size_t documents_that_count(const corpus *c, jsmf_cooc_estimator estimator)
{
    size_t count = 0;
    for (size_t m = 0; m < DOCUMENTS; m++) {
        size_t tokens = 0;
        for (size_t t = 0; t < c->length[m]; t++)
            tokens += c->token[m][t] != 0;
        count += tokens >= (estimator == JSMF_UNBIASED ? 2 : 1);
    }
    return count;
}

static void pairs_of_tokens_count_by_their_weights(void **state)
{
    const jsmf_cooc_estimator estimators[] = { JSMF_UNBIASED, JSMF_BIASED };
    const jsmf_cooc_weight weights[] = { JSMF_TF_IDF, JSMF_NCUT };
    jsmf_context *ctx = jsmf_context_new();
    corpus c;
    (void)state;
    make_corpus(&c);
    for (int e = 0; e < 2; e++)
        for (int w = 0; w < 2; w++) {
            jsmf_cooc_weighting weighting;
            jsmf_csr hhat;
            double *hdiag, *got, expected[WORDS * WORDS], unigram[WORDS], rows[WORDS] = { 0 };
            by_definition(&c, estimators[e], weights[w], expected);
            assert_ok(ctx, jsmf_cooc_weigh(ctx, &c.h, estimators[e], weights[w], &weighting));
            assert_int_equal(weighting.used, documents_that_count(&c, estimators[e]));
            assert_true(weighting.words[0] == 0);
            assert_ok(ctx, jsmf_cooc_weighted_factors(ctx, &c.h, estimators[e], &weighting, &hhat, &hdiag));
            assert_ok(ctx, jsmf_csr_check(ctx, &hhat, "hhat"));
            assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &got));
            assert_ok(ctx, jsmf_cooc_unigram(ctx, &hhat, hdiag, unigram));
            assert_true(distance(WORDS * WORDS, got, expected) < 1e-14);
            for (size_t i = 0; i < WORDS * WORDS; i++) {
                rows[i / WORDS] += expected[i];
                assert_true(got[i] >= 0);
            }
            assert_true(distance(WORDS, unigram, rows) < 1e-14);
            jsmf_cooc_weighting_free(&weighting);
            jsmf_csr_free(&hhat);
            free(hdiag);
            free(got);
        }
    jsmf_csr_free(&c.h);
    jsmf_context_free(ctx);
}

static void eigenpairs_are_those_of_the_factors(void **state)
{
    const jsmf_cooc_low_rank_options o = { .k = 3 };
    jsmf_context *ctx = jsmf_context_new();
    double *hdiag, *c, v[WORDS * 3], d[3];
    jsmf_cooc_weighting weighting;
    jsmf_eigen_report report;
    corpus all;
    jsmf_csr hhat;
    (void)state;
    make_corpus(&all);
    assert_ok(ctx, jsmf_cooc_weigh(ctx, &all.h, JSMF_UNBIASED, JSMF_NCUT, &weighting));
    assert_ok(ctx, jsmf_cooc_weighted_factors(ctx, &all.h, JSMF_UNBIASED, &weighting, &hhat, &hdiag));
    assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &c));
    assert_ok(ctx, jsmf_cooc_low_rank_factored(ctx, &hhat, hdiag, &o, v, d, &report));
    for (size_t j = 0; j < 3; j++)
        for (size_t i = 0; i < WORDS; i++) {
            double sum = 0;
            for (size_t l = 0; l < WORDS; l++)
                sum += c[i * WORDS + l] * v[l * 3 + j];
            assert_true(fabs(sum - d[j] * v[i * 3 + j]) < 1e-9 * d[0]);
        }
    jsmf_cooc_weighting_free(&weighting);
    jsmf_csr_free(&hhat);
    jsmf_csr_free(&all.h);
    free(hdiag);
    free(c);
    jsmf_context_free(ctx);
}

/* Two documents of the same words: log(2 / 2) is 0. */
static void words_of_all_documents_alone_are_refused(void **state)
{
    int64_t indptr[] = { 0, 2, 4 };
    int32_t indices[] = { 0, 1, 0, 1 }, counts[] = { 1, 2, 3, 1 };
    const jsmf_csr h = { .rows = 2, .cols = 2, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_cooc_weighting weighting;
    (void)state;
    assert_int_equal(jsmf_cooc_weigh(ctx, &h, JSMF_UNBIASED, JSMF_TF_IDF, &weighting), JSMF_EDATA);
    assert_says(ctx, "words of all documents weigh nothing");
    assert_null(weighting.words);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_of_tokens_count_by_their_weights),
        cmocka_unit_test(eigenpairs_are_those_of_the_factors),
        cmocka_unit_test(words_of_all_documents_alone_are_refused),
    };
    return cmocka_run_group_tests_name("cooc weights", tests, NULL, NULL);
}
