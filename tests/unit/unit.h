/* What the unit tests include first: cmocka and what it needs, in its order. */
#ifndef JSMF_UNIT_H
#define JSMF_UNIT_H

#include "jsmf/base.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

/* How often what more repetitions show no better is repeated: with sanitizers, which make arithmetic tenfold slower,
 * less often. */
#ifdef SANITIZED
#define REPEATS(without, with_sanitizers) (with_sanitizers)
#else
#define REPEATS(without, with_sanitizers) (without)
#endif

/* Fails the test with the context's error where the call did not succeed. */
#define assert_ok(ctx, call) \
    do { \
        if ((call) != 0) \
            fail_msg("%s: %s", #call, jsmf_context_error(ctx)); \
    } while (0)

/* Fails the test where the context's error does not say this. */
#define assert_says(ctx, text) \
    do { \
        if (!strstr(jsmf_context_error(ctx), text)) \
            fail_msg("\"%s\" does not say \"%s\"", jsmf_context_error(ctx), text); \
    } while (0)

#endif
