/* The card of a topic. */
#include "report_page.h"

#include <math.h>
#include <stdio.h>

enum { WORD = 40, NAME = 120, CARD_DOCUMENTS = 3 };

static void put_number(report_page *p) { page_put(p, "%zu", p->topic); }
static void put_name(report_page *p) { page_isolated(p, jsmf_strings_get(&p->d->labels, p->topic), NAME); }
static void put_weight(report_page *p) { page_percent(p, p->d->weight[p->topic]); }
static bool is_weighed(const report_page *p) { return p->d->weighed; }

static void put_word(report_page *p, size_t word)
{
    char number[32];
    page_isolated(p, report_word(p->d, word, number), WORD);
}

static const size_t *words_of(const report_page *p) { return p->d->summary.prominent + p->topic * p->d->summary.words; }

/* A word's two bars are of one scale, on which the topic's first word is the longest. */
static void put_words(report_page *p)
{
    const size_t count = report_words(p->d, p->topic), *words = words_of(p);
    double longest = 0;
    for (size_t j = 0; j < count; j++)
        longest = fmax(longest, fmax(report_probability(p->d, words[j], p->topic), p->d->unigram[words[j]]));
    for (size_t j = 0; j < count; j++) {
        const double here = report_probability(p->d, words[j], p->topic), all = p->d->unigram[words[j]];
        page_put(p, "<tr><th scope=\"row\">");
        put_word(p, words[j]);
        page_put(p, "</th><td class=\"bars\"><i style=\"width:%.1f%%\"></i><s style=\"width:%.1f%%\"></s></td><td>",
                 100 * here / longest, 100 * all / longest);
        page_percent(p, here);
        page_put(p, "</td><td>");
        page_percent(p, all);
        page_put(p, "</td></tr>\n");
    }
}

static bool has_words(const report_page *p) { return report_words(p->d, p->topic) > 0; }

static void put_list(report_page *p, const size_t *words, size_t count)
{
    for (size_t j = 0; j < count && words[j] != JSMF_NONE; j++) {
        page_put(p, j ? ", " : "");
        put_word(p, words[j]);
    }
}

static void put_frex(report_page *p) { put_list(p, p->d->frex + p->topic * p->d->frex_words, p->d->frex_words); }

static bool has_anchor(const report_page *p) { return jsmf_strings_length(&p->d->anchors, p->topic) > 0; }
static bool has_no_anchor(const report_page *p) { return !has_anchor(p); }
static void put_anchor(report_page *p) { page_isolated(p, jsmf_strings_get(&p->d->anchors, p->topic), WORD); }

static bool has_characteristic(const report_page *p)
{
    return p->d->summary.characteristic && p->d->summary.words &&
           p->d->summary.characteristic[p->topic * p->d->summary.words] != JSMF_NONE;
}

static void put_characteristic(report_page *p)
{
    const size_t words = p->d->summary.words;
    put_list(p, p->d->summary.characteristic + p->topic * words, words);
}

static bool has_related(const report_page *p)
{
    const jsmf_model_summary *s = &p->d->summary;
    return s->topics && s->related && s->topics[p->topic * s->related] != JSMF_NONE;
}

static void put_related(report_page *p)
{
    const jsmf_model_summary *s = &p->d->summary;
    for (size_t j = 0; j < s->related && s->topics[p->topic * s->related + j] != JSMF_NONE; j++) {
        page_put(p, "<li>");
        page_topic_link(p, s->topics[p->topic * s->related + j]);
        page_put(p, " <span class=\"lift\">&times;%.*f</span></li>\n",
                 s->lift[p->topic * s->related + j] < 2 ? 2 : 1, s->lift[p->topic * s->related + j]);
    }
}

/* ---- trends ---- */

static bool has_groups(const report_page *p) { return p->d->groups.count > 0; }

static void put_spark(report_page *p)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_spark(p->ctx, p->out, &p->topics, &p->d->groups, p->topic));
}

static void put_first_group(report_page *p) { page_isolated(p, jsmf_strings_get(p->d->groups.names, 0), 20); }
static void put_last_group(report_page *p)
{
    page_isolated(p, jsmf_strings_get(p->d->groups.names, p->d->groups.count - 1), 20);
}

/* The end of the axis of topic k: above its means, and above its intervals where they are not far away. */
static double highest_of(const report_data *d, size_t k)
{
    double mean = 0, high = 0;
    for (size_t i = 0; i < d->groups.count; i++) {
        mean = fmax(mean, d->groups.mean[i * d->in.model.k + k]);
        high = fmax(high, d->groups.high[i * d->in.model.k + k]);
    }
    return fmin(high, 1.5 * mean);
}

void page_put_trend(report_page *p)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_trend(p->ctx, p->out, &p->topics, &p->d->groups, p->topic,
                                             highest_of(p->d, p->topic)));
}

static void put_by(report_page *p) { page_text(p, p->d->asked->how.by ? p->d->asked->how.by : "label", 60); }

static bool is_ordered(const report_page *p) { return has_groups(p) && p->d->groups.ordered; }
static bool is_unordered(const report_page *p) { return has_groups(p) && !p->d->groups.ordered; }

static bool has_left(const report_page *p) { return has_groups(p) && (p->d->ungrouped || p->d->left_groups); }
static void put_left(report_page *p)
{
    const report_data *d = p->d;
    if (d->ungrouped) {
        page_count(p, (double)d->ungrouped);
        page_put(p, " document%s without a group or without words %s left out. ", jsmf_plural(d->ungrouped),
                 d->ungrouped == 1 ? "is" : "are");
    }
    if (d->left_groups) {
        page_count(p, (double)d->left_groups);
        page_put(p, " smaller group%s %s not shown.", jsmf_plural(d->left_groups), d->left_groups == 1 ? "is" : "are");
    }
}

/* ---- documents ---- */

static bool has_documents(const report_page *p) { return p->d->about.documents > 0; }

static void put_documents(report_page *p) { page_put_documents(p, CARD_DOCUMENTS, 160); }

const page_slot page_slots_of_topics[] = {
    { "number", put_number, NULL }, { "name", put_name, NULL }, { "weight", put_weight, is_weighed },
    { "words", put_words, has_words }, { "frex", put_frex, NULL }, { "anchor", put_anchor, has_anchor },
    { "no-anchor", NULL, has_no_anchor },
    { "characteristic", put_characteristic, has_characteristic }, { "related", put_related, has_related },
    { "spark", put_spark, NULL }, { "groups", NULL, has_groups }, { "first-group", put_first_group, NULL },
    { "last-group", put_last_group, NULL }, { "trend", page_put_trend, NULL }, { "by", put_by, NULL },
    { "ordered", NULL, is_ordered }, { "unordered", NULL, is_unordered }, { "left", put_left, has_left },
    { "card-documents", put_documents, has_documents }, { NULL, NULL, NULL },
};
