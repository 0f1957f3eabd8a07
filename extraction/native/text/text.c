/* Words that can be looked up, and which texts hold one, or may hold a date. */

#include "text/characters.h"
#include "text/hash.h"

void mezmun_fill_word_table(const WordTable *table)
{
    for (int32_t word = 0; word < table->number; word++) add_word(table, word);
}

enum { MAX_WORD_BYTES = 1024 }; /* of a word that can be known */

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

static int is_known(const Characters *characters, const WordTable *known, const uint8_t *at, const uint8_t *stop)
{
    uint8_t small[MAX_WORD_BYTES + 6], *out = small;
    for (int32_t point; at < stop; out = put_small(characters, out, point)) {
        at = next_character(at, stop, &point);
        if (out > small + MAX_WORD_BYTES) return 0;
    }
    return number_of(known, 0, small, (int32_t)(out - small)) >= 0;
}

static int has_word(const Characters *characters, const WordTable *known, const uint8_t *at, const uint8_t *stop)
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

void mezmun_texts_with_word(const Characters *characters, const WordTable *known, const uint8_t *text, const int32_t *edge,
                            int32_t texts, uint8_t *marks)
{
    for (int32_t row = 0; row < texts; row++)
        marks[row] = (uint8_t)has_word(characters, known, text + edge[row], text + edge[row + 1]);
}

/* Dates: what extraction/lexicon/dates.py says as an expression. */

typedef struct {
    const Characters *characters;
    int32_t point[MAX_DATE_CHARS];
    int32_t length;
} Text;

static int is_digit(const Text *text, int32_t at)
{
    return at >= 0 && class_of(text->characters, text->point[at]) & DIGIT;
}

static int is_mark(const Text *text, int32_t at)
{
    return at >= 0 && (text->point[at] == '.' || text->point[at] == '/' || text->point[at] == '-');
}

/* Whether `point` is a digit of a script that dates are read in. */
static int is_number(int32_t point, int32_t digit)
{
    static const int32_t zeros[] = {'0', 0x0660, 0x06f0, 0x0966, 0x0f20};
    for (unsigned each = 0; each < sizeof zeros / sizeof *zeros; each++)
        if (point == zeros[each] + digit) return 1;
    return 0;
}

/* Whether two digits at `at` end a year of four, a date in short, or stand behind a letter and a dash. */
static int ends_date(const Text *text, int32_t at)
{
    const int32_t *before = text->point + at;
    if (at < 2) return 0;
    if (is_number(before[-2], 1) && is_number(before[-1], 9)) return 1;
    if (is_number(before[-2], 2) && is_number(before[-1], 0)) return 1;
    if (before[-1] == '-' && (class_of(text->characters, before[-2]) & (LETTER | DIGIT)) == LETTER) return 1;
    if (!is_mark(text, at - 1) || !is_digit(text, at - 2)) return 0;
    int32_t mark = at - (is_digit(text, at - 3) ? 4 : 3);
    return is_mark(text, mark) && is_digit(text, mark - 1);
}

int32_t mezmun_texts_with_date(const Characters *characters, const uint8_t *utf8, const int32_t *edge, int32_t row,
                               int32_t stop, int32_t max_chars, int32_t *rows)
{
    int32_t number = 0;
    Text text = {.characters = characters};
    for (; row < stop; row++) {
        const uint8_t *at = utf8 + edge[row], *end = utf8 + edge[row + 1];
        for (text.length = 0; at < end && text.length < max_chars && text.length < MAX_DATE_CHARS; text.length++)
            at = next_character(at, end, text.point + text.length);
        for (int32_t place = 2; place + 1 < text.length; place++) {
            if (!is_digit(&text, place) || !is_digit(&text, place + 1) || !ends_date(&text, place)) continue;
            rows[number++] = row;
            break;
        }
    }
    return number;
}
