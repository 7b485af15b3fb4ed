/* The nearest matches so far. */
#include "heap.h"

#include <math.h>
#include <stdlib.h>

static bool farther(jsmf_near_match a, jsmf_near_match b)
{
    return a.distance > b.distance || (a.distance == b.distance && a.document > b.document);
}

double jsmf_near_heap_worst(const jsmf_near_heap *heap)
{
    return heap->count < heap->most ? INFINITY : heap->list[0].distance;
}

/* Moves list[at] down to its place. */
static void sink(jsmf_near_match *list, size_t count, size_t at)
{
    const jsmf_near_match moved = list[at];
    size_t child;
    while ((child = 2 * at + 1) < count) {
        if (child + 1 < count && farther(list[child + 1], list[child]))
            child++;
        if (!farther(list[child], moved))
            break;
        list[at] = list[child];
        at = child;
    }
    list[at] = moved;
}

void jsmf_near_heap_offer(jsmf_near_heap *heap, jsmf_near_match match)
{
    if (heap->count == heap->most) {
        if (!farther(heap->list[0], match))
            return;
        heap->list[0] = match;
        sink(heap->list, heap->count, 0);
        return;
    }
    size_t at = heap->count++;
    for (; at > 0 && farther(match, heap->list[(at - 1) / 2]); at = (at - 1) / 2)
        heap->list[at] = heap->list[(at - 1) / 2];
    heap->list[at] = match;
}

static int compare(const void *a, const void *b)
{
    const jsmf_near_match *x = a, *y = b;
    return farther(*x, *y) - farther(*y, *x);
}

void jsmf_near_sort(size_t count, jsmf_near_match *list) { qsort(list, count, sizeof *list, compare); }
