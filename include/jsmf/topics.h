/* What every method asks of the number of topics. */
#ifndef JSMF_TOPICS_H
#define JSMF_TOPICS_H

#include "jsmf/base.h"

/* JSMF_EUSAGE for no topics, or for more than words. name: of the stream, for the message, or NULL. */
jsmf_status jsmf_topics_check(jsmf_context *ctx, const char *name, size_t topics, size_t words) JSMF_CHECKED;

#endif
