/* jsmf-synth: a synthetic corpus, or its exact co-occurrence, from parameters or a model, with the truth. */
#include "shared/synth_given.h"
#include "shared/tool.h"

#include "jsmf/synth.h"
#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POISSON, FIXED };
enum { NPZ, UCI };

typedef struct settings {
    jsmf_synth_options synth;
    int lengths, prior, format;
    const char *model, *compositions, *lengths_of, *vocab_file;
    bool infinite;
} settings;

static const settings defaults = {
    .synth = { .length = 100,
               .alpha = 5,
               .deviation = 2,
               .correlation = 0.5,
               .zipf = 1,
               .beta = 0.05,
               .anchor_mass = 0.01,
               .drift = -1, /* not given, so that the help shows no default */
               .periods = 12 },
    .lengths = POISSON,
    .prior = JSMF_SYNTH_DIRICHLET,
    .format = NPZ,
};

#define SYNTH(field) offsetof(settings, synth.field)

static const tool_option options[] = {
    { 0, "size", TOOL_SIZE, SYNTH(documents), 1, 2147483647, "M", "the number of documents" },
    { 0, "model", TOOL_TEXT, offsetof(settings, model), 0, 0, "MODEL",
      "use the topics and words of this model instead of drawing them" },
    { 0, "add-anchors", TOOL_FLAG, SYNTH(given.add_anchors), 0, 0, NULL,
      "add a word of its own to each topic of the model, by default as probable as its most probable word" },
    { 0, "words", TOOL_SIZE, SYNTH(words), 2, 2147483647, "N", "the number of words, more than topics" },
    TOOL_TOPICS(settings, synth.topics, "the number of topics"),
    { 0, "length", TOOL_REAL, SYNTH(length), 2, JSMF_SYNTH_LONGEST, "L", "the mean number of tokens in a document" },
    { 0, "lengths", TOOL_CHOICE, offsetof(settings, lengths), 0, 0, "poisson|fixed",
      "numbers of tokens: 2 plus a Poisson number with mean L - 2, or L" },
    { 0, "lengths-of", TOOL_TEXT, offsetof(settings, lengths_of), 0, 0, "BAG",
      "make documents as long as those of this bag, and as many unless --size is given" },
    { 0, "prior", TOOL_CHOICE, offsetof(settings, prior), 0, 0, "dirichlet|logistic-normal|fitted",
      "the distribution of compositions; fitted: logistic-normal with the moments of the model" },
    { 0, "compositions", TOOL_TEXT, offsetof(settings, compositions), 0, 0, "STREAM",
      "with --prior fitted: use the moments of these compositions, and not the model's A" },
    { 0, "alpha", TOOL_REAL, SYNTH(alpha), 1e-6, 1e9, "X",
      "the sum of the K equal parameters of the Dirichlet distribution" },
    { 0, "drift", TOOL_REAL, SYNTH(drift), 0, 10, "X",
      "let topics rise and fall over the periods, by factors of exp(-X) to exp(X)" },
    { 0, "periods", TOOL_SIZE, SYNTH(periods), 1, 1e9, "N",
      "the number of periods of --drift; documents belong to them in turn" },
    { 0, "deviation", TOOL_REAL, SYNTH(deviation), 0, 100, "X",
      "the standard deviation of the components of the logistic-normal distribution" },
    { 0, "correlation", TOOL_REAL, SYNTH(correlation), 0, 0.999999, "X",
      "the part of the variance that topics share, along random directions or in groups; 0: independent topics" },
    { 0, "groups", TOOL_SIZE, SYNTH(groups), 1, 1e9, "N",
      "let topics correlate only within N groups, instead of along random directions" },
    { 0, "zipf", TOOL_REAL, SYNTH(zipf), 0, 10, "X", "the exponent of the word frequencies (rank + 2.7)^-X" },
    { 0, "beta", TOOL_REAL, SYNTH(beta), 1e-9, 1e9, "X",
      "the mean Dirichlet parameter of a word in a topic; a small value makes topics sparse" },
    { 0, "anchor-mass", TOOL_REAL, SYNTH(anchor_mass), 0, 0.999999, "X",
      "the probability of a planted or added anchor in its topic; 0 plants none" },
    { 0, "infinite", TOOL_FLAG, offsetof(settings, infinite), 0, 0, NULL,
      "write no documents, but the exact co-occurrence C = B A B'" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "npz|uci",
      "write a stream with the truth, or only the documents, as UCI docword text" },
    { 0, "vocab-file", TOOL_WRITTEN, offsetof(settings, vocab_file), 0, 0, "FILE",
      "also write the vocabulary to FILE, one word a line" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_synth_options o;
    synth_given given;       /* what is read */
    jsmf_synth *synth;
    jsmf_synth_sampler *sampler;
    jsmf_strings vocab;
    jsmf_csr h;              /* the documents */
    double *w, *a;           /* their compositions, and the second moment of these */
    double *c, *unigram;     /* infinite data */
    jsmf_stream out;
} job;

static void job_free(void *held)
{
    job *j = held;
    jsmf_synth_sampler_free(j->sampler);
    jsmf_synth_free(j->synth);
    synth_given_free(&j->given);
    jsmf_strings_free(&j->vocab);
    jsmf_csr_free(&j->h);
    free(j->w);
    free(j->a);
    free(j->c);
    free(j->unigram);
    jsmf_stream_free(&j->out);
}

/* ---- options ---- */

/* Options that would have no effect are mistakes; sizes of documents are not, so that a corpus's own command with
 * --infinite added gives its limit. */
static jsmf_status check_prior(tool_run *run)
{
    const settings *s = run->settings;
    static const char *const normal[] = { "deviation", "correlation", "groups" };
    const char *useless = tool_first_given(run, normal, sizeof normal / sizeof *normal);
    static const char *const dirichlet[] = { "alpha", "drift" };
    const char *of_dirichlet = tool_first_given(run, dirichlet, sizeof dirichlet / sizeof *dirichlet);
    if (s->prior != JSMF_SYNTH_DIRICHLET && of_dirichlet)
        return tool_usage(run, "--%s is for --prior dirichlet", of_dirichlet);
    if (tool_given(run, "periods") && !tool_given(run, "drift"))
        return tool_usage(run, "--periods needs --drift");
    if (s->prior != JSMF_SYNTH_LOGISTIC_NORMAL && useless)
        return tool_usage(run, "--%s is for --prior logistic-normal", useless);
    if (s->prior != JSMF_SYNTH_FITTED && s->compositions)
        return tool_usage(run, "--compositions is for --prior fitted");
    if (s->prior == JSMF_SYNTH_FITTED && !s->model)
        return tool_usage(run, "--prior fitted needs a --model to fit it to");
    return JSMF_OK;
}

static jsmf_status check_given(tool_run *run)
{
    const settings *s = run->settings;
    static const char *const drawn[] = { "words", "topics", "zipf", "beta" };
    static const char *const lengths[] = { "length", "lengths" };
    const char *const inputs[] = { s->model, s->compositions, s->lengths_of };
    const char *of_model = s->model ? tool_first_given(run, drawn, sizeof drawn / sizeof *drawn) : NULL;
    const char *of_bag = s->lengths_of ? tool_first_given(run, lengths, sizeof lengths / sizeof *lengths) : NULL;
    if (of_model)
        return tool_usage(run, "--%s with --model: words and topics are the model's", of_model);
    if (of_bag)
        return tool_usage(run, "--%s with --lengths-of: the lengths are the bag's", of_bag);
    if (s->synth.given.add_anchors && !s->model)
        return tool_usage(run, "--add-anchors is for --model (--anchor-mass plants them in topics that are drawn)");
    if (s->model && !s->synth.given.add_anchors && tool_given(run, "anchor-mass"))
        return tool_usage(run, "--anchor-mass with --model needs --add-anchors");
    if (s->synth.given.add_anchors && tool_given(run, "anchor-mass") && s->synth.anchor_mass == 0)
        return tool_usage(run, "--add-anchors with --anchor-mass 0 adds none");
    if (tool_stdin_count(inputs, sizeof inputs / sizeof *inputs) > 1)
        return tool_usage(run, "more than one input on standard input");
    return JSMF_OK;
}

static jsmf_status check_output(tool_run *run)
{
    const settings *s = run->settings;
    if (s->infinite && s->format == UCI)
        return tool_usage(run, "--format uci with --infinite: there are no documents");
    if (tool_is_stdin(s->vocab_file))
        return tool_usage(run, "--vocab-file -: name a file");
    return s->format == NPZ ? tool_refuse_terminal(run, "") : JSMF_OK;
}

static jsmf_status check_options(tool_run *run, job *j)
{
    const settings *s = run->settings;
    j->o = s->synth;
    j->o.fixed = s->lengths == FIXED;
    j->o.prior = (jsmf_synth_prior)s->prior;
    if (!tool_given(run, "drift")) {
        j->o.drift = 0;
        j->o.periods = 0;
    }
    if (s->model && !tool_given(run, "anchor-mass"))
        j->o.anchor_mass = 0;
    if (check_prior(run) != JSMF_OK || check_given(run) != JSMF_OK || check_output(run) != JSMF_OK ||
        (s->model && synth_given_model(run, s->model, &j->given, &j->o) != JSMF_OK) ||
        (s->compositions && synth_given_compositions(run, s->compositions, &j->given, &j->o) != JSMF_OK) ||
        (s->lengths_of && synth_given_lengths(run, s->lengths_of, &j->given, &j->o) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    if (!j->o.words || !j->o.topics)
        return tool_usage(run, "--words and -k are needed, or a --model");
    if (s->infinite && j->o.prior == JSMF_SYNTH_DIRICHLET && !j->o.documents)
        j->o.documents = 1;
    if (!j->o.documents)
        return tool_usage(run, "--size is needed%s",
                          s->infinite ? ": A is the mean over so many logistic-normal compositions" : "");
    return jsmf_synth_check(run->ctx, &j->o);
}

/* ---- memory ---- */

static size_t doubles(size_t rows, size_t cols) { return jsmf_mul_sat(jsmf_mul_sat(rows, cols), sizeof(double)); }

static jsmf_status check_memory(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    const jsmf_synth_options *o = &j->o;
    const size_t vocabulary = jsmf_mul_sat(o->words, 12 + sizeof(size_t));
    const size_t topics = jsmf_add_sat(jsmf_synth_bytes(o), vocabulary);
    const size_t compositions = doubles(o->documents, o->topics);
    const size_t sampling = jsmf_add_sat(topics, jsmf_synth_sampler_bytes(o));
    if (tool_check_memory(run, topics, "a vocabulary and topics of so many words", "fewer --words or topics") !=
        JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->infinite) {
        size_t c = jsmf_add_sat(doubles(o->words, o->words), jsmf_add_sat(topics, doubles(o->words, o->topics)));
        if (tool_check_memory(run, c, "the exact co-occurrence", "fewer words") != JSMF_OK ||
            o->prior == JSMF_SYNTH_DIRICHLET)
            return jsmf_context_status(run->ctx);
        return tool_check_memory(run, jsmf_add_sat(c, compositions), "the mean over so many compositions",
                                 "a smaller --size");
    }
    if (s->format == UCI)
        return tool_check_memory(run, sampling, "drawing documents", "fewer --words or topics");
    return tool_check_memory(run,
                             jsmf_add_sat(sampling, jsmf_add_sat(jsmf_synth_sampler_bag_bytes(o), compositions)),
                             "a bag of these documents", "--format uci needs less, or fewer or shorter documents");
}

/* ---- the vocabulary ---- */

static int digits(size_t number) { return snprintf(NULL, 0, "%zu", number); }

/* "w0001", "w0002", ...: so many of them, of the width that the last one needs. */
static jsmf_status name_words(tool_run *run, job *j, const char *start, size_t count)
{
    const int width = digits(count), room = snprintf(NULL, 0, "%s%0*zu", start, width, count) + 1;
    char *name = jsmf_alloc(run->ctx, (size_t)room, 1);
    for (size_t i = 0; name && i < count; i++) {
        const int length = snprintf(name, (size_t)room, "%s%0*zu", start, width, i + 1);
        if (jsmf_strings_add(run->ctx, &j->vocab, name, (size_t)length) != JSMF_OK)
            break;
    }
    free(name);
    return jsmf_context_status(run->ctx);
}

/* "anchor_" with more _ than any word has there, so that no name is a word. */
static jsmf_status name_anchors(tool_run *run, job *j)
{
    static const char stem[] = "anchor";
    const size_t length = sizeof stem - 1;
    size_t bars = 1;
    char *start;
    jsmf_status status;
    for (size_t i = 0; i < j->vocab.count; i++) {
        const char *word = jsmf_strings_get(&j->vocab, i);
        if (strncmp(word, stem, length) == 0)
            bars = jsmf_greatest(bars, strspn(word + length, "_") + 1);
    }
    start = jsmf_alloc_zero(run->ctx, length + bars + 1, 1);
    if (!start)
        return jsmf_context_status(run->ctx);
    memcpy(start, stem, length);
    memset(start + length, '_', bars);
    status = name_words(run, j, start, j->o.topics);
    free(start);
    return status;
}

static jsmf_status make_vocabulary(tool_run *run, job *j)
{
    const bool anchors = j->o.given.add_anchors;
    if ((j->given.in.words ? jsmf_strings_copy(run->ctx, j->given.in.words, &j->vocab)
                           : name_words(run, j, "w", j->o.words - (anchors ? j->o.topics : 0))) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return anchors ? name_anchors(run, j) : JSMF_OK;
}

static jsmf_status write_vocabulary(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    jsmf_output *out;
    if (!s->vocab_file)
        return JSMF_OK;
    if (tool_beside_open(run, s->vocab_file, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < j->vocab.count; i++)
        if (jsmf_output_printf(run->ctx, out, "%s\n", jsmf_strings_get(&j->vocab, i)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

/* ---- the truth ---- */

/* Takes *data, which lies by columns: topics and compositions contiguous. */
static jsmf_status store_columns(tool_run *run, job *j, const char *name, double **data, size_t rows, size_t cols)
{
    if (!*data || jsmf_stream_give_f64(run->ctx, &j->out, name, data, 2, rows, cols) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_stream_find(&j->out, name)->fortran = true;
    return JSMF_OK;
}

static jsmf_status store_alpha(tool_run *run, job *j)
{
    const size_t k = j->o.topics;
    double *alpha = jsmf_alloc(run->ctx, k, sizeof *alpha);
    if (!alpha)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < k; i++)
        alpha[i] = j->o.alpha / (double)k;
    return jsmf_stream_add_f64(run->ctx, &j->out, "truth.alpha", alpha, 1, k, 1);
}

/* The documents' periods, and the mean compositions of these. */
static jsmf_status store_drift(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const size_t periods = j->o.periods, k = j->o.topics, documents = s->infinite ? 0 : j->o.documents;
    double *mean = jsmf_copy(run->ctx, jsmf_synth_prevalence(j->synth), periods, doubles(k, 1));
    int64_t *period;
    if (!mean || jsmf_stream_add_f64(run->ctx, &j->out, "truth.prevalence", mean, 2, periods, k) != JSMF_OK ||
        documents == 0)
        return jsmf_context_status(run->ctx);
    period = jsmf_alloc(run->ctx, documents, sizeof *period);
    if (!period)
        return jsmf_context_status(run->ctx);
    for (size_t d = 0; d < documents; d++)
        period[d] = (int64_t)(d % periods);
    return jsmf_stream_add_i64(run->ctx, &j->out, "period", period, 1, documents);
}

static jsmf_status store_covariance(tool_run *run, job *j)
{
    const size_t k = j->o.topics;
    double *sigma = jsmf_alloc(run->ctx, k, doubles(k, 1));
    if (sigma && jsmf_synth_covariance(run->ctx, j->synth, sigma) == JSMF_OK)
        return jsmf_stream_add_f64(run->ctx, &j->out, "truth.Sigma", sigma, 2, k, k);
    free(sigma);
    return jsmf_context_status(run->ctx);
}

static jsmf_status store_mean(tool_run *run, job *j)
{
    const double *mean = jsmf_synth_mean(j->synth);
    double *mu = mean ? jsmf_copy(run->ctx, mean, j->o.topics, sizeof *mu) : NULL;
    return mu ? jsmf_stream_add_f64(run->ctx, &j->out, "truth.mu", mu, 1, j->o.topics, 1)
              : jsmf_context_status(run->ctx);
}

static jsmf_status store_anchors(tool_run *run, job *j)
{
    const int64_t *anchors = jsmf_synth_anchors(j->synth);
    int64_t *s;
    if (!anchors)
        return JSMF_OK;
    s = jsmf_copy(run->ctx, anchors, j->o.topics, sizeof *s);
    return s ? jsmf_stream_add_i64(run->ctx, &j->out, "truth.S", s, 1, j->o.topics) : jsmf_context_status(run->ctx);
}

static jsmf_status store_truth(tool_run *run, job *j)
{
    const size_t n = j->o.words, k = j->o.topics;
    double *b = jsmf_copy(run->ctx, jsmf_synth_topics(j->synth), k, doubles(n, 1));
    if (store_columns(run, j, "truth.B", &b, n, k) != JSMF_OK ||
        jsmf_stream_give_f64(run->ctx, &j->out, "truth.A", &j->a, 2, k, k) != JSMF_OK ||
        (j->w && store_columns(run, j, "truth.W", &j->w, k, j->o.documents) != JSMF_OK) ||
        store_anchors(run, j) != JSMF_OK || store_mean(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (j->o.prior != JSMF_SYNTH_DIRICHLET)
        return store_covariance(run, j);
    return j->o.periods ? store_drift(run, j) : store_alpha(run, j);
}

/* ---- a bag ---- */

static jsmf_status store_rows(tool_run *run, job *j)
{
    const size_t n = j->o.words;
    int64_t *df = NULL;
    size_t missing = 0;
    if (jsmf_corpus_df(run->ctx, &j->h, &df) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < n; i++)
        missing += df[i] == 0;
    jsmf_message(run->ctx, JSMF_INFO, "%zu document%s, %zu %s; %zu of %zu word%s in no document",
                 JSMF_COUNTED(j->h.rows), JSMF_ENTRIES(jsmf_csr_nnz(&j->h)), missing, JSMF_COUNTED(n));
    if (jsmf_stream_add_i64(run->ctx, &j->out, "df", df, 1, n) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_csr(run->ctx, &j->out, "H", &j->h);
}

static jsmf_status draw_bag(tool_run *run, job *j)
{
    const size_t k = j->o.topics;
    jsmf_arrays_mark(&j->out, JSMF_BAG);
    j->w = jsmf_alloc(run->ctx, j->o.documents, doubles(k, 1));
    j->a = jsmf_alloc(run->ctx, k, doubles(k, 1));
    if (!j->w || !j->a || jsmf_synth_sampler_bag(run->ctx, j->sampler, &j->h, j->w) != JSMF_OK ||
        jsmf_synth_empirical(run->ctx, j->o.documents, k, j->w, j->a) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_synth_sampler_free(j->sampler);
    j->sampler = NULL;
    return store_rows(run, j);
}

static jsmf_status write_text(tool_run *run, job *j)
{
    jsmf_output *out = NULL;
    if (tool_text_open(run, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_close(run, out, jsmf_synth_sampler_uci(run->ctx, j->sampler, out));
}

/* ---- infinite data ---- */

static jsmf_status draw_cooc(tool_run *run, job *j)
{
    const size_t n = j->o.words, k = j->o.topics;
    size_t massless = 0;
    jsmf_arrays_mark(&j->out, JSMF_COOC);
    j->a = jsmf_alloc(run->ctx, k, doubles(k, 1));
    j->c = jsmf_alloc(run->ctx, n, doubles(n, 1));
    j->unigram = jsmf_alloc(run->ctx, n, sizeof *j->unigram);
    if (!j->a || !j->c || !j->unigram || jsmf_synth_moment(run->ctx, j->synth, j->a) != JSMF_OK ||
        jsmf_synth_cooc(run->ctx, j->synth, j->a, j->c, j->unigram) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < n; i++)
        massless += j->unigram[i] == 0;
    if (massless)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu word%s in no topic: without mass", massless, JSMF_COUNTED(n));
    if (jsmf_stream_give_f64(run->ctx, &j->out, "C", &j->c, 2, n, n) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_give_f64(run->ctx, &j->out, "unigram", &j->unigram, 1, n, 1);
}

/* ---- the run ---- */

static jsmf_status make_stream(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if ((s->infinite ? draw_cooc(run, j) : draw_bag(run, j)) != JSMF_OK || store_truth(run, j) != JSMF_OK ||
        jsmf_stream_add_strings(run->ctx, &j->out, "vocab", &j->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_synth(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    double start = jsmf_context_clock();
    if (check_options(run, j) != JSMF_OK || check_memory(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_synth_new(run->ctx, &j->o, &j->synth) != JSMF_OK)
        return s->model ? tool_name_error(run, j->given.in.stream.name) : jsmf_context_status(run->ctx);
    if (make_vocabulary(run, j) != JSMF_OK || write_vocabulary(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    synth_given_drop(&j->given);
    if (!s->infinite && jsmf_synth_sampler_new(run->ctx, j->synth, &j->sampler) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu topic%s of %zu word%s in %.3f s", JSMF_COUNTED(j->o.topics),
                 JSMF_COUNTED(j->o.words), jsmf_context_clock() - start);
    return s->format == UCI ? write_text(run, j) : make_stream(run, j);
}

static bool writes_stream(const void *s) { return ((const settings *)s)->format == NPZ; }

static const tool this_tool = {
    .name = "jsmf-synth",
    .summary = "a synthetic corpus from parameters or a model, with the truth",
    .usage = "",
    .examples = "jsmf-synth --size 5000 --words 2000 -k 20 -o bag.npz\n"
                "jsmf-synth --size 300000 --words 102660 -k 100 --length 332 --format uci --vocab-file vocab.txt | "
                "gzip > docword.txt.gz\n"
                "jsmf-synth --words 2000 -k 20 --infinite | jsmf-aw -k 20 -o model.npz\n"
                "jsmf-synth --model model.npz --add-anchors --size 50000 --length 300 -o semi-synthetic.npz\n"
                "jsmf-synth --model model.npz --prior fitted --lengths-of bag.npz -o semi-real.npz",
    .options = options,
    .often = "size words topics length model infinite format",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_synth,
    .release = job_free,
    .streams = writes_stream,
    .seeded = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
