/* Names as they are in every record: counters and addresses in names are numbers. */

#include "hash.h"
#include "plain_names.h"

/* The string that is written behind the last one, up to `stop`, as one of them: its number. */
static int32_t number_of(Strings *strings, const uint8_t *stop)
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
static uint8_t *begun(const Strings *strings, int16_t tag, char mark)
{
    uint8_t *out = strings->bytes + strings->edge[strings->number];
    *out++ = (uint8_t)(tag & 0xFF);
    *out++ = (uint8_t)(tag >> 8);
    *out++ = (uint8_t)mark;
    return out;
}

typedef struct {
    PlainNames *names;
    int32_t naming;
    uint8_t *alike; /* where the next character goes */
} Writer;

static void take(Writer *writer, const uint8_t *stop)
{
    PlainNames *names = writer->names;
    int32_t *from = names->from + writer->naming, behind = from[1];
    int32_t word = number_of(&names->words, stop);
    for (int32_t at = from[0]; at < behind; at++)
        if (names->word[at] == word) return;
    names->word[behind] = word;
    from[1]++;
}

enum { CLASS, ID, ROLE };

/* One value without its numbers. A class has a word for each of its names; an id has one if it had a number, since one
 * without stands once in the page; a role is one as it is. */
static void write_value(Writer *writer, int kind)
{
    PlainNames *names = writer->names;
    const int32_t *edge = names->edge + 3 * (int64_t)writer->naming + kind;
    const uint8_t *at = names->text + edge[0], *stop = names->text + edge[1];
    int16_t tag = names->tag[writer->naming];
    uint8_t *empty = begun(&names->words, tag, ".#@"[kind]), *out = empty;
    int32_t point, length = 0, numbered = 0, most = names->most;
    for (; at < stop && length < names->longest; length++) {
        at = next_unescaped(at, stop, &point);
        int classes = class_of(names->characters, point);
        if (classes & DIGIT && kind != ROLE) {
            numbered = 1;
            continue;
        }
        writer->alike = put_character(writer->alike, point);
        if (kind == CLASS && classes & SPACE) {
            if (out > empty && most-- > 0) take(writer, out);
            out = empty = begun(&names->words, tag, '.');
        } else out = kind == ROLE ? put_character(out, point) : put_small(names->characters, out, point);
    }
    *writer->alike++ = 0xFF; /* no byte of UTF-8 */
    if (kind == CLASS ? out > empty && most > 0 : kind == ID ? numbered || at < stop : length > 0) take(writer, out);
}

void plain_names(PlainNames *names)
{
    names->from[0] = names->alikes.edge[0] = names->words.edge[0] = 0;
    for (int32_t row = 0; row < names->rows; row++) {
        names->from[row + 1] = names->from[row];
        names->alike[row] = -1;
        if (!names->looked_at[row]) continue;
        Writer writer = {names, row, begun(&names->alikes, names->tag[row], '<')};
        for (int kind = CLASS; kind <= ROLE; kind++) write_value(&writer, kind);
        names->alike[row] = number_of(&names->alikes, writer.alike);
    }
}
