/* Pooling of lines in the same container: for C alone. */

#pragma once

#include "model/model.h"

/* Moves the log odds of lines towards the mean of those in the same container, weighted by their characters. They are
 * counted in steps of the forest's calibration: sums of whole numbers are the same on every machine. Gives 0, or
 * NO_MEMORY. */
int32_t pool_lines(const Pooling *pooling, const int64_t *container, const Forest *forest, const float *chars,
                   int32_t lines, float *probability);
