/* Words that can be found, each by its number, in an open hash table. */

#ifndef MEZMUN_KNOWN_H
#define MEZMUN_KNOWN_H

#include "hash.h"

/* A word is told by most of its hash, and to look at its letters would take longer than all the rest: one of a page that
 * is not known is taken for one that is with a chance of one in a million million. In so few bytes more of the table is
 * in a near cache. */
typedef uint64_t Slot;     /* the upper bits of a word's hash, and below them its number and one; 0 when it is free */
enum { NUMBER_BITS = 24 }; /* sixteen million words at most */

typedef struct {
    const uint8_t *words;  /* UTF-8, one after the other */
    const int32_t *edge;   /* (number + 1) where each begins */
    int32_t number;
    Slot *slot;            /* (slots) */
    int32_t slots;         /* a power of two, more than there are words */
} Known;

/* The hash of a word, with the mark before it if that is not 0. */
static inline uint64_t hash_of_word(uint8_t mark, const uint8_t *at, int32_t length)
{
    if (!mark && length) { /* as if the first byte were a mark */
        mark = *at++;
        length--;
    }
    return hash_of(mark, at, length);
}

static inline Slot *first_slot(const Known *known, uint64_t hash)
{
    return known->slot + (hash & ((uint64_t)known->slots - 1));
}

/* Gives the slot of a word, or the free one for it. */
static inline Slot *slot_of(const Known *known, uint64_t hash)
{
    Slot *slot = first_slot(known, hash);
    while (*slot && (*slot ^ hash) >> NUMBER_BITS)
        if (++slot == known->slot + known->slots) slot = known->slot;
    return slot;
}

/* The number of the word with that hash; -1 for one that is not known. */
static inline int32_t number_by(const Known *known, uint64_t hash)
{
    return (int32_t)(*slot_of(known, hash) & ((1 << NUMBER_BITS) - 1)) - 1;
}

/* The number of a word, with the mark before it if that is not 0; -1 for one that is not known. */
static inline int32_t number_of(const Known *known, uint8_t mark, const uint8_t *at, int32_t length)
{
    return number_by(known, hash_of_word(mark, at, length));
}

/* Takes up the word with that number, unless it is there already. Tells whether it was not. */
static inline int learn_word(const Known *known, int32_t word)
{
    int32_t start = known->edge[word];
    uint64_t hash = hash_of_word(0, known->words + start, known->edge[word + 1] - start);
    Slot *slot = slot_of(known, hash);
    if (*slot) return 0;
    *slot = hash >> NUMBER_BITS << NUMBER_BITS | (uint64_t)(word + 1);
    return 1;
}

#endif
