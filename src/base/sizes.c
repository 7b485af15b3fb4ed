/* Sizes: arithmetic that cannot wrap, and how messages tell them. */
#include "base_inner.h"

#include <math.h>
#include <stdio.h>

bool jsmf_mul(size_t a, size_t b, size_t *out)
{
    if (!__builtin_mul_overflow(a, b, out))
        return true;
    *out = SIZE_MAX;
    return false;
}

bool jsmf_add(size_t a, size_t b, size_t *out)
{
    if (!__builtin_add_overflow(a, b, out))
        return true;
    *out = SIZE_MAX;
    return false;
}

size_t jsmf_mul_sat(size_t a, size_t b)
{
    size_t product;
    (void)jsmf_mul(a, b, &product);
    return product;
}

size_t jsmf_add_sat(size_t a, size_t b)
{
    size_t sum;
    (void)jsmf_add(a, b, &sum);
    return sum;
}

const char *jsmf_plural(size_t count) { return count == 1 ? "" : "s"; }

/* rounded: to a whole number of what is shown. */
static const char *size_text(size_t bytes, double (*rounded)(double), char text[16])
{
    static const char units[] = "KMGTPE";
    double value = (double)bytes;
    int unit = -1;
    while (value >= 1024 && unit < 5) {
        value /= 1024;
        unit++;
    }
    if (unit < 0)
        snprintf(text, 16, "%.0f byte%s", value, jsmf_plural(bytes));
    else if (value < 10)
        snprintf(text, 16, "%.1f%c", rounded(10 * value) / 10, units[unit]);
    else
        snprintf(text, 16, "%.0f%c", rounded(value), units[unit]);
    return text;
}

const char *jsmf_size_text(size_t bytes, char text[16]) { return size_text(bytes, nearbyint, text); }

const char *jsmf_size_text_up(size_t bytes, char text[16]) { return size_text(bytes, ceil, text); }

/* A limit given as 1.1M is a little less than that. */
static double down(double value) { return floor(value + 1e-4); }

const char *jsmf_size_text_down(size_t bytes, char text[16]) { return size_text(bytes, down, text); }
