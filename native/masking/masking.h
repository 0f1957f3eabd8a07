/* What Python sees of masking. */

#pragma once

#include "library.h"

/* Words of two bytes or more that are looked for together, in the order of their first two bytes. */
typedef struct {
    const uint8_t *utf8;  /* one after the other */
    const int32_t *edge;  /* (words + 1) where each begins */
    const uint8_t *alone; /* (words) whether it has no small letter of ASCII beside it */
    const int32_t *first; /* (65537) of each pair of bytes the first word that begins with it or one behind it */
} SoughtWords;

/* Writes at which characters of a text any of the words begins, in order, to `places` (as many as the text has bytes).
 * Returns how many there are. */
int64_t mezmun_find_words(const SoughtWords *words, const uint8_t *text, int64_t size, int32_t *places);
