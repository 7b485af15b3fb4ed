/* Documents drawn from a synthesis, a block of them at a time (sampler.c), for a bag or a text (sampler_output.c). */
#ifndef JSMF_SYNTH_SAMPLER_H
#define JSMF_SYNTH_SAMPLER_H

#include "synthesis.h"

struct jsmf_synth_sampler {
    const jsmf_synth *synth;
    jsmf_synth_cell *cells; /* K x N: an alias table a topic */
    double *lengths;        /* length_count: P(length <= shortest + i); NULL where all are `shortest`, or given */
    size_t length_count;
    size_t shortest;        /* tokens of a document, at least, unless lengths are given */
    size_t longest;         /* tokens of a document, at most */
    size_t chunk, block;    /* documents of a parallel chunk, chunks of a block */
};

/* Some documents on their way to an output. Document d of the block has used[d] entries from slots[d] on. */
typedef struct jsmf_synth_block {
    size_t first, count;       /* the number of its first document, and how many it has */
    size_t capacity;           /* tokens that indices and counts have room for */
    size_t *slots;             /* count + 1: where each document begins; it has a place a token */
    int32_t *used;             /* count: its entries, of distinct words */
    int32_t *indices, *counts; /* the entries, a document's words ascending */
    double *w;                 /* count x K: the compositions go here; set by the caller, or NULL */
} jsmf_synth_block;

/* An empty block, freed with jsmf_synth_block_free. Fails for lack of memory only. */
jsmf_status jsmf_synth_block_new(jsmf_context *ctx, const jsmf_synth_sampler *sampler,
                                 jsmf_synth_block *block) JSMF_CHECKED;
void jsmf_synth_block_free(jsmf_synth_block *block);
/* Draws the documents from number first on: as many as a block has, or as are left. Fails for lack of memory only. */
jsmf_status jsmf_synth_block_fill(jsmf_context *ctx, const jsmf_synth_sampler *sampler, size_t first,
                                  jsmf_synth_block *block) JSMF_CHECKED;
/* The tokens of a document. */
size_t jsmf_synth_length(const jsmf_synth_sampler *sampler, size_t document);

#endif
