#include "choose_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 1000, MOST_TOPICS = 1000000000 };

void choose_table_free(choose_table *t) { free(t->lines); }

/* ---- the list ---- */

/* The whole number at *text, up to the next comma or colon, which *text is moved to. */
static bool read_number(const char **text, size_t *number)
{
    const size_t digits = strspn(*text, "0123456789");
    if (digits == 0 || digits > 10 || !strchr(",:", (*text)[digits]))
        return false;
    *number = strtoull(*text, NULL, 10);
    *text += digits;
    return *number >= 1 && *number <= MOST_TOPICS;
}

/* FROM, FROM:TO or FROM:TO:STEP. */
static bool read_range(const char **text, size_t range[3])
{
    size_t parts = 0;
    for (;; (*text)++) {
        if (parts == 3 || !read_number(text, &range[parts++]))
            return false;
        if (**text != ':')
            break;
    }
    if (parts < 2)
        range[1] = range[0];
    if (parts < 3)
        range[2] = 1;
    return range[0] <= range[1];
}

static jsmf_status add_range(tool_run *run, const char *list, const size_t range[3], choose_table *t)
{
    for (size_t k = range[0]; k <= range[1]; k += range[2]) {
        if (t->count == MOST_LINES)
            return tool_usage(run, "-k %s: is of more than %d numbers (give a larger step, as in 10:100:10)", list,
                              MOST_LINES);
        t->lines[t->count++] = (choose_line){ .topics = k };
    }
    return JSMF_OK;
}

static int by_topics(const void *a, const void *b)
{
    const size_t x = ((const choose_line *)a)->topics, y = ((const choose_line *)b)->topics;
    return x < y ? -1 : x > y;
}

static void drop_repeats(choose_table *t)
{
    size_t kept = 0;
    for (size_t i = 0; i < t->count; i++)
        if (kept == 0 || t->lines[i].topics != t->lines[kept - 1].topics)
            t->lines[kept++] = t->lines[i];
    t->count = kept;
}

jsmf_status choose_table_begin(tool_run *run, const char *list, choose_table *t)
{
    const char *at = list;
    size_t range[3];
    t->lines = jsmf_alloc_zero(run->ctx, MOST_LINES, sizeof *t->lines);
    if (!t->lines)
        return jsmf_context_status(run->ctx);
    for (;; at++) {
        if (!read_range(&at, range) || (*at && *at != ','))
            return tool_usage(run, "-k %s: expected numbers of topics, as in 5,10,20, or FROM:TO:STEP, as in 10:100:10",
                              list);
        if (add_range(run, list, range, t) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        if (!*at)
            break;
    }
    qsort(t->lines, t->count, sizeof *t->lines, by_topics);
    drop_repeats(t);
    return JSMF_OK;
}

/* ---- the rule ---- */

static const double half = CHOOSE_WORDS / 2;

size_t choose_table_unique(const choose_table *t)
{
    size_t i = 0;
    while (i < t->count && t->lines[i].value[CHOOSE_UNIQUE] >= half)
        i++;
    return i - 1;
}

size_t choose_table_likeliest(const choose_table *t)
{
    size_t best = t->count - 1;
    double most = -INFINITY;
    for (size_t i = 0; i < t->count; i++)
        if (t->lines[i].value[CHOOSE_HELD_OUT] > most) {
            best = i;
            most = t->lines[i].value[CHOOSE_HELD_OUT];
        }
    return best;
}

size_t choose_table_rule(const choose_table *t)
{
    const size_t unique = choose_table_unique(t);
    return unique < t->count ? jsmf_least(unique, choose_table_likeliest(t)) : unique;
}
