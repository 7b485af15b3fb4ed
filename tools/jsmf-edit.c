/* jsmf-edit: a model with its topics named, put together, left out, in another order, or of fewer words. */
#include "shared/model_words.h"
#include "shared/topic_numbers.h"

#include "jsmf/arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BY_NUMBER, BY_WEIGHT };

typedef struct settings {
    tool_list merge, drop, leave_out;
    const char *name, *renumber;
    size_t trim;
    int sort;
} settings;

static const settings defaults = { .sort = BY_NUMBER };

static const tool_option options[] = {
    { 0, "merge", TOOL_LIST, offsetof(settings, merge), 0, 0, "K,K...", "merge these topics into one; repeatable" },
    { 0, "drop", TOOL_LIST, offsetof(settings, drop), 0, 0, "K,...", "leave these topics out; repeatable" },
    { 0, "name", TOOL_TEXT, offsetof(settings, name), 0, 0, "FILE|auto",
      "name topics by lines NUMBER: NAME; auto: name those without a name by their words" },
    { 0, "trim", TOOL_SIZE, offsetof(settings, trim), 1, 1e9, "N",
      "keep the N leading words of each topic, and the anchors" },
    { 0, "sort", TOOL_CHOICE, offsetof(settings, sort), 0, 0, "number|weight", "the order of topics" },
    { 0, "renumber", TOOL_TEXT, offsetof(settings, renumber), 0, 0, "OLD",
      "give topics the numbers and names that they have in this model" },
    { 0, "leave-out", TOOL_LIST, offsetof(settings, leave_out), 0, 0, "NAME,...|all",
      "leave these arrays of your own out, or all of them; repeatable" },
    TOOL_END
};

typedef struct job {
    model_input in, old;
    jsmf_strings left_out; /* the names of --leave-out */
    jsmf_model edited;   /* empty where the model's arrays are as they were read */
    topic_names names;
    size_t *group;       /* of the topics as they were read: the group of each, or JSMF_NONE */
    size_t groups;
    size_t *words;       /* that are kept, ascending; NULL: all */
    size_t word_count;
} job;

static void job_free(void *held)
{
    job *j = held;
    jsmf_strings_free(&j->left_out);
    jsmf_model_free(&j->edited);
    topic_names_free(&j->names);
    free(j->group);
    free(j->words);
    model_free(&j->old);
    model_free(&j->in);
}

/* ---- input ---- */

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    const char *const inputs[] = { tool_operand(run, 0), s->renumber, s->name };
    if (tool_stdin_count(inputs, sizeof inputs / sizeof *inputs) > 1)
        return tool_usage(run, "standard input holds one thing: name files for the others");
    if (s->sort == BY_WEIGHT && s->renumber)
        return tool_usage(run, "--sort weight with --renumber: topics have one order");
    return tool_refuse_terminal(run, "");
}

/* Only arrays of one's own say nothing to any program. */
static jsmf_status name_array(tool_run *run, job *j, const char *text, size_t length)
{
    const char *name;
    if (jsmf_strings_add(run->ctx, &j->left_out, text, length) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    name = jsmf_strings_get(&j->left_out, j->left_out.count - 1);
    if (jsmf_schema_knows(&jsmf_arrays_schema, name) || strcmp(name, "jsmf") == 0 || strcmp(name, "history") == 0)
        return tool_usage(run, "--leave-out %s: an array of models, not one of your own, such as jsmf-text --keep "
                          "makes", name);
    return JSMF_OK;
}

static jsmf_status name_arrays(tool_run *run, job *j)
{
    const settings *s = run->settings;
    for (size_t i = 0; i < s->leave_out.count; i++)
        for (const char *at = s->leave_out.values[i];; at++) {
            const size_t length = strcspn(at, ",");
            if (length == 0)
                return tool_usage(run, "--leave-out %s: expected names of arrays, apart by commas",
                                  s->leave_out.values[i]);
            if (name_array(run, j, at, length) != JSMF_OK)
                return jsmf_context_status(run->ctx);
            at += length;
            if (!*at)
                break;
        }
    return JSMF_OK;
}

/* All names are looked up first, so that a name may come twice, or beside all. */
static jsmf_status leave_arrays_out(tool_run *run, const job *j, jsmf_stream *in)
{
    bool all = false;
    for (size_t i = 0; i < j->left_out.count; i++) {
        const char *name = jsmf_strings_get(&j->left_out, i);
        const bool is_all = strcmp(name, "all") == 0;
        if (!is_all && !jsmf_stream_find(in, name))
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array %s, which --leave-out names (jsmf-cat lists the "
                             "arrays)", in->name, name);
        all = all || is_all;
    }
    for (size_t i = 0; i < j->left_out.count; i++)
        jsmf_stream_remove(in, jsmf_strings_get(&j->left_out, i));
    for (size_t i = in->count; all && i-- > 0;)
        if (!jsmf_schema_knows(&jsmf_arrays_schema, in->arrays[i].name))
            jsmf_stream_remove(in, in->arrays[i].name);
    return JSMF_OK;
}

static const jsmf_model *current(const job *j) { return j->edited.b ? &j->edited : &j->in.model; }

static jsmf_status open_models(tool_run *run, job *j)
{
    static const char *const old_names[] = { "B", "A", "vocab", "names" };
    const settings *s = run->settings;
    enum { COPIES = 4, MATRICES = 3 };
    if (tool_read(run, 0, JSMF_MODEL, &j->in.stream) != JSMF_OK ||
        leave_arrays_out(run, j, &j->in.stream) != JSMF_OK || model_open(run, &j->in) != JSMF_OK ||
        topic_names_make(run, j->in.names, j->in.model.k, &j->names) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (tool_check_memory(run, jsmf_mul_sat(jsmf_mul_sat(j->in.model.n, j->in.model.k),
                                            COPIES * MATRICES * sizeof(double)),
                          "editing a model", "fewer words or topics") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!s->renumber)
        return JSMF_OK;
    if (model_scan(run, s->renumber, old_names, sizeof old_names / sizeof *old_names, &j->old) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return model_map_words(run, &j->old, &j->in);
}

/* ---- groups ---- */

/* The topic whose number is next in the list, behind which *at points then; usage errors tell of the option. */
static jsmf_status next_topic(tool_run *run, const char *option, const char *list, const char **at, size_t topics,
                              size_t *topic)
{
    char number[24];
    const size_t length = strcspn(*at, ",");
    if (length == 0 || length >= sizeof number)
        return tool_usage(run, "--%s %s: expected numbers of topics, apart by commas", option, list);
    memcpy(number, *at, length);
    number[length] = '\0';
    *topic = tool_number_named(number);
    if (*topic == SIZE_MAX)
        return tool_usage(run, "--%s %s: \"%s\" is no topic's number (expected such as 0,1,2)", option, list,
                          number);
    if (*topic >= topics)
        return jsmf_fail(run->ctx, JSMF_EDATA, "--%s %s: there is no topic %zu (there are 0 to %zu)", option, list,
                         *topic, topics - 1);
    *at += length;
    return JSMF_OK;
}

/* Marks the topics of one list: in mark each gets the number, from 1, of the list that it is in. */
static jsmf_status mark_list(tool_run *run, const char *option, const char *list, size_t number, size_t topics,
                             size_t *mark)
{
    size_t topic = 0, count = 0;
    for (const char *at = list;; at++) {
        if (next_topic(run, option, list, &at, topics, &topic) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        if (mark[topic])
            return tool_usage(run, "--%s %s: topic %zu is named twice", option, list, topic);
        mark[topic] = number;
        count++;
        if (!*at)
            break;
    }
    return count > 1 || strcmp(option, "merge") != 0
               ? JSMF_OK
               : tool_usage(run, "--merge %s: expected two topics or more", list);
}

/* Groups are numbered in the order of their first topics. mark: of the list that a topic is merged in, 1 to merged, of
 * one that it is dropped in, above these; or 0. */
static jsmf_status number_groups(tool_run *run, job *j, const size_t *mark, size_t merged)
{
    size_t *of_list = jsmf_alloc(run->ctx, merged + 1, sizeof *of_list);
    if (!of_list)
        return jsmf_context_status(run->ctx);
    for (size_t l = 0; l <= merged; l++)
        of_list[l] = JSMF_NONE;
    for (size_t k = 0; k < j->in.model.k; k++) {
        if (mark[k] > merged) {
            j->group[k] = JSMF_NONE;
            continue;
        }
        if (mark[k] == 0 || of_list[mark[k]] == JSMF_NONE)
            of_list[mark[k]] = j->groups++;
        j->group[k] = of_list[mark[k]];
    }
    free(of_list);
    return j->groups ? JSMF_OK : tool_usage(run, "--drop: no topic would be left");
}

static jsmf_status find_groups(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const size_t k = j->in.model.k;
    size_t *mark = jsmf_alloc_zero(run->ctx, k, sizeof *mark), lists = 0;
    j->group = jsmf_alloc(run->ctx, k, sizeof *j->group);
    if (jsmf_context_status(run->ctx) == JSMF_OK) {
        for (size_t i = 0; i < s->merge.count && jsmf_context_status(run->ctx) == JSMF_OK; i++)
            jsmf_recorded(mark_list(run, "merge", s->merge.values[i], ++lists, k, mark));
        for (size_t i = 0; i < s->drop.count && jsmf_context_status(run->ctx) == JSMF_OK; i++)
            jsmf_recorded(mark_list(run, "drop", s->drop.values[i], ++lists, k, mark));
        if (jsmf_context_status(run->ctx) == JSMF_OK)
            jsmf_recorded(number_groups(run, j, mark, s->merge.count));
    }
    free(mark);
    return jsmf_context_status(run->ctx);
}

static bool is_identity(const size_t *group, size_t topics)
{
    for (size_t k = 0; k < topics; k++)
        if (group[k] != k)
            return false;
    return true;
}

/* The model's topics as groups of those that it has now; nothing is touched where they are the same. */
static jsmf_status regroup(tool_run *run, job *j, const size_t *group, size_t groups)
{
    const jsmf_model *m = current(j);
    jsmf_model made;
    if (is_identity(group, m->k))
        return JSMF_OK;
    if (jsmf_model_regroup(run->ctx, m, group, groups, &made) != JSMF_OK)
        return tool_name_error(run, j->in.stream.name);
    jsmf_model_free(&j->edited);
    j->edited = made;
    return topic_names_regroup(run, &j->names, group, groups);
}

/* ---- words ---- */

/* keep (n) = which words are among the `count` leading ones of a topic, or its anchor. */
static jsmf_status mark_words(jsmf_context *ctx, const jsmf_model *m, size_t count, bool *keep)
{
    size_t *top = jsmf_alloc(ctx, count, sizeof *top);
    for (size_t k = 0; top && k < m->k; k++) {
        const size_t found = jsmf_top(m->n, m->b + k, m->k, 0, count, top);
        for (size_t i = 0; i < found; i++)
            keep[top[i]] = true;
        if (m->s && m->s[k] != JSMF_NO_ANCHOR)
            keep[m->s[k]] = true;
    }
    for (size_t t = 0; t < m->anchor_count; t++)
        keep[m->anchor_words[t]] = true;
    free(top);
    return jsmf_context_status(ctx);
}

static jsmf_status find_words(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_model *m = current(j);
    bool *keep = jsmf_alloc_zero(run->ctx, m->n, sizeof *keep);
    j->words = jsmf_alloc(run->ctx, m->n, sizeof *j->words);
    if (jsmf_context_status(run->ctx) == JSMF_OK &&
        mark_words(run->ctx, m, jsmf_least(s->trim, m->n), keep) == JSMF_OK)
        for (size_t i = 0; i < m->n; i++)
            if (keep[i])
                j->words[j->word_count++] = i;
    free(keep);
    return jsmf_context_status(run->ctx);
}

static jsmf_status trim(tool_run *run, job *j)
{
    const settings *s = run->settings;
    jsmf_model made;
    if (!s->trim || find_words(run, j) != JSMF_OK || j->word_count == current(j)->n)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu of %zu words are kept", j->word_count, current(j)->n);
    if (jsmf_model_of_words(run->ctx, current(j), j->words, j->word_count, &made) != JSMF_OK)
        return tool_name_error(run, j->in.stream.name);
    jsmf_model_free(&j->edited);
    j->edited = made;
    return JSMF_OK;
}

/* ---- order ---- */

/* number (k) = the place of each topic by its weight, the largest first. */
static jsmf_status number_by_weight(tool_run *run, const job *j, size_t *number)
{
    const jsmf_model *m = current(j);
    jsmf_model_summary summary;
    size_t *order = jsmf_alloc(run->ctx, m->k, sizeof *order);
    if (order && jsmf_model_summary_make(run->ctx, m, 1, 0, &summary) == JSMF_OK) {
        const size_t found = summary.weight ? jsmf_top(m->k, summary.weight, 1, -1, m->k, order) : 0;
        if (found < m->k)
            jsmf_fail(run->ctx, JSMF_EDATA, "%s: neither A nor Bbar and unigram, which say what topics weigh (--sort "
                      "weight needs them)", j->in.stream.name);
        for (size_t i = 0; i < found; i++)
            number[order[i]] = i;
        jsmf_model_summary_free(&summary);
    }
    free(order);
    return jsmf_context_status(run->ctx);
}

static jsmf_status reorder(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const size_t k = current(j)->k;
    size_t *number;
    if (s->sort == BY_NUMBER && !s->renumber)
        return JSMF_OK;
    number = jsmf_alloc(run->ctx, k, sizeof *number);
    if (number && (s->renumber ? topic_numbers_as_in(run, &j->old, current(j), &j->names, number)
                               : number_by_weight(run, j, number)) == JSMF_OK)
        jsmf_recorded(regroup(run, j, number, k));
    free(number);
    return jsmf_context_status(run->ctx);
}

/* ---- output ---- */

static jsmf_status keep_vocab(tool_run *run, job *j)
{
    jsmf_strings kept = { 0 };
    for (size_t i = 0; j->in.words && i < j->word_count; i++)
        if (jsmf_strings_add(run->ctx, &kept, jsmf_strings_get(j->in.words, j->words[i]),
                             jsmf_strings_length(j->in.words, j->words[i])) != JSMF_OK) {
            jsmf_strings_free(&kept);
            return jsmf_context_status(run->ctx);
        }
    if (!j->in.words)
        return JSMF_OK;
    j->in.words = NULL;
    return jsmf_stream_add_strings(run->ctx, &j->in.stream, "vocab", &kept);
}

static jsmf_status keep_df(tool_run *run, job *j)
{
    int64_t *df, *kept;
    if (!jsmf_stream_find(&j->in.stream, "df"))
        return JSMF_OK;
    kept = jsmf_alloc(run->ctx, j->word_count, sizeof *kept);
    if (!kept || jsmf_stream_integers(run->ctx, &j->in.stream, "df", j->in.model.n, &df, NULL) != JSMF_OK) {
        free(kept);
        return jsmf_context_status(run->ctx);
    }
    for (size_t i = 0; i < j->word_count; i++)
        kept[i] = df[j->words[i]];
    return jsmf_stream_add_i64(run->ctx, &j->in.stream, "df", kept, 1, j->word_count);
}

static jsmf_status write_model(tool_run *run, job *j)
{
    const bool trimmed = j->words && j->word_count < j->in.model.n;
    if ((trimmed && (keep_vocab(run, j) != JSMF_OK || keep_df(run, j) != JSMF_OK)) ||
        topic_names_store(run, &j->names, &j->in.stream) != JSMF_OK ||
        (j->edited.b && jsmf_arrays_model_replace(run->ctx, &j->edited, &j->in.stream) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->in.stream);
}

/* ---- the run ---- */

static jsmf_status run_edit(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    const bool automatic = s->name && strcmp(s->name, "auto") == 0;
    if (check_options(run) != JSMF_OK || name_arrays(run, j) != JSMF_OK || open_models(run, j) != JSMF_OK ||
        find_groups(run, j) != JSMF_OK ||
        (s->name && !automatic && topic_names_read(run, &j->names, s->name) != JSMF_OK) ||
        regroup(run, j, j->group, j->groups) != JSMF_OK || reorder(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (automatic && !j->in.words)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no vocabulary to make names of (--name FILE gives names)",
                         j->in.stream.name);
    if ((automatic && topic_names_of_words(run, &j->names, current(j), j->in.words) != JSMF_OK) ||
        trim(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    topic_names_warn_of_repeated(run, &j->names, j->in.stream.name);
    return write_model(run, j);
}

static const tool this_tool = {
    .name = "jsmf-edit",
    .summary = "a model with topics named, merged, dropped or renumbered, or of fewer words",
    .usage = "[MODEL]",
    .examples = "jsmf-edit --name auto model.npz -o named.npz\n"
                "jsmf-edit --merge 4,9 --merge 2,5 --drop 3 --sort weight model.npz -o edited.npz\n"
                "jsmf-edit --renumber yesterday.npz model.npz -o today.npz\n"
                "jsmf-edit --trim 100 --leave-out all model.npz -o published.npz",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "merge drop name trim sort renumber",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_edit,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
