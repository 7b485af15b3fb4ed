#include "limits.h"

#include "jsmf/base.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static size_t least_of(size_t a, size_t b) { return a < b ? a : b; }

/* The number in the file, or SIZE_MAX ("max", no such file). */
static size_t file_limit(const char *path)
{
    FILE *f = fopen(path, "r");
    unsigned long long bytes = 0;
    bool found = f && fscanf(f, "%llu", &bytes) == 1;
    if (f)
        fclose(f);
    return found && bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX;
}

/* Of the group, which is cut short, and all above it: a container often sees its own group as the root. */
static size_t path_limit(const char *root, const char *tree, char *group, const char *file)
{
    size_t least = SIZE_MAX;
    for (char *slash = group; slash;) {
        char path[PATH_MAX];
        int length = snprintf(path, sizeof path, "%s%s%s/%s", root, tree, group, file);
        if (length > 0 && (size_t)length < sizeof path)
            least = least_of(least, file_limit(path));
        slash = strrchr(group, '/');
        if (slash)
            *slash = '\0';
    }
    return least;
}

static bool has_memory(const char *controllers)
{
    static const char memory[] = "memory";
    for (size_t length; *controllers; controllers += length, controllers += *controllers == ',') {
        length = strcspn(controllers, ",");
        if (length == sizeof memory - 1 && memcmp(controllers, memory, length) == 0)
            return true;
    }
    return false;
}

/* "4:memory:/jobs/7" of version 1, "0::/jobs/7" of version 2. */
static size_t line_limit(char *line, const char *root)
{
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return SIZE_MAX;
    *controllers++ = *group++ = '\0';
    group[strcspn(group, "\n")] = '\0';
    if (*controllers == '\0')
        return path_limit(root, "", group, "memory.max");
    return has_memory(controllers) ? path_limit(root, "/memory", group, "memory.limit_in_bytes") : SIZE_MAX;
}

size_t jsmf_group_memory(const char *membership, const char *root)
{
    FILE *f = fopen(membership, "r");
    size_t least = SIZE_MAX, room = 0;
    char *line = NULL;
    if (!f)
        return SIZE_MAX;
    while (getline(&line, &room, f) > 0)
        least = least_of(least, line_limit(line, root));
    free(line);
    fclose(f);
    return least;
}

size_t jsmf_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t machine = pages > 0 && size > 0 ? jsmf_mul_sat((size_t)pages, (size_t)size) : SIZE_MAX;
    return least_of(machine, jsmf_group_memory("/proc/self/cgroup", "/sys/fs/cgroup"));
}
