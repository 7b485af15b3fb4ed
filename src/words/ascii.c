/* The shortest way: words of a few letters, those of ASCII eight bytes at a time. */
#include "cutter.h"

#include "io/bytes.h"

#include <string.h>

/* Bytes that are looked at from a place on: 16 for letters, or behind 15 letters the byte that ends them and two behind
 * it. The bytes at the end of a text that are copied to where there are as many. The room that there is in the group
 * when a stretch is begun. */
enum { AHEAD = 18, NEAR_END = 64, ROOM = 32 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a key's first byte in memory is the lowest of its number");

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* The upper bit of every byte that is no letter. */
static inline uint64_t others(uint64_t eight)
{
    const uint64_t low = (eight | EACH(0x20)) & EACH(0x7F), from_a = low + EACH(0x80 - 'a'),
                   behind_z = low + EACH(0x80 - 'z' - 1);
    return (~from_a | behind_z | eight) & EACH(0x80);
}

/* The bytes in front of the first of these: all, where there is none. */
static inline uint64_t before(uint64_t marks) { return ((marks & -marks) >> 7) - 1; }

/* The letters that stand at p, up to 16, which are looked at, as a key. Returns how many there are. */
static inline size_t letters_at(const char *p, uint64_t fold, uint64_t key[2])
{
    const uint64_t first = jsmf_get64((const unsigned char *)p), second = jsmf_get64((const unsigned char *)p + 8);
    const uint64_t marks = others(first), more = marks ? 0 : others(second);
    const uint64_t length = marks  ? (unsigned)__builtin_ctzll(marks) / 8
                            : more ? 8 + (unsigned)__builtin_ctzll(more) / 8
                                   : 16;
    key[0] = (first | fold) & before(marks);
    key[1] = (marks ? 0 : (second | fold) & before(more)) | length << 56;
    return length;
}

/* Whether a URL may begin with www. where the word that begins at `from` ends, in front of a full stop. */
static bool may_be_url(const jsmf_words_plain *plain, const char *from, const char *stop)
{
    return *stop == '.' && stop - from >= 3 && (stop[-1] | 0x20) == 'w' && (stop[-2] | 0x20) == 'w' &&
           (stop[-3] | 0x20) == 'w' && plain->bytes[(unsigned char)stop[1]] != JSMF_BYTE_SPACE;
}

static bool may_go_on(const jsmf_words_plain *plain, const char *sign)
{
    const unsigned char after = plain->bytes[(unsigned char)sign[1]];
    return after == JSMF_BYTE_LETTER || after == JSMF_BYTE_HIGH;
}

/* ---- beyond letters of ASCII ---- */

/* A code point's bytes, up to 4 of them. Returns how many. */
static inline size_t bytes_of(uint32_t code, char bytes[4])
{
    memset(bytes, 0, 4);
    bytes[0] = (char)code;
    if (code < 0x80)
        return 1;
    if (code >= 0x800)
        return jsmf_utf8_put(code, bytes);
    bytes[0] = (char)(0xC0 | code >> 6);
    bytes[1] = (char)(0x80 | (code & 0x3F));
    return 2;
}

/* Whether a sign behind a letter joins it with another. */
static bool joins(const jsmf_words_plain *plain, const jsmf_words_place *sign, const char *end)
{
    return (sign->sign == JSMF_SIGN_WITHIN || sign->sign == JSMF_SIGN_WITHIN_WORDS) && sign->next < end &&
           jsmf_words_look(plain, sign->next, end).sign == JSMF_SIGN_LETTER;
}

/* The word that stands at p as a key, but for the English possessive, and how many characters it has. Returns what is
 * behind it; NULL: it is too long for a key, or goes on to the end, or is not one word. */
static const char *spell(const jsmf_words *words, const char *p, const char *end, jsmf_words_brief *word,
                         size_t *characters)
{
    const jsmf_words_plain *plain = &words->plain;
    const char *from = p;
    char bytes[JSMF_WORDS_BRIEF + 5] = { 0 };
    size_t length = 0;
    for (*characters = 0; p < end && length <= JSMF_WORDS_BRIEF; ++*characters) {
        const jsmf_words_place at = jsmf_words_look(plain, p, end);
        char more[4];
        if (at.sign != JSMF_SIGN_LETTER) {
            if (!joins(plain, &at, end))
                break;
            if ((words->options.split_apostrophes && plain->spelled[at.code] == '\'') || may_be_url(plain, from, p))
                return NULL;
        }
        const size_t count = bytes_of(plain->spelled[at.code], more);
        memcpy(bytes + length, more, sizeof more);
        length += count;
        p = at.next;
    }
    if (p == end || length > JSMF_WORDS_BRIEF)
        return NULL;
    if (length > 2 && bytes[length - 2] == '\'' && (bytes[length - 1] | 0x20) == 's') {
        bytes[length - 1] = bytes[length - 2] = '\0';
        length -= 2;
        *characters -= 2;
    }
    bytes[JSMF_WORDS_BRIEF] = (char)length;
    memcpy(word->bytes, bytes, sizeof word->bytes);
    return p;
}

/* What stands at p, behind the letters of ASCII from `from` on, is a letter or sign beyond ASCII, or may join letters.
 * The word is spelled anew where it goes on there. Returns the place of what stands behind it: *byte says what it is;
 * of a sign that divides words it is the last byte. NULL: something else. */
static const char *go_beyond(const jsmf_words *words, const char *from, const char *p, const char *end,
                             jsmf_words_brief *word, size_t *characters, unsigned char *byte)
{
    const jsmf_words_plain *plain = &words->plain;
    jsmf_words_place at = jsmf_words_look(plain, p, end);
    if (at.sign == JSMF_SIGN_LETTER || (p > from && at.sign >= JSMF_SIGN_WITHIN)) {
        if (end - p < AHEAD || (jsmf_get64((const unsigned char *)p) & jsmf_get64((const unsigned char *)p + 8) &
                                EACH(0x80)) == EACH(0x80))
            return NULL; /* too long, to all appearance */
        p = spell(words, from, end, word, characters);
        if (!p || end - p < 2)
            return NULL;
        *byte = plain->bytes[(unsigned char)*p];
        if (*byte != JSMF_BYTE_HIGH)
            return p;
        at = jsmf_words_look(plain, p, end);
    }
    *byte = JSMF_BYTE_SIGN;
    return (at.sign == JSMF_SIGN_OTHER || at.sign >= JSMF_SIGN_WITHIN) && at.next < end ? at.next - 1 : NULL;
}

/* ---- stretches ---- */

static const char *skip_number(const jsmf_words_plain *plain, const char *p, const char *end)
{
    while (p < end && plain->bytes[(unsigned char)*p] == JSMF_BYTE_DIGIT)
        p++;
    return p;
}

/* What stands at *p, behind letters of ASCII from `from` on, *letters of them: JSMF_BYTE_SPACE or above where the
 * stretch goes on the shortest way. *p moves behind a number and behind a word that goes on beyond ASCII, whose key
 * and characters are filled in. *near: whether the piece before still touches what follows, which a number ends. */
static inline unsigned char byte_behind(const jsmf_words *words, const char *from, const char **p, const char *last,
                                        jsmf_words_brief *word, size_t *letters, bool *near)
{
    const jsmf_words_plain *plain = &words->plain;
    const char *at = *p;
    unsigned char byte = plain->bytes[(unsigned char)*at];
    if ((byte == JSMF_BYTE_HIGH || (byte == JSMF_BYTE_WITHIN && *letters > 0 && may_go_on(plain, at))) &&
        !(at = go_beyond(words, from, at, last + AHEAD, word, letters, &byte)))
        return JSMF_BYTE_HARD;
    if (byte == JSMF_BYTE_DIGIT && *letters == 0) {
        at = skip_number(plain, at, last + AHEAD - 2);
        byte = plain->bytes[(unsigned char)*at];
        *near = false;
    }
    *p = at;
    if (byte == JSMF_BYTE_HARD && *at == ':' && at[1] != '/')
        return JSMF_BYTE_SIGN;
    return byte == JSMF_BYTE_WITHIN && may_be_url(plain, from, at) ? JSMF_BYTE_HARD : byte;
}

/* Cuts from p to the last place from which AHEAD bytes can be looked at. What was found of a stretch whose end is not
 * reached is forgotten. */
static const char *cut(jsmf_words_cutter *c, const char *p, const char *last)
{
    const uint64_t fold = c->words->options.keep_case ? 0 : EACH(0x20);
    const size_t least = c->words->options.min_length;
    jsmf_words_brief *word = c->group + c->grouped, *const behind = c->group + JSMF_WORDS_GROUP;
    bool near = c->blank && !c->dropped;
    const char *start = p;
    c->dropped = false;
    c->blank = near;
    while (p <= last && word < behind) {
        const char *from = p;
        size_t letters = letters_at(p, fold, word->key);
        bool long_enough;
        unsigned char byte;
        if (letters > JSMF_WORDS_BRIEF)
            break;
        p += letters;
        byte = byte_behind(c->words, from, &p, last, word, &letters, &near);
        if (byte < JSMF_BYTE_SPACE)
            break;
        long_enough = letters >= least;
        word->follows = near;
        near = letters > 0 ? long_enough : near;
        word += letters > 0 && long_enough;
        if (byte != JSMF_BYTE_SPACE) {
            near = false;
            if (*++p != ' ')
                continue;
        }
        start = ++p;
        c->grouped = (size_t)(word - c->group);
        c->blank = near;
        if (jsmf_words_ascii_full(c))
            break;
    }
    return start;
}

bool jsmf_words_ascii_full(const jsmf_words_cutter *c) { return c->grouped > JSMF_WORDS_GROUP - ROOM; }

const char *jsmf_words_ascii_cut(jsmf_words_cutter *c, const char *text, const char *end)
{
    char copy[NEAR_END + AHEAD];
    size_t left, done;
    if (!c->words->plain.usual)
        return text;
    if (end - text >= AHEAD)
        text = cut(c, text, end - AHEAD);
    left = (size_t)(end - text);
    if (left > NEAR_END || left == 0 || jsmf_words_ascii_full(c))
        return text;
    memcpy(copy, text, left);
    memset(copy + left, ' ', AHEAD);
    done = (size_t)(cut(c, copy, copy + left) - copy);
    return done < left ? text + done : end;
}

/* ---- the table ---- */

static jsmf_words_byte byte_of(const jsmf_words_options *options, const jsmf_words_plain *plain, unsigned char byte)
{
    if (byte >= 0x80)
        return JSMF_BYTE_HIGH;
    if (!options->urls && (byte == '@' || byte == ':'))
        return JSMF_BYTE_HARD;
    switch (plain->signs[byte]) {
    case JSMF_SIGN_SPACE:
        return JSMF_BYTE_SPACE;
    case JSMF_SIGN_LETTER:
        return JSMF_BYTE_LETTER;
    case JSMF_SIGN_DIGIT:
        return options->numbers ? JSMF_BYTE_HARD : JSMF_BYTE_DIGIT;
    case JSMF_SIGN_OTHER:
    case JSMF_SIGN_WITHIN_NUMBERS:
        return JSMF_BYTE_SIGN;
    case JSMF_SIGN_WITHIN:
        return JSMF_BYTE_WITHIN;
    default:
        return JSMF_BYTE_HARD;
    }
}

static bool is_usual(const jsmf_words_options *options, const jsmf_words_plain *plain)
{
    const int fold = options->keep_case ? 0 : 0x20;
    for (int byte = 0; byte < 0x80; byte++) {
        const int lower = byte | 0x20;
        const bool letter = lower >= 'a' && lower <= 'z';
        if (letter != (plain->signs[byte] == JSMF_SIGN_LETTER) || (letter && plain->spelled[byte] != (byte | fold)))
            return false;
    }
    return true;
}

void jsmf_words_ascii_bytes(const jsmf_words_options *options, jsmf_words_plain *plain)
{
    for (unsigned byte = 0; byte < sizeof plain->bytes; byte++)
        plain->bytes[byte] = (unsigned char)byte_of(options, plain, (unsigned char)byte);
    plain->usual = is_usual(options, plain);
}
