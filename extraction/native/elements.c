/* The elements around each line of a page, the structure that repeats, and what is in them. */

#include "hash.h"
#include "page_lines.h"

#include <stddef.h>

static void place(PageLines *page)
{
    for (int32_t row = 0; row < page->table.elements; row++) {
        int32_t first = page->table.first[row], last = page->table.last[row], parent = page->table.parent[row];
        int32_t kind = page->kind[page->table.tag[row]];
        page->first_line[row] = first < page->table.texts ? page->lines.of[first] : page->lines.number;
        page->last_line[row] = last > first ? page->lines.of[last - 1] + 1 : page->first_line[row];
        int holds_more = parent < 0 || page->table.first[parent] != first || page->table.last[parent] != last;
        page->top[row] = holds_more ? row : page->top[parent];
        int32_t above = page->table.parent[page->top[row]];
        page->wider[row] = above < 0 ? 0 : above;
        page->inside[row] = kind | (parent < 0 ? 0 : page->inside[parent] & INHERITED);
    }
    for (int32_t line = 0; line < page->lines.number; line++) {
        int32_t row = page->top[page->lines.block[line]];
        for (int32_t level = 0; level < page->levels; level++) {
            page->level[level * page->lines.number + line] = row;
            row = page->top[page->wider[row]];
        }
        page->line_owner[line] = page->table.owner[page->lines.start[line]];
    }
}

/* Numbers the different keys in the order of their first elements. */
static void number(PageLines *page, int32_t *numbers)
{
    int32_t different = 0;
    uint32_t mask = (uint32_t)page->slots - 1;
    for (int32_t slot = 0; slot < page->slots; slot++) page->slot[slot] = -1;
    for (int32_t row = 0; row < page->table.elements; row++) {
        uint64_t key = page->key[row];
        uint32_t slot = (uint32_t)mix(0x9E3779B97F4A7C15u, key) & mask;
        while (page->slot[slot] >= 0 && page->key[page->slot[slot]] != key) slot = (slot + 1) & mask;
        if (page->slot[slot] < 0) {
            page->slot[slot] = row;
            numbers[row] = different++;
        } else numbers[row] = numbers[page->slot[slot]];
    }
}

/* Numbers the combinations of each element's naming with what is said of its parent, its own row for the root. */
static void pair(PageLines *page, const int32_t *of_parent, int32_t *numbers)
{
    for (int32_t row = 0; row < page->table.elements; row++) {
        int32_t parent = page->table.parent[row] < 0 ? row : page->table.parent[row];
        page->key[row] = (uint64_t)(uint32_t)page->naming[row] << 32 | (uint32_t)(of_parent ? of_parent[parent] : parent);
    }
    number(page, numbers);
}

void mezmun_find_elements(PageLines *page)
{
    place(page);
    pair(page, NULL, page->siblings);
    pair(page, page->naming, page->named);
    pair(page, page->named, page->built);
}

/* Gives each element the sum over all elements of its group. */
static void sum_groups(const PageLines *page, const int32_t *group, int32_t of, int32_t to)
{
    const double *value = column_of(page, of), *chars = column_of(page, CHARS);
    double *sums = column_of(page, to);
    for (int32_t row = 0; row < page->table.elements; row++) page->sum[row] = 0;
    for (int32_t row = 0; row < page->table.elements; row++)
        if (chars[row] > 0) page->sum[group[row]] += value[row]; /* one that holds nothing is not counted */
    for (int32_t row = 0; row < page->table.elements; row++) sums[row] = page->sum[group[row]];
}

void mezmun_count_elements(PageLines *page)
{
    int32_t elements = page->table.elements;
    double *column[COLUMNS];
    for (int32_t each = 0; each < COLUMNS; each++) column[each] = column_of(page, each);
    for (int32_t row = 0; row < elements; row++) {
        int32_t first = page->first_line[row], last = page->last_line[row];
        const double *before = page->before;
        column[ONE][row] = 1;
        column[PAGE][row] = before[page->lines.number];
        column[BEGINS][row] = before[first];
        column[ENDS][row] = before[last];
        for (int32_t sum = 0; sum < SUMS; sum++, before += page->lines.number + 1)
            column[CHARS + sum][row] = before[last] - before[first];
        column[LINES][row] = last - first;
        column[SIZE][row] = page->table.end[row] - row;
        column[UNLINKED][row] = column[CHARS][row] - column[LINKED][row];
        column[ANCHORS][row] = !!(page->inside[row] & ANCHOR);
        column[DEPTH][row] = page->table.depth[row];
    }
    for (int32_t row = elements - 1; row > 0; row--)
        if (page->table.parent[row] >= 0) column[ANCHORS][page->table.parent[row]] += column[ANCHORS][row];
    for (int32_t row = 0; row < elements; row++) {
        column[WIDER_CHARS][row] = column[CHARS][page->wider[row]];
        column[WIDER_SAID][row] = column[SAID][page->wider[row]];
    }
    sum_groups(page, page->built, ONE, ALIKE);
    sum_groups(page, page->built, CHARS, ALIKE_CHARS);
    sum_groups(page, page->built, LINKED, ALIKE_LINKED);
    sum_groups(page, page->built, SAID, ALIKE_SAID);
    sum_groups(page, page->siblings, ONE, SIBLINGS);
    sum_groups(page, page->siblings, CHARS, SIBLING_CHARS);
}
