/* jsmf-topics: a model, for people and for other programs. */
#include "shared/ldavis.h"
#include "shared/shown_text.h"
#include "shared/topic_documents.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { TEXT, TSV, JSON, LDAVIS };
enum { BY_NUMBER, BY_WEIGHT };
enum { PAPER_COLUMNS = 80, GUTTER = 17, LABEL_WORDS = 2 };

typedef struct settings {
    size_t words, related, width;
    int format, sort;
    const char *documents;
} settings;

static const settings defaults = { .words = 10, .related = 3, .format = TEXT, .sort = BY_NUMBER };

static const tool_option options[] = {
    { 'n', "words", TOOL_SIZE, offsetof(settings, words), 1, 1e9, "N", "words for each topic, and documents" },
    { 0, "documents", TOOL_TEXT, offsetof(settings, documents), 0, 0, "STREAM",
      "also print the documents most about each topic, from their compositions" },
    { 0, "related", TOOL_SIZE, offsetof(settings, related), 0, 1e9, "N", "related topics for each topic" },
    { 0, "sort", TOOL_CHOICE, offsetof(settings, sort), 0, 0, "number|weight", "the order of topics" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "text|tsv|json|ldavis",
      "text for people, tsv for awk, json for jq, or the input of pyLDAvis" },
    { 0, "width", TOOL_SIZE, offsetof(settings, width), 40, 1e6, "N",
      "columns of the text (default: the terminal's, elsewhere 80)" },
    TOOL_END
};

/* What is printed, and where; after a failure nothing more is. */
typedef struct printer {
    jsmf_context *ctx;
    model_input in;
    jsmf_output *out;
    jsmf_model_summary summary;
    size_t *order;             /* k: topics, in the order of printing */
    double documents;          /* or negative */
    topic_documents about;     /* count is 0 where there are none */
    size_t width, column;      /* of the text */
    bool started;              /* whether the line holds a piece */
} printer;

static void put(printer *p, const char *text)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_output_write(p->ctx, p->out, text, strlen(text)));
}

static void put_number(printer *p, const char *format, double number)
{
    char text[64];
    snprintf(text, sizeof text, format, number);
    put(p, text);
}

static void put_size(printer *p, size_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    put(p, text);
}

/* The word, or "#12" where the model has no vocabulary. */
static const char *spell(const printer *p, size_t i, char number[32])
{
    if (p->in.words)
        return jsmf_strings_get(p->in.words, i);
    snprintf(number, 32, "#%zu", i);
    return number;
}

static const size_t *prominent(const printer *p, size_t k) { return p->summary.prominent + k * p->summary.words; }

static const size_t *characteristic(const printer *p, size_t k)
{
    return p->summary.characteristic + k * p->summary.words;
}

/* ---- text ---- */

static shown_text show(const printer *p, size_t i)
{
    char number[32];
    return show_text(spell(p, i, number));
}

/* Puts a piece of text behind the others, on the next line where this one is full. */
static void put_piece(printer *p, const char *text)
{
    size_t columns = jsmf_utf8_width(text);
    if (p->started && p->column + 1 + columns > p->width) {
        put(p, "\n                 ");
        p->column = GUTTER;
    } else if (p->started) {
        put(p, " ");
        p->column++;
    }
    put(p, text);
    p->column += columns;
    p->started = true;
}

/* A piece of several words, which is broken between them where no line is long enough for it. */
static void put_phrase(printer *p, char *text)
{
    if (GUTTER + jsmf_utf8_width(text) <= p->width) {
        put_piece(p, text);
        return;
    }
    for (char *rest, *each = strtok_r(text, " ", &rest); each; each = strtok_r(NULL, " ", &rest))
        put_piece(p, each);
}

static void start_line(printer *p, const char *label)
{
    char text[80];
    snprintf(text, sizeof text, "%*s  ", GUTTER - 2, label);
    put(p, text);
    p->column = strlen(text);
    p->started = false;
}

static void end_line(printer *p) { put(p, "\n"); }

static void put_words(printer *p, const char *label, const size_t *words)
{
    start_line(p, label);
    for (size_t j = 0; j < p->summary.words && words[j] != JSMF_NONE; j++)
        put_piece(p, show(p, words[j]).text);
    end_line(p);
}

/* A line of one piece. */
static void put_single(printer *p, const char *label, const char *text)
{
    start_line(p, label);
    put_piece(p, text);
    end_line(p);
}

/* "4 iraq war (1.80)": a topic by its number and its name or first words, and its lift. */
static void put_related(printer *p, size_t topic, double lift, bool last)
{
    char text[3 * sizeof(shown_text)];
    const char *name = model_topic_name(&p->in, topic);
    size_t length = (size_t)snprintf(text, sizeof text, "%zu%s%s", topic, name ? " " : "",
                                     name ? show_text(name).text : "");
    for (size_t j = 0; !name && j < LABEL_WORDS && j < p->summary.words && prominent(p, topic)[j] != JSMF_NONE; j++)
        length += (size_t)snprintf(text + length, sizeof text - length, " %s", show(p, prominent(p, topic)[j]).text);
    snprintf(text + length, sizeof text - length, " (%.2f)%s", lift, last ? "" : ",");
    put_phrase(p, text);
}

static void put_all_related(printer *p, size_t k)
{
    size_t count = p->summary.related;
    const size_t *topics = p->summary.topics + k * count;
    if (count == 0 || topics[0] == JSMF_NONE)
        return;
    start_line(p, "related");
    for (size_t j = 0; j < count && topics[j] != JSMF_NONE; j++)
        put_related(p, topics[j], p->summary.lift[k * count + j], j + 1 == count || topics[j + 1] == JSMF_NONE);
    end_line(p);
}

static const size_t *documents_about(const printer *p, size_t k) { return p->about.top + k * p->about.count; }

static double share(const printer *p, size_t k, size_t document) { return p->about.w[document * p->in.model.k + k]; }

/* "doc17 (0.93)": the documents by their names, and the topic's share of each. */
static void put_documents(printer *p, size_t k)
{
    const size_t *list = documents_about(p, k);
    char number[32], text[sizeof(shown_text) + 32];
    start_line(p, "documents");
    for (size_t j = 0; j < p->about.count && list[j] != JSMF_NONE; j++) {
        snprintf(text, sizeof text, "%s (%.2f)", show_text(topic_document_name(&p->about, list[j], number)).text,
                 share(p, k, list[j]));
        put_phrase(p, text);
    }
    end_line(p);
}

static void put_text_topic(printer *p, size_t k)
{
    char label[64];
    const char *name = model_topic_name(&p->in, k);
    int length = snprintf(label, sizeof label, "topic %zu", k);
    if (p->summary.weight)
        snprintf(label + length, sizeof label - (size_t)length, " %*.1f %%", GUTTER - 5 - length,
                 100 * p->summary.weight[k]);
    put_words(p, label, prominent(p, k));
    if (name)
        put_single(p, "name", show_text(name).text);
    if (jsmf_model_anchor_holds(&p->in.model, k))
        put_single(p, "anchor", show(p, (size_t)p->in.model.s[k]).text);
    if (p->summary.characteristic)
        put_words(p, "characteristic", characteristic(p, k));
    if (p->summary.topics)
        put_all_related(p, k);
    if (p->about.count)
        put_documents(p, k);
}

/* It is 1 for every polished model, of which it says nothing; as recovered it is never 1 to the last digit. */
static bool legality_tells(const jsmf_model *m) { return m->a && m->legality != 1; }

static void put_text(printer *p)
{
    char text[128];
    snprintf(text, sizeof text, "%zu topic%s of %zu word%s", JSMF_COUNTED(p->in.model.k), JSMF_COUNTED(p->in.model.n));
    put(p, text);
    if (p->documents >= 0)
        put_number(p, p->documents == 1 ? ", from %.0f document" : ", from %.0f documents", p->documents);
    if (legality_tells(&p->in.model))
        put_number(p, "; legality %.4g", p->in.model.legality);
    end_line(p);
    for (size_t j = 0; j < p->in.model.k; j++) {
        end_line(p);
        put_text_topic(p, p->order[j]);
    }
}

/* ---- tsv ---- */

static void put_tsv_field(printer *p, const char *text)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(tool_text_field(p->ctx, p->out, text));
}

static void put_tsv_word(printer *p, size_t i)
{
    char number[32];
    put_tsv_field(p, spell(p, i, number));
}

/* A word and its probability, as two fields; empty where there is none. */
static void put_tsv_pair(printer *p, const size_t *words, size_t rank, const double *values, size_t stride)
{
    put(p, "\t");
    if (words && words[rank] != JSMF_NONE)
        put_tsv_word(p, words[rank]);
    put(p, "\t");
    if (words && words[rank] != JSMF_NONE)
        put_number(p, "%.6g", values[words[rank] * stride]);
}

static void put_tsv_document(printer *p, size_t k, size_t rank)
{
    const size_t document = rank < p->about.count ? documents_about(p, k)[rank] : JSMF_NONE;
    char number[32];
    put(p, "\t");
    if (document != JSMF_NONE)
        put_tsv_field(p, topic_document_name(&p->about, document, number));
    put(p, "\t");
    if (document != JSMF_NONE)
        put_number(p, "%.6g", share(p, k, document));
}

static void put_tsv_row(printer *p, size_t k, size_t rank)
{
    const jsmf_model_summary *s = &p->summary;
    bool related = s->topics && rank < s->related && s->topics[k * s->related + rank] != JSMF_NONE;
    put_size(p, k);
    put(p, "\t");
    if (s->weight)
        put_number(p, "%.6g", s->weight[k]);
    put(p, "\t");
    if (jsmf_model_anchor_holds(&p->in.model, k))
        put_tsv_word(p, (size_t)p->in.model.s[k]);
    put(p, "\t");
    put_size(p, rank);
    put_tsv_pair(p, rank < s->words ? prominent(p, k) : NULL, rank, p->in.model.b + k, p->in.model.k);
    put_tsv_pair(p, s->characteristic && rank < s->words ? characteristic(p, k) : NULL, rank,
                 p->in.model.canchor ? p->in.model.canchor + k * p->in.model.n : NULL, 1);
    put(p, "\t");
    if (related)
        put_size(p, s->topics[k * s->related + rank]);
    put(p, "\t");
    if (related)
        put_number(p, "%.6g", s->lift[k * s->related + rank]);
    if (p->about.count)
        put_tsv_document(p, k, rank);
    if (p->in.names) {
        put(p, "\t");
        put_tsv_field(p, jsmf_strings_get(p->in.names, k));
    }
    put(p, "\n");
}

static void put_tsv(printer *p)
{
    size_t rows = p->summary.words;
    if (p->summary.topics && p->summary.related > rows)
        rows = p->summary.related;
    put(p, "topic\tweight\tanchor\trank\tword\tp_word\tcharacteristic\tp_characteristic\trelated\tlift");
    put(p, p->about.count ? "\tdocument\tshare" : "");
    put(p, p->in.names ? "\tname\n" : "\n");
    for (size_t j = 0; j < p->in.model.k; j++)
        for (size_t rank = 0; rank < rows; rank++)
            put_tsv_row(p, p->order[j], rank);
}

/* ---- json ---- */

static void put_json_string(printer *p, const char *text)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(tool_json_string(p->ctx, p->out, text));
}

static void put_json_word(printer *p, size_t i)
{
    char number[32];
    put_json_string(p, spell(p, i, number));
}

static void put_json_words(printer *p, const char *name, const size_t *words, const double *values, size_t stride)
{
    put(p, ", \"");
    put(p, name);
    put(p, "\": [");
    for (size_t j = 0; j < p->summary.words && words[j] != JSMF_NONE; j++) {
        put(p, j ? ", {\"word\": " : "{\"word\": ");
        put_json_word(p, words[j]);
        put_number(p, ", \"p\": %.6g}", values[words[j] * stride]);
    }
    put(p, "]");
}

static void put_json_related(printer *p, size_t k)
{
    size_t count = p->summary.related;
    put(p, ", \"related\": [");
    for (size_t j = 0; j < count && p->summary.topics[k * count + j] != JSMF_NONE; j++) {
        put(p, j ? ", {\"topic\": " : "{\"topic\": ");
        put_size(p, p->summary.topics[k * count + j]);
        put_number(p, ", \"lift\": %.6g}", p->summary.lift[k * count + j]);
    }
    put(p, "]");
}

static void put_json_documents(printer *p, size_t k)
{
    const size_t *list = documents_about(p, k);
    char number[32];
    put(p, ", \"documents\": [");
    for (size_t j = 0; j < p->about.count && list[j] != JSMF_NONE; j++) {
        put(p, j ? ", {\"document\": " : "{\"document\": ");
        put_json_string(p, topic_document_name(&p->about, list[j], number));
        put_number(p, ", \"share\": %.6g}", share(p, k, list[j]));
    }
    put(p, "]");
}

static void put_json_topic(printer *p, size_t k)
{
    const char *name = model_topic_name(&p->in, k);
    put(p, "{\"topic\": ");
    put_size(p, k);
    if (name) {
        put(p, ", \"name\": ");
        put_json_string(p, name);
    }
    if (p->summary.weight)
        put_number(p, ", \"weight\": %.6g", p->summary.weight[k]);
    if (jsmf_model_anchor_holds(&p->in.model, k)) {
        put(p, ", \"anchor\": ");
        put_json_word(p, (size_t)p->in.model.s[k]);
    }
    put_json_words(p, "words", prominent(p, k), p->in.model.b + k, p->in.model.k);
    if (p->summary.characteristic)
        put_json_words(p, "characteristic", characteristic(p, k), p->in.model.canchor + k * p->in.model.n, 1);
    if (p->summary.topics)
        put_json_related(p, k);
    if (p->about.count)
        put_json_documents(p, k);
    put(p, "}");
}

static void put_json(printer *p)
{
    put(p, "{\"words\": ");
    put_size(p, p->in.model.n);
    if (p->documents >= 0)
        put_number(p, ", \"documents\": %.0f", p->documents);
    if (p->in.model.a)
        put_number(p, ", \"legality\": %.6g", p->in.model.legality);
    put(p, ", \"topics\": [");
    for (size_t j = 0; j < p->in.model.k; j++) {
        put(p, j ? ",\n" : "\n");
        put_json_topic(p, p->order[j]);
    }
    put(p, "\n]}\n");
}

/* ---- the run ---- */

static size_t terminal_columns(const tool_run *run)
{
    struct winsize size;
    if (tool_given(run, "output") || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 40)
        return PAPER_COLUMNS;
    return size.ws_col;
}

static jsmf_status load_documents(jsmf_context *ctx, jsmf_stream *in, double *documents)
{
    return jsmf_stream_find(in, "documents") ? jsmf_stream_scalar(ctx, in, "documents", documents) : JSMF_OK;
}

static jsmf_status prepare(tool_run *run, printer *p)
{
    static const char *const tokens[] = { LDAVIS_TOKENS };
    const settings *s = run->settings;
    p->documents = -1;
    if (tool_read(run, 0, JSMF_MODEL, &p->in.stream) != JSMF_OK || model_open(run, &p->in) != JSMF_OK ||
        load_documents(run->ctx, &p->in.stream, &p->documents) != JSMF_OK ||
        (s->documents && topic_documents_read(run, s->documents, &p->in, s->words, 0, tokens, s->format == LDAVIS,
                                              &p->about) != JSMF_OK) ||
        jsmf_model_summary_make(run->ctx, &p->in.model, s->words, s->related, &p->summary) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->sort == BY_WEIGHT && !p->summary.weight)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no weights to sort by (A, or Bbar and unigram, would give them)",
                         p->in.stream.name);
    p->order = jsmf_alloc(run->ctx, p->in.model.k, sizeof *p->order);
    for (size_t k = 0; p->order && k < p->in.model.k; k++)
        p->order[k] = k;
    if (p->order && s->sort == BY_WEIGHT)
        jsmf_top(p->in.model.k, p->summary.weight, 1, -1, p->in.model.k, p->order);
    p->width = s->width ? s->width : terminal_columns(run);
    return jsmf_context_status(run->ctx);
}

static jsmf_status print(tool_run *run, printer *p)
{
    static void (*const formats[])(printer *) = { [TEXT] = put_text, [TSV] = put_tsv, [JSON] = put_json };
    const settings *s = run->settings;
    if (tool_text_open(run, &p->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->format == LDAVIS)
        return tool_text_close(run, p->out, ldavis_write(run, p->out, &p->in, &p->about));
    formats[s->format](p);
    return tool_text_close(run, p->out, JSMF_OK);
}

static void printer_free(void *held)
{
    printer *p = held;
    jsmf_model_summary_free(&p->summary);
    topic_documents_free(&p->about);
    free(p->order);
    model_free(&p->in);
}

static jsmf_status run_topics(tool_run *run)
{
    const settings *s = run->settings;
    printer *p = run->job;
    p->ctx = run->ctx;
    if (tool_is_stdin(s->documents) && tool_is_stdin(tool_operand(run, 0)))
        return tool_usage(run, "more than one input on standard input");
    if (s->format == LDAVIS && !s->documents)
        return tool_usage(run, "--format ldavis needs the documents' compositions: --documents STREAM");
    if (prepare(run, p) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return print(run, p);
}

static const tool this_tool = {
    .name = "jsmf-topics",
    .summary = "a model's topics, for people and for other programs",
    .usage = "[MODEL]",
    .examples = "jsmf-topics model.npz\n"
                "jsmf-topics -n 20 --sort weight model.npz | less\n"
                "jsmf-topics --documents w.npz model.npz\n"
                "jsmf-topics --format json model.npz | jq -r '.topics[] | [.weight, .words[0].word] | @tsv'",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "words documents sort format",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(printer),
    .run = run_topics,
    .release = printer_free,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
