/* The namings of a page, see extraction/namings.py: what extraction/native/namings.py gives. */

#ifndef MEZMUN_PAGE_NAMINGS_H
#define MEZMUN_PAGE_NAMINGS_H

#include <stdint.h>

typedef struct {
    const int16_t *tag;      /* of each naming */
    const int32_t *edge;     /* three a naming, and one behind the last: where class, id and role begin in ... */
    const uint8_t *values;   /* as the parser writes them */
    const uint8_t *subjects; /* that each speaks of, as bits */
    int32_t number;
} PageNamings;

#endif
