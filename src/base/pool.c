/* Threads that sleep while there is nothing to do. OpenMP's wait actively: where other processes want the cores as
 * well, as in any pipeline, a run with two threads took three times as long as one with one. */
#include "pool.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct jsmf_pool {
    pid_t owner; /* a forked child has none of the threads, and perhaps a mutex that one of them held */
    pthread_mutex_t mutex;
    pthread_cond_t work; /* a loop has begun, or the pool ends */
    pthread_cond_t idle; /* the last thread that took part has returned */
    pthread_t *threads;
    int count;           /* of them, without the caller */
    bool quit;
    /* the present loop; between loops there are no places */
    jsmf_pool_fn fn;
    void *arg;
    int places;          /* threads that may still join */
    int joined;          /* threads that did */
    int active;          /* of which have not returned */
};

/* With the mutex held: takes part in the present loop. */
static void join(jsmf_pool *p)
{
    const jsmf_pool_fn fn = p->fn;
    void *arg = p->arg;
    const int number = ++p->joined;
    p->places--;
    p->active++;
    pthread_mutex_unlock(&p->mutex);
    fn(arg, number);
    pthread_mutex_lock(&p->mutex);
    /* There was nothing left for this thread, so there is nothing for one that would come now. */
    p->places = 0;
    if (--p->active == 0)
        pthread_cond_signal(&p->idle);
}

static void *serve(void *arg)
{
    jsmf_pool *p = arg;
    pthread_mutex_lock(&p->mutex);
    while (!p->quit) {
        if (p->places > 0)
            join(p);
        else
            pthread_cond_wait(&p->work, &p->mutex);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

/* Signals are for the threads that the program knows of. */
static void create_threads(jsmf_pool *p, int count)
{
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return;
    while (p->count < count && pthread_create(&p->threads[p->count], NULL, serve, p) == 0)
        p->count++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

jsmf_pool *jsmf_pool_new(int threads)
{
    jsmf_pool *p = calloc(1, sizeof *p);
    pthread_t *handles = calloc((size_t)threads, sizeof *handles);
    if (!p || !handles || pthread_mutex_init(&p->mutex, NULL) != 0) {
        free(p);
        free(handles);
        return NULL;
    }
    /* These two cannot fail with default attributes on Linux. */
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->idle, NULL);
    p->owner = getpid();
    p->threads = handles;
    create_threads(p, threads - 1);
    return p;
}

void jsmf_pool_run(jsmf_pool *p, int threads, jsmf_pool_fn fn, void *arg)
{
    if (p->owner != getpid()) {
        fn(arg, 0);
        return;
    }
    pthread_mutex_lock(&p->mutex);
    p->fn = fn;
    p->arg = arg;
    p->joined = 0;
    p->places = threads - 1 < p->count ? threads - 1 : p->count;
    for (int t = 0; t < p->places; t++)
        pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->mutex);
    fn(arg, 0);
    pthread_mutex_lock(&p->mutex);
    p->places = 0;
    while (p->active > 0)
        pthread_cond_wait(&p->idle, &p->mutex);
    pthread_mutex_unlock(&p->mutex);
}

static void end_threads(jsmf_pool *p)
{
    pthread_mutex_lock(&p->mutex);
    p->quit = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->mutex);
    for (int t = 0; t < p->count; t++)
        pthread_join(p->threads[t], NULL);
    pthread_cond_destroy(&p->work);
    pthread_cond_destroy(&p->idle);
    pthread_mutex_destroy(&p->mutex);
}

void jsmf_pool_free(jsmf_pool *p)
{
    if (!p)
        return;
    if (p->owner == getpid())
        end_threads(p);
    free(p->threads);
    free(p);
}
