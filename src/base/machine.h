/* How much memory the machine, the control groups that the process is in, and its address space have. */
#ifndef JSMF_BASE_MACHINE_H
#define JSMF_BASE_MACHINE_H

#include <stddef.h>

/* The least limit in bytes of the machine's memory, of the process's control groups and of what is left of its address
 * space. */
size_t jsmf_machine_memory(void);
/* The least memory limit of the groups that `membership` names (a file like /proc/self/cgroup), and of those that they
 * lie in, by the files under root (like /sys/fs/cgroup, version 1 or 2); SIZE_MAX where there is none. */
size_t jsmf_machine_group_memory(const char *membership, const char *root);

#endif
