/* lda-c or SVMlight? Their lines differ in the number in front alone, which counts the pairs or is a label. */
#include "looks.h"

#include "fields.h"

#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"

typedef struct line_look {
    bool blank, comment; /* nothing in front of it, or of a comment */
    bool formed;         /* a label, then pairs alone */
    bool real, whole;    /* the label is a number; ... of digits alone */
    bool query;          /* SVMlight's qid: */
    bool first_word;     /* word 0 is among the pairs */
    size_t number;       /* the label, where it is whole */
    size_t pairs;
} line_look;

typedef struct survey {
    bool known;        /* the first line that is more than a label is of pairs */
    bool all_formed;   /* every line is */
    bool real;         /* every label is a number */
    bool countable;    /* no line speaks against lda-c but by its number of pairs */
    bool all_counted;  /* every line has as many pairs as it says */
    bool first_word;   /* a pair's word is 0 */
    size_t lines;      /* with pairs */
    size_t counted;    /* of them, as many as they say, and two at least, which is seldom so by chance */
    size_t most;       /* the largest number of pairs that is as the line says */
    size_t different;  /* numbers of pairs that are as the line says, up to 3 of them */
    size_t seen[3];
} survey;

/* ---- one line ---- */

static bool is_pair(jsmf_corpus_field f, bool *first_word)
{
    const size_t colon = jsmf_corpus_fields_skip(f.start, f.length, 0, JSMF_CORPUS_DIGITS);
    size_t word;
    if (colon == 0 || colon + 1 >= f.length || f.start[colon] != ':' ||
        jsmf_corpus_fields_skip(f.start, f.length, colon + 1, JSMF_CORPUS_REAL) != f.length)
        return false;
    *first_word |= jsmf_corpus_field_number((jsmf_corpus_field){ f.start, colon }, &word) && word == 0;
    return true;
}

static bool is_query(jsmf_corpus_field f) { return f.length > 4 && memcmp(f.start, "qid:", 4) == 0; }

/* The next field of the line, which ends at a blank or a comment; false where none is left, or it is cut off. */
static bool next_field(const char **at, const jsmf_corpus_line *line, jsmf_corpus_field *f)
{
    const char *p = *at;
    while (p < line->end && strchr(BLANKS, *p))
        p++;
    f->start = p;
    while (p < line->end && *p != '#' && !strchr(BLANKS, *p))
        p++;
    f->length = (size_t)(p - f->start);
    *at = p;
    return f->length > 0 && !(line->cut && p == line->end);
}

static line_look look_at(const jsmf_corpus_line *line)
{
    line_look l = { .formed = true };
    const char *at = line->start;
    jsmf_corpus_field f;
    if (!next_field(&at, line, &f)) {
        l.blank = f.length == 0;
        l.comment = at < line->end;
        return l;
    }
    l.whole = jsmf_corpus_field_number(f, &l.number);
    l.real = jsmf_corpus_fields_skip(f.start, f.length, 0, JSMF_CORPUS_REAL) == f.length;
    l.formed = !memchr(f.start, ':', f.length);
    while (l.formed && next_field(&at, line, &f)) {
        if (l.pairs == 0 && !l.query && is_query(f))
            l.query = true;
        else
            l.pairs += l.formed = is_pair(f, &l.first_word);
    }
    l.comment = l.formed && at < line->end && *at == '#';
    return l;
}

/* ---- all of them ---- */

static void note_number(survey *s, size_t pairs)
{
    s->most = pairs > s->most ? pairs : s->most;
    for (size_t i = 0; i < s->different; i++)
        if (s->seen[i] == pairs)
            return;
    if (s->different < sizeof s->seen / sizeof *s->seen)
        s->seen[s->different++] = pairs;
}

static void count_line(survey *s, const line_look *l, bool cut)
{
    const bool counted = l->whole && (cut ? l->number >= l->pairs : l->number == l->pairs);
    if (l->pairs > 0 && s->lines++ == 0)
        s->known = true;
    s->real &= l->real;
    s->first_word |= l->first_word;
    s->countable &= l->whole && !l->query && !l->comment && (l->number > 0 || l->pairs == 0);
    s->all_counted &= counted;
    if (counted && l->pairs > 0)
        note_number(s, l->pairs);
    s->counted += counted && l->pairs > 1;
}

/* A first line that is more than a label and is not of pairs settles it. */
static survey survey_text(const char *text, size_t length, bool whole)
{
    survey s = { .all_formed = true, .real = true, .countable = true, .all_counted = true };
    const char *at = text;
    jsmf_corpus_line line;
    while (jsmf_corpus_line_next(&at, text + length, whole, &line)) {
        const line_look l = look_at(&line);
        s.countable &= !l.comment;
        if (l.blank || (line.cut && l.pairs == 0))
            continue;
        s.all_formed &= l.formed;
        if (!l.formed && !s.known)
            break;
        if (l.formed)
            count_line(&s, &l, line.cut);
    }
    return s;
}

/* A label that is no number might be a word of text: then every line must be of pairs, and one is not enough. */
static bool is_pairs(const survey *s) { return s->known && (s->real || (s->all_formed && s->lines > 1)); }

/* Half of the lines, at least, say truly how many pairs they have: the others are damaged. */
static bool is_nearly_counted(const survey *s) { return s->countable && 2 * s->counted >= s->lines; }

static bool is_ldac(const survey *s) { return s->countable && (s->all_counted || is_nearly_counted(s)); }

bool jsmf_corpus_looks_ldac(const char *text, size_t length, bool whole)
{
    const survey s = survey_text(text, length, whole);
    return is_pairs(&s) && is_ldac(&s);
}

bool jsmf_corpus_looks_svmlight(const char *text, size_t length, bool whole)
{
    const survey s = survey_text(text, length, whole);
    return is_pairs(&s) && !is_ldac(&s);
}

/* Small numbers may be labels that are as large as their lines' numbers of pairs by chance. */
jsmf_corpus_doubt jsmf_corpus_doubt_ldac(const char *text, size_t length, bool whole)
{
    enum { NO_LABEL = 10 };
    const survey s = survey_text(text, length, whole);
    const bool sure = s.first_word || s.most >= NO_LABEL || s.different >= sizeof s.seen / sizeof *s.seen;
    return s.all_counted && !sure ? JSMF_DOUBT_LDAC_OR_SVMLIGHT : JSMF_DOUBT_NONE;
}

jsmf_corpus_doubt jsmf_corpus_doubt_svmlight(const char *text, size_t length, bool whole)
{
    const survey s = survey_text(text, length, whole);
    return s.countable && s.counted > 0 && 4 * s.counted >= s.lines ? JSMF_DOUBT_NEARLY_LDAC : JSMF_DOUBT_NONE;
}
