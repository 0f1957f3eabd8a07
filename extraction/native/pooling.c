/* What is thought of lines in the same box, pooled. */

#include "hash.h"
#include "pooling.h"
#include "room.h"

typedef struct {
    int64_t box, weight, odds; /* the last is their sum over the lines, each times its weight */
    int32_t lines;
} Box;

/* The step of the curve that is nearest to a probability. */
static int32_t step_of(const float *curve, int32_t steps, float probability)
{
    int32_t low = 0, high = steps - 1;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (curve[middle] < probability) low = middle + 1;
        else high = middle;
    }
    return low > 0 && probability - curve[low - 1] < curve[low] - probability ? low - 1 : low;
}

/* The place of a box in a table, where it is put if it is not there. */
static int32_t place_of(Box *table, int32_t slots, int64_t box)
{
    uint32_t mask = (uint32_t)slots - 1, slot = (uint32_t)mix(0, (uint64_t)box) & mask;
    while (table[slot].lines && table[slot].box != box) slot = (slot + 1) & mask;
    table[slot].box = box;
    return (int32_t)slot;
}

int32_t pool(const Pooling *pooling, const int64_t *of, const float *curve, int32_t steps, const float *chars,
             int32_t lines, float *probability)
{
    int32_t slots = 4, *step, *place;
    while (slots <= 2 * (int64_t)lines) slots *= 2;
    Box *table;
    const Part parts[] = {
        {&table, (int64_t)sizeof *table * slots}, {&step, 4 * (int64_t)lines}, {&place, 4 * (int64_t)lines},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    memset(table, 0, (size_t)slots * sizeof *table);
    for (int32_t line = 0; line < lines; line++) {
        int64_t weight = (int64_t)(chars[line] < pooling->longest ? chars[line] : pooling->longest) + 1;
        step[line] = step_of(curve, steps, probability[line]);
        place[line] = place_of(table, slots, of[line]);
        Box *box = table + place[line];
        box->lines++;
        box->weight += weight;
        box->odds += weight * step[line];
    }
    for (int32_t line = 0; line < lines; line++) {
        const Box *box = table + place[line];
        int32_t others = box->lines - 1;
        if (!others) continue;
        double mean = (double)box->odds / (double)box->weight, share = pooling->weight * others / (others + pooling->few);
        probability[line] = curve[(int32_t)(step[line] + share * (mean - step[line]) + 0.5)];
    }
    free(room);
    return 0;
}
