/* What jsmf's streams hold: the kinds, and the arrays of jsmf-stream(5) with the kinds that hold them and who writes
 * them. The names of programs are data here: what a stream holds is told by them. */
#include "jsmf/arrays.h"
#include "npz/npz_inner.h"

enum {
    BAG = JSMF_BAG, COOC = JSMF_COOC, RECTIFIED = JSMF_RECTIFIED, COMPRESSED = JSMF_COMPRESSED, MODEL = JSMF_MODEL,
    COMPOSITIONS = JSMF_COMPOSITIONS, SUMS = JSMF_SUMS, BLOCK = JSMF_BLOCK,
    AFTER_BAG = COOC | RECTIFIED | COMPRESSED | MODEL | COMPOSITIONS,
    ALL = BAG | AFTER_BAG | SUMS | BLOCK
};

static const char vocab[] = "vocab";

static const jsmf_schema_kind kinds[] = {
    { BAG, "bag", JSMF_REMEDY_BAG },
    { COOC, "cooc", JSMF_REMEDY_COOC },
    { RECTIFIED, "rectified", JSMF_REMEDY_RECTIFIED },
    { COMPRESSED, "compressed", JSMF_REMEDY_COMPRESSED },
    { MODEL, "model", JSMF_REMEDY_MODEL },
    { COMPOSITIONS, "compositions", JSMF_REMEDY_COMPOSITIONS },
    { SUMS, "sums", JSMF_REMEDY_SUMS },
    { BLOCK, "block", JSMF_REMEDY_BLOCK },
};

/* What the programs derive never passes: whoever writes a stream writes its own, or none. */
static const jsmf_schema_array arrays[] = {
    { vocab, ALL, "jsmf-bow writes it from --vocab FILE", true },
    { "H.data", BAG, "a bag stream made by jsmf-bow has one", false },
    { "H.indices", BAG, "a bag stream made by jsmf-bow has one", false },
    { "H.indptr", BAG, "a bag stream made by jsmf-bow has one", false },
    { "H.shape", BAG, "a bag stream made by jsmf-bow has one", false },
    { "ids", BAG | COMPOSITIONS, "jsmf-text --id writes one, and jsmf-bow of a corpus with ids", true },
    { "text", BAG | COMPOSITIONS, "jsmf-text --keep-text writes one", true },
    { "text.recipe", ALL, "jsmf-text writes one", true },
    { "text.unknown", BAG, "jsmf-text --match writes one", true },
    { "C", COOC | RECTIFIED, "a cooc stream made by jsmf-cooc has one", false },
    { "C.data", COOC, "a cooc stream made by jsmf-cooc --sparse has one", false },
    { "C.indices", COOC, "a cooc stream made by jsmf-cooc --sparse has one", false },
    { "C.indptr", COOC, "a cooc stream made by jsmf-cooc --sparse has one", false },
    { "C.shape", COOC, "a cooc stream made by jsmf-cooc --sparse has one", false },
    { "Hhat.data", COOC, "a cooc stream made by jsmf-cooc --factored has one", false },
    { "Hhat.indices", COOC, "a cooc stream made by jsmf-cooc --factored has one", false },
    { "Hhat.indptr", COOC, "a cooc stream made by jsmf-cooc --factored has one", false },
    { "Hhat.shape", COOC, "a cooc stream made by jsmf-cooc --factored has one", false },
    { "Hdiag", COOC, "a cooc stream made by jsmf-cooc --factored has one", false },
    { "V", COOC, "a cooc stream made by jsmf-cooc --low-rank has one", false },
    { "D", COOC, "a cooc stream made by jsmf-cooc --low-rank has one", false },
    { "Y", RECTIFIED | COMPRESSED, "jsmf-rectify-ap and jsmf-rectify-enn write one", false },
    { "r", RECTIFIED, "jsmf-rectify-ap writes one", false },
    { "checkpoint", RECTIFIED, "jsmf-rectify-ap --checkpoint writes one", false },
    { "learn.line", COOC | RECTIFIED | COMPRESSED | MODEL, "jsmf-learn --checkpoint writes one", true },
    { "learn.bag", COOC | RECTIFIED | COMPRESSED | MODEL, "jsmf-learn --checkpoint writes one", true },
    { "df", BAG | AFTER_BAG | BLOCK, "jsmf-bow writes one", true },
    { "unigram", AFTER_BAG | BLOCK, "jsmf-cooc writes one", true },
    { "documents", AFTER_BAG | BLOCK, "jsmf-cooc writes one", true },
    { "B", MODEL, "a model made by jsmf-learn, jsmf-aw or jsmf-law has one; TOPICS OF OTHER PROGRAMS in jsmf-stream(5) "
                  "makes one of theirs", false },
    { "A", MODEL, "a model made by jsmf-aw or jsmf-law has one", false },
    { "legality", MODEL, "a model made by jsmf-aw or jsmf-law has one", false },
    { "S", MODEL, "a model made by jsmf-aw or jsmf-law has one", false },
    { "names", MODEL, "jsmf-edit --name gives the topics of a model names", true },
    { "anchors.words", MODEL, "a model made by jsmf-aw --anchors may have one", false },
    { "anchors.topics", MODEL, "a model made by jsmf-aw --anchors may have one", false },
    { "Bbar", MODEL, "a model made by jsmf-aw or jsmf-law has one", false },
    { "Canchor", MODEL, "a model made by jsmf-aw or jsmf-law has one", false },
    { "residuals", MODEL, "a model made by jsmf-aw or jsmf-law has one", false },
    { "alpha", MODEL, "a model made by jsmf-aw or jsmf-law has one", false },
    { "polish.recipe", MODEL, "jsmf-polish --step writes one", false },
    { "polish.documents", MODEL, "jsmf-polish --step writes one", false },
    { "polish.tokens", MODEL, "jsmf-polish --step writes one", false },
    { "polish.beta", MODEL, "jsmf-polish --step writes one", false },
    { "polish.counts", MODEL, "jsmf-polish --step may write one", false },
    { "polish.mean", MODEL, "jsmf-polish --step writes one", false },
    { "polish.prior", MODEL, "jsmf-polish --step writes one", false },
    { "polish.trace", MODEL, "jsmf-polish --step writes one", false },
    { "W", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.empty", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.tokens", COMPOSITIONS, "jsmf-infer writes one since version 0.2", false },
    { "infer.names", COMPOSITIONS, "jsmf-infer writes one where the model has names", false },
    { "dual", COMPOSITIONS, "jsmf-infer writes one where its method has a dual", false },
    { "infer.method", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.loss", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.weights", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.prior", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.paper", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.delta", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.threshold", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.gibbs_prior", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.burn_in", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.samples", COMPOSITIONS, "jsmf-infer writes one", false },
    { "infer.model", COMPOSITIONS, "jsmf-infer writes one", false },
    { "shard.ids", BAG | COMPOSITIONS, "a bag made by jsmf-bow --shard or --cut has one", true },
    { "shard.first", BAG | COMPOSITIONS, "a bag made by jsmf-bow --shard or --cut has one", true },
    { "shard.rows", BAG | COMPOSITIONS, "a bag made by jsmf-bow --shard or --cut has one", true },
    { "shard.of", BAG | COMPOSITIONS, "a bag made by jsmf-bow --cut has one", true },
    { "sums", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.recipe", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.machine", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.shards", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.first", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.rows", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.digests", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.histories", SUMS | BLOCK, "sums made by jsmf-cooc --partial have one", false },
    { "sums.documents", SUMS | BLOCK, "sums of the shards of jsmf-bow --cut have one", false },
    { "real.C", SUMS, "sums made by jsmf-cooc --partial have one", false },
    { "real.C.indices", SUMS, "sums made by jsmf-cooc --partial --sparse have one", false },
    { "real.C.indptr", SUMS, "sums made by jsmf-cooc --partial --sparse have one", false },
    { "real.times", SUMS, "sums made by jsmf-cooc --partial --times have one", false },
    { "real.unigram", SUMS, "sums made by jsmf-cooc --partial have one", false },
    { "whole.df", SUMS, "sums made by jsmf-cooc --partial have one", false },
    { "whole.tf", SUMS, "sums made by jsmf-bow --counts have one", false },
    { "words.shard", SUMS, "sums made by jsmf-bow --counts may have one", false },
    { "words.place", SUMS, "sums made by jsmf-bow --counts may have one", false },
    { "whole.documents", SUMS, "sums made by jsmf-cooc --partial have one", false },
    { "real.tokens", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "real.counts", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "real.learned", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "real.moments", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "real.bound", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "real.held_out", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "whole.known", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "whole.held_out", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "whole.leading", SUMS, "sums made by jsmf-polish --partial have one", false },
    { "block.words", BLOCK, "jsmf-krylov writes one", false },
    { "block.topics", BLOCK, "jsmf-krylov writes one", false },
    { "block.width", BLOCK, "jsmf-krylov writes one", false },
    { "block.products", BLOCK, "jsmf-krylov writes one", false },
    { "block.X", BLOCK, "jsmf-krylov writes one until the eigenpairs have converged", false },
    { "block.H", BLOCK, "jsmf-krylov writes one from the third block on", false },
    { "block.T", BLOCK, "jsmf-krylov writes one from the third block on", false },
    { "block.before", BLOCK, "jsmf-krylov writes one from the third block on", false },
};

const jsmf_schema jsmf_arrays_schema = {
    .kinds = kinds, .kind_count = sizeof kinds / sizeof *kinds,
    .arrays = arrays, .array_count = sizeof arrays / sizeof *arrays,
    .words = vocab,
};

void jsmf_arrays_mark(jsmf_stream *stream, jsmf_kind kind)
{
    stream->schema = &jsmf_arrays_schema;
    stream->kind = kind;
}

jsmf_status jsmf_arrays_vocab(jsmf_context *ctx, const jsmf_stream *stream, size_t n, const jsmf_strings **out)
{
    return jsmf_stream_words(ctx, stream, vocab, n, out);
}
