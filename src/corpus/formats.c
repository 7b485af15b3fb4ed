/* The formats of corpora: their readers, the guess of a format, and reading as a whole. */
#include "jsmf/corpus.h"

#include "looks.h"
#include "readers.h"
#include "io/gunzip.h"
#include "io/sniff.h"
#include "io/text.h"
#include "io/io_inner.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 4096 };

#define READER(format, name) [format] = &jsmf_corpus_##name,

/* Where more than one recognises a corpus, the last does. */
static const jsmf_corpus_reader *const readers[] = { JSMF_CORPUS_FORMATS(READER) };
enum { FORMATS = sizeof readers / sizeof *readers };

const jsmf_corpus_reader *jsmf_corpus_reader_of(jsmf_corpus_format format) { return readers[format]; }

const char *jsmf_corpus_format_name(jsmf_corpus_format format)
{
    return format == JSMF_FORMAT_GUESS ? "something else" : readers[format]->name;
}

size_t jsmf_corpus_format_base(jsmf_corpus_format format)
{
    return format == JSMF_FORMAT_GUESS ? 0 : readers[format]->base;
}

/* ---- the guess ---- */

jsmf_status jsmf_corpus_is_npz(jsmf_context *ctx, jsmf_input *in, bool *npz)
{
    const unsigned char *bytes;
    size_t got;
    *npz = false;
    if (jsmf_input_peek(ctx, in, 4, &bytes, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    *npz = got >= 4 && (memcmp(bytes, "PK\3\4", 4) == 0 || memcmp(bytes, "PK\5\6", 4) == 0);
    return JSMF_OK;
}

static jsmf_corpus_format known_format(const char *text, size_t length, bool whole)
{
    for (int format = FORMATS - 1; format > JSMF_FORMAT_GUESS; format--)
        if (readers[format]->looks && readers[format]->looks(text, length, whole))
            return (jsmf_corpus_format)format;
    return JSMF_FORMAT_TEXT;
}

static const char *other_format(const char *text, size_t length)
{
    if (length >= 4 && memcmp(text, "PK\3\4", 4) == 0)
        return "a ZIP archive or a stream of jsmf";
    if (jsmf_gunzip_magic((const unsigned char *)text, length))
        return "gzip within gzip";
    return jsmf_sniff_name(text, length);
}

/* Text may be another format's, and what a reader recognises still be doubtful. */
static void look_closely(const char *text, size_t length, bool whole, jsmf_corpus_guessed *out)
{
    const jsmf_corpus_reader *r = readers[out->format];
    if (out->format == JSMF_FORMAT_TEXT)
        out->foreign = jsmf_corpus_foreign(text, length, whole);
    out->records = out->foreign && (strcmp(out->foreign, "CSV") == 0 || strcmp(out->foreign, "JSON") == 0);
    if (out->foreign)
        out->format = JSMF_FORMAT_GUESS;
    else if (r->doubt)
        out->doubt = r->doubt(text, length, whole);
}

jsmf_status jsmf_corpus_guess(jsmf_context *ctx, jsmf_input *in, jsmf_corpus_guessed *out)
{
    char head[HEAD + 1];
    const char *other, *text = head;
    size_t length = 0;
    bool whole = false;
    *out = (jsmf_corpus_guessed){ .format = JSMF_FORMAT_GUESS };
    if (jsmf_text_head(ctx, in, head, HEAD, &length, &whole) != JSMF_OK)
        return jsmf_context_status(ctx);
    head[length] = '\0';
    if (length == 0 && whole)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: empty (a corpus was expected)", jsmf_input_name(in));
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) {
        text += 3;
        length -= 3;
    }
    out->format = known_format(text, length, whole);
    other = out->format == JSMF_FORMAT_TEXT ? other_format(text, length) : NULL;
    if (other)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: looks like %s (a corpus was expected)",
                         jsmf_input_name(in), other);
    look_closely(text, length, whole, out);
    return JSMF_OK;
}

jsmf_status jsmf_corpus_words_most(jsmf_context *ctx, jsmf_input *in, jsmf_corpus_format format, size_t *most)
{
    char head[HEAD + 1];
    size_t length = 0;
    bool whole = false;
    *most = 0;
    if (!readers[format]->words)
        return JSMF_OK;
    if (jsmf_text_head(ctx, in, head, HEAD, &length, &whole) != JSMF_OK)
        return jsmf_context_status(ctx);
    *most = readers[format]->words(head, length, whole);
    return JSMF_OK;
}

/* ---- reading ---- */

jsmf_status jsmf_corpus_read(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_reading *how, jsmf_csr *h,
                             jsmf_corpus_report *report)
{
    const jsmf_corpus_reader *r = readers[how->format];
    jsmf_corpus_report unread;
    void *reader = NULL;
    *h = (jsmf_csr){ 0 };
    if (r->open(ctx, in, how, report ? report : &unread, &reader) == JSMF_OK)
        jsmf_recorded(r->next(ctx, reader, SIZE_MAX, h));
    r->close(reader);
    return jsmf_context_status(ctx);
}
