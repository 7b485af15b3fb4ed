/* npz: whole streams, their kinds, what passes through, typed arrays, sparse rows. */
#include "unit.h"

#include "archives.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANY = 63 };

static void assert_error(jsmf_status status, jsmf_status expected, const char *says)
{
    if (status != expected || !strstr(jsmf_context_error(ctx), says))
        fail_msg("%d \"%s\", expected %d \"%s\"", status, jsmf_context_error(ctx), expected, says);
    jsmf_context_clear(ctx);
}

static jsmf_output *written(const jsmf_stream *s)
{
    jsmf_output *out;
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_stream_write(ctx, out, s));
    return out;
}

/* Reads what out holds and frees it. */
static jsmf_status read_back(jsmf_output *out, unsigned kinds, jsmf_stream *s)
{
    size_t length;
    const void *bytes = jsmf_output_bytes(out, &length);
    jsmf_input *in;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    jsmf_status status = jsmf_stream_read(ctx, in, &jsmf_arrays_schema, kinds, s);
    jsmf_input_close(in);
    jsmf_output_abandon(out);
    return status;
}

static void add_numbers(jsmf_stream *s, const char *name, char type, size_t item, int dims, size_t rows, size_t cols,
                        const void *data)
{
    jsmf_array a = { .type = type, .item = item, .dims = dims, .shape = { rows, cols } };
    s->arrays = realloc(s->arrays, (s->count + 1) * sizeof a);
    a.name = strdup(name);
    a.data = malloc(jsmf_array_count(&a) * item + 1);
    memcpy(a.data, data, jsmf_array_count(&a) * item);
    s->arrays[s->count++] = a;
    s->capacity = s->count;
}

static void add_words(jsmf_stream *s, const char *name, size_t count, const char *const *words)
{
    jsmf_strings list = { 0 };
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &list, words[i], strlen(words[i])));
    assert_ok(ctx, jsmf_stream_add_strings(ctx, s, name, &list));
}

/* Entries as given, the mark too; without jsmf_stream_write's order. */
static jsmf_output *written_raw(const jsmf_stream *s)
{
    jsmf_output *out;
    jsmf_npz_writer *w;
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_npz_create(ctx, out, &w));
    for (size_t i = 0; i < s->count; i++)
        assert_ok(ctx, jsmf_npz_put(ctx, w, &s->arrays[i]));
    assert_ok(ctx, jsmf_npz_finish(ctx, w));
    return out;
}

static void a_stream_comes_back(void **state)
{
    const double values[] = { 1, 2.5, -3, 4, DBL_MIN, 6 };
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL }, t;
    (void)state;
    assert_ok(ctx, jsmf_stream_note(ctx, &s, "jsmf-bow 0.1.0"));
    assert_ok(ctx, jsmf_stream_note(ctx, &s, "jsmf-aw 0.1.0 -k 2"));
    add_words(&s, "vocab", 3, (const char *const[]){ "a", "\xC3\xA9", "b" });
    add_numbers(&s, "B", 'f', 8, 2, 3, 2, values);
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "legality", 0.25));
    assert_ok(ctx, jsmf_stream_add_count(ctx, &s, "documents", 12));
    assert_ok(ctx, read_back(written(&s), JSMF_MODEL, &t));
    assert_int_equal(t.kind, JSMF_MODEL);
    assert_string_equal(t.name, "x");
    assert_int_equal(t.history.count, 2);
    assert_string_equal(jsmf_strings_get(&t.history, 1), "jsmf-aw 0.1.0 -k 2");
    assert_int_equal(t.count, 4);
    assert_memory_equal(jsmf_stream_find(&t, "B")->data, values, sizeof values);
    const jsmf_strings *vocab;
    assert_ok(ctx, jsmf_arrays_vocab(ctx, &t, 3, &vocab));
    assert_string_equal(jsmf_strings_get(vocab, 1), "\xC3\xA9");
    assert_error(jsmf_arrays_vocab(ctx, &t, 4, &vocab), JSMF_EDATA,
                 "x: array vocab: has the shape 3 (expected 4 words");
    double legality;
    assert_ok(ctx, jsmf_stream_scalar(ctx, &t, "legality", &legality));
    assert_true(legality == 0.25);
    int64_t documents;
    assert_ok(ctx, jsmf_stream_count(ctx, &t, "documents", &documents));
    assert_int_equal(documents, 12);
    assert_error(jsmf_stream_count(ctx, &t, "legality", &documents), JSMF_EDATA, "whole");
    assert_ok(ctx, jsmf_stream_add_count(ctx, &t, "documents", -1));
    assert_error(jsmf_stream_count(ctx, &t, "documents", &documents), JSMF_EDATA,
                 "x: array documents: is -1 (expected 0 or more)");
    jsmf_stream_free(&s);
    jsmf_stream_free(&t);
}

static void words_are_there_once_and_not_empty(void **state)
{
    static const struct {
        const char *words[4], *says;
    } bad[] = { { { "a", "b", "c", "b" }, "x: array vocab: words 1 and 3, numbered from 0, are both \"b\"" },
                { { "a", "b", "", "c" }, "x: array vocab: word 2, numbered from 0, is empty" },
                { { "", "b", "", "c" }, "word 0" } };
    const jsmf_strings *vocab;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL, .name = strdup("x") };
        add_words(&s, "vocab", 4, bad[i].words);
        assert_error(jsmf_arrays_vocab(ctx, &s, 4, &vocab), JSMF_EDATA, bad[i].says);
        jsmf_stream_free(&s);
    }
}

static void equal_streams_are_equal_bytes(void **state)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_BAG };
    size_t one, two;
    (void)state;
    add_words(&s, "vocab", 2, (const char *const[]){ "a", "b" });
    jsmf_output *a = written(&s), *b = written(&s);
    const void *first = jsmf_output_bytes(a, &one), *second = jsmf_output_bytes(b, &two);
    assert_int_equal(one, two);
    assert_memory_equal(first, second, one);
    jsmf_output_abandon(a);
    jsmf_output_abandon(b);
    jsmf_stream_free(&s);
}

static void assert_mark_refused(const char *mark, unsigned kinds, const char *says)
{
    jsmf_stream s = { 0 }, t;
    add_words(&s, "jsmf", 1, &mark);
    assert_error(read_back(written_raw(&s), kinds, &t), JSMF_EDATA, says);
    assert_int_equal(t.count, 0);
    jsmf_stream_free(&s);
}

static void wrong_kinds_and_versions_are_refused_by_name(void **state)
{
    (void)state;
    assert_mark_refused("1 model", JSMF_BAG, "x: is a model stream, expected bag");
    assert_mark_refused("1 bag", JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED,
                        "expected cooc, rectified or compressed");
    assert_mark_refused("1 tree", ANY, "unknown kind, \"tree\"");
    assert_mark_refused("2 bag", ANY, "version 2 of the stream format, newer than this jsmf, which reads 1");
    assert_mark_refused("bag", ANY, "not a version and a kind");
    assert_mark_refused("1", ANY, "not a version and a kind");
    assert_mark_refused("1 bag ", ANY, "unknown kind");
    assert_mark_refused("", ANY, "not a version and a kind");
}

static void the_mark_may_stand_anywhere_or_lack(void **state)
{
    jsmf_stream s = { 0 }, t;
    (void)state;
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "r", 1));
    assert_ok(ctx, read_back(written_raw(&s), JSMF_BAG, &t));
    assert_int_equal(t.kind, JSMF_UNMARKED);
    assert_int_equal(t.history.count, 0);
    jsmf_stream_free(&t);
    add_words(&s, "jsmf", 1, (const char *const[]){ "1 rectified" });
    assert_ok(ctx, read_back(written_raw(&s), JSMF_RECTIFIED, &t));
    assert_int_equal(t.kind, JSMF_RECTIFIED);
    jsmf_stream_free(&t);
    jsmf_stream_free(&s);
}

static void what_is_not_finite_is_refused_with_its_place(void **state)
{
    double values[12] = { 0 };
    float narrow[3] = { 1, 2, -INFINITY };
    jsmf_stream s = { 0 }, t, bad = { 0 };
    jsmf_output *out;
    (void)state;
    values[7] = NAN;
    add_numbers(&s, "C", 'f', 8, 2, 3, 4, values);
    assert_error(read_back(written_raw(&s), ANY, &t), JSMF_EDATA, "x: array C: holds nan at [1, 3]");
    s.arrays[0].fortran = true;
    assert_error(read_back(written_raw(&s), ANY, &t), JSMF_EDATA, "x: array C: holds nan at [1, 2]");
    add_numbers(&bad, "v", 'f', 4, 1, 3, 0, narrow);
    assert_error(read_back(written_raw(&bad), ANY, &t), JSMF_EDATA, "x: array v: holds -inf at [2]");
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_error(jsmf_stream_write(ctx, out, &s), JSMF_ENUMERIC, "array C: holds nan");
    jsmf_output_abandon(out);
    jsmf_stream_free(&s);
    jsmf_stream_free(&bad);
}

static void only_what_the_kind_lists_passes_and_what_is_unknown(void **state)
{
    static const char *const names[] = { "vocab",   "H.data", "df", "labels", "C",  "unigram",
                                         "truth.B", "Y",      "r",  "B",      "ids" };
    jsmf_stream from = { .kind = JSMF_BAG }, to = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL };
    char left[200] = "", passed[200] = "";
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_ok(ctx, jsmf_stream_add_scalar(ctx, &from, names[i], (double)i));
    assert_ok(ctx, jsmf_stream_note(ctx, &from, "one"));
    assert_ok(ctx, jsmf_stream_note(ctx, &to, "two"));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &to, "df", 99));
    assert_ok(ctx, jsmf_stream_pass(ctx, &from, &to));
    for (size_t i = 0; i < to.count; i++)
        strcat(strcat(passed, to.arrays[i].name), " ");
    for (size_t i = 0; i < from.count; i++)
        strcat(strcat(left, from.arrays[i].name), " ");
    assert_string_equal(passed, "df vocab labels unigram truth.B ");
    assert_string_equal(left, "H.data df C Y r B ids ");
    assert_true(*(double *)jsmf_stream_find(&to, "df")->data == 99);
    assert_int_equal(to.history.count, 2);
    assert_string_equal(jsmf_strings_get(&to.history, 1), "one");
    jsmf_stream_free(&from);
    jsmf_stream_free(&to);
}

/* A known array passes where it is of words and documents; what programs derive does not, whatever the kinds. */
static void derived_arrays_never_pass(void **state)
{
    static const char *const passing = " vocab ids df unigram documents names learn.line learn.bag ";
    const jsmf_schema *schema = &jsmf_arrays_schema;
    (void)state;
    for (size_t kind = 0; kind < schema->kind_count; kind++)
        for (size_t i = 0; i < schema->array_count; i++) {
            const jsmf_schema_array *known = &schema->arrays[i];
            jsmf_stream from = { 0 }, to = { .schema = schema, .kind = schema->kinds[kind].kind };
            char name[40];
            snprintf(name, sizeof name, " %s ", known->name);
            assert_ok(ctx, jsmf_stream_add_scalar(ctx, &from, known->name, 1));
            assert_ok(ctx, jsmf_stream_pass(ctx, &from, &to));
            assert_true((to.count == 1) == (strstr(passing, name) && (known->kinds & to.kind)));
            jsmf_stream_free(&from);
            jsmf_stream_free(&to);
        }
}

static void arrays_are_replaced_taken_and_removed(void **state)
{
    jsmf_stream s = { 0 };
    (void)state;
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "a", 1));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "b", 2));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "c", 4));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, &s, "a", 3));
    assert_int_equal(s.count, 3);
    assert_true(*(double *)s.arrays[0].data == 3);
    double *taken = jsmf_stream_take(&s, "a");
    assert_true(*taken == 3);
    assert_null(jsmf_stream_find(&s, "a"));
    assert_null(jsmf_stream_take(&s, "a"));
    jsmf_stream_remove(&s, "b");
    jsmf_stream_remove(&s, "none");
    assert_int_equal(s.count, 1);
    assert_string_equal(s.arrays[0].name, "c");
    free(taken);
    jsmf_stream_free(&s);
}

static void a_missing_array_is_named_with_who_writes_it(void **state)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema };
    jsmf_array *a;
    (void)state;
    assert_error(jsmf_stream_need(ctx, &s, "C", &a), JSMF_EDATA,
                 "no array C (a cooc stream made by jsmf-cooc has one)");
    assert_error(jsmf_stream_need(ctx, &s, "mine", &a), JSMF_EDATA, "no array mine");
}

static void matrices_come_as_row_major_doubles(void **state)
{
    const float narrow[] = { 1, 2, 3, 4, 5, 6 };
    const int16_t whole[] = { -1, 2, -3, 4 };
    const uint64_t large[] = { UINT64_C(1) << 63, 1 };
    const int64_t column[] = { 1, 4, 2, 5, 3, 6 };
    double expected[] = { 1, 2, 3, 4, 5, 6 }, *m;
    size_t shape[2];
    jsmf_stream s = { 0 };
    (void)state;
    add_numbers(&s, "narrow", 'f', 4, 2, 2, 3, narrow);
    add_numbers(&s, "whole", 'i', 2, 2, 2, 2, whole);
    add_numbers(&s, "large", 'u', 8, 2, 1, 2, large);
    add_numbers(&s, "columns", 'i', 8, 2, 2, 3, column);
    s.arrays[1].fortran = s.arrays[3].fortran = true;
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "narrow", 2, 0, &m, shape));
    assert_memory_equal(m, expected, sizeof expected);
    assert_int_equal(shape[1], 3);
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "columns", 0, 3, &m, shape));
    assert_memory_equal(m, expected, sizeof expected);
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "whole", 0, 0, &m, NULL));
    assert_memory_equal(m, ((double[]){ -1, -3, 2, 4 }), 4 * sizeof *m);
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "large", 0, 0, &m, NULL));
    assert_memory_equal(m, ((double[]){ 0x1p63, 1 }), 2 * sizeof *m);
    assert_error(jsmf_stream_matrix(ctx, &s, "whole", 3, 0, &m, shape), JSMF_EDATA,
                 "array whole: has the shape 2 x 2 (expected 3 x any)");
    add_words(&s, "words", 1, (const char *const[]){ "a" });
    s.arrays[4].dims = 2;
    s.arrays[4].shape[1] = 1;
    assert_error(jsmf_stream_matrix(ctx, &s, "words", 0, 0, &m, shape), JSMF_EDATA, "holds strings");
    jsmf_stream_free(&s);
}

/* Square and not, larger than the tiles. */
static void fortran_matrices_turn_into_rows(void **state)
{
    (void)state;
    for (size_t rows = 61; rows <= 101; rows += 20) {
        const size_t cols = 81;
        double *columns = malloc(rows * cols * sizeof *columns), *m;
        jsmf_stream s = { 0 };
        for (size_t i = 0; i < rows * cols; i++)
            columns[i] = (double)i;
        add_numbers(&s, "M", 'f', 8, 2, rows, cols, columns);
        s.arrays[0].fortran = true;
        assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "M", rows, cols, &m, NULL));
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < cols; j++)
                assert_true(m[i * cols + j] == (double)(j * rows + i));
        assert_false(s.arrays[0].fortran);
        jsmf_stream_free(&s);
        free(columns);
    }
}

static void integers_must_be_whole_and_fit(void **state)
{
    const double whole[] = { 3, -4, 0x1p62 }, half[] = { 1, 2.5, 3 }, huge[] = { 0x1p63 };
    const uint64_t large[] = { 1, UINT64_MAX };
    const int8_t small[] = { -7, 7, 100 };
    const unsigned char flags[] = { 0, 1 };
    int64_t *v;
    size_t got;
    jsmf_stream s = { 0 };
    (void)state;
    add_numbers(&s, "whole", 'f', 8, 1, 3, 0, whole);
    add_numbers(&s, "half", 'f', 8, 1, 3, 0, half);
    add_numbers(&s, "huge", 'f', 8, 1, 1, 0, huge);
    add_numbers(&s, "large", 'u', 8, 1, 2, 0, large);
    add_numbers(&s, "small", 'i', 1, 2, 3, 1, small);
    add_numbers(&s, "flags", 'b', 1, 1, 2, 0, flags);
    assert_ok(ctx, jsmf_stream_integers(ctx, &s, "whole", 3, &v, &got));
    assert_memory_equal(v, ((int64_t[]){ 3, -4, INT64_C(1) << 62 }), 24);
    assert_ok(ctx, jsmf_stream_integers(ctx, &s, "small", 0, &v, &got));
    assert_memory_equal(v, ((int64_t[]){ -7, 7, 100 }), 24);
    assert_int_equal(got, 3);
    assert_ok(ctx, jsmf_stream_integers(ctx, &s, "flags", 0, &v, &got));
    assert_memory_equal(v, ((int64_t[]){ 0, 1 }), 16);
    assert_error(jsmf_stream_integers(ctx, &s, "half", 0, &v, &got), JSMF_EDATA, "holds 2.5 at [1] (expected whole");
    assert_error(jsmf_stream_integers(ctx, &s, "huge", 0, &v, &got), JSMF_EDATA, "expected whole numbers");
    assert_error(jsmf_stream_integers(ctx, &s, "large", 0, &v, &got), JSMF_EDATA, "at [1] (expected whole numbers");
    assert_error(jsmf_stream_integers(ctx, &s, "whole", 4, &v, &got), JSMF_EDATA, "has the shape 3 (expected 4)");
    jsmf_stream_free(&s);
}

static void add_csr_parts(jsmf_stream *s, char type, size_t item, size_t nnz, const void *data, const int64_t *indices,
                          size_t rows, const int64_t *indptr, int64_t cols)
{
    int64_t shape[] = { (int64_t)rows, cols };
    add_numbers(s, "H.data", type, item, 1, nnz, 0, data);
    add_numbers(s, "H.indices", 'i', 8, 1, nnz, 0, indices);
    add_numbers(s, "H.indptr", 'i', 8, 1, rows + 1, 0, indptr);
    add_numbers(s, "H.shape", 'i', 8, 1, 2, 0, shape);
}

/* As scipy writes it after arithmetic: unsorted, with repetitions and stored zeros. */
static void sparse_rows_are_put_in_order(void **state)
{
    const double data[] = { 5, 1, 2, 0, 3, 4, 7 };
    const int64_t indices[] = { 3, 0, 3, 1, 2, 2, 0 }, indptr[] = { 0, 4, 4, 6, 7 };
    jsmf_stream s = { 0 };
    jsmf_csr m;
    (void)state;
    for (int counts = 0; counts < 2; counts++) {
        add_csr_parts(&s, 'f', 8, 7, data, indices, 4, indptr, 4);
        assert_ok(ctx, jsmf_stream_csr(ctx, &s, "H", counts, &m));
        assert_int_equal(s.count, 0);
        assert_int_equal(m.rows, 4);
        assert_int_equal(m.cols, 4);
        assert_memory_equal(m.indptr, ((int64_t[]){ 0, 2, 2, 3, 4 }), 40);
        assert_memory_equal(m.indices, ((int32_t[]){ 0, 3, 2, 0 }), 16);
        assert_true(counts ? m.counts && !m.values : m.values && !m.counts);
        for (size_t p = 0; p < 4; p++)
            assert_true(jsmf_csr_value(&m, p) == ((double[]){ 1, 7, 7, 7 })[p]);
        jsmf_csr_free(&m);
    }
    jsmf_stream_free(&s);
}

static void sparse_rows_come_back(void **state)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_BAG }, t;
    jsmf_csr m = { .rows = 2, .cols = 5, .indptr = malloc(24), .indices = malloc(12), .counts = malloc(12) };
    (void)state;
    memcpy(m.indptr, ((int64_t[]){ 0, 2, 3 }), 24);
    memcpy(m.indices, ((int32_t[]){ 1, 4, 0 }), 12);
    memcpy(m.counts, ((int32_t[]){ 9, 8, INT32_MAX }), 12);
    assert_ok(ctx, jsmf_stream_add_csr(ctx, &s, "H", &m));
    assert_null(m.indptr);
    assert_int_equal(jsmf_stream_find(&s, "H.indices")->item, 4);
    assert_int_equal(jsmf_stream_find(&s, "H.data")->item, 4);
    assert_ok(ctx, read_back(written(&s), JSMF_BAG, &t));
    assert_ok(ctx, jsmf_stream_csr(ctx, &t, "H", true, &m));
    assert_memory_equal(m.indices, ((int32_t[]){ 1, 4, 0 }), 12);
    assert_memory_equal(m.counts, ((int32_t[]){ 9, 8, INT32_MAX }), 12);
    jsmf_csr_free(&m);
    jsmf_stream_free(&s);
    jsmf_stream_free(&t);
}

static void bad_sparse_rows_are_refused(void **state)
{
    static const struct {
        double data[3];
        int64_t indices[3], indptr[3], cols;
        bool counts;
        const char *says;
    } cases[] = {
        { { 1, 2, 3 },
          { 0, 1, 4 },
          { 0, 2, 3 },
          4,
          true,
          "array H.indices: holds 4 at [2] (expected 0-based indices below 4)" },
        { { 1, 2, 3 }, { 0, -1, 1 }, { 0, 2, 3 }, 4, true, "H.indices: holds -1" },
        { { 1, 2, 3 }, { 0, INT64_C(1) << 32, 1 }, { 0, 2, 3 }, 4, true, "within 32 bits" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 4, 3 }, 4, true, "H.indptr: falls at row 1" },
        { { 1, 2, 3 },
          { 0, 1, 2 },
          { 0, 2, 2 },
          4,
          true,
          "H.indptr: goes from 0 to 2 (expected from 0 to the 3 entries)" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 1, 2, 3 }, 4, true, "H.indptr: goes from 1" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 2, INT64_MAX }, 4, true, "H.indptr: goes from 0 to 9223372036854775807" },
        { { 1, -2, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, 4, true, "H.data: holds -2 at [1] (expected counts)" },
        { { 1, 2.5, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, 4, true, "H.data: holds 2.5 at [1]" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, -1, true, "H.shape: is 2 x -1" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, INT64_C(1) << 31, true, "H.shape: is 2 x 2147483648" },
        { { 0x1p30, 0x1p30, 3 }, { 1, 1, 2 }, { 0, 2, 3 }, 4, true, "row 0, column 1 add up to 2.14748e+09" },
        { { DBL_MAX, DBL_MAX, 3 }, { 1, 1, 2 }, { 0, 2, 3 }, 4, false, "row 0, column 1 add up to inf" },
    };
    jsmf_csr m;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jsmf_stream s = { .name = strdup("x") };
        add_csr_parts(&s, 'f', 8, 3, cases[i].data, cases[i].indices, 2, cases[i].indptr, cases[i].cols);
        assert_error(jsmf_stream_csr(ctx, &s, "H", cases[i].counts, &m), JSMF_EDATA, cases[i].says);
        jsmf_stream_free(&s);
    }
}

static void parts_that_disagree_are_refused(void **state)
{
    jsmf_stream s = { .name = strdup("x") };
    jsmf_csr m;
    (void)state;
    add_csr_parts(&s, 'f', 8, 3, ((double[]){ 1, 2, 3 }), ((int64_t[]){ 0, 1, 2 }), 2, ((int64_t[]){ 0, 2, 3 }), 4);
    assert_error(jsmf_stream_csr(ctx, &s, "Hhat", false, &m), JSMF_EDATA, "no array Hhat.shape");
    jsmf_stream_find(&s, "H.indices")->shape[0] = 2;
    assert_error(jsmf_stream_csr(ctx, &s, "H", false, &m), JSMF_EDATA, "H.indices: has 2 entries, H.data has 3");
    jsmf_stream_find(&s, "H.indices")->shape[0] = 3;
    jsmf_stream_find(&s, "H.indptr")->shape[0] = 2;
    assert_error(jsmf_stream_csr(ctx, &s, "H", false, &m), JSMF_EDATA, "H.indptr: has the shape 2 (expected 3)");
    jsmf_stream_free(&s);
}

static void all_arrays_together_keep_to_the_limit(void **state)
{
    double *values = calloc(1 << 17, sizeof *values);
    jsmf_stream s = { 0 }, t;
    (void)state;
    add_numbers(&s, "a", 'f', 8, 1, 1 << 17, 0, values);
    add_numbers(&s, "b", 'f', 8, 1, 1 << 17, 0, values);
    jsmf_context_set_memory(ctx, 3 << 19);
    assert_error(read_back(written_raw(&s), ANY, &t), JSMF_ESYSTEM,
                 "x up to array b needs 2.0M of memory, the limit is 1.5M");
    jsmf_context_set_memory(ctx, 1 << 21);
    assert_ok(ctx, read_back(written_raw(&s), ANY, &t));
    jsmf_stream_free(&s);
    jsmf_stream_free(&t);
    free(values);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stream_comes_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(words_are_there_once_and_not_empty, set_up, tear_down),
        cmocka_unit_test_setup_teardown(equal_streams_are_equal_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(wrong_kinds_and_versions_are_refused_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_mark_may_stand_anywhere_or_lack, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_finite_is_refused_with_its_place, set_up, tear_down),
        cmocka_unit_test_setup_teardown(only_what_the_kind_lists_passes_and_what_is_unknown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(derived_arrays_never_pass, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arrays_are_replaced_taken_and_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_missing_array_is_named_with_who_writes_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(matrices_come_as_row_major_doubles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fortran_matrices_turn_into_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(integers_must_be_whole_and_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sparse_rows_are_put_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sparse_rows_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_sparse_rows_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_that_disagree_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_arrays_together_keep_to_the_limit, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("stream", tests, NULL, NULL);
}
