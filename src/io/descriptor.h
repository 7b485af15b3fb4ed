/* File descriptors, shared by input and output. */
#ifndef JSMF_IO_DESCRIPTOR_H
#define JSMF_IO_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { JSMF_BUFFER = 1 << 18 }; /* bytes; reads and writes of at least as many pass the buffer by */

/* As open, with O_CLOEXEC, never 0 to 2: a tool started with one of those closed must not mix its files up with them.
 * -1 with errno set. */
int jsmf_descriptor_open(const char *path, int flags, mode_t mode);
/* As dup, with the same care. */
int jsmf_descriptor_copy(int fd);
/* Whether the call that failed with errno is to be tried again; waits for a non-blocking descriptor. */
bool jsmf_descriptor_again(int fd, bool write);
/* Asks for a larger pipe where fd is one. */
void jsmf_descriptor_widen(int fd);

#endif
