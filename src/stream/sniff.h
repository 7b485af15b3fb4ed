/* Recognising a stream by its first bytes. */
#ifndef JSMF_SNIFF_H
#define JSMF_SNIFF_H

#include "jsmf/io.h"

/* JSMF_EDATA, with what it looks like, where in does not begin as a npz does. Consumes nothing. */
jsmf_status jsmf_sniff_npz(jsmf_context *ctx, jsmf_input *in) JSMF_CHECKED;

#endif
