#include "methods.h"

#define CLASS(method, name) [method] = &jsmf_infer_##name##_class,

const char *const jsmf_infer_method_names[] = { JSMF_INFER_METHODS(JSMF_NAMED) NULL };
static const jsmf_infer_class *const classes[] = { JSMF_INFER_METHODS(CLASS) };

const jsmf_infer_class *jsmf_infer_class_of(jsmf_infer_method method) { return classes[method]; }

const jsmf_infer_class *jsmf_infer_class_under(const jsmf_infer_options *options)
{
    const jsmf_infer_class *class = classes[options->method];
    return class->variant ? class->variant(options) : class;
}

bool jsmf_infer_needs_a(const jsmf_infer_options *options)
{
    return classes[options->method]->needs_a || jsmf_infer_class_under(options)->needs_a;
}

bool jsmf_infer_has_prior(jsmf_infer_method method) { return classes[method]->has_prior; }

bool jsmf_infer_has_loss(jsmf_infer_method method) { return classes[method]->has_loss; }

double jsmf_infer_own_prior(jsmf_infer_method method) { return classes[method]->own_prior; }
