/* Which lines are chosen, see extraction/choice.py. */

#include "room.h"

/* Sorts the lines by their probability, the highest first, those of the same in their order; `other` is room. Gives
 * whichever of the two holds them in the end. */
static int32_t *sorted(const float *probability, int32_t lines, int32_t *order, int32_t *other)
{
    for (int32_t line = 0; line < lines; line++) order[line] = line;
    for (int64_t width = 1; width < lines; width *= 2) {
        for (int64_t start = 0; start < lines; start += 2 * width) {
            int64_t middle = start + width < lines ? start + width : lines;
            int64_t stop = middle + width < lines ? middle + width : lines, left = start, right = middle;
            for (int64_t at = start; at < stop; at++) {
                int from_left = left < middle && (right == stop || probability[order[left]] >= probability[order[right]]);
                other[at] = order[from_left ? left++ : right++];
            }
        }
        int32_t *merged = other;
        other = order;
        order = merged;
    }
    return order;
}

/* Marks the chosen lines; gives the F1 that is expected of them, or NO_MEMORY. */
double mezmun_choose(const float *probability, const float *weight, int32_t lines, uint8_t *chosen)
{
    double all = 0, matched = 0, taken = 0, most = -1;
    int32_t best = -1, *order, *other;
    const Part parts[] = {{&order, 4 * (int64_t)lines}, {&other, 4 * (int64_t)lines}};
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    order = sorted(probability, lines, order, other);
    for (int32_t at = 0; at < lines; at++) all += (double)probability[order[at]] * weight[order[at]];
    for (int32_t at = 0; at < lines; at++) {
        int32_t line = order[at];
        matched += (double)probability[line] * weight[line];
        taken += weight[line];
        double whole = taken + all, expected = 2 * matched / (whole > 1e-9 ? whole : 1e-9);
        if (expected > most) {
            most = expected;
            best = at;
        }
        chosen[line] = 0;
    }
    for (int32_t at = 0; at <= best; at++) chosen[order[at]] = 1;
    free(room);
    return most;
}
