/* The boxes of a page that are named after comments or quotes: see named_boxes.py. */

#include "page.h"
#include "room.h"

/* Bits of an element's kind, by its tag code. */
enum { MAY_COMMENT = 1, MAY_QUOTE = 2, QUOTES = 4 };

typedef struct {
    const Page *page;
    const uint8_t *kind;     /* by tag code */
    const int32_t *naming;   /* of each element */
    const uint8_t *subjects; /* of each naming: bits ... */
    uint8_t comments, quote, around_quote; /* ... which these are */
    const uint8_t *content;  /* of each text */
    uint8_t *below;          /* of each text: it is content in a box of comments; filled when there is such a one */
    int32_t *quoting;        /* room for every element; filled: those that may quote, with content */
    int32_t texts, quotes;   /* filled: how many there are */
} NamedBoxes;

/* How much content is before each text, and all; gives the first. */
static int32_t count(const NamedBoxes *boxes, int32_t *held)
{
    int32_t first = boxes->page->texts, texts = 0;
    for (int32_t text = 0; text < boxes->page->texts; text++) {
        held[text] = texts;
        if (!boxes->content[text]) continue;
        if (!texts++) first = text;
    }
    held[boxes->page->texts] = texts;
    return first;
}

/* Gives 0, or NO_MEMORY. */
int32_t mezmun_named_boxes(NamedBoxes *boxes)
{
    const Page *page = boxes->page;
    int32_t *held = NULL, start = 0, behind = 0;
    boxes->texts = boxes->quotes = 0;
    for (int32_t element = 0; element < page->elements; element++) {
        uint8_t kind = boxes->kind[page->tag[element]], said = boxes->subjects[boxes->naming[element]];
        int commenting = kind & MAY_COMMENT && said & boxes->comments;
        int quoting = kind & QUOTES || (kind & MAY_QUOTE && said & boxes->quote && !(said & boxes->around_quote));
        if (!commenting && !quoting) continue;
        if (!held) { /* most pages have none */
            held = malloc(((size_t)page->texts + 1) * sizeof *held);
            if (!held) return NO_MEMORY;
            start = count(boxes, held);
        }
        int32_t first = page->first[element], last = page->last[element];
        if (held[last] == held[first]) continue;
        if (quoting) boxes->quoting[boxes->quotes++] = element;
        if (!commenting || first <= start || last <= behind) continue; /* boxes in boxes say no more */
        if (!boxes->texts) memset(boxes->below, 0, (size_t)page->texts);
        for (int32_t text = first; text < last; text++) boxes->below[text] = boxes->content[text];
        boxes->texts += held[last] - held[first];
        behind = last;
    }
    free(held);
    return 0;
}
