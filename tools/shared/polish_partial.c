/* The sums of some documents for a round of polishing by shards. */
#include "polish_shards.h"

#include "shard_blocks.h"
#include "shard_record.h"

#include "jsmf/arrays.h"

#include <stdio.h>
#include <string.h>

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
        jsmf_arrays_bag_open(run->ctx, &j->bag.stream, &j->h, &vocab) != JSMF_OK ||
        bag_check_ids(run, &j->bag.stream, j->h.rows) != JSMF_OK)
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
    const size_t entries = shard_blocks_entries(&j->h, &p->of, p->block);
    const size_t bytes = jsmf_polish_worker_bytes(run->ctx, n, k, rows, entries, &p->options, p->way);
    char what[128];
    snprintf(what, sizeof what, "the sums of %zu topic%s of %zu word%s", JSMF_COUNTED(k), JSMF_COUNTED(n));
    return tool_check_memory(run, jsmf_add_sat(bytes, shard_blocks_bytes(rows, entries)), what,
                             "take fewer words, jsmf-bow --top, or fewer topics");
}

static jsmf_status sum_up(tool_run *run, polish_job *j, partial *p, jsmf_arrays_sums *out)
{
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
    return polish_shards_write_recipe(run, j, p->way, &j->polishing.recipe, &out->recipe);
}

static jsmf_status plan(tool_run *run, const polish_settings *s, polish_job *j, partial *p)
{
    static const char *const settled[] = { "held-out", "block" };
    p->way = !polish_shards_begun(j) ? JSMF_POLISH_COUNT : s->online ? JSMF_POLISH_ONLINE : JSMF_POLISH_WHOLE;
    if (s->online && !polish_shards_begun(j))
        return tool_usage(run, "--online with %s, whose polishing has not begun: first count without, then --step",
                          j->in.stream.name);
    if (polish_shards_refuse_later(run, j, settled, sizeof settled / sizeof *settled) != JSMF_OK ||
        (!polish_shards_begun(j) && polish_shards_begin_recipe(run, s, &j->polishing.recipe) != JSMF_OK) ||
        polish_shards_read_recipe(run, j, &p->block, &p->options.held_out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (polish_shards_begun(j)) {
        p->options.state = &j->polishing.state;
        p->options.prior = j->polishing.state.prior;
    }
    return JSMF_OK;
}

jsmf_status polish_partial(tool_run *run, const polish_settings *s, polish_job *j)
{
    partial p = { .options = jsmf_polish_defaults };
    jsmf_arrays_sums out = { .shards = { .of = -1 } };
    if (polish_shards_open(run, j) == JSMF_OK && plan(run, s, j, &p) == JSMF_OK && read_shard(run, j, &p) == JSMF_OK &&
        sum_up(run, j, &p, &out) == JSMF_OK && (out.machine = shard_machine(run->ctx)) &&
        jsmf_arrays_recipe_copy(run->ctx, &j->bag.stream, &out.stream) == JSMF_OK &&
        shard_record(run, &p.of, &j->bag.stream, &j->h, NULL, &out.shards) == JSMF_OK)
        jsmf_recorded(jsmf_arrays_sums_store(run->ctx, &out, &j->out));
    jsmf_polish_worker_free(p.worker);
    jsmf_arrays_sums_free(&out);
    jsmf_sums_shards_free(&p.of);
    return jsmf_context_status(run->ctx);
}
