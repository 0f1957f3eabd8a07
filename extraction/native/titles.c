/* Which line is the title again, see titles.py. */

#include "characters.h"
#include "known.h"
#include "lines.h"
#include "room.h"

enum { ROOM = 8192 };

typedef struct {
    const Characters *characters;
    const uint8_t *title;       /* as it is */
    const uint8_t *plain;       /* in small letters and without positional forms */
    int32_t title_bytes, title_length, plain_bytes;

    Lines lines;
    const uint8_t *text;        /* what is written of them ... */
    const uint8_t *plain_text;  /* ... and plain */
    const int32_t *plain_edge;

    int32_t longest, most_words, shortest;
    double unspaced_word;       /* words that a character makes where words are not parted */

    /* Room for what is between. */
    uint8_t *written;           /* (plain_bytes) the words of the title */
    int32_t *word_edge;         /* (plain_bytes + 2) */
    Slot *slot;                 /* (slots) */
    int32_t slots;              /* a power of two, more than there are words */
} Title;

/* Learns the different words of the title. */
static Known know(const Title *title)
{
    Known known = {title->written, title->word_edge, 0, title->slot, title->slots};
    const uint8_t *at = title->plain, *stop = at + title->plain_bytes, *word = at;
    uint8_t *out = title->written;
    memset(title->slot, 0, (size_t)title->slots * sizeof *title->slot);
    title->word_edge[0] = 0;
    while (at <= stop) {
        int32_t point = ' ';
        const uint8_t *here = at;
        at = at < stop ? next_character(at, stop, &point) : at + 1;
        if (!(class_of(title->characters, point) & SPACE)) continue;
        memcpy(out, word, (size_t)(here - word));
        title->word_edge[known.number + 1] = (int32_t)(out - title->written + (here - word));
        if (here > word && learn_word(&known, known.number)) {
            known.number++;
            out += here - word;
        }
        word = at;
    }
    return known;
}

/* How many words a line may have: all that is not seen of it may be spaces. An odd line may have more when it is plain. */
static int32_t most_words_of(const Title *title, int32_t row)
{
    int32_t words = title->lines.length_of[row] - count_of(&title->lines, SEEN_COUNT)[row] + 1;
    return words > title->most_words || title->lines.odd[row] ? title->most_words : words;
}

/* Whether a line of so many words at most, of which so many are not the title's, may be taken. */
static int may_be(int32_t words, int32_t others) { return words > 5 * others; }

/* Finds the line that repeats most of the title, and hardly anything else: the first of several, -1 for none. Most lines
 * are out with their first word. */
static int32_t line_of_words(const Title *title)
{
    Known known = know(title);
    int32_t best = -1, most = 1; /* one word may stand anywhere */
    for (int32_t row = 0; row < title->lines.number && known.number; row++) {
        uint8_t small[ROOM], *out = small;
        int32_t words = 0, held = 0, bound = most_words_of(title, row);
        const uint8_t *at = title->plain_text + title->plain_edge[row], *stop = title->plain_text + title->plain_edge[row + 1];
        if (title->lines.length_of[row] >= title->longest || bound <= most) continue;
        while (at <= stop && words <= title->most_words && may_be(bound, words - held)) {
            int32_t point = ' ';
            const uint8_t *next = at < stop ? next_character(at, stop, &point) : at + 1;
            at = next;
            if (class_of(title->characters, point) & SPACE) {
                if (out == small) continue;
                words++;
                held += number_of(&known, 0, small, (int32_t)(out - small)) >= 0;
                out = small;
            } else if (out + 6 <= small + ROOM) out = put_small(title->characters, out, point);
        }
        if (words <= title->most_words && held > most && may_be(words, words - held)) {
            best = row;
            most = held;
        }
    }
    return best;
}

static int holds(const uint8_t *text, int32_t length, const uint8_t *part, int32_t size)
{
    for (const uint8_t *at = text, *last = text + length - size; at <= last; at++) {
        at = memchr(at, *part, (size_t)(last - at + 1));
        if (!at) return 0;
        if (!memcmp(at, part, (size_t)size)) return 1;
    }
    return 0;
}

/* Finds the longest line, mostly without spaces between words, that stands in the title as it is: the first of several,
 * -1 for none. */
static int32_t line_within(const Title *title)
{
    const int32_t *seen = count_of(&title->lines, SEEN_COUNT), *unspaced = count_of(&title->lines, UNSPACED_COUNT);
    int32_t best = -1;
    for (int32_t row = 0; row < title->lines.number; row++) {
        int32_t length = title->lines.length_of[row], start = title->lines.edge[row], stop = title->lines.edge[row + 1];
        if (2 * unspaced[row] <= seen[row] || length < title->shortest || length > title->title_length) continue;
        if (best >= 0 && length <= title->lines.length_of[best]) continue;
        if (holds(title->title, title->title_bytes, title->text + start, stop - start)) best = row;
    }
    return best;
}

static double words_of(const Title *title, int32_t row)
{
    return count_of(&title->lines, WORD_COUNT)[row] + title->unspaced_word * count_of(&title->lines, UNSPACED_COUNT)[row];
}

/* Gives the line, -1 for none, or NO_MEMORY. */
int32_t mezmun_title(Title *title)
{
    for (title->slots = 4; title->slots <= title->plain_bytes + 2;) title->slots *= 2;
    const Part parts[] = {
        {&title->written, title->plain_bytes}, {&title->word_edge, 4 * ((int64_t)title->plain_bytes + 2)},
        {&title->slot, (int64_t)sizeof(Slot) * title->slots},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    int32_t best = line_of_words(title), within = line_within(title);
    int fuller = within >= 0 && (best < 0 || words_of(title, within) > words_of(title, best));
    free(room);
    return fuller ? within : best; /* the other one is the site's name */
}
