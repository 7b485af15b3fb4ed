/* ZIP archives, read and written front to back (PKWARE APPNOTE 6.3: 4.3.7 local headers, 4.3.9 data descriptors, 4.3.12
 * central directory, 4.3.14 to 4.3.16 end records, 4.5.3 ZIP64). Nothing here knows what the entries hold, but for
 * messages, which call them arrays. JSMF_EDATA is for archives that are damaged or truncated; JSMF_ESYSTEM is for
 * reading, writing and memory. */
#ifndef JSMF_NPZ_ZIP_H
#define JSMF_NPZ_ZIP_H

#include "jsmf/io.h"

#include <zlib.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the streams are read and written in little-endian memory");

/* Methods of compression. */
enum { JSMF_ZIP_STORED = 0, JSMF_ZIP_DEFLATED = 8 };
/* Flags of an entry. */
enum { JSMF_ZIP_ENCRYPTED = 1, JSMF_ZIP_DESCRIPTOR = 8, JSMF_ZIP_UTF8 = 1 << 11 };
/* Entries of an archive (more would need ZIP64 counts; no stream of arrays comes near), and bytes of a name. */
enum { JSMF_ZIP_MOST_ENTRIES = 0xFFFE, JSMF_ZIP_MOST_NAME = 1024 };

/* The signatures of records. */

#define JSMF_ZIP_LOCAL UINT32_C(0x04034b50)
#define JSMF_ZIP_CENTRAL UINT32_C(0x02014b50)
#define JSMF_ZIP_END UINT32_C(0x06054b50)
#define JSMF_ZIP_END64 UINT32_C(0x06064b50)
#define JSMF_ZIP_LOCATOR64 UINT32_C(0x07064b50)
#define JSMF_ZIP_DATA UINT32_C(0x08074b50)
#define JSMF_ZIP_IN_EXTRA UINT32_C(0xFFFFFFFF) /* the value stands in the ZIP64 extra field */

typedef struct jsmf_zip_entry {
    char *name;            /* owned by the list that the entry is in */
    unsigned flags, method;
    uint32_t crc;          /* of the decoded bytes */
    uint64_t packed, size; /* bytes in the archive and decoded; known at the end only where a descriptor follows */
    uint64_t offset;       /* of the local header in the archive */
} jsmf_zip_entry;

typedef struct jsmf_zip_entries {
    jsmf_zip_entry *list;
    size_t count, capacity;
    uint32_t *slots; /* twice the capacity, a power of 2: by their names' hashes the places in the list, plus one; 0 is
                      * empty */
} jsmf_zip_entries;

/* Whether there is an entry of that name. */
bool jsmf_zip_entries_have(const jsmf_zip_entries *entries, const char *name);
/* Appends a copy of the entry, its name included. JSMF_EDATA beyond JSMF_ZIP_MOST_ENTRIES. */
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
    uint64_t done, packed_done;    /* bytes of it decoded, and consumed from the input */
    uint32_t crc;                  /* of the bytes decoded so far */
    z_stream inflate;
    bool inflating, inflate_ended; /* inflate is to be ended; its last block was seen */
    unsigned char *scratch;        /* JSMF_ZIP_SCRATCH bytes; holds nothing between the calls below */
} jsmf_zip_reader;
enum { JSMF_ZIP_SCRATCH = 1 << 18 };

/* Begins to read at the place where in, which is borrowed, stands. z: a cleared struct; jsmf_zip_close in any case. */
jsmf_status jsmf_zip_open(jsmf_context *ctx, jsmf_zip_reader *z, jsmf_input *in) JSMF_CHECKED;
void jsmf_zip_close(jsmf_zip_reader *z);
/* Reads the next entry's header into z->entry, which the reader owns; NULL at the end, once jsmf_zip_directory has
 * checked it. The entry before must have been ended with jsmf_zip_end. JSMF_EDATA also for two entries of one name, for
 * an encrypted one and for another method of compression. */
jsmf_status jsmf_zip_next(jsmf_context *ctx, jsmf_zip_reader *z) JSMF_CHECKED;
/* Decodes exactly length bytes of the entry into to. */
jsmf_status jsmf_zip_read(jsmf_context *ctx, jsmf_zip_reader *z, void *to, size_t length) JSMF_CHECKED;
/* Says what the entry's decoded size must be, as what was read of it tells. JSMF_EDATA where its header says another;
 * where that says none, this is how the end of a stored entry is known. */
jsmf_status jsmf_zip_expect(jsmf_context *ctx, jsmf_zip_reader *z, uint64_t size) JSMF_CHECKED;
/* Reads what is left of the entry, whose size must be known, and its data descriptor where it has one. JSMF_EDATA
 * unless the sizes and the CRC are what they must be. */
jsmf_status jsmf_zip_end(jsmf_context *ctx, jsmf_zip_reader *z) JSMF_CHECKED;

/* Reads the central directory and the end records. JSMF_EDATA unless they agree with the entries that were read, and
 * the input ends there. */
jsmf_status jsmf_zip_directory(jsmf_context *ctx, jsmf_zip_reader *z) JSMF_CHECKED;
/* Replaces, in order, those of the fields (count of them) that hold JSMF_ZIP_IN_EXTRA by what the ZIP64 record among
 * the extra fields (length bytes) has for them; false where it lacks one. */
bool jsmf_zip_extra(const unsigned char *extra, size_t length, uint64_t *const *fields, size_t count);

typedef struct jsmf_zip_writer {
    jsmf_output *out;
    uint64_t offset; /* bytes written so far */
    uint64_t limit;  /* sizes and offsets from here on go into ZIP64 fields; 2^32 - 1 unless a test lowers it */
    jsmf_zip_entries entries;
} jsmf_zip_writer;

/* Makes z write to out, which is borrowed. jsmf_zip_entries_free frees what it comes to hold. */
void jsmf_zip_create(jsmf_zip_writer *z, jsmf_output *out);
/* Writes the local header of a copy of entry, whose flags and offset are set here. entry->packed bytes of data must
 * follow through jsmf_zip_write. JSMF_EDATA for a name of more than JSMF_ZIP_MOST_NAME bytes. */
jsmf_status jsmf_zip_begin(jsmf_context *ctx, jsmf_zip_writer *z, const jsmf_zip_entry *entry) JSMF_CHECKED;
jsmf_status jsmf_zip_write(jsmf_context *ctx, jsmf_zip_writer *z, const void *bytes, size_t length) JSMF_CHECKED;
/* Writes the central directory and the end records. Frees nothing. */
jsmf_status jsmf_zip_finish(jsmf_context *ctx, jsmf_zip_writer *z) JSMF_CHECKED;

#endif
