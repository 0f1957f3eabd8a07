/* What the elements of a page mean for the lines of its text: see extraction/rendering.py, which says what the rules
 * are for. */

#include "places.h"

#include <string.h>

enum { MOST_IN_SHORT = 60 }; /* characters */

/* Whether an element that ends lines stands around all text of a cell or none, and so parts none of it. */
static int parts_nothing(const Page *page, int32_t element, int32_t cell)
{
    int32_t first = page->first[element], last = page->last[element], from = page->first[cell], to = page->last[cell];
    return first == last ? first == from || first == to : first == from && last == to;
}

static int holds_chosen(const Places *places, int32_t element)
{
    return memchr(places->chosen + places->page->first[element], 1,
                  (size_t)(places->page->last[element] - places->page->first[element])) != NULL;
}

/* Whether a cell holds so little that a break in it is but for want of room. */
static int is_short(const Page *page, int32_t cell)
{
    int32_t chars = 0;
    for (int32_t text = page->first[cell]; text < page->last[cell] && chars <= MOST_IN_SHORT; text++) chars += page->chars[text];
    return chars <= MOST_IN_SHORT;
}

/* A row of data has two cells at least, with a line each: bare, or with boxes and breaks when more than one of them is
 * chosen, and not all are columns of text. */
static int is_row_of_data(const Places *places, int32_t row)
{
    const Page *page = places->page;
    int32_t cells = 0, chosen = 0, bare = 1, cell = -1, cell_is_short = 0, any_short = 0;
    for (int32_t element = row + 1; element < page->end[row]; element++) {
        uint16_t kind = kind_of(places, element);
        if (kind & CELL && page->parent[element] == row) {
            cell = element;
            cell_is_short = is_short(page, cell);
            cells++;
            if (!holds_chosen(places, element)) continue;
            chosen++;
            any_short |= cell_is_short;
        } else if (kind & (BLOCK | BREAK)) {
            if (cell < 0 || kind & NO_BOX) return 0;
            if (!parts_nothing(page, element, cell) && (kind & BLOCK || !cell_is_short)) return 0;
            bare = 0;
        }
    }
    return cells > 1 && (bare || (chosen > 1 && any_short));
}

static void count(const Places *places)
{
    Counts counts = {0, 0, 0};
    for (int32_t element = 0; element < places->page->elements; element++) {
        uint16_t kind = kind_of(places, element);
        places->before[element] = counts;
        counts.cells += (kind & CELL) > 0;
        counts.head_cells += (kind & HEAD_CELL) > 0;
        counts.headings += (kind & LEVELS) > 0;
        places->data[element] = kind & ROW && is_row_of_data(places, element);
    }
    places->before[places->page->elements] = counts;
}

static Counts inside(const Places *places, int32_t element)
{
    Counts from = places->before[element], to = places->before[places->page->end[element]];
    return (Counts){to.cells - from.cells, to.head_cells - from.head_cells, to.headings - from.headings};
}

/* The place inside an element, from the one around it. */
static Place step(const Places *places, Place place, int32_t element)
{
    uint16_t kind = kind_of(places, element);
    int32_t parent = places->page->parent[element];
    if (kind & TABLE) place.table = element;
    uint8_t part = places->part ? places->part[element] : 0;
    if (part & RECORD) /* lists and quotes around a record are none of its */
        return (Place){element, place.table, -1, 0, -1, 0, 0, place.preformatted, -1, 0, 0};
    if (part & QUOTES || kind & places->quoting) place.quote++;
    if (!(kind & BLOCK)) return place;
    if (kind & CELL) place.cell = element;
    if (place.row >= 0) { /* in a row of data no start and end is that of a line */
        if (kind & CELL) place.column = places->before[element].cells - places->before[parent].cells;
        return place;
    }
    place.block = element;
    if (places->data[element]) {
        Counts counts = inside(places, element);
        place.row = element;
        place.head = counts.cells == counts.head_cells;
    }
    if (kind & LEVELS) place.heading = (kind & LEVELS) / LEVEL;
    if (kind & PREFORMATTED_TEXT) place.preformatted = 1;
    if (kind & ITEM && parent >= 0 && !inside(places, parent).headings) { /* a list that holds headings is layout */
        place.item = element;
        place.nesting++;
    }
    return place;
}

static void mark(Places *places)
{
    const Page *page = places->page;
    int32_t element = 0, before = -1;
    for (int32_t text = 0; text < page->texts; text++) {
        if (!places->chosen[text]) continue;
        const Place *here = places->place + page->owner[text];
        const Place *there = before < 0 ? here : places->place + page->owner[before];
        int32_t breaks = 0, starts = 0;
        for (; element < page->position[text]; element++) {
            uint16_t kind = kind_of(places, element);
            breaks += (kind & BREAK) > 0;
            starts += (kind & BLOCK) > 0;
        }
        int32_t mark = page->spaced[text] || text - before > 1 || breaks ? SPACE_BETWEEN : NOTHING;
        if (here->row >= 0 && here->row == there->row) breaks = starts = 0;
        if (here->cell != there->cell) mark = NEXT_CELL + (here->column - there->column > 1 ? here->column - there->column : 1);
        if (breaks) mark = NEW_LINE;
        if (breaks > 1 || starts || before < 0 || here->block != there->block) mark = NEW_BLOCK;
        places->mark[text] = mark;
        before = text;
    }
}

/* Owners, parents and positions are rows of the page's elements; parents stand before their children. */
void find_places(Places *places)
{
    static const Place outside = {-1, -1, -1, 0, -1, 0, 0, 0, -1, 0, 0};
    const Page *page = places->page;
    count(places);
    memset(places->around, 0, (size_t)page->elements);
    for (int32_t text = 0; text < page->texts; text++) {
        if (!places->chosen[text]) continue;
        int32_t element = page->owner[text];
        for (; element >= 0 && !places->around[element]; element = page->parent[element]) places->around[element] = 1;
    }
    for (int32_t element = 0; element < page->elements; element++) {
        if (!places->around[element]) continue;
        int32_t parent = page->parent[element];
        places->place[element] = step(places, parent >= 0 ? places->place[parent] : outside, element);
    }
    mark(places);
}
