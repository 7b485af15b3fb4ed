#include "text_words.h"

#include "stop_words.h"

static const char recipe_name[] = "text.recipe";

/* The options that a recipe has. */
static const char *const cutting[] = {
    "pattern", "min-length", "keep-case", "strip-accents", "nfkc", "numbers", "urls", "split-apostrophes", "ngrams",
};

jsmf_status text_words_check(tool_run *run, const text_words_settings *s)
{
    static const char *const of_boundaries[] = { "numbers", "urls", "split-apostrophes" };
    static const char *const of_phrases[] = { "phrase-npmi", "phrase-length" };
    const char *vain = s->pattern ? tool_first_given(run, of_boundaries, 3) : NULL;
    if (vain)
        return tool_usage(run, "--%s with --pattern: the pattern says what a word is", vain);
    if (s->phrases == 0 && (vain = tool_first_given(run, of_phrases, 2)))
        return tool_usage(run, "--%s goes with --phrases", vain);
    if (s->phrases && s->ngrams > 1)
        return tool_usage(run, "--phrases with --ngrams: choose one");
    if (s->match && s->phrases)
        return tool_usage(run, "--phrases with --match: the phrases are those of %s", s->match);
    if (s->stop.count && !s->match)
        return tool_usage(run, "--stop goes with --match: jsmf-bow --stop leaves words out of a bag");
    for (size_t i = 0; i < s->stop.count; i++)
        if (tool_is_stdin(s->stop.values[i]))
            return tool_usage(run, "--stop -: name a file (standard input is for documents)");
    if (tool_is_stdin(s->match))
        return tool_usage(run, "--match -: name a file (standard input is for documents)");
    return JSMF_OK;
}

/* ---- words by options, or by a recipe ---- */

static jsmf_status cut_by_options(tool_run *run, const text_words_settings *s, text_words *w)
{
    const jsmf_words_options how = { .pattern = s->pattern, .keep_case = s->keep_case,
                                     .strip_accents = s->strip_accents, .nfkc = s->nfkc, .numbers = s->numbers,
                                     .urls = s->urls, .split_apostrophes = s->split_apostrophes,
                                     .min_length = s->min_length, .ngrams = s->ngrams };
    return jsmf_words_new(run->ctx, &how, &w->words);
}

static jsmf_status cut_by_recipe(tool_run *run, const text_words_settings *s, const jsmf_stream *stream,
                                 const jsmf_array *recipe, text_words *w)
{
    const char *given = tool_first_given(run, cutting, sizeof cutting / sizeof *cutting);
    if (recipe->type != 'U' || recipe->dims != 1)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array %s is no list of strings (jsmf-text writes one)",
                         stream->name, recipe_name);
    if (given)
        return tool_usage(run, "--%s with --match: %s tells how its words were cut", given, s->match);
    return jsmf_words_of_recipe(run->ctx, &recipe->strings, stream->name, &w->words);
}

/* The words of the stream of --match, and how they were cut where it tells. */
static jsmf_status match(tool_run *run, const text_words_settings *s, text_words *w)
{
    const char *const wanted[] = { "vocab", recipe_name };
    const jsmf_array *recipe;
    const jsmf_strings *found;
    jsmf_stream stream = { 0 };
    if (tool_scan_file(run, s->match, JSMF_ANY_KIND, wanted, 2, &stream) != JSMF_OK ||
        jsmf_arrays_vocab(run->ctx, &stream, 0, &found) != JSMF_OK)
        goto done;
    if (!found) {
        jsmf_recorded(jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab (--match needs the words of a stream)",
                                stream.name));
        goto done;
    }
    recipe = jsmf_stream_find(&stream, recipe_name);
    if (!recipe)
        jsmf_message(run->ctx, JSMF_WARNING, "%s does not tell how its words were cut: the options here decide",
                     stream.name);
    if (jsmf_strings_copy(run->ctx, found, &w->known) == JSMF_OK)
        jsmf_recorded(recipe ? cut_by_recipe(run, s, &stream, recipe, w) : cut_by_options(run, s, w));
done:
    jsmf_stream_free(&stream);
    return jsmf_context_status(run->ctx);
}

jsmf_status text_words_make(tool_run *run, const text_words_settings *s, text_words *w)
{
    const jsmf_words_phrases_options phrases = { .least = (int64_t)s->phrases, .npmi = s->phrase_npmi,
                                                 .length = s->phrase_length };
    if (stop_words_read(run, &s->stop, 0, &w->stop) != JSMF_OK ||
        (s->match ? match : cut_by_options)(run, s, w) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_tally_new(run->ctx, &(jsmf_tally_options){ .words = w->words, .phrases = s->phrases ? &phrases : NULL,
                                                           .known = s->match ? &w->known : NULL,
                                                           .stop = &w->stop }, &w->tally);
}

void text_words_free(text_words *w)
{
    jsmf_tally_free(w->tally);
    jsmf_words_free(w->words);
    jsmf_strings_free(&w->known);
    jsmf_strings_free(&w->stop);
}

/* ---- what is said, and written ---- */

void text_words_report(tool_run *run, const text_words_settings *s, const jsmf_tally_counts *c)
{
    const int64_t all = c->tokens + c->unknown;
    if (c->unknown)
        jsmf_message(run->ctx, JSMF_WARNING, "%lld of %lld tokens (%.1f %%) are of words that are not in %s: left "
                     "out%s", (long long)c->unknown, (long long)all, 100 * (double)c->unknown / (double)all, s->match,
                     s->stop.count ? "" : " (--stop english or FILE does not count function words)");
    if (s->phrases)
        jsmf_message(run->ctx, JSMF_INFO, "%zu phrase%s", JSMF_COUNTED(c->phrases->count));
}

jsmf_status text_words_give(tool_run *run, text_words *w, const jsmf_tally_counts *c, jsmf_stream *out)
{
    jsmf_strings recipe;
    if ((c->phrases->count && jsmf_words_set_phrases(run->ctx, w->words, c->phrases) != JSMF_OK) ||
        jsmf_words_recipe(run->ctx, w->words, &recipe) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_strings(run->ctx, out, recipe_name, &recipe);
}
