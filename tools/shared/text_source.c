#include "text_source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Of text in a batch: those at the beginning are smaller, so that words which are new are soon known. */
enum { BATCH_LEAST = 1 << 16, BATCH_MOST = 1 << 22, READ_BYTES = 1 << 16 };

/* ---- options ---- */

/* An array is a file in a ZIP archive: its name should lead nowhere else, nor upset a terminal or the table of
 * jsmf-cat. */
static bool is_plain(const char *name)
{
    for (const char *at = name; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7F || strchr("/\\", *at))
            return false;
    return *name != '.';
}

/* "NAME=COLUMN" or "COLUMN". */
static jsmf_status keep_column(tool_run *run, text_source *source, const char *text, size_t length)
{
    static const char suffix[] = ":text";
    const size_t tail = strlen(suffix);
    const bool as_text = length > tail && memcmp(text + length - tail, suffix, tail) == 0;
    length -= as_text ? tail : 0;
    const char *equals = memchr(text, '=', length);
    const char *column = equals ? equals + 1 : text;
    const size_t name = equals ? (size_t)(equals - text) : length;
    const char *added;
    if (source->kept.count == TOOL_LIST_MOST)
        return tool_usage(run, "--keep: expected no more than %d columns", TOOL_LIST_MOST);
    source->as_text[source->kept.count] = as_text;
    if (name == 0 || column == text + length)
        return tool_usage(run, "--keep %.*s: expected a column, or NAME=COLUMN", (int)length, text);
    if (jsmf_strings_add(run->ctx, &source->names, text, name) != JSMF_OK ||
        jsmf_strings_add(run->ctx, &source->kept, column, length - (size_t)(column - text)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    added = jsmf_strings_get(&source->names, source->names.count - 1);
    if (jsmf_schema_knows(&jsmf_arrays_schema, added) || strcmp(added, "jsmf") == 0 || strcmp(added, "history") == 0)
        return tool_usage(run, "--keep %s: an array of that name means something else in a stream (--keep NAME=%s "
                          "keeps the column under another)", added,
                          jsmf_strings_get(&source->kept, source->kept.count - 1));
    if (!is_plain(added))
        return tool_usage(run, "--keep: expected a name for an array without /, \\ and control characters, and no dot "
                          "in front (--keep NAME=COLUMN keeps a column under another name)");
    for (size_t i = 0; i + 1 < source->names.count; i++)
        if (strcmp(jsmf_strings_get(&source->names, i), added) == 0)
            return tool_usage(run, "--keep: two arrays are named %s", added);
    return JSMF_OK;
}

/* No column's name has blanks at its ends. */
static const char *trim(const char *at, size_t *length)
{
    while (*length && *at == ' ') {
        at++;
        --*length;
    }
    while (*length && at[*length - 1] == ' ')
        --*length;
    return at;
}

static jsmf_status keep_columns(tool_run *run, const tool_list *keep, text_source *source)
{
    for (size_t i = 0; i < keep->count; i++)
        for (const char *at = keep->values[i];; at++) {
            const size_t length = strcspn(at, ",");
            size_t part = length;
            const char *column = trim(at, &part);
            if (keep_column(run, source, column, part) != JSMF_OK)
                return jsmf_context_status(run->ctx);
            at += length;
            if (!*at)
                break;
        }
    for (size_t i = 0; i < source->kept.count; i++)
        source->columns[i] = jsmf_strings_get(&source->kept, i);
    return JSMF_OK;
}

/* The words of a column named twice would count twice. */
static jsmf_status check_texts(tool_run *run, const tool_list *text)
{
    for (size_t i = 0; i < text->count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(text->values[i], text->values[k]) == 0)
                return tool_usage(run, "--text %s: given twice, expected every column once", text->values[i]);
    return JSMF_OK;
}

static jsmf_status check_delimiter(tool_run *run, const text_source_settings *s, text_source *source)
{
    const char *d = s->delimiter;
    if (!d)
        return JSMF_OK;
    if (s->from != TEXT_GUESS && s->from != JSMF_RECORDS_CSV)
        return tool_usage(run, "--delimiter goes with --from csv");
    source->format = (jsmf_records_guessed){ .format = JSMF_RECORDS_CSV, .delimiter = *d };
    source->known = true;
    if (strcmp(d, "\\t") == 0 || strcmp(d, "tab") == 0)
        source->format.delimiter = '\t';
    else if (d[1] || *d == '"' || *d == '\n' || *d == '\r' || (unsigned char)*d >= 0x80)
        return tool_usage(run, "--delimiter %s: expected one character of ASCII, or tab", d);
    return JSMF_OK;
}

static jsmf_status check_format(tool_run *run, const text_source_settings *s, text_source *source)
{
    static const char *const columns[] = { "text", "id", "keep" };
    const char *given = tool_first_given(run, columns, sizeof columns / sizeof *columns);
    const int from = s->from;
    if (from != TEXT_GUESS) {
        source->format.format = (jsmf_records_format)from;
        source->known = true;
    }
    if (given && (from == JSMF_RECORDS_TEXT || from == JSMF_RECORDS_FILES || s->with_ids))
        return tool_usage(run, "--%s with %s: it has no columns", given, s->with_ids ? "--with-ids" : from ==
                          JSMF_RECORDS_TEXT ? "--from text" : "--from files");
    if (s->with_ids && from != TEXT_GUESS && from != JSMF_RECORDS_TEXT)
        return tool_usage(run, "--with-ids goes with --from text");
    if (s->with_ids)
        source->format.format = JSMF_RECORDS_TEXT;
    source->known |= s->with_ids;
    return check_delimiter(run, s, source);
}

/* ---- files ---- */

static jsmf_status read_all(tool_run *run, jsmf_input *in, char **bytes, size_t *length)
{
    size_t capacity = 0, got = 1;
    for (*length = 0; got; *length += got) {
        if (*length + READ_BYTES > capacity) {
            char *grown;
            capacity = 2 * capacity + READ_BYTES;
            if (tool_check_memory(run, capacity, jsmf_input_name(in), "divide the list") != JSMF_OK ||
                !(grown = jsmf_realloc(run->ctx, *bytes, capacity, 1)))
                return jsmf_context_status(run->ctx);
            *bytes = grown;
        }
        if (jsmf_input_read(run->ctx, in, *bytes + *length, READ_BYTES, &got) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

/* Names that end with the byte `end`; empty ones are none. Lines may end as those of Windows, and begin with a mark of
 * UTF-8. */
static jsmf_status add_paths(tool_run *run, const char *list, const char *bytes, size_t length, char end,
                             jsmf_strings *paths)
{
    const bool lines = end == '\n';
    for (size_t at = lines && length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0, stop, next; at < length;
         at = next) {
        const char *found = memchr(bytes + at, end, length - at);
        stop = found ? (size_t)(found - bytes) : length;
        next = stop + 1;
        stop -= lines && stop > at && bytes[stop - 1] == '\r';
        if (stop > at && memchr(bytes + at, '\0', stop - at))
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: found a NUL, expected a file's name a line (--null: names that "
                             "end with NUL)", list);
        if (stop > at && jsmf_strings_add(run->ctx, paths, bytes + at, stop - at) != JSMF_OK)
            break;
    }
    return jsmf_context_status(run->ctx);
}

static jsmf_status read_list(tool_run *run, const text_source_settings *s, jsmf_strings *paths)
{
    jsmf_input *in;
    char *bytes = NULL;
    size_t length;
    if (jsmf_input_open(run->ctx, s->files_from, true, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (read_all(run, in, &bytes, &length) == JSMF_OK &&
        add_paths(run, jsmf_input_name(in), bytes, length, s->null_ends ? '\0' : '\n', paths) == JSMF_OK &&
        paths->count == 0)
        jsmf_fail(run->ctx, JSMF_EDATA, "%s: no names of files (one a line was expected)", jsmf_input_name(in));
    free(bytes);
    jsmf_input_close(in);
    return jsmf_context_status(run->ctx);
}

static jsmf_status list_paths(tool_run *run, const text_source_settings *s, text_source *source)
{
    jsmf_strings *paths = &source->paths;
    if (s->null_ends && !s->files_from)
        return tool_usage(run, "--null goes with --files-from");
    if (s->files_from && run->operand_count)
        return tool_usage(run, "--files-from and operands: expected one of the two");
    if (s->files_from)
        return read_list(run, s, paths) == JSMF_OK ? tool_spare_listed(run, paths) : jsmf_context_status(run->ctx);
    for (size_t i = 0; i < jsmf_greatest(run->operand_count, 1); i++)
        if (jsmf_strings_add(run->ctx, paths, tool_operand(run, i), strlen(tool_operand(run, i))) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return tool_stdin_count(run->operands, run->operand_count) > 1
               ? tool_usage(run, "more than one input on standard input") : JSMF_OK;
}

jsmf_status text_source_start(tool_run *run, const text_source_settings *s, text_source *source)
{
    if (check_format(run, s, source) != JSMF_OK || check_texts(run, &s->text) != JSMF_OK ||
        keep_columns(run, &s->keep, source) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    source->texts = jsmf_greatest(s->text.count, 1);
    return list_paths(run, s, source);
}

void text_source_free(text_source *source)
{
    jsmf_records_close(source->records);
    jsmf_input_close(source->in);
    jsmf_strings_free(&source->paths);
    jsmf_strings_free(&source->guessed);
    jsmf_strings_free(&source->kept);
    jsmf_strings_free(&source->names);
}

/* ---- one file ---- */

static bool has_columns(const text_source *source)
{
    return source->format.format != JSMF_RECORDS_TEXT && source->format.format != JSMF_RECORDS_FILES;
}

static jsmf_status see_format(tool_run *run, const text_source_settings *s, text_source *source)
{
    static const char *const columns[] = { "text", "id", "keep" };
    const char *name = jsmf_input_name(source->in);
    const char *given = tool_first_given(run, columns, sizeof columns / sizeof *columns);
    const char *column = s->text.count ? s->text.values[0] : s->id ? s->id : source->columns[0];
    if (jsmf_records_guess(run->ctx, source->in, column, &source->format) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    source->known = true;
    snprintf(source->guessed_of, sizeof source->guessed_of, "%.200s", name);
    jsmf_message(run->ctx, JSMF_INFO, "%s: looks like %s", name, jsmf_records_format_name(source->format.format));
    if (given && !has_columns(source))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: looks like text, a document a line, which has no columns for --%s "
                         "(its first line does not name %s; --from tells another format)", name, given, column);
    if (!has_columns(source) && source->paths.count > 1)
        jsmf_message(run->ctx, JSMF_WARNING, "every line of the %zu files is a document (--from files takes each file "
                     "for one)", source->paths.count);
    return JSMF_OK;
}

/* A further file of records that is of another format than the first. */
static jsmf_status check_same_format(tool_run *run, const text_source *source)
{
    const char *name = jsmf_input_name(source->in);
    const jsmf_records_guessed *all = &source->format;
    jsmf_records_guessed here;
    if (!*source->guessed_of || !has_columns(source))
        return JSMF_OK;
    if (jsmf_records_guess(run->ctx, source->in, NULL, &here) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (here.format == JSMF_RECORDS_TEXT || (here.format == all->format && here.delimiter == all->delimiter))
        return JSMF_OK;
    if (here.format == all->format)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: looks like csv with '%c' between fields, but %s, which tells the "
                         "format of all files, has '%c' (--delimiter tells another)", name, here.delimiter,
                         source->guessed_of, all->delimiter);
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: looks like %s, but %s, which tells the format of all files, like %s "
                     "(--from tells another; files of different formats go into bags of their own)", name,
                     jsmf_records_format_name(here.format), source->guessed_of, jsmf_records_format_name(all->format));
}

static jsmf_status no_obvious_column(tool_run *run, const text_source *source)
{
    char list[400];
    const char *unnamed = source->format.format == JSMF_RECORDS_JSONL ? ""
                          : source->format.format == JSMF_RECORDS_TSV
                              ? "; printf 'id\\ttext\\n' | cat - FILE where the first line has no names"
                              : "; echo id,text | cat - FILE where the first line has no names";
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %s by its first lines, and no column of it is clearly the text (there "
                     "are %s; --text names one, and --from another format%s)", jsmf_input_name(source->in),
                     jsmf_records_format_name(source->format.format),
                     jsmf_records_list_columns(source->records, list, sizeof list), unnamed);
}

/* The column of the text where none was named. */
static jsmf_status guess_column(tool_run *run, text_source *source)
{
    const jsmf_strings *columns = jsmf_records_columns(source->records);
    const size_t found = jsmf_records_obvious(source->records);
    if (source->text)
        return JSMF_OK;
    if (found == SIZE_MAX)
        return no_obvious_column(run, source);
    if (jsmf_strings_add(run->ctx, &source->guessed, jsmf_strings_get(columns, found),
                         jsmf_strings_length(columns, found)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    source->text = jsmf_strings_get(&source->guessed, 0);
    jsmf_message(run->ctx, JSMF_INFO, "%s: %s is taken for the text (--text names another column)",
                 jsmf_input_name(source->in), source->text);
    return JSMF_OK;
}

static bool has_column(const jsmf_strings *columns, const char *name, size_t length)
{
    for (size_t i = 0; i < columns->count; i++)
        if (jsmf_strings_length(columns, i) == length && memcmp(jsmf_strings_get(columns, i), name, length) == 0)
            return true;
    return false;
}

/* Several columns in one --text, as --keep takes them. */
static jsmf_status refuse_lists(tool_run *run, const text_source_settings *s, const text_source *source)
{
    const jsmf_strings *columns = jsmf_records_columns(source->records);
    for (size_t i = 0; i < s->text.count; i++) {
        const char *text = s->text.values[i];
        const size_t first = strcspn(text, ",");
        if (text[first] && !has_column(columns, text, strlen(text)) && has_column(columns, text, first))
            return tool_usage(run, "--text %s: expected one column; --text is given again for each further one", text);
    }
    return JSMF_OK;
}

static jsmf_status choose(tool_run *run, const text_source_settings *s, text_source *source)
{
    jsmf_records_chosen chosen = { .texts = s->text.values, .text_count = s->text.count, .id = s->id,
                                   .kept = source->columns, .kept_count = source->kept.count };
    if (s->text.count == 0) {
        if (guess_column(run, source) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        chosen.texts = &source->text;
        chosen.text_count = 1;
    }
    if (refuse_lists(run, s, source) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_records_choose(run->ctx, source->records, &chosen);
}

double text_source_part(const text_source *source)
{
    const double files = (double)source->paths.count, done = (double)source->next - (source->in != NULL);
    const double part = source->in && source->bytes > 0 ? (double)jsmf_input_offset(source->in) / source->bytes : 0;
    return files > 0 ? (done + part) / files : 0;
}

static double bytes_of(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode) ? (double)found.st_size : 0;
}

static jsmf_status refuse_folder(tool_run *run, const char *path)
{
    struct stat found;
    if (strcmp(path, "-") != 0 && stat(path, &found) == 0 && S_ISDIR(found.st_mode))
        return jsmf_fail(run->ctx, JSMF_ESYSTEM, "%s: is a directory (find %s -type f | sort | jsmf-text --from files "
                         "--files-from - takes every file in it for a document)", path, path);
    return JSMF_OK;
}

static const jsmf_records_invalid invalid_ways[] = { JSMF_RECORDS_INVALID_REFUSED, JSMF_RECORDS_INVALID_REPLACED,
                                                     JSMF_RECORDS_INVALID_LEFT_OUT };

/* Whether the file is none of text, so that it is to be left out. Each of these files would be a document. */
static jsmf_status see_binary(tool_run *run, const text_source_settings *s, text_source *source, bool *binary)
{
    const jsmf_records_invalid way = invalid_ways[s->invalid + 1];
    const char *name = jsmf_input_name(source->in), *kind;
    *binary = false;
    if (source->format.format != JSMF_RECORDS_FILES || way == JSMF_RECORDS_INVALID_REPLACED)
        return JSMF_OK;
    if (jsmf_records_no_text(run->ctx, source->in, &kind) != JSMF_OK || !kind)
        return jsmf_context_status(run->ctx);
    if (way == JSMF_RECORDS_INVALID_REFUSED)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: looks like %s, expected text (--invalid skip leaves such "
                         "files out)", name, kind);
    jsmf_message(run->ctx, source->binary ? JSMF_INFO : JSMF_WARNING, "%s: looks like %s: left out", name, kind);
    *binary = true;
    source->binary++;
    return JSMF_OK;
}

static jsmf_status open_file(tool_run *run, const text_source_settings *s, text_source *source)
{
    const char *path = jsmf_strings_get(&source->paths, source->next++);
    if (refuse_folder(run, path) != JSMF_OK || jsmf_input_open(run->ctx, path, true, &source->in) != JSMF_OK ||
        (source->known ? check_same_format(run, source) : see_format(run, s, source)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    source->bytes = bytes_of(path);
    if (source->next == 1)
        snprintf(source->name, sizeof source->name, "%.200s%s", jsmf_input_name(source->in),
                 source->paths.count > 1 ? " and others" : "");
    return JSMF_OK;
}

/* The next file that is to be read; records stay NULL where it is left out. */
static jsmf_status open_next(tool_run *run, const text_source_settings *s, text_source *source)
{
    bool binary;
    if (open_file(run, s, source) != JSMF_OK || see_binary(run, s, source, &binary) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (binary) {
        jsmf_input_close(source->in);
        source->in = NULL;
        return JSMF_OK;
    }
    const jsmf_records_options options = { .format = source->format.format, .delimiter = source->format.delimiter,
                                           .ids = s->with_ids, .invalid = invalid_ways[s->invalid + 1] };
    source->has_id = s->id || s->with_ids || options.format == JSMF_RECORDS_FILES;
    if (jsmf_records_open(run->ctx, source->in, &options, &source->records) != JSMF_OK || !has_columns(source))
        return jsmf_context_status(run->ctx);
    return choose(run, s, source);
}

static void close_file(text_source *source)
{
    const jsmf_records_report *r = jsmf_records_report_of(source->records);
    source->report.records += r->records;
    source->report.blank += r->blank;
    if (jsmf_records_columns(source->records)->count == 1)
        source->blank_alone += r->blank;
    source->report.invalid += r->invalid;
    if (r->invalid && source->spoilt++ == 0)
        snprintf(source->spoilt_first, sizeof source->spoilt_first, "%s", jsmf_input_name(source->in));
    source->report.lacking += r->lacking;
    source->report.names += r->names;
    source->report.bytes += r->bytes;
    jsmf_records_close(source->records);
    jsmf_input_close(source->in);
    source->records = NULL;
    source->in = NULL;
}

jsmf_status text_source_fill(tool_run *run, const text_source_settings *s, text_source *source,
                             jsmf_records_batch *batch)
{
    bool ended = true;
    jsmf_records_batch_clear(batch);
    source->batch_bytes = !source->batch_bytes               ? BATCH_LEAST
                          : source->batch_bytes < BATCH_MOST ? 2 * source->batch_bytes
                                                             : BATCH_MOST;
    while (source->records || source->next < source->paths.count) {
        if (!source->records && open_next(run, s, source) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        if (!source->records)
            continue;
        if (jsmf_records_fill(run->ctx, source->records, source->batch_bytes, batch, &ended) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        if (!ended)
            break;
        close_file(source);
    }
    return JSMF_OK;
}
