/* ZIP archives, read and written front to back (PKWARE APPNOTE 6.3: 4.3.7 local headers, 4.3.9 data descriptors, 4.3.12
 * central directory, 4.3.14 to 4.3.16 end records, 4.5.3 ZIP64). Knows nothing of arrays. */
#ifndef JSMF_NPZ_ZIP_H
#define JSMF_NPZ_ZIP_H

#include "jsmf/io.h"

#include <zlib.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the streams are read and written in little-endian memory");

enum { JSMF_ZIP_STORED = 0, JSMF_ZIP_DEFLATED = 8 };
enum { JSMF_ZIP_ENCRYPTED = 1, JSMF_ZIP_DESCRIPTOR = 8, JSMF_ZIP_UTF8 = 1 << 11 };
/* More would need ZIP64 counts; no stream of arrays comes near. */
enum { JSMF_ZIP_MOST_ENTRIES = 0xFFFE, JSMF_ZIP_MOST_NAME = 1024 };

#define JSMF_ZIP_LOCAL UINT32_C(0x04034b50)
#define JSMF_ZIP_CENTRAL UINT32_C(0x02014b50)
#define JSMF_ZIP_END UINT32_C(0x06054b50)
#define JSMF_ZIP_END64 UINT32_C(0x06064b50)
#define JSMF_ZIP_LOCATOR64 UINT32_C(0x07064b50)
#define JSMF_ZIP_DATA UINT32_C(0x08074b50)
#define JSMF_ZIP_IN_EXTRA UINT32_C(0xFFFFFFFF) /* the value stands in the ZIP64 extra field */

typedef struct jsmf_zip_entry {
    char *name;
    unsigned flags, method;
    uint32_t crc;
    uint64_t packed, size; /* bytes in the archive and decoded; known at the end only where a descriptor follows */
    uint64_t offset;       /* of the local header in the archive */
} jsmf_zip_entry;

typedef struct jsmf_zip_entries {
    jsmf_zip_entry *list;
    size_t count, capacity;
} jsmf_zip_entries;

/* Appends an entry with a copy of the name. */
jsmf_status jsmf_zip_entries_add(jsmf_context *ctx, jsmf_zip_entries *entries,
                                 const jsmf_zip_entry *entry) JSMF_CHECKED;
void jsmf_zip_entries_free(jsmf_zip_entries *entries);

typedef struct jsmf_zip_reader {
    jsmf_input *in;
    const char *name; /* the input's, for messages */
    uint64_t base;    /* the archive's offset in the input */
    jsmf_zip_entries entries;
    jsmf_zip_entry *entry;         /* the one being read, or NULL */
    bool sized;                    /* its decoded size is known */
    uint64_t done, packed_done;    /* bytes decoded and consumed */
    uint32_t crc;
    z_stream inflate;
    bool inflating, inflate_ended; /* inflate is to be ended; its last block was seen */
    unsigned char *scratch;        /* JSMF_ZIP_SCRATCH bytes */
} jsmf_zip_reader;
enum { JSMF_ZIP_SCRATCH = 1 << 18 };

/* z: a cleared struct; freed with jsmf_zip_close also after a failure. */
jsmf_status jsmf_zip_open(jsmf_context *ctx, jsmf_zip_reader *z, jsmf_input *in) JSMF_CHECKED;
void jsmf_zip_close(jsmf_zip_reader *z);
/* The next entry into z->entry; NULL at the end, once the directory was checked. The entry before must have ended. */
jsmf_status jsmf_zip_next(jsmf_context *ctx, jsmf_zip_reader *z) JSMF_CHECKED;
/* Decodes exactly length bytes of the entry. */
jsmf_status jsmf_zip_read(jsmf_context *ctx, jsmf_zip_reader *z, void *to, size_t length) JSMF_CHECKED;
/* Says what the entry's decoded size must be; ends a stored entry whose header does not say it. */
jsmf_status jsmf_zip_expect(jsmf_context *ctx, jsmf_zip_reader *z, uint64_t size) JSMF_CHECKED;
/* Reads what is left of the entry, whose size must be known, and checks sizes and CRC. */
jsmf_status jsmf_zip_end(jsmf_context *ctx, jsmf_zip_reader *z) JSMF_CHECKED;

/* Reads the central directory and the end records and checks them against the entries and the end of input. */
jsmf_status jsmf_zip_directory(jsmf_context *ctx, jsmf_zip_reader *z) JSMF_CHECKED;
/* Takes from a ZIP64 extra field, in order, the fields that hold JSMF_ZIP_IN_EXTRA; false where one is missing. */
bool jsmf_zip_extra(const unsigned char *extra, size_t length, uint64_t *const *fields, size_t count);

typedef struct jsmf_zip_writer {
    jsmf_output *out;
    uint64_t offset;
    uint64_t limit; /* sizes and offsets from here on go into ZIP64 fields; 2^32 - 1 unless a test lowers it */
    jsmf_zip_entries entries;
} jsmf_zip_writer;

void jsmf_zip_create(jsmf_zip_writer *z, jsmf_output *out);
/* Writes the local header; entry->packed bytes of data must follow through jsmf_zip_write. Sets flags and offset. */
jsmf_status jsmf_zip_begin(jsmf_context *ctx, jsmf_zip_writer *z, const jsmf_zip_entry *entry) JSMF_CHECKED;
jsmf_status jsmf_zip_write(jsmf_context *ctx, jsmf_zip_writer *z, const void *bytes, size_t length) JSMF_CHECKED;
/* Writes the central directory and the end records. */
jsmf_status jsmf_zip_finish(jsmf_context *ctx, jsmf_zip_writer *z) JSMF_CHECKED;

#endif
