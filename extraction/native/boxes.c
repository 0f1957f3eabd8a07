/* The boxes that the lines of a page stand in: see extraction/boxes.py. */

#include "page_lines.h"
#include "room.h"
#include "source.h"

typedef struct {
    const PageLines *page;     /* measured */
    const uint8_t *is_cell;    /* by tag code */
    int32_t around;            /* elements that tell a box at least: that one and those around it */
    int64_t *box;              /* of each line, found: a number of six bytes, the same on all pages and machines */
} Boxes;

/* FNV-1a. Nobody is harmed whose names are written so that two have one number: both boxes are of one site. */
static uint64_t with_byte(uint64_t hash, uint8_t byte) { return (hash ^ byte) * 0x100000001B3u; }

static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }

/* The names of an element as a number: its tag, and its class and id with each number in them as 0. */
static uint64_t number_of(const Boxes *boxes, int32_t naming)
{
    const int32_t *edge = boxes->page->namings.edge + 3 * (int64_t)naming;
    uint64_t hash = with_byte(0xCBF29CE484222325u, (uint8_t)boxes->page->namings.tag[naming]);
    for (int value = 0; value < 2; value++) {
        const uint8_t *at = boxes->page->namings.values + edge[value], *stop = boxes->page->namings.values + edge[value + 1];
        for (hash = with_byte(hash, 0); at < stop; at++)
            if (!is_digit(*at)) hash = with_byte(hash, *at);
            else if (at + 1 == stop || !is_digit(at[1])) hash = with_byte(hash, '0');
    }
    return hash;
}

static int is_named(const Boxes *boxes, int32_t naming)
{
    return boxes->page->namings.edge[3 * (int64_t)naming + 2] > boxes->page->namings.edge[3 * (int64_t)naming];
}

static uint64_t with(uint64_t hash, uint64_t more) { return (hash ^ more) * 0x9E3779B97F4A7C15u; }

/* Finds the names of each element as a number, with its column for a cell without any: who writes what may be told by
 * nothing else. `cells` is room. */
static void name_elements(const Boxes *boxes, const uint64_t *of_naming, uint64_t *names, int32_t *cells)
{
    memset(cells, 0, (size_t)boxes->page->table.elements * sizeof *cells);
    for (int32_t row = 0; row < boxes->page->table.elements; row++) {
        int32_t naming = boxes->page->naming[row], parent = boxes->page->table.parent[row];
        names[row] = of_naming[naming];
        if (parent < 0 || !boxes->is_cell[boxes->page->namings.tag[naming]]) continue;
        cells[parent]++;
        if (!is_named(boxes, naming)) names[row] += (uint64_t)cells[parent];
    }
}

/* The box of what stands in an element; `above` is of each element the names up to the first with a class or an id. */
static uint64_t box_of(const Boxes *boxes, const uint64_t *names, const uint64_t *above, int32_t element)
{
    uint64_t hash = 0;
    int named = 0;
    int32_t row = element;
    for (int each = 0; each < boxes->around && row >= 0; each++, row = boxes->page->table.parent[row]) {
        hash = with(hash, names[row]);
        named |= is_named(boxes, boxes->page->naming[row]);
    }
    return named ? hash : above[element];
}

/* Gives 0, or NO_MEMORY. */
int32_t mezmun_boxes(const Boxes *boxes)
{
    uint64_t *of_naming, *names, *above;
    int32_t *cells;
    const Part parts[] = {
        {&of_naming, 8 * (int64_t)boxes->page->namings.number}, {&names, 8 * (int64_t)boxes->page->table.elements},
        {&above, 8 * (int64_t)boxes->page->table.elements}, {&cells, 4 * (int64_t)boxes->page->table.elements},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    for (int32_t naming = 0; naming < boxes->page->namings.number; naming++) of_naming[naming] = number_of(boxes, naming);
    name_elements(boxes, of_naming, names, cells);
    for (int32_t row = 0; row < boxes->page->table.elements; row++) {
        int32_t naming = boxes->page->naming[row], parent = boxes->page->table.parent[row];
        above[row] = with(is_named(boxes, naming) || parent < 0 ? 0 : above[parent], names[row]);
    }
    for (int32_t line = 0; line < boxes->page->lines.number; line++)
        boxes->box[line] = (int64_t)(box_of(boxes, names, above, boxes->page->line_owner[line]) >> 16);
    free(room);
    return 0;
}
