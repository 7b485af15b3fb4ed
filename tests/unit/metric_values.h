/* A metric's value in a test, and what it must be to 1e-12. */
#ifndef JSMF_METRIC_VALUES_H
#define JSMF_METRIC_VALUES_H

#include "unit.h"

#include "jsmf/metrics.h"

#include <math.h>

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

#endif
