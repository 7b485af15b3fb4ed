/* jsmf-report: a model as a page to look at. */
#include "shared/report_markdown.h"
#include "shared/report_page.h"

#include <string.h>

enum { HTML, MARKDOWN };

typedef struct settings {
    report_inputs inputs;
    const char *figures;
    int format;
} settings;

static const settings defaults = { .inputs = { .words = 10, .documents = 20000, .bars = 20 }, .format = HTML };

static const tool_option options[] = {
    { 0, "bag", TOOL_TEXT, offsetof(settings, inputs.bag), 0, 0, "STREAM",
      "show the size of this corpus, and the coherence of topics" },
    { 0, "compositions", TOOL_TEXT, offsetof(settings, inputs.compositions), 0, 0, "STREAM",
      "show the documents most about each topic, and a table of documents" },
    { 0, "cooc", TOOL_TEXT, offsetof(settings, inputs.cooc), 0, 0, "STREAM",
      "show how near the model is to this co-occurrence" },
    { 0, "held-out", TOOL_TEXT, offsetof(settings, inputs.held_out), 0, 0, "STREAM",
      "show how well the model tells these documents, which it has not seen" },
    { 0, "by", TOOL_TEXT, offsetof(settings, inputs.how.by), 0, 0, DOCUMENT_GROUPS_BY,
      "show the topics' shares in groups of documents, by arrays of the compositions" },
    { 0, "bins", TOOL_SIZE, offsetof(settings, inputs.how.bins), 1, 1e6, "N",
      "put numbers into N groups of about as many documents each (default: each number is a group)" },
    { 0, "labels", TOOL_TEXT, offsetof(settings, inputs.how.labels), 0, 0, "FILE",
      "group documents by the lines of FILE, one for each document; --by calls them labels" },
    { 0, "bars", TOOL_SIZE, offsetof(settings, inputs.bars), 1, 1e4, "N",
      "show the N groups of most documents, where groups are no numbers or dates" },
    { 'n', "words", TOOL_SIZE, offsetof(settings, inputs.words), 1, 100, "N", "leading words of each topic" },
    { 0, "documents", TOOL_SIZE, offsetof(settings, inputs.documents), 1, 1e9, "N",
      "documents in the table, at most" },
    { 0, "title", TOOL_TEXT, offsetof(settings, inputs.title), 0, 0, "TEXT", "the title of the page" },
    { 0, "date", TOOL_TEXT, offsetof(settings, inputs.date), 0, 0, "TEXT",
      "a date to show above the title (default: none, so that the same input gives the same page)" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "html|md", "a page for browsers, or Markdown" },
    { 0, "figures", TOOL_TEXT, offsetof(settings, figures), 0, 0, "DIR",
      "also write each figure into this folder, as SVG" },
    TOOL_END
};

static void job_free(void *job) { report_data_free(job); }

static jsmf_status write_page(tool_run *run, jsmf_output *out)
{
    const settings *s = run->settings;
    const report_data *d = run->job;
    if ((s->format == HTML ? page_write(run->ctx, out, d) : markdown_write(run->ctx, out, d, s->figures)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return s->figures ? figures_write(run->ctx, d, s->figures) : JSMF_OK;
}

/* What is written into a page is UTF-8, as a page is. */
static jsmf_status check_texts(tool_run *run)
{
    const settings *s = run->settings;
    const char *const names[] = { "title", "date", "figures" };
    const char *const texts[] = { s->inputs.title, s->inputs.date, s->format == HTML ? NULL : s->figures };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (texts[i] && jsmf_utf8_valid(texts[i], strlen(texts[i])) != strlen(texts[i]))
            return tool_usage(run, "--%s: is no text in UTF-8, as which it is written into the page", names[i]);
    return JSMF_OK;
}

static jsmf_status run_report(tool_run *run)
{
    const settings *s = run->settings;
    const char *const named[] = { tool_operand(run, 0), s->inputs.bag, s->inputs.compositions, s->inputs.cooc,
                                  s->inputs.held_out, s->inputs.how.labels };
    const size_t from_stdin = tool_stdin_count(named, sizeof named / sizeof *named);
    jsmf_output *out;
    if (from_stdin > 1)
        return tool_usage(run, "standard input is named %zu times", from_stdin);
    if ((s->inputs.how.by || s->inputs.how.labels) && !s->inputs.compositions)
        return tool_usage(run, "--by and --labels need the documents' --compositions");
    if (s->inputs.how.bins && !s->inputs.how.by && !s->inputs.how.labels)
        return tool_usage(run, "--bins needs --by or --labels");
    if (check_texts(run) != JSMF_OK || report_data_make(run, &s->inputs, run->job) != JSMF_OK ||
        tool_text_open(run, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_close(run, out, write_page(run, out));
}

static const tool this_tool = {
    .name = "jsmf-report",
    .summary = "a model as a page to look at",
    .usage = "[MODEL]",
    .examples = "jsmf-report model.npz -o report.html\n"
                "jsmf-report --bag bag.npz --compositions w.npz model.npz -o report.html\n"
                "jsmf-report --compositions w.npz --by date:month model.npz -o report.html",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "bag compositions by words title format",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(report_data),
    .run = run_report,
    .release = job_free,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
