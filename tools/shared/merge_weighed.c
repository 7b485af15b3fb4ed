/* Sums with weights: of days, each by its age, and of ordinary co-occurrences, each by its documents. */
#include "merge_job.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- days ---- */

/* Days since 1970-01-01 of the proleptic Gregorian calendar, by years that begin in March. */
static int64_t days_of(int year, int month, int day)
{
    const int64_t y = year - (month <= 2), m = (month + 9) % 12;
    return y * 365 + y / 4 - y / 100 + y / 400 + (m * 306 + 5) / 10 + day - 1 - 719468;
}

static int days_in(int year, int month)
{
    return (int)(days_of(year + month / 12, month % 12 + 1, 1) - days_of(year, month, 1));
}

/* The date that a shard's name begins with; false where it does not. */
static bool date_of(const char *id, int64_t *date)
{
    static const char digits[] = "0123456789";
    int year, month, day, length = 0;
    if (strspn(id, digits) != 4 || id[4] != '-' || strspn(id + 5, digits) != 2 || id[7] != '-' ||
        strspn(id + 8, digits) != 2 || sscanf(id, "%4d-%2d-%2d%n", &year, &month, &day, &length) != 3 || length != 10 ||
        month < 1 || month > 12 || day < 1 || day > days_in(year, month))
        return false;
    *date = days_of(year, month, day);
    return true;
}

/* The one date of all its shards. */
static jsmf_status find_date(tool_run *run, const char *name, const jsmf_strings *ids, int64_t *date)
{
    int64_t other;
    for (size_t i = 0; i < ids->count; i++) {
        if (!date_of(jsmf_strings_get(ids, i), i ? &other : date))
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: shard %s: its name begins with no date (--half-life needs "
                             "names as in 2026-11-29)", name, jsmf_strings_get(ids, i));
        if (i && other != *date)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: has the sums of several days, %.10s and %.10s (--half-life "
                             "needs those of each day by themselves)", name, jsmf_strings_get(ids, 0),
                             jsmf_strings_get(ids, i));
    }
    return JSMF_OK;
}

static jsmf_status read_date(tool_run *run, const char *path, int64_t *date)
{
    static const char *const wanted[] = { "sums.shards" };
    const jsmf_strings *ids;
    jsmf_stream stream = { 0 };
    jsmf_array *a;
    if (tool_scan_file(run, path, JSMF_SUMS, wanted, 1, &stream) == JSMF_OK &&
        jsmf_stream_need(run->ctx, &stream, wanted[0], &a) == JSMF_OK &&
        jsmf_stream_strings(run->ctx, &stream, wanted[0], 0, &ids) == JSMF_OK)
        jsmf_recorded(find_date(run, stream.name, ids, date));
    jsmf_stream_free(&stream);
    return jsmf_context_status(run->ctx);
}

static jsmf_status read_dates(tool_run *run, int64_t *dates, int64_t *latest)
{
    *latest = INT64_MIN;
    if (run->operand_count == 0)
        return tool_usage(run, "--half-life reads the days twice: name files");
    for (size_t i = 0; i < run->operand_count; i++) {
        if (tool_is_stdin(run->operands[i]))
            return tool_usage(run, "--half-life reads the days twice: name files");
        if (read_date(run, run->operands[i], &dates[i]) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        *latest = dates[i] > *latest ? dates[i] : *latest;
    }
    return JSMF_OK;
}

static jsmf_status read_day(tool_run *run, const char *path, double weight, jsmf_arrays_sums *out)
{
    jsmf_stream stream = { 0 };
    if (tool_read_file(run, path, JSMF_SUMS, &stream) != JSMF_OK ||
        jsmf_arrays_sums_load(run->ctx, &stream, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_arrays_sums_weigh(run->ctx, out, weight) != JSMF_OK)
        jsmf_arrays_sums_free(out);
    return jsmf_context_status(run->ctx);
}

static jsmf_status add_days(tool_run *run, const int64_t *dates, int64_t latest, jsmf_arrays_sums *to)
{
    const merge_settings *s = run->settings;
    for (size_t i = 0; i < run->operand_count; i++) {
        const double weight = exp2(-(double)(latest - dates[i]) / s->half_life);
        jsmf_arrays_sums day;
        if (read_day(run, run->operands[i], weight, i ? &day : to) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        if (i == 0)
            continue;
        if (jsmf_arrays_sums_join(run->ctx, to, &day, JSMF_SUMS_PLUS, s->mixed, s->alike) == JSMF_OK)
            jsmf_recorded(jsmf_arrays_sums_add(run->ctx, to, &day, JSMF_SUMS_PLUS));
        jsmf_arrays_sums_free(&day);
        if (jsmf_context_status(run->ctx) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return merge_check_shards(run, to);
}

jsmf_status merge_days(tool_run *run, jsmf_stream *out)
{
    int64_t *dates = jsmf_alloc(run->ctx, run->operand_count, sizeof *dates), latest;
    jsmf_arrays_sums sums = { .shards = { .of = -1 } };
    double documents;
    if (dates && read_dates(run, dates, &latest) == JSMF_OK && add_days(run, dates, latest, &sums) == JSMF_OK &&
        jsmf_arrays_sums_count(run->ctx, &sums, &documents) == JSMF_OK)
        jsmf_recorded(merge_finish(run, &sums, documents, out));
    jsmf_arrays_sums_free(&sums);
    free(dates);
    return jsmf_context_status(run->ctx);
}

/* ---- co-occurrences ---- */

static jsmf_status add_cooc(tool_run *run, size_t operand, jsmf_arrays_sums *to)
{
    const char *path = run->operands[operand];
    jsmf_stream stream = { 0 };
    jsmf_arrays_sums part;
    if (tool_read_file(run, path, JSMF_COOC, &stream) != JSMF_OK ||
        jsmf_arrays_sums_of_stream(run->ctx, &stream, path, &part) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_arrays_sums_join(run->ctx, to, &part, JSMF_SUMS_PLUS, true, true) == JSMF_OK)
        jsmf_recorded(jsmf_arrays_sums_add(run->ctx, to, &part, JSMF_SUMS_PLUS));
    jsmf_arrays_sums_free(&part);
    return jsmf_context_status(run->ctx);
}

jsmf_status merge_coocs(tool_run *run, jsmf_stream *first, jsmf_stream *out)
{
    jsmf_arrays_sums sums;
    if (jsmf_arrays_sums_of_stream(run->ctx, first, tool_operand(run, 0), &sums) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 1; i < run->operand_count && jsmf_context_status(run->ctx) == JSMF_OK; i++)
        jsmf_recorded(add_cooc(run, i, &sums));
    if (jsmf_context_status(run->ctx) == JSMF_OK &&
        jsmf_arrays_sums_finish(run->ctx, &sums, 0, out) == JSMF_OK)
        jsmf_recorded(jsmf_sums_shards_lines(run->ctx, &sums.shards, &out->history));
    jsmf_arrays_sums_free(&sums);
    return jsmf_context_status(run->ctx);
}
