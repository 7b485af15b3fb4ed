/* JSMF_CLONES: compiles a static leaf function for several vector widths, chosen when the program starts. Static, with
 * a plain function around it where other files call it: clang 14 gives the choice no name outside its own file. */
#ifndef JSMF_BASE_CLONES_H
#define JSMF_BASE_CLONES_H

#if defined(__SANITIZE_THREAD__)
#define JSMF_NO_CLONES
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define JSMF_NO_CLONES
#endif
#endif

/* The resolvers run before ThreadSanitizer is up and crash there. Contraction is off (see the Makefile), so that all
 * clones give the same bytes. */
#if defined(__x86_64__) && !defined(JSMF_NO_CLONES)
#define JSMF_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define JSMF_CLONES
#endif

#endif
