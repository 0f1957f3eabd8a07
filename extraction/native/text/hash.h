/* Strings as numbers, other ones in every process: no page can be written so that its strings have the same. */

#pragma once

#include "library.h"

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
