/* What Python sees of texts: characters, words that can be looked up, what texts hold and
 * begin with, which are repeated, and how they differ. */

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

/* How a term ends: with its word, or with any letters behind it; or it also begins anywhere, in a script that parts no words. */
enum { WHOLE_TERM = 0, OPEN_TERM = 1, UNSPACED_TERM = 2 };

/* The terms of a lexicon as a tree of their bytes (a trie), the steps of which are in an open hash table. The terms are in
 * small letters, with "'" for every apostrophe. */
typedef struct {
    const Characters *characters;
    const uint8_t *terms;   /* UTF-8, one after the other */
    const int32_t *edge;    /* (number + 1) where each begins */
    const uint64_t *roles;  /* (number) bits of each term's roles */
    const uint8_t *ending;  /* (number) how each ends */
    int32_t number;
    uint64_t *slot;         /* (slots) the node and byte of a step in the upper half, and the node it leads to; 0 when free */
    int32_t slots;          /* a power of two, more than there are bytes in terms */
    uint64_t *whole, *open; /* (nodes: a few more than there are bytes) roles of the terms that end at each node */
    uint8_t *next;          /* (nodes) the byte that leads to the node behind each, 0 for none: most have no other child */
    uint8_t *kind;          /* (nodes) whether a term ends there, and whether more bytes than `next` lead on */
} TermTable;

enum { TERM_NODES_BESIDE_BYTES = 3 };

/* Fills the slots and the nodes, all of which are 0. Of terms in the order of their bytes fewest take a slot. */
void mezmun_fill_term_table(const TermTable *table);

/* Marks of what a text begins with in place of a term, and ends with. */
enum { BEGINS_WITH_DAY = 1, ENDS_WITH_COLON = 2 };

enum { TERM_COLUMNS = 4 };

/* The rows of what is written of several texts together: the roles of the terms that any of them holds, that any may begin
 * with, and that any of those holds which begin with a day. */
enum { ANY_HOLDS = 0, ANY_BEGINS = 1, ANY_BEHIND_DAY = 2, ANY_COLUMNS = 3 };

/* Writes, for each of some texts (rows) that holds a term or ends with a colon, its row; the roles of the terms that it may
 * begin with, behind any signs, and behind a bracket of all that it holds; those that it holds; and its marks. Writes to
 * `any` what is so of any of them. Of each no more than the last `most` characters are looked at; 0 is for all of them.
 * Returns of how many texts these are. */
int32_t mezmun_find_terms(const TermTable *table, const uint8_t *text, const int32_t *edge, const int64_t *rows,
                          int32_t number, int32_t most, uint64_t *out, uint64_t *any);

/* Which of some texts (rows) may begin with a term of some roles, behind any signs; behind a bracket it may be anywhere. Their
 * rows go to `beginning`. Returns how many there are. */
int32_t mezmun_begin_with_terms(const TermTable *table, const uint8_t *text, const int32_t *edge, const int64_t *rows,
                                int32_t number, uint64_t roles, int64_t *beginning);

/* Parts that are looked for in texts, of one byte or more each. */
typedef struct {
    const uint8_t *utf8; /* one after the other */
    const int32_t *edge; /* (number + 1) where each begins */
    int32_t number;
} TextParts;

/* Whether a text has one of some parts. */
int32_t mezmun_has_part(const TextParts *parts, const uint8_t *text, int64_t length);

/* Which of some texts (rows) have one of some parts; their rows go to `with_part`. Returns how many there are. */
int32_t mezmun_texts_with_part(const TextParts *parts, const uint8_t *text, const int32_t *edge, const int64_t *rows,
                               int32_t number, int64_t *with_part);

/* Which texts of 1 to `max_chars` characters stand so many times at least, the `fewest`; their rows go to `rows`, and to
 * `first` the first row of each one's text. Returns how many there are, or NO_MEMORY. */
int32_t mezmun_repeated_texts(const uint8_t *text, const int32_t *edge, const int32_t *length, int32_t texts,
                              int32_t max_chars, int32_t fewest, int32_t *rows, int32_t *first);

/* The number of the text (UTF-32, `size` characters each, one after the other) that the fewest edits part from `text`, the
 * first of those as near; -1 when all are further than `most` edits, NO_MEMORY. An edit puts in, takes out or replaces a
 * character. */
int32_t mezmun_nearest_text(const int32_t *text, int32_t length, const int32_t *others, int32_t size, int32_t number,
                            int32_t most);

/* Gives where each place of a text (UTF-32; length + 1, between characters) is in the text that it was edited to: before
 * (`low`) and behind (`high`) what was put in there. It is the way of fewest edits where no edit is long. */
void mezmun_align(const int32_t *before, int32_t length, const int32_t *after, int32_t size, int32_t *low, int32_t *high);
