/* The topics' shares in groups of documents. */
#include "report_groups.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_POINTS = 20000, NAME_BYTES = 600 };

/* The categories of most documents, in their order. */
static jsmf_status choose(tool_run *run, const jsmf_prevalence *shares, size_t most, size_t **chosen, size_t *count)
{
    double *sizes = jsmf_alloc(run->ctx, shares->groups, sizeof *sizes);
    bool *marks = jsmf_alloc_zero(run->ctx, shares->groups, sizeof *marks);
    *chosen = jsmf_alloc(run->ctx, shares->groups, sizeof **chosen);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        goto done;
    for (size_t g = 0; g < shares->groups; g++)
        sizes[g] = (double)shares->documents[g];
    *count = jsmf_top(shares->groups, sizes, 1, 0, most, *chosen);
    for (size_t i = 0; i < *count; i++)
        marks[(*chosen)[i]] = true;
    *count = 0;
    for (size_t g = 0; g < shares->groups; g++)
        if (marks[g])
            (*chosen)[(*count)++] = g;
done:
    free(sizes);
    free(marks);
    return jsmf_context_status(run->ctx);
}

/* Groups along an axis are shown all, and bars as many as were asked for. */
static size_t most_shown(const report_data *d, const jsmf_prevalence_groups *groups)
{
    return groups->ordered ? groups->count : jsmf_least(groups->count, d->asked->bars);
}

/* "2026-11 / left": the parts of a group's name. */
static jsmf_status add_name(tool_run *run, const jsmf_prevalence_groups *groups, size_t g, jsmf_strings *names)
{
    char name[NAME_BYTES];
    size_t length = 0;
    for (size_t part = 0; part < groups->parts && length < sizeof name; part++)
        length += (size_t)snprintf(name + length, sizeof name - length, "%s%s", part ? " / " : "",
                                   jsmf_strings_get(&groups->names, g * groups->parts + part));
    length = jsmf_least(length, sizeof name - 1);
    return jsmf_strings_add(run->ctx, names, name, jsmf_utf8_valid(name, length));
}

static jsmf_status take(tool_run *run, const jsmf_prevalence_groups *groups, const jsmf_prevalence *shares,
                        report_data *d)
{
    const size_t k = shares->k;
    size_t *chosen = NULL, count = 0;
    if (choose(run, shares, most_shown(d, groups), &chosen, &count) != JSMF_OK)
        goto done;
    d->mean = jsmf_alloc(run->ctx, jsmf_mul_sat(count, k), sizeof *d->mean);
    d->low = jsmf_alloc(run->ctx, jsmf_mul_sat(count, k), sizeof *d->low);
    d->high = jsmf_alloc(run->ctx, jsmf_mul_sat(count, k), sizeof *d->high);
    for (size_t i = 0; jsmf_context_status(run->ctx) == JSMF_OK && i < count; i++) {
        memcpy(d->mean + i * k, shares->mean + chosen[i] * k, k * sizeof *d->mean);
        memcpy(d->low + i * k, shares->low + chosen[i] * k, k * sizeof *d->low);
        memcpy(d->high + i * k, shares->high + chosen[i] * k, k * sizeof *d->high);
        jsmf_recorded(add_name(run, groups, chosen[i], &d->group_names));
    }
    d->left_groups = shares->groups - count;
    if (d->left_groups) {
        const size_t most = jsmf_least(shares->groups, MOST_POINTS / k);
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu groups, those of fewest documents, are not shown (--bars %zu "
                     "shows %s)", d->left_groups, shares->groups, most,
                     most == shares->groups ? "all" : "as many as can be");
    }
    d->groups = (jsmf_report_groups){ .count = count, .ordered = groups->ordered, .names = &d->group_names,
                                      .mean = d->mean, .low = d->low, .high = d->high };
done:
    free(chosen);
    return jsmf_context_status(run->ctx);
}

/* Documents without tokens, whose compositions are 0 here, are of no group. */
static void leave_empty(const report_data *d, jsmf_prevalence_groups *groups)
{
    const size_t k = d->in.model.k;
    for (size_t i = 0; i < groups->documents; i++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++)
            sum += d->about.w[i * k + j];
        if (!(sum > 0))
            groups->group[i] = JSMF_PREVALENCE_NO_GROUP;
    }
}

static jsmf_status sum_up(tool_run *run, report_data *d, jsmf_prevalence_groups *groups, jsmf_prevalence *shares)
{
    const size_t k = d->in.model.k;
    jsmf_prevalence_sums *sums = NULL;
    if (jsmf_mul_sat(most_shown(d, groups), k) > MOST_POINTS)
        return jsmf_fail(run->ctx, JSMF_EUSAGE, "--by %s: %zu groups of %zu topics are too many to be shown (%s)",
                         d->asked->how.by ? d->asked->how.by : "labels", most_shown(d, groups), k,
                         groups->ordered ? "a period, as in --by date:month, or --bins make fewer"
                                         : "--bars shows fewer");
    leave_empty(d, groups);
    for (size_t i = 0; i < groups->documents; i++)
        d->ungrouped += groups->group[i] == JSMF_PREVALENCE_NO_GROUP;
    if (jsmf_prevalence_start(run->ctx, groups->count, k, &sums) == JSMF_OK) {
        jsmf_prevalence_add(sums, d->about.documents, d->about.w, groups->group, NULL);
        jsmf_recorded(jsmf_prevalence_finish(run->ctx, sums, shares));
    }
    jsmf_prevalence_sums_free(sums);
    return jsmf_context_status(run->ctx);
}

jsmf_status report_groups_make(tool_run *run, report_data *d)
{
    jsmf_prevalence_groups groups = { 0 };
    jsmf_prevalence shares = { 0 };
    if (!d->asked->how.by && !d->asked->how.labels)
        return JSMF_OK;
    if (document_groups_read(run, &d->asked->how, &d->about.in, d->about.documents, &groups) == JSMF_OK &&
        sum_up(run, d, &groups, &shares) == JSMF_OK)
        jsmf_recorded(take(run, &groups, &shares, d));
    jsmf_prevalence_free(&shares);
    jsmf_prevalence_groups_free(&groups);
    return jsmf_context_status(run->ctx);
}
