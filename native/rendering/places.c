/* What the elements of a page mean for the lines of its text: see extraction/rendering/render.py, which says what the rules
 * are for. */

#include "rendering/places.h"

#include <string.h>

#include "rendering/columns.h"
#include "rendering/kinds.h"

enum { MAX_SHORT_CELL = 60 }; /* characters */

/* Whether an element that ends lines stands around all text of a cell or none, and so parts none of it. */
static int parts_nothing(const Page *page, int32_t element, int32_t cell)
{
    int32_t first = page->first[element], last = page->last[element], from = page->first[cell], to = page->last[cell];
    return first == last ? first == from || first == to : first == from && last == to;
}

static int holds_chosen(const BlockRendering *rendering, int32_t element)
{
    return memchr(rendering->chosen + rendering->page->first[element], 1,
                  (size_t)(rendering->page->last[element] - rendering->page->first[element])) != NULL;
}

/* Whether a cell holds so little that a break in it is but for want of room. */
static int is_short(const Page *page, int32_t cell)
{
    int32_t chars = 0;
    for (int32_t text = page->first[cell]; text < page->last[cell] && chars <= MAX_SHORT_CELL; text++) chars += page->chars[text];
    return chars <= MAX_SHORT_CELL;
}

/* A row of data has two cells at least, with a line each: bare, or with boxes and breaks when more than one of them is
 * chosen, and not all are columns of text. Where its table `has_head`, short cells may have several lines and items. */
static int is_row_of_data(const BlockRendering *rendering, int32_t row, int has_head)
{
    const Page *page = rendering->page;
    int32_t cells = 0, chosen = 0, bare = 1, cell = -1, cell_is_short = 0, any_short = 0;
    for (int32_t element = row + 1; element < page->end[row]; element++) {
        uint16_t kind = kind_of(rendering, element);
        if (kind & CELL_ELEMENT && page->parent[element] == row) {
            cell = element;
            cell_is_short = is_short(page, cell);
            cells++;
            if (!holds_chosen(rendering, element)) continue;
            chosen++;
            any_short |= cell_is_short;
        } else if (kind & (BLOCK_ELEMENT | BREAK_ELEMENT)) {
            int in_short = cell_is_short && has_head;
            if (cell < 0 || kind & NO_BOX & ~(in_short ? ITEM_ELEMENT : 0)) return 0;
            if (!parts_nothing(page, element, cell) && !(kind & BLOCK_ELEMENT ? in_short : cell_is_short)) return 0;
            bare = 0;
        }
    }
    return cells > 1 && (bare || (chosen > 1 && any_short));
}

static ElementCounts inside(const BlockRendering *rendering, int32_t element)
{
    ElementCounts from = rendering->before[element], to = rendering->before[rendering->page->end[element]];
    return (ElementCounts){to.cells - from.cells, to.head_cells - from.head_cells, to.headings - from.headings};
}

static void count(const BlockRendering *rendering)
{
    ElementCounts counts = {0, 0, 0};
    for (int32_t element = 0; element < rendering->page->elements; element++) {
        uint16_t kind = kind_of(rendering, element);
        rendering->before[element] = counts;
        counts.cells += (kind & CELL_ELEMENT) > 0;
        counts.head_cells += (kind & HEAD_CELL_ELEMENT) > 0;
        counts.headings += (kind & HEADING_LEVELS) > 0;
    }
    rendering->before[rendering->page->elements] = counts;
    for (int32_t element = 0; element < rendering->page->elements; element++) {
        rendering->data[element] = 0;
        if (!(kind_of(rendering, element) & ROW_ELEMENT)) continue;
        int32_t table = element; /* around it: another one may have ended within a row before */
        while (table >= 0 && !(kind_of(rendering, table) & TABLE_ELEMENT)) table = rendering->page->parent[table];
        int has_head = table >= 0 && inside(rendering, table).head_cells;
        rendering->data[element] = is_row_of_data(rendering, element, has_head);
    }
}

/* Whether a list stands behind an item, and not in it: it is one of that item's, as browsers show it. */
static int is_behind_item(const BlockRendering *rendering, int32_t list, int32_t nesting)
{
    const Page *page = rendering->page;
    int32_t before = list - 1;
    if (before <= page->parent[list]) return 0;
    while (page->parent[before] != page->parent[list]) before = page->parent[before];
    return rendering->around[before] && rendering->place[before].nesting > nesting;
}

/* The place inside an element, from the one around it. */
static ElementPlace step(const BlockRendering *rendering, ElementPlace place, int32_t element)
{
    uint16_t kind = kind_of(rendering, element);
    int32_t parent = rendering->page->parent[element];
    if (kind & TABLE_ELEMENT) place.table = element;
    uint8_t part = rendering->part ? rendering->part[element] : 0;
    if (part & PART_RECORD) /* lists and quotes around a record are none of its */
        return (ElementPlace){element, place.table, -1, 0, -1, 0, 0, place.preformatted, -1, 0, 0};
    if (part & PART_QUOTES || kind & rendering->quoting) place.quote++;
    if (!(kind & BLOCK_ELEMENT) || place.preformatted) return place; /* in which lines are a part of the text */
    if (kind & CELL_ELEMENT) place.cell = element;
    if (place.row >= 0) { /* in a row of data no start and end is that of a line */
        if (kind & CELL_ELEMENT && parent == place.row)
            place.column = rendering->column[element] >= 0 ? rendering->column[element]
                                                           : rendering->before[element].cells - rendering->before[parent].cells;
        return place;
    }
    place.block = element;
    if (rendering->data[element]) {
        ElementCounts counts = inside(rendering, element);
        place.row = element;
        place.head = counts.cells == counts.head_cells;
    }
    if (kind & HEADING_LEVELS) place.heading = (kind & HEADING_LEVELS) / HEADING_LEVEL;
    if (kind & PREFORMATTED_ELEMENT) place.preformatted = 1;
    if (kind & LIST_ELEMENT && is_behind_item(rendering, element, place.nesting)) place.nesting++;
    if (kind & ITEM_ELEMENT && parent >= 0 && !inside(rendering, parent).headings) { /* a list that holds headings is layout */
        place.item = element;
        place.nesting++;
    }
    return place;
}

/* How many lines of preformatted text end with what was left out between two texts: those before each text, as behind the
 * number of an empty line, or else the one that ends with it. */
static int32_t lines_between(const BlockRendering *rendering, int32_t before, int32_t text)
{
    const int32_t *edge = rendering->edge;
    const uint8_t *from = rendering->text + edge[before + 1], *to = rendering->text + edge[text];
    int32_t lines = 0;
    for (int32_t between = before + 1; between < text; between++)
        for (const uint8_t *at = rendering->text + edge[between]; at < to && *at <= ' '; at++) lines += *at == '\n';
    if (lines || from == to || from[-1] == '\n' || *to == '\n') return lines;
    return memchr(from, '\n', (size_t)(to - from)) != NULL;
}

static void mark(BlockRendering *rendering)
{
    const Page *page = rendering->page;
    int32_t element = 0, before = -1;
    for (int32_t text = 0; text < page->texts; text++) {
        if (!rendering->chosen[text]) continue;
        const ElementPlace *here = rendering->place + page->owner[text];
        const ElementPlace *there = before < 0 ? here : rendering->place + page->owner[before];
        int32_t breaks = 0, starts = 0;
        for (; element < page->position[text]; element++) {
            uint16_t kind = kind_of(rendering, element);
            breaks += (kind & BREAK_ELEMENT) > 0;
            starts += (kind & BLOCK_ELEMENT) > 0;
        }
        int32_t mark = page->spaced[text] || breaks || (text - before > 1 && !here->preformatted) ? SPACE_BETWEEN : NOTHING;
        if (here->row >= 0 && here->row == there->row) {
            if (starts) mark = SPACE_BETWEEN;
            breaks = starts = 0;
        }
        if (here->preformatted && here->block == there->block) {
            int32_t lines = before >= 0 ? lines_between(rendering, before, text) : 0;
            mark = lines ? -lines : page->spaced[text] ? SPACE_BETWEEN : NOTHING;
            breaks = starts = 0;
        }
        if (here->cell != there->cell) mark = NEXT_CELL + (here->column - there->column > 1 ? here->column - there->column : 1);
        if (breaks) mark = NEW_LINE;
        if (breaks > 1 || starts || before < 0 || here->block != there->block) mark = NEW_BLOCK;
        rendering->mark[text] = mark;
        before = text;
    }
}

/* Owners, parents and positions are rows of the page's elements; parents stand before their children. */
void find_places(BlockRendering *rendering)
{
    static const ElementPlace outside = {-1, -1, -1, 0, -1, 0, 0, 0, -1, 0, 0};
    const Page *page = rendering->page;
    count(rendering);
    memset(rendering->around, 0, (size_t)page->elements);
    for (int32_t text = 0; text < page->texts; text++) {
        if (!rendering->chosen[text]) continue;
        int32_t element = page->owner[text];
        for (; element >= 0 && !rendering->around[element]; element = page->parent[element]) rendering->around[element] = 1;
    }
    find_columns(rendering);
    for (int32_t element = 0; element < page->elements; element++) {
        if (!rendering->around[element]) continue;
        int32_t parent = page->parent[element];
        rendering->place[element] = step(rendering, parent >= 0 ? rendering->place[parent] : outside, element);
    }
    mark(rendering);
}
