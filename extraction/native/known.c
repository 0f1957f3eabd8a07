/* Learning of words that can be found. */

#include "known.h"

/* Fills the slots, all of which are free. */
void mezmun_know_words(const Known *known)
{
    for (int32_t word = 0; word < known->number; word++) learn_word(known, word);
}
