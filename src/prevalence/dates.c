/* Dates of ISO 8601, cut to periods. */
#include "dates.h"

#include <stdio.h>
#include <string.h>

/* Month and day are 0 where the date does not have them. */
typedef struct civil {
    int year, month, day;
} civil;

static bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

static int days_before(int year, int month)
{
    static const int before[] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365 };
    return before[month - 1] + (month > 2 && is_leap(year));
}

static int days_in(int year, int month)
{
    const int february = 2;
    return month == february ? 28 + is_leap(year) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/* Reads so many digits at *at, and moves it past them. */
static bool read_digits(const char **at, const char *end, int count, int *out)
{
    *out = 0;
    for (; count > 0; count--, ++*at) {
        if (*at == end || **at < '0' || **at > '9')
            return false;
        *out = *out * 10 + (**at - '0');
    }
    return true;
}

static bool skip(const char **at, const char *end, char byte)
{
    if (*at == end || **at != byte)
        return false;
    ++*at;
    return true;
}

/* YYYY, YYYY-MM, YYYY-MM-DD or YYYYMMDD; behind a day there may be a time, which is not looked at. */
static bool read_parts(const char *at, const char *end, civil *date)
{
    bool dashed;
    if (!read_digits(&at, end, 4, &date->year))
        return false;
    if (at == end)
        return true;
    dashed = skip(&at, end, '-');
    if (!read_digits(&at, end, 2, &date->month))
        return false;
    if (at == end)
        return dashed;
    if ((dashed && !skip(&at, end, '-')) || !read_digits(&at, end, 2, &date->day))
        return false;
    return at == end || *at == 'T' || *at == 't' || *at == ' ';
}

static bool read_date(const char *text, size_t length, civil *date)
{
    enum { MONTHS = 12 };
    *date = (civil){ 0 };
    if (!read_parts(text, text + length, date))
        return false;
    if (length <= 4)
        return true;
    if (date->month < 1 || date->month > MONTHS)
        return false;
    return length <= 7 || (date->day >= 1 && date->day <= days_in(date->year, date->month));
}

/* The day of the week of January 1st, 0 for a Monday, in the Gregorian calendar. */
static int first_weekday(int year)
{
    const int before = year + 399; /* whole years since a Monday, January 1st of a year 400 n + 1; never negative */
    return (before + before / 4 - before / 100 + before / 400) % 7;
}

/* A year has 53 weeks where it begins on a Thursday, or on a Wednesday and is a leap year. */
static int weeks_in(int year)
{
    const int first = first_weekday(year);
    return first == 3 || (first == 2 && is_leap(year)) ? 53 : 52;
}

/* Week 1 is that of the year's first Thursday. */
static void write_week(const civil *date, char text[JSMF_PREVALENCE_PERIOD_BYTES])
{
    const int first = first_weekday(date->year), day = days_before(date->year, date->month) + date->day - 1;
    const int weekday = (first + day) % 7;
    int year = date->year, week = (day - weekday + 10) / 7;
    if (week < 1 && year > 0)
        week = weeks_in(--year);
    else if (week > weeks_in(year)) {
        week = 1;
        year++;
    }
    snprintf(text, JSMF_PREVALENCE_PERIOD_BYTES, "%04d-W%02d", year % 10000, week % 100);
}

bool jsmf_prevalence_cut_date(const char *text, size_t length, jsmf_prevalence_period period,
                              char out[JSMF_PREVALENCE_PERIOD_BYTES])
{
    enum { YEAR_BYTES = 4, MONTH_BYTES = 7 };
    civil date;
    if (!read_date(text, length, &date) || (period != JSMF_PREVALENCE_YEAR && date.month == 0) ||
        (period != JSMF_PREVALENCE_YEAR && period != JSMF_PREVALENCE_MONTH && date.day == 0))
        return false;
    if (period == JSMF_PREVALENCE_WEEK) {
        write_week(&date, out);
        return true;
    }
    snprintf(out, JSMF_PREVALENCE_PERIOD_BYTES, "%04u-%02u-%02u", (unsigned)date.year % 10000,
             (unsigned)date.month % 100, (unsigned)date.day % 100);
    if (period != JSMF_PREVALENCE_DAY)
        out[period == JSMF_PREVALENCE_YEAR ? YEAR_BYTES : MONTH_BYTES] = '\0';
    return true;
}
