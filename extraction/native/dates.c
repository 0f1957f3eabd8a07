/* Texts that may hold a date: see extraction/dates.py, which says it as an expression. */

#include "characters.h"

enum { LONGEST = 256 };

typedef struct {
    const Characters *characters;
    int32_t point[LONGEST];
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

/* Which of the texts from one to before another may hold a date among their first `longest` characters; their rows go to
 * `found`. Gives how many there are. */
int32_t mezmun_dated(const Characters *characters, const uint8_t *utf8, const int32_t *edge, int32_t row, int32_t stop,
                     int32_t longest, int32_t *found)
{
    int32_t number = 0;
    Text text = {.characters = characters};
    for (; row < stop; row++) {
        const uint8_t *at = utf8 + edge[row], *end = utf8 + edge[row + 1];
        for (text.length = 0; at < end && text.length < longest && text.length < LONGEST; text.length++)
            at = next_character(at, end, text.point + text.length);
        for (int32_t place = 2; place + 1 < text.length; place++) {
            if (!is_digit(&text, place) || !is_digit(&text, place + 1) || !ends_date(&text, place)) continue;
            found[number++] = row;
            break;
        }
    }
    return number;
}
