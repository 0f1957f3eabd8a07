/* What a forest of trees answers: for C alone. */

#pragma once

#include "model/model.h"

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
