#include "unit.h"

#include "archives.h"
#include "streams.h"
#include "io/io_inner.h"
#include "npz/npz_inner.h"

#include <stdlib.h>
#include <string.h>

void assert_fails(jsmf_status status, jsmf_status expected, const char *says)
{
    if (status != expected || !strstr(jsmf_context_error(ctx), says))
        fail_msg("%d \"%s\", expected %d \"%s\"", status, jsmf_context_error(ctx), expected, says);
    jsmf_context_clear(ctx);
}

jsmf_output *write_stream(const jsmf_stream *s)
{
    jsmf_output *out;
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_stream_write(ctx, out, s));
    return out;
}

jsmf_status read_stream(jsmf_output *out, unsigned kinds, jsmf_stream *s)
{
    size_t length;
    const void *bytes = jsmf_output_bytes(out, &length);
    jsmf_input *in;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    jsmf_status status = jsmf_stream_read(ctx, in, &jsmf_arrays_schema, kinds, s);
    jsmf_input_close(in);
    jsmf_output_abandon(out);
    return status;
}

void add_numbers(jsmf_stream *s, const char *name, char type, size_t item, int dims, size_t rows, size_t cols,
                        const void *data)
{
    jsmf_array a = { .type = type, .item = item, .dims = dims, .shape = { rows, cols } };
    s->arrays = realloc(s->arrays, (s->count + 1) * sizeof a);
    a.name = strdup(name);
    a.data = malloc(jsmf_array_count(&a) * item + 1);
    memcpy(a.data, data, jsmf_array_count(&a) * item);
    s->arrays[s->count++] = a;
    s->capacity = s->count;
}

void add_words(jsmf_stream *s, const char *name, size_t count, const char *const *words)
{
    jsmf_strings list = { 0 };
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &list, words[i], strlen(words[i])));
    assert_ok(ctx, jsmf_stream_add_strings(ctx, s, name, &list));
}

jsmf_output *write_raw(const jsmf_stream *s)
{
    jsmf_output *out;
    jsmf_npz_writer *w;
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_npz_create(ctx, out, &w));
    for (size_t i = 0; i < s->count; i++)
        assert_ok(ctx, jsmf_npz_put(ctx, w, &s->arrays[i]));
    assert_ok(ctx, jsmf_npz_finish(ctx, w));
    return out;
}
