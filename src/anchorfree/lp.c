/* Linear programs by GLPK's simplex methods. Every call of GLPK stands between a setjmp and its end: GLPK knows no
 * other way to tell that memory lacks than to leave by a hook, or to abort. */
#include "lp.h"

#ifndef JSMF_GLPK

jsmf_status jsmf_anchorfree_lp_available(jsmf_context *ctx)
{
    return jsmf_fail(ctx, JSMF_ESYSTEM, "built without GLPK, which solves the linear programs (install it, Debian's "
                     "libglpk-dev, and build jsmf again)");
}

jsmf_status jsmf_anchorfree_lp_new(jsmf_context *ctx, size_t k, const double *s, size_t places,
                                   jsmf_anchorfree_lp **out)
{
    (void)k;
    (void)s;
    (void)places;
    *out = NULL;
    return jsmf_anchorfree_lp_available(ctx);
}

void jsmf_anchorfree_lp_free(jsmf_anchorfree_lp *lp) { (void)lp; }

jsmf_status jsmf_anchorfree_lp_add(jsmf_context *ctx, jsmf_anchorfree_lp *lp, size_t m, const double *rows)
{
    (void)lp;
    (void)m;
    (void)rows;
    return jsmf_anchorfree_lp_available(ctx);
}

jsmf_status jsmf_anchorfree_lp_maximise(jsmf_context *ctx, jsmf_anchorfree_lp *lp, size_t place, const double *a,
                                        double *x)
{
    (void)lp;
    (void)place;
    (void)a;
    (void)x;
    return jsmf_anchorfree_lp_available(ctx);
}

size_t jsmf_anchorfree_lp_steps(const jsmf_anchorfree_lp *lp)
{
    (void)lp;
    return 0;
}

#else

#include <glpk.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>

/* Where many rows meet in a corner, the dual simplex method may go round in circles. */
enum {
    SHORT = 20, BEGINNING = 200, /* after so many steps for each variable, and these, it is stopped */
    LONG = 100                   /* the primal one, from the beginning, for each variable and row */
};

struct jsmf_anchorfree_lp {
    size_t k;
    glp_prob *problem;
    bool owns_environment; /* GLPK's of this thread, which nobody else had begun */
    int *bases;            /* count x k: the basic columns, -i for row i's own; 0s where there is none */
    size_t count, place;   /* place: whose basis the problem is in; count: nobody's */
    size_t steps;
    int *index;            /* k + 1: GLPK counts from 1 */
    double *values;        /* k + 1 */
    jmp_buf failed;
};

jsmf_status jsmf_anchorfree_lp_available(jsmf_context *ctx)
{
    (void)ctx;
    return JSMF_OK;
}

/* ---- what GLPK says ---- */

static void leave(void *lp) { longjmp(((jsmf_anchorfree_lp *)lp)->failed, 1); }

static int swallow(void *info, const char *text)
{
    (void)info;
    (void)text;
    return 1;
}

static void listen(jsmf_anchorfree_lp *lp)
{
    glp_error_hook(leave, lp);
    glp_term_hook(swallow, NULL);
}

static void stop_listening(void)
{
    glp_error_hook(NULL, NULL);
    glp_term_hook(NULL, NULL);
}

/* GLPK cannot go on after an error: all that it has allocated is freed, the problem with it. */
static jsmf_status give_up(jsmf_context *ctx, jsmf_anchorfree_lp *lp)
{
    glp_free_env();
    lp->problem = NULL;
    lp->owns_environment = false;
    return jsmf_fail(ctx, JSMF_ESYSTEM, "GLPK failed for lack of memory");
}

/* ---- the dual: minimise y over y s - sum_j l_j g_j = a, l >= 0 ---- */

static void set_column(jsmf_anchorfree_lp *lp, int column, const double *entries, double sign)
{
    for (size_t i = 0; i < lp->k; i++)
        lp->values[i + 1] = sign * entries[i];
    glp_set_mat_col(lp->problem, column, (int)lp->k, lp->index, lp->values);
}

static void begin(jsmf_anchorfree_lp *lp, const double *s)
{
    lp->problem = glp_create_prob();
    glp_add_rows(lp->problem, (int)lp->k);
    glp_add_cols(lp->problem, 1);
    glp_set_col_bnds(lp->problem, 1, GLP_FR, 0, 0);
    glp_set_obj_coef(lp->problem, 1, 1);
    set_column(lp, 1, s, 1);
}

void jsmf_anchorfree_lp_free(jsmf_anchorfree_lp *lp)
{
    if (!lp)
        return;
    if (lp->problem)
        glp_delete_prob(lp->problem);
    if (lp->owns_environment)
        glp_free_env();
    free(lp->index);
    free(lp->values);
    free(lp->bases);
    free(lp);
}

jsmf_status jsmf_anchorfree_lp_new(jsmf_context *ctx, size_t k, const double *s, size_t places,
                                   jsmf_anchorfree_lp **out)
{
    jsmf_anchorfree_lp *lp = jsmf_alloc_zero(ctx, 1, sizeof *lp);
    int begun;
    *out = lp;
    if (!lp)
        return jsmf_context_status(ctx);
    lp->k = k;
    lp->index = jsmf_alloc(ctx, k + 1, sizeof *lp->index);
    lp->values = jsmf_alloc(ctx, k + 1, sizeof *lp->values);
    lp->bases = jsmf_alloc_zero(ctx, jsmf_mul_sat(places, k), sizeof *lp->bases);
    lp->count = lp->place = places;
    if (!lp->index || !lp->values || !lp->bases)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i <= k; i++)
        lp->index[i] = (int)i;
    begun = glp_init_env(); /* 1: somebody has done so before */
    if (begun > 1)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "GLPK cannot begin for lack of memory");
    lp->owns_environment = begun == 0;
    listen(lp);
    if (setjmp(lp->failed))
        return give_up(ctx, lp);
    begin(lp, s);
    stop_listening();
    return JSMF_OK;
}

jsmf_status jsmf_anchorfree_lp_add(jsmf_context *ctx, jsmf_anchorfree_lp *lp, size_t m, const double *rows)
{
    listen(lp);
    if (setjmp(lp->failed))
        return give_up(ctx, lp);
    if (m > 0) {
        const int first = glp_add_cols(lp->problem, (int)m);
        for (size_t j = 0; j < m; j++) {
            glp_set_col_bnds(lp->problem, first + (int)j, GLP_LO, 0, 0);
            set_column(lp, first + (int)j, rows + j * lp->k, -1);
        }
    }
    stop_listening();
    return JSMF_OK;
}

/* ---- bases ---- */

static void keep_basis(jsmf_anchorfree_lp *lp)
{
    int *kept = lp->bases + lp->place * lp->k;
    for (int i = 0; i < (int)lp->k; i++) {
        const int variable = glp_get_bhead(lp->problem, i + 1), rows = (int)lp->k;
        kept[i] = variable <= rows ? -variable : variable - rows;
    }
}

/* Nothing is done where nothing was kept. */
static void recall_basis(jsmf_anchorfree_lp *lp)
{
    const int *kept = lp->bases + lp->place * lp->k;
    const int columns = glp_get_num_cols(lp->problem);
    if (kept[0] == 0)
        return;
    for (int i = 1; i <= (int)lp->k; i++)
        glp_set_row_stat(lp->problem, i, GLP_NS);
    glp_set_col_stat(lp->problem, 1, GLP_NF);
    for (int j = 2; j <= columns; j++)
        glp_set_col_stat(lp->problem, j, GLP_NL);
    for (size_t i = 0; i < lp->k; i++)
        if (kept[i] < 0)
            glp_set_row_stat(lp->problem, -kept[i], GLP_BS);
        else
            glp_set_col_stat(lp->problem, kept[i], GLP_BS);
}

/* ---- solving ---- */

static void set_sides(jsmf_anchorfree_lp *lp, const double *a)
{
    for (int i = 1; i <= (int)lp->k; i++)
        glp_set_row_bnds(lp->problem, i, GLP_FX, a[i - 1], a[i - 1]);
}

static bool optimum(jsmf_anchorfree_lp *lp, int method, int steps)
{
    const int before = glp_get_it_cnt(lp->problem);
    glp_smcp parameters;
    int failure;
    glp_init_smcp(&parameters);
    parameters.msg_lev = GLP_MSG_OFF;
    parameters.meth = method;
    parameters.it_lim = steps;
    failure = glp_simplex(lp->problem, &parameters);
    lp->steps += (size_t)(glp_get_it_cnt(lp->problem) - before);
    return !failure && glp_get_status(lp->problem) == GLP_OPT;
}

/* With other right-hand sides a basis stays dual feasible; with more columns it stays primal feasible. */
static bool solve(jsmf_anchorfree_lp *lp, size_t place, const double *a)
{
    const bool other = place != lp->place;
    lp->place = place;
    if (other) {
        set_sides(lp, a);
        recall_basis(lp);
    }
    if (optimum(lp, other ? GLP_DUALP : GLP_PRIMAL, SHORT * (int)lp->k + BEGINNING))
        return true;
    glp_std_basis(lp->problem);
    return optimum(lp, GLP_PRIMAL, LONG * (glp_get_num_rows(lp->problem) + glp_get_num_cols(lp->problem)));
}

static jsmf_status no_solution(jsmf_context *ctx, const jsmf_anchorfree_lp *lp, int status)
{
    return jsmf_fail(ctx, JSMF_ENUMERIC, "a linear program of %zu variable%s has no solution (%s)", JSMF_COUNTED(lp->k),
                     status == GLP_NOFEAS || status == GLP_INFEAS ? "what is maximised has no bound"
                     : status == GLP_UNBND ? "no point is feasible" : "rounding");
}

jsmf_status jsmf_anchorfree_lp_maximise(jsmf_context *ctx, jsmf_anchorfree_lp *lp, size_t place, const double *a,
                                        double *x)
{
    listen(lp);
    if (setjmp(lp->failed))
        return give_up(ctx, lp);
    if (!solve(lp, place, a)) {
        const int status = glp_get_status(lp->problem);
        stop_listening();
        return no_solution(ctx, lp, status);
    }
    keep_basis(lp);
    for (size_t i = 0; i < lp->k; i++)
        x[i] = glp_get_row_dual(lp->problem, (int)i + 1);
    stop_listening();
    for (size_t i = 0; i < lp->k; i++)
        if (!isfinite(x[i]))
            return jsmf_fail(ctx, JSMF_ENUMERIC, "a linear program of %zu variable%s came to nothing (%g)",
                             JSMF_COUNTED(lp->k), x[i]);
    return JSMF_OK;
}

size_t jsmf_anchorfree_lp_steps(const jsmf_anchorfree_lp *lp) { return lp->steps; }

#endif
