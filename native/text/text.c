/* Words that can be looked up, which texts hold one, and which may hold a date; what was edited between two texts. */

#include "text/characters.h"
#include "text/hash.h"

#include <stdlib.h>

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

/* Dates: what extraction/lexicon/date_forms.py (LIKELY) says as an expression. */

enum { LONGEST_CHARACTER = 4 }; /* bytes of UTF-8 */

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
    static const int32_t zeros[] = {'0', 0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0f20, 0x1040, 0x17e0, 0xff10};
    for (unsigned each = 0; each < sizeof zeros / sizeof *zeros; each++)
        if (point == zeros[each] + digit) return 1;
    return 0;
}

/* Whether two digits at `at` are a year of the Buddhist calendar in short, behind the Thai name of a month. */
static int is_thai_year(const Text *text, int32_t at)
{
    int32_t first = text->point[at], before = at - 1;
    if (!((first >= '4' && first <= '7') || (first >= 0x0e54 && first <= 0x0e57))) return 0;
    while (before >= 0 && before >= at - 2 && (text->point[before] == '.' || text->point[before] == ' ')) before--;
    return before >= 0 && text->point[before] >= 0x0e01 && text->point[before] <= 0x0e4e;
}

/* Whether two digits at `at` end a year of four or a date in short, or stand behind a letter and a dash, or a month. */
static int ends_date(const Text *text, int32_t at)
{
    const int32_t *before = text->point + at;
    if (is_thai_year(text, at)) return 1;
    if (at < 2) return 0;
    if (is_number(before[-2], 1) && is_number(before[-1], 9)) return 1;
    if (is_number(before[-2], 2) && is_number(before[-1], 0)) return 1;
    if (is_number(before[-2], 2) && is_number(before[-1], 5)) return 1; /* of the Buddhist calendar */
    if (is_number(before[-2], 2) && is_number(before[-1], 7)) return 1; /* of the Kurdish one */
    if (before[-2] == '1' && (before[-1] == '3' || before[-1] == '4')) return 1; /* of the Persian or Islamic one */
    if (before[-2] == 0x06f1 && (before[-1] == 0x06f3 || before[-1] == 0x06f4)) return 1;
    if (before[-2] == 0x0661 && (before[-1] == 0x0663 || before[-1] == 0x0664)) return 1;
    if (before[-1] == '-' && (class_of(text->characters, before[-2]) & (LETTER | DIGIT)) == LETTER) return 1;
    if (!is_mark(text, at - 1) || !is_digit(text, at - 2)) return 0;
    int32_t mark = at - (is_digit(text, at - 3) ? 4 : 3);
    return is_mark(text, mark) && is_digit(text, mark - 1);
}

/* Whether `point` is a Chinese numeral from one to ten. */
static int is_numeral(int32_t point)
{
    static const int32_t numerals[] = {0x4e00, 0x4e8c, 0x4e09, 0x56db, 0x4e94, 0x516d, 0x4e03, 0x516b, 0x4e5d, 0x5341};
    for (unsigned each = 0; each < sizeof numerals / sizeof *numerals; each++)
        if (point == numerals[each]) return 1;
    return 0;
}

/* Whether the name of a Chinese or Japanese era ends at `at`, and a number or the word for the first year follows; or a
 * year does, and a month in Chinese numerals follows. */
static int is_era(const Text *text, int32_t at)
{
    const int32_t *point = text->point + at;
    if (*point == 0x5e74) return at + 1 < text->length && is_numeral(point[1]);
    if (*point < 0x548c || (*point != 0x548c && *point != 0x6210 && *point != 0x56fd && *point != 0x570b)) return 0;
    if (at + 3 < text->length && point[1] == 0x5143 && point[2] == 0x5e74) return is_digit(text, at + 3);
    return at + 1 < text->length && is_digit(text, at + 1);
}

/* Whether bytes of UTF-8 may have a digit, or the Chinese year (U+5E74). Digits beyond ASCII are from U+0660 to U+1FFF,
 * and from U+A000 on. */
static int may_have_digit(const uint8_t *at, int64_t bytes)
{
    uint8_t may = 0;
    for (int64_t each = 0; each < bytes; each++) {
        uint8_t c = at[each];
        may |= (c >= '0' && c <= '9') || (c >= 0xD9 && c < 0xE2) || c == 0xE5 || c > 0xE9;
    }
    return may;
}

int32_t mezmun_texts_with_date(const Characters *characters, const uint8_t *utf8, const int32_t *edge, int32_t row,
                               int32_t stop, int32_t max_chars, int32_t *rows)
{
    int32_t number = 0;
    Text text = {.characters = characters};
    for (; row < stop; row++) {
        const uint8_t *at = utf8 + edge[row], *end = utf8 + edge[row + 1];
        int64_t looked_at = (int64_t)LONGEST_CHARACTER * max_chars;
        if (!may_have_digit(at, end - at < looked_at ? end - at : looked_at)) continue;
        for (text.length = 0; at < end && text.length < max_chars && text.length < MAX_DATE_CHARS; text.length++)
            at = next_character(at, end, text.point + text.length);
        for (int32_t place = 0; place + 1 < text.length; place++) {
            int is_date = is_digit(&text, place) && is_digit(&text, place + 1) && ends_date(&text, place);
            if (!is_date && !is_era(&text, place)) continue;
            rows[number++] = row;
            break;
        }
    }
    return number;
}

static int32_t least(int32_t a, int32_t b, int32_t c)
{
    return a < b ? (a < c ? a : c) : b < c ? b : c;
}

/* The edits between two texts (Levenshtein 1966), or `most` + 1 when there are more: only the cells of the table that are
 * no further than `most` from its diagonal are filled (Ukkonen 1985), into `row`, which has a cell more than `other`. */
static int32_t edits(const int32_t *text, int32_t length, const int32_t *other, int32_t size, int32_t most, int32_t *row)
{
    if (length > size + most || size > length + most) return most + 1;
    for (int32_t at = 0; at <= size; at++) row[at] = at <= most ? at : most + 1;
    for (int32_t line = 1; line <= length; line++) {
        int32_t first = line > most ? line - most : 1, last = line + most < size ? line + most : size;
        int32_t before = row[first - 1], left = first == 1 && line <= most ? line : most + 1, fewest = left;
        row[first - 1] = left;
        for (int32_t at = first; at <= last; at++) {
            int32_t above = at == line + most ? most + 1 : row[at];
            left = least(before + (text[line - 1] != other[at - 1]), above + 1, left + 1);
            before = above;
            row[at] = left;
            if (left < fewest) fewest = left;
        }
        if (fewest > most) return most + 1;
    }
    return row[size];
}

int32_t mezmun_nearest_text(const int32_t *text, int32_t length, const int32_t *others, int32_t size, int32_t number,
                            int32_t most)
{
    int32_t nearest = -1, *row = malloc(sizeof *row * (size_t)(size + 1));
    if (!row) return NO_MEMORY;
    for (int32_t other = 0; other < number && most >= 0; other++) {
        int32_t here = edits(text, length, others + (int64_t)other * size, size, most, row);
        if (here > most) continue;
        nearest = other;
        most = here - 1; /* of two that are as near the first is given */
    }
    free(row);
    return nearest;
}

enum { WINDOW = 128, HALF = WINDOW / 2 }; /* characters that are compared at once: hardly an edit is half as long */

void mezmun_align(const int32_t *before, int32_t length, const int32_t *after, int32_t size, int32_t *low, int32_t *high)
{
    uint8_t step[WINDOW + 1][WINDOW + 1]; /* the last edit of each cell: 0 a character for another, 1 one gone, 2 one more */
    int32_t line = 0, at = 0, row[WINDOW + 1] = {0};
    low[0] = high[0] = 0;
    while (line < length && at < size) {
        if (before[line] == after[at]) {
            low[++line] = ++at;
            high[line] = at;
            continue;
        }
        int32_t rest = length - line, behind = size - at, whole = rest <= WINDOW && behind <= WINDOW;
        int32_t lines = rest < WINDOW ? rest : WINDOW, columns = behind < WINDOW ? behind : WINDOW;
        int32_t y = lines, x = columns, fewest = 2 * WINDOW;
        for (int32_t here = 0; here <= lines; here++) {
            for (int32_t column = 0, diagonal = 0, left = 0; column <= columns; column++) {
                int32_t above = row[column], changed = 2 * WINDOW, more = column ? left + 1 : changed;
                int32_t gone = here ? above + 1 : changed;
                if (here && column) changed = diagonal + (before[line + here - 1] != after[at + column - 1]);
                left = here || column ? least(changed, gone, more) : 0;
                step[here][column] = left == changed ? 0 : left == gone ? 1 : 2;
                diagonal = above;
                row[column] = left;
                if (whole || left >= fewest || (here < lines && column < columns)) continue;
                fewest = left; /* the texts go on: the best way out of the window */
                y = here;
                x = column;
            }
        }
        int32_t stop = whole || y < HALF ? y : HALF;
        for (high[line + y] = at + x; y || x;) {
            uint8_t back = step[y][x];
            if (y) low[line + y] = at + x;
            x -= back != 1;
            y -= back != 2;
            if (back != 2) high[line + y] = at + x;
        }
        while (!whole && stop && low[line + stop] > at + HALF) stop--;
        if (!whole && high[line + stop] > at + HALF) high[line + stop] = at + HALF;
        line += stop;
        at = high[line];
    }
    for (high[line] = size; line++ < length;) low[line] = high[line] = size;
}
