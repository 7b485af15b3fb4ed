/* What jsmf-report shows: a model, and what is known of its corpus and documents. */
#ifndef JSMF_REPORT_DATA_H
#define JSMF_REPORT_DATA_H

#include "document_groups.h"
#include "models.h"
#include "topic_documents.h"

#include "jsmf/metrics.h"
#include "jsmf/report.h"

enum { REPORT_TYPICAL = 20, REPORT_FREX = 10, REPORT_PLANE_WORDS = 5000, REPORT_RELATED = 5 };

/* Of a document that is about a topic. */
static const double report_least_share = 0.05;

typedef struct report_inputs {
    const char *bag, *compositions, *cooc, *held_out, *title, *date;
    document_groups_how how;
    size_t words;       /* leading words a topic */
    size_t documents;   /* documents in the page, at most */
    size_t bars;        /* groups that are shown as bars, at most */
} report_inputs;

typedef struct report_data {
    const report_inputs *asked;
    model_input in;
    jsmf_model_summary summary;
    double *weight;             /* k: p(topic), each 1/K where nothing tells */
    bool weighed;               /* whether something did */
    double *unigram;            /* n: p(word) */
    jsmf_strings labels;        /* k: names, or leading words */
    jsmf_strings anchors;       /* k: the anchors that hold, "" for the others */
    double *distance, *at;      /* k x k, k x 2 */
    double *lift;               /* k x k, or NULL: without A */
    size_t *order;              /* k: of the matrix; NULL where lift is */
    size_t *frex;               /* k x frex_words */
    size_t frex_words;
    double *plane, *corners;    /* n x 2, k x 2; NULL without A */
    size_t *drawn, drawn_count; /* words of the plane */
    double documents, tokens;   /* of the corpus, or negative; of documents with words */
    size_t wordless;            /* documents of the bag without words */
    jsmf_stream bag;
    jsmf_csr counts;            /* of the bag */
    jsmf_metrics metrics;
    topic_documents about;      /* documents is 0 where there are none */
    const jsmf_strings *texts;  /* the beginnings of the documents, or NULL */
    jsmf_strings group_names;
    double *mean, *low, *high;  /* groups x k */
    jsmf_report_groups groups;  /* count is 0 where there are none */
    size_t alike;               /* pairs of topics: see report_are_alike */
    size_t ungrouped;           /* documents without a group */
    size_t left_groups;         /* categories that are not shown */
} report_data;

/* Reads and computes all of it. To be released in any case. */
jsmf_status report_data_make(tool_run *run, const report_inputs *asked, report_data *d) JSMF_CHECKED;
void report_data_free(report_data *d);

/* The word, or "#12" where the model has no vocabulary. */
const char *report_word(const report_data *d, size_t i, char number[32]);
/* p(word | topic). */
double report_probability(const report_data *d, size_t word, size_t topic);
/* How many of the topic's leading words there are. */
size_t report_words(const report_data *d, size_t topic);

#endif
