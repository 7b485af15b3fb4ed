/* The documents of the page: the typical ones of each topic as HTML, and all that the script needs as JSON. */
#include "report_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    ID = 80,
    ITS_WORDS = 10, MOST_COUNTED = 4096,
    TEXT_BUDGET = 300000,       /* code points of all texts */
    TEXT_LEAST = 40, TEXT_MOST = 200,
    PAGE_BYTES = 1740000,       /* of topics and documents, about */
    TOPIC_BYTES = 9600, TREND_BYTES = 4200, /* of what the page has of a topic, and of its trend */
    NUMBER_BYTES = 9,           /* of the number of one of some documents */
    LEAST_BYTES = 200000, MOST_BYTES = 1500000, /* of documents in the data */
    MOST_TOPICS = 5             /* of a document or a word in the data */
};
static const double unit = 1e7; /* of probabilities in the data */

static const char *document_name(const report_page *p, size_t document, char number[32])
{
    return topic_document_name(&p->d->about, document, number);
}

/* ---- as HTML ---- */

/* Without a text, the words that say most of the document: of largest count times -log p(word). */
static void put_its_words(report_page *p, size_t document)
{
    const jsmf_csr *h = &p->d->counts;
    const int64_t first = h->indptr[document], end = h->indptr[document + 1];
    double telling[MOST_COUNTED];
    size_t top[ITS_WORDS], count = 0;
    char number[32];
    for (int64_t i = first; i < end && count < MOST_COUNTED; i++) {
        const double often = p->d->unigram[h->indices[i]];
        telling[count++] = often > 0 ? -jsmf_csr_value(h, (size_t)i) * log(often) : 0;
    }
    count = jsmf_top(count, telling, 1, 0, ITS_WORDS, top);
    page_put(p, count ? "<p class=\"its-words\">" : "");
    for (size_t j = 0; j < count; j++) {
        page_put(p, j ? ", " : "");
        page_isolated(p, report_word(p->d, (size_t)h->indices[(size_t)first + top[j]], number), 40);
    }
    page_put(p, count ? "</p>" : "");
}

void page_put_documents(report_page *p, size_t count, size_t text)
{
    const topic_documents *about = &p->d->about;
    const size_t *list = about->top + p->topic * about->count;
    char number[32];
    if (about->count == 0 || list[0] == JSMF_NONE)
        page_put(p, "<li>No document has %.0f %% or more of it.</li>\n", 100 * report_least_share);
    for (size_t j = 0; j < jsmf_least(count, about->count) && list[j] != JSMF_NONE; j++) {
        const char *beginning = p->d->texts ? jsmf_strings_get(p->d->texts, list[j]) : "";
        page_put(p, "<li><span class=\"id\">%s", about->ids ? "" : "document ");
        page_isolated(p, document_name(p, list[j], number), ID);
        page_put(p, "</span> <span class=\"share\">");
        page_percent(p, about->w[list[j] * p->d->in.model.k + p->topic]);
        page_put(p, "</span>");
        if (*beginning) {
            page_put(p, "<p dir=\"auto\">");
            page_text(p, beginning, text);
            page_put(p, "</p>");
        } else if (!p->d->texts && p->d->asked->bag) {
            put_its_words(p, list[j]);
        }
        page_put(p, "</li>\n");
    }
}

static bool has_documents(const report_page *p) { return p->d->about.documents > 0; }
static bool has_no_documents(const report_page *p) { return !has_documents(p); }

static size_t text_length(const report_page *p)
{
    const size_t each = TEXT_BUDGET / (p->d->in.model.k * REPORT_TYPICAL);
    return each < TEXT_LEAST ? TEXT_LEAST : each > TEXT_MOST ? TEXT_MOST : each;
}

static void put_typical(report_page *p) { page_put_documents(p, REPORT_TYPICAL, text_length(p)); }

/* ---- as JSON ---- */

static void put_string(report_page *p, const char *text, size_t most)
{
    if (jsmf_context_status(p->ctx) == JSMF_OK)
        jsmf_recorded(jsmf_report_text(p->ctx, p->out, JSMF_REPORT_JSON, text, most));
}

/* The words of the data: places[word] is where it stands among them, for those that are there. */
typedef struct data_words {
    size_t **candidates, *count; /* k each */
    size_t *places;              /* n; SIZE_MAX for the others */
} data_words;

static void words_free(data_words *w, size_t k)
{
    for (size_t j = 0; w->candidates && j < k; j++)
        free(w->candidates[j]);
    free(w->candidates);
    free(w->count);
    free(w->places);
}

static jsmf_status words_make(report_page *p, data_words *w)
{
    const jsmf_model *m = &p->d->in.model;
    w->candidates = jsmf_alloc_zero(p->ctx, m->k, sizeof *w->candidates);
    w->count = jsmf_alloc_zero(p->ctx, m->k, sizeof *w->count);
    w->places = jsmf_alloc(p->ctx, m->n, sizeof *w->places);
    if (jsmf_context_status(p->ctx) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    for (size_t i = 0; i < m->n; i++)
        w->places[i] = SIZE_MAX;
    for (size_t k = 0; k < m->k; k++) {
        if (jsmf_report_candidates(p->ctx, m, p->d->unigram, k, p->d->asked->words, w->candidates + k,
                                   w->count + k) != JSMF_OK)
            return jsmf_context_status(p->ctx);
        for (size_t j = 0; j < w->count[k]; j++)
            w->places[w->candidates[k][j]] = 0;
    }
    for (size_t i = 0, next = 0; i < m->n; i++)
        if (w->places[i] == 0)
            w->places[i] = next++;
    return JSMF_OK;
}

static void put_vocabulary(report_page *p, const data_words *w)
{
    const char *between = "";
    char number[32];
    page_put(p, ",\n\"words\":[");
    for (size_t i = 0; i < p->d->in.model.n; i++)
        if (w->places[i] != SIZE_MAX) {
            page_put(p, "%s", between);
            put_string(p, report_word(p->d, i, number), 40);
            between = ",";
        }
    between = "";
    page_put(p, "],\n\"overall\":[");
    for (size_t i = 0; i < p->d->in.model.n; i++)
        if (w->places[i] != SIZE_MAX) {
            page_put(p, "%s%.0f", between, p->d->unigram[i] * unit);
            between = ",";
        }
    page_put(p, "]");
}

static char digit(size_t value)
{
    return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[value & 63];
}

/* The largest of k shares, each as four digits to the base of 64: its number and its size in thousandths. */
static void put_shares(report_page *p, const double *shares)
{
    size_t top[MOST_TOPICS];
    const size_t found = jsmf_top(p->d->in.model.k, shares, 1, report_least_share, MOST_TOPICS, top);
    for (size_t j = 0; j < found; j++) {
        if (top[j] >= 64 * 64)
            continue;
        const size_t share = (size_t)floor(1000 * shares[top[j]] + 0.5);
        page_put(p, "%c%c%c%c", digit(top[j] >> 6), digit(top[j]), digit(share >> 6), digit(share));
    }
}

/* p(topic | word) of each word of the data. */
static void put_word_topics(report_page *p, const data_words *w)
{
    const size_t k = p->d->in.model.k;
    double *shares = jsmf_alloc(p->ctx, k, sizeof *shares);
    const char *between = "";
    page_put(p, ",\n\"among\":\"");
    for (size_t i = 0; shares && i < p->d->in.model.n; i++) {
        double sum = 0;
        if (w->places[i] == SIZE_MAX)
            continue;
        for (size_t j = 0; j < k; j++)
            sum += shares[j] = report_probability(p->d, i, j) * p->d->weight[j];
        for (size_t j = 0; j < k; j++)
            shares[j] /= sum > 0 ? sum : 1;
        page_put(p, "%s", between);
        put_shares(p, shares);
        between = ".";
    }
    page_put(p, "\"");
    free(shares);
}

/* Of each topic a list: place of a word, its probability, place, probability, ... */
static void put_topics(report_page *p, const data_words *w)
{
    page_put(p, ",\n\"topics\":[");
    for (size_t k = 0; k < p->d->in.model.k; k++) {
        page_put(p, "%s[", k ? ",\n" : "");
        for (size_t j = 0; j < w->count[k]; j++)
            page_put(p, "%s%zu,%.0f", j ? "," : "", w->places[w->candidates[k][j]],
                     report_probability(p->d, w->candidates[k][j], k) * unit);
        page_put(p, "]");
    }
    page_put(p, "]");
}

static void put_lifts(report_page *p)
{
    const size_t k = p->d->in.model.k;
    page_put(p, ",\n\"order\":[");
    for (size_t i = 0; p->d->lift && i < k; i++)
        page_put(p, "%s%zu", i ? "," : "", p->d->order[i]);
    page_put(p, "],\n\"lift\":[");
    for (size_t i = 0; p->d->lift && i < k; i++)
        for (size_t j = 0; j < i; j++)
            page_put(p, "%s%.0f", i + j > 1 ? "," : "", 100 * fmin(p->d->lift[i * k + j], 1e4));
    page_put(p, "]");
}

/* ---- documents of the data ---- */

/* What the topics leave of the page. */
static size_t bytes_of_documents(const report_page *p)
{
    const size_t each = TOPIC_BYTES + (p->d->groups.count ? TREND_BYTES : 0);
    const size_t topics = jsmf_mul_sat(each, p->d->in.model.k), left = topics < PAGE_BYTES ? PAGE_BYTES - topics : 0;
    return left < LEAST_BYTES ? LEAST_BYTES : jsmf_least(left, MOST_BYTES);
}

/* Of a document in the data: its name and its composition. */
static size_t bytes_of_document(const report_page *p, size_t document)
{
    const topic_documents *about = &p->d->about;
    size_t shares = 0;
    for (size_t j = 0; j < p->d->in.model.k; j++)
        shares += about->w[document * p->d->in.model.k + j] > report_least_share;
    return (about->ids ? jsmf_least(jsmf_strings_length(about->ids, document), 3 * ID) + 3 : 0) +
           4 * jsmf_least(shares, MOST_TOPICS) + 1;
}

/* Of too many documents the typical ones, those of the largest shares first, and every so manyth of the others. */
static void choose_some(const report_page *p, size_t most, bool *chosen)
{
    const topic_documents *about = &p->d->about;
    const size_t k = p->d->in.model.k;
    size_t left = most;
    for (size_t i = 0; left && i < k * about->count; i++) {
        const size_t document = about->top[i % k * about->count + i / k];
        if (document != JSMF_NONE && !chosen[document]) {
            chosen[document] = true;
            left--;
        }
    }
    for (size_t i = 0, others = left; i < others; i++)
        chosen[(size_t)((double)i * (double)about->documents / (double)others)] = true;
}

static size_t choose(const report_page *p, bool *chosen)
{
    const topic_documents *about = &p->d->about;
    size_t bytes = 0, most = p->d->asked->documents, count = 0;
    for (size_t i = 0; i < about->documents; i++)
        bytes += bytes_of_document(p, i);
    if (bytes > bytes_of_documents(p))
        most = jsmf_least(most, bytes_of_documents(p) / (bytes / about->documents + (about->ids ? 1 : NUMBER_BYTES)));
    for (size_t i = 0; i < about->documents; i++)
        chosen[i] = about->documents <= most;
    if (about->documents > most)
        choose_some(p, most, chosen);
    for (size_t i = 0; i < about->documents; i++)
        count += chosen[i];
    return count;
}

/* Bytes that a letter of the texts takes, in the mean. */
static double letter_bytes(const report_page *p)
{
    size_t bytes = 0, letters = 0;
    for (size_t i = 0; i < p->d->about.documents; i++) {
        const char *text = jsmf_strings_get(p->d->texts, i);
        for (size_t j = 0; j < TEXT_MOST && text[j]; j++) {
            bytes++;
            letters += ((unsigned char)text[j] & 0xc0) != 0x80;
        }
    }
    return letters ? (double)bytes / (double)letters : 1;
}

/* How much of each document's text the page has room for: 0 where there are no texts, or little room. */
static size_t room_for_texts(const report_page *p, const bool *chosen, size_t count)
{
    const topic_documents *about = &p->d->about;
    size_t used = 0, room;
    for (size_t i = 0; i < about->documents; i++)
        if (chosen[i])
            used += bytes_of_document(p, i);
    if (!p->d->texts || count == 0 || used >= bytes_of_documents(p))
        return 0;
    room = (size_t)((double)((bytes_of_documents(p) - used) / count) / letter_bytes(p));
    return room < TEXT_LEAST ? 0 : jsmf_least(room, TEXT_MOST);
}

/* A list of the chosen documents' names, or of the beginnings of their texts. */
static void put_strings(report_page *p, const char *name, const bool *chosen, size_t text)
{
    const char *between = "";
    char number[32];
    page_put(p, ",\n\"%s\":[", name);
    for (size_t i = 0; i < p->d->about.documents; i++)
        if (chosen[i]) {
            page_put(p, "%s", between);
            put_string(p, text ? jsmf_strings_get(p->d->texts, i) : document_name(p, i, number), text ? text : ID);
            between = ",";
        }
    page_put(p, "]");
}

/* Whether the model knows no word of the document: its shares are 0. */
static bool is_empty(const report_page *p, size_t document)
{
    const size_t k = p->d->in.model.k;
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += p->d->about.w[document * k + j];
    return !(sum > 0);
}

static void put_chosen(report_page *p, const bool *chosen, size_t count)
{
    const topic_documents *about = &p->d->about;
    const size_t text = room_for_texts(p, chosen, count);
    const char *between = "";
    page_put(p, ",\n\"documents\":%zu", about->documents);
    if (about->ids || count < about->documents)
        put_strings(p, "ids", chosen, 0);
    if (text)
        put_strings(p, "texts", chosen, text);
    page_put(p, ",\n\"named\":%s,\n\"compositions\":\"", about->ids ? "true" : "false");
    for (size_t i = 0; i < about->documents; i++)
        if (chosen[i]) {
            page_put(p, "%s", between);
            if (is_empty(p, i))
                page_put(p, "-");
            else
                put_shares(p, about->w + i * p->d->in.model.k);
            between = ".";
        }
    page_put(p, "\"");
}

static void put_all_documents(report_page *p)
{
    bool *chosen = jsmf_alloc(p->ctx, p->d->about.documents, sizeof *chosen);
    if (chosen)
        put_chosen(p, chosen, choose(p, chosen));
    free(chosen);
}

static void put_data(report_page *p)
{
    const size_t k = p->d->in.model.k;
    data_words words = { 0 };
    page_put(p, "{\"shown\":%zu,\"unit\":%.0f,\n\"labels\":[", p->d->summary.words, unit);
    for (size_t j = 0; j < k; j++) {
        page_put(p, j ? "," : "");
        put_string(p, jsmf_strings_get(&p->d->labels, j), 60);
    }
    page_put(p, "],\n\"weights\":[");
    for (size_t j = 0; j < k; j++)
        page_put(p, "%s%.4g", j ? "," : "", p->d->weight[j]);
    page_put(p, "]");
    if (words_make(p, &words) == JSMF_OK) {
        put_vocabulary(p, &words);
        put_topics(p, &words);
        put_word_topics(p, &words);
        put_lifts(p);
    }
    words_free(&words, k);
    if (has_documents(p))
        put_all_documents(p);
    page_put(p, "}");
}

const page_slot page_slots_of_documents[] = {
    { "documents", NULL, has_documents }, { "no-documents", NULL, has_no_documents }, { "typical", put_typical, NULL },
    { "data", put_data, NULL }, { NULL, NULL, NULL },
};
