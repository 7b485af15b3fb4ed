/* The context: limits, callbacks, the first error. */
#include "context.h"

#include "machine.h"
#include "base_inner.h"

#include <cblas.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RULE_GIB = 8 };

jsmf_context *jsmf_context_new(void)
{
    jsmf_context *ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return NULL;
    ctx->threads = 1;
    ctx->seed = 1;
    ctx->machine = jsmf_machine_memory();
    openblas_set_num_threads(1);
    return ctx;
}

void jsmf_context_free(jsmf_context *ctx)
{
    if (!ctx)
        return;
    jsmf_pool_free(ctx->pool);
    free(ctx);
}

void jsmf_context_set_threads(jsmf_context *ctx, int threads)
{
    if (threads < 1) {
        long cores = sysconf(_SC_NPROCESSORS_ONLN);
        threads = cores > 0 ? (int)cores : 1;
    }
    ctx->threads = threads;
}

int jsmf_context_threads(const jsmf_context *ctx) { return ctx->threads; }

void jsmf_context_set_seed(jsmf_context *ctx, uint64_t seed) { ctx->seed = seed; }

uint64_t jsmf_context_seed(const jsmf_context *ctx) { return ctx->seed; }

void jsmf_context_set_message(jsmf_context *ctx, jsmf_message_fn fn, void *arg)
{
    ctx->message = fn;
    ctx->message_arg = arg;
}

void jsmf_context_set_progress(jsmf_context *ctx, jsmf_progress_fn fn, void *arg)
{
    ctx->progress = fn;
    ctx->progress_arg = arg;
}

void jsmf_context_set_remedies(jsmf_context *ctx, jsmf_remedy_fn fn, void *arg)
{
    ctx->remedies = fn;
    ctx->remedies_arg = arg;
}

void jsmf_context_set_memory(jsmf_context *ctx, size_t bytes) { ctx->memory = bytes; }

size_t jsmf_context_memory(const jsmf_context *ctx)
{
    return ctx->memory ? ctx->memory : ctx->machine / 4 * 3;
}

size_t jsmf_context_memory_rule(const jsmf_context *ctx)
{
    return ctx->memory ? ctx->memory : (size_t)RULE_GIB << 30;
}

jsmf_status jsmf_fail(jsmf_context *ctx, jsmf_status status, const char *format, ...)
{
    if (ctx->status == JSMF_OK) {
        va_list args;
        ctx->status = status;
        va_start(args, format);
        vsnprintf(ctx->error, sizeof ctx->error, format, args);
        va_end(args);
    }
    return ctx->status;
}

/* Text that is cut keeps room for the words of its remedy. */
enum { REMEDY_BYTES = 512 };

/* The text of the format, then the words for the remedy where there are some. */
static void compose(const jsmf_context *ctx, jsmf_remedy remedy, size_t number, const char *format, va_list args,
                    char text[JSMF_ERROR_BYTES])
{
    char buffer[REMEDY_BYTES];
    const char *words = remedy != JSMF_REMEDY_NONE && ctx->remedies
                            ? ctx->remedies(ctx->remedies_arg, remedy, number, buffer, sizeof buffer)
                            : NULL;
    size_t length;
    vsnprintf(text, JSMF_ERROR_BYTES - (words ? REMEDY_BYTES : 0), format, args);
    if (!words)
        return;
    length = strlen(text);
    if (length && text[length - 1] == ')')
        snprintf(text + length - 1, JSMF_ERROR_BYTES - length + 1, "; %s)", words);
    else
        snprintf(text + length, JSMF_ERROR_BYTES - length, " (%s)", words);
}

jsmf_status jsmf_fail_remedy(jsmf_context *ctx, jsmf_status status, jsmf_remedy remedy, size_t number,
                             const char *format, ...)
{
    if (ctx->status == JSMF_OK) {
        va_list args;
        ctx->status = status;
        va_start(args, format);
        compose(ctx, remedy, number, format, args, ctx->error);
        va_end(args);
    }
    return ctx->status;
}

jsmf_status jsmf_fail_errno(jsmf_context *ctx, const char *name)
{
    return jsmf_fail(ctx, JSMF_ESYSTEM, "%s: %s", name, strerror(errno));
}

jsmf_status jsmf_context_status(const jsmf_context *ctx) { return ctx->status; }

const char *jsmf_context_error(const jsmf_context *ctx) { return ctx->error; }

void jsmf_context_clear(jsmf_context *ctx)
{
    ctx->status = JSMF_OK;
    ctx->error[0] = '\0';
}

void jsmf_message(jsmf_context *ctx, jsmf_level level, const char *format, ...)
{
    char text[JSMF_ERROR_BYTES];
    va_list args;
    if (!ctx->message)
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    ctx->message(ctx->message_arg, level, text);
}

void jsmf_warn_remedy(jsmf_context *ctx, jsmf_remedy remedy, size_t number, const char *format, ...)
{
    char text[JSMF_ERROR_BYTES];
    va_list args;
    if (!ctx->message)
        return;
    va_start(args, format);
    compose(ctx, remedy, number, format, args, text);
    va_end(args);
    ctx->message(ctx->message_arg, JSMF_WARNING, text);
}

jsmf_status jsmf_progress(jsmf_context *ctx, const char *step, double done, double residual)
{
    if (ctx->progress && ctx->progress(ctx->progress_arg, step, done, residual))
        return jsmf_fail(ctx, JSMF_ECANCEL, "cancelled during %s", step);
    return JSMF_OK;
}

const char *jsmf_version(void) { return JSMF_VERSION; }
