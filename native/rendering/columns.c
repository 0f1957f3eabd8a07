/* The columns that cells of tables begin in, where some take several places: as a browser forms tables (HTML standard,
 * 4.9.12), but columns in which no cell of the table begins do not count. */

#include "rendering/columns.h"

#include "page/reading.h"
#include "rendering/kinds.h"

enum {
    MOST_PLACES = 50, /* of a row: wider tables are layout, and empty places could take more room than the page */
    LONG_NUMBER = 6,  /* digits */
};

typedef struct { int32_t across, down; } Span;

/* A table that cells are put into, one after the other. */
typedef struct {
    int32_t row, at;                /* the row of the last cell, -1 at first; the place behind it */
    int32_t rows_left[MOST_PLACES]; /* of each place, how many rows a cell still takes, this one included */
} Grid;

static int32_t places_of(const Attribute *attribute)
{
    int32_t places = 0;
    if (attribute->value_stop - attribute->value >= LONG_NUMBER) return 1;
    for (const uint8_t *at = attribute->value; at < attribute->value_stop; at++) {
        if (*at < '0' || *at > '9') return 1;
        places = 10 * places + (*at - '0');
    }
    return places > 1 ? places : 1;
}

static Span span_of(const BlockRendering *rendering, int32_t cell)
{
    Span span = {1, 1};
    const uint8_t *at = rendering->source + rendering->page->names[cell];
    const uint8_t *stop = rendering->source + rendering->page->body[cell] - 1;
    for (Attribute attribute; (at = next_attribute(at, stop, &attribute));) {
        if (is_named(&attribute, "colspan")) span.across = places_of(&attribute);
        if (is_named(&attribute, "rowspan")) span.down = places_of(&attribute);
    }
    return span;
}

/* Puts a cell into the next free place of its row; gives its column. */
static int32_t take(Grid *grid, int32_t row, Span span)
{
    if (row != grid->row) {
        for (int32_t column = 0; column < MOST_PLACES; column++) grid->rows_left[column] -= grid->rows_left[column] > 0;
        grid->row = row;
        grid->at = 0;
    }
    while (grid->at < MOST_PLACES && grid->rows_left[grid->at] > 0) grid->at++;
    int32_t column = grid->at;
    if (column + span.across > MOST_PLACES) span = (Span){1, 1};
    grid->at += span.across;
    for (int32_t each = column; span.down > 1 && each < grid->at; each++) grid->rows_left[each] = span.down;
    return column;
}

/* The next element of a table that is in none of the tables in it. */
static int32_t next_in(const BlockRendering *rendering, int32_t element, int32_t table)
{
    int is_table = element != table && kind_of(rendering, element) & TABLE_ELEMENT;
    return is_table ? rendering->page->end[element] : element + 1;
}

/* Whether a table has a cell that takes several places, and a row of data with chosen text: columns say nothing of others. */
static int needs_columns(const BlockRendering *rendering, int32_t table)
{
    int has_span = 0, has_row = 0;
    for (int32_t element = table; element < rendering->page->end[table]; element = next_in(rendering, element, table))
        has_row |= rendering->data[element] && rendering->around[element];
    if (!has_row) return 0;
    for (int32_t element = table; element < rendering->page->end[table]; element = next_in(rendering, element, table)) {
        if (!(kind_of(rendering, element) & CELL_ELEMENT)) continue;
        Span span = span_of(rendering, element);
        has_span |= span.across > 1 || span.down > 1;
    }
    return has_span;
}

static void place_cells(const BlockRendering *rendering, int32_t table)
{
    const Page *page = rendering->page;
    int32_t *rank = rendering->rank, columns = 0;
    Grid grid = {.row = -1};
    for (int32_t element = table; element < page->end[table]; element = next_in(rendering, element, table)) {
        if (!(kind_of(rendering, element) & CELL_ELEMENT)) continue;
        int32_t column = take(&grid, page->parent[element], span_of(rendering, element));
        for (; columns <= column; columns++) rank[columns] = 0;
        rank[column] = 1;
        rendering->column[element] = column;
    }
    for (int32_t column = 0, before = 0; column < columns; column++) {
        int32_t begins_here = rank[column];
        rank[column] = before;
        before += begins_here;
    }
    for (int32_t element = table; element < page->end[table]; element = next_in(rendering, element, table))
        if (kind_of(rendering, element) & CELL_ELEMENT) rendering->column[element] = rank[rendering->column[element]];
}

int64_t max_columns(const BlockRendering *rendering) { return (int64_t)rendering->page->elements + MOST_PLACES; }

void find_columns(const BlockRendering *rendering)
{
    const Page *page = rendering->page;
    for (int32_t element = 0; element < page->elements; element++) rendering->column[element] = -1;
    for (int32_t element = 0; element < page->elements; element++)
        if (kind_of(rendering, element) & TABLE_ELEMENT && rendering->around[element] && needs_columns(rendering, element))
            place_cells(rendering, element);
}
