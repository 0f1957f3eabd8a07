/* The containers that lines stand in, and pooling: see extraction/model/containers.py. */

#include "hash.h"
#include "model/containers.h"
#include "scratch.h"

typedef struct {
    int64_t container, weight, odds; /* the last is the sum over the lines, each times its weight */
    int32_t lines;
} Pool;

/* The step of the calibration that is nearest to a probability. */
static int32_t step_of(const Forest *forest, float probability)
{
    const float *calibration = forest->calibration;
    int32_t low = 0, high = forest->steps - 1;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (calibration[middle] < probability) low = middle + 1;
        else high = middle;
    }
    return low > 0 && probability - calibration[low - 1] < calibration[low] - probability ? low - 1 : low;
}

/* The place of a container in a hash table, where it is put if it is not there. */
static int32_t place_of(Pool *table, int32_t slots, int64_t container)
{
    uint32_t mask = (uint32_t)slots - 1, slot = (uint32_t)mix(0, (uint64_t)container) & mask;
    while (table[slot].lines && table[slot].container != container) slot = (slot + 1) & mask;
    table[slot].container = container;
    return (int32_t)slot;
}

int32_t pool_lines(const Pooling *pooling, const int64_t *container, const Forest *forest, const float *chars,
                   int32_t lines, float *probability)
{
    int32_t slots = 4, *step, *place;
    while (slots <= 2 * (int64_t)lines) slots *= 2;
    Pool *table;
    const ScratchPart parts[] = {
        {&table, (int64_t)sizeof *table * slots}, {&step, 4 * (int64_t)lines}, {&place, 4 * (int64_t)lines},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(table, 0, (size_t)slots * sizeof *table);
    for (int32_t line = 0; line < lines; line++) {
        int64_t weight = (int64_t)(chars[line] < pooling->max_chars ? chars[line] : pooling->max_chars) + 1;
        step[line] = step_of(forest, probability[line]);
        place[line] = place_of(table, slots, container[line]);
        Pool *pool = table + place[line];
        pool->lines++;
        pool->weight += weight;
        pool->odds += weight * step[line];
    }
    for (int32_t line = 0; line < lines; line++) {
        const Pool *pool = table + place[line];
        int32_t others = pool->lines - 1;
        if (!others) continue;
        double mean = (double)pool->odds / (double)pool->weight;
        double share = pooling->weight * others / (others + pooling->half_lines);
        probability[line] = forest->calibration[(int32_t)(step[line] + share * (mean - step[line]) + 0.5)];
    }
    free(scratch);
    return 0;
}
