/* The topics' shares in groups of documents, as jsmf-report shows them. */
#ifndef JSMF_REPORT_GROUPS_H
#define JSMF_REPORT_GROUPS_H

#include "report_data.h"

/* Makes d->groups, where groups were asked for, of the documents' compositions. JSMF_EUSAGE where they are too many to
 * be shown. */
jsmf_status report_groups_make(tool_run *run, report_data *d) JSMF_CHECKED;

#endif
