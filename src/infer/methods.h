/* The list of methods. */
#ifndef JSMF_INFER_METHODS_H
#define JSMF_INFER_METHODS_H

#include "method.h"

/* The method's own table, and the one that these options ask for. */
const jsmf_infer_class *jsmf_infer_class_of(jsmf_infer_method method);
const jsmf_infer_class *jsmf_infer_class_under(const jsmf_infer_options *options);
/* Whether the method, as the options have it, cannot do without the model's A. */
bool jsmf_infer_needs_a(const jsmf_infer_options *options);

#endif
