/* The elements around each line of a page, and the structure that repeats, see extraction/features.py. */

#include <stdint.h>

typedef struct {
    /* Elements of the page: rows of parents (-1 for the root), segments in their subtrees, numbers of their namings. */
    const int32_t *parent, *first, *last, *naming;
    int32_t elements;
    const int32_t *of;      /* (texts) line of each text */
    int32_t texts;
    const int32_t *block;   /* (lines) nearest block element */
    int32_t lines;
    int32_t levels;

    int32_t *first_line, *last_line; /* (elements) lines of its subtree: the first, and the one behind the last */
    int32_t *top;           /* (elements) the outermost element that holds no more than this one, the root left out */
    int32_t *wider;         /* (elements) the parent of that */
    int32_t *level;         /* (levels, lines) */
    int32_t *built;         /* (elements) number of the combination of namings of the element and two ancestors */
    int32_t *siblings;      /* (elements) number of the combination of naming and parent */
    int32_t *named;         /* (elements) number of the combination of namings of the element and its parent */
    uint64_t *key;          /* (elements) */
    int32_t *slot;          /* (slots) */
    int32_t slots;          /* a power of two, more than there are elements */
} Elements;

static void measure(Elements *elements)
{
    for (int32_t row = 0; row < elements->elements; row++) {
        int32_t first = elements->first[row], last = elements->last[row], parent = elements->parent[row];
        elements->first_line[row] = first < elements->texts ? elements->of[first] : elements->lines;
        elements->last_line[row] = last > first ? elements->of[last - 1] + 1 : elements->first_line[row];
        int holds_more = parent < 0 || elements->first[parent] != first || elements->last[parent] != last;
        elements->top[row] = holds_more ? row : elements->top[parent];
        int32_t above = elements->parent[elements->top[row]];
        elements->wider[row] = above < 0 ? 0 : above;
    }
    for (int32_t line = 0; line < elements->lines; line++) {
        int32_t row = elements->top[elements->block[line]];
        for (int32_t level = 0; level < elements->levels; level++) {
            elements->level[level * elements->lines + line] = row;
            row = elements->top[elements->wider[row]];
        }
    }
}

/* Numbers the different keys in the order of their first elements. */
static void number(Elements *elements, int32_t *numbers)
{
    int32_t different = 0;
    uint32_t mask = (uint32_t)elements->slots - 1;
    for (int32_t slot = 0; slot < elements->slots; slot++) elements->slot[slot] = -1;
    for (int32_t row = 0; row < elements->elements; row++) {
        uint64_t key = elements->key[row];
        uint32_t slot = (uint32_t)((key * 0x9E3779B97F4A7C15u) >> 32) & mask;
        while (elements->slot[slot] >= 0 && elements->key[elements->slot[slot]] != key) slot = (slot + 1) & mask;
        if (elements->slot[slot] < 0) {
            elements->slot[slot] = row;
            numbers[row] = different++;
        } else numbers[row] = numbers[elements->slot[slot]];
    }
}

static uint64_t pair(int32_t a, int32_t b) { return (uint64_t)(uint32_t)a << 32 | (uint32_t)b; }

void mezmun_elements(Elements *elements)
{
    const int32_t *naming = elements->naming;
    measure(elements);
    for (int32_t row = 0; row < elements->elements; row++) {
        int32_t parent = elements->parent[row] < 0 ? row : elements->parent[row];
        elements->key[row] = pair(naming[row], parent);
    }
    number(elements, elements->siblings);
    for (int32_t row = 0; row < elements->elements; row++) {
        int32_t parent = elements->parent[row] < 0 ? row : elements->parent[row];
        elements->key[row] = pair(naming[row], naming[parent]);
    }
    number(elements, elements->named);
    for (int32_t row = 0; row < elements->elements; row++) {
        int32_t parent = elements->parent[row] < 0 ? row : elements->parent[row];
        elements->key[row] = pair(naming[row], elements->named[parent]);
    }
    number(elements, elements->built);
}

/* Gives each element the sum over all elements of its group, for each of some columns; `sum` has room for a column. */
void mezmun_group_sums(const int32_t *group, int32_t elements, const double *values, int32_t columns, double *sum,
                       double *of_group)
{
    for (int32_t column = 0; column < columns; column++, values += elements, of_group += elements) {
        for (int32_t row = 0; row < elements; row++) sum[row] = 0;
        for (int32_t row = 0; row < elements; row++) sum[group[row]] += values[row];
        for (int32_t row = 0; row < elements; row++) of_group[row] = sum[group[row]];
    }
}
