/* What the library uses of this room beside jsmf/records.h, and no program. */
#ifndef JSMF_RECORDS_INNER_H
#define JSMF_RECORDS_INNER_H

#include "jsmf/records.h"

/* Whether the first `length` bytes of a text are those of JSON, or of CSV by this delimiter, where all records
 * have as many, and no blank stands beside one or the records are many. whole: nothing comes after them. */
bool jsmf_records_looks_json(const char *text, size_t length);
bool jsmf_records_looks_csv(const char *text, size_t length, bool whole, char delimiter);

#endif
