/* The families of alike elements of a page, see families.c. */

#ifndef FAMILIES_H
#define FAMILIES_H

#include "page.h"
#include "plain_names.h"

typedef struct {
    const Page *page;
    PlainNames *names;
    const int32_t *naming;      /* of each element */
    int32_t begin, end;         /* the elements looked at; the first holds all others */
    int32_t tags;               /* how many there are */
    int32_t *count;             /* room for one more than the most of tags, words and namings */
    int32_t *order;             /* room for the elements looked at */
    int32_t *row;               /* filled: the members of a family, ascending, family by family ... */
    int32_t *start;             /* ... and where each begins, and the end of the last */
    int32_t families;
} Families;

#endif
