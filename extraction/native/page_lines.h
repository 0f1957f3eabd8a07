/* The lines of a page with the elements around them, as they are measured: see extraction/features.py. */

#ifndef MEZMUN_PAGE_LINES_H
#define MEZMUN_PAGE_LINES_H

#include "lines.h"
#include "page.h"
#include "page_namings.h"

/* Bits of a tag's kind; what lies in an element of the first four has their bits as well. */
enum {
    ARTICLE = 1, ASIDE = 2, BLOCKQUOTE = 4, HEADING = 8, INHERITED = 15,
    HEADLINE = 16, PARAGRAPH = 32, ANCHOR = 64, BOX = 128,
};

/* Numbers of the elements, to be divided by each other: `features.COLUMNS`, in this order. */
enum {
    ONE, PAGE, CHARS, LINKED, SAID, DIGITS, MARKS, SENTENCES, BEGINS, ENDS, LINES, SIZE, UNLINKED, ANCHORS, DEPTH,
    WIDER_CHARS, WIDER_SAID, ALIKE, ALIKE_CHARS, ALIKE_LINKED, ALIKE_SAID, SIBLINGS, SIBLING_CHARS, COLUMNS,
};
enum { SUMS = SENTENCES - CHARS + 1 }; /* of them, those that are sums over lines */
enum { SUMS_OF_GROUP = 4 }; /* and those, at most, that are summed over elements built alike */

typedef struct {
    const uint8_t *kind;    /* by tag code */
    const uint8_t *part;    /* by tag code: what is a part of a block, never one itself */

    Page table;             /* the columns of the page */
    const int32_t *naming;  /* (elements) numbers of their namings */
    PageNamings namings;
    int32_t comments_bit;

    Lines lines;
    int32_t title;          /* the one that repeats the title, -1 for none */

    const int32_t *taken;   /* (measures, 3) two of the columns, the part and the whole, and a level */
    int32_t measures, levels;

    /* What is found: all but the values are parts of `numbers`, in this order. */
    int32_t *numbers;
    float *value;           /* (features, lines) */
    int32_t *first_line, *last_line; /* (elements) lines of its subtree: the first, and the one behind the last */
    int32_t *level;         /* (levels, lines) elements around each line */
    int32_t *line_owner;    /* (lines) element that owns its first text */

    /* Room for what is between. */
    int32_t *top;           /* (elements) the outermost element that holds no more than this one, the root left out */
    int32_t *wider;         /* (elements) the parent of that */
    int32_t *built;         /* (elements) number of the combination of namings of the element and two ancestors */
    int32_t *siblings;      /* (elements) number of the combination of naming and parent */
    int32_t *inside;        /* (elements) kinds of the element and, as far as they are inherited, of those around */
    int32_t *comments;      /* (lines + 1) boxes of comments that begin before a line less those that end */
    uint64_t *key;          /* (elements) */
    int32_t *slot;          /* (slots) */
    int32_t slots;          /* a power of two, more than there are elements */
    double *before;         /* (SUMS, lines + 1) sums over the lines before each, in the order of the columns */
    double *column;         /* (COLUMNS, elements) */
    double *sum;            /* (elements, SUMS_OF_GROUP) */
    int64_t *said;          /* (texts + 1) characters of the sentences before each text */
} PageLines;

static inline double *sums_before(const PageLines *page, int32_t column)
{
    return page->before + (int64_t)(column - CHARS) * (page->lines.number + 1);
}

static inline double *column_of(const PageLines *page, int32_t column)
{
    return page->column + (int64_t)column * page->table.elements;
}

/* Finds the elements around each line, and the structure that repeats. */
void mezmun_find_elements(PageLines *page);

/* Counts what is in the elements, when what is before each line is known. */
void mezmun_count_elements(PageLines *page);

#endif
