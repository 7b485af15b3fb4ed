/* The inside of a context; known to src/base alone. */
#ifndef JSMF_BASE_CONTEXT_H
#define JSMF_BASE_CONTEXT_H

#include "jsmf/base.h"
#include "pool.h"

enum { JSMF_ERROR_BYTES = 2048 };

struct jsmf_context {
    int threads;
    int thread; /* of a child: its number */
    jsmf_pool *pool; /* made by the first loop that wants one */
    int pool_threads; /* asked of it */
    bool child; /* loops inside run on the calling thread */
    uint64_t seed;
    size_t memory; /* 0: not set */
    size_t machine; /* bytes that there are */
    jsmf_message_fn message;
    void *message_arg;
    jsmf_progress_fn progress;
    void *progress_arg;
    jsmf_remedy_fn remedies;
    void *remedies_arg;
    jsmf_status status;
    char error[JSMF_ERROR_BYTES];
};

#endif
