/* F of a whole pass, of what its documents and the pseudo-counts add to it. */
#include "run.h"

#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK_WORDS = 512 };

typedef struct pseudo_part {
    const jsmf_polish_run *run;
    double *sums; /* of each chunk of words */
} pseudo_part;

/* Of some words: sum (beta + s_k B0_ik + g_ik) log B_ik. The topics of next have the pseudo-counts of those of now,
 * also where B was taken as it is. */
static jsmf_status sum_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const pseudo_part *p = arg;
    const jsmf_polish_topics *t = &p->run->next;
    const size_t k = t->k, first = chunk * CHUNK_WORDS, end = first + jsmf_chunk_length(t->n, CHUNK_WORDS, chunk);
    double *b = jsmf_alloc(ctx, k, sizeof *b), sum = 0;
    if (!b)
        return jsmf_context_status(ctx);
    for (size_t i = first; i < end; i++) {
        jsmf_polish_topics_row(&p->run->now, i, b);
        for (size_t j = 0; j < k; j++)
            if (b[j] > 0)
                sum += (t->beta + (t->start ? t->start_counts[j] * t->start[i * k + j] : 0)) * log(b[j]);
        for (int64_t q = t->guide ? t->guide->indptr[i] : 0; t->guide && q < t->guide->indptr[i + 1]; q++)
            if (b[t->guide->indices[q]] > 0)
                sum += jsmf_polish_topics_guide(t, q) * log(b[t->guide->indices[q]]);
    }
    free(b);
    p->sums[chunk] = sum;
    return JSMF_OK;
}

jsmf_status jsmf_polish_find_bound(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_polish_sums *sums)
{
    const bool any = run->next.beta > 0 || run->next.start || run->next.guide;
    const size_t chunks = any ? jsmf_chunk_count(run->n, CHUNK_WORDS) : 0;
    pseudo_part p = { .run = run };
    double pseudo_counts = 0;
    if (sums->documents == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "no document has a word that the model knows");
    p.sums = jsmf_alloc(ctx, chunks, sizeof *p.sums);
    if (p.sums && jsmf_parallel(ctx, chunks, sum_chunk, &p) == JSMF_OK)
        for (size_t i = 0; i < chunks; i++)
            pseudo_counts += p.sums[i];
    free(p.sums);
    run->report.documents = sums->documents;
    run->report.bound = (sums->bound + run->prior.class->pseudo_bound(&run->prior)) / run->report.tokens +
                        pseudo_counts;
    return jsmf_context_status(ctx);
}
