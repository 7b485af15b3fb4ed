/* The readers of records, a format and a way with bad bytes chosen by the first byte: what they give is text, and the
 * same in batches of any size. */
#include "jsmf/records.h"
#include "io/io_inner.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 64 << 20, COLUMNS = 3, LARGE = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* All columns, the first as text, the second as id, the third kept. */
static jsmf_status choose(jsmf_context *ctx, jsmf_records *r, const char *names[COLUMNS])
{
    const jsmf_strings *columns = jsmf_records_columns(r);
    const size_t count = jsmf_least(columns->count, COLUMNS);
    for (size_t i = 0; i < count; i++)
        names[i] = jsmf_strings_get(columns, i);
    return jsmf_records_choose(ctx, r, &(jsmf_records_chosen){ .texts = names, .text_count = count > 0,
                                                               .id = count > 1 ? names[1] : NULL, .kept = names + 2,
                                                               .kept_count = count > 2 });
}

static void check(const jsmf_records_batch *b)
{
    for (size_t i = 0; i < b->records; i++)
        for (size_t c = 0; c < b->columns; c++) {
            size_t length;
            const char *text = jsmf_records_get(b, i, c, &length);
            if (jsmf_utf8_valid(text, length) != length || (length && memchr(text, '\0', length)))
                abort();
        }
}

/* Adds the batch's fields, each behind its length. */
static void gather(jsmf_context *ctx, const jsmf_records_batch *b, jsmf_strings *all)
{
    for (size_t i = 0; i < b->records * b->columns; i++)
        if (jsmf_strings_add(ctx, all, b->bytes + b->fields[i].start, b->fields[i].length) != JSMF_OK)
            abort();
}

static jsmf_status read_all(jsmf_context *ctx, const uint8_t *bytes, size_t length, const jsmf_records_options *how,
                            size_t batch_bytes, jsmf_strings *all)
{
    const char *names[COLUMNS];
    jsmf_records_batch batch = { 0 };
    jsmf_records *r = NULL;
    jsmf_input *in = NULL;
    bool ended = false;
    if (jsmf_input_memory(ctx, bytes, length, "fuzz", &in) == JSMF_OK &&
        jsmf_records_open(ctx, in, how, &r) == JSMF_OK &&
        (how->format == JSMF_RECORDS_TEXT || how->format == JSMF_RECORDS_FILES || choose(ctx, r, names) == JSMF_OK))
        while (!ended && jsmf_records_fill(ctx, r, batch_bytes, &batch, &ended) == JSMF_OK) {
            check(&batch);
            gather(ctx, &batch, all);
            jsmf_records_batch_clear(&batch);
        }
    jsmf_records_batch_free(&batch);
    jsmf_records_close(r);
    jsmf_input_close(in);
    return jsmf_context_status(ctx);
}

static void guess(jsmf_context *ctx, const uint8_t *bytes, size_t length)
{
    jsmf_records_guessed g;
    jsmf_input *in = NULL;
    if (jsmf_input_memory(ctx, bytes, length, "fuzz", &in) == JSMF_OK)
        jsmf_recorded(jsmf_records_guess(ctx, in, "text", &g));
    jsmf_input_close(in);
    jsmf_context_clear(ctx);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings small = { 0 }, large = { 0 };
    jsmf_records_options how;
    if (!ctx || length == 0) {
        jsmf_context_free(ctx);
        return 0;
    }
    jsmf_context_set_memory(ctx, LIMIT);
    how = (jsmf_records_options){ .format = bytes[0] % JSMF_RECORDS_FORMAT_COUNT, .ids = bytes[0] & 32,
                                  .invalid = (bytes[0] >> 6) % 3 };
    guess(ctx, bytes + 1, length - 1);
    if (read_all(ctx, bytes + 1, length - 1, &how, 1, &small) == JSMF_OK &&
        (read_all(ctx, bytes + 1, length - 1, &how, LARGE, &large) != JSMF_OK || small.count != large.count ||
         (small.count && memcmp(small.pool, large.pool, small.offsets[small.count]) != 0)))
        abort();
    jsmf_strings_free(&small);
    jsmf_strings_free(&large);
    jsmf_context_free(ctx);
    return 0;
}
