/* A file that is written beside its place and renamed into it. */
#ifndef JSMF_IO_TARGET_H
#define JSMF_IO_TARGET_H

#include "jsmf/base.h"

#include <sys/types.h>

typedef struct jsmf_target {
    char *asked;     /* the path as the user gave it, for messages */
    char *path;      /* where it goes, symbolic links followed */
    char *temporary; /* its name meanwhile, where it has one; or NULL */
    bool named;      /* the file exists under that name */
    bool replaces;   /* a file stands at path, */
    mode_t mode;     /* whose permissions, */
    uid_t owner;     /* owner */
    gid_t group;     /* and group the new one takes over */
} jsmf_target;

/* Opens *fd, which the caller closes, for writing: a nameless file in path's folder, of which nothing is left even by a
 * kill, or a named one where the file system has none of those. It has the permissions of the file that it replaces
 * from the beginning, and that one's owner and group where the process may give them; no group gets rights that were
 * another's. target: a cleared struct; jsmf_target_free in any case.
 * JSMF_ESYSTEM where the folder or the file at path cannot be written to. */
jsmf_status jsmf_target_open(jsmf_context *ctx, const char *path, jsmf_target *target, int *fd) JSMF_CHECKED;
/* Gives a nameless file its temporary name, for which fd must still be open. */
jsmf_status jsmf_target_link(jsmf_context *ctx, jsmf_target *target, int fd) JSMF_CHECKED;
/* Renames the file, which has its temporary name, into place. */
jsmf_status jsmf_target_rename(jsmf_context *ctx, jsmf_target *target) JSMF_CHECKED;
/* Whether both become the same file: the same name in the same folder. */
bool jsmf_target_same(const jsmf_target *a, const jsmf_target *b);
/* Removes the temporary file where it still exists; a cleared struct is fine. */
void jsmf_target_free(jsmf_target *target);

#endif
