/* The threads of a context: created when a loop first wants them, asleep between loops. */
#ifndef JSMF_BASE_POOL_H
#define JSMF_BASE_POOL_H

#include <stddef.h>

typedef struct jsmf_pool jsmf_pool;

/* Called once by every thread that takes part; number: 0 for the caller of jsmf_pool_run, then 1, 2, .. in the order of
 * arrival. Must return when there is nothing left to do. */
typedef void (*jsmf_pool_fn)(void *arg, int number);

/* A pool of up to `threads` threads with the caller's, or NULL where memory lacks. Fewer where the system refuses. */
jsmf_pool *jsmf_pool_new(int threads);
/* Runs fn on the caller and on up to threads - 1 others. Returns when the caller's has returned, and that of every
 * thread that has taken part by then: one that the system did not let run in the meantime is not waited for. */
void jsmf_pool_run(jsmf_pool *pool, int threads, jsmf_pool_fn fn, void *arg);
void jsmf_pool_free(jsmf_pool *pool); /* NULL is fine */

#endif
