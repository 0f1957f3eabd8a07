/* Subjects that the names of elements may speak of: see extraction/subjects.py. */

#ifndef MEZMUN_SUBJECTS_H
#define MEZMUN_SUBJECTS_H

#include "characters.h"

typedef struct {
    const Characters *characters;
    const uint8_t *words;   /* small letters of ASCII, sorted, one after the other */
    const int32_t *edge;    /* of each word, and behind the last */
    const uint8_t *whole;   /* of each word: a part must be all of it; else, begin with it */
    const uint8_t *subject; /* of each word: its bits */
    int32_t first[27];      /* the first word of each letter, and the one behind the last */
    uint32_t second[26];    /* the second letters of the words of each letter, as bits: most parts have another */
    int32_t most;           /* names of a value that are looked at */
} Subjects;

/* `edge` (3 a row, and one behind the last) says where class, id and role of each element are in `text`. */
int32_t mezmun_subjects(const Subjects *known, const uint8_t *text, const int32_t *edge, int32_t rows, uint8_t *subjects);

#endif
