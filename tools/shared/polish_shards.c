#include "polish_shards.h"

#include "shard_blocks.h"
#include "shard_record.h"

#include "jsmf/arrays.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- options ---- */

jsmf_status polish_shards_check(tool_run *run, const polish_settings *s)
{
    static const char *const of_passes[] = { "method", "passes", "tol", "minibatch", "random" };
    static const char *const of_step[] = { "prior", "beta", "anchor-weight", "guide", "guide-weight", "soft",
                                           "finish" };
    static const char *const of_parts[] = { "held-out", "block", "online" };
    const char *way = s->partial ? "partial" : "step", *other = NULL;
    if (!s->partial && !s->step) {
        other = s->finish ? "finish" : s->soft ? "soft" : tool_given(run, "block") ? "block" : NULL;
        return other ? tool_usage(run, "--%s goes with --%s only", other, *other == 'b' ? "partial" : "step") : JSMF_OK;
    }
    if (s->partial && s->step)
        return tool_usage(run, "only one of --partial and --step can be had");
    if ((other = tool_first_given(run, of_passes, sizeof of_passes / sizeof *of_passes)))
        return tool_usage(run, "--%s goes without --%s: a round is one whole pass, or one of --online", way, other);
    other = s->partial ? tool_first_given(run, of_step, sizeof of_step / sizeof *of_step)
                       : tool_first_given(run, of_parts, sizeof of_parts / sizeof *of_parts);
    if (other)
        return tool_usage(run, "--%s goes without --%s, which --%s takes", way, other, s->partial ? "step" : "partial");
    return JSMF_OK;
}

static bool has_begun(const polish_job *j) { return j->polishing.rounds != SIZE_MAX; }

/* What the first round has settled. */
static jsmf_status refuse_later(tool_run *run, const polish_job *j, const char *const *names, size_t count)
{
    const char *given = has_begun(j) ? tool_first_given(run, names, count) : NULL;
    return given ? tool_usage(run, "--%s, but the polishing of %s has begun, and keeps to the options that it began "
                              "with", given, j->in.stream.name)
                 : JSMF_OK;
}

/* ---- the recipe ---- */

static jsmf_status add_number(tool_run *run, jsmf_strings *recipe, const char *key, const char *format, double value)
{
    char text[40];
    snprintf(text, sizeof text, format, value);
    return shard_recipe_line(run, recipe, key, text);
}

/* Of the sums of this round: what is of the round alone, in front of what is of all rounds. */
static jsmf_status write_recipe(tool_run *run, const polish_job *j, const char *way, const jsmf_strings *of_all,
                                jsmf_strings *recipe)
{
    char mark[16];
    snprintf(mark, sizeof mark, "%08" PRIx32, j->mark);
    if (add_number(run, recipe, "round", "%.0f", has_begun(j) ? (double)j->polishing.rounds + 1 : 0) != JSMF_OK ||
        shard_recipe_line(run, recipe, "model", mark) != JSMF_OK ||
        shard_recipe_line(run, recipe, "way", way) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < of_all->count; i++)
        if (jsmf_strings_add(run->ctx, recipe, jsmf_strings_get(of_all, i), jsmf_strings_length(of_all, i)) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

/* What all rounds have, as the first one settles it. */
static jsmf_status begin_recipe(tool_run *run, const polish_settings *s, jsmf_strings *of_all)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%" PRIu64, jsmf_context_seed(run->ctx));
    if (add_number(run, of_all, "block", "%.0f", (double)s->block) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->held_out == 0)
        return JSMF_OK;
    if (add_number(run, of_all, "held-out", "%.17g", s->held_out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return shard_recipe_line(run, of_all, "seed", seed);
}

/* What the parts of all rounds need of the recipe. */
static jsmf_status read_recipe(tool_run *run, const polish_job *j, size_t *block, double *held_out)
{
    const jsmf_strings *recipe = &j->polishing.recipe;
    const char *rows = jsmf_sums_recipe_value(recipe, "block"), *part = jsmf_sums_recipe_value(recipe, "held-out");
    const char *seed = jsmf_sums_recipe_value(recipe, "seed");
    char *end = NULL;
    const unsigned long long number = rows ? strtoull(rows, &end, 10) : 0;
    if (!rows || *end || number < 1 || number > INT32_MAX)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array polish.recipe: has a block %.40s (expected documents)",
                         j->in.stream.name, rows ? rows : "nowhere");
    *block = (size_t)number;
    *held_out = part ? strtod(part, &end) : 0;
    if (!(*held_out >= 0 && *held_out <= 0.9) || (part && (*end || !seed)))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array polish.recipe: holds %.40s out (expected 0 to 0.9, and a "
                         "seed)", j->in.stream.name, part);
    if (!seed)
        return JSMF_OK;
    if (tool_given(run, "seed") && strtoull(seed, NULL, 10) != jsmf_context_seed(run->ctx))
        return tool_usage(run, "--seed, but documents of %s are held out by seed %.20s", j->in.stream.name, seed);
    jsmf_context_set_seed(run->ctx, strtoull(seed, NULL, 10));
    return JSMF_OK;
}

/* ---- sums ---- */

typedef struct partial {
    jsmf_polish_way way;
    size_t block;
    jsmf_polish_options options;
    jsmf_polish_worker *worker;
    jsmf_sums_shards of;
    size_t rows, done; /* documents of the bag; those that are summed up */
} partial;

static jsmf_status read_shard(tool_run *run, polish_job *j, partial *p)
{
    const jsmf_strings *vocab;
    char advice[512];
    if (tool_read(run, 1, JSMF_BAG, &j->bag.stream) != JSMF_OK || bag_refuse_scipy(run, &j->bag.stream) != JSMF_OK ||
        jsmf_arrays_bag_open(run->ctx, &j->bag.stream, &j->h, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    snprintf(advice, sizeof advice, "jsmf-bow --match %.200s %.200s makes a bag of the model's words",
             j->in.stream.name, j->bag.stream.name);
    if (model_check_words(run, &j->in, &j->bag.stream, j->h.cols, advice) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    p->rows = j->h.rows;
    return jsmf_arrays_shards_load(run->ctx, &j->bag.stream, j->h.rows, &p->of);
}

/* Documents are held out by their places in the whole. */
static jsmf_status check_places(tool_run *run, const polish_job *j, const partial *p)
{
    for (size_t i = 0; p->options.held_out > 0 && i < p->of.count; i++)
        if (p->of.shards[i].first < 0)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: shard %s has no place in the whole, by which --held-out draws "
                             "(jsmf-bow --cut gives one, and so does --shard with --first)", j->bag.stream.name,
                             jsmf_strings_get(&p->of.ids, i));
    return JSMF_OK;
}

static jsmf_status add_block(jsmf_context *ctx, void *arg, const jsmf_csr *block, size_t first)
{
    partial *p = arg;
    if (jsmf_polish_worker_add(ctx, p->worker, block, first) != JSMF_OK)
        return jsmf_context_status(ctx);
    p->done += block->rows;
    return jsmf_progress(ctx, "summing up", (double)p->done / (double)p->rows, -1);
}

static jsmf_status check_memory(tool_run *run, const polish_job *j, const partial *p)
{
    const size_t n = j->in.model.n, k = j->in.model.k, rows = jsmf_least(p->block, j->h.rows);
    char what[128];
    snprintf(what, sizeof what, "the sums of %zu topic%s of %zu word%s", JSMF_COUNTED(k), JSMF_COUNTED(n));
    return tool_check_memory(run, jsmf_polish_worker_bytes(run->ctx, n, k, rows, jsmf_csr_nnz(&j->h), &p->options,
                                                           p->way),
                             what, "take fewer words, jsmf-bow --top, or fewer topics");
}

static jsmf_status sum_up(tool_run *run, polish_job *j, partial *p, jsmf_arrays_sums *out)
{
    static const char *const ways[] = { "count", "whole", "online" };
    const double start = jsmf_context_clock();
    jsmf_polish_part part;
    if (check_places(run, j, p) != JSMF_OK || check_memory(run, j, p) != JSMF_OK ||
        jsmf_polish_worker_new(run->ctx, &j->in.model, &p->options, p->way, &p->worker) != JSMF_OK ||
        shard_each_block(run, j->bag.stream.name, &j->h, &p->of, p->block, add_block, p) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_polish_worker_take(p->worker, &part);
    jsmf_message(run->ctx, JSMF_INFO, "%lld document%s summed up in %.3f s", JSMF_COUNTED((long long)part.documents),
                 jsmf_context_clock() - start);
    if (jsmf_arrays_sums_of_polish(run->ctx, &part, j->in.words, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return write_recipe(run, j, ways[p->way], &j->polishing.recipe, &out->recipe);
}

static jsmf_status plan(tool_run *run, const polish_settings *s, polish_job *j, partial *p)
{
    static const char *const settled[] = { "held-out", "block" };
    p->way = !has_begun(j) ? JSMF_POLISH_COUNT : s->online ? JSMF_POLISH_ONLINE : JSMF_POLISH_WHOLE;
    if (s->online && !has_begun(j))
        return tool_usage(run, "--online with %s, whose polishing has not begun: first count without, then --step",
                          j->in.stream.name);
    if (refuse_later(run, j, settled, sizeof settled / sizeof *settled) != JSMF_OK ||
        (!has_begun(j) && begin_recipe(run, s, &j->polishing.recipe) != JSMF_OK) ||
        read_recipe(run, j, &p->block, &p->options.held_out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (has_begun(j)) {
        p->options.state = &j->polishing.state;
        p->options.prior = j->polishing.state.prior;
    }
    return JSMF_OK;
}

static jsmf_status open_model(tool_run *run, polish_job *j)
{
    if (tool_read(run, 0, JSMF_MODEL, &j->in.stream) != JSMF_OK ||
        jsmf_stream_mark(run->ctx, &j->in.stream, &j->mark) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return polish_open(run, j);
}

jsmf_status polish_partial(tool_run *run, const polish_settings *s, polish_job *j)
{
    partial p = { .options = jsmf_polish_defaults };
    jsmf_arrays_sums out = { .shards = { .of = -1 } };
    if (open_model(run, j) == JSMF_OK && plan(run, s, j, &p) == JSMF_OK && read_shard(run, j, &p) == JSMF_OK &&
        sum_up(run, j, &p, &out) == JSMF_OK && (out.machine = shard_machine(run->ctx)) &&
        jsmf_arrays_recipe_copy(run->ctx, &j->bag.stream, &out.stream) == JSMF_OK &&
        shard_record(run, &p.of, &j->h, NULL, &j->bag.stream.history, &out.shards) == JSMF_OK)
        jsmf_recorded(jsmf_arrays_sums_store(run->ctx, &out, &j->out));
    jsmf_polish_worker_free(p.worker);
    jsmf_arrays_sums_free(&out);
    jsmf_sums_shards_free(&p.of);
    return jsmf_context_status(run->ctx);
}

/* ---- the step ---- */

/* The way is the sums', and so is, in the first round, what all rounds will have. */
static jsmf_status check_recipe(tool_run *run, const polish_job *j, const jsmf_arrays_sums *sums)
{
    const char *way = jsmf_sums_recipe_value(&sums->recipe, "way");
    const jsmf_strings none = { 0 };
    jsmf_strings expected = { 0 };
    size_t i = 0, count;
    if (write_recipe(run, j, has_begun(j) && way ? way : "count", has_begun(j) ? &j->polishing.recipe : &none,
                     &expected) != JSMF_OK)
        goto done;
    count = has_begun(j) ? jsmf_greatest(expected.count, sums->recipe.count) : expected.count;
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

static jsmf_status read_sums(tool_run *run, const polish_job *j, jsmf_arrays_sums *sums)
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
        check_recipe(run, j, sums) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_sums_shards_complete(run->ctx, &sums->shards, sums->name);
}

static jsmf_polish_way way_of(const jsmf_arrays_sums *sums)
{
    const char *way = jsmf_sums_recipe_value(&sums->recipe, "way");
    return strcmp(way, "online") == 0 ? JSMF_POLISH_ONLINE
           : strcmp(way, "whole") == 0 ? JSMF_POLISH_WHOLE
                                       : JSMF_POLISH_COUNT;
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
    enum { OF_ROUND = 3 };
    for (size_t i = OF_ROUND; i < sums->recipe.count; i++)
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
    if (refuse_later(run, j, settled, sizeof settled / sizeof *settled) != JSMF_OK)
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
    char what[128];
    snprintf(what, sizeof what, "the step of %zu topic%s of %zu word%s", JSMF_COUNTED(k), JSMF_COUNTED(n));
    return tool_check_memory(run, jsmf_polish_bytes(run->ctx, n, k, 0, 0, &o), what,
                             "take fewer words, jsmf-bow --top, or fewer topics");
}

jsmf_status polish_step(tool_run *run, const polish_settings *s, polish_job *j)
{
    jsmf_arrays_sums sums = { .shards = { .of = -1 } };
    jsmf_polish_part sum = { .n = 0 };
    if (open_model(run, j) == JSMF_OK && check_step_memory(run, j) == JSMF_OK && read_sums(run, j, &sums) == JSMF_OK &&
        jsmf_arrays_sums_to_polish(run->ctx, &sums, way_of(&sums), j->in.model.n, j->in.model.k, &sum) == JSMF_OK)
        jsmf_recorded((has_begun(j) ? next : begin)(run, s, j, &sums, &sum));
    jsmf_polish_part_free(&sum);
    jsmf_arrays_sums_free(&sums);
    return jsmf_context_status(run->ctx);
}
