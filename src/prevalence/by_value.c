/* Documents in groups, by a value that each of them has. */
#include "jsmf/prevalence.h"

#include "dates.h"
#include "io/intern.h"
#include "io/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1024 };

/* The different values so far, in the order in which they came, and the documents' among them. */
typedef struct collection {
    const char *where;
    const jsmf_prevalence_cut *cut;
    jsmf_strings values;
    jsmf_intern table;
    jsmf_prevalence_groups *out;
    size_t at;           /* documents so far */
    bool numbers, dates; /* all values are */
} collection;

/* A value, or, in bins, a run of values. */
typedef struct ranked {
    const char *text;
    double number;    /* 0 where values are no numbers */
    size_t documents;
    size_t place;     /* among the values as they came */
} ranked;

/* ---- values ---- */

/* A finite decimal number and nothing else. */
static bool is_number(const char *text, double *number)
{
    char *end;
    if (!*text || text[strspn(text, "0123456789+-.eE")])
        return false;
    *number = strtod(text, &end);
    return !*end && isfinite(*number);
}

static jsmf_status refuse(jsmf_context *ctx, const collection *c, const char *text, size_t length, const char *expected)
{
    char quoted[JSMF_QUOTE_BYTES];
    return jsmf_fail(ctx, JSMF_EDATA, "%s: document %zu, numbered from 0, has %s (expected %s)", c->where, c->at,
                     jsmf_text_quote(text, length, quoted), expected);
}

/* Whether the text is written as a date with a day, and perhaps a time. */
static bool is_written_as_day(const char *text, size_t length)
{
    static const char form[] = "0000-00-00";
    for (size_t i = 0; i < sizeof form - 1; i++)
        if (i >= length || (form[i] == '-' ? text[i] != '-' : text[i] < '0' || text[i] > '9'))
            return false;
    return length == sizeof form - 1 || text[sizeof form - 1] == 'T' || text[sizeof form - 1] == ' ';
}

static const char *expected_date(const char *text, size_t length, jsmf_prevalence_period period)
{
    return is_written_as_day(text, length) ? "a day that the calendar has"
           : period == JSMF_PREVALENCE_YEAR  ? "a date that begins with a year, as 2026-11-29"
           : period == JSMF_PREVALENCE_MONTH ? "a date with a month, as 2026-11 or 2026-11-29"
                                             : "a date with a day, as 2026-11-29";
}

/* Adds a value that was not there. */
static jsmf_status add_value(jsmf_context *ctx, collection *c, uint64_t hash, const char *text, size_t length)
{
    char year[JSMF_PREVALENCE_PERIOD_BYTES];
    double number;
    if (!is_number(text, &number))
        c->numbers = false;
    if (!jsmf_prevalence_cut_date(text, length, JSMF_PREVALENCE_YEAR, year))
        c->dates = false;
    if (c->cut->bins && !c->numbers)
        return refuse(ctx, c, text, length, "a number, as there are to be bins");
    return jsmf_intern_add(ctx, &c->table, hash, text, length);
}

/* Gives the next document its value's place. */
static jsmf_status collect(jsmf_context *ctx, collection *c, const char *text, size_t length)
{
    char period[JSMF_PREVALENCE_PERIOD_BYTES];
    uint64_t hash = JSMF_INTERN_SEED;
    int64_t place;
    if (c->cut->left_out && fabs(c->cut->left_out[c->at]) > 0) {
        c->out->group[c->at++] = JSMF_PREVALENCE_NO_GROUP;
        return JSMF_OK;
    }
    if (length == 0) {
        c->out->group[c->at++] = JSMF_PREVALENCE_NO_GROUP;
        c->out->missing++;
        return JSMF_OK;
    }
    if (c->cut->period != JSMF_PREVALENCE_WHOLE) {
        if (!jsmf_prevalence_cut_date(text, length, c->cut->period, period))
            return refuse(ctx, c, text, length, expected_date(text, length, c->cut->period));
        text = period;
        length = strlen(period);
    }
    if (length > JSMF_PREVALENCE_VALUE_BYTES)
        return refuse(ctx, c, text, length, "a value of at most 255 bytes");
    for (size_t i = 0; i < length; i++)
        hash = jsmf_intern_fold(hash, text[i]);
    place = jsmf_intern_find(&c->table, hash, text, length);
    if (place < 0) {
        place = (int64_t)c->values.count;
        if (add_value(ctx, c, hash, text, length) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    c->out->group[c->at++] = (size_t)place;
    return JSMF_OK;
}

static jsmf_status collect_strings(jsmf_context *ctx, collection *c, const jsmf_strings *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (collect(ctx, c, jsmf_strings_get(list, i), jsmf_strings_length(list, i)) != JSMF_OK)
            break;
    return jsmf_context_status(ctx);
}

/* The number at item as text; reals as far as their digits are certain. */
static size_t number_text(const jsmf_array *a, const unsigned char *item, char text[32])
{
    double wide;
    float narrow;
    if (a->type != 'f')
        return jsmf_array_whole_text(a, item, text);
    memcpy(&wide, item, jsmf_least(a->item, sizeof wide));
    memcpy(&narrow, item, sizeof narrow);
    return (size_t)(a->item == sizeof wide ? snprintf(text, 32, "%.15g", wide)
                                           : snprintf(text, 32, "%.7g", (double)narrow));
}

static jsmf_status collect_numbers(jsmf_context *ctx, collection *c, const jsmf_array *a, size_t first, size_t count)
{
    unsigned char items[PIECE * sizeof(uint64_t)];
    char text[32];
    if (jsmf_array_read(ctx, a, first, count, items) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < count; i++) {
        const size_t length = number_text(a, items + i * a->item, text);
        if (collect(ctx, c, text, length) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

static jsmf_status collect_piece(jsmf_context *ctx, collection *c, const jsmf_array *a, size_t first, size_t count)
{
    jsmf_strings list = { 0 };
    if (a->type != 'U')
        return collect_numbers(ctx, c, a, first, count);
    if (jsmf_array_read_strings(ctx, a, first, count, &list) == JSMF_OK)
        jsmf_recorded(collect_strings(ctx, c, &list));
    jsmf_strings_free(&list);
    return jsmf_context_status(ctx);
}

/* ---- order ---- */

static int by_text(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return strcmp(x->text, y->text);
}

static int by_number(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number ? 1 : strcmp(x->text, y->text);
}

/* The values in order; the caller's. NULL for lack of memory. */
static ranked *rank(jsmf_context *ctx, const collection *c)
{
    const size_t count = c->values.count;
    ranked *r = jsmf_alloc_zero(ctx, count, sizeof *r);
    if (!r)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        r[i].place = i;
        r[i].text = jsmf_strings_get(&c->values, i);
        if (c->numbers && !is_number(r[i].text, &r[i].number))
            r[i].number = 0;
    }
    for (size_t d = 0; d < c->out->documents; d++)
        if (c->out->group[d] != JSMF_PREVALENCE_NO_GROUP)
            r[c->out->group[d]].documents++;
    qsort(r, count, sizeof *r, c->numbers ? by_number : by_text);
    return r;
}

/* The bin of the equal numbers r[i] to r[end - 1], which before documents stand in front of: that of their middle. */
static size_t bin_of(const ranked *r, size_t i, size_t end, size_t before, size_t all, size_t bins)
{
    size_t documents = 0;
    for (; i < end; i++)
        documents += r[i].documents;
    return (size_t)((double)bins * ((double)before + (double)documents / 2) / (double)all);
}

/* group (count) = of each of the values in order the group that it is in; returns how many groups there are. */
static size_t number_groups(const collection *c, const ranked *r, size_t *group)
{
    const size_t count = c->values.count;
    size_t groups = 0, last = SIZE_MAX, before = 0, all = 0;
    for (size_t i = 0; i < count; i++)
        all += r[i].documents;
    for (size_t i = 0, end; i < count; i = end) {
        size_t bin = i;
        end = i + 1;
        while (c->cut->bins && end < count && r[end].number <= r[i].number)
            end++;
        if (c->cut->bins)
            bin = bin_of(r, i, end, before, all, c->cut->bins);
        groups += bin != last;
        last = bin;
        for (size_t j = i; j < end; j++) {
            group[j] = groups - 1;
            before += r[j].documents;
        }
    }
    return groups;
}

/* "1914", or "1914..1923" of a bin. */
static jsmf_status name_groups(jsmf_context *ctx, const collection *c, const ranked *r, const size_t *group)
{
    char name[2 * JSMF_PREVALENCE_VALUE_BYTES + 3];
    const size_t count = c->values.count;
    for (size_t i = 0, end; i < count; i = end) {
        int length;
        for (end = i + 1; end < count && group[end] == group[i];)
            end++;
        length = snprintf(name, sizeof name, "%s%s%s", r[i].text, end > i + 1 ? ".." : "",
                          end > i + 1 ? r[end - 1].text : "");
        if (jsmf_strings_add(ctx, &c->out->names, name, (size_t)length) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

/* The documents' values, which are in the order in which they came, give way to groups in theirs. */
static jsmf_status order(jsmf_context *ctx, const collection *c)
{
    const size_t count = c->values.count;
    jsmf_prevalence_groups *out = c->out;
    ranked *r = rank(ctx, c);
    size_t *group = jsmf_alloc(ctx, count, sizeof *group), *of_place = jsmf_alloc(ctx, count, sizeof *of_place);
    if (jsmf_context_status(ctx) == JSMF_OK) {
        out->count = number_groups(c, r, group);
        for (size_t i = 0; i < count; i++)
            of_place[r[i].place] = group[i];
        for (size_t d = 0; d < out->documents; d++)
            if (out->group[d] != JSMF_PREVALENCE_NO_GROUP)
                out->group[d] = of_place[out->group[d]];
        out->ordered = c->numbers || c->dates;
        jsmf_recorded(name_groups(ctx, c, r, group));
    }
    free(r);
    free(group);
    free(of_place);
    return jsmf_context_status(ctx);
}

/* ---- groups ---- */

static jsmf_status start(jsmf_context *ctx, size_t documents, const char *where, const jsmf_prevalence_cut *cut,
                         collection *c, jsmf_prevalence_groups *out)
{
    *out = (jsmf_prevalence_groups){ .documents = documents, .parts = 1 };
    *c = (collection){ .where = where, .cut = cut, .out = out, .numbers = true, .dates = true };
    if (jsmf_memory_check(ctx, jsmf_mul_sat(documents, sizeof *out->group), where, JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->group = jsmf_alloc(ctx, documents, sizeof *out->group);
    return out->group ? jsmf_intern_start(ctx, &c->table, &c->values) : jsmf_context_status(ctx);
}

/* What the different values take, by now. */
static jsmf_status check_values(jsmf_context *ctx, const collection *c)
{
    const size_t each = 2 * sizeof(jsmf_intern_slot) + sizeof(ranked) + 3 * sizeof(size_t);
    const size_t bytes = jsmf_add_sat(c->values.bytes_capacity, jsmf_mul_sat(c->values.count, each));
    return jsmf_memory_check(ctx, bytes, c->where, JSMF_REMEDY_MORE_MEMORY);
}

/* After the last document, or a failure. */
static jsmf_status finish(jsmf_context *ctx, collection *c)
{
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(order(ctx, c));
    jsmf_intern_free(&c->table);
    jsmf_strings_free(&c->values);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_prevalence_groups_free(c->out);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_prevalence_group_array(jsmf_context *ctx, const jsmf_array *a, const char *where,
                                        const jsmf_prevalence_cut *cut, jsmf_prevalence_groups *out)
{
    const size_t documents = a->dims == 1 ? a->shape[0] : 0;
    collection c;
    *out = (jsmf_prevalence_groups){ 0 };
    if (a->dims != 1)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has %d dimensions (expected one: a value for each document)", where,
                         a->dims);
    if (start(ctx, documents, where, cut, &c, out) == JSMF_OK)
        for (size_t first = 0; first < documents; first += PIECE)
            if (collect_piece(ctx, &c, a, first, jsmf_least(PIECE, documents - first)) != JSMF_OK ||
                check_values(ctx, &c) != JSMF_OK)
                break;
    return finish(ctx, &c);
}

jsmf_status jsmf_prevalence_group_strings(jsmf_context *ctx, const jsmf_strings *values, const char *where,
                                          const jsmf_prevalence_cut *cut, jsmf_prevalence_groups *out)
{
    collection c;
    if (start(ctx, values->count, where, cut, &c, out) == JSMF_OK && collect_strings(ctx, &c, values) == JSMF_OK)
        jsmf_recorded(check_values(ctx, &c));
    return finish(ctx, &c);
}

jsmf_status jsmf_prevalence_group_all(jsmf_context *ctx, size_t documents, const char *name,
                                      jsmf_prevalence_groups *out)
{
    *out = (jsmf_prevalence_groups){ .documents = documents, .count = 1, .parts = 1 };
    out->group = jsmf_alloc_zero(ctx, documents, sizeof *out->group);
    if (!out->group || jsmf_strings_add(ctx, &out->names, name, strlen(name)) != JSMF_OK)
        jsmf_prevalence_groups_free(out);
    return jsmf_context_status(ctx);
}

void jsmf_prevalence_groups_free(jsmf_prevalence_groups *groups)
{
    if (!groups)
        return;
    free(groups->group);
    jsmf_strings_free(&groups->names);
    *groups = (jsmf_prevalence_groups){ 0 };
}
