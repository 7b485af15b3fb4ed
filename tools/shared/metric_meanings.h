/* What metrics are called, need and mean, for people. */
#ifndef JSMF_METRIC_MEANINGS_H
#define JSMF_METRIC_MEANINGS_H

#include <stddef.h>
#include <stdio.h>

typedef struct metric_meaning {
    const char *name, *needs; /* needs: "with" options, or "of the model alone" */
    const char *good;         /* which way is good: "high", "low", "0", "1", or "-" where none is */
    const char *meaning;      /* one line, with the unit or range */
} metric_meaning;

/* NULL for a metric that has no line. */
const metric_meaning *metric_meaning_of(const char *name);
/* The metrics by what they need, as a section of the help. */
void metric_meanings_help(FILE *f);

#endif
