/* The sibling groups of a page: elements that are named alike, numbers in their names aside. */

#include "text/characters.h"
#include "text/hash.h"
#include "threads/threads.h"

#include <string.h>

/* The string that is written behind the last one, up to `stop`, as one of them: its number. */
static int32_t number_of_string(StringTable *strings, const uint8_t *stop)
{
    int32_t start = strings->edge[strings->number], length = (int32_t)(stop - strings->bytes) - start;
    const uint8_t *at = strings->bytes + start;
    uint32_t mask = (uint32_t)strings->slots - 1, slot = (uint32_t)hash_of(0, at, length) & mask;
    for (int32_t other; (other = strings->slot[slot]) >= 0; slot = (slot + 1) & mask) {
        int32_t from = strings->edge[other];
        if (strings->edge[other + 1] - from == length && !memcmp(strings->bytes + from, at, (size_t)length)) return other;
    }
    strings->edge[strings->number + 1] = start + length;
    return strings->slot[slot] = strings->number++;
}

/* Begins a string with what tells those of one kind and tag from others; five bytes at most. */
static uint8_t *begun(const StringTable *strings, int16_t tag, char mark)
{
    uint8_t *out = strings->bytes + strings->edge[strings->number];
    *out++ = (uint8_t)(tag & 0xFF);
    *out++ = (uint8_t)(tag >> 8);
    *out++ = (uint8_t)mark;
    return out;
}

typedef struct {
    PlainNames *names;
    int32_t signature;
    uint8_t *alike; /* where the next character goes */
} Writer;

static void add_name(Writer *writer, const uint8_t *stop)
{
    PlainNames *names = writer->names;
    int32_t *from = names->from + writer->signature, behind = from[1];
    int32_t word = number_of_string(&names->words, stop);
    for (int32_t at = from[0]; at < behind; at++)
        if (names->word[at] == word) return;
    names->word[behind] = word;
    from[1]++;
}

enum { CLASS, ID, ROLE };

/* One value without its numbers. A class has a word for each of its names; an id has one if it had a number, since one
 * without stands once in the page; a role is one as it is. Elements of one class are alike whatever their ids: software
 * gives the first post another than the rest. */
static void write_value(Writer *writer, int kind)
{
    PlainNames *names = writer->names;
    const int32_t *edge = names->signatures->edge + 3 * (int64_t)writer->signature + kind;
    const uint8_t *at = names->signatures->values + edge[0], *stop = names->signatures->values + edge[1];
    int16_t tag = names->signatures->tag[writer->signature];
    uint8_t *empty = begun(&names->words, tag, ".#@"[kind]), *out = empty;
    int32_t point, length = 0, numbered = 0, left = names->max_names;
    int tells = kind != ID || edge[0] == edge[-1]; /* there is no class */
    for (; at < stop && length < names->max_chars; length++) {
        at = next_unescaped(at, stop, &point);
        int classes = class_of(names->characters, point);
        if (classes & DIGIT && kind != ROLE) {
            numbered = 1;
            continue;
        }
        if (tells) writer->alike = put_character(writer->alike, point);
        if (kind == CLASS && classes & SPACE) {
            if (out > empty && left-- > 0) add_name(writer, out);
            out = empty = begun(&names->words, tag, '.');
        } else out = kind == ROLE ? put_character(out, point) : put_small(names->characters, out, point);
    }
    *writer->alike++ = 0xFF; /* no byte of UTF-8 */
    if (kind == CLASS ? out > empty && left > 0 : kind == ID ? numbered || at < stop : length > 0) add_name(writer, out);
}

static void read_plain_names(PlainNames *names)
{
    names->from[0] = names->alikes.edge[0] = names->words.edge[0] = 0;
    for (int32_t row = 0; row < names->signatures->number; row++) {
        names->from[row + 1] = names->from[row];
        names->alike[row] = -1;
        if (!names->asked[row]) continue;
        Writer writer = {names, row, begun(&names->alikes, names->signatures->tag[row], '<')};
        for (int kind = CLASS; kind <= ROLE; kind++) write_value(&writer, kind);
        names->alike[row] = number_of_string(&names->alikes, writer.alike);
    }
}

/* Turns how often each of some numbers occurs into the place where the first of it goes. */
static void places_of(int32_t *count, int32_t numbers)
{
    int32_t before = 0;
    for (int32_t number = 0; number < numbers; number++) {
        int32_t here = count[number];
        count[number] = before;
        before += here;
    }
}

static void clear(int32_t *count, int32_t numbers) { memset(count, 0, (size_t)numbers * sizeof *count); }

static void add_group(SiblingGroups *of, int32_t size)
{
    of->start[of->groups + 1] = of->start[of->groups] + size;
    of->groups++;
}

/* The elements of each word, where it has more than one. */
static void group_by_word(SiblingGroups *of)
{
    const int32_t *from = of->names->from, *word = of->names->word, words = of->names->words.number;
    clear(of->count, words);
    for (int32_t element = of->begin; element < of->end; element++)
        for (int32_t at = from[of->signature[element]]; at < from[of->signature[element] + 1]; at++) of->count[word[at]]++;
    for (int32_t number = 0; number < words; number++) {
        int32_t size = of->count[number];
        of->count[number] = size > 1 ? of->start[of->groups] : -1;
        if (size > 1) add_group(of, size);
    }
    for (int32_t element = of->begin; element < of->end; element++)
        for (int32_t at = from[of->signature[element]]; at < from[of->signature[element] + 1]; at++)
            if (of->count[word[at]] >= 0) of->row[of->count[word[at]]++] = element;
}

static int32_t above(const SiblingGroups *of, int32_t element)
{
    return of->names->alike[of->signature[of->page->parent[element]]];
}

/* The children of one tag of elements that are named alike, sorted by both, first by what counts less. */
static void group_children(SiblingGroups *of)
{
    const int16_t *tag = of->page->tag;
    int32_t *order = of->order, *row = of->row + of->start[of->groups], children = of->end - of->begin - 1;
    clear(of->count, of->tags);
    for (int32_t element = of->begin + 1; element < of->end; element++) of->count[tag[element]]++;
    places_of(of->count, of->tags);
    for (int32_t element = of->begin + 1; element < of->end; element++) order[of->count[tag[element]]++] = element;
    clear(of->count, of->names->alikes.number);
    for (int32_t element = of->begin + 1; element < of->end; element++) of->count[above(of, element)]++;
    places_of(of->count, of->names->alikes.number);
    for (int32_t at = 0; at < children; at++) row[of->count[above(of, order[at])]++] = order[at];
    for (int32_t at = 0, next, behind = 0; at < children; at = next) {
        for (next = at + 1; next < children; next++)
            if (above(of, row[next]) != above(of, row[at]) || tag[row[next]] != tag[row[at]]) break;
        if (next - at < 2) continue;
        add_group(of, next - at);
        for (int32_t member = at; member < next; member++) row[behind++] = row[member];
    }
}

void mezmun_find_sibling_groups(SiblingGroups *of)
{
    for (int32_t element = of->begin; element < of->end; element++) of->names->asked[of->signature[element]] = 1;
    read_plain_names(of->names);
    of->groups = of->start[0] = 0;
    group_by_word(of);
    group_children(of);
}
