#include "methods.h"

/* Every method with its name and its table, in the order of the enumeration. */
#define METHODS(ONE) \
    ONE(JSMF_INFER_PADD, "padd", jsmf_infer_padd_class) \
    ONE(JSMF_INFER_PAMI, "pami", jsmf_infer_pami_class) \
    ONE(JSMF_INFER_SCLS, "scls", jsmf_infer_scls_class) \
    ONE(JSMF_INFER_EM, "em", jsmf_infer_em_class) \
    ONE(JSMF_INFER_VB, "vb", jsmf_infer_vb_class) \
    ONE(JSMF_INFER_INIT, "init", jsmf_infer_init_class) \
    ONE(JSMF_INFER_NORMAL, "normal", jsmf_infer_normal_class) \
    ONE(JSMF_INFER_TLI, "tli", jsmf_infer_tli_class)

#define NAME(method, name, class) [method] = name,
#define CLASS(method, name, class) [method] = &class,

const char *const jsmf_infer_method_names[] = { METHODS(NAME) NULL };
static const jsmf_infer_class *const classes[] = { METHODS(CLASS) };

const jsmf_infer_class *jsmf_infer_class_of(jsmf_infer_method method) { return classes[method]; }

const jsmf_infer_class *jsmf_infer_class_under(const jsmf_infer_options *options)
{
    const jsmf_infer_class *class = classes[options->method];
    return class->variant ? class->variant(options) : class;
}

bool jsmf_infer_has_prior(jsmf_infer_method method) { return classes[method]->has_prior; }

bool jsmf_infer_has_loss(jsmf_infer_method method) { return classes[method]->has_loss; }

double jsmf_infer_own_prior(jsmf_infer_method method) { return classes[method]->own_prior; }
