/* What Python sees of the room `rendering`: from chosen texts to blocks. */

#pragma once

#include "page/page.h"

/* Bits of an element's kind, by its tag code; HEADING_LEVEL times the level of a heading is three bits. */
enum {
    BLOCK_ELEMENT = 1, BREAK_ELEMENT = 2, TABLE_ELEMENT = 4, ROW_ELEMENT = 8, CELL_ELEMENT = 16, HEAD_CELL_ELEMENT = 32,
    PREFORMATTED_ELEMENT = 64, ITEM_ELEMENT = 128, COUNTED_LIST = 256, COUNTED_ITEM = 512, HEADING_LEVEL = 1024,
    BLOCKQUOTE_ELEMENT = 8192, LIST_ELEMENT = 16384,
};

/* Bits of what elements are of the page's parts. */
enum { PART_QUOTES = 1, PART_RECORD = 2 };

/* What a block is. */
enum {
    BLOCK_PARAGRAPH, BLOCK_HEADING, BLOCK_LIST_ITEM, BLOCK_TABLE_HEAD, BLOCK_TABLE_ROW, BLOCK_QUOTE, BLOCK_PREFORMATTED,
};

/* Of each block: its first text, and so on, see extraction/rendering/render.py. */
typedef struct {
    int32_t start, kind, level, nesting, number, quote, opens, block, item;
} Block;

typedef struct ElementCounts ElementCounts;
typedef struct ElementPlace ElementPlace;

typedef struct {
    const Characters *characters;
    const Page *page;
    const uint8_t *blank;  /* of each byte: white space may begin with it */
    const uint8_t *text;   /* the page's texts, in UTF-8 */
    const int32_t *edge;   /* where each begins, and the end of the last */
    const uint16_t *kind;  /* by tag code: bits */
    const uint8_t *part;   /* of each element: bits; NULL when there are neither quotes nor records */
    const uint8_t *source; /* of the page, where the attributes of its elements stand */
    const int32_t *post;   /* of each text: another one begins a block; NULL when there are none */
    const uint8_t *chosen; /* of each text: whether it is */
    int32_t quoting;       /* bits of kinds whose elements quote, whatever part of the page they are */
    int32_t *block;        /* room for a Block of every text, filled; NULL for plain text, without tabs before it */
    int32_t blocks;        /* filled: how many there are */
    uint8_t *out;          /* filled: the blocks' texts, with 0 between them */
    int64_t capacity;      /* bytes of `out` */
    int64_t length;        /* likewise, filled; more than `capacity` when so many may be needed, and then nothing else is */

    /* Scratch. */
    ElementCounts *before; /* of each element and behind the last */
    uint8_t *data;         /* of each element: whether it is a row of data */
    uint8_t *around;       /* of each element: whether it is around a chosen text */
    int32_t *column;       /* of each element that is a cell: its column, -1 where no cell of its table takes more than one */
    int32_t *rank;         /* of each column of a table: how many before it a cell begins in */
    ElementPlace *place;   /* of each element that is */
    int32_t *mark;         /* of each chosen text */
    uint8_t *met;          /* of each element: whether it was met as an item, and as a list or table */
    int32_t *number;       /* of each element, filled when there are items of ordered lists: its number in its list */
    int32_t *children;     /* likewise: how many items of the list have a number */
    int32_t numbered;
} BlockRendering;

/* Returns 0, or NO_MEMORY. */
int32_t mezmun_render_blocks(BlockRendering *rendering);
