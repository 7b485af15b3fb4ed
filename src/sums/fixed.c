/* Whole numbers of 128 bits in the place of reals. */
#include "sums_inner.h"
#include "base/base_inner.h"

#include <string.h>

enum { CHUNK = 1 << 15, MANTISSA_BITS = 52, BIAS = 1023, MOST = 46 };

bool jsmf_sums_round(double x, jsmf_sums_fixed *out)
{
    uint64_t bits, mantissa;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> MANTISSA_BITS & 0x7ff) - BIAS;
    const int shift = exponent - MANTISSA_BITS + JSMF_SUMS_UNIT;
    *out = 0;
    if (exponent >= MOST)
        return false;
    if (shift < -MANTISSA_BITS - 1)
        return true;
    mantissa = (bits & ((UINT64_C(1) << MANTISSA_BITS) - 1)) | UINT64_C(1) << MANTISSA_BITS;
    *out = shift >= 0 ? (jsmf_sums_fixed)mantissa << shift
                      : (jsmf_sums_fixed)((mantissa + (UINT64_C(1) << (-shift - 1))) >> -shift);
    if (bits >> 63)
        *out = -*out;
    return true;
}

double jsmf_sums_value(jsmf_sums_fixed sum)
{
    static const double unit = 0x1p-80;
    return (double)sum * unit;
}

/* A sum's bound is half of what 128 bits hold, so that the sum of two never overflows before it is looked at. */
static bool in_bounds(jsmf_sums_fixed sum)
{
    const jsmf_sums_fixed most = (jsmf_sums_fixed)1 << (MOST + JSMF_SUMS_UNIT);
    return sum < most && sum > -most;
}

static jsmf_status too_large(jsmf_context *ctx)
{
    return jsmf_fail(ctx, JSMF_ENUMERIC, "a sum is above 2^%d, or no number, which sums cannot hold", MOST);
}

typedef struct addition {
    size_t count;
    jsmf_sums_fixed *to;
    const jsmf_sums_fixed *from;
    const double *reals;
    double factor;
    jsmf_sums_sign sign;
} addition;

static jsmf_status add_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const addition *a = arg;
    const size_t first = chunk * CHUNK, end = first + jsmf_chunk_length(a->count, CHUNK, chunk);
    bool good = true;
    for (size_t i = first; i < end; i++) {
        good = good && in_bounds(a->from[i]) && in_bounds(a->to[i]);
        a->to[i] = (jsmf_sums_fixed)((unsigned __int128)a->to[i] +
                                     (a->sign > 0 ? (unsigned __int128)a->from[i] : -(unsigned __int128)a->from[i]));
        good = good && in_bounds(a->to[i]);
    }
    return good ? JSMF_OK : too_large(ctx);
}

jsmf_status jsmf_sums_add(jsmf_context *ctx, size_t count, jsmf_sums_fixed *to, const jsmf_sums_fixed *from,
                          jsmf_sums_sign sign)
{
    addition a = { .count = count, .to = to, .from = from, .sign = sign };
    return jsmf_parallel(ctx, jsmf_chunk_count(count, CHUNK), add_chunk, &a);
}

static jsmf_status round_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const addition *a = arg;
    const size_t first = chunk * CHUNK, end = first + jsmf_chunk_length(a->count, CHUNK, chunk);
    for (size_t i = first; i < end; i++) {
        jsmf_sums_fixed part;
        if (!jsmf_sums_round(a->reals[i] * a->factor, &part) || !in_bounds(a->to[i]))
            return too_large(ctx);
        a->to[i] += part;
        if (!in_bounds(a->to[i]))
            return too_large(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_sums_add_reals(jsmf_context *ctx, size_t count, jsmf_sums_fixed *to, const double *from,
                                double factor)
{
    addition a = { .count = count, .to = to, .reals = from, .factor = factor };
    return jsmf_parallel(ctx, jsmf_chunk_count(count, CHUNK), round_chunk, &a);
}

jsmf_status jsmf_sums_add_whole(jsmf_context *ctx, size_t count, int64_t *to, const int64_t *from, jsmf_sums_sign sign)
{
    for (size_t i = 0; i < count; i++)
        if (sign > 0 ? __builtin_add_overflow(to[i], from[i], &to[i]) : __builtin_sub_overflow(to[i], from[i], &to[i]))
            return jsmf_fail(ctx, JSMF_EDATA, "a sum of whole numbers is above 9.2e18");
    return JSMF_OK;
}

jsmf_status jsmf_sums_scale(jsmf_context *ctx, size_t count, jsmf_sums_fixed *values, double factor)
{
    for (size_t i = 0; i < count; i++)
        if (!jsmf_sums_round(jsmf_sums_value(values[i]) * factor, &values[i]))
            return too_large(ctx);
    return JSMF_OK;
}
