/* Which lines of a text hold a known word. */

#include "characters.h"
#include "known.h"

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

static int holds_word(const Characters *characters, const Known *known, const uint8_t *at, const uint8_t *stop)
{
    while (at < stop) {
        const uint8_t *word = at;
        int32_t point;
        at = word_stop(characters, word, stop);
        if (at == word) at = next_character(at, stop, &point);
        else if (number_of(known, 0, word, (int32_t)(at - word)) >= 0) return 1;
    }
    return 0;
}

/* Marks the lines that hold a known word. Each line ends with NUL; `holds` has room for all. */
void mezmun_holding(const Characters *characters, const Known *known, const uint8_t *text, int64_t length, uint8_t *holds)
{
    for (const uint8_t *at = text, *stop = text + length, *line_stop; at < stop; at = line_stop + 1) {
        line_stop = memchr(at, 0, (size_t)(stop - at));
        if (!line_stop) line_stop = stop;
        *holds++ = (uint8_t)holds_word(characters, known, at, line_stop);
    }
}
