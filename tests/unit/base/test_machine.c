/* base: the memory that the process's control groups allow. */
#include "unit.h"

#include "jsmf/base.h"

#include "base/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char root[] = "/tmp/jsmf-limits-XXXXXX";

static const char *const folders[] = { "jobs", "jobs/night", "memory", "memory/jobs", "memory/jobs/night" };
static const char *const files[] = {
    "memory.max", "jobs/memory.max", "jobs/night/memory.max", "memory/memory.limit_in_bytes",
    "memory/jobs/memory.limit_in_bytes", "memory/jobs/night/memory.limit_in_bytes", "membership",
};
enum { FOLDERS = sizeof folders / sizeof *folders, FILES = sizeof files / sizeof *files };

static const char *under_root(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void put(const char *name, const char *text)
{
    FILE *f = fopen(under_root(name), "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static int set_up(void **state)
{
    (void)state;
    if (!mkdtemp(root))
        return -1;
    for (size_t i = 0; i < FOLDERS; i++)
        if (mkdir(under_root(folders[i]), 0777) != 0)
            return -1;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++)
        unlink(under_root(files[i]));
    for (size_t i = FOLDERS; i-- > 0;)
        rmdir(under_root(folders[i]));
    return rmdir(root);
}

static size_t limit_of(const char *membership)
{
    char path[128];
    put("membership", membership);
    snprintf(path, sizeof path, "%s", under_root("membership"));
    return jsmf_machine_group_memory(path, root);
}

static void the_least_limit_on_the_way_to_the_root_counts(void **state)
{
    (void)state;
    put("memory.max", "max\n");
    put("jobs/memory.max", "3000\n");
    put("jobs/night/memory.max", "4000\n");
    assert_int_equal(limit_of("0::/jobs/night\n"), 3000);
    put("jobs/night/memory.max", "2000\n");
    assert_int_equal(limit_of("0::/jobs/night\n"), 2000);
    assert_int_equal(limit_of("0::/jobs\n"), 3000);
    assert_true(limit_of("0::/\n") == SIZE_MAX);
}

static void version_1_has_a_tree_of_its_own_for_memory(void **state)
{
    (void)state;
    put("memory/memory.limit_in_bytes", "9223372036854771712\n");
    put("memory/jobs/memory.limit_in_bytes", "1000\n");
    put("memory/jobs/night/memory.limit_in_bytes", "5000\n");
    assert_int_equal(limit_of("3:cpu,cpuacct:/\n2:memory:/jobs/night\n0::/\n"), 1000);
    assert_int_equal(limit_of("2:hugetlb,memory:/jobs\n"), 1000);
    assert_true(limit_of("2:memory:/\n") == 9223372036854771712u);
    assert_true(limit_of("2:memoryless,cpu:/jobs\n") == SIZE_MAX);
}

/* In a container the group's path may be the host's, its files those of the root that is seen. */
static void a_path_that_is_not_there_leaves_the_root(void **state)
{
    (void)state;
    put("memory/memory.limit_in_bytes", "7000\n");
    assert_int_equal(limit_of("2:memory:/docker/0123456789abcdef\n"), 7000);
}

static void what_cannot_be_read_is_no_limit(void **state)
{
    (void)state;
    assert_true(limit_of("") == SIZE_MAX);
    assert_true(limit_of("nonsense\n:\n") == SIZE_MAX);
    assert_true(jsmf_machine_group_memory("/nowhere/at/all", root) == SIZE_MAX);
}

static void a_context_takes_three_quarters_unless_told(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_true(jsmf_machine_memory() > 0 && jsmf_machine_memory() < SIZE_MAX);
    assert_true(jsmf_context_memory(ctx) == jsmf_machine_memory() / 4 * 3);
    jsmf_context_set_memory(ctx, 12345);
    assert_int_equal(jsmf_context_memory(ctx), 12345);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_least_limit_on_the_way_to_the_root_counts),
        cmocka_unit_test(version_1_has_a_tree_of_its_own_for_memory),
        cmocka_unit_test(a_path_that_is_not_there_leaves_the_root),
        cmocka_unit_test(what_cannot_be_read_is_no_limit),
        cmocka_unit_test(a_context_takes_three_quarters_unless_told),
    };
    return cmocka_run_group_tests_name("limits", tests, set_up, tear_down);
}
