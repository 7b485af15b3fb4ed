/* jsmf-krylov: the leading eigenpairs of a co-occurrence whose products with blocks of vectors are made elsewhere. */
#include "shared/bag_cooc.h"

#include "jsmf/arrays.h"
#include "jsmf/cooc.h"

#include <stddef.h>
#include <stdlib.h>

typedef struct settings {
    bool begin, finish;
    size_t topics, passes;
} settings;

static const settings defaults = { .passes = 8 };

static const tool_option options[] = {
    { 0, "begin", TOOL_FLAG, offsetof(settings, begin), 0, 0, NULL,
      "make the first block, of random vectors; the operand is a bag with the words" },
    TOOL_TOPICS(settings, topics, "--begin: the number of eigenpairs; needed"),
    { 0, "passes", TOOL_SIZE, offsetof(settings, passes), 2, 1000, "P",
      "--begin: the number of products that there will be" },
    { 0, "finish", TOOL_FLAG, offsetof(settings, finish), 0, 0, NULL,
      "make the eigenpairs of the co-occurrence from all blocks" },
    TOOL_END
};

/* The operands: blocks, in any order, and the sums of the last one's product. Large arrays stay in their files. */
typedef struct job {
    jsmf_stream *streams;  /* of the blocks */
    jsmf_stream **earlier; /* those that are not the last */
    size_t count;          /* blocks */
    bag_cooc_job bag;      /* of the first block's words */
    jsmf_stream sums_stream, out;
    jsmf_arrays_sums sums;
    jsmf_arrays_block block; /* the last one */
} job;

/* ---- the first block ---- */

static jsmf_status copy_words(tool_run *run, job *j, size_t *words)
{
    const jsmf_strings *vocab;
    jsmf_strings copy = { 0 };
    jsmf_stream *bag = &j->bag.bag.stream;
    if (tool_read(run, 0, JSMF_BAG, bag) != JSMF_OK || bag_refuse_scipy(run, bag) != JSMF_OK ||
        bag_cooc_open(run, &j->bag) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    *words = j->bag.h.cols;
    if (jsmf_arrays_vocab(run->ctx, bag, *words, &vocab) != JSMF_OK ||
        jsmf_arrays_recipe_copy(run->ctx, bag, &j->block.stream) != JSMF_OK || !vocab ||
        jsmf_strings_copy(run->ctx, vocab, &copy) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_strings(run->ctx, &j->block.stream, "vocab", &copy);
}

static jsmf_status begin(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_cooc_passes_options o = { .k = s->topics, .passes = s->passes };
    size_t words = 0;
    jsmf_arrays_mark(&j->block.stream, JSMF_BLOCK);
    if (copy_words(run, j, &words) != JSMF_OK ||
        tool_check_memory(run, jsmf_cooc_passes_bytes(words, &o), "a basis of eigenpairs",
                          "use fewer --passes, a smaller -k, or fewer words") != JSMF_OK ||
        jsmf_cooc_basis_begin(run->ctx, words, &o, &j->block.basis) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu vectors of %zu words, for %zu eigenpairs", j->block.basis.width, words,
                 s->topics);
    return jsmf_arrays_block_store(run->ctx, &j->block, &j->out);
}

/* ---- all operands ---- */

static bool is_sums(const jsmf_stream *s)
{
    return s->kind == JSMF_SUMS || (s->kind == JSMF_UNMARKED && jsmf_stream_find(s, "real.times"));
}

static jsmf_status keep_stream(tool_run *run, job *j, jsmf_stream *stream)
{
    if (!is_sums(stream)) {
        j->streams[j->count++] = *stream;
    } else if (j->sums_stream.count) {
        jsmf_fail(run->ctx, JSMF_EUSAGE, "two sums, %s and %s: a step takes those of the last block",
                  j->sums_stream.name, stream->name);
        jsmf_stream_free(stream);
    } else {
        j->sums_stream = *stream;
    }
    *stream = (jsmf_stream){ 0 };
    return jsmf_context_status(run->ctx);
}

static jsmf_status open_operands(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const unsigned kinds = s->finish ? JSMF_BLOCK : JSMF_BLOCK | JSMF_SUMS;
    jsmf_stream stream;
    j->streams = jsmf_alloc_zero(run->ctx, run->operand_count, sizeof *j->streams);
    j->earlier = jsmf_alloc_zero(run->ctx, run->operand_count, sizeof(jsmf_stream *));
    for (size_t i = 0; j->streams && j->earlier && i < run->operand_count; i++)
        if (tool_spool(run, i, kinds, &stream) != JSMF_OK || keep_stream(run, j, &stream) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

/* The block behind most products goes on; two that are behind as many cannot both be of one search. */
static jsmf_status choose_last(tool_run *run, job *j, jsmf_stream *last)
{
    size_t *products = jsmf_alloc(run->ctx, j->count, sizeof *products), at = SIZE_MAX;
    for (size_t i = 0; products && i < j->count && jsmf_context_status(run->ctx) == JSMF_OK; i++) {
        if (jsmf_arrays_block_products(run->ctx, &j->streams[i], &products[i]) != JSMF_OK)
            break;
        for (size_t before = 0; before < i; before++)
            if (products[before] == products[i])
                jsmf_fail(run->ctx, JSMF_EDATA, "%s and %s are both block %zu: name one", j->streams[before].name,
                          j->streams[i].name, products[i]);
        if (at == SIZE_MAX || products[i] > products[at])
            at = i;
    }
    free(products);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (at == SIZE_MAX)
        return tool_usage(run, "no block among the operands");
    *last = j->streams[at];
    j->streams[at] = (jsmf_stream){ 0 };
    for (size_t i = 0, next = 0; i < j->count; i++)
        if (i != at)
            j->earlier[next++] = &j->streams[i];
    return JSMF_OK;
}

static jsmf_status open_basis(tool_run *run, job *j)
{
    jsmf_stream last = { 0 };
    const jsmf_cooc_basis *b = &j->block.basis;
    if (open_operands(run, j) != JSMF_OK || choose_last(run, j, &last) != JSMF_OK ||
        jsmf_arrays_block_load(run->ctx, &last, &j->block) != JSMF_OK ||
        tool_check_memory(run, jsmf_cooc_basis_bytes(b->n, b->width, j->block.before.count + 1),
                          "a basis of eigenpairs", "use fewer passes or words") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_arrays_block_gather(run->ctx, &j->block, j->earlier, j->count - 1);
}

/* ---- a step, and the end ---- */

static jsmf_status step(tool_run *run, job *j)
{
    const double start = jsmf_context_clock();
    const jsmf_cooc_basis *b = &j->block.basis;
    if (open_basis(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!j->sums_stream.count)
        return tool_usage(run, "no sums among the operands: jsmf-cooc --partial --times makes them of the last block");
    if (jsmf_arrays_sums_load(run->ctx, &j->sums_stream, &j->sums) != JSMF_OK ||
        jsmf_arrays_block_take(run->ctx, &j->block, &j->sums) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (b->residual > 0)
        jsmf_message(run->ctx, JSMF_INFO, "values from %.6g to %.6g, residual %.1e, in %.3f s", b->first, b->last,
                     b->residual, jsmf_context_clock() - start);
    if (!b->f)
        jsmf_message(run->ctx, JSMF_INFO, "the basis is complete: further products will add nothing to it");
    return jsmf_arrays_block_store(run->ctx, &j->block, &j->out);
}

/* The documents' lines, and that of the first block, which has the options. */
static jsmf_status join_history(tool_run *run, const jsmf_arrays_block *b, jsmf_stream *out)
{
    jsmf_strings lines = { 0 };
    if (jsmf_sums_shards_lines(run->ctx, &b->from.shards, &lines) == JSMF_OK)
        for (size_t i = 0; i < out->history.count; i++)
            if (jsmf_strings_add(run->ctx, &lines, jsmf_strings_get(&out->history, i),
                                 jsmf_strings_length(&out->history, i)) != JSMF_OK)
                break;
    jsmf_strings_free(&out->history);
    out->history = lines;
    return jsmf_context_status(run->ctx);
}

static jsmf_status finish(tool_run *run, job *j)
{
    double residual;
    if (open_basis(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    const size_t products = j->block.basis.products;
    if (jsmf_arrays_block_finish(run->ctx, &j->block, &residual, &j->out) != JSMF_OK ||
        join_history(run, &j->block, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu passes, residual %.1e", products, residual);
    return tool_remark(run, "%zu passes, residual %.1e", products, residual);
}

/* ---- the program ---- */

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    if (s->begin && s->finish)
        return tool_usage(run, "only one of --begin and --finish can be done");
    if (!s->begin && (tool_given(run, "topics") || tool_given(run, "passes")))
        return tool_usage(run, "--%s goes with --begin only", tool_given(run, "topics") ? "topics" : "passes");
    if (s->begin && !tool_given(run, "topics"))
        return tool_usage(run, "--begin: how many eigenpairs? Name them with -k");
    if (s->begin && run->operand_count > 1)
        return tool_usage(run, "--begin takes one operand, a bag with the words of all shards");
    if (tool_stdin_count(run->operands, run->operand_count) > 1)
        return tool_usage(run, "more than one input on standard input");
    return JSMF_OK;
}

static jsmf_status run_krylov(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    if (check_options(run) != JSMF_OK || (s->begin ? begin : s->finish ? finish : step)(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* A step adds nothing to the history that the sums, and the options of the first block, do not tell. */
    return s->begin || s->finish ? tool_write(run, &j->out) : tool_write_unnoted(run, &j->out);
}

static void job_free(void *held)
{
    job *j = held;
    jsmf_arrays_block_free(&j->block);
    jsmf_arrays_sums_free(&j->sums);
    jsmf_stream_free(&j->sums_stream);
    bag_cooc_free(&j->bag);
    jsmf_stream_free(&j->out);
    for (size_t i = 0; j->streams && i < j->count; i++)
        jsmf_stream_free(&j->streams[i]);
    free(j->streams);
    free(j->earlier);
}

static const tool this_tool = {
    .name = "jsmf-krylov",
    .summary = "the leading eigenpairs of a co-occurrence from products of shards",
    .usage = "[BAG|BLOCK|SUMS]...",
    .examples = "jsmf-krylov --begin -k 100 shard0.npz -o block0.npz\n"
                "jsmf-cooc --partial --times block0.npz shard0.npz -o times0.npz\n"
                "jsmf-krylov block0.npz times.npz -o block1.npz\n"
                "jsmf-krylov --finish block?.npz -o c.npz\n",
    .most_operands = SIZE_MAX,
    .stdin_default = true,
    .options = options,
    .often = "begin topics passes finish",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_krylov,
    .release = job_free,
    .stream_output = true,
    .seeded_by = "begin",
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
