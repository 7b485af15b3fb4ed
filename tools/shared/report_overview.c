/* The first sections of the page: what this is, how good it is, what to look out for, the figures of all topics. */
#include "report_judged.h"
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
    page_put(p, "<li><b>");
    page_count(p, number);
    page_put(p, "</b> %s%s</li>\n", noun, number == 1 ? "" : more);
}

static void put_facts(report_page *p)
{
    const report_data *d = p->d;
    put_fact(p, (double)d->in.model.k, "topic", "s");
    if (d->documents >= 0)
        put_fact(p, d->documents, "document", "s");
    if (d->wordless > 0)
        put_fact(p, (double)d->wordless, "more without words", "");
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

static void put_quality(report_page *p)
{
    for (const report_measure *what = report_measures; what->metric; what++) {
        double value;
        char counted[REPORT_COUNTED];
        if (!report_measured(p->d, what, &value))
            continue;
        page_put(p, "<tr><th scope=\"row\">%s</th><td class=\"number\">%s%.*f", what->name, value < 0 ? "&minus;" : "",
                 what->digits, fabs(value));
        if (strcmp(what->metric, "UniqueWords") == 0)
            page_put(p, " of %zu", p->d->summary.words);
        page_put(p, "</td><td class=\"way\">%s</td><td>%s%s</td></tr>\n", what->good, what->meaning,
                 report_counted(p->d, what, counted));
    }
}

/* ---- warnings ---- */

static void put_concern(report_page *p, const report_concern *concern)
{
    const size_t count = report_concerned(p->d, concern);
    const char *between = " ";
    if (count == 0)
        return;
    page_put(p, "<li>%s", count == 1 ? concern->one : concern->several);
    for (size_t k = 0; k < p->d->in.model.k; k++)
        if (concern->holds(p->d, k)) {
            page_put(p, "%s", between);
            page_topic_link(p, k);
            between = "; ";
        }
    page_put(p, ".</li>\n");
}

static void put_pairs(report_page *p)
{
    const size_t k = p->d->in.model.k, count = p->d->alike;
    size_t shown = 0;
    for (size_t a = 0; a < k; a++)
        for (size_t b = a + 1; b < k && shown < REPORT_PAIRS; b++)
            if (report_are_alike(p->d, a, b)) {
                shown++;
                page_put(p, "<li>Two topics are near-duplicates: %zu of %zu leading words of ",
                         report_shared_words(p->d, a, b), p->d->summary.words);
                page_topic_link(p, a);
                page_put(p, " lead ");
                page_topic_link(p, b);
                page_put(p, ", too. Fewer topics might do, or one of both "
                         "(<code>jsmf-edit --merge %zu,%zu</code>).</li>\n", a, b);
            }
    if (count > shown)
        page_put(p, "<li>So it is with %zu more pair%s of topics.</li>\n", JSMF_COUNTED(count - shown));
}

static bool has_warnings(const report_page *p)
{
    for (const report_concern *concern = report_concerns; concern->holds; concern++)
        if (report_concerned(p->d, concern))
            return true;
    return p->d->alike > 0;
}

static bool has_no_warnings(const report_page *p) { return !has_warnings(p); }

static void put_warnings(report_page *p)
{
    for (const report_concern *concern = report_concerns; concern->holds; concern++)
        put_concern(p, concern);
    put_pairs(p);
}

/* ---- figures ---- */

static bool has_lift(const report_page *p) { return p->d->lift != NULL && p->d->in.model.k > 1; }
static bool has_plane(const report_page *p) { return p->d->plane != NULL; }
static bool has_bag(const report_page *p) { return p->d->asked->bag != NULL; }
static bool lacks_bag(const report_page *p) { return !has_bag(p); }

/* Whether two topics meet more often than by chance. */
static bool has_lines(const report_page *p)
{
    const size_t k = p->d->in.model.k;
    for (size_t i = 0; p->d->lift && i < k * k; i++)
        if (i % (k + 1) && p->d->lift[i] > 1)
            return true;
    return false;
}

static bool has_no_lines(const report_page *p) { return p->d->lift && !has_lines(p); }
static void put_lines(report_page *p) { page_put(p, p->d->in.model.k > 40 ? "one" : "three"); }

void page_put_map(report_page *p)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_map(p->ctx, p->out, &p->topics, p->d->at, p->d->lift));
}

void page_put_matrix(report_page *p)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_matrix(p->ctx, p->out, &p->topics, p->d->lift, p->d->order));
}

void page_put_plane(report_page *p)
{
    const report_data *d = p->d;
    const jsmf_report_points points = { .words = d->plane, .corners = d->corners,
                                        .drawn = d->drawn, .drawn_count = d->drawn_count, .anchors = &d->anchors };
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_draw_plane(p->ctx, p->out, &p->topics, &points));
}

static void put_version(report_page *p) { page_put(p, "%s", jsmf_version()); }

const page_slot page_slots_of_overview[] = {
    { "title", put_title, NULL }, { "style", put_style, NULL }, { "figure-style", put_figure_style, NULL },
    { "script", put_script, NULL }, { "date", put_date, has_date }, { "lede", put_lede, NULL },
    { "facts", put_facts, NULL }, { "history", put_history, has_history }, { "quality", put_quality, NULL },
    { "warnings", put_warnings, has_warnings }, { "no-warnings", NULL, has_no_warnings }, { "map", page_put_map, NULL },
    { "lines", put_lines, has_lines }, { "no-lines", NULL, has_no_lines },
    { "matrix", page_put_matrix, has_lift }, { "plane", page_put_plane, has_plane }, { "bag", NULL, has_bag },
    { "no-bag", NULL, lacks_bag }, { "version", put_version, NULL }, { NULL, NULL, NULL },
};
