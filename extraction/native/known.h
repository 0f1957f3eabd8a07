/* Words that can be found, each by its number, in an open hash table. */

#ifndef MEZMUN_KNOWN_H
#define MEZMUN_KNOWN_H

#include <stdint.h>
#include <string.h>

typedef struct {
    const uint8_t *words;  /* UTF-8, one after the other */
    const int32_t *edge;   /* (number + 1) where each begins */
    int32_t number;
    int32_t *slot;         /* (slots) -1 or the number of a word */
    int32_t slots;         /* a power of two, more than there are words */
} Known;

static inline uint32_t hash_of(uint8_t mark, const uint8_t *at, int32_t length)
{
    uint32_t hash = 2166136261u;
    if (mark) hash = (hash ^ mark) * 16777619u;
    for (int32_t byte = 0; byte < length; byte++) hash = (hash ^ at[byte]) * 16777619u;
    return hash ^ hash >> 15;
}

/* Gives the place in `slot` of a word, with the mark before it if that is not 0, or of a free slot. */
static inline uint32_t slot_of(const Known *known, uint8_t mark, const uint8_t *at, int32_t length)
{
    uint32_t mask = (uint32_t)known->slots - 1, slot = hash_of(mark, at, length) & mask;
    for (int32_t word; (word = known->slot[slot]) >= 0; slot = (slot + 1) & mask) {
        const uint8_t *other = known->words + known->edge[word];
        if (known->edge[word + 1] - known->edge[word] != length + !!mark) continue;
        if ((!mark || *other == mark) && !memcmp(other + !!mark, at, (size_t)length)) break;
    }
    return slot;
}

/* The number of a word, with the mark before it if that is not 0; -1 for one that is not known. */
static inline int32_t number_of(const Known *known, uint8_t mark, const uint8_t *at, int32_t length)
{
    return known->slot[slot_of(known, mark, at, length)];
}

#endif
