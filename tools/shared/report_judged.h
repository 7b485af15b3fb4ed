/* What pages of any format say of a model's quality, and what to look out for in it. */
#ifndef JSMF_REPORT_JUDGED_H
#define JSMF_REPORT_JUDGED_H

#include "report_data.h"

/* A measure, and what pages say of it, in HTML. */
typedef struct report_measure {
    const char *metric, *name, *good, *meaning;
    int digits;
    bool of_words; /* it depends on how many leading words are counted */
} report_measure;
extern const report_measure report_measures[]; /* ends with metric NULL */
/* Whether the measure is known and says something; *value is it. */
bool report_measured(const report_data *d, const report_measure *what, double *value);

/* " Of 10 leading words; ...", behind the meaning, of a measure that depends on them; "" of others. Returns text. */
enum { REPORT_COUNTED = 120 };
const char *report_counted(const report_data *d, const report_measure *what, char text[REPORT_COUNTED]);

/* What topics can suffer from, and how it is said of one and of several. */
typedef struct report_concern {
    bool (*holds)(const report_data *d, size_t topic);
    const char *one, *several;
} report_concern;
extern const report_concern report_concerns[]; /* ends with holds NULL */
/* How many topics it holds of. */
size_t report_concerned(const report_data *d, const report_concern *concern);

/* How many leading words two topics share, and whether these are more than half. */
size_t report_shared_words(const report_data *d, size_t a, size_t b);
bool report_are_alike(const report_data *d, size_t a, size_t b);
/* How many pairs of topics are alike; pages know it already. */
size_t report_count_pairs(const report_data *d);
/* How many of these pages name. */
enum { REPORT_PAIRS = 20 };

#endif
