/* The block of a page that holds most of something: see extraction/valid_characters.py. */

#ifndef MEZMUN_MAIN_BLOCK_H
#define MEZMUN_MAIN_BLOCK_H

#include <stdint.h>

/* The first four are columns of the elements, see extraction/node_table.py; `part` says by tag code what is a part of a
 * block, never one itself, and `before` (texts + 1) are the sums over the texts before each. */
int32_t mezmun_main_block(const int16_t *tag, const int32_t *end, const int32_t *first, const int32_t *last,
                          const uint8_t *part, const int64_t *before, double least_share);

#endif
