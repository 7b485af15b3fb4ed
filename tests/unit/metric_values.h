/* What the metrics' tests share: a context whose warnings are kept, a metric's value, and what it must be to 1e-12. */
#ifndef JSMF_METRIC_VALUES_H
#define JSMF_METRIC_VALUES_H

#include "unit.h"

#include "jsmf/metrics.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The warnings of a test's context. */
typedef struct bench {
    jsmf_context *ctx;
    char said[4096];
    size_t warnings;
} bench;

static inline void listen(void *arg, jsmf_level level, const char *text)
{
    bench *t = arg;
    size_t used = strlen(t->said);
    if (level != JSMF_WARNING)
        return;
    t->warnings++;
    snprintf(t->said + used, sizeof t->said - used, "%s\n", text);
}

static inline int set_up(void **state)
{
    bench *t = calloc(1, sizeof *t);
    t->ctx = jsmf_context_new();
    jsmf_context_set_message(t->ctx, listen, t);
    *state = t;
    return 0;
}

static inline int tear_down(void **state)
{
    bench *t = *state;
    jsmf_context_free(t->ctx);
    free(t);
    return 0;
}

static inline bool said(const bench *t, const char *text) { return strstr(t->said, text) != NULL; }

static inline double value_of(const jsmf_metrics *metrics, const char *name)
{
    const jsmf_metric *m = jsmf_metrics_find(metrics, name);
    if (!m)
        fail_msg("no metric %s", name);
    return m->value;
}

#define assert_value(metrics, name, expected) \
    do { \
        double found_ = value_of(metrics, name), expected_ = (expected); \
        if (!(fabs(found_ - expected_) <= 1e-12 * fmax(1, fabs(expected_)))) \
            fail_msg("%s is %.17g, expected %.17g", name, found_, expected_); \
    } while (0)

#define assert_topics(metrics, name, ...) \
    do { \
        const double expected_[] = { __VA_ARGS__ }; \
        const jsmf_metric *m_ = jsmf_metrics_find(metrics, name); \
        assert_non_null(m_); \
        assert_non_null(m_->topics); \
        for (size_t k_ = 0; k_ < sizeof expected_ / sizeof *expected_; k_++) \
            if (!(fabs(m_->topics[k_] - expected_[k_]) <= 1e-12) && !(isnan(m_->topics[k_]) && isnan(expected_[k_]))) \
                fail_msg("%s of topic %zu is %.17g, expected %.17g", name, k_, m_->topics[k_], expected_[k_]); \
    } while (0)

#define with_bench(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

#endif
