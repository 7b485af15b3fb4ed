#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { FIRST_FREE = 3, PIPE_BYTES = 1 << 20 };

int jsmf_descriptor_open(const char *path, int flags, mode_t mode)
{
    int fd = open(path, flags | O_CLOEXEC | O_NOCTTY, mode), low = fd, error;
    if (fd < 0 || fd >= FIRST_FREE)
        return fd;
    fd = jsmf_descriptor_copy(low);
    error = errno;
    close(low);
    errno = error;
    return fd;
}

int jsmf_descriptor_copy(int fd) { return fcntl(fd, F_DUPFD_CLOEXEC, FIRST_FREE); }

bool jsmf_descriptor_again(int fd, bool write)
{
    if (errno == EINTR)
        return true;
    if (errno != EAGAIN)
        return false;
    struct pollfd wait = { .fd = fd, .events = write ? POLLOUT : POLLIN };
    return poll(&wait, 1, -1) >= 0 || errno == EINTR;
}

bool jsmf_descriptor_named(const char *path)
{
    static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return true;
    return false;
}

void jsmf_descriptor_widen(int fd)
{
    int error = errno;
    if (fcntl(fd, F_GETPIPE_SZ) > 0)
        (void)fcntl(fd, F_SETPIPE_SZ, PIPE_BYTES); /* refused above the user's limit: no harm */
    errno = error;
}
