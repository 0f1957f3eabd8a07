/* The nearest of some elements at or above each element of a page. */

#include <stdint.h>

/* `parent` is -1 for none, and less than the element's own row: what is above an element is known before it. */
void mezmun_nearest(const int32_t *parent, const uint8_t *marked, int32_t elements, int32_t *nearest)
{
    for (int32_t row = 0; row < elements; row++) {
        int32_t above = parent[row];
        nearest[row] = marked[row] ? row : above >= 0 && above < row ? nearest[above] : -1;
    }
}
