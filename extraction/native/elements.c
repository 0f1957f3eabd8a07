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

/* Numbers of the elements, to be divided by each other: `elements.COLUMNS`, in this order. */
enum {
    ONE, PAGE, CHARS, LINKED, SAID, DIGITS, MARKS, SENTENCES, BEGINS, ENDS, LINES, SIZE, UNLINKED, ANCHORS, DEPTH,
    WIDER_CHARS, WIDER_SAID, ALIKE, ALIKE_CHARS, ALIKE_LINKED, ALIKE_SAID, SIBLINGS, SIBLING_CHARS, COLUMNS,
};
enum { SUMS = SENTENCES - CHARS + 1 };

typedef struct {
    /* What `Elements` found. */
    const int32_t *first_line, *last_line, *wider, *built, *siblings;
    const int32_t *parent, *end, *depth;
    const int16_t *tag;
    int32_t anchor;         /* code of the tag of links */
    int32_t elements;
    const double *before;   /* (SUMS, lines + 1) sums over the lines before each, in the order of the columns */
    int32_t lines;
    double *column;         /* (COLUMNS, elements) */
    double *sum;            /* (elements) */
} Numbers;

/* Gives each element the sum over all elements of its group. */
static void sum_groups(const Numbers *numbers, const int32_t *group, int32_t of, int32_t to)
{
    const double *value = numbers->column + (int64_t)of * numbers->elements;
    double *sums = numbers->column + (int64_t)to * numbers->elements;
    const double *chars = numbers->column + (int64_t)CHARS * numbers->elements;
    for (int32_t row = 0; row < numbers->elements; row++) numbers->sum[row] = 0;
    for (int32_t row = 0; row < numbers->elements; row++)
        if (chars[row] > 0) numbers->sum[group[row]] += value[row]; /* one that holds nothing is not counted */
    for (int32_t row = 0; row < numbers->elements; row++) sums[row] = numbers->sum[group[row]];
}

void mezmun_numbers(const Numbers *numbers)
{
    int32_t elements = numbers->elements;
    double *column[COLUMNS];
    for (int32_t each = 0; each < COLUMNS; each++) column[each] = numbers->column + (int64_t)each * elements;
    for (int32_t row = 0; row < elements; row++) {
        int32_t first = numbers->first_line[row], last = numbers->last_line[row];
        const double *before = numbers->before;
        column[ONE][row] = 1;
        column[PAGE][row] = before[numbers->lines];
        column[BEGINS][row] = before[first];
        column[ENDS][row] = before[last];
        for (int32_t sum = 0; sum < SUMS; sum++, before += numbers->lines + 1)
            column[CHARS + sum][row] = before[last] - before[first];
        column[LINES][row] = last - first;
        column[SIZE][row] = numbers->end[row] - row;
        column[UNLINKED][row] = column[CHARS][row] - column[LINKED][row];
        column[ANCHORS][row] = numbers->tag[row] == numbers->anchor;
        column[DEPTH][row] = numbers->depth[row];
    }
    for (int32_t row = elements - 1; row > 0; row--)
        if (numbers->parent[row] >= 0) column[ANCHORS][numbers->parent[row]] += column[ANCHORS][row];
    for (int32_t row = 0; row < elements; row++) {
        column[WIDER_CHARS][row] = column[CHARS][numbers->wider[row]];
        column[WIDER_SAID][row] = column[SAID][numbers->wider[row]];
    }
    sum_groups(numbers, numbers->built, ONE, ALIKE);
    sum_groups(numbers, numbers->built, CHARS, ALIKE_CHARS);
    sum_groups(numbers, numbers->built, LINKED, ALIKE_LINKED);
    sum_groups(numbers, numbers->built, SAID, ALIKE_SAID);
    sum_groups(numbers, numbers->siblings, ONE, SIBLINGS);
    sum_groups(numbers, numbers->siblings, CHARS, SIBLING_CHARS);
}

/* Divides, for each line, one column's number by another's, which counts as 1 below that, both of the element that is
 * around the line at a level. Gives 0, or -1 for a column or a level there is not. */
int32_t mezmun_at_levels(const double *column, int32_t elements, const int32_t *level, int32_t levels, int32_t lines,
                         const int32_t *taken, int32_t measures, float *value)
{
    for (int32_t measure = 0; measure < measures; measure++, taken += 3) {
        if (taken[0] < 0 || taken[0] >= COLUMNS || taken[1] < 0 || taken[1] >= COLUMNS) return -1;
        if (taken[2] < 0 || taken[2] >= levels) return -1;
        const double *part = column + (int64_t)taken[0] * elements, *whole = column + (int64_t)taken[1] * elements;
        const int32_t *around = level + (int64_t)taken[2] * lines;
        for (int32_t line = 0; line < lines; line++) {
            double divisor = whole[around[line]];
            *value++ = (float)(part[around[line]] / (divisor > 1 ? divisor : 1));
        }
    }
    return 0;
}
