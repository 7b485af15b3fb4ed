/* Inference with a model of which topics have no mass: rows of A that are zeros. */
#include "unit.h"

#include "infer_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = 5, LEFT = 3 };

static const size_t left[LEFT] = { 0, 2, 3 };

static jsmf_infer_options options_of(jsmf_infer_method method)
{
    jsmf_infer_options o = jsmf_infer_defaults;
    o.method = method;
    o.prior = jsmf_infer_own_prior(method);
    return o;
}

static known_corpus draw(void)
{
    jsmf_synth_options s = small_corpus;
    s.topics = K;
    s.documents = 200;
    return known_draw(&s, 3, 1);
}

static void clear_topic(double *a, size_t topic)
{
    for (size_t j = 0; j < K; j++)
        a[topic * K + j] = a[j * K + topic] = 0;
}

/* The same corpus with the model of the topics that are left. */
static known_corpus without_others(const known_corpus *k)
{
    known_corpus part = *k;
    part.model.k = LEFT;
    part.model.b = malloc(k->model.n * LEFT * sizeof *part.model.b);
    part.model.a = malloc(LEFT * LEFT * sizeof *part.model.a);
    for (size_t i = 0; i < k->model.n; i++)
        for (size_t j = 0; j < LEFT; j++)
            part.model.b[i * LEFT + j] = k->model.b[i * K + left[j]];
    for (size_t e = 0; e < LEFT * LEFT; e++)
        part.model.a[e] = k->model.a[left[e / LEFT] * K + left[e % LEFT]];
    return part;
}

static void hear(void *arg, jsmf_level level, const char *text)
{
    if (level == JSMF_WARNING && strstr(text, "2 topics have no mass"))
        ++*(int *)arg;
}

/* To the bit the others' compositions, and 0. */
static void methods_of_a_leave_them_out(void **state)
{
    static const jsmf_infer_method methods[] = { JSMF_INFER_NORMAL, JSMF_INFER_PADD, JSMF_INFER_PAMI };
    known_corpus all = draw(), part;
    int warnings = 0;
    (void)state;
    clear_topic(all.model.a, 1);
    clear_topic(all.model.a, 4);
    part = without_others(&all);
    jsmf_context_set_message(all.c.ctx, hear, &warnings);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        const jsmf_infer_options o = options_of(methods[m]);
        inferred some = infer_all(&all, &o), others = infer_all(&part, &o);
        for (size_t d = 0; d < all.c.h.rows; d++) {
            for (size_t j = 0; j < LEFT; j++)
                assert_true(some.w[d * K + left[j]] == others.w[d * LEFT + j]);
            assert_true(some.w[d * K + 1] == 0 && some.w[d * K + 4] == 0);
        }
        assert_true(some.totals.distance == others.totals.distance);
        assert_int_equal(warnings, m + 1);
        free(some.w);
        free(others.w);
    }
    free(part.model.a);
    free(part.model.b);
    known_free(&all);
}

static void methods_without_a_do_as_without_it(void **state)
{
    static const jsmf_infer_method methods[] = { JSMF_INFER_EM, JSMF_INFER_VB, JSMF_INFER_SCLS, JSMF_INFER_INIT,
                                                 JSMF_INFER_TLI, JSMF_INFER_GIBBS };
    known_corpus all = draw(), alone = all;
    int warnings = 0;
    (void)state;
    clear_topic(all.model.a, 1);
    clear_topic(all.model.a, 4);
    alone.model.a = NULL;
    jsmf_context_set_message(all.c.ctx, hear, &warnings);
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        const jsmf_infer_options o = options_of(methods[m]);
        inferred some = infer_all(&all, &o), same = infer_all(&alone, &o);
        assert_memory_equal(some.w, same.w, all.c.h.rows * K * sizeof *some.w);
        assert_true(isnan(some.totals.distance));
        assert_int_equal(warnings, m + 1);
        free(some.w);
        free(same.w);
    }
    known_free(&all);
}

/* The copy of the topics that are left counts where it is made. */
static void bytes_count_the_copy(void **state)
{
    known_corpus all = draw();
    const size_t n = all.model.n, copy = (n * LEFT + LEFT * LEFT) * sizeof(double);
    const jsmf_infer_options normal = options_of(JSMF_INFER_NORMAL), em = options_of(JSMF_INFER_EM);
    const size_t whole = jsmf_infer_bytes(all.c.ctx, &normal, &all.model);
    const size_t of_em = jsmf_infer_bytes(all.c.ctx, &em, &all.model);
    (void)state;
    clear_topic(all.model.a, 1);
    clear_topic(all.model.a, 4);
    assert_true(jsmf_infer_bytes(all.c.ctx, &normal, &all.model) >= whole + copy);
    assert_true(jsmf_infer_bytes(all.c.ctx, &em, &all.model) == of_em);
    known_free(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_of_a_leave_them_out),
        cmocka_unit_test(methods_without_a_do_as_without_it),
        cmocka_unit_test(bytes_count_the_copy),
    };
    return cmocka_run_group_tests_name("massless topics", tests, NULL, NULL);
}
