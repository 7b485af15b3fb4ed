/* A file that is written beside its place and renamed into it. */
#ifndef JSMF_IO_TARGET_H
#define JSMF_IO_TARGET_H

#include "jsmf/base.h"

typedef struct jsmf_target {
    char *asked;     /* the path as the user gave it, for messages */
    char *path;      /* where it goes, symbolic links followed */
    char *temporary; /* its name meanwhile; exists only where named is true */
    bool named;
} jsmf_target;

/* Opens a nameless file in path's folder (nothing is left even by a kill), or a named one where the file system has
 * none of those. */
jsmf_status jsmf_target_open(jsmf_context *ctx, const char *path, jsmf_target *target, int *fd) JSMF_CHECKED;
/* Gives the nameless file its temporary name; needs fd still open. */
jsmf_status jsmf_target_link(jsmf_context *ctx, jsmf_target *target, int fd) JSMF_CHECKED;
jsmf_status jsmf_target_rename(jsmf_context *ctx, jsmf_target *target) JSMF_CHECKED;
/* Whether both become the same file. */
bool jsmf_target_same(const jsmf_target *a, const jsmf_target *b);
/* Removes the temporary file where it still exists; a cleared struct is fine. */
void jsmf_target_free(jsmf_target *target);

#endif
