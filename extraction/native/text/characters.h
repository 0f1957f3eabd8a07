/* Reading and writing characters of UTF-8. */

#pragma once

#include "text/text.h"

static inline int class_of(const Characters *characters, int32_t point)
{
    return point < characters->beyond ? characters->classes[point] : SEEN;
}

/* U+0130 is the one letter whose small form is two characters, this and U+0307. */
static inline int32_t small_of(const Characters *characters, int32_t point)
{
    return point < characters->beyond ? characters->small[point] : point;
}

/* Reads the character at `at`, which is before `stop`; gives the place behind it, never beyond `stop`. */
static inline const uint8_t *next_character(const uint8_t *at, const uint8_t *stop, int32_t *point)
{
    uint8_t c = *at++;
    if (c < 0x80) {
        *point = c;
        return at;
    }
    int more = c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : 1;
    int32_t value = more == 1 ? c & 0x1F : more == 2 ? c & 0x0F : c & 0x07;
    for (; more && at < stop; more--) value = value << 6 | (*at++ & 0x3F);
    *point = value;
    return at;
}

static inline int begins_with(const uint8_t *at, const uint8_t *stop, const char *reference)
{
    for (; *reference; at++, reference++)
        if (at >= stop || *at != (uint8_t)*reference) return 0;
    return 1;
}

/* The same where the five references that the parser writes stand for characters. */
static inline const uint8_t *next_unescaped(const uint8_t *at, const uint8_t *stop, int32_t *point)
{
    static const struct { const char *reference; int32_t length, point; } references[] = {
        {"&amp;", 5, '&'}, {"&quot;", 6, '"'}, {"&nbsp;", 6, 0xA0}, {"&lt;", 4, '<'}, {"&gt;", 4, '>'},
    };
    if (*at == '&')
        for (int each = 0; each < 5; each++)
            if (begins_with(at, stop, references[each].reference)) {
                *point = references[each].point;
                return at + references[each].length;
            }
    return next_character(at, stop, point);
}

/* Writes a character at `out`, where four bytes are free; gives the place behind it. */
static inline uint8_t *put_character(uint8_t *out, int32_t point)
{
    if (point < 0x80) {
        *out++ = (uint8_t)point;
    } else if (point < 0x800) {
        *out++ = (uint8_t)(0xC0 | point >> 6);
        *out++ = (uint8_t)(0x80 | (point & 0x3F));
    } else if (point < 0x10000) {
        *out++ = (uint8_t)(0xE0 | point >> 12);
        *out++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (point & 0x3F));
    } else {
        *out++ = (uint8_t)(0xF0 | point >> 18);
        *out++ = (uint8_t)(0x80 | (point >> 12 & 0x3F));
        *out++ = (uint8_t)(0x80 | (point >> 6 & 0x3F));
        *out++ = (uint8_t)(0x80 | (point & 0x3F));
    }
    return out;
}

/* Writes a character in small letters; six bytes are free at `out`. */
static inline uint8_t *put_small(const Characters *characters, uint8_t *out, int32_t point)
{
    out = put_character(out, small_of(characters, point));
    return point == 0x130 ? put_character(out, 0x307) : out;
}
