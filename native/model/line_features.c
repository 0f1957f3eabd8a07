/* What is measured of each line of a page: see extraction/model/features.py, which names the values in this order; and
 * before, the elements around each line, the structure that repeats, and what is in them. */

#include "model/model.h"
#include "page/reading.h"
#include "scratch.h"
#include "text/hash.h"

static double *sums_before(const PageLines *page, int32_t column)
{
    return page->before + (int64_t)(column - COLUMN_CHARS) * (page->lines->number + 1);
}

static double *column_of(const PageLines *page, int32_t column)
{
    return page->column + (int64_t)column * page->table->elements;
}

static void place(PageLines *page)
{
    for (int32_t row = 0; row < page->table->elements; row++) {
        int32_t first = page->table->first[row], last = page->table->last[row], parent = page->table->parent[row];
        int32_t kind = page->kind[page->table->tag[row]];
        page->first_line[row] = first < page->table->texts ? page->lines->line_of[first] : page->lines->number;
        page->last_line[row] = last > first ? page->lines->line_of[last - 1] + 1 : page->first_line[row];
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
/* Finds the elements around each line, and the structure that repeats. */
static void find_elements(PageLines *page)
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

/* Counts what is in the elements, when what is before each line is known. */
static void count_elements(PageLines *page)
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

/* The features of the line itself, OWN_FEATURES of them. */
enum { OWN_CHARS, OWN_CHARS_NEXT, OWN_LINK, OWN_DIGIT, OWN_MARKS, OWN_STOPS, OWN_SYMBOL, OWN_ENDS, OWN_COPIES, OWN_SENTENCE };
enum { SENTENCE_WORDS = 8, WINDOW = 5, NOWHERE = -9999, FAR = 9999 };
#define UNSPACED_WORD 0.6f
#define MIN_SHARE 0.5
#define MAX_PAGE_SHARE 0.95

static float *row_of(const PageLines *page, int32_t row) { return page->value + (int64_t)row * page->lines->number; }

/* A part of a whole, which counts as 1 below that. */
static float share(double part, double whole) { return (float)(part / (whole > 1 ? whole : 1)); }

static void measure_own(const PageLines *page)
{
    const int32_t *count[LINE_COUNTS];
    float *own[OWN_FEATURES];
    double *before[LINE_SUMS];
    for (int each = 0; each < LINE_COUNTS; each++) count[each] = count_of(page->lines, each);
    for (int each = 0; each < OWN_FEATURES; each++) own[each] = row_of(page, each);
    for (int each = 0; each < LINE_SUMS; each++) (before[each] = sums_before(page, COLUMN_CHARS + each))[0] = 0;
    for (int32_t line = 0; line < page->lines->number; line++) {
        float seen = (float)count[SEEN_COUNT][line], chars = seen > 1 ? seen : 1, linked = (float)page->lines->linked[line];
        float words = (float)count[WORD_COUNT][line] + UNSPACED_WORD * (float)count[UNSPACED_COUNT][line];
        float stops = (float)count[STOP_COUNT][line] + (float)count[COMMA_COUNT][line];
        float sentence = words >= SENTENCE_WORDS && stops > 0 && 2 * linked < chars;
        own[OWN_CHARS][line] = chars;
        own[OWN_LINK][line] = share(linked, chars);
        own[OWN_DIGIT][line] = (float)count[DIGIT_COUNT][line] / chars;
        own[OWN_MARKS][line] = share(stops, words);
        own[OWN_STOPS][line] = stops;
        own[OWN_SYMBOL][line] = (float)count[SYMBOL_COUNT][line] / chars;
        own[OWN_ENDS][line] = page->lines->ends_sentence[line];
        own[OWN_COPIES][line] = (float)page->lines->copies[line];
        own[OWN_SENTENCE][line] = sentence;
        before[0][line + 1] = before[0][line] + chars;
        before[1][line + 1] = before[1][line] + own[OWN_LINK][line] * chars;
        before[2][line + 1] = before[2][line] + sentence * chars;
        before[3][line + 1] = before[3][line] + own[OWN_DIGIT][line] * chars;
        before[4][line + 1] = before[4][line] + stops;
        before[5][line + 1] = before[5][line] + sentence;
    }
    for (int32_t line = 0; line < page->lines->number; line++)
        own[OWN_CHARS_NEXT][line] = line + 1 < page->lines->number ? own[OWN_CHARS][line + 1] : -1;
}

/* Divides, for each line, one column's number by another's, both of the element around the line at a level. */
static float *measure_levels(const PageLines *page, float *value)
{
    const int32_t *share_of = page->shares;
    for (int32_t measure = 0; measure < page->share_number; measure++, share_of += 3) {
        const double *part = column_of(page, share_of[0]), *whole = column_of(page, share_of[1]);
        const int32_t *around = page->level + (int64_t)share_of[2] * page->lines->number;
        for (int32_t line = 0; line < page->lines->number; line++) *value++ = share(part[around[line]], whole[around[line]]);
    }
    return value;
}

/* The first line of the first headline that holds anything, -1 for none. */
static int32_t headline_of(const PageLines *page)
{
    const double *chars = column_of(page, COLUMN_CHARS);
    for (int32_t row = 0; row < page->table->elements; row++)
        if (page->inside[row] & IS_HEADLINE && chars[row] > 0) return page->first_line[row];
    return -1;
}

/* Where the lines lie from the block that holds most of the sentences: before it, in it or behind it. */
static void measure_main_block(const PageLines *page, float *value)
{
    const double *sentence_chars = sums_before(page, COLUMN_SENTENCE_CHARS);
    page->sentence_chars[0] = 0;
    for (int32_t text = 0; text < page->table->texts; text++) { /* the first text of a line counts for all of it */
        int32_t line = page->lines->line_of[text], begins = page->lines->start[line] == text;
        page->sentence_chars[text + 1] = page->sentence_chars[text] + (begins ? (int64_t)(sentence_chars[line + 1] - sentence_chars[line]) : 0);
    }
    int32_t block = mezmun_main_block(page->table, page->part, page->sentence_chars, MIN_SHARE);
    int32_t first = page->first_line[block], last = page->last_line[block];
    for (int32_t line = 0; line < page->lines->number; line++)
        value[line] = (float)((line > first) - (line < first) + (line >= last ? 1 : -1));
}

static void count_from(int32_t first, float nowhere, int32_t lines, float *value)
{
    for (int32_t line = 0; line < lines; line++) value[line] = first < 0 ? nowhere : (float)(line - first);
}

static float *measure_places(const PageLines *page, int32_t headline, float *value)
{
    int32_t lines = page->lines->number, heading = -1;
    const double *chars = sums_before(page, COLUMN_CHARS), *linked = sums_before(page, COLUMN_LINKED);
    float *number = value, *part = number + lines, *before = part + lines, *near = before + lines, *in = near + lines;
    float *since = in + 3 * (int64_t)lines;
    for (int32_t line = 0; line < lines; line++) {
        int32_t low = line > WINDOW ? line - WINDOW : 0, high = lines - line > WINDOW ? line + WINDOW + 1 : lines;
        int32_t inside = page->inside[page->line_owner[line]];
        number[line] = (float)line;
        part[line] = share(line, lines);
        before[line] = share(chars[line], chars[lines]);
        near[line] = share(linked[high] - linked[low], chars[high] - chars[low]);
        for (int each = 0; each < 3; each++) in[each * (int64_t)lines + line] = !!(inside & IN_ARTICLE << each);
        if (inside & IN_HEADING) heading = line;
        since[line] = heading < 0 ? FAR : (float)(line - heading);
    }
    count_from(headline, NOWHERE, lines, since + lines);
    count_from(page->title, NOWHERE, lines, since + 2 * (int64_t)lines);
    measure_main_block(page, since + 3 * (int64_t)lines);
    return since + 4 * (int64_t)lines;
}

/* Boxes of comments below the headline and the title, which hold neither; gives how many there are, and marks lines. */
static int32_t find_comments(const PageLines *page, int32_t headline, float *in_comments)
{
    const double *chars = column_of(page, COLUMN_CHARS), all = sums_before(page, COLUMN_CHARS)[page->lines->number];
    int32_t boxes = 0, depth = 0;
    for (int32_t line = 0; line <= page->lines->number; line++) page->comments[line] = 0;
    for (int32_t row = 0; row < page->table->elements; row++) {
        int32_t first = page->first_line[row], last = page->last_line[row];
        if (!(page->signatures->subjects[page->signature[row]] & page->comments_bit) || !(page->inside[row] & IS_BOX) || chars[row] > MAX_PAGE_SHARE * all) continue;
        if (headline >= 0 && first <= headline && last > headline) continue;
        if (page->title >= 0 && first <= page->title && last > page->title) continue;
        boxes++;
        page->comments[first]++;
        page->comments[last]--;
    }
    for (int32_t line = 0; line < page->lines->number; line++) in_comments[line] = (depth += page->comments[line]) > 0;
    return boxes;
}

static float *measure_page(const PageLines *page, int32_t headline, float *value)
{
    int32_t lines = page->lines->number, paragraphs = 0, anchors = 0, first = lines;
    float *in_comments = value + 11 * (int64_t)lines;
    int32_t boxes = find_comments(page, headline, in_comments);
    const float *own_chars = row_of(page, OWN_CHARS), *sentence = row_of(page, OWN_SENTENCE);
    double chars = sums_before(page, COLUMN_CHARS)[lines], sentence_chars = sums_before(page, COLUMN_SENTENCE_CHARS)[lines], outside = 0, longest = 0;
    for (int32_t row = 0; row < page->table->elements; row++) {
        paragraphs += !!(page->inside[row] & IS_PARAGRAPH);
        anchors += !!(page->inside[row] & IS_ANCHOR);
    }
    for (int32_t line = lines - 1; line >= 0; line--) {
        if (in_comments[line] > 0) first = line;
        else outside += sentence[line] * own_chars[line];
        longest = own_chars[line] > longest ? own_chars[line] : longest;
    }
    const double values[] = {
        lines, chars, sums_before(page, COLUMN_LINKED)[lines] / chars, sentence_chars / chars, sums_before(page, COLUMN_SENTENCES)[lines],
        paragraphs, anchors, longest / chars, sums_before(page, COLUMN_DIGITS)[lines] / chars, boxes,
        (sentence_chars - outside) / (sentence_chars > 1 ? sentence_chars : 1),
    };
    for (int each = 0; each < 11; each++)
        for (int32_t line = 0; line < lines; line++) *value++ = (float)values[each];
    value += lines;
    count_from(first, 0, lines, value);
    return value + lines;
}

int32_t mezmun_measure_lines(PageLines *page)
{
    int64_t elements = page->table->elements, lines = page->lines->number;
    for (int32_t each = 0; each < page->share_number; each++) {
        const int32_t *share_of = page->shares + 3 * each;
        if (share_of[0] < 0 || share_of[0] >= COLUMNS || share_of[1] < 0 || share_of[1] >= COLUMNS) return -1;
        if (share_of[2] < 0 || share_of[2] >= page->levels) return -1;
    }
    for (page->slots = 4; page->slots <= 2 * elements;) page->slots *= 2;
    const ScratchPart parts[] = {
        {&page->top, 4 * elements}, {&page->wider, 4 * elements}, {&page->built, 4 * elements},
        {&page->siblings, 4 * elements}, {&page->inside, 4 * elements},
        {&page->comments, 4 * (lines + 1)}, {&page->key, 8 * elements}, {&page->slot, 4 * (int64_t)page->slots},
        {&page->before, 8 * LINE_SUMS * (lines + 1)}, {&page->column, 8 * COLUMNS * elements}, {&page->sum, 8 * MAX_GROUP_SUMS * elements},
        {&page->sentence_chars, 8 * ((int64_t)page->table->texts + 1)},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    find_elements(page);
    measure_own(page);
    count_elements(page);
    int32_t headline = headline_of(page);
    measure_page(page, headline, measure_places(page, headline, measure_levels(page, row_of(page, OWN_FEATURES))));
    free(scratch);
    return 0;
}
