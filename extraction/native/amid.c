/* Lists and tables that may stand in the midst of the text: see extraction/amid.py. */

#include "page.h"

/* Finds those of some kinds of elements that hold so many texts, of which the first is not marked, between two that are.
 * Gives how many there are; `found` has room for all elements. */
int32_t mezmun_amid(const Page *page, const uint8_t *kind, const uint8_t *marked, int32_t fewest, int32_t *found)
{
    int32_t number = 0;
    for (int32_t row = 0; row < page->elements; row++) {
        int32_t first = page->first[row], last = page->last[row];
        if (!kind[page->tag[row]] || last - first < fewest || first == 0 || last == page->texts) continue;
        if (marked[first - 1] && !marked[first] && marked[last]) found[number++] = row;
    }
    return number;
}
