#include "unit.h"

#include "archives.h"
#include "io/io_inner.h"
#include "npz/npz_inner.h"

#include <stdlib.h>
#include <string.h>

jsmf_context *ctx;

int set_up(void **state)
{
    (void)state;
    ctx = jsmf_context_new();
    return ctx ? 0 : -1;
}

int tear_down(void **state)
{
    (void)state;
    jsmf_context_free(ctx);
    return 0;
}

jsmf_array strings_array(const char *name, size_t count, const char *const *texts)
{
    jsmf_array a = { .name = strdup(name), .type = 'U', .item = 4, .dims = 1, .shape = { count } };
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &a.strings, texts[i], strlen(texts[i])));
    return a;
}

jsmf_array numbers_array(const char *name, char type, size_t item, int dims, size_t rows, size_t cols, bool fortran)
{
    jsmf_array a = { .name = strdup(name), .type = type, .item = item, .dims = dims, .shape = { rows, cols },
                     .fortran = fortran };
    size_t bytes = jsmf_array_count(&a) * item;
    unsigned char *data = malloc(bytes + 1);
    for (size_t i = 0; i < bytes; i++)
        data[i] = (unsigned char)(type == 'b' ? i % 2 : (i * 37 + item) % 61);
    a.data = data;
    return a;
}

jsmf_output *write_npz(const jsmf_array *arrays, size_t count)
{
    jsmf_output *out;
    jsmf_npz_writer *w;
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_npz_create(ctx, out, &w));
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_npz_put(ctx, w, &arrays[i]));
    assert_ok(ctx, jsmf_npz_finish(ctx, w));
    return out;
}

static bool same_strings(const jsmf_strings *a, const jsmf_strings *b)
{
    for (size_t i = 0; i < a->count && a->count == b->count; i++)
        if (jsmf_strings_length(a, i) != jsmf_strings_length(b, i) ||
            memcmp(jsmf_strings_get(a, i), jsmf_strings_get(b, i), jsmf_strings_length(a, i)) != 0)
            return false;
    return a->count == b->count;
}

static bool same_array(const jsmf_array *a, const jsmf_array *b)
{
    if (strcmp(a->name, b->name) != 0 || a->type != b->type || a->dims != b->dims || a->fortran != b->fortran ||
        memcmp(a->shape, b->shape, (size_t)a->dims * sizeof *a->shape) != 0)
        return false;
    if (a->type == 'U')
        return same_strings(&a->strings, &b->strings);
    return a->item == b->item && memcmp(a->data, b->data, jsmf_array_count(a) * a->item) == 0;
}

jsmf_status read_npz(const void *bytes, size_t length, const jsmf_array *expected, size_t count)
{
    jsmf_input *in;
    jsmf_npz_reader *r = NULL;
    bool more = true, same = true;
    size_t i = 0;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    jsmf_status status = jsmf_npz_open(ctx, in, &r);
    while (status == JSMF_OK) {
        jsmf_array a;
        status = jsmf_npz_next(ctx, r, &a, &more);
        if (status == JSMF_OK && !more)
            break;
        if (status == JSMF_OK)
            status = jsmf_npz_data(ctx, r, &a);
        if (status == JSMF_OK)
            same = same && i < count && same_array(&a, &expected[i++]);
        jsmf_array_free(&a);
    }
    jsmf_npz_reader_free(r);
    jsmf_input_close(in);
    return status == JSMF_OK && (!same || i != count) ? JSMF_ECANCEL : status;
}

jsmf_status skip_npz(const void *bytes, size_t length)
{
    jsmf_input *in;
    jsmf_npz_reader *r = NULL;
    bool more = true;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    jsmf_status status = jsmf_npz_open(ctx, in, &r);
    while (status == JSMF_OK && more) {
        jsmf_array a;
        status = jsmf_npz_next(ctx, r, &a, &more);
        jsmf_array_free(&a);
    }
    jsmf_npz_reader_free(r);
    jsmf_input_close(in);
    return status;
}

void free_arrays(jsmf_array *arrays, size_t count)
{
    for (size_t i = 0; i < count; i++)
        jsmf_array_free(&arrays[i]);
}

void assert_refused(const void *bytes, size_t length, const char *message)
{
    assert_int_equal(read_npz(bytes, length, NULL, 0), JSMF_EDATA);
    assert_says(ctx, message);
    jsmf_context_clear(ctx);
}
