/* The elements around each line of a page, the structure that repeats, and what is in them. */

#include "model/steps.h"
#include "text/hash.h"

static void place(PageLines *page)
{
    for (int32_t row = 0; row < page->table->elements; row++) {
        int32_t first = page->table->first[row], last = page->table->last[row], parent = page->table->parent[row];
        int32_t kind = page->kind[page->table->tag[row]];
        page->first_line[row] = first < page->table->texts ? page->lines->of[first] : page->lines->number;
        page->last_line[row] = last > first ? page->lines->of[last - 1] + 1 : page->first_line[row];
        int holds_more = parent < 0 || page->table->first[parent] != first || page->table->last[parent] != last;
        page->top[row] = holds_more ? row : page->top[parent];
        int32_t above = page->table->parent[page->top[row]];
        page->wider[row] = above < 0 ? 0 : above;
        page->inside[row] = kind | (parent < 0 ? 0 : page->inside[parent] & INHERITED_KINDS);
    }
    for (int32_t line = 0; line < page->lines->number; line++) {
        int32_t row = page->top[page->lines->block[line]];
        for (int32_t level = 0; level < page->levels; level++) {
            page->level[level * page->lines->number + line] = row;
            row = page->top[page->wider[row]];
        }
        page->line_owner[line] = page->table->owner[page->lines->start[line]];
    }
}

/* Numbers the different keys in the order of their first elements. */
static void number(PageLines *page, int32_t *numbers)
{
    int32_t different = 0;
    uint32_t mask = (uint32_t)page->slots - 1;
    for (int32_t slot = 0; slot < page->slots; slot++) page->slot[slot] = -1;
    for (int32_t row = 0; row < page->table->elements; row++) {
        uint64_t key = page->key[row];
        uint32_t slot = (uint32_t)mix(0x9E3779B97F4A7C15u, key) & mask;
        while (page->slot[slot] >= 0 && page->key[page->slot[slot]] != key) slot = (slot + 1) & mask;
        if (page->slot[slot] < 0) {
            page->slot[slot] = row;
            numbers[row] = different++;
        } else numbers[row] = numbers[page->slot[slot]];
    }
}

static int32_t parent_of(const PageLines *page, int32_t row)
{
    return page->table->parent[row] < 0 ? row : page->table->parent[row];
}

/* Numbers the combinations of each element's signature with its parent, and with the signatures of its parent and of the one
 * around that; the root is its own. Of the latter, as many as a page may have, two different ones are taken for the same
 * with a chance of one in four million. */
void find_elements(PageLines *page)
{
    const int32_t *signature = page->signature;
    place(page);
    for (int32_t row = 0; row < page->table->elements; row++)
        page->key[row] = (uint64_t)(uint32_t)signature[row] << 32 | (uint32_t)parent_of(page, row);
    number(page, page->siblings);
    for (int32_t row = 0; row < page->table->elements; row++) {
        int32_t parent = parent_of(page, row);
        uint64_t two = (uint64_t)(uint32_t)signature[row] << 32 | (uint32_t)signature[parent];
        page->key[row] = mix(mix(0x9E3779B97F4A7C15u, two), (uint64_t)signature[parent_of(page, parent)]);
    }
    number(page, page->built);
}

/* Gives each element the sums of some columns over all elements of its group, in the columns from `to` on. */
static void sum_groups(const PageLines *page, const int32_t *group, const int32_t *of, int32_t sums, int32_t to)
{
    int32_t elements = page->table->elements;
    const double *value[MAX_GROUP_SUMS], *chars = column_of(page, COLUMN_CHARS);
    double *sums_of[MAX_GROUP_SUMS];
    for (int32_t each = 0; each < sums; each++) {
        value[each] = column_of(page, of[each]);
        sums_of[each] = column_of(page, to + each);
    }
    memset(page->sum, 0, (size_t)elements * (size_t)sums * sizeof *page->sum);
    for (int32_t row = 0; row < elements; row++) {
        double *sum = page->sum + (int64_t)group[row] * sums;
        if (chars[row] > 0) /* one that holds nothing is not counted */
            for (int32_t each = 0; each < sums; each++) sum[each] += value[each][row];
    }
    for (int32_t row = 0; row < elements; row++) {
        const double *sum = page->sum + (int64_t)group[row] * sums;
        for (int32_t each = 0; each < sums; each++) sums_of[each][row] = sum[each];
    }
}

void count_elements(PageLines *page)
{
    int32_t elements = page->table->elements;
    double *column[COLUMNS];
    for (int32_t each = 0; each < COLUMNS; each++) column[each] = column_of(page, each);
    for (int32_t row = 0; row < elements; row++) {
        int32_t first = page->first_line[row], last = page->last_line[row];
        const double *before = page->before;
        column[COLUMN_ONE][row] = 1;
        column[COLUMN_PAGE][row] = before[page->lines->number];
        column[COLUMN_BEGINS][row] = before[first];
        column[COLUMN_ENDS][row] = before[last];
        for (int32_t sum = 0; sum < LINE_SUMS; sum++, before += page->lines->number + 1)
            column[COLUMN_CHARS + sum][row] = before[last] - before[first];
        column[COLUMN_LINES][row] = last - first;
        column[COLUMN_SIZE][row] = page->table->end[row] - row;
        column[COLUMN_UNLINKED][row] = column[COLUMN_CHARS][row] - column[COLUMN_LINKED][row];
        column[COLUMN_ANCHORS][row] = !!(page->inside[row] & IS_ANCHOR);
        column[COLUMN_DEPTH][row] = page->table->depth[row];
    }
    for (int32_t row = elements - 1; row > 0; row--)
        if (page->table->parent[row] >= 0) column[COLUMN_ANCHORS][page->table->parent[row]] += column[COLUMN_ANCHORS][row];
    for (int32_t row = 0; row < elements; row++) {
        column[COLUMN_WIDER_CHARS][row] = column[COLUMN_CHARS][page->wider[row]];
        column[COLUMN_WIDER_SENTENCE_CHARS][row] = column[COLUMN_SENTENCE_CHARS][page->wider[row]];
    }
    static const int32_t of_groups[MAX_GROUP_SUMS] = {COLUMN_ONE, COLUMN_CHARS, COLUMN_LINKED, COLUMN_SENTENCE_CHARS};
    sum_groups(page, page->built, of_groups, COLUMN_ALIKE_SENTENCE_CHARS - COLUMN_ALIKE + 1, COLUMN_ALIKE);
    sum_groups(page, page->siblings, of_groups, COLUMN_SIBLING_CHARS - COLUMN_SIBLINGS + 1, COLUMN_SIBLINGS);
}
