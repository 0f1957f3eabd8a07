/* Which lines are chosen, see extraction/choice.py. */

#include "room.h"

enum { DIGITS = 4, BASE = 256 }; /* of a probability's bits as a number: those of 0 and above are in its order */

/* Sorts the lines by their probability, none below 0, the highest first, those of the same in their order; `other` is
 * room. It is done digit by digit, the last one first: after an even number of them they are in `order` again. */
static void sort(const uint32_t *key, int32_t lines, int32_t *order, int32_t *other)
{
    int32_t start[DIGITS][BASE] = {{0}};
    for (int32_t line = 0; line < lines; line++) {
        order[line] = line;
        for (int digit = 0; digit < DIGITS; digit++) start[digit][key[line] >> 8 * digit & (BASE - 1)]++;
    }
    for (int digit = 0; digit < DIGITS; digit++) {
        int32_t before = 0, *of = start[digit], *sorted = other;
        for (int32_t each = BASE - 1; each >= 0; each--) {
            int32_t number = of[each];
            of[each] = before;
            before += number;
        }
        for (int32_t at = 0; at < lines; at++) other[of[key[order[at]] >> 8 * digit & (BASE - 1)]++] = order[at];
        other = order;
        order = sorted;
    }
}

/* Marks the chosen lines; gives the F1 that is expected of them, or NO_MEMORY. */
double mezmun_choose(const float *probability, const float *weight, int32_t lines, uint8_t *chosen)
{
    double all = 0, matched = 0, taken = 0, most = -1;
    int32_t best = -1, *order, *other;
    uint32_t *key;
    const Part parts[] = {{&order, 4 * (int64_t)lines}, {&other, 4 * (int64_t)lines}, {&key, 4 * (int64_t)lines}};
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    memcpy(key, probability, (size_t)lines * sizeof *key);
    sort(key, lines, order, other);
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
