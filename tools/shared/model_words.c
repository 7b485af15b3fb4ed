#include "model_words.h"

#include <stdlib.h>
#include <string.h>

/* Where one does not tell its words, their number tells. */
static bool has_same_words(const model_input *m, const model_input *of)
{
    if (m->model.n != of->model.n)
        return false;
    for (size_t i = 0; m->words && of->words && i < m->model.n; i++)
        if (strcmp(jsmf_strings_get(m->words, i), jsmf_strings_get(of->words, i)) != 0)
            return false;
    return true;
}

static void scale_columns(size_t n, size_t k, double *b)
{
    for (size_t j = 0; j < k; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += b[i * k + j];
        for (size_t i = 0; i < n; i++)
            b[i * k + j] = sum > 0 ? b[i * k + j] / sum : 1 / (double)n;
    }
}

/* b (of->model.n x k): the rows of the words that both have; *common of them. */
static void map_rows(const model_input *m, const model_input *of, const jsmf_index *index, double *b, size_t *common)
{
    const size_t k = m->model.k;
    *common = 0;
    for (size_t i = 0; i < of->model.n; i++) {
        const size_t at = jsmf_index_find(index, jsmf_strings_get(of->words, i), jsmf_strings_length(of->words, i));
        if (at == SIZE_MAX)
            continue;
        memcpy(b + i * k, m->model.b + at * k, k * sizeof *b);
        ++*common;
    }
    scale_columns(of->model.n, k, b);
}

jsmf_status model_map_words(tool_run *run, model_input *m, const model_input *of)
{
    jsmf_index *index;
    double *b;
    size_t common;
    if (has_same_words(m, of))
        return JSMF_OK;
    if (!m->words || !of->words)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no vocabulary, which says which words are those of %s",
                         m->words ? of->stream.name : m->stream.name, m->words ? m->stream.name : of->stream.name);
    if (jsmf_index_new(run->ctx, m->words, &index, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    b = jsmf_alloc_zero(run->ctx, of->model.n, jsmf_mul_sat(m->model.k, sizeof *b));
    if (b) {
        map_rows(m, of, index, b, &common);
        if (common == 0)
            jsmf_fail(run->ctx, JSMF_EDATA, "%s: has no word of %s", m->stream.name, of->stream.name);
        else
            jsmf_message(run->ctx, JSMF_INFO, "%zu of %zu word%s are among those of %s", common,
                         JSMF_COUNTED(of->model.n), m->stream.name);
        m->model.b = b;
        m->model.n = of->model.n;
        m->words = of->words;
        jsmf_recorded(jsmf_stream_add_f64(run->ctx, &m->stream, "B", b, 2, of->model.n, m->model.k));
    }
    jsmf_index_free(index);
    return jsmf_context_status(run->ctx);
}
