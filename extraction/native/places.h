/* What stands around the texts of a page, see places.c. */

#ifndef PLACES_H
#define PLACES_H

#include "page.h"

/* Field by field what extraction/native/places.py says of them: rows of elements, -1 for none, and numbers. */
typedef struct {
    int32_t block, table, row, head, cell, column, heading, preformatted, item, nesting, quote;
} Place;

/* Counts of elements. */
typedef struct { int32_t cells, head_cells, headings; } Counts;

typedef struct {
    const Page *page;
    const uint16_t *kind;            /* by tag code: bits of Kind */
    const uint8_t *part;             /* of each element: QUOTES and RECORD; NULL when there are neither */
    const uint8_t *chosen;           /* of each text: whether it is */
    int32_t quoting;                 /* bits of kinds whose elements quote, whatever part of the page they are */

    /* Room for what is found. */
    Counts *before;                  /* of each element and behind the last */
    uint8_t *data;                   /* of each element: whether it is a row of data */
    uint8_t *around;                 /* of each element: whether it is around a chosen text */
    Place *place;                    /* of each element that is */
    int32_t *mark;                   /* of each chosen text */
} Places;

/* What stands before a text, the weightiest last; NEXT_CELL and more: it lies that many cells on, less NEXT_CELL. */
enum { NOTHING, SPACE_BETWEEN, NEW_LINE, NEW_BLOCK, NEXT_CELL };

/* Bits of an element's kind, as extraction/native/blocks.py has them: LEVEL is that of a heading. */
enum {
    BLOCK = 1, BREAK = 2, TABLE = 4, ROW = 8, CELL = 16, HEAD_CELL = 32, PREFORMATTED_TEXT = 64, ITEM = 128, COUNTED = 256,
    COUNTS = 512, LEVEL = 1024, LEVELS = 7 * LEVEL, BLOCKQUOTE = 8192,
    /* These have more to say than where a line ends. */
    NO_BOX = TABLE | ROW | CELL | PREFORMATTED_TEXT | ITEM | LEVELS | BLOCKQUOTE,
};
enum { QUOTES = 1, RECORD = 2 };

static inline uint16_t kind_of(const Places *places, int32_t element)
{
    return places->kind[places->page->tag[element]];
}

void find_places(Places *places);

#endif
