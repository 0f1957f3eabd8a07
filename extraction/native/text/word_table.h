/* Looking words up. */

#pragma once

#include "text/hash.h"
#include "text/text.h"

/* The hash of a word, with the mark before it if that is not 0. */
static inline uint64_t hash_of_word(uint8_t mark, const uint8_t *at, int32_t length)
{
    if (!mark && length) { /* as if the first byte were a mark */
        mark = *at++;
        length--;
    }
    return hash_of(mark, at, length);
}

static inline uint64_t *first_slot(const WordTable *known, uint64_t hash)
{
    return known->slot + (hash & ((uint64_t)known->slots - 1));
}

/* Gives the slot of a word, or the free one for it. */
static inline uint64_t *slot_of(const WordTable *known, uint64_t hash)
{
    uint64_t *slot = first_slot(known, hash);
    while (*slot && (*slot ^ hash) >> WORD_NUMBER_BITS)
        if (++slot == known->slot + known->slots) slot = known->slot;
    return slot;
}

/* The number of the word with that hash; -1 for one that is not known. */
static inline int32_t number_by(const WordTable *known, uint64_t hash)
{
    return (int32_t)(*slot_of(known, hash) & ((1 << WORD_NUMBER_BITS) - 1)) - 1;
}

/* The number of a word, with the mark before it if that is not 0; -1 for one that is not known. */
static inline int32_t number_of(const WordTable *known, uint8_t mark, const uint8_t *at, int32_t length)
{
    return number_by(known, hash_of_word(mark, at, length));
}

/* Adds the word with that number, unless it is there already. Returns whether it was not. */
static inline int add_word(const WordTable *known, int32_t word)
{
    int32_t start = known->edge[word];
    uint64_t hash = hash_of_word(0, known->words + start, known->edge[word + 1] - start);
    uint64_t *slot = slot_of(known, hash);
    if (*slot) return 0;
    *slot = hash >> WORD_NUMBER_BITS << WORD_NUMBER_BITS | (uint64_t)(word + 1);
    return 1;
}
