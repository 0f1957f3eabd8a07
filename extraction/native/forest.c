/* What an ensemble of oblivious decision trees answers, see extraction/forest.py. */

#include <stdint.h>
#include <string.h>

enum { STRIPE = 256 }; /* rows answered at once, so that what is between stays in the nearest cache */

typedef struct {
    const float *values;      /* (features, rows) */
    int32_t features, rows;
    int32_t trees, depth;
    const int16_t *column;    /* (depth, trees) the row of `values` that is asked for */
    const float *threshold;   /* (depth, trees) the answer is yes above it */
    const int16_t *value;     /* (trees, 2^depth) what a tree adds to the score */
    const float *curve;       /* probabilities of equal steps of the score */
    int32_t steps;
    int64_t low, step;        /* the score where the curve begins, and scores to a step */
    float *probability;       /* (rows) */
} Forest;

/* Gives 0, or -1 when a tree asks for a feature that there is not. */
int32_t mezmun_forest(const Forest *forest)
{
    int32_t trees = forest->trees, depth = forest->depth;
    for (int32_t at = 0; at < depth * trees; at++)
        if (forest->column[at] < 0 || forest->column[at] >= forest->features) return -1;
    for (int32_t start = 0; start < forest->rows; start += STRIPE) {
        int32_t rows = forest->rows - start < STRIPE ? forest->rows - start : STRIPE;
        int32_t score[STRIPE] = {0}, leaf[STRIPE];
        for (int32_t tree = 0; tree < trees; tree++) {
            memset(leaf, 0, sizeof leaf);
            for (int32_t level = 0; level < depth; level++) {
                int32_t question = level * trees + tree, yes = 1 << level;
                const float *asked = forest->values + (int64_t)forest->column[question] * forest->rows + start;
                float threshold = forest->threshold[question];
                for (int32_t row = 0; row < rows; row++) leaf[row] |= asked[row] > threshold ? yes : 0;
            }
            const int16_t *value = forest->value + ((int64_t)tree << depth);
            for (int32_t row = 0; row < rows; row++) score[row] += value[leaf[row]];
        }
        for (int32_t row = 0; row < rows; row++) {
            int64_t above = score[row] - forest->low, step = above < 0 ? 0 : above / forest->step;
            forest->probability[start + row] = forest->curve[step < forest->steps ? step : forest->steps - 1];
        }
    }
    return 0;
}
