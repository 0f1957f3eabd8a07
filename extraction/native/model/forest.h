/* What prediction takes of forests and containers: for C alone. */

#pragma once

#include "model/model.h"

#include <string.h>

enum { LINE_BATCH = 256 }; /* lines that are answered together, so that what is computed for them stays in the nearest cache */

typedef struct {
    const float *values;      /* (rows of the table, lines) */
    int32_t lines;

    /* Scratch, for as many features as a forest has. */
    uint8_t *rank;             /* (features, LINE_BATCH) how many thresholds are below each value */
    uint8_t *lowest, *highest; /* (features) of these ranks */
} ForestInput;

/* Gives each line its probability. */
void ask_forest(const Forest *forest, const ForestInput *input, float *probability);

/* Moves the log odds of lines towards the mean of those in the same container, weighted by their characters. They are
 * counted in steps of the forest's calibration: sums of whole numbers are the same on every machine. Gives 0, or
 * NO_MEMORY. */
int32_t pool_lines(const Pooling *pooling, const int64_t *container, const Forest *forest, const float *chars,
                   int32_t lines, float *probability);
