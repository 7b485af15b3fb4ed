/* OpenBLAS starts a thread for every processor as it is loaded, before main, and ends the program with lines of its own
 * where it may not. The programs' threads are their own; what OpenBLAS sees while it is loaded is therefore a process
 * that may run on one processor alone. */
#include "tool_state.h"

#include <sys/syscall.h>
#include <unistd.h>

/* Sanitizers start before this does, with threads of their own or none. */
#if defined __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif
#if defined __GLIBC__ && !defined SANITIZED && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__

enum { MASK_BYTES = 8192, WORD_BITS = 8 * (int)sizeof(unsigned long) }; /* 65536 processors */

static unsigned long allowed[MASK_BYTES / sizeof(unsigned long)]; /* the process's own processors */
static long allowed_bytes;

/* The libraries are in their places here, but none of them has begun. */
static void confine(void)
{
    static unsigned long one[MASK_BYTES / sizeof(unsigned long)];
    unsigned processor;
    allowed_bytes = syscall(SYS_sched_getaffinity, 0, sizeof allowed, allowed);
    if (allowed_bytes <= 0 || syscall(SYS_getcpu, &processor, NULL, NULL) != 0 || processor >= 8 * MASK_BYTES)
        return;
    one[processor / WORD_BITS] = 1UL << processor % WORD_BITS;
    if (syscall(SYS_sched_setaffinity, 0, allowed_bytes, one) != 0)
        allowed_bytes = 0;
}

__attribute__((section(".preinit_array"), used)) static void (*const first)(void) = confine;

void tool_take_processors(void)
{
    if (allowed_bytes > 0)
        (void)!syscall(SYS_sched_setaffinity, 0, allowed_bytes, allowed);
}

#else

void tool_take_processors(void) {}

#endif
