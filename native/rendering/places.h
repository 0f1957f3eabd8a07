/* What stands around the texts of a page, see places.c: for C alone. */

#pragma once

#include "rendering/rendering.h"

/* What an element means for the texts in it: rows of elements, -1 for none, and numbers. */
struct ElementPlace {
    int32_t block, table, row, head, cell, column, heading, preformatted, item, nesting, quote;
};

struct ElementCounts { int32_t cells, head_cells, headings; };

/* What stands before a text, the weightiest last; NEXT_CELL and more: it lies that many cells on, less NEXT_CELL;
 * less than NOTHING: it lies so many lines on, in preformatted text. */
enum { NOTHING, SPACE_BETWEEN, NEW_LINE, NEW_BLOCK, NEXT_CELL };

enum {
    HEADING_LEVELS = 7 * HEADING_LEVEL,
    /* These mean more than where a line ends. */
    NO_BOX = TABLE_ELEMENT | ROW_ELEMENT | CELL_ELEMENT | PREFORMATTED_ELEMENT | ITEM_ELEMENT | HEADING_LEVELS
             | BLOCKQUOTE_ELEMENT,
};

void find_places(BlockRendering *rendering);
