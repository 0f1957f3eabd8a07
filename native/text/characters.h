/* Reading and writing characters of UTF-8, and runs of them; and counting what there is to see in them. */

#pragma once

#include "text/text.h"

#include <string.h>

#define EACH_BYTE 0x0101010101010101u

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

static inline const uint8_t *next_of_text(const uint8_t *at, const uint8_t *stop, int raw, int32_t *point)
{
    return raw ? next_character(at, stop, point) : next_unescaped(at, stop, point);
}

/* Beyond the white space of the CJK blocks all count: a text of nothing but U+FEFF is one. */
static inline int is_visible(const Characters *characters, int32_t point)
{
    return point > 0x3000 || class_of(characters, point) & SEEN;
}

typedef struct { int32_t all, visible, classes; } TextCounts; /* characters, those to see, and the classes there are */

/* The characters to see among eight of ASCII, one to a byte: all but white space and controls. */
static inline int32_t visible_of_eight(uint64_t eight)
{
    uint64_t marks = (eight + 0x5F * EACH_BYTE) & ~(eight + 0x01 * EACH_BYTE) & 0x80 * EACH_BYTE;
    return (int32_t)((marks >> 7) * EACH_BYTE >> 56);
}

/* Whether all of eight bytes are of ASCII, and none is "&". */
static inline int are_eight_plain(uint64_t eight)
{
    uint64_t other = eight ^ '&' * EACH_BYTE; /* a byte of 0 borrows from its highest bit */
    return !((eight | ((other - EACH_BYTE) & ~other)) & 0x80 * EACH_BYTE);
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first of eight bytes is the lowest one");

/* How many of the eight bytes at `at`, from the first, are signs to see of ASCII other than "&". */
static inline int plain_signs(const uint8_t *at)
{
    uint64_t eight;
    memcpy(&eight, at, 8);
    uint64_t other = eight ^ '&' * EACH_BYTE, seen = (eight + 0x5F * EACH_BYTE) & ~(eight + 0x01 * EACH_BYTE);
    uint64_t ends = (eight | ((other - EACH_BYTE) & ~other) | ~seen) & 0x80 * EACH_BYTE; /* what is behind the first may be none */
    return ends ? __builtin_ctzll(ends) / 8 : 8;
}

/* Writes a run of text at `out`, and notes what there was to see; gives the place behind it. */
static inline uint8_t *unescaped(const Characters *characters, const uint8_t *at, const uint8_t *stop, int raw,
                                 uint8_t *out, TextCounts *counts)
{
    int32_t all = 0, visible = 0;
    for (; at < stop; all++) {
        for (uint64_t eight; stop - at >= 8; at += 8, out += 8, all += 8) { /* most are plain */
            memcpy(&eight, at, 8);
            if (!are_eight_plain(eight)) break;
            memcpy(out, &eight, 8);
            visible += visible_of_eight(eight);
        }
        if (at == stop) break;
        int32_t point;
        if (*at < 0x80 && *at != '&') {
            visible += *at > ' ' && *at != 0x7F;
            *out++ = *at++;
            continue;
        }
        const uint8_t *next = next_of_text(at, stop, raw, &point);
        visible += is_visible(characters, point);
        counts->classes |= class_of(characters, point);
        if (*at == '&') out = put_character(out, point);
        else while (at < next) *out++ = *at++;
        at = next;
    }
    counts->all = all;
    counts->visible = visible;
    return out;
}

static inline int is_blank(const Characters *characters, const uint8_t *at, const uint8_t *stop, int raw)
{
    for (int32_t point; at < stop;) {
        at = next_of_text(at, stop, raw, &point);
        if (is_visible(characters, point)) return 0;
    }
    return 1;
}
