/* Passes over the elements of a page that go from parents to children, or back. Every parent's row is before those of
 * its children; the root's is -1. */

#include <stdint.h>

/* What each element and its ancestors say at the least, at the most, and in bits. */
void mezmun_lowest(const int32_t *parent, int32_t elements, float *value)
{
    for (int32_t row = 0; row < elements; row++)
        if (parent[row] >= 0 && value[parent[row]] < value[row]) value[row] = value[parent[row]];
}

void mezmun_highest(const int32_t *parent, int32_t elements, float *value)
{
    for (int32_t row = 0; row < elements; row++)
        if (parent[row] >= 0 && value[parent[row]] > value[row]) value[row] = value[parent[row]];
}

void mezmun_all_bits(const int32_t *parent, int32_t elements, int32_t *value)
{
    for (int32_t row = 0; row < elements; row++)
        if (parent[row] >= 0) value[row] |= value[parent[row]];
}

/* The first child of each element that holds the most, -1 for an element without children. */
void mezmun_best_children(const int32_t *parent, int32_t elements, const int64_t *held, int32_t *best)
{
    for (int32_t row = 0; row < elements; row++) {
        best[row] = -1;
        if (parent[row] < 0) continue;
        int32_t *known = best + parent[row];
        if (*known < 0 || held[row] > held[*known]) *known = row;
    }
}
