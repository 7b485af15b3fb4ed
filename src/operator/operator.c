/* The symmetric operator: dispatch to the representation, and everything that is derived from its panels. */
#include "operator_inner.h"

#include "dense/vector.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

struct jsmf_operator {
    const jsmf_operator_class *class;
    void *self;
    size_t n;
};

/* Panels of 64 rows make gemm efficient; of very wide matrices fewer, so that a panel stays below PANEL_DOUBLES, and of
 * small ones too, so that there is work for several threads. */
enum { PANEL_ROWS = 64, PANEL_LEAST = 8, PANEL_DOUBLES = 1 << 22, PANEL_COUNT = 16 };

jsmf_status jsmf_operator_new(jsmf_context *ctx, const jsmf_operator_class *class, void *self, size_t n,
                              jsmf_operator **out)
{
    jsmf_operator *op = jsmf_alloc(ctx, 1, sizeof *op);
    *out = NULL;
    /* CBLAS counts in int. */
    if (op && n > INT32_MAX)
        jsmf_fail(ctx, JSMF_EDATA, "a matrix of %zu rows (at most %d)", n, INT32_MAX);
    if (!op || n > INT32_MAX) {
        free(op);
        class->free(self);
        return jsmf_context_status(ctx);
    }
    *op = (jsmf_operator){ .class = class, .self = self, .n = n };
    *out = op;
    return JSMF_OK;
}

void jsmf_operator_free(jsmf_operator *op)
{
    if (!op)
        return;
    op->class->free(op->self);
    free(op);
}

size_t jsmf_operator_size(const jsmf_operator *op) { return op->n; }

const char *jsmf_operator_name(const jsmf_operator *op) { return op->class->name; }

jsmf_status jsmf_operator_apply(jsmf_context *ctx, const jsmf_operator *op, size_t p, const double *x, double *y)
{
    return op->class->apply(ctx, op->self, p, x, y);
}

bool jsmf_operator_has_rows(const jsmf_operator *op) { return op->class->panel != NULL; }

jsmf_status jsmf_operator_panel(jsmf_context *ctx, const jsmf_operator *op, size_t i0, size_t m, double *panel)
{
    if (!jsmf_operator_has_rows(op))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu rows from %zu on of an operator that has products alone (%s)", m, i0,
                         jsmf_operator_name(op));
    return op->class->panel(ctx, op->self, i0, m, panel);
}

jsmf_status jsmf_operator_leading(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *vectors,
                                  bool *known)
{
    *known = false;
    return op->class->leading ? op->class->leading(ctx, op->self, k, values, vectors, known) : JSMF_OK;
}

size_t jsmf_operator_single_bytes(const jsmf_operator *op)
{
    return op->class->single_bytes ? op->class->single_bytes(op->self) : SIZE_MAX;
}

size_t jsmf_operator_panel_height(const jsmf_operator *op)
{
    size_t rows = PANEL_ROWS, fair = op->n / PANEL_COUNT;
    if (op->n && PANEL_DOUBLES / op->n < rows)
        rows = PANEL_DOUBLES / op->n;
    if (fair < rows)
        rows = fair;
    return rows < PANEL_LEAST ? PANEL_LEAST : rows;
}

typedef struct panel_loop {
    const jsmf_operator *op;
    jsmf_operator_panel_fn fn;
    void *arg;
    size_t height;
    double *scratch; /* a panel a thread */
} panel_loop;

static jsmf_status panel_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const panel_loop *l = arg;
    size_t i0 = chunk * l->height, m = jsmf_chunk_length(l->op->n, l->height, chunk);
    double *panel = l->scratch + (size_t)jsmf_context_thread(ctx) * l->height * l->op->n;
    if (jsmf_operator_panel(ctx, l->op, i0, m, panel) != JSMF_OK)
        return jsmf_context_status(ctx);
    return l->fn(ctx, l->arg, chunk, i0, m, panel);
}

jsmf_status jsmf_operator_each_panel(jsmf_context *ctx, const jsmf_operator *op, jsmf_operator_panel_fn fn, void *arg)
{
    panel_loop l = { .op = op, .fn = fn, .arg = arg, .height = jsmf_operator_panel_height(op) };
    jsmf_status status;
    l.scratch = jsmf_alloc(ctx, jsmf_mul_sat(l.height, op->n),
                           jsmf_mul_sat((size_t)jsmf_context_threads(ctx), sizeof *l.scratch));
    if (!l.scratch)
        return jsmf_context_status(ctx);
    status = jsmf_parallel(ctx, jsmf_chunk_count(op->n, l.height), panel_chunk, &l);
    free(l.scratch);
    return status;
}

/* What a panel's visitor fills: one number a row. */
typedef struct row_visit {
    size_t n;
    double *out;
} row_visit;

static jsmf_status sum_panel(jsmf_context *ctx, void *arg, size_t chunk, size_t i0, size_t m, const double *panel)
{
    const row_visit *v = arg;
    (void)ctx, (void)chunk;
    for (size_t i = 0; i < m; i++)
        v->out[i0 + i] = jsmf_dense_sum(v->n, panel + i * v->n);
    return JSMF_OK;
}

jsmf_status jsmf_operator_row_sums(jsmf_context *ctx, const jsmf_operator *op, double *sums)
{
    row_visit v = { .n = op->n, .out = sums };
    if (op->class->row_sums)
        return op->class->row_sums(ctx, op->self, sums);
    return jsmf_operator_each_panel(ctx, op, sum_panel, &v);
}

static jsmf_status norm_panel(jsmf_context *ctx, void *arg, size_t chunk, size_t i0, size_t m, const double *panel)
{
    const row_visit *v = arg;
    (void)ctx, (void)chunk;
    for (size_t i = 0; i < m; i++)
        v->out[i0 + i] = jsmf_dense_sum_squares(v->n, panel + i * v->n);
    return JSMF_OK;
}

jsmf_status jsmf_operator_row_norms(jsmf_context *ctx, const jsmf_operator *op, double *norms)
{
    row_visit v = { .n = op->n, .out = norms };
    if (op->class->row_norms)
        return op->class->row_norms(ctx, op->self, norms);
    return jsmf_operator_each_panel(ctx, op, norm_panel, &v);
}

typedef struct gather_loop {
    const jsmf_operator *op;
    const size_t *index;
    double *rows;
} gather_loop;

static jsmf_status gather_row(jsmf_context *ctx, void *arg, size_t chunk)
{
    const gather_loop *l = arg;
    return jsmf_operator_panel(ctx, l->op, l->index[chunk], 1, l->rows + chunk * l->op->n);
}

jsmf_status jsmf_operator_gather(jsmf_context *ctx, const jsmf_operator *op, size_t m, const size_t *index,
                                 double *rows)
{
    gather_loop l = { .op = op, .index = index, .rows = rows };
    if (op->class->gather)
        return op->class->gather(ctx, op->self, m, index, rows);
    return jsmf_parallel(ctx, m, gather_row, &l);
}

/* C is symmetric: its products with m of its rows are C times m columns, cheap where C is sparse or factored. */
jsmf_status jsmf_operator_products(jsmf_context *ctx, const jsmf_operator *op, size_t m, const size_t *index,
                                   double *products)
{
    size_t entries = jsmf_mul_sat(m, op->n);
    double *rows, *columns;
    if (m == 0)
        return JSMF_OK;
    rows = jsmf_alloc(ctx, entries, sizeof *rows);
    columns = jsmf_alloc(ctx, entries, sizeof *columns);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_operator_gather(ctx, op, m, index, rows) != JSMF_OK)
        goto done;
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)m, (int)op->n, 1, rows, (int)op->n, columns, (int)m);
    jsmf_recorded(jsmf_operator_apply(ctx, op, m, columns, products));
done:
    free(rows);
    free(columns);
    return jsmf_context_status(ctx);
}
