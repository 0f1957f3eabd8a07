/* The words of short lines and of the names of elements, see extraction/model/vocabulary.py, and which of them are known. */

#include "model/model.h"
#include "page/reading.h"
#include "text/hash.h"

enum { MAX_WORDS = 14, MAX_LINE_BYTES = 8192 };
enum { MAX_NAMES = 12, RECENT = 512 }; /* names that are remembered: most come several times */

static int add_number(WordSearch *search, int32_t row, int32_t number)
{
    if (search->words >= search->capacity) return -1;
    search->word[search->words++] = number;
    search->sizes[row]++;
    return 0;
}

static int look_up(WordSearch *search)
{
    PendingWord next = search->pending[search->first++ % PENDING_WORDS];
    int32_t number = number_by(search->known, next.hash);
    return number < 0 ? 0 : add_number(search, next.row, number);
}

static int look_up_all(WordSearch *search)
{
    while (search->first < search->last)
        if (look_up(search)) return -1;
    search->first = search->last = 0;
    return 0;
}

/* Adds a word, with the mark before it if that is not 0. Gives 0, or -1 when there is too little room. */
static int add(WordSearch *search, int32_t row, uint8_t mark, const uint8_t *at, int32_t length)
{
    if (search->known) {
        if (search->last - search->first == PENDING_WORDS && look_up(search)) return -1;
        uint64_t hash = hash_of_word(mark, at, length);
        __builtin_prefetch(first_slot(search->known, hash));
        search->pending[search->last++ % PENDING_WORDS] = (PendingWord){hash, row};
        return 0;
    }
    if (search->key_capacity - search->key_bytes < length + 1) return -1;
    if (mark) search->keys[search->key_bytes++] = mark;
    memcpy(search->keys + search->key_bytes, at, (size_t)length);
    return add_number(search, row, search->key_bytes += length);
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
    uint8_t small[MAX_LINE_BYTES]; /* the line in small letters, each of its numbers as 0 */
    int32_t length;
    Word word[MAX_WORDS];
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
        if (out + 6 > line->small + MAX_LINE_BYTES) return 0;
        at = next_character(at, stop, &point);
        int classes = class_of(characters, point), alone = is_ideograph(point), letter = alone || classes & LETTER;
        if (classes & DIGIT && in_number) continue;
        in_number = classes & DIGIT;
        if (in_number) point = '0';
        if (letter && (alone || !in_word)) {
            if (line->words == MAX_WORDS) return 0;
            line->word[line->words++] = (Word){(int32_t)(out - line->small), 0, 0, small_of(characters, point)};
        }
        out = put_small(characters, out, point);
        if (letter) {
            Word *word = line->word + line->words - 1;
            word->stop = (int32_t)(out - line->small) - (point == 0x130 ? 2 : 0); /* a mark is no letter */
            word->characters++;
            if (!alone && point != 0x130) { /* the rest of a word is mostly plain */
                const uint8_t *letters = at;
                for (; at < stop && is_letter(*at) && out + 6 <= line->small + MAX_LINE_BYTES; at++) *out++ = small(*at);
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

static int add_line(WordSearch *search, int32_t row, const Line *line)
{
    const Word *word = line->word, *last = word + line->words - 1;
    if (add(search, row, '=', line->small, line->length)) return -1;
    if (add(search, row, '^', line->small + word->start, word->stop - word->start)) return -1;
    for (; word <= last; word++)
        if (word->characters > 1 && add(search, row, '_', line->small + word->start, word->stop - word->start)) return -1;
    for (word = line->word; word < last; word++)
        if (word->characters == 1 && word[1].characters == 1 && word->first > 0x2E80) {
            uint8_t pair[8];
            int32_t one = word->stop - word->start, other = word[1].stop - word[1].start;
            memcpy(pair, line->small + word->start, (size_t)one);
            memcpy(pair + one, line->small + word[1].start, (size_t)other);
            if (add(search, row, '_', pair, one + other)) return -1;
        }
    return 0;
}

int32_t mezmun_words_of_lines(WordSearch *search, const uint8_t *text, const int32_t *edge, const int32_t *length,
                              int32_t lines, int32_t max_chars)
{
    Line line;
    memset(search->sizes, 0, (size_t)lines * sizeof *search->sizes);
    for (int32_t row = 0; row < lines; row++)
        if (length[row] <= max_chars && read_line(search->characters, text + edge[row], text + edge[row + 1], &line))
            if (add_line(search, row, &line)) return -1;
    return look_up_all(search);
}

/* Names. */

typedef struct {
    int32_t point[MAX_NAME_CHARS];
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

/* Where the part of a name of ASCII ends that begins at `at`, likewise. */
static int32_t plain_part_stop(const uint8_t *name, int32_t characters, int32_t at)
{
    int32_t stop = at;
    if (is_capital(name[at]) && (at + 1 == characters || !is_small(name[at + 1]))) {
        while (stop < characters && is_capital(name[stop])) stop++;
        return stop < characters && is_small(name[stop]) ? stop - 1 : stop;
    }
    if (!is_letter(name[at])) return at;
    for (stop++; stop < characters && is_small(name[stop]);) stop++;
    return stop;
}

/* The same as `add_name` for a name in which each byte is a character, as nearly all are. */
static int add_plain_name(WordSearch *search, int32_t row, uint8_t mark, const Name *name)
{
    uint8_t plain[MAX_NAME_CHARS], begins[MAX_NAME_CHARS + 1], length = 0;
    int in_number = 0;
    for (int32_t at = 0; at < name->characters; at++) {
        uint8_t c = name->start[at];
        int digit = c >= '0' && c <= '9';
        begins[at] = length;
        if (!digit || !in_number) plain[length++] = digit ? '0' : small(c);
        in_number = digit;
    }
    begins[name->characters] = length;
    if (add(search, row, mark, plain, length)) return -1;
    for (int32_t at = 0, stop; at < name->characters; at = stop > at ? stop : at + 1) {
        stop = plain_part_stop(name->start, name->characters, at);
        if (stop - at > 1 && add(search, row, 0, plain + begins[at], begins[stop] - begins[at])) return -1;
    }
    return 0;
}

/* The whole name with its mark, each of its numbers as 0, and then its parts, in none of which is a digit. */
static int add_name(WordSearch *search, int32_t row, uint8_t mark, const Name *source)
{
    if (source->stop - source->start == source->characters) return add_plain_name(search, row, mark, source);
    const Characters *characters = search->characters;
    const Points points = points_of(source), *name = &points;
    uint8_t small[6 * MAX_NAME_CHARS], *out = small, *begins[MAX_NAME_CHARS + 1];
    int in_number = 0;
    for (int32_t at = 0; at < name->characters; at++) {
        int digit = class_of(characters, name->point[at]) & DIGIT;
        begins[at] = out;
        if (!digit || !in_number) out = put_small(characters, out, digit ? '0' : name->point[at]);
        in_number = digit;
    }
    begins[name->characters] = out;
    if (add(search, row, mark, small, (int32_t)(out - small))) return -1;
    for (int32_t at = 0, stop; at < name->characters; at = stop > at ? stop : at + 1) {
        stop = part_stop(characters, name, at);
        if (stop - at > 1 && add(search, row, 0, begins[at], (int32_t)(begins[stop] - begins[at]))) return -1;
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

int32_t mezmun_words_of_names(WordSearch *search, const uint8_t *text, const int32_t *edge, const int16_t *tag,
                              const WordTable *tags, int32_t signatures, SignatureNames *names)
{
    static const char marks[] = ".#@";
    Recent recent[RECENT], *name_row;
    int32_t *out = names->name;
    memset(recent, 0xFF, sizeof recent);
    names->rows = 0;
    for (int32_t signature = 0; signature < signatures; signature++) {
        const uint8_t *name_of_tag = tags->words + tags->edge[tag[signature]];
        int32_t length = tags->edge[tag[signature] + 1] - tags->edge[tag[signature]];
        names->edge[signature] = (int32_t)(out - names->name);
        name_row = recent_of(recent, '<', name_of_tag, length);
        if (name_row->row < 0) {
            search->sizes[name_row->row = names->rows++] = 0;
            if (add(search, name_row->row, '<', name_of_tag, length)) return -1;
        }
        *out++ = name_row->row;
        for (int value = 0; value < 3; value++) {
            const uint8_t *at = text + edge[3 * signature + value], *stop = text + edge[3 * signature + value + 1];
            uint8_t mark = (uint8_t)marks[value];
            Name name;
            for (int each = 0; each < MAX_NAMES && (at = next_name(search->characters, at, stop, &name)); each++) {
                if (name.characters > MAX_NAME_CHARS) continue;
                name_row = recent_of(recent, mark, name.start, name.stop - name.start);
                if (name_row->row < 0) {
                    search->sizes[name_row->row = names->rows++] = 0;
                    if (add_name(search, name_row->row, mark, &name)) return -1;
                }
                *out++ = name_row->row;
            }
        }
    }
    names->edge[signatures] = (int32_t)(out - names->name);
    return look_up_all(search);
}
