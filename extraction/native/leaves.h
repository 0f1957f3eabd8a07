/* The leaves that rows come to in trees: see leaves.c. */

#ifndef MEZMUN_LEAVES_H
#define MEZMUN_LEAVES_H

#include "forest.h"

enum { TOGETHER = 8 }; /* trees that are asked at once; the number of a forest's is a multiple of it */

/* Adds to the score of each row what trees say from `tree` on. There is room for `STRIPE` places
 * and scores. */
void mezmun_ask_together(const Forest *forest, const Asked *asked, int32_t tree, int32_t rows, int32_t *score);

#endif
