/* The words of short lines and of the names of elements: see extraction/vocabulary.py. */

#ifndef MEZMUN_WORDS_H
#define MEZMUN_WORDS_H

#include "characters.h"
#include "known.h"

enum { PENDING = 16 };
enum { MOST_OF_LINE = 29 }; /* words that are given of a line: all of it, the first, fourteen and the thirteen pairs of them */

typedef struct { uint64_t hash; int32_t row; } Pending;

typedef struct {
    const Characters *characters;
    const Known *known;   /* NULL: all words are given, as they are */
    int32_t *sizes;       /* (rows) words given of each row */
    int32_t *word;        /* (room) numbers of known words, or where each word ends in `keys` */
    uint8_t *keys;        /* (room_of_keys) */
    int32_t room, room_of_keys, words, written;
    Pending pending[PENDING]; /* words that are looked up when what they are looked up in has come from memory */
    int32_t first, last;      /* of these, counted on */
} Found;

/* Finds the words of lines (UTF-8, `edge` and characters of each) of up to `longest` characters. Gives 0, or -1 when
 * there is too little room. */
int32_t mezmun_words_of_lines(Found *found, const uint8_t *text, const int32_t *edge, const int32_t *length,
                              int32_t lines, int32_t longest);

/* The names of some namings. */
typedef struct {
    int32_t *name; /* (bytes of the names, and one a naming) the row of each name, those of one naming after those of the other */
    int32_t *edge; /* (namings + 1) where those of each naming begin */
    int32_t rows;  /* of names, most of which are different */
} Names;

/* Finds the words of the names of elements, and of their tags; each row is of a name. `edge` (3 a row, and one behind the last) says where the class, the id and
 * the role of each are in `text`, where the five references that the parser writes are read; `tags` are the names of all tags.
 * Gives 0, or -1 when there is too little room. */
int32_t mezmun_words_of_names(Found *found, const uint8_t *text, const int32_t *edge, const int16_t *tag,
                              const Known *tags, int32_t namings, Names *names);

#endif
