#include "text_arrays.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void text_arrays_free(text_arrays *a)
{
    jsmf_strings_free(&a->ids);
    jsmf_strings_free(&a->texts);
    for (size_t i = 0; i < TOOL_LIST_MOST; i++)
        jsmf_strings_free(&a->kept[i]);
}

/* ---- gathering ---- */

static jsmf_status add(tool_run *run, jsmf_strings *list, const jsmf_records_batch *batch, size_t r, size_t column)
{
    size_t length;
    const char *bytes = jsmf_records_get(batch, r, column, &length);
    return jsmf_strings_add(run->ctx, list, bytes, length);
}

/* As R writes what is missing. */
static bool is_missing(const char *text, size_t length) { return length == 2 && memcmp(text, "NA", 2) == 0; }

/* Whether nothing but what is missing is in the texts of a record of a table. */
static bool has_missing_text(const text_source *source, const jsmf_records_batch *batch, size_t r)
{
    bool missing = false;
    if (source->format.format != JSMF_RECORDS_CSV && source->format.format != JSMF_RECORDS_TSV)
        return false;
    for (size_t i = 0; i < source->texts; i++) {
        size_t length;
        const char *text = jsmf_records_get(batch, r, i, &length);
        if (length && !is_missing(text, length))
            return false;
        missing |= length > 0;
    }
    return missing;
}

/* The bytes of so many characters at most; *left: how many of them are not used up. */
static size_t beginning(const char *bytes, size_t length, size_t *left)
{
    const char *at = bytes, *end = bytes + length;
    while (*left && at < end) {
        jsmf_utf8_next(&at);
        --*left;
    }
    return (size_t)(at - bytes);
}

/* The texts of a record behind one another, with a blank between two. */
static jsmf_status add_text(tool_run *run, const text_source *source, size_t keep, const jsmf_records_batch *batch,
                            size_t r, jsmf_strings *texts)
{
    char *joined = NULL;
    size_t used = 0, left = keep;
    for (size_t i = 0; i < source->texts && left; i++) {
        size_t length;
        const char *bytes = jsmf_records_get(batch, r, i, &length);
        const size_t take = beginning(bytes, length, &left);
        char *grown = jsmf_realloc(run->ctx, joined, used + take + 1, 1);
        if (!grown)
            goto done;
        joined = grown;
        memcpy(joined + used, bytes, take);
        used += take;
        if (i + 1 < source->texts && left) {
            joined[used++] = ' ';
            left--;
        }
    }
    jsmf_recorded(jsmf_strings_add(run->ctx, texts, joined ? joined : "", used));
done:
    free(joined);
    return jsmf_context_status(run->ctx);
}

static jsmf_status check_size(tool_run *run, const text_arrays *a)
{
    size_t bytes = a->ids.bytes_capacity + a->texts.bytes_capacity;
    for (size_t i = 0; i < TOOL_LIST_MOST; i++)
        bytes = jsmf_add_sat(bytes, a->kept[i].bytes_capacity + a->kept[i].capacity * sizeof(size_t));
    return tool_check_memory(run, bytes, "what is kept of the documents", "keep less of them");
}

jsmf_status text_arrays_add(tool_run *run, const text_source *source, size_t keep, const jsmf_records_batch *batch,
                            text_arrays *a)
{
    const size_t first = source->texts + source->has_id;
    for (size_t r = 0; r < batch->records; r++, a->documents++) {
        if (has_missing_text(source, batch, r) && a->missing++ == 0)
            a->first_missing = a->documents;
        if (source->has_id && add(run, &a->ids, batch, r, source->texts) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        if (keep && add_text(run, source, keep, batch, r, &a->texts) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        for (size_t i = 0; i < source->kept.count; i++)
            if (add(run, &a->kept[i], batch, r, first + i) != JSMF_OK)
                return jsmf_context_status(run->ctx);
    }
    return check_size(run, a);
}

/* ---- types ---- */

/* Digits, perhaps behind a minus, without zeros in front: what would be spelled as it stands. */
static bool is_whole(const char *text, int64_t *out)
{
    const char *digits = text + (*text == '-');
    const size_t n = strspn(digits, "0123456789");
    char *end;
    if (n == 0 || digits[n] || (n > 1 && *digits == '0') || (*text == '-' && *digits == '0'))
        return false;
    errno = 0;
    *out = strtoll(text, &end, 10);
    return errno == 0;
}

/* A finite decimal number, however it is written. */
static bool is_number(const char *text, double *out)
{
    char *end;
    if (!*text || text[strspn(text, "0123456789.eE+-")])
        return false;
    *out = strtod(text, &end);
    return !*end && isfinite(*out);
}

/* A number that is printed as it is written. Others, such as 1.10 of versions 1.1 and 1.10, may be names. */
static bool is_real(const char *text)
{
    char spelled[TOOL_NUMBER];
    double value;
    if (!is_number(text, &value))
        return false;
    tool_spell_number(value, spelled);
    return strcmp(spelled, text) == 0;
}

/* The decimals of a number without an exponent, and without a plus or zeros in front; 0 of all else, and of more digits
 * than a double can tell apart. */
static size_t decimals_of(const char *text)
{
    static const char digits[] = "0123456789";
    const char *at = text + (*text == '-');
    const size_t whole = strspn(at, digits), decimals = at[whole] == '.' ? strspn(at + whole + 1, digits) : 0;
    const bool plain = whole && decimals && !at[whole + 1 + decimals] && (whole == 1 || *at != '0');
    return plain && whole + decimals <= DBL_DIG ? decimals : 0;
}

/* Whether all have as many decimals, as prices have, or one at least and no zero behind it, as pandas writes 3.0 beside
 * 2.25. No two spellings are of one number then. */
static bool are_decimal(const jsmf_strings *list)
{
    const size_t first = list->count ? decimals_of(jsmf_strings_get(list, 0)) : 0;
    bool even = first > 0, brief = first > 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *text = jsmf_strings_get(list, i);
        const size_t decimals = decimals_of(text);
        even &= decimals == first;
        brief &= decimals == 1 || (decimals > 1 && text[jsmf_strings_length(list, i) - 1] != '0');
    }
    return even || brief;
}

/* How many are empty, and, in *missing, how many are NA. */
static size_t count_empty(const jsmf_strings *list, size_t *missing)
{
    size_t empty = 0;
    *missing = 0;
    for (size_t i = 0; i < list->count; i++) {
        empty += jsmf_strings_length(list, i) == 0;
        *missing += is_missing(jsmf_strings_get(list, i), jsmf_strings_length(list, i));
    }
    return empty;
}

static size_t first_not_whole(const jsmf_strings *list)
{
    int64_t value;
    size_t i = 0;
    while (i < list->count && is_whole(jsmf_strings_get(list, i), &value))
        i++;
    return i;
}

static size_t first_not_real(const jsmf_strings *list)
{
    size_t i = 0;
    while (i < list->count && is_real(jsmf_strings_get(list, i)))
        i++;
    return i;
}

static jsmf_status give_whole(tool_run *run, const char *name, const jsmf_strings *list, jsmf_stream *out)
{
    int64_t *values = jsmf_alloc(run->ctx, list->count, sizeof *values);
    if (!values)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < list->count; i++)
        values[i] = strtoll(jsmf_strings_get(list, i), NULL, 10);
    return jsmf_stream_add_i64(run->ctx, out, name, values, 1, list->count);
}

static jsmf_status give_real(tool_run *run, const char *name, const jsmf_strings *list, jsmf_stream *out)
{
    double *values = jsmf_alloc(run->ctx, list->count, sizeof *values);
    if (!values)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < list->count; i++)
        values[i] = strtod(jsmf_strings_get(list, i), NULL);
    return jsmf_stream_add_f64(run->ctx, out, name, values, 1, list->count, 0);
}

/* Numbers but for some documents that have none, or for how they are written, would be numbers to whoever kept
 * them. */
static void tell_of_strings(tool_run *run, const char *name, const jsmf_strings *list)
{
    size_t numbers = 0, missing;
    const size_t empty = count_empty(list, &missing), first = first_not_real(list);
    double value;
    for (size_t i = 0; i < list->count; i++)
        numbers += is_number(jsmf_strings_get(list, i), &value);
    if (numbers == 0 || numbers + empty + missing != list->count)
        return;
    if (empty + missing)
        jsmf_message(run->ctx, JSMF_WARNING, "--keep %s: strings, not numbers, as %zu of %zu values are %s", name,
                     empty + missing, list->count, !missing ? "empty" : empty ? "empty or NA" : "NA");
    else
        jsmf_message(run->ctx, JSMF_INFO, "--keep %s: strings, not numbers, as %s (document %zu, numbered from 0) is "
                     "not the shortest form of its number", name, jsmf_strings_get(list, first), first);
}

static jsmf_status give_column(tool_run *run, const char *name, bool as_text, jsmf_strings *list, jsmf_stream *out)
{
    if (as_text)
        return jsmf_stream_add_strings(run->ctx, out, name, list);
    if (first_not_whole(list) == list->count)
        return give_whole(run, name, list, out);
    if (first_not_real(list) == list->count || are_decimal(list))
        return give_real(run, name, list, out);
    tell_of_strings(run, name, list);
    return jsmf_stream_add_strings(run->ctx, out, name, list);
}

static void tell_of_missing(tool_run *run, const text_source *source, const text_arrays *a)
{
    if (a->missing)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: the text of %zu of %zu documents is NA, and counts as a word; "
                     "document %zu, numbered from 0, is the first (in R, write.csv(..., na = \"\") leaves such texts "
                     "empty)",
                     source->name, a->missing, a->documents, a->first_missing);
}

jsmf_status text_arrays_give(tool_run *run, const text_source *source, size_t keep, text_arrays *a, jsmf_stream *out)
{
    tell_of_missing(run, source, a);
    if ((source->has_id && jsmf_stream_add_strings(run->ctx, out, "ids", &a->ids) != JSMF_OK) ||
        (keep && jsmf_stream_add_strings(run->ctx, out, "text", &a->texts) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < source->kept.count; i++)
        if (give_column(run, jsmf_strings_get(&source->names, i), source->as_text[i], &a->kept[i], out) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return JSMF_OK;
}
