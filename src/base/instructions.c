/* Which set of instructions the kernels use. */
#include "instructions.h"

#include "jsmf/base.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = { [JSMF_BASELINE] = "baseline", [JSMF_AVX2] = "avx2", [JSMF_AVX512] = "avx512" };
enum { SETS = sizeof names / sizeof *names };

/* Written once, before main and before any thread; then only read. */
static jsmf_instructions used = JSMF_BASELINE;

static jsmf_instructions best(void)
{
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return JSMF_AVX512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return JSMF_AVX2;
#endif
    return JSMF_BASELINE;
}

/* NULL where it is not set, or to nothing. */
static const char *variable(void)
{
    const char *name = getenv("JSMF_KERNELS");
    return name && *name ? name : NULL;
}

/* The set that the environment names; SETS where it names none. */
static int wanted(void)
{
    const char *name = variable();
    for (int set = 0; name && set < SETS; set++)
        if (strcmp(name, names[set]) == 0)
            return set;
    return SETS;
}

__attribute__((constructor)) static void choose(void)
{
    const int set = wanted();
    used = best();
    if (set < (int)used)
        used = (jsmf_instructions)set;
}

jsmf_instructions jsmf_instructions_used(void) { return used; }

const char *jsmf_instructions_name(void) { return names[used]; }

jsmf_status jsmf_instructions_check(jsmf_context *ctx)
{
    const char *name = variable();
    if (!name || wanted() <= (int)best())
        return JSMF_OK;
    if (wanted() == SETS)
        return jsmf_fail(ctx, JSMF_EUSAGE, "JSMF_KERNELS is \"%s\" (expected avx512, avx2 or baseline)", name);
    return jsmf_fail(ctx, JSMF_EUSAGE, "JSMF_KERNELS is %s, which this processor does not have (it has %s)", name,
                     names[best()]);
}
