/* The words of short lines and of the names of elements, see extraction/vocabulary.py, and which of them are known. */

#include "names.h"
#include "source.h"
#include "words.h"

enum { MOST_WORDS = 14, ROOM = 8192 };
enum { NAMES_LOOKED_AT = 12, RECENT = 512 }; /* names that are remembered: most come several times */

static int give(Found *found, int32_t row, int32_t number)
{
    if (found->words >= found->room) return -1;
    found->word[found->words++] = number;
    found->sizes[row]++;
    return 0;
}

static int look_up(Found *found)
{
    Pending next = found->pending[found->first++ % PENDING];
    int32_t number = number_by(found->known, next.hash);
    return number < 0 ? 0 : give(found, next.row, number);
}

static int look_up_all(Found *found)
{
    while (found->first < found->last)
        if (look_up(found)) return -1;
    found->first = found->last = 0;
    return 0;
}

/* Takes a word, with the mark before it if that is not 0. Gives 0, or -1 when there is too little room. */
static int take(Found *found, int32_t row, uint8_t mark, const uint8_t *at, int32_t length)
{
    if (found->known) {
        if (found->last - found->first == PENDING && look_up(found)) return -1;
        uint64_t hash = hash_of_word(mark, at, length);
        __builtin_prefetch(first_slot(found->known, hash));
        found->pending[found->last++ % PENDING] = (Pending){hash, row};
        return 0;
    }
    if (found->room_of_keys - found->written < length + 1) return -1;
    if (mark) found->keys[found->written++] = mark;
    memcpy(found->keys + found->written, at, (size_t)length);
    return give(found, row, found->written += length);
}

/* Lines. */

static int is_ideograph(int32_t point)
{
    return (point >= 0x2E80 && point <= 0x9FFF) || (point >= 0xF900 && point <= 0xFAFF);
}

typedef struct {
    int32_t start, stop; /* bytes of the line in small letters */
    int32_t characters;
    int32_t first;       /* character */
} Word;

typedef struct {
    uint8_t small[ROOM]; /* the line in small letters, each of its numbers as 0 */
    int32_t length;
    Word word[MOST_WORDS];
    int32_t words;       /* runs of letters, and each ideograph */
} Line;

/* Reads a line; gives 0 when it has no words, or too many. */
static int read_line(const Characters *characters, const uint8_t *at, const uint8_t *stop, Line *line)
{
    int in_number = 0, in_word = 0;
    uint8_t *out = line->small;
    line->words = 0;
    while (at < stop) {
        int32_t point;
        if (out + 6 > line->small + ROOM) return 0;
        at = next_character(at, stop, &point);
        int classes = class_of(characters, point), alone = is_ideograph(point), letter = alone || classes & LETTER;
        if (classes & DIGIT && in_number) continue;
        in_number = classes & DIGIT;
        if (in_number) point = '0';
        if (letter && (alone || !in_word)) {
            if (line->words == MOST_WORDS) return 0;
            line->word[line->words++] = (Word){(int32_t)(out - line->small), 0, 0, small_of(characters, point)};
        }
        out = put_small(characters, out, point);
        if (letter) {
            Word *word = line->word + line->words - 1;
            word->stop = (int32_t)(out - line->small) - (point == 0x130 ? 2 : 0); /* a mark is no letter */
            word->characters++;
            if (!alone && point != 0x130) { /* the rest of a word is mostly plain */
                const uint8_t *letters = at;
                for (; at < stop && is_letter(*at) && out + 6 <= line->small + ROOM; at++) *out++ = small(*at);
                word->stop += (int32_t)(at - letters);
                word->characters += (int32_t)(at - letters);
                if (at > letters) in_number = 0;
            }
        }
        in_word = letter && !alone && point != 0x130;
    }
    line->length = (int32_t)(out - line->small);
    return line->words;
}

static int take_line(Found *found, int32_t row, const Line *line)
{
    const Word *word = line->word, *last = word + line->words - 1;
    if (take(found, row, '=', line->small, line->length)) return -1;
    if (take(found, row, '^', line->small + word->start, word->stop - word->start)) return -1;
    for (; word <= last; word++)
        if (word->characters > 1 && take(found, row, '_', line->small + word->start, word->stop - word->start)) return -1;
    for (word = line->word; word < last; word++)
        if (word->characters == 1 && word[1].characters == 1 && word->first > 0x2E80) {
            uint8_t pair[8];
            int32_t one = word->stop - word->start, other = word[1].stop - word[1].start;
            memcpy(pair, line->small + word->start, (size_t)one);
            memcpy(pair + one, line->small + word[1].start, (size_t)other);
            if (take(found, row, '_', pair, one + other)) return -1;
        }
    return 0;
}

int32_t mezmun_words_of_lines(Found *found, const uint8_t *text, const int32_t *edge, const int32_t *length,
                              int32_t lines, int32_t longest)
{
    Line line;
    memset(found->sizes, 0, (size_t)lines * sizeof *found->sizes);
    for (int32_t row = 0; row < lines; row++)
        if (length[row] <= longest && read_line(found->characters, text + edge[row], text + edge[row + 1], &line))
            if (take_line(found, row, &line)) return -1;
    return look_up_all(found);
}

/* Names. */

typedef struct {
    int32_t point[LONGEST_NAME];
    int32_t characters;
} Points;

static Points points_of(const Name *name)
{
    Points points = {.characters = 0};
    for (const uint8_t *at = name->start; at < name->stop;)
        at = next_unescaped(at, name->stop, points.point + points.characters++);
    return points;
}

static int is_small(int32_t point) { return point >= 'a' && point <= 'z'; }
static int is_capital(int32_t point) { return point >= 'A' && point <= 'Z'; }

/* Letters of the other alphabets. */
static int is_other(const Characters *characters, int32_t point)
{
    return !is_small(point) && !is_capital(point) && (class_of(characters, point) & (LETTER | DIGIT)) == LETTER;
}

/* Where the part of a name ends that begins at `at`; `at` itself when none does: a run of small letters, with the
 * capital before it, a run of capitals, or one of other letters. */
static int32_t part_stop(const Characters *characters, const Points *name, int32_t at)
{
    int32_t stop = at, characters_of = name->characters;
    const int32_t *point = name->point;
    if (is_capital(point[at]) && (at + 1 == characters_of || !is_small(point[at + 1]))) {
        while (stop < characters_of && is_capital(point[stop])) stop++;
        return stop < characters_of && is_small(point[stop]) ? stop - 1 : stop;
    }
    if (is_capital(point[at]) || is_small(point[at])) {
        for (stop++; stop < characters_of && is_small(point[stop]);) stop++;
        return stop;
    }
    while (stop < characters_of && is_other(characters, point[stop])) stop++;
    return stop;
}

/* The whole name with its mark, each of its numbers as 0, and then its parts, in none of which is a digit. */
static int take_name(Found *found, int32_t row, uint8_t mark, const Name *written)
{
    const Characters *characters = found->characters;
    const Points points = points_of(written), *name = &points;
    uint8_t small[6 * LONGEST_NAME], *out = small, *begins[LONGEST_NAME + 1];
    int in_number = 0;
    for (int32_t at = 0; at < name->characters; at++) {
        int digit = class_of(characters, name->point[at]) & DIGIT;
        begins[at] = out;
        if (!digit || !in_number) out = put_small(characters, out, digit ? '0' : name->point[at]);
        in_number = digit;
    }
    begins[name->characters] = out;
    if (take(found, row, mark, small, (int32_t)(out - small))) return -1;
    for (int32_t at = 0, stop; at < name->characters; at = stop > at ? stop : at + 1) {
        stop = part_stop(characters, name, at);
        if (stop - at > 1 && take(found, row, 0, begins[at], (int32_t)(begins[stop] - begins[at]))) return -1;
    }
    return 0;
}

typedef struct {
    uint64_t hash;
    int32_t row; /* of the name with that hash, -1 for none */
} Recent;

/* Where the row of a name with a mark is, or is to be. */
static Recent *recent_of(Recent *recent, uint8_t mark, const uint8_t *at, int64_t length)
{
    uint64_t hash = hash_of(mark, at, (int32_t)length);
    recent += hash % RECENT;
    if (recent->hash != hash) *recent = (Recent){hash, -1};
    return recent;
}

int32_t mezmun_words_of_names(Found *found, const uint8_t *text, const int32_t *edge, const int16_t *tag,
                              const Known *tags, int32_t namings, Names *names)
{
    static const char marks[] = ".#@";
    Recent recent[RECENT], *name_row;
    int32_t *out = names->name;
    memset(recent, 0xFF, sizeof recent);
    names->rows = 0;
    for (int32_t naming = 0; naming < namings; naming++) {
        const uint8_t *name_of_tag = tags->words + tags->edge[tag[naming]];
        int32_t length = tags->edge[tag[naming] + 1] - tags->edge[tag[naming]];
        names->edge[naming] = (int32_t)(out - names->name);
        name_row = recent_of(recent, '<', name_of_tag, length);
        if (name_row->row < 0) {
            found->sizes[name_row->row = names->rows++] = 0;
            if (take(found, name_row->row, '<', name_of_tag, length)) return -1;
        }
        *out++ = name_row->row;
        for (int value = 0; value < 3; value++) {
            const uint8_t *at = text + edge[3 * naming + value], *stop = text + edge[3 * naming + value + 1];
            uint8_t mark = (uint8_t)marks[value];
            Name name;
            for (int each = 0; each < NAMES_LOOKED_AT && (at = next_name(found->characters, at, stop, &name)); each++) {
                if (name.characters > LONGEST_NAME) continue;
                name_row = recent_of(recent, mark, name.start, name.stop - name.start);
                if (name_row->row < 0) {
                    found->sizes[name_row->row = names->rows++] = 0;
                    if (take_name(found, name_row->row, mark, &name)) return -1;
                }
                *out++ = name_row->row;
            }
        }
    }
    names->edge[namings] = (int32_t)(out - names->name);
    return look_up_all(found);
}
