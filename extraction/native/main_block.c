/* The block of a page that holds most of something: see extraction/valid_characters.py. */

#include "main_block.h"

int32_t mezmun_main_block(const int16_t *tag, const int32_t *end, const int32_t *first, const int32_t *last,
                          const uint8_t *part, const int64_t *before, double least_share)
{
    int32_t block = 0;
    int64_t held = before[last[0]] - before[first[0]];
    for (;;) {
        int32_t best = -1;
        int64_t most = 0;
        for (int32_t child = block + 1; child < end[block]; child = end[child]) {
            int64_t holds = before[last[child]] - before[first[child]];
            if (holds > most) {
                most = holds;
                best = child;
            }
        }
        if (best < 0 || (double)most < least_share * (double)held || part[tag[best]]) return block;
        block = best;
        held = most;
    }
}
