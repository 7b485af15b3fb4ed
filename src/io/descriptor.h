/* File descriptors, shared by input and output. */
#ifndef JSMF_IO_DESCRIPTOR_H
#define JSMF_IO_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { JSMF_BUFFER = 1 << 18 }; /* bytes; reads and writes of at least as many pass the buffer by */

/* As open, with O_CLOEXEC, but never descriptor 0, 1 or 2, as a tool that is started with one of those closed must not
 * mix its files up with them. Returns -1, with errno set, where that fails. */
int jsmf_descriptor_open(const char *path, int flags, mode_t mode);
/* As dup, with the same care and the same result. */
int jsmf_descriptor_copy(int fd);
/* Whether the read or write (write: true) that failed with errno is to be made again, as after a signal. Waits for a
 * non-blocking descriptor until it is ready. */
bool jsmf_descriptor_again(int fd, bool write);
/* Asks for a larger buffer where fd is a pipe; a refusal is no harm. errno stays. */
void jsmf_descriptor_widen(int fd);

/* Whether path names a descriptor: /dev/fd/N or /proc/self/fd/N. */
bool jsmf_descriptor_named(const char *path);

#endif
