/* What is thought of lines in the same box, pooled: see extraction/boxes.py. */

#ifndef POOLING_H
#define POOLING_H

#include <stdint.h>

typedef struct {
    double weight;       /* how far a line moves towards the mean of its box, when that has many lines ... */
    double few;          /* ... and the lines beside it with which it moves half as far */
    double longest;      /* characters beyond which a line counts no more than others */
} Pooling;

/* Moves the log odds of lines towards the mean of those in the same box, by their characters; `of` is the box of each.
 * `curve` has the probabilities of equal steps of the log odds, in which they are counted: sums of whole numbers are the
 * same on every machine. Gives 0, or NO_MEMORY. */
int32_t pool(const Pooling *pooling, const int64_t *of, const float *curve, int32_t steps, const float *chars,
             int32_t lines, float *probability);

#endif
