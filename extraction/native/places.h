/* What stands around the texts of a page, see places.c. */

#ifndef PLACES_H
#define PLACES_H

#include "page.h"

/* Field by field what extraction/native/places.py says of them: rows of elements, -1 for none, and numbers. */
typedef struct {
    int32_t block, table, row, head, cell, column, heading, preformatted, item, nesting, quote;
} Place;

/* Counts of elements. */
typedef struct { int32_t cells, head_cells, headings, ends; } Counts;

typedef struct {
    const Page *page;
    const uint8_t *part;             /* of each element: QUOTE and RECORD */
    const uint16_t *kind;            /* by tag code */
    const uint8_t *level;            /* of a heading, by tag code */
    Counts *before;                  /* of each element and behind the last; filled */
    uint8_t *around;                 /* of each element: whether it is around a chosen text; all 0, filled */
    Place *place;                    /* of each element that is; filled */
    const int64_t *chosen;           /* rows of the chosen texts */
    int32_t *mark;                   /* of each chosen text; filled */
    int32_t texts;                   /* the chosen ones */
    int64_t cells;                   /* filled: those between the chosen texts, and before each that begins a block */
} Places;

/* What stands before a text, the weightiest last; NEXT_CELL and more: it lies that many cells on, less NEXT_CELL. */
enum { NOTHING, SPACE_BETWEEN, NEW_LINE, NEW_BLOCK, NEXT_CELL };

#endif
