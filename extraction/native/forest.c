/* What an ensemble of oblivious decision trees answers, see extraction/forest.py. */

#include "leaves.h"

#include <string.h>

enum { LANES = 16 };

typedef struct { float least, most; } Range;

static Range range_of(const float *value, int32_t rows)
{
    float least[LANES], most[LANES];
    for (int lane = 0; lane < LANES; lane++) least[lane] = most[lane] = value[lane < rows ? lane : 0];
    for (int32_t row = 0; row + LANES <= rows; row += LANES)
        for (int lane = 0; lane < LANES; lane++) {
            float other = value[row + lane];
            least[lane] = other < least[lane] ? other : least[lane];
            most[lane] = other > most[lane] ? other : most[lane];
        }
    for (int32_t row = rows / LANES * LANES; row < rows; row++) {
        least[0] = value[row] < least[0] ? value[row] : least[0];
        most[0] = value[row] > most[0] ? value[row] : most[0];
    }
    for (int lane = 1; lane < LANES; lane++) {
        least[0] = least[lane] < least[0] ? least[lane] : least[0];
        most[0] = most[lane] > most[0] ? most[lane] : most[0];
    }
    return (Range){least[0], most[0]};
}

/* A compiler left to itself would make its vectors of the thresholds, which are few. */
typedef float Values __attribute__((vector_size(4 * LANES)));
typedef int32_t Counts __attribute__((vector_size(4 * LANES)));
typedef uint8_t Places __attribute__((vector_size(LANES)));

/* Counts, for `LANES` values, those of the thresholds that are below. */
static void count_below(const float *value, const float *threshold, int32_t from, int32_t to, uint8_t *place)
{
    Values values;
    Counts below = from - (Counts){0};
    memcpy(&values, value, sizeof values);
    for (int32_t each = from; each < to; each++) below -= values > threshold[each]; /* true is -1 */
    Places places = __builtin_convertvector(below, Places);
    memcpy(place, &places, sizeof places);
}

/* Counts the thresholds below each value: the trees then ask bytes, many at once, and those that all rows answer alike
 * need no asking. */
static void place_values(const Forest *forest, const Asked *asked, int32_t start, int32_t rows)
{
    for (int32_t feature = 0; feature < forest->features; feature++) {
        const float *value = asked->values + (int64_t)forest->row[feature] * asked->lines + start;
        const float *threshold = forest->threshold + forest->edge[feature];
        int32_t thresholds = forest->edge[feature + 1] - forest->edge[feature], lowest = 0, highest = 0, row = 0;
        uint8_t *place = asked->place + (int64_t)feature * STRIPE;
        Range range = range_of(value, rows);
        for (int32_t each = 0; each < thresholds; each++) {
            lowest += range.least > threshold[each];
            highest += range.most > threshold[each];
        }
        asked->lowest[feature] = (uint8_t)lowest;
        asked->highest[feature] = (uint8_t)highest;
        if (lowest == highest) continue; /* no tree reads the places */
        for (; row + LANES <= rows; row += LANES) count_below(value + row, threshold, lowest, highest, place + row);
        if (row == rows) continue;
        float last[LANES] = {0};
        memcpy(last, value + row, (size_t)(rows - row) * sizeof *last);
        count_below(last, threshold, lowest, highest, place + row);
    }
}

void mezmun_answer(const Forest *forest, const Asked *asked, float *probability)
{
    for (int32_t start = 0; start < asked->lines; start += STRIPE) {
        int32_t rows = asked->lines - start < STRIPE ? asked->lines - start : STRIPE;
        int32_t score[STRIPE] = {0};
        place_values(forest, asked, start, rows);
        for (int32_t tree = 0; tree < forest->trees; tree += TOGETHER) mezmun_ask_together(forest, asked, tree, rows, score);
        for (int32_t row = 0; row < rows; row++) {
            int64_t above = score[row] - forest->low, step = above < 0 ? 0 : above / forest->step;
            probability[start + row] = forest->curve[step < forest->steps ? step : forest->steps - 1];
        }
    }
}
