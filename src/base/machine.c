#include "machine.h"

#include "jsmf/base.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

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
            least = jsmf_least(least, file_limit(path));
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

size_t jsmf_machine_group_memory(const char *membership, const char *root)
{
    FILE *f = fopen(membership, "r");
    size_t least = SIZE_MAX, room = 0;
    char *line = NULL;
    if (!f)
        return SIZE_MAX;
    while (getline(&line, &room, f) > 0)
        least = jsmf_least(least, line_limit(line, root));
    free(line);
    fclose(f);
    return least;
}

static rlim_t address_space(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 ? limit.rlim_cur : RLIM_INFINITY;
}

bool jsmf_machine_address_space_limited(void) { return address_space() != RLIM_INFINITY; }

/* What is left of the address space. */
static size_t address_limit(void)
{
    FILE *f;
    unsigned long long pages = 0;
    if (!jsmf_machine_address_space_limited())
        return SIZE_MAX;
    f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%llu", &pages) != 1)
        pages = 0;
    if (f)
        fclose(f);
    size_t used = jsmf_mul_sat((size_t)pages, (size_t)sysconf(_SC_PAGESIZE));
    return address_space() > used ? (size_t)address_space() - used : 0;
}

size_t jsmf_machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    size_t machine = pages > 0 && size > 0 ? jsmf_mul_sat((size_t)pages, (size_t)size) : SIZE_MAX;
    machine = jsmf_least(machine, address_limit());
    return jsmf_least(machine, jsmf_machine_group_memory("/proc/self/cgroup", "/sys/fs/cgroup"));
}
