/* The template of the page, and what fills it. */
#include "report_page.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- pieces ---- */

void page_put(report_page *p, const char *format, ...)
{
    char text[2048];
    va_list arguments;
    if (jsmf_context_status(p->ctx) != JSMF_OK)
        return;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof text)
        jsmf_fail(p->ctx, JSMF_ESYSTEM, "a piece of the page is too long");
    else
        jsmf_recorded(jsmf_output_write(p->ctx, p->out, text, (size_t)length));
}

static void put_bytes(report_page *p, const char *bytes, size_t length)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_output_write(p->ctx, p->out, bytes, length));
}

void page_text(report_page *p, const char *text, size_t most)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_text(p->ctx, p->out, JSMF_REPORT_HTML, text, most));
}

static bool is_ascii(const char *text)
{
    while (*text && (unsigned char)*text < 0x80)
        text++;
    return !*text;
}

void page_isolated(report_page *p, const char *text, size_t most)
{
    const bool bare = is_ascii(text);
    page_put(p, bare ? "" : "<bdi>");
    page_text(p, text, most);
    page_put(p, bare ? "" : "</bdi>");
}

void page_count(report_page *p, double number)
{
    char digits[64];
    const int length = snprintf(digits, sizeof digits, "%.0f", number);
    for (int i = 0; i < length; i++)
        page_put(p, "%s%c", i && (length - i) % 3 == 0 ? "," : "", digits[i]);
}

void page_percent(report_page *p, double share)
{
    const double percent = 100 * share;
    page_put(p, "%.*f %%", percent >= 9.95 ? 0 : percent >= 0.0995 || percent == 0 ? 1 : percent >= 0.00995 ? 2 : 3,
             percent);
}

void page_topic_link(report_page *p, size_t topic)
{
    page_put(p, "<a class=\"to-topic\" href=\"#topic-%zu\"><b>%zu</b> ", topic, topic);
    page_isolated(p, jsmf_strings_get(&p->d->labels, topic), 60);
    page_put(p, "</a>");
}

/* ---- the template ---- */

static const page_slot *find_slot(const char *name, size_t length)
{
    const page_slot *const lists[] = { page_slots_of_overview, page_slots_of_topics, page_slots_of_documents };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const page_slot *slot = lists[i]; slot->name; slot++)
            if (strlen(slot->name) == length && memcmp(slot->name, name, length) == 0)
                return slot;
    return NULL;
}

/* The end of the block {{#name}}, which begins behind its mark: where {{/name}} does. */
static const char *block_end(const char *begin, const char *end, const char *name, size_t length)
{
    for (const char *at = begin; (at = strstr(at, "{{/")) && at < end; at += 3)
        if ((size_t)(end - at) > 5 + length && memcmp(at + 3, name, length) == 0 && at[3 + length] == '}')
            return at;
    return NULL;
}

static void render(report_page *p, const char *begin, const char *end);

/* The block {{#topics}} is written for each topic, any other one where its slot holds. Returns what is behind it. */
static const char *render_block(report_page *p, const char *begin, const char *end, const char *name, size_t length)
{
    const char *close = block_end(begin, end, name, length);
    const page_slot *slot = find_slot(name, length);
    const bool each = length == strlen("topics") && memcmp(name, "topics", length) == 0;
    if (!close || (!each && !(slot && slot->holds))) {
        jsmf_fail(p->ctx, JSMF_ESYSTEM, "the template has no end, or no meaning, of the block %.*s", (int)length, name);
        return end;
    }
    for (size_t k = 0; each && k < p->d->in.model.k; k++) {
        p->topic = k;
        render(p, begin, close);
    }
    if (!each && slot->holds(p))
        render(p, begin, close);
    return close + length + 5;
}

static void render(report_page *p, const char *begin, const char *end)
{
    while (begin < end && jsmf_context_status(p->ctx) == JSMF_OK) {
        const char *mark = strstr(begin, "{{"), *name, *close;
        if (!mark || mark >= end) {
            put_bytes(p, begin, (size_t)(end - begin));
            return;
        }
        put_bytes(p, begin, (size_t)(mark - begin));
        name = mark + 2 + (mark[2] == '#');
        close = strstr(name, "}}");
        if (!close || close >= end) {
            jsmf_fail(p->ctx, JSMF_ESYSTEM, "the template has a mark without an end");
            return;
        }
        begin = close + 2;
        if (mark[2] == '#') {
            begin = render_block(p, begin, end, name, (size_t)(close - name));
            continue;
        }
        const page_slot *slot = find_slot(name, (size_t)(close - name));
        if (slot && slot->write)
            slot->write(p);
        else
            jsmf_fail(p->ctx, JSMF_ESYSTEM, "the template has an unknown mark, %.*s", (int)(close - name), name);
    }
}

jsmf_report_topics page_topics(const report_data *d, bool standalone)
{
    return (jsmf_report_topics){ .k = d->in.model.k, .weight = d->weight, .labels = &d->labels,
                                 .standalone = standalone, .style = report_figures };
}

jsmf_status page_write(jsmf_context *ctx, jsmf_output *out, const report_data *d)
{
    report_page p = { .ctx = ctx, .out = out, .d = d, .topics = page_topics(d, false) };
    render(&p, report_template, report_template + strlen(report_template));
    return jsmf_context_status(ctx);
}
