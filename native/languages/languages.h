/* What Python sees of telling languages by groups of letters, see normalization/languages/ngrams.py. */

#pragma once

#include "library.h"

enum { GROUP_LETTERS = 4, WORD_LETTERS = 8 }; /* letters of a group, and those that a word is looked up by */

/* Marks of a group: a word begins or ends with it; or it is the beginning of a word that is looked up as such. */
enum { GROUP_BEGINS = 1, GROUP_ENDS = 2, GROUP_IS_WORD = 4 };

enum { GROUP_SLOTS = 4 };        /* slots in a row of the table; a group stands in one of two rows */
enum { GROUP_INDEX_BITS = 18 };  /* lower bits of a slot: a group's meaning, 0: the slot is free; those above are of its hash */
enum { GROUP_LANGUAGES = 3 };    /* languages that a group speaks for at most */

typedef struct {
    const uint8_t *letter;     /* (65536) of each unit of UTF-16: 0 for none, 1 for a letter, 2 for a vowel */
    const uint32_t *slot;      /* (rows, GROUP_SLOTS) */
    int64_t rows;
    const uint8_t *languages;  /* (meanings, GROUP_LANGUAGES) numbers of models */
    const uint8_t *points;     /* (meanings, GROUP_LANGUAGES) for each of those */
    int64_t meanings;
    int32_t models;            /* 256 at most */
} GroupTable;

/* Writes the points (models) of a text in small letters, UTF-16. */
void mezmun_sum_points(const GroupTable *table, const uint16_t *text, int64_t size, double *points);

/* Writes for each group, the letters (UTF-16) from its edge up to the next one, the two rows of a table of so many in which it
 * may stand, and the part of its hash that a slot keeps, which is never 0. */
void mezmun_place_groups(const uint16_t *letters, const int64_t *edge, const uint8_t *marks, int64_t groups, int64_t rows,
                         int64_t *places, uint32_t *checks);
