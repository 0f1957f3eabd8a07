/* The names in a value of an attribute. */

#pragma once

#include "text/characters.h"

enum { MAX_NAME_CHARS = 40 }; /* of a name that is read */

typedef struct {
    const uint8_t *start, *stop; /* as the parser writes it */
    int32_t characters;
} Name;

/* Finds the next name of a value, which is parted by white space; gives the place behind it, NULL when there is none. */
static inline const uint8_t *next_name(const Characters *characters, const uint8_t *at, const uint8_t *stop, Name *name)
{
    *name = (Name){at, at, 0};
    while (at < stop) {
        int32_t point;
        const uint8_t *next = at + 1;
        if (*at <= ' ' || *at >= 0x7F || *at == '&') { /* the fewest */
            next = next_unescaped(at, stop, &point);
            if (class_of(characters, point) & SPACE) {
                if (name->characters) return next;
                name->start = at = next;
                continue;
            }
        }
        name->characters++;
        name->stop = at = next;
    }
    return name->characters ? at : 0;
}
