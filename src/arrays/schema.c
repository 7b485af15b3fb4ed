/* What jsmf's streams hold: the kinds, and the arrays of jsmf-stream(5) with the kinds that hold them and who writes
 * them. The names of programs are data here: what a stream holds is told by them. */
#include "jsmf/arrays.h"

enum {
    BAG = JSMF_BAG, COOC = JSMF_COOC, RECTIFIED = JSMF_RECTIFIED, COMPRESSED = JSMF_COMPRESSED, MODEL = JSMF_MODEL,
    COMPOSITIONS = JSMF_COMPOSITIONS,
    AFTER_BAG = COOC | RECTIFIED | COMPRESSED | MODEL | COMPOSITIONS,
    ALL = BAG | AFTER_BAG
};

static const char vocab[] = "vocab";

static const jsmf_schema_kind kinds[] = {
    { BAG, "bag" }, { COOC, "cooc" }, { RECTIFIED, "rectified" }, { COMPRESSED, "compressed" }, { MODEL, "model" },
    { COMPOSITIONS, "compositions" },
};

static const jsmf_schema_array arrays[] = {
    { vocab, ALL, "jsmf-bow writes it from --vocab FILE" },
    { "H.data", BAG, "a bag stream made by jsmf-bow has one" },
    { "H.indices", BAG, "a bag stream made by jsmf-bow has one" },
    { "H.indptr", BAG, "a bag stream made by jsmf-bow has one" },
    { "H.shape", BAG, "a bag stream made by jsmf-bow has one" },
    { "ids", BAG | COMPOSITIONS, "a bag stream whose input has document ids has one" },
    { "C", COOC | RECTIFIED, "a cooc stream made by jsmf-cooc has one" },
    { "C.data", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "C.indices", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "C.indptr", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "C.shape", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "Hhat.data", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hhat.indices", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hhat.indptr", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hhat.shape", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hdiag", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "V", COOC, "a cooc stream made by jsmf-cooc --low-rank has one" },
    { "D", COOC, "a cooc stream made by jsmf-cooc --low-rank has one" },
    { "Y", RECTIFIED | COMPRESSED, "jsmf-rectify-ap and jsmf-rectify-enn write one" },
    { "r", RECTIFIED, "jsmf-rectify-ap writes one" },
    { "checkpoint", RECTIFIED, "jsmf-rectify-ap --checkpoint writes one" },
    { "df", ALL, "jsmf-bow writes one" },
    { "unigram", AFTER_BAG, "jsmf-cooc writes one" },
    { "documents", AFTER_BAG, "jsmf-cooc writes one" },
    { "B", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "A", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "legality", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "S", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "anchors.words", MODEL, "a model made by jsmf-aw --anchors may have one" },
    { "anchors.topics", MODEL, "a model made by jsmf-aw --anchors may have one" },
    { "Bbar", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "Canchor", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "residuals", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "alpha", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "W", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.empty", COMPOSITIONS, "jsmf-infer writes one" },
    { "dual", COMPOSITIONS, "jsmf-infer writes one where its method has a dual" },
    { "infer.method", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.loss", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.weights", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.prior", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.paper", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.delta", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.threshold", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.model", COMPOSITIONS, "jsmf-infer writes one" },
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
