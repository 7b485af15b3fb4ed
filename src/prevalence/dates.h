/* Dates of ISO 8601, cut to periods. */
#ifndef JSMF_PREVALENCE_DATES_H
#define JSMF_PREVALENCE_DATES_H

#include "jsmf/prevalence.h"

enum { JSMF_PREVALENCE_PERIOD_BYTES = 16 };

/* Writes the period that the date (length bytes) is in, with a NUL; false where it is no date, or one that does not say
 * which of these periods it is in, as a year does not say the month. */
bool jsmf_prevalence_cut_date(const char *date, size_t length, jsmf_prevalence_period period,
                              char text[JSMF_PREVALENCE_PERIOD_BYTES]);

#endif
