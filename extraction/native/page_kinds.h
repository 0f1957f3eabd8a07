/* What kind of page it is, told by its words: see extraction/page_kind.py. */

#ifndef MEZMUN_PAGE_KINDS_H
#define MEZMUN_PAGE_KINDS_H

#include <stdint.h>

typedef struct {
    const int16_t *weight; /* (known, kinds) of each word for each kind ... */
    const int16_t *bias;   /* ... and of each kind itself, in steps of 1 / scale */
    int32_t known, kinds;
    double scale;
} PageKinds;

/* How likely the words say a page is of each kind, in thousandths. Gives 0, or -1 for a word beyond the known ones, or
 * NO_MEMORY. */
int32_t mezmun_page_kinds(const PageKinds *model, const int32_t *word, int32_t words, int32_t *thousandths);

#endif
