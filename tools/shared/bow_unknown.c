#include "bow_unknown.h"

#include "bags.h"

#include <stdio.h>
#include <stdlib.h>

enum { LISTED = 20, LISTED_IN_ERROR = 5, LIST_BYTES = 1024 };

int64_t bow_tokens(const jsmf_csr *h)
{
    int64_t tokens = 0;
    size_t entries = jsmf_csr_nnz(h);
    for (size_t p = 0; p < entries; p++)
        tokens += h->counts[p];
    return tokens;
}

static bool has(const jsmf_index *index, const jsmf_strings *words, size_t i)
{
    return jsmf_index_find(index, jsmf_strings_get(words, i), jsmf_strings_length(words, i)) != SIZE_MAX;
}

/* tokens (words): of each word, on return 0 of those that are known or of the stop list. Tokens that are too long for
 * words are not known either. */
static void count(const bow_corpus *c, const jsmf_index *known, const unsigned char *stop, double *tokens,
                  bow_unknown *u)
{
    const size_t entries = jsmf_csr_nnz(&c->h);
    *u = (bow_unknown){ .of = c->vocab.count, .tokens = c->report.overlong, .all = c->report.overlong };
    for (size_t p = 0; p < entries; p++)
        tokens[c->h.indices[p]] += c->h.counts[p];
    for (size_t i = 0; i < c->vocab.count; i++) {
        const bool is_known = has(known, &c->vocab, i), counts = is_known || !stop[i];
        u->all += counts ? (int64_t)tokens[i] : 0;
        if (is_known || !counts)
            tokens[i] = 0;
        u->words += tokens[i] > 0;
        u->tokens += (int64_t)tokens[i];
    }
}

/* Adds those that jsmf-text --match has left out of the documents before. */
static jsmf_status add_left_out(tool_run *run, bow_corpus *c, bow_unknown *u)
{
    const int64_t *tokens;
    if (bag_left_out(run, &c->stream, c->h.rows, &tokens) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; tokens && i < c->h.rows; i++)
        u->before += tokens[i];
    return JSMF_OK;
}

/* "word (12), other (9)" of the most frequent. */
static void list_words(const bow_corpus *c, const double *tokens, size_t most, char text[LIST_BYTES])
{
    size_t top[LISTED], n = 0;
    const size_t found = jsmf_top(c->vocab.count, tokens, 1, 0, most, top);
    text[0] = '\0';
    for (size_t i = 0; i < found && n < LIST_BYTES; i++)
        n += (size_t)snprintf(text + n, LIST_BYTES - n, "%s%s (%.0f)", i ? ", " : "",
                              jsmf_strings_get(&c->vocab, top[i]), tokens[top[i]]);
}

static jsmf_status judge(tool_run *run, const bow_corpus *c, const char *path, const double *tokens,
                         const bow_unknown *u)
{
    const bow_settings *s = run->settings;
    const int64_t tokens_all = u->all + u->before, unknown = u->tokens + u->before;
    const double part = tokens_all ? (double)unknown / (double)tokens_all : 0;
    const char *none = u->before ? "words that jsmf-text has left out" : "tokens too long for words";
    char words[LIST_BYTES];
    list_words(c, tokens, LISTED, words);
    jsmf_message(run->ctx, JSMF_INFO, "%s: %lld of %lld tokens (%.1f %%) are of words that %s does not know%s%s",
                 c->name, (long long)unknown, (long long)tokens_all, 100 * part, path, *words ? ", most of all " : "",
                 words);
    if (part <= s->max_unknown)
        return JSMF_OK;
    list_words(c, tokens, LISTED_IN_ERROR, words);
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %lld of %lld tokens (%.1f %%) are of words that %s does not know, "
                     "above --max-unknown %g; most of all %s", c->name, (long long)unknown, (long long)tokens_all,
                     100 * part, path, s->max_unknown, *words ? words : none);
}

jsmf_status bow_find_unknown(tool_run *run, bow_corpus *c, const char *path, const jsmf_strings *known,
                             bow_unknown *out)
{
    jsmf_strings stop = { 0 };
    jsmf_index *known_index = NULL;
    const bow_settings *s = run->settings;
    unsigned char *stopped = jsmf_alloc(run->ctx, c->vocab.count, 1);
    double *tokens = jsmf_alloc_zero(run->ctx, c->vocab.count, sizeof *tokens);
    if (tokens && stopped && bow_read_stop(run, c, &stop) == JSMF_OK &&
        jsmf_index_new(run->ctx, known, &known_index, NULL) == JSMF_OK &&
        jsmf_corpus_listed(run->ctx, &c->vocab, &stop, s->ignore_case, stopped) == JSMF_OK) {
        count(c, known_index, stopped, tokens, out);
        if (add_left_out(run, c, out) == JSMF_OK)
            jsmf_recorded(judge(run, c, path, tokens, out));
    }
    jsmf_index_free(known_index);
    free(stopped);
    jsmf_strings_free(&stop);
    free(tokens);
    return jsmf_context_status(run->ctx);
}

void bow_report_unknown(tool_run *run, const bow_corpus *c, const char *path, const bow_unknown *u)
{
    if (u->tokens > 0)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu word%s not in %s: left out, with %lld of %lld tokens "
                     "(%.1f %%)", c->name, u->words, JSMF_COUNTED(u->of), path, (long long)u->tokens, (long long)u->all,
                     100.0 * (double)u->tokens / (double)u->all);
}
