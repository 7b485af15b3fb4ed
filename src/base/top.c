/* The largest of many numbers, by a heap of those found so far. */
#include "jsmf/base.h"

#include <stdbool.h>

typedef struct ranking {
    const double *values;
    size_t stride;
} ranking;

static bool worse(ranking r, size_t a, size_t b)
{
    double x = r.values[a * r.stride], y = r.values[b * r.stride];
    return x < y || (x == y && a > b);
}

/* Moves heap[at] down to its place; the worst stands at the top. */
static void sift(ranking r, size_t count, size_t *heap, size_t at)
{
    size_t moved = heap[at], child;
    while ((child = 2 * at + 1) < count) {
        if (child + 1 < count && worse(r, heap[child + 1], heap[child]))
            child++;
        if (!worse(r, heap[child], moved))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

size_t jsmf_top(size_t n, const double *values, size_t stride, double floor, size_t count, size_t *top)
{
    ranking r = { values, stride };
    size_t found = 0;
    for (size_t i = 0; i < n && count > 0; i++) {
        if (!(values[i * stride] > floor))
            continue;
        if (found < count) {
            top[found++] = i;
            for (size_t at = found == count ? count / 2 : 0; at-- > 0;)
                sift(r, count, top, at);
        } else if (worse(r, top[0], i)) {
            top[0] = i;
            sift(r, count, top, 0);
        }
    }
    for (size_t at = found < count ? found / 2 : 0; at-- > 0;)
        sift(r, found, top, at);
    for (size_t left = found; left > 1; left--) {
        size_t worst = top[0];
        top[0] = top[left - 1];
        top[left - 1] = worst;
        sift(r, left - 1, top, 0);
    }
    return found;
}
