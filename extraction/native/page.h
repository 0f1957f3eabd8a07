/* The columns of a page, see extraction/node_table.py: what extraction/native/page.py gives. */

#ifndef PAGE_H
#define PAGE_H

#include <stdint.h>

typedef struct {
    const int16_t *tag; /* of each element, in document order */
    const int32_t *parent, *depth, *end, *first, *last;
    const int32_t *names, *body, *stop; /* bytes of the source */
    const int32_t *owner, *position, *chars; /* of each text, in document order */
    const uint8_t *in_link, *spaced;
    int32_t elements, texts;
} Page;

#endif
