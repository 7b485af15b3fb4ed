/* The topics' shares in groups of documents, as jsmf-report shows them. */
#ifndef JSMF_REPORT_GROUPS_H
#define JSMF_REPORT_GROUPS_H

#include "report_data.h"

/* The arrays that --by names. */
typedef struct report_arrays {
    char *text;
    const char *names[4];
    size_t count;
} report_arrays;
/* *arrays = those of by, which may be NULL; to be freed in any case. JSMF_EUSAGE where they are too many. */
jsmf_status report_groups_arrays(tool_run *run, const char *by, report_arrays *arrays) JSMF_CHECKED;
void report_arrays_free(report_arrays *arrays);

/* Makes d->groups, where groups were asked for, of the documents' compositions. JSMF_EUSAGE where they are too many to
 * be shown. */
jsmf_status report_groups_make(tool_run *run, report_data *d) JSMF_CHECKED;

#endif
