/* The first sections of the page: what this is, how good it is, what to look out for, the figures of all topics. */
#include "report_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- head ---- */

static void put_title(report_page *p)
{
    if (p->d->asked->title) {
        page_text(p, p->d->asked->title, 300);
        return;
    }
    page_put(p, "%zu topic%s", JSMF_COUNTED(p->d->in.model.k));
    if (p->d->documents >= 0) {
        page_put(p, " in ");
        page_count(p, p->d->documents);
        page_put(p, " document%s", p->d->documents == 1 ? "" : "s");
    }
}

static void put_asset(report_page *p, const char *asset)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_output_write(p->ctx, p->out, asset, strlen(asset)));
}

static void put_style(report_page *p) { put_asset(p, report_style); }
static void put_figure_style(report_page *p) { put_asset(p, report_figures); }
static void put_script(report_page *p) { put_asset(p, report_script); }

static bool has_date(const report_page *p) { return p->d->asked->date != NULL; }
static void put_date(report_page *p) { page_text(p, p->d->asked->date, 100); }

static size_t largest_topic(const report_page *p)
{
    size_t top = 0;
    if (jsmf_top(p->d->in.model.k, p->d->weight, 1, -1, 1, &top) == 0)
        return 0;
    return top;
}

static void put_lede(report_page *p)
{
    const size_t top = largest_topic(p);
    page_put(p, "A topic is a group of words that tend to occur in the same documents. ");
    if (!p->d->weighed)
        return;
    page_put(p, "The largest one here, ");
    page_topic_link(p, top);
    page_put(p, ", makes ");
    page_percent(p, p->d->weight[top]);
    page_put(p, " of all words.");
}

/* ---- facts ---- */

static void put_fact(report_page *p, double number, const char *noun, const char *more)
{
    page_put(p, "<div><dt>%s%s</dt><dd>", noun, number == 1 ? "" : more);
    page_count(p, number);
    page_put(p, "</dd></div>\n");
}

static void put_facts(report_page *p)
{
    const report_data *d = p->d;
    put_fact(p, (double)d->in.model.k, "topic", "s");
    if (d->documents >= 0)
        put_fact(p, d->documents, "document", "s");
    put_fact(p, (double)d->in.model.n, "different word", "s");
    if (d->tokens >= 0) {
        put_fact(p, d->tokens, "word", "s in all");
        if (d->documents > 0)
            put_fact(p, floor(d->tokens / d->documents + 0.5), "word", "s a document");
    }
}

static bool has_history(const report_page *p) { return p->d->in.stream.history.count > 0; }

static void put_history(report_page *p)
{
    const jsmf_strings *history = &p->d->in.stream.history;
    for (size_t i = 0; i < history->count; i++) {
        page_put(p, "<li><code>");
        page_text(p, jsmf_strings_get(history, i), 500);
        page_put(p, "</code></li>\n");
    }
}

/* ---- quality ---- */

typedef struct measure {
    const char *metric, *name, *good, *meaning;
    int digits;
} measure;

/* Those that a reader asks for first; jsmf-eval has the others. */
static const measure measures[] = {
    { "Legality", "Legality", "1 is best",
      "The sum of the topics&#39; correlations as they were recovered. Far from 1 the model does not fit the corpus.",
      3 },
    { "RelativeApproximation", "Approximation error", "lower is better",
      "How far the co-occurrences of words that the model makes are from those of the corpus, as a part of them. "
      "0 would be a perfect fit.", 3 },
    { "NPMI", "Coherence (NPMI)", "higher is better",
      "Whether the leading words of a topic occur in the same documents: &minus;1 never, 0 as often as by chance, "
      "1 always.", 3 },
    { "UniqueWords", "Unique words", "higher is better",
      "How many of a topic&#39;s leading words no other topic leads with, in the mean of all topics.", 1 },
    { "Specificity", "Specificity", "higher is better",
      "How far the words of topics are from those of the corpus as a whole, in bits. Near 0 a topic says nothing of "
      "its own.", 2 },
    { "HeldOutLogProbability", "Held-out likelihood", "higher is better",
      "How well one half of a document tells the words of the other half: the mean logarithm of their probability.",
      3 },
};

/* Leading words that lead no other topic, in the mean of the topics. */
static double unique_words(const report_data *d)
{
    const size_t all = jsmf_mul_sat(d->in.model.k, d->summary.words), *words = d->summary.prominent;
    size_t unique = 0;
    for (size_t i = 0; i < all; i++) {
        size_t topics = 0;
        for (size_t j = 0; words[i] != JSMF_NONE && j < all; j++)
            topics += words[j] == words[i];
        unique += topics == 1;
    }
    return (double)unique / (double)d->in.model.k;
}

static bool is_shown(const report_page *p, const measure *what, double *value)
{
    if (strcmp(what->metric, "UniqueWords") == 0) {
        *value = unique_words(p->d);
        return true;
    }
    const jsmf_metric *metric = jsmf_metrics_find(&p->d->metrics, what->metric);
    if (!metric || isnan(metric->value) || (strcmp(what->metric, "Legality") == 0 && p->d->in.model.legality == 1))
        return false;
    *value = metric->value;
    return true;
}

static void put_quality(report_page *p)
{
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
        const measure *what = measures + i;
        double value;
        if (!is_shown(p, what, &value))
            continue;
        page_put(p, "<tr><th scope=\"row\">%s</th><td class=\"number\">%s%.*f", what->name, value < 0 ? "&minus;" : "",
                 what->digits, fabs(value));
        if (strcmp(what->metric, "UniqueWords") == 0)
            page_put(p, " of %zu", p->d->summary.words);
        page_put(p, "</td><td class=\"way\">%s</td><td>%s</td></tr>\n", what->good, what->meaning);
    }
}

/* ---- warnings ---- */

/* A topic of less than a tenth of an even share. */
static bool is_little(const report_data *d, size_t k)
{
    return d->weighed && d->weight[k] < 0.1 / (double)d->in.model.k;
}

/* How many of a topic's leading words are another's, too. */
static size_t shared_words(const report_data *d, size_t a, size_t b)
{
    const size_t count = d->summary.words, *x = d->summary.prominent + a * count, *y = d->summary.prominent + b * count;
    size_t shared = 0;
    for (size_t i = 0; i < count && x[i] != JSMF_NONE; i++)
        for (size_t j = 0; j < count && y[j] != JSMF_NONE; j++)
            shared += x[i] == y[j];
    return shared;
}

static bool are_alike(const report_data *d, size_t a, size_t b)
{
    return d->summary.words >= 4 && 2 * shared_words(d, a, b) > d->summary.words;
}

static const double *coherence(const report_data *d)
{
    const jsmf_metric *metric = jsmf_metrics_find(&d->metrics, "NPMI");
    return metric ? metric->topics : NULL;
}

static bool is_incoherent(const report_data *d, size_t k)
{
    const double *npmi = coherence(d);
    return npmi && !isnan(npmi[k]) && npmi[k] < 0;
}

static size_t count_topics(const report_data *d, bool (*which)(const report_data *d, size_t k))
{
    size_t count = 0;
    for (size_t k = 0; k < d->in.model.k; k++)
        count += which(d, k);
    return count;
}

static void put_warning_of(report_page *p, bool (*which)(const report_data *d, size_t k), const char *one,
                           const char *many)
{
    const size_t count = count_topics(p->d, which);
    if (count == 0)
        return;
    page_put(p, "<li>%s ", count == 1 ? one : many);
    for (size_t k = 0; k < p->d->in.model.k; k++)
        if (which(p->d, k)) {
            page_topic_link(p, k);
            page_put(p, " ");
        }
    page_put(p, "</li>\n");
}

static size_t count_pairs(const report_data *d)
{
    size_t count = 0;
    for (size_t a = 0; a < d->in.model.k; a++)
        for (size_t b = a + 1; b < d->in.model.k; b++)
            count += are_alike(d, a, b);
    return count;
}

enum { MOST_PAIRS = 20 };

static void put_pairs(report_page *p)
{
    const size_t k = p->d->in.model.k, count = count_pairs(p->d);
    size_t shown = 0;
    for (size_t a = 0; a < k; a++)
        for (size_t b = a + 1; b < k && shown < MOST_PAIRS; b++)
            if (are_alike(p->d, a, b)) {
                shown++;
                page_put(p, "<li>Two topics are near-duplicates: %zu of %zu leading words of ",
                         shared_words(p->d, a, b), p->d->summary.words);
                page_topic_link(p, a);
                page_put(p, " lead ");
                page_topic_link(p, b);
                page_put(p, ", too. Fewer topics might do.</li>\n");
            }
    if (count > shown)
        page_put(p, "<li>%zu more pairs of topics are near-duplicates.</li>\n", count - shown);
}

static bool has_warnings(const report_page *p)
{
    return count_topics(p->d, is_little) || count_topics(p->d, is_incoherent) || count_pairs(p->d);
}

static bool has_no_warnings(const report_page *p) { return !has_warnings(p); }

static void put_warnings(report_page *p)
{
    put_warning_of(p, is_little, "One topic has less than a tenth of an even share of the words, and may rest on few "
                   "documents:",
                   "Some topics have less than a tenth of an even share of the words, and may rest on few documents:");
    put_warning_of(p, is_incoherent, "One topic is incoherent, as its leading words meet in documents less often than "
                   "by chance:",
                   "Some topics are incoherent, as their leading words meet in documents less often than by chance:");
    put_pairs(p);
}

/* ---- figures ---- */

static bool has_lift(const report_page *p) { return p->d->lift != NULL && p->d->in.model.k > 1; }
static bool has_plane(const report_page *p) { return p->d->plane != NULL; }
static bool has_bag(const report_page *p) { return p->d->asked->bag != NULL; }
static bool lacks_bag(const report_page *p) { return !has_bag(p); }

static void put_lines(report_page *p) { page_put(p, p->d->in.model.k > 40 ? "one" : "three"); }

static void put_map(report_page *p)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_map(p->ctx, p->out, &p->topics, p->d->at, p->d->lift));
}

static void put_matrix(report_page *p)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_matrix(p->ctx, p->out, &p->topics, p->d->lift, p->d->order));
}

static void put_plane(report_page *p)
{
    const report_data *d = p->d;
    const jsmf_report_points points = { .n = d->in.model.n, .words = d->plane, .corners = d->corners,
                                        .drawn = d->drawn, .drawn_count = d->drawn_count, .anchors = &d->anchors };
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_plane(p->ctx, p->out, &p->topics, &points));
}

static void put_version(report_page *p) { page_put(p, "%s", jsmf_version()); }

const page_slot page_slots_of_overview[] = {
    { "title", put_title, NULL }, { "style", put_style, NULL }, { "figure-style", put_figure_style, NULL },
    { "script", put_script, NULL }, { "date", put_date, has_date }, { "lede", put_lede, NULL },
    { "facts", put_facts, NULL }, { "history", put_history, has_history }, { "quality", put_quality, NULL },
    { "warnings", put_warnings, has_warnings }, { "no-warnings", NULL, has_no_warnings }, { "map", put_map, NULL },
    { "lines", put_lines, NULL },
    { "matrix", put_matrix, has_lift }, { "plane", put_plane, has_plane }, { "bag", NULL, has_bag },
    { "no-bag", NULL, lacks_bag }, { "version", put_version, NULL }, { NULL, NULL, NULL },
};
