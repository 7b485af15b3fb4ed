/* A file that is written beside its place and renamed into it. */
#include "target.h"

#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, TRIES = 100, NAME_BYTES = 32 };

/* The length of path's folder with its slash; 0 where it has none. */
static size_t folder_length(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

/* Replaces *path, a symbolic link, by what it points to. */
static jsmf_status follow(jsmf_context *ctx, jsmf_target *target)
{
    char to[PATH_MAX + 1];
    ssize_t length = readlink(target->path, to, PATH_MAX);
    size_t folder = folder_length(target->path);
    char *joined;
    if (length < 0)
        return jsmf_fail_errno(ctx, target->asked);
    to[length] = '\0';
    if (to[0] == '/')
        folder = 0;
    joined = jsmf_alloc(ctx, folder + (size_t)length + 1, 1);
    if (!joined)
        return jsmf_context_status(ctx);
    memcpy(joined, target->path, folder);
    memcpy(joined + folder, to, (size_t)length + 1);
    free(target->path);
    target->path = joined;
    return JSMF_OK;
}

static jsmf_status resolve(jsmf_context *ctx, jsmf_target *target)
{
    struct stat about;
    for (int links = 0; lstat(target->path, &about) == 0; links++) {
        if (!S_ISLNK(about.st_mode)) {
            target->replaces = true;
            target->mode = about.st_mode & 07777;
            target->owner = about.st_uid;
            target->group = about.st_gid;
            return access(target->path, W_OK) == 0 ? JSMF_OK : jsmf_fail_errno(ctx, target->asked);
        }
        errno = ELOOP;
        if (links == MOST_LINKS)
            return jsmf_fail_errno(ctx, target->asked);
        if (follow(ctx, target) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return errno == ENOENT ? JSMF_OK : jsmf_fail_errno(ctx, target->asked);
}

static jsmf_status name_temporary(jsmf_context *ctx, jsmf_target *target)
{
    size_t folder = folder_length(target->path);
    uint64_t random = 0;
    if (!target->temporary)
        target->temporary = jsmf_alloc(ctx, folder + NAME_BYTES, 1);
    if (!target->temporary)
        return jsmf_context_status(ctx);
    if (getrandom(&random, sizeof random, GRND_NONBLOCK) != (ssize_t)sizeof random)
        random = (uint64_t)(jsmf_context_clock() * 1e9) ^ ((uint64_t)getpid() << 40);
    memcpy(target->temporary, target->path, folder);
    snprintf(target->temporary + folder, NAME_BYTES, ".jsmf-%016llx", (unsigned long long)random);
    return JSMF_OK;
}

static int open_nameless(const char *path)
{
    size_t length = folder_length(path);
    char *folder = length ? strndup(path, length) : strdup(".");
    int fd = -1;
    /* Without /proc it could not be given a name later. */
    if (folder && access("/proc/self/fd", X_OK) == 0)
        fd = jsmf_descriptor_open(folder, O_TMPFILE | O_WRONLY, 0666);
    free(folder);
    return fd;
}

/* /proc and the like exist, and yet no file can be made there. */
static bool has_folder(const jsmf_target *target)
{
    const size_t length = folder_length(target->path);
    char *folder = length ? strndup(target->path, length) : strdup(".");
    const bool exists = folder && access(folder, F_OK) == 0;
    free(folder);
    return exists;
}

static jsmf_status open_named(jsmf_context *ctx, jsmf_target *target, int *fd)
{
    int error;
    for (int i = 0; i < TRIES; i++) {
        if (name_temporary(ctx, target) != JSMF_OK)
            return jsmf_context_status(ctx);
        *fd = jsmf_descriptor_open(target->temporary, O_WRONLY | O_CREAT | O_EXCL, 0666);
        target->named = *fd >= 0;
        if (target->named)
            return JSMF_OK;
        if (errno != EEXIST)
            break;
    }
    if (errno == ENOENT && jsmf_descriptor_named(target->asked))
        return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: no file is open under that number", target->asked);
    error = errno;
    if (error == ENOENT && !has_folder(target))
        return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: its directory does not exist", target->asked);
    return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: no temporary file in its directory: %s", target->asked, strerror(error));
}

/* Where only root may give files away, what cannot be given stays the process's own. */
static jsmf_status take_over(jsmf_context *ctx, const jsmf_target *target, int fd)
{
    struct stat about;
    mode_t mode = target->mode;
    if (fchown(fd, target->owner, target->group) != 0 && fchown(fd, (uid_t)-1, target->group) != 0)
        errno = 0; /* what stays another's is seen now */
    if (fstat(fd, &about) != 0)
        return jsmf_fail_errno(ctx, target->asked);
    if (about.st_gid != target->group)
        mode &= (mode_t)~(S_ISGID | (S_IRWXG & ~((mode & S_IRWXO) << 3)));
    if (about.st_uid != target->owner)
        mode &= (mode_t)~S_ISUID;
    if ((about.st_mode & 07777) != mode && fchmod(fd, mode) != 0 && (about.st_mode & ~mode & 07777))
        return jsmf_fail_errno(ctx, target->asked);
    return JSMF_OK;
}

jsmf_status jsmf_target_open(jsmf_context *ctx, const char *path, jsmf_target *target, int *fd)
{
    *fd = -1;
    target->asked = jsmf_copy(ctx, path, strlen(path) + 1, 1);
    target->path = jsmf_copy(ctx, path, strlen(path) + 1, 1);
    if (!target->asked || !target->path)
        return jsmf_context_status(ctx);
    if (resolve(ctx, target) != JSMF_OK)
        return jsmf_context_status(ctx);
    *fd = open_nameless(target->path);
    if (*fd < 0 && open_named(ctx, target, fd) != JSMF_OK)
        return jsmf_context_status(ctx);
    return target->replaces ? take_over(ctx, target, *fd) : JSMF_OK;
}

static bool stat_folder(const char *path, struct stat *about)
{
    const size_t length = folder_length(path);
    char folder[PATH_MAX];
    if (length == 0)
        return stat(".", about) == 0;
    if (length >= sizeof folder)
        return false;
    memcpy(folder, path, length);
    folder[length] = '\0';
    return stat(folder, about) == 0;
}

bool jsmf_target_same(const jsmf_target *a, const jsmf_target *b)
{
    struct stat first, second;
    if (!a->path || !b->path || strcmp(a->path + folder_length(a->path), b->path + folder_length(b->path)) != 0)
        return false;
    return stat_folder(a->path, &first) && stat_folder(b->path, &second) && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

jsmf_status jsmf_target_link(jsmf_context *ctx, jsmf_target *target, int fd)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    for (int i = 0; i < TRIES && !target->named; i++) {
        if (name_temporary(ctx, target) != JSMF_OK)
            return jsmf_context_status(ctx);
        target->named = linkat(AT_FDCWD, self, AT_FDCWD, target->temporary, AT_SYMLINK_FOLLOW) == 0;
        if (!target->named && errno != EEXIST)
            break;
    }
    return target->named ? JSMF_OK : jsmf_fail_errno(ctx, target->asked);
}

jsmf_status jsmf_target_rename(jsmf_context *ctx, jsmf_target *target)
{
    if (rename(target->temporary, target->path) != 0)
        return jsmf_fail_errno(ctx, target->asked);
    target->named = false;
    return JSMF_OK;
}

void jsmf_target_free(jsmf_target *target)
{
    if (target->named)
        unlink(target->temporary);
    free(target->asked);
    free(target->path);
    free(target->temporary);
    *target = (jsmf_target){ 0 };
}
