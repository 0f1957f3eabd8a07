/* A scratch buffer: memory that a function needs while it runs, in one piece. */

#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    void *pointer;  /* to the pointer, of any type, that is set to the part */
    int64_t bytes;
} ScratchPart;

/* Allocates all parts; numbers of any type may stand at the beginning of each. The result must be freed; it is NULL when
 * there is no memory. */
static inline void *allocate_scratch(const ScratchPart *parts, int number)
{
    int64_t all = 1;
    for (int part = 0; part < number; part++) all += (parts[part].bytes + 7) / 8 * 8;
    uint8_t *scratch = malloc((size_t)all), *at = scratch;
    for (int part = 0; part < number && scratch; part++) {
        memcpy(parts[part].pointer, &at, sizeof at);
        at += (parts[part].bytes + 7) / 8 * 8;
    }
    return scratch;
}

#define SCRATCH(parts) allocate_scratch(parts, (int)(sizeof(parts) / sizeof *(parts)))
