/* An ensemble of oblivious decision trees: see extraction/forest.py. */

#ifndef MEZMUN_FOREST_H
#define MEZMUN_FOREST_H

#include <stdint.h>

enum { STRIPE = 256 }; /* lines answered at once, so that what is between stays in the nearest cache */

typedef struct {
    int32_t features, trees, depth, steps;
    const int32_t *edge;      /* (features + 1) where each feature's thresholds begin */
    const float *threshold;   /* of each feature, ascending, 255 at most */
    const int16_t *column;    /* (trees, depth) the feature that is asked for */
    const uint8_t *least;     /* (trees, depth) the answer is yes above so many thresholds */
    const int16_t *value;     /* (trees, 2^depth) what a tree adds to the score */
    const float *curve;       /* (steps) probabilities of equal steps of the score */
    int64_t low, step;        /* the score where the curve begins, and scores to a step */
    const int32_t *row;       /* (features) row of the tables it is asked about */
    const uint8_t *split;     /* (trees, 2, 64) `value` again, the low bytes of a tree's before its high ones: see leaves.c;
                                 NULL where the processor cannot, trees are deeper, or eight may say what two bytes cannot hold */
} Forest;

typedef struct {
    const float *values;      /* (rows of the table, lines) */
    int32_t lines;

    /* Room for what is between, for as many features as a forest has. */
    uint8_t *place;           /* (features, STRIPE) thresholds that are below each value */
    uint8_t *lowest, *highest; /* (features) of these */
} Asked;

/* Gives each line its probability. */
void mezmun_answer(const Forest *forest, const Asked *asked, float *probability);

#endif
