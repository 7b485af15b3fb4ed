/* Text of a stream as a terminal may see it. */
#ifndef JSMF_SHOWN_TEXT_H
#define JSMF_SHOWN_TEXT_H

typedef struct shown_text {
    char text[1024]; /* a word of 255 bytes, whatever is made of it (longer ones, of foreign streams, are cut) */
} shown_text;

/* The text with '?' in the place of what a terminal would obey, or not show as it is (jsmf_utf8_hidden). */
shown_text show_text(const char *text);

#endif
