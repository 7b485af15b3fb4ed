/* Recognising a stream by its first bytes. */
#ifndef JSMF_IO_SNIFF_H
#define JSMF_IO_SNIFF_H

#include "jsmf/io.h"

/* What kind of file begins with these bytes, and what to do about it: "bzip2 data (bunzip2 inflates them)". NULL where
 * none does that is known. */
const char *jsmf_sniff_name(const char *bytes, size_t length);
/* The same, of kinds of files alone that are no text. */
const char *jsmf_sniff_binary(const char *bytes, size_t length);
/* JSMF_EDATA, with what it looks like, where in does not begin as a .npz file does. Consumes nothing. */
jsmf_status jsmf_sniff_npz(jsmf_context *ctx, jsmf_input *in) JSMF_CHECKED;

#endif
