/* Little-endian numbers in bytes, at any address. */
#ifndef JSMF_IO_BYTES_H
#define JSMF_IO_BYTES_H

#include <stdint.h>
#include <string.h>

static inline uint16_t jsmf_get16(const unsigned char *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t jsmf_get32(const unsigned char *p)
{
    return jsmf_get16(p) | (uint32_t)jsmf_get16(p + 2) << 16;
}

static inline uint64_t jsmf_get64(const unsigned char *p)
{
    return jsmf_get32(p) | (uint64_t)jsmf_get32(p + 4) << 32;
}

/* Each writes its value and returns the place behind. */
static inline unsigned char *jsmf_put16(unsigned char *p, unsigned value)
{
    p[0] = (unsigned char)value;
    p[1] = (unsigned char)(value >> 8);
    return p + 2;
}

static inline unsigned char *jsmf_put32(unsigned char *p, uint32_t value)
{
    return jsmf_put16(jsmf_put16(p, value & 0xFFFF), value >> 16);
}

static inline unsigned char *jsmf_put64(unsigned char *p, uint64_t value)
{
    return jsmf_put32(jsmf_put32(p, (uint32_t)value), (uint32_t)(value >> 32));
}

#endif
