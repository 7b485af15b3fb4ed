#include "sort.h"

/* Up to FEW are sorted by insertion, more by digits of at most DIGIT bits. */
enum { FEW = 40, DIGIT = 9 };

static void insert(size_t n, uint32_t *x, unsigned low)
{
    for (size_t i = 1; i < n; i++) {
        const uint32_t value = x[i];
        size_t to = i;
        for (; to > 0 && x[to - 1] >> low > value >> low; to--)
            x[to] = x[to - 1];
        x[to] = value;
    }
}

/* to = from in the order of the digit of so many bits from bit low on. */
static void sort_digit(size_t n, unsigned low, unsigned width, const uint32_t *from, uint32_t *to)
{
    const uint32_t digits = UINT32_C(1) << width;
    uint32_t places[1 << DIGIT] = { 0 }, place = 0;
    for (size_t i = 0; i < n; i++)
        places[from[i] >> low & (digits - 1)]++;
    for (uint32_t digit = 0; digit < digits; digit++) {
        const uint32_t count = places[digit];
        places[digit] = place;
        place += count;
    }
    for (size_t i = 0; i < n; i++)
        to[places[from[i] >> low & (digits - 1)]++] = from[i];
}

uint32_t *jsmf_sort_bits(size_t n, uint32_t *x, uint32_t *scratch, unsigned low, unsigned high)
{
    const unsigned bits = high - low, passes = (bits + DIGIT - 1) / DIGIT;
    const unsigned width = passes ? (bits + passes - 1) / passes : 0;
    if (n <= FEW) {
        insert(n, x, low);
        return x;
    }
    for (unsigned pass = 0; pass < passes; pass++) {
        uint32_t *sorted = scratch;
        sort_digit(n, low + pass * width, width, x, scratch);
        scratch = x;
        x = sorted;
    }
    return x;
}

unsigned jsmf_sort_width(size_t value)
{
    unsigned bits = 0;
    for (; value; value >>= 1)
        bits++;
    return bits;
}
