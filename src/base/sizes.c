/* Sizes: arithmetic that cannot wrap, and how messages tell them. */
#include "jsmf/base.h"

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

const char *jsmf_size_text(size_t bytes, char text[16])
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
    else
        snprintf(text, 16, value < 10 ? "%.1f%c" : "%.0f%c", value, units[unit]);
    return text;
}
