/* Text that no reader recognises: another format, or one document a line. */
#include "looks.h"

#include "fields.h"

#include "records/records_inner.h"

#include <string.h>

bool jsmf_corpus_line_next(const char **at, const char *end, bool whole, jsmf_corpus_line *line)
{
    const char *newline = memchr(*at, '\n', (size_t)(end - *at));
    if (*at == end)
        return false;
    *line = (jsmf_corpus_line){ *at, newline ? newline : end, !newline && !whole };
    if (newline && line->end > line->start && line->end[-1] == '\r')
        line->end--;
    *at = newline ? newline + 1 : end;
    return true;
}

/* ---- three numbers a line ---- */

static size_t three_numbers(const jsmf_corpus_line *line, size_t value[3])
{
    jsmf_corpus_field f[3];
    const size_t fields = jsmf_corpus_fields_split(line->start, line->end, f, 3);
    for (size_t i = 0; fields == 3 && i < 3; i++)
        if (!jsmf_corpus_field_whole(f[i], &value[i]))
            return 4;
    return fields;
}

/* Entries of a matrix; behind a line with its sizes, or alone. */
static const char *matrix_name(const char *text, size_t length, bool whole)
{
    static const char sized[] = "Matrix Market without its first line (`%%MatrixMarket matrix coordinate integer "
                                "general' in front makes it one)";
    static const char bare[] = "lines `document word count' alone (a UCI docword file has three lines in front of "
                               "them: the numbers of documents, words and entries)";
    size_t size[3] = { 0 }, value[3], rows = 0;
    bool within = true;
    jsmf_corpus_line line;
    for (const char *at = text; jsmf_corpus_line_next(&at, text + length, whole, &line);) {
        const size_t fields = line.cut ? 0 : three_numbers(&line, value);
        if (fields == 0)
            continue;
        if (fields != 3)
            return NULL;
        if (rows++ == 0)
            memcpy(size, value, sizeof size);
        else
            within &= value[0] <= size[0] && value[1] <= size[1] && value[0] > 0 && value[1] > 0;
    }
    within &= whole ? rows == size[2] + 1 : rows <= size[2];
    return rows < 2 ? NULL : within ? sized : bare;
}

const char *jsmf_corpus_foreign(const char *text, size_t length, bool whole)
{
    if (jsmf_records_looks_json(text, length))
        return "JSON";
    if (jsmf_records_looks_csv(text, length, whole, ',') || jsmf_records_looks_csv(text, length, whole, ';'))
        return "CSV";
    return matrix_name(text, length, whole);
}

/* ---- text, with something in front of it ---- */

/* The first line is a number alone, as in front of GibbsLDA's documents, and text follows. */
static bool is_counted(const char *text, size_t length, bool whole)
{
    const char *at = text;
    jsmf_corpus_line line;
    jsmf_corpus_field f[1];
    size_t number;
    if (!jsmf_corpus_line_next(&at, text + length, whole, &line) || line.cut ||
        jsmf_corpus_fields_split(line.start, line.end, f, 1) != 1 || !jsmf_corpus_field_number(f[0], &number))
        return false;
    return jsmf_corpus_line_next(&at, text + length, whole, &line) &&
           jsmf_corpus_fields_split(line.start, line.end, f, 1) > 1;
}

static size_t count_tabs(const jsmf_corpus_line *line)
{
    size_t tabs = 0;
    for (const char *p = line->start; p < line->end; p++)
        tabs += *p == '\t';
    return tabs;
}

/* The same number of tabs in every line, which has blanks as well: the tabs are between fields. The first line may
 * have the fields' names, without a blank. */
static bool is_tabbed(const char *text, size_t length, bool whole)
{
    size_t first = 0, rows = 0;
    jsmf_corpus_line line;
    for (const char *at = text; jsmf_corpus_line_next(&at, text + length, whole, &line);) {
        if (line.cut)
            break;
        if (rows++ == 0)
            first = count_tabs(&line);
        if (first == 0 || count_tabs(&line) != first ||
            (rows > 1 && !memchr(line.start, ' ', (size_t)(line.end - line.start))))
            return false;
    }
    return rows > 1;
}

/* Words of nothing but the characters of numbers, with a decimal point among them. Names of columns may stand in the
 * first of several lines. */
static bool is_decimal(const char *text, size_t length, bool whole)
{
    const char *at = text;
    jsmf_corpus_line line;
    bool point = false;
    for (size_t rows = 0; jsmf_corpus_line_next(&at, text + length, whole, &line); rows++) {
        const size_t bytes = (size_t)(line.end - line.start);
        const bool numbers = jsmf_corpus_fields_skip(line.start, bytes, 0, JSMF_CORPUS_REAL " \t") == bytes;
        if (!numbers && (rows > 0 || line.cut || at == text + length))
            return false;
        point |= numbers && memchr(line.start, '.', bytes);
    }
    return point;
}

jsmf_corpus_doubt jsmf_corpus_doubt_text(const char *text, size_t length, bool whole)
{
    return is_decimal(text, length, whole)   ? JSMF_DOUBT_NUMBERS
           : is_counted(text, length, whole) ? JSMF_DOUBT_NUMBER_FIRST
           : is_tabbed(text, length, whole)  ? JSMF_DOUBT_TABLE
                                             : JSMF_DOUBT_NONE;
}
