/* What words say of lines: see extraction/vocabulary.py. */

#ifndef MEZMUN_LEANINGS_H
#define MEZMUN_LEANINGS_H

#include "page_lines.h"

typedef struct {
    const int32_t *word;    /* (words) numbers of known words, those of one row after those of the other */
    const int32_t *sizes;   /* (rows) how many each row has */
    int32_t words, rows;
} Words;

typedef struct {
    const double *leaning;  /* (known) of each word */
    int32_t known;
    Words names;            /* of the names there are */
    const int32_t *name, *name_edge; /* those of each naming: name[name_edge[n]] up to name[name_edge[n + 1]] */
    int32_t namings;
    Words said;             /* in the lines */
    const PageLines *page;  /* measured */
    int32_t levels;         /* of them, those whose names are looked at */
    const float *kind;      /* of the page, the same for all its lines */
    int32_t kinds;
    float *value;           /* (features, lines) found */

    /* Room for what is between. */
    float *name_low, *name_high; /* (names) */
    float *naming_low, *naming_high; /* (namings) */
    float *low, *high;      /* (elements) */
} Leanings;

/* Gives 0, or -1 for words that are not known, or that do not fit the rows, or NO_MEMORY. */
int32_t mezmun_leanings(Leanings *leanings);

#endif
