/* The page's content as Markdown. */
#include "report_markdown.h"

#include "report_judged.h"
#include "report_page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORD = 40, NAME = 120, TEXT = 160, DOCUMENTS = 5, MATRIX = 20, PAIRS = 40 };

static void put_text(report_page *p, const char *text, size_t most)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_text(p->ctx, p->out, JSMF_REPORT_MARKDOWN, text, most));
}

static void put_topic(report_page *p, size_t k)
{
    page_put(p, "**%zu** ", k);
    put_text(p, jsmf_strings_get(&p->d->labels, k), NAME);
}

static void put_word(report_page *p, size_t word)
{
    char number[32];
    put_text(p, report_word(p->d, word, number), WORD);
}

static void put_words(report_page *p, const char *name, const size_t *words, size_t count)
{
    page_put(p, "- %s: ", name);
    for (size_t j = 0; j < count && words[j] != JSMF_NONE; j++) {
        page_put(p, j ? ", " : "");
        put_word(p, words[j]);
    }
    page_put(p, "\n");
}

/* ---- about ---- */

static void put_title(report_page *p)
{
    const report_data *d = p->d;
    page_put(p, "# ");
    if (d->asked->title)
        put_text(p, d->asked->title, 300);
    else
        page_put(p, "%zu topic%s", JSMF_COUNTED(d->in.model.k));
    page_put(p, "\n\n");
    if (d->asked->date) {
        put_text(p, d->asked->date, 100);
        page_put(p, "\n\n");
    }
    page_put(p, "%zu topic%s, %zu different word%s", JSMF_COUNTED(d->in.model.k), JSMF_COUNTED(d->in.model.n));
    if (d->documents >= 0)
        page_put(p, ", %.0f document%s", d->documents, d->documents == 1 ? "" : "s");
    if (d->wordless > 0)
        page_put(p, " and %zu more without words", d->wordless);
    if (d->tokens >= 0)
        page_put(p, ", %.0f words in all", d->tokens);
    page_put(p, ".\n\n");
}

static void put_history(report_page *p)
{
    const jsmf_strings *history = &p->d->in.stream.history;
    page_put(p, history->count ? "How the model was made:\n\n" : "");
    for (size_t i = 0; i < history->count; i++) {
        page_put(p, "%zu. ", i + 1);
        put_text(p, jsmf_strings_get(history, i), 500);
        page_put(p, "\n");
    }
    page_put(p, history->count ? "\n" : "");
}

static void put_quality(report_page *p)
{
    page_put(p, "## How good it is\n\n| measure | value | good is | what it says |\n|---|---:|---|---|\n");
    for (const report_measure *what = report_measures; what->metric; what++) {
        double value;
        char counted[REPORT_COUNTED];
        if (report_measured(p->d, what, &value))
            page_put(p, "| %s | %.*f | %s | %s%s |\n", what->name, what->digits, value, what->good, what->meaning,
                     report_counted(p->d, what, counted));
    }
    page_put(p, "\n");
}

static void put_warnings(report_page *p)
{
    const size_t k = p->d->in.model.k;
    size_t shown = 0, pairs = 0;
    page_put(p, "## What to look out for\n\n");
    for (const report_concern *concern = report_concerns; concern->holds; concern++) {
        const size_t count = report_concerned(p->d, concern);
        const char *between = " ";
        if (count == 0)
            continue;
        shown++;
        page_put(p, "- %s", count == 1 ? concern->one : concern->several);
        for (size_t j = 0; j < k; j++)
            if (concern->holds(p->d, j)) {
                page_put(p, "%s", between);
                put_topic(p, j);
                between = "; ";
            }
        page_put(p, "\n");
    }
    for (size_t a = 0; a < k; a++)
        for (size_t b = a + 1; b < k && pairs < REPORT_PAIRS; b++)
            if (report_are_alike(p->d, a, b)) {
                pairs++;
                page_put(p, "- %zu of %zu leading words of ", report_shared_words(p->d, a, b), p->d->summary.words);
                put_topic(p, a);
                page_put(p, " lead ");
                put_topic(p, b);
                page_put(p, ", too.\n");
            }
    if (p->d->alike > pairs)
        page_put(p, "- So it is with %zu more pair%s of topics.\n", JSMF_COUNTED(p->d->alike - pairs));
    page_put(p, shown || pairs ? "\n" : "Nothing.\n\n");
}

/* ---- topics ---- */

static void put_word_table(report_page *p, size_t k)
{
    const size_t count = report_words(p->d, k), *words = p->d->summary.prominent + k * p->d->summary.words;
    page_put(p, "| word | in topic | overall |\n|---|---:|---:|\n");
    for (size_t j = 0; j < count; j++) {
        page_put(p, "| ");
        put_word(p, words[j]);
        page_put(p, " | ");
        page_percent(p, report_probability(p->d, words[j], k));
        page_put(p, " | ");
        page_percent(p, p->d->unigram[words[j]]);
        page_put(p, " |\n");
    }
    page_put(p, "\n");
}

static void put_related(report_page *p, size_t k)
{
    const jsmf_model_summary *s = &p->d->summary;
    const size_t *topics = s->topics ? s->topics + k * s->related : NULL;
    if (!topics || s->related == 0 || topics[0] == JSMF_NONE)
        return;
    page_put(p, "- goes together with: ");
    for (size_t j = 0; j < s->related && topics[j] != JSMF_NONE; j++) {
        page_put(p, j ? "; " : "");
        put_topic(p, topics[j]);
        page_put(p, " (%.1f)", s->lift[k * s->related + j]);
    }
    page_put(p, "\n");
}

static void put_documents(report_page *p, size_t k)
{
    const topic_documents *about = &p->d->about;
    const size_t *list = about->top + k * about->count;
    char number[32];
    if (about->documents == 0)
        return;
    page_put(p, "\n| document | share |%s\n|---|---:|%s\n", p->d->texts ? " text |" : "", p->d->texts ? "---|" : "");
    for (size_t j = 0; j < jsmf_least(DOCUMENTS, about->count) && list[j] != JSMF_NONE; j++) {
        page_put(p, "| ");
        put_text(p, topic_document_name(about, list[j], number), NAME);
        page_put(p, " | ");
        page_percent(p, about->w[list[j] * p->d->in.model.k + k]);
        page_put(p, " |");
        if (p->d->texts) {
            page_put(p, " ");
            put_text(p, jsmf_strings_get(p->d->texts, list[j]), TEXT);
            page_put(p, " |");
        }
        page_put(p, "\n");
    }
}

static void put_card(report_page *p, size_t k)
{
    const report_data *d = p->d;
    page_put(p, "### %zu ", k);
    put_text(p, jsmf_strings_get(&d->labels, k), NAME);
    page_put(p, "\n\n");
    if (d->weighed) {
        page_percent(p, d->weight[k]);
        page_put(p, " of all words.\n\n");
    }
    put_word_table(p, k);
    put_words(p, "frequent and exclusive", d->frex + k * d->frex_words, d->frex_words);
    if (jsmf_strings_length(&d->anchors, k)) {
        page_put(p, "- anchor: ");
        put_text(p, jsmf_strings_get(&d->anchors, k), WORD);
        page_put(p, "\n");
    }
    if (d->summary.characteristic)
        put_words(p, "characteristic", d->summary.characteristic + k * d->summary.words, d->summary.words);
    put_related(p, k);
    put_documents(p, k);
    page_put(p, "\n");
}

/* ---- correlations ---- */

static void put_matrix(report_page *p)
{
    const size_t k = p->d->in.model.k, *order = p->d->order;
    page_put(p, "| |");
    for (size_t j = 0; j < k; j++)
        page_put(p, " %zu |", order[j]);
    page_put(p, "\n|---|");
    for (size_t j = 0; j < k; j++)
        page_put(p, "---:|");
    for (size_t i = 0; i < k; i++) {
        page_put(p, "\n| ");
        put_topic(p, order[i]);
        page_put(p, " |");
        for (size_t j = 0; j < k; j++)
            if (i == j)
                page_put(p, " |");
            else
                page_put(p, " %.2f |", p->d->lift[order[i] * k + order[j]]);
    }
    page_put(p, "\n\n");
}

/* Of many topics the pairs of largest lift. */
static void put_largest(report_page *p)
{
    const size_t k = p->d->in.model.k;
    double *below = jsmf_copy(p->ctx, p->d->lift, jsmf_mul_sat(k, k), sizeof *below);
    size_t top[PAIRS];
    if (!below)
        return;
    for (size_t i = 0; i < k; i++)
        for (size_t j = i; j < k; j++)
            below[i * k + j] = 0;
    const size_t found = jsmf_top(k * k, below, 1, 1, PAIRS, top);
    page_put(p, "| topic | topic | lift |\n|---|---|---:|\n");
    for (size_t i = 0; i < found; i++) {
        page_put(p, "| ");
        put_topic(p, top[i] % k);
        page_put(p, " | ");
        put_topic(p, top[i] / k);
        page_put(p, " | %.2f |\n", below[top[i]]);
    }
    page_put(p, "\n");
    free(below);
}

/* ---- prevalence ---- */

static void put_groups(report_page *p)
{
    const jsmf_report_groups *g = &p->d->groups;
    const size_t k = p->d->in.model.k;
    page_put(p, "## Prevalence by ");
    put_text(p, p->d->asked->how.by ? p->d->asked->how.by : "label", 300);
    page_put(p, "\n\nThe mean share of each topic in the documents of a group, in per cent, with the 95 %% interval of "
             "that mean.");
    if (p->d->ungrouped)
        page_put(p, " Documents without a group or without words are left out: %zu.", p->d->ungrouped);
    page_put(p, "\n\n| group | topic | mean | from | to |\n|---|---|---:|---:|---:|\n");
    for (size_t i = 0; i < g->count; i++)
        for (size_t j = 0; j < k; j++) {
            page_put(p, "| ");
            put_text(p, jsmf_strings_get(g->names, i), 60);
            page_put(p, " | ");
            put_topic(p, j);
            page_put(p, " | %.2f | %.2f | %.2f |\n", 100 * g->mean[i * k + j], 100 * g->low[i * k + j],
                     100 * g->high[i * k + j]);
        }
    page_put(p, "\n");
}

/* ---- all of it ---- */

static void put_figure(report_page *p, const char *folder, const char *name, const char *title)
{
    if (!folder)
        return;
    page_put(p, "![%s](<", title);
    put_text(p, folder, 0);
    page_put(p, "/%s.svg>)\n\n", name);
}

jsmf_status markdown_write(jsmf_context *ctx, jsmf_output *out, const report_data *d, const char *folder)
{
    report_page p = { .ctx = ctx, .out = out, .d = d };
    const size_t k = d->in.model.k;
    put_title(&p);
    put_history(&p);
    put_quality(&p);
    put_warnings(&p);
    if (folder)
        page_put(&p, "## Map\n\n");
    put_figure(&p, folder, "map", "Map of the topics");
    page_put(&p, "## Topics\n\n");
    for (size_t j = 0; j < k; j++)
        put_card(&p, j);
    if (d->lift && k > 1) {
        page_put(&p, "## Which topics go together\n\nThe lift of two topics: how many times more often they meet in a "
                 "document than independent topics would.\n\n");
        put_figure(&p, folder, "matrix", "Correlations of the topics");
        (k <= MATRIX ? put_matrix : put_largest)(&p);
    }
    if (d->groups.count)
        put_groups(&p);
    if (d->plane && folder)
        page_put(&p, "## Words\n\n");
    if (d->plane)
        put_figure(&p, folder, "plane", "Words and topics in the plane");
    return jsmf_context_status(ctx);
}
