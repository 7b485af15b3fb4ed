#include "learn_job.h"

#include "ap_job.h"
#include "bag_cooc.h"
#include "enn_job.h"
#include "polish_job.h"

#include "jsmf/model.h"

#include <string.h>

/* Beyond so many words the whole co-occurrence takes too long: time and memory grow with their square. */
enum { MOST_WORDS_OF_FULL = 15000 };

void learn_job_free(learn_job *j)
{
    jsmf_stream_free(&j->stream);
    jsmf_stream_free(&j->bag);
}

jsmf_status learn_check(tool_run *run, const learn_settings *s)
{
    if (s->full && s->low_rank)
        return tool_usage(run, "only one of --full and --low-rank");
    if (s->passes == 0)
        return tool_usage(run, "-i 0: expected 1 to 1000000 passes; --no-polish leaves polishing out");
    if (s->no_polish && tool_given(run, "passes"))
        return tool_usage(run, "--passes with --no-polish: there are none");
    return JSMF_OK;
}

/* ---- the road ---- */

/* As the stages will count: a dense C with the documents that it is made of, and with what its rectification takes. */
static bool full_fits(const tool_run *run, size_t words, size_t entries, size_t topics)
{
    const size_t limit = jsmf_least(jsmf_context_memory_rule(run->ctx), jsmf_context_memory(run->ctx));
    return words <= MOST_WORDS_OF_FULL && bag_cooc_dense_bytes(words, entries) <= limit &&
           ap_dense_bytes(run, words, topics) <= limit;
}

jsmf_status learn_choose_road(tool_run *run, learn_settings *s, size_t words, size_t entries, size_t topics)
{
    if (!s->full && !s->low_rank) {
        s->full = full_fits(run, words, entries, topics);
        s->low_rank = !s->full;
        if (tool_choose(run, s->full ? "full" : "low-rank") != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    jsmf_message(run->ctx, JSMF_INFO, "%zu word%s: %s", JSMF_COUNTED(words),
                 s->full ? "the whole co-occurrence" : "a co-occurrence of low rank");
    return JSMF_OK;
}

/* ---- the stages ---- */

static const char less_memory[] = "leave --full out, or take fewer words, jsmf-bow --top";

jsmf_status learn_check_topics(tool_run *run, const jsmf_stream *bag, size_t topics, size_t words)
{
    bag_cooc_settings o = bag_cooc_defaults();
    bag_cooc_job c = { .words = 0 };
    if (topics <= words || words > BAG_COOC_COUNTED)
        return jsmf_model_check_topics(run->ctx, bag->name, topics, words);
    o.low_rank = true;
    o.topics = topics;
    if (jsmf_stream_copy(run->ctx, bag, &c.bag.stream) == JSMF_OK && bag_cooc_open(run, &c) == JSMF_OK)
        jsmf_recorded(bag_cooc_make(run, &o, &c));
    bag_cooc_free(&c);
    return jsmf_context_status(run->ctx);
}

/* What a stage has made, under the bag's name. */
static jsmf_status made(tool_run *run, learn_job *j, jsmf_stream *out)
{
    jsmf_stream_free(&j->stream);
    j->stream = *out;
    *out = (jsmf_stream){ 0 };
    j->stream.name = jsmf_copy(run->ctx, j->bag.name, strlen(j->bag.name) + 1, 1);
    return jsmf_context_status(run->ctx);
}

/* The last stage's stream, which is the caller's now. */
static jsmf_stream taken(learn_job *j)
{
    const jsmf_stream stream = j->stream;
    j->stream = (jsmf_stream){ 0 };
    return stream;
}

static jsmf_status count_pairs(tool_run *run, const learn_settings *s, learn_job *j)
{
    bag_cooc_settings o = bag_cooc_defaults();
    bag_cooc_job c = { .words = 0 };
    o.low_rank = s->low_rank;
    o.topics = s->anchors.topics;
    o.lighter = less_memory;
    if (jsmf_stream_copy(run->ctx, &j->bag, &c.bag.stream) == JSMF_OK && bag_cooc_open(run, &c) == JSMF_OK &&
        bag_cooc_make(run, &o, &c) == JSMF_OK)
        jsmf_recorded(made(run, j, &c.out));
    bag_cooc_free(&c);
    return jsmf_context_status(run->ctx);
}

static jsmf_status project(tool_run *run, const learn_settings *s, learn_job *j)
{
    const ap_settings o = { .topics = s->anchors.topics, .iterations = AP_ITERATIONS, .eigen = TOOL_EIGEN_BY_RULE,
                            .checkpoint = s->checkpoint, .lighter = less_memory };
    ap_job a = { .cooc = { .in = taken(j) } };
    if (cooc_open(run, &a.cooc, o.topics) == JSMF_OK && ap_project(run, &o, &a) == JSMF_OK &&
        cooc_pass(run, &a.cooc, JSMF_RECTIFIED) == JSMF_OK)
        jsmf_recorded(made(run, j, &a.cooc.out));
    ap_job_free(&a);
    return jsmf_context_status(run->ctx);
}

static jsmf_status compress(tool_run *run, const learn_settings *s, learn_job *j)
{
    enn_settings o = enn_defaults();
    compress_job c = { .cooc = { .in = taken(j) } };
    o.topics = s->anchors.topics;
    if (cooc_open(run, &c.cooc, o.topics) == JSMF_OK && enn_compress(run, &o, &c) == JSMF_OK &&
        compress_store(run, &c) == JSMF_OK)
        jsmf_recorded(made(run, j, &c.cooc.out));
    compress_job_free(&c);
    return jsmf_context_status(run->ctx);
}

static jsmf_status solve_full(tool_run *run, anchors_job *j, const jsmf_anchors_aw_options *o,
                              jsmf_solve_simplex_report *report)
{
    return jsmf_anchors_aw(run->ctx, j->cooc.source.op, o, &j->model, report);
}

static jsmf_status solve_compressed(tool_run *run, anchors_job *j, const jsmf_anchors_aw_options *o,
                                    jsmf_solve_simplex_report *report)
{
    const jsmf_rectified *y = &j->cooc.source.rectified;
    return jsmf_anchors_law(run->ctx, y->n, y->k, y->y, o, false, &j->model, report);
}

static jsmf_status recover(tool_run *run, const learn_settings *s, learn_job *j)
{
    anchors_job a = { .cooc = { .in = taken(j) } };
    if ((s->full ? jsmf_arrays_cooc_open : jsmf_arrays_compressed_open)(run->ctx, &a.cooc.in, &a.cooc.source) ==
            JSMF_OK &&
        anchors_model(run, &a, s->anchors.topics, s->full ? solve_full : solve_compressed) == JSMF_OK)
        jsmf_recorded(made(run, j, &a.cooc.out));
    anchors_job_free(&a);
    return jsmf_context_status(run->ctx);
}

/* The bag comes back from what has read it. */
static jsmf_status polish(tool_run *run, const learn_settings *s, learn_job *j)
{
    polish_settings o = polish_defaults("--no-polish leaves it out");
    polish_job p = { .in = { .stream = taken(j) }, .bag = { .stream = j->bag } };
    j->bag = (jsmf_stream){ 0 };
    o.passes = s->passes;
    if (polish_open(run, &p) == JSMF_OK && polish_make(run, &o, &p) == JSMF_OK) {
        j->stream = p.out;
        p.out = (jsmf_stream){ 0 };
        j->polished = true;
    }
    j->bag = p.bag.stream;
    p.bag.stream = (jsmf_stream){ 0 };
    polish_job_free(&p);
    return jsmf_context_status(run->ctx);
}

learn_stage *learn_next_stage(const learn_settings *s, const learn_job *j)
{
    switch (j->stream.kind) {
    case JSMF_COOC:
        return s->full ? project : compress;
    case JSMF_RECTIFIED:
        return jsmf_stream_find(&j->stream, "checkpoint") ? project : recover;
    case JSMF_COMPRESSED:
        return recover;
    case JSMF_MODEL:
        return s->no_polish || j->polished ? NULL : polish;
    default:
        return count_pairs;
    }
}
