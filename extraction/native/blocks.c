/* The blocks of a page's chosen texts: see extraction/rendering.py, which says what the rules are for. */

#include "characters.h"
#include "places.h"
#include "room.h"

#include <string.h>

/* What a block is, as extraction/native/blocks.py has them. */
enum { PARAGRAPH, HEADING, LIST_ITEM, TABLE_HEAD, TABLE_ROW, QUOTE, PREFORMATTED };

/* Of each block: its first text, and so on. */
typedef struct {
    int32_t text, kind, level, nesting, number, quote, opens, block, item;
} Block;

typedef struct {
    const Characters *characters;
    const uint8_t *blank;  /* of each byte: white space may begin with it */
    const uint8_t *utf8;   /* the page's texts */
    const int32_t *edge;   /* where each begins, and the end of the last */
    const int32_t *post;   /* of each text of the page: another one begins a block; NULL when there are none */
    Block *block;          /* room for every chosen text, filled; NULL for plain text: lines, and no tabs before them */
    int32_t blocks;        /* filled */
    uint8_t *out;          /* filled: the blocks' texts, with 0 between them, or a line break in plain text */
    int64_t room;          /* bytes of `out` */
    int64_t written;       /* likewise, filled; more than `room` when so many may be needed, and then nothing else is */
    Places places;

    /* Room for what is between. */
    uint8_t *met;          /* of each element: AS_ITEM and AS_BOX */
    int32_t *number;       /* of each element, filled when there are items of ordered lists: its number in its list */
    int32_t *children;     /* likewise: how many items of the list have a number */
    int numbered;
} Blocks;

enum { AS_ITEM = 1, AS_BOX = 2 };

/* A text as it is written: with its white space, or with none at the ends of lines and cells and one between words. */
typedef struct {
    const Characters *characters;
    const uint8_t *blank;
    uint8_t *start, *out;
    uint8_t between;            /* blocks */
    int as_it_is, begun, space; /* a word was written in this line and cell; there was white space behind it */
} Writer;

/* The first place that is not within white space. */
static const uint8_t *past_space(const Writer *writer, const uint8_t *at, const uint8_t *stop)
{
    while (at < stop && writer->blank[*at]) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        if (!(class_of(writer->characters, point) & SPACE)) break;
        at = next;
    }
    return at;
}

typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint64_t Halves __attribute__((vector_size(16)));

/* The bytes that white space beyond ASCII may begin with. */
static Bytes may_begin_space(Bytes bytes)
{
    return (Bytes)((bytes == 0xC2) | ((bytes >= 0xE1) & (bytes <= 0xE3)));
}

/* Copies words with single spaces between them, sixteen bytes at once; gives the place of what is left. */
static const uint8_t *past_plain(uint8_t **out, const uint8_t *at, const uint8_t *stop)
{
    for (; stop - at > 16; at += 16, *out += 16) {
        Bytes bytes, behind;
        memcpy(&bytes, at, sizeof bytes);
        memcpy(&behind, at + 1, sizeof behind);
        Bytes blank = may_begin_space(bytes) | (Bytes)(bytes < ' ');
        Bytes double_blank = (Bytes)(bytes == ' ') & (may_begin_space(behind) | (Bytes)(behind <= ' '));
        Halves special = (Halves)(blank | double_blank);
        if (special[0] | special[1]) break;
        memcpy(*out, &bytes, sizeof bytes);
    }
    return at;
}

static int is_white(uint8_t byte) { return byte == ' ' || (byte >= '\t' && byte <= '\r'); }

static void part(Writer *writer, uint8_t with, int32_t times)
{
    for (; times > 0; times--) *writer->out++ = with;
    writer->begun = writer->space = 0;
}

/* Writes what stands before a text, and then the text. */
static void write(Writer *writer, int32_t mark, const uint8_t *at, const uint8_t *stop)
{
    if (mark == NEW_LINE) part(writer, '\n', 1);
    if (mark >= NEXT_CELL) part(writer, '\t', mark - NEXT_CELL);
    if (mark == SPACE_BETWEEN) {
        if (writer->as_it_is) *writer->out++ = ' ';
        writer->space = 1;
    }
    if (writer->as_it_is) {
        memcpy(writer->out, at, (size_t)(stop - at));
        writer->out += stop - at;
        return;
    }
    uint8_t *out = writer->out;
    while (at < stop) {
        if (writer->begun && !writer->space && (at = past_plain(&out, at, stop)) == stop) break;
        const uint8_t *next = past_space(writer, at, stop);
        writer->space |= next > at;
        if ((at = next) == stop) break;
        if (writer->space && writer->begun) *out++ = ' ';
        writer->space = 0;
        writer->begun = 1;
        do *out++ = *at++; while (at < stop && !writer->blank[*at]);
    }
    writer->out = out;
}

/* Takes line breaks at both ends away, with what is white behind preformatted text, and the empty cells before plain text,
 * and ends the text. */
static void end(Writer *writer)
{
    uint8_t *first = writer->start;
    while (first < writer->out && *first == '\n') first++;
    while (writer->out > first && (writer->out[-1] == '\n' || (writer->as_it_is && is_white(writer->out[-1])))) writer->out--;
    while (writer->between == '\n' && !writer->as_it_is && first < writer->out && *first == '\t') first++;
    memmove(writer->start, first, (size_t)(writer->out - first));
    writer->out -= first - writer->start;
    *writer->out++ = writer->between;
    writer->start = writer->out;
}

static int is_first(const Blocks *blocks, int32_t element, uint8_t as)
{
    if (blocks->met[element] & as) return 0;
    blocks->met[element] |= as;
    return 1;
}

/* The place of an item among those of its ordered list, from 1; 0 for others. */
static int32_t number_of(Blocks *blocks, int32_t item)
{
    const Page *page = blocks->places.page;
    if (!(kind_of(&blocks->places, page->parent[item]) & COUNTED)) return 0;
    if (!blocks->numbered) {
        memset(blocks->children, 0, (size_t)page->elements * sizeof *blocks->children);
        for (int32_t element = 0; element < page->elements; element++) {
            int counts = page->parent[element] >= 0 && kind_of(&blocks->places, element) & COUNTS;
            blocks->number[element] = counts ? ++blocks->children[page->parent[element]] : 0;
        }
        blocks->numbered = 1;
    }
    return blocks->number[item];
}

static Block begun(Blocks *blocks, int32_t text, const Place *place)
{
    Block block = {.text = text, .kind = place->quote ? QUOTE : PARAGRAPH, .nesting = place->nesting,
                   .quote = place->quote, .block = place->block > 0 ? place->block : 0, .item = place->item};
    if (place->preformatted) {
        block.kind = PREFORMATTED;
        return block;
    }
    block.level = place->heading;
    if (place->heading) block.kind = HEADING;
    else if (place->row >= 0) {
        block.kind = place->head ? TABLE_HEAD : TABLE_ROW;
        block.opens = is_first(blocks, place->table >= 0 ? place->table : place->row, AS_BOX);
    } else if (place->item >= 0 && is_first(blocks, place->item, AS_ITEM)) {
        block.kind = LIST_ITEM;
        block.number = number_of(blocks, place->item);
        block.opens = is_first(blocks, blocks->places.page->parent[place->item], AS_BOX);
    }
    return block;
}

/* The first text begins one, whatever is told to be before it. */
static int begins(const Blocks *blocks, int32_t text, int32_t before)
{
    return blocks->places.mark[text] == NEW_BLOCK || (blocks->post && blocks->post[text] != blocks->post[before]);
}

/* The empty cells before a block: none if it is not the first of its row, which posts in the cells cut in pieces. `row` is
 * the last one met. */
static int32_t cells_before(const Place *place, int32_t *row)
{
    if (place->row < 0 || place->row == *row) return 0;
    *row = place->row;
    return place->column;
}

/* Bytes that are written at most: the chosen texts, two more for each, and the cells. */
static int64_t most_written(const Blocks *blocks)
{
    const Places *places = &blocks->places;
    const Page *page = places->page;
    int64_t bytes = 0;
    for (int32_t text = 0, before = -1, row = -1; text < page->texts; text++) {
        if (!places->chosen[text]) continue;
        int32_t mark = places->mark[text];
        bytes += blocks->edge[text + 1] - blocks->edge[text] + 2;
        if (begins(blocks, text, before)) bytes += cells_before(places->place + page->owner[text], &row);
        else if (mark > NEXT_CELL) bytes += mark - NEXT_CELL;
        before = text;
    }
    return bytes;
}

static void fill(Blocks *blocks)
{
    const Places *places = &blocks->places;
    const Page *page = places->page;
    Writer writer = {.characters = blocks->characters, .blank = blocks->blank, .start = blocks->out, .out = blocks->out,
                     .between = blocks->block ? 0 : '\n'};
    int32_t before = -1, row = -1;
    for (int32_t text = 0; text < page->texts; text++) {
        if (!places->chosen[text]) continue;
        int32_t mark = places->mark[text];
        if (begins(blocks, text, before)) {
            const Place *place = places->place + page->owner[text];
            if (before >= 0) end(&writer);
            if (blocks->block) blocks->block[blocks->blocks++] = begun(blocks, text, place);
            writer.as_it_is = place->preformatted;
            writer.begun = writer.space = 0;
            mark = NEXT_CELL + cells_before(place, &row);
        }
        write(&writer, mark, blocks->utf8 + blocks->edge[text], blocks->utf8 + blocks->edge[text + 1]);
        before = text;
    }
    if (before >= 0) end(&writer);
    blocks->written = before >= 0 ? writer.out - blocks->out - 1 : 0;
}

/* Gives 0, or NO_MEMORY. */
int32_t mezmun_blocks(Blocks *blocks)
{
    Places *places = &blocks->places;
    int64_t elements = places->page->elements, texts = places->page->texts;
    const Part parts[] = {
        {&places->before, (int64_t)sizeof(Counts) * (elements + 1)}, {&places->place, (int64_t)sizeof(Place) * elements},
        {&places->mark, 4 * texts}, {&places->data, elements}, {&places->around, elements}, {&blocks->met, elements},
        {&blocks->number, 4 * elements}, {&blocks->children, 4 * elements},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    memset(blocks->met, 0, (size_t)elements);
    blocks->numbered = blocks->blocks = 0;
    find_places(places);
    blocks->written = most_written(blocks);
    if (blocks->written <= blocks->room) fill(blocks);
    free(room);
    return 0;
}
