/* The nearest matches so far, of which the farthest stands at the top of a heap. */
#ifndef JSMF_NEAR_HEAP_H
#define JSMF_NEAR_HEAP_H

#include "jsmf/near.h"

typedef struct jsmf_near_heap {
    jsmf_near_match *list; /* most; borrowed */
    size_t count, most;    /* most at least 1 */
} jsmf_near_heap;

/* Above this distance a match is not taken; infinity while there is room. */
double jsmf_near_heap_worst(const jsmf_near_heap *heap);
/* Takes the match where there is room, or where it comes before the farthest one, which goes. */
void jsmf_near_heap_offer(jsmf_near_heap *heap, jsmf_near_match match);
/* Sorts matches by their distances, equals by their documents. */
void jsmf_near_sort(size_t count, jsmf_near_match *list);

#endif
