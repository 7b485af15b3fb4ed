/* The step of a round of polishing by shards: of the sums of all documents to the next model. */
#include "polish_shards.h"

#include "shard_record.h"

#include "jsmf/arrays.h"

#include <stdio.h>
#include <string.h>

/* The way is the sums', and so is, in the first round, what all rounds will have. */
static jsmf_status check_recipe(tool_run *run, const polish_job *j, const jsmf_arrays_sums *sums, jsmf_polish_way way)
{
    const bool begun = polish_shards_begun(j);
    const jsmf_polish_way later = way == JSMF_POLISH_COUNT ? JSMF_POLISH_WHOLE : way;
    const jsmf_strings none = { 0 };
    jsmf_strings expected = { 0 };
    size_t i = 0, count;
    if (polish_shards_write_recipe(run, j, begun ? later : JSMF_POLISH_COUNT,
                                   begun ? &j->polishing.recipe : &none, &expected) != JSMF_OK)
        goto done;
    count = begun ? jsmf_greatest(expected.count, sums->recipe.count) : expected.count;
    for (; i < count; i++) {
        const char *a = i < expected.count ? jsmf_strings_get(&expected, i) : "nothing";
        const char *b = i < sums->recipe.count ? jsmf_strings_get(&sums->recipe, i) : "nothing";
        if (strcmp(a, b) != 0) {
            jsmf_fail(run->ctx, JSMF_EDATA, "%s: shard %s: made with %.80s (expected %.80s, as %s)", sums->name,
                      jsmf_strings_get(&sums->shards.ids, 0), b, a, j->in.stream.name);
            break;
        }
    }
done:
    jsmf_strings_free(&expected);
    return jsmf_context_status(run->ctx);
}

static jsmf_status read_sums(tool_run *run, const polish_job *j, jsmf_arrays_sums *sums, jsmf_polish_way *way)
{
    jsmf_stream stream = { 0 };
    const size_t n = j->in.model.n;
    if (tool_read(run, 1, JSMF_SUMS, &stream) != JSMF_OK ||
        jsmf_arrays_sums_load(run->ctx, &stream, sums) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (strcmp(sums->of, "polish") != 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: sums of %s (expected those of jsmf-polish --partial)", sums->name,
                         sums->of);
    if (model_check_words(run, &j->in, &sums->stream, n, "sums are made with the model that they make the next one "
                          "of") != JSMF_OK ||
        polish_shards_read_way(run, sums->name, &sums->recipe, way) != JSMF_OK ||
        check_recipe(run, j, sums, *way) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_sums_shards_complete(run->ctx, &sums->shards, sums->name);
}

static size_t count_rows(const jsmf_sums_shards *of)
{
    size_t rows = 0;
    for (size_t i = 0; i < of->count; i++)
        rows += (size_t)of->shards[i].rows;
    return rows;
}

/* The lines behind those of the round alone, and the prior. */
static jsmf_status keep_recipe(tool_run *run, const polish_settings *s, const jsmf_arrays_sums *sums,
                               jsmf_strings *of_all)
{
    for (size_t i = POLISH_SHARDS_OF_ROUND; i < sums->recipe.count; i++)
        if (jsmf_strings_add(run->ctx, of_all, jsmf_strings_get(&sums->recipe, i),
                             jsmf_strings_length(&sums->recipe, i)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    if (s->soft && shard_recipe_line(run, of_all, "topics", "soft") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return shard_recipe_line(run, of_all, "prior", s->prior == JSMF_POLISH_MATRIX ? "matrix" : "dirichlet");
}

/* The model as it was, but for its topics, which have the pseudo-counts now. */
static jsmf_status begin(tool_run *run, const polish_settings *s, polish_job *j, const jsmf_arrays_sums *sums,
                         const jsmf_polish_part *sum)
{
    jsmf_polish_options o;
    if (s->finish)
        return tool_usage(run, "--finish, but the polishing of %s has not begun", j->in.stream.name);
    if (s->guide && guide_read(run, s->guide, s->guide_weight, false, &j->in, &j->guide) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    o = polish_options(run, s, j);
    o.minibatch = s->soft ? jsmf_polish_defaults.minibatch : 0;
    if (jsmf_polish_begin_rounds(run->ctx, &j->in.model, &o, sum, count_rows(&sums->shards), &j->model,
                                 &j->polishing.state) != JSMF_OK)
        return tool_name_error(run, sums->name);
    j->polishing.rounds = 0;
    j->polishing.trace = jsmf_alloc(run->ctx, 0, sizeof *j->polishing.trace);
    if (keep_recipe(run, s, sums, &j->polishing.recipe) != JSMF_OK || polish_store_names(run, s, j) != JSMF_OK ||
        jsmf_stream_give_f64(run->ctx, &j->in.stream, "B", &j->model.b, 2, j->in.model.n, j->in.model.k) != JSMF_OK ||
        jsmf_arrays_polishing_store(run->ctx, &j->polishing, false, &j->in.stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->out = j->in.stream;
    j->in.stream = (jsmf_stream){ 0 };
    return JSMF_OK;
}

static jsmf_status note_round(tool_run *run, jsmf_arrays_polishing *p, const jsmf_polish_report *r)
{
    double *trace = jsmf_realloc(run->ctx, p->trace, p->rounds + 1, 2 * sizeof *trace);
    if (!trace)
        return jsmf_context_status(run->ctx);
    p->trace = trace;
    trace[2 * p->rounds] = r->bound == r->bound ? r->bound : 0;
    trace[2 * p->rounds + 1] = r->held_out == r->held_out ? r->held_out : 0;
    p->rounds++;
    return JSMF_OK;
}

static void tell(tool_run *run, const jsmf_arrays_polishing *p)
{
    const double *last = p->trace + 2 * (p->rounds - 1);
    char bound[48] = "", held_out[64] = "";
    if (last[0] != 0)
        snprintf(bound, sizeof bound, ", bound %.9f a token", last[0]);
    if (last[1] != 0)
        snprintf(held_out, sizeof held_out, ", held out before it %.6f a token", last[1]);
    jsmf_message(run->ctx, JSMF_INFO, "round %zu%s%s", p->rounds, bound, held_out);
}

static jsmf_status next(tool_run *run, const polish_settings *s, polish_job *j, const jsmf_arrays_sums *sums,
                        const jsmf_polish_part *sum)
{
    static const char *const settled[] = { "prior", "beta", "anchor-weight", "guide", "guide-weight", "soft" };
    if (polish_shards_refuse_later(run, j, settled, sizeof settled / sizeof *settled) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_polish_next_round(run->ctx, &j->in.model, &j->polishing.state, sum, &j->model, &j->report) != JSMF_OK)
        return tool_name_error(run, sums->name);
    if (note_round(run, &j->polishing, &j->report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    tell(run, &j->polishing);
    if (jsmf_arrays_polishing_store(run->ctx, &j->polishing, s->finish, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return polish_store(run, s, j);
}

static jsmf_status check_step_memory(tool_run *run, const polish_job *j)
{
    const size_t n = j->in.model.n, k = j->in.model.k;
    const jsmf_polish_options o = { .prior = JSMF_POLISH_MATRIX, .passes = 1 };
    const size_t sums = jsmf_mul_sat(jsmf_mul_sat(n, k), sizeof(jsmf_sums_fixed));
    char what[128];
    snprintf(what, sizeof what, "the step of %zu topic%s of %zu word%s", JSMF_COUNTED(k), JSMF_COUNTED(n));
    return tool_check_memory(run, jsmf_add_sat(sums, jsmf_polish_bytes(run->ctx, n, k, 0, 0, &o)), what,
                             "take fewer words, jsmf-bow --top, or fewer topics");
}

jsmf_status polish_step(tool_run *run, const polish_settings *s, polish_job *j)
{
    jsmf_arrays_sums sums = { .shards = { .of = -1 } };
    jsmf_polish_part sum = { .n = 0 };
    jsmf_polish_way way;
    if (polish_shards_open(run, j) == JSMF_OK && check_step_memory(run, j) == JSMF_OK &&
        read_sums(run, j, &sums, &way) == JSMF_OK &&
        jsmf_arrays_sums_to_polish(run->ctx, &sums, way, j->in.model.n, j->in.model.k, &sum) == JSMF_OK)
        jsmf_recorded((polish_shards_begun(j) ? next : begin)(run, s, j, &sums, &sum));
    jsmf_polish_part_free(&sum);
    jsmf_arrays_sums_free(&sums);
    return jsmf_context_status(run->ctx);
}
