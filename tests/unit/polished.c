#include "polished.h"

#include "unit.h"

#include <math.h>

jsmf_polish_options options_of(size_t passes, size_t minibatch)
{
    jsmf_polish_options o = jsmf_polish_defaults;
    o.passes = passes;
    o.minibatch = minibatch;
    return o;
}

jsmf_status polish_csr(jsmf_context *ctx, const jsmf_model *start, const jsmf_csr *h, const jsmf_polish_options *o,
                       bool online, jsmf_model *out, jsmf_polish_report *report)
{
    jsmf_batches source;
    assert_ok(ctx, jsmf_batches_of_csr(ctx, h, &source));
    const jsmf_status status = (online ? jsmf_polish_online : jsmf_polish)(ctx, start, &source, o, out, report);
    jsmf_batches_free(&source);
    return status;
}

jsmf_model polish(const known_corpus *k, const jsmf_model *start, const jsmf_polish_options *o, bool online,
                  jsmf_polish_report *report)
{
    jsmf_model out;
    assert_ok(k->c.ctx, polish_csr(k->c.ctx, start, &k->c.h, o, online, &out, report));
    return out;
}

void assert_valid(const jsmf_model *m)
{
    double all = 0;
    for (size_t j = 0; j < m->k; j++) {
        double sum = 0;
        for (size_t i = 0; i < m->n; i++) {
            assert_true(m->b[i * m->k + j] >= 0);
            sum += m->b[i * m->k + j];
        }
        assert_near(sum, 1, 1e-12);
        assert_true(m->alpha[j] > 0 && isfinite(m->alpha[j]));
        for (size_t l = 0; l < m->k; l++) {
            assert_true(m->a[j * m->k + l] >= 0 && m->a[j * m->k + l] == m->a[l * m->k + j]);
            all += m->a[j * m->k + l];
        }
    }
    assert_near(all, 1, 1e-12);
    for (size_t i = 0; i < m->n; i++) {
        double sum = 0;
        for (size_t j = 0; j < m->k; j++)
            sum += m->bbar[j * m->n + i];
        assert_near(sum, 1, 1e-12);
        sum = 0;
        for (size_t j = 0; j < m->k; j++)
            for (size_t l = 0; l < m->k; l++)
                sum += m->b[i * m->k + j] * m->a[j * m->k + l];
        assert_near(m->unigram[i], sum, 1e-12);
    }
}
