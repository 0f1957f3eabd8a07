/* What the elements of a page mean for the lines of its text: see extraction/rendering.py, which says what the rules
 * are for. */

#include "places.h"

#include <string.h>

static void count(const Places *places)
{
    Counts counts = {0, 0, 0, 0};
    for (int32_t element = 0; element < places->page->elements; element++) {
        uint16_t kind = kind_of(places, element);
        places->before[element] = counts;
        counts.cells += (kind & CELL) > 0;
        counts.head_cells += (kind & HEAD_CELL) > 0;
        counts.headings += (kind & LEVELS) > 0;
        counts.ends += (kind & (BLOCK | BREAK)) > 0;
    }
    places->before[places->page->elements] = counts;
}

static Counts inside(const Places *places, int32_t element)
{
    Counts from = places->before[element], to = places->before[places->page->end[element]];
    return (Counts){to.cells - from.cells, to.head_cells - from.head_cells, to.headings - from.headings, to.ends - from.ends};
}

/* A row of data has two cells at least, with neither a block nor a break in any. */
static int is_data(const Places *places, int32_t element)
{
    if (element < 0 || !(kind_of(places, element) & ROW)) return 0;
    Counts counts = inside(places, element);
    return counts.cells > 1 && counts.ends == counts.cells + 1;
}

static int is_cell_of_data(const Places *places, int32_t element)
{
    return kind_of(places, element) & CELL && is_data(places, places->page->parent[element]);
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
    if (kind & CELL && place.row >= 0 && place.row == parent) { /* its start and end are no line ends */
        place.column = places->before[element].cells - places->before[parent].cells;
        return place;
    }
    place.block = element;
    place.row = -1;
    if (is_data(places, element)) {
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
            starts += kind & BLOCK && !is_cell_of_data(places, element);
        }
        int32_t mark = page->spaced[text] || text - before > 1 ? SPACE_BETWEEN : NOTHING;
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
