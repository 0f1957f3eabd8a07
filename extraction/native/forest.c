/* What an ensemble of oblivious decision trees answers, see extraction/forest.py. */

#include "forest.h"

#include <string.h>

enum { TOGETHER = 8 }; /* trees whose values are added to the scores at once; their number is a multiple of it */
enum { DEEPEST = 8, LANES = 16 };

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

/* Puts the position of each row's value in a tree's table; rows are a multiple of `LANES`. */
static void ask_tree(const Forest *forest, const Asked *asked, int32_t tree, int32_t rows, uint8_t *restrict leaf)
{
    const int16_t *column = forest->column + (int64_t)tree * forest->depth;
    const uint8_t *least = forest->least + (int64_t)tree * forest->depth;
    int32_t open[DEEPEST], questions = 0, agreed = 0;
    for (int32_t level = 0; level < forest->depth; level++) {
        int yes = asked->lowest[column[level]] >= least[level], maybe = asked->highest[column[level]] >= least[level];
        agreed |= yes << level;
        open[questions] = level;
        questions += maybe & !yes;
    }
    memset(leaf, agreed, (size_t)rows);
    for (int32_t question = 0; question < questions; question++) {
        const uint8_t *restrict place = asked->place + (int64_t)column[open[question]] * STRIPE;
        uint8_t from = least[open[question]], yes = (uint8_t)(1 << open[question]);
        for (int32_t row = 0; row < rows; row += LANES)
            for (int32_t each = row; each < row + LANES; each++) leaf[each] |= place[each] >= from ? yes : 0;
    }
}

void mezmun_answer(const Forest *forest, const Asked *asked, float *probability)
{
    for (int32_t start = 0; start < asked->lines; start += STRIPE) {
        int32_t rows = asked->lines - start < STRIPE ? asked->lines - start : STRIPE;
        int32_t score[STRIPE] = {0}, padded = (rows + LANES - 1) / LANES * LANES;
        uint8_t leaf[TOGETHER][STRIPE];
        place_values(forest, asked, start, rows);
        for (int32_t tree = 0; tree < forest->trees; tree += TOGETHER) {
            const int16_t *value[TOGETHER];
            for (int each = 0; each < TOGETHER; each++) {
                ask_tree(forest, asked, tree + each, padded, leaf[each]);
                value[each] = forest->value + ((int64_t)(tree + each) << forest->depth);
            }
            for (int32_t row = 0; row < rows; row++) {
                int32_t sum = 0;
                for (int each = 0; each < TOGETHER; each++) sum += value[each][leaf[each][row]];
                score[row] += sum;
            }
        }
        for (int32_t row = 0; row < rows; row++) {
            int64_t above = score[row] - forest->low, step = above < 0 ? 0 : above / forest->step;
            probability[start + row] = forest->curve[step < forest->steps ? step : forest->steps - 1];
        }
    }
}
