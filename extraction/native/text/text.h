/* What Python sees of texts: characters, words that can be looked up, what texts hold, what
 * they begin with, and how they differ. */

#pragma once

#include "library.h"

/* Bits of a character's class, see extraction/page/characters.py. */
enum {
    SPACE = 1, SEEN = 2, DIGIT = 4, STOP = 8, COMMA = 16, SYMBOL = 32, UNSPACED = 64, LETTER = 128, ODD = 256,
    MARK = 512,
};

typedef struct {
    const uint16_t *classes; /* by character below `beyond`; from there on all are SEEN and nothing else */
    const int32_t *small;    /* likewise, the character in small letters; from there on it is itself */
    int32_t beyond;
} Characters;

/* Words that can be looked up, each by its number, in an open hash table.
 *
 * A word is known by most of its hash, and to look at its letters would take longer than all the rest: one of a page that
 * is not known is taken for one that is with a chance of one in a million million. In so few bytes more of the table is
 * in a near cache. */
typedef struct {
    const uint8_t *words;  /* UTF-8, one after the other */
    const int32_t *edge;   /* (number + 1) where each begins */
    int32_t number;
    uint64_t *slot;        /* (slots) the upper bits of a word's hash, and below them its number and one; 0 when it is free */
    int32_t slots;         /* a power of two, more than there are words */
} WordTable;

enum { WORD_NUMBER_BITS = 24 }; /* sixteen million words at most */

/* Fills the slots, all of which are free. */
void mezmun_fill_word_table(const WordTable *table);

/* Marks the texts (UTF-8, `edge`) that have a known word, in small letters, as a whole word. */
void mezmun_texts_with_word(const Characters *characters, const WordTable *known, const uint8_t *text, const int32_t *edge,
                            int32_t texts, uint8_t *marks);

enum { MAX_DATE_CHARS = 256 }; /* characters at the beginning of a text among which a date is looked for */

/* Which of the texts from `start` to before `stop` may have a date among their first `max_chars` characters; their rows go
 * to `rows`. Returns how many there are. */
int32_t mezmun_texts_with_date(const Characters *characters, const uint8_t *text, const int32_t *edge, int32_t start,
                               int32_t stop, int32_t max_chars, int32_t *rows);

/* Bits of what a text begins with, beside those of words, and ends with. */
enum { BEGINS_WITH_DAY = 64, BEGINS_WITH_BRACKET = 128, ENDS_WITH_COLON = 256 };

/* The words that some texts begin with, in small letters, with "'" for every apostrophe. */
typedef struct {
    const Characters *characters;
    const WordTable *words;
    const uint8_t *of_word;  /* bits of each word */
    const WordTable *stems;  /* what words begin with */
    const uint8_t *of_stem;
    int32_t max_stem;        /* bytes of the longest stem */
} Beginnings;

/* Gives the bits of what each of some texts (rows) begins with: of its first word behind any signs, and of the stems that
 * this begins with; or whether a bracket, or what may be a day, stands there. And whether it ends with a colon. */
void mezmun_find_beginnings(const Beginnings *known, const uint8_t *text, const int32_t *edge, const int64_t *rows,
                            int32_t number, uint16_t *bits);

/* The number of the text (UTF-32, `size` characters each, one after the other) that the fewest edits part from `text`, the
 * first of those as near; -1 when all are further than `most` edits, NO_MEMORY. An edit puts in, takes out or replaces a
 * character. */
int32_t mezmun_nearest_text(const int32_t *text, int32_t length, const int32_t *others, int32_t size, int32_t number,
                            int32_t most);

/* Gives where each place of a text (UTF-32; length + 1, between characters) is in the text that it was edited to: before
 * (`low`) and behind (`high`) what was put in there. It is the way of fewest edits where no edit is long. */
void mezmun_align(const int32_t *before, int32_t length, const int32_t *after, int32_t size, int32_t *low, int32_t *high);
