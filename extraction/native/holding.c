/* Which texts hold a known word. */

#include "characters.h"
#include "known.h"

enum { LONGEST = 1024 }; /* bytes of a word that can be known */

/* A letter, a digit, a mark or "_": what words are of here. */
static int is_of_word(const Characters *characters, int32_t point)
{
    return class_of(characters, point) & (LETTER | MARK) || point == '_';
}

/* The place behind the word that begins at `at`, if one does: an apostrophe between two letters belongs to it. */
static const uint8_t *word_stop(const Characters *characters, const uint8_t *at, const uint8_t *stop)
{
    const uint8_t *word = at;
    while (at < stop) {
        int32_t point, second;
        const uint8_t *next = next_character(at, stop, &point);
        if (!is_of_word(characters, point)) {
            if (at == word || (point != '\'' && point != 0x2019) || next == stop) break;
            next_character(next, stop, &second);
            if (!is_of_word(characters, second)) break;
        }
        at = next;
    }
    return at;
}

static int is_known(const Characters *characters, const Known *known, const uint8_t *at, const uint8_t *stop)
{
    uint8_t small[LONGEST + 6], *out = small;
    for (int32_t point; at < stop; out = put_small(characters, out, point)) {
        at = next_character(at, stop, &point);
        if (out > small + LONGEST) return 0;
    }
    return number_of(known, 0, small, (int32_t)(out - small)) >= 0;
}

static int holds_word(const Characters *characters, const Known *known, const uint8_t *at, const uint8_t *stop)
{
    while (at < stop) {
        const uint8_t *word = at;
        int32_t point;
        at = word_stop(characters, word, stop);
        if (at == word) at = next_character(at, stop, &point);
        else if (is_known(characters, known, word, at)) return 1;
    }
    return 0;
}

/* Marks the texts (UTF-8, `edge`) that hold a known word in small letters. */
void mezmun_holding(const Characters *characters, const Known *known, const uint8_t *text, const int32_t *edge,
                    int32_t texts, uint8_t *holds)
{
    for (int32_t row = 0; row < texts; row++)
        holds[row] = (uint8_t)holds_word(characters, known, text + edge[row], text + edge[row + 1]);
}
