/* The page of jsmf-report: the template of tools/report/, with what is in the data in its slots. */
#ifndef JSMF_REPORT_PAGE_H
#define JSMF_REPORT_PAGE_H

#include "report_data.h"

/* The files of tools/report/, which the build puts into the program; each ends with a NUL. */
extern const char report_template[], report_style[], report_figures[], report_script[];

typedef struct report_page {
    jsmf_context *ctx;
    jsmf_output *out;
    const report_data *d;
    jsmf_report_topics topics; /* for the figures */
    size_t topic;              /* the one whose card is written */
} report_page;

/* Writes what printf would print; nothing once an error stands. Likewise the others. */
void page_put(report_page *p, const char *format, ...) JSMF_PRINTF(2, 3);
/* A text of the data as HTML; isolated: from the direction of what stands around it, as an element. */
void page_text(report_page *p, const char *text, size_t most);
void page_isolated(report_page *p, const char *text, size_t most);
/* A whole number with its thousands apart: 12,345. */
void page_count(report_page *p, double number);
/* A share in per cent with two digits, and a blank before the sign. */
void page_percent(report_page *p, double share);
/* "3 war, army, troops" as a link to the topic's card. */
void page_topic_link(report_page *p, size_t topic);

/* The documents most about p->topic, at most so many, as items of a list, with so much of their text. */
void page_put_documents(report_page *p, size_t count, size_t text);

/* The figures; the trend of p->topic. */
void page_put_map(report_page *p);
void page_put_matrix(report_page *p);
void page_put_plane(report_page *p);
void page_put_trend(report_page *p);

/* One that the template names as {{name}}, or that says whether {{#name}} ... {{/name}} is shown. */
typedef struct page_slot {
    const char *name;
    void (*write)(report_page *p);
    bool (*holds)(const report_page *p);
} page_slot;
/* Of each file; they end with name NULL. */
extern const page_slot page_slots_of_overview[], page_slots_of_topics[], page_slots_of_documents[];

/* Writes the whole page. */
jsmf_status page_write(jsmf_context *ctx, jsmf_output *out, const report_data *d) JSMF_CHECKED;
/* The labels, weights and style that figures take. */
jsmf_report_topics page_topics(const report_data *d, bool standalone);
#endif
