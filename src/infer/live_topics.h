/* The topics that the prior gives something: those whose row of A is not 0. */
#ifndef JSMF_INFER_LIVE_TOPICS_H
#define JSMF_INFER_LIVE_TOPICS_H

#include "jsmf/model.h"

typedef struct jsmf_infer_live {
    size_t all;          /* the model's topics; 0: they are all there, and nothing below is */
    size_t *topics;      /* model.k: those that are there, ascending */
    jsmf_model model;    /* of these alone: b, a, and bbar where the original has it; owned */
    double *alpha;       /* model.k, or NULL */
} jsmf_infer_live;

/* What jsmf_infer_live_make allocates; 0 where every topic has mass, or there is no a. */
size_t jsmf_infer_live_bytes(const jsmf_model *model);
/* Takes the topics without mass out of a model of which some, and not all, are such. alpha: k, or NULL. Fails for lack
 * of memory only. To be released in any case. */
jsmf_status jsmf_infer_live_make(jsmf_context *ctx, const jsmf_model *model, const double *alpha,
                                 jsmf_infer_live *out) JSMF_CHECKED;
void jsmf_infer_live_release(jsmf_infer_live *live);
/* w (rows x model.k, gapless at the front of rows x all) becomes rows x all, 0 for the topics that are not there. */
void jsmf_infer_live_spread(const jsmf_infer_live *live, size_t rows, double *w);

#endif
