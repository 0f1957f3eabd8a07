/* Writing a run of text, and counting what there is to see in it. */

#pragma once

#include "text/characters.h"

#include <string.h>

#define EACH_BYTE 0x0101010101010101u

static inline const uint8_t *next_of_text(const uint8_t *at, const uint8_t *stop, int raw, int32_t *point)
{
    return raw ? next_character(at, stop, point) : next_unescaped(at, stop, point);
}

/* Beyond the white space of the CJK blocks all count: a text of nothing but U+FEFF is one. */
static inline int is_seen(const Characters *characters, int32_t point)
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
static inline int are_plain(uint64_t eight)
{
    uint64_t other = eight ^ '&' * EACH_BYTE; /* a byte of 0 borrows from its highest bit */
    return !((eight | ((other - EACH_BYTE) & ~other)) & 0x80 * EACH_BYTE);
}

/* Writes a run of text at `out`, and notes what there was to see; gives the place behind it. */
static inline uint8_t *unescaped(const Characters *characters, const uint8_t *at, const uint8_t *stop, int raw,
                                 uint8_t *out, TextCounts *counts)
{
    int32_t all = 0, visible = 0;
    for (; at < stop; all++) {
        for (uint64_t eight; stop - at >= 8; at += 8, out += 8, all += 8) { /* most are plain */
            memcpy(&eight, at, 8);
            if (!are_plain(eight)) break;
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
        visible += is_seen(characters, point);
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
        if (is_seen(characters, point)) return 0;
    }
    return 1;
}
