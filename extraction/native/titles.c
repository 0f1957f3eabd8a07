/* Which line is the title again. */

#include "characters.h"
#include "known.h"

enum { ROOM = 8192 };

/* Finds the line that repeats most of a title, and hardly anything else: the first of several. Gives its row, -1 for
 * none. `title` are the different words of it, lines have fewer than `longest` characters. */
int32_t mezmun_title(const Characters *characters, const Known *title, const uint8_t *text, const int32_t *edge,
                     const int32_t *length, int32_t lines, int32_t longest, int32_t most_words)
{
    int32_t best = -1, most = 1; /* one word may stand anywhere */
    for (int32_t row = 0; row < lines; row++) {
        uint8_t small[ROOM], *out = small;
        int32_t words = 0, held = 0; /* too many others end the search: no line of up to `most_words` may have them */
        const uint8_t *at = text + edge[row], *stop = text + edge[row + 1];
        if (length[row] >= longest) continue;
        while (at <= stop && words <= most_words && 5 * (words - held) <= most_words) {
            int32_t point = ' ';
            const uint8_t *next = at < stop ? next_character(at, stop, &point) : at + 1;
            at = next;
            if (class_of(characters, point) & SPACE) {
                if (out == small) continue;
                words++;
                held += number_of(title, 0, small, (int32_t)(out - small)) >= 0;
                out = small;
            } else if (out + 6 <= small + ROOM) out = put_small(characters, out, point);
        }
        if (words <= most_words && held > most && 5 * held > 4 * words) {
            best = row;
            most = held;
        }
    }
    return best;
}
