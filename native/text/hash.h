/* Strings as numbers, other ones in every process: no page can be written so that its strings have the same. And words
 * that are looked up by them. */

#pragma once

#include "text/text.h"

#include <string.h>

static inline uint64_t read_eight(const uint8_t *at)
{
    uint64_t eight;
    memcpy(&eight, at, sizeof eight);
    return eight;
}

static inline uint32_t read_four(const uint8_t *at)
{
    uint32_t four;
    memcpy(&four, at, sizeof four);
    return four;
}

static inline uint64_t mix(uint64_t hash, uint64_t more)
{
    __uint128_t product = (__uint128_t)(hash ^ more) * (mezmun_secret | 1);
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* Eight bytes at once, the last ones read with some of those before them. */
static inline uint64_t hash_of(uint64_t from, const uint8_t *at, int32_t length)
{
    uint64_t hash = mix(0x9E3779B97F4A7C15u ^ from, (uint64_t)length << 32);
    const uint8_t *stop = at + length;
    if (length >= 8) {
        for (; stop - at > 8; at += 8) hash = mix(hash, read_eight(at));
        return mix(hash, read_eight(stop - 8));
    }
    if (length >= 4) return mix(hash, (uint64_t)read_four(at) << 32 | read_four(stop - 4));
    if (length > 0) return mix(hash, (uint64_t)at[0] << 16 | (uint64_t)at[length / 2] << 8 | stop[-1]);
    return hash;
}

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
