/* Learning of words that can be found. */

#include "known.h"

/* Fills the slots, which are all -1. */
void mezmun_know_words(const Known *known)
{
    for (int32_t word = 0; word < known->number; word++) {
        int32_t start = known->edge[word];
        known->slot[slot_of(known, 0, known->words + start, known->edge[word + 1] - start)] = word;
    }
}
