/* Names without numbers, see plain_names.c. */

#ifndef PLAIN_NAMES_H
#define PLAIN_NAMES_H

#include "characters.h"

/* Strings, each kept once; the number of each is its place. */
typedef struct {
    uint8_t *bytes;
    int32_t *edge;   /* where each begins, and the end of the last */
    int32_t *slot;   /* all -1 at first */
    int32_t slots;   /* a power of two, more than there can be strings */
    int32_t number;  /* 0 at first */
} Strings;

/* The namings of a page: `edge` (3 a row, and one behind the last) says where class, id and role are in `text`. */
typedef struct {
    const Characters *characters;
    const uint8_t *text;
    const int32_t *edge;
    const int16_t *tag;
    int32_t rows;
    uint8_t *looked_at;         /* of each naming: whether it is asked for */
    int32_t most, longest;      /* names of a class that are looked at, and characters of a value */
    int32_t *alike;             /* of each naming, filled: the same number for those that differ in numbers alone; -1
                                   for those that were not asked for */
    int32_t *from, *word;       /* filled: the words of naming n are word[from[n]] up to word[from[n + 1]] */
    Strings alikes, words;
} PlainNames;

/* `alike` has room for every naming, `from` for one more, `word` and the words for every word, with twice the bytes and
 * three a word; `alikes` for every naming, with its bytes and six a naming. */
void plain_names(PlainNames *names);

#endif
