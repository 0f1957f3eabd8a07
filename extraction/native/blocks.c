/* The blocks of a page's chosen texts: see extraction/rendering.py, which says what the rules are for. */

#include "characters.h"
#include "places.h"
#include "room.h"

#include <string.h>

/* What a block is, as extraction/native/blocks.py has them. */
enum { PARAGRAPH, HEADING, LIST_ITEM, TABLE_HEAD, TABLE_ROW, QUOTE, PREFORMATTED };

/* Of each block: its first text's place among the chosen ones, and so on. */
typedef struct {
    int32_t text, kind, level, nesting, number, quote, opens, block, item;
} Block;

typedef struct {
    const Characters *characters;
    const uint8_t *blank;  /* of each byte: white space may begin with it */
    const Page *page;
    const Places *places;
    const uint8_t *utf8;   /* the page's texts */
    const int32_t *edge;   /* where each begins, and the end of the last */
    const int32_t *post;   /* of each text of the page; NULL when there are none */
    const uint8_t *counts; /* by tag code: COUNTED for an ordered list, COUNTS for its items */
    Block *block;          /* room for every chosen text; filled */
    int32_t blocks;
    uint8_t *out;          /* filled: the blocks' texts, each ended by 0: room for the chosen texts, two bytes more for
                              each, and all cells */
    int64_t written;

    /* Room for what is between. */
    uint8_t *met;          /* of each element: ITEM and BOX */
    int32_t *number;       /* of each element, filled when there are items of ordered lists: its number in its list */
    int32_t *children;     /* likewise: how many items of the list have a number */
    int numbered;
} Blocks;

enum { COUNTED = 1, COUNTS = 2 };
enum { ITEM = 1, BOX = 2 };

/* A text as it is written: with its white space, or with none at the ends of lines and cells and one between words. */
typedef struct {
    const Characters *characters;
    const uint8_t *blank;
    uint8_t *start, *out;
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

/* Takes line breaks at both ends away, and ends the text. */
static void end(Writer *writer)
{
    uint8_t *first = writer->start;
    while (first < writer->out && *first == '\n') first++;
    while (writer->out > first && writer->out[-1] == '\n') writer->out--;
    memmove(writer->start, first, (size_t)(writer->out - first));
    writer->out -= first - writer->start;
    *writer->out++ = 0;
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
    const Page *page = blocks->page;
    if (!(blocks->counts[page->tag[page->parent[item]]] & COUNTED)) return 0;
    if (!blocks->numbered) {
        memset(blocks->children, 0, (size_t)page->elements * sizeof *blocks->children);
        for (int32_t element = 0; element < page->elements; element++) {
            int counts = page->parent[element] >= 0 && blocks->counts[page->tag[element]] & COUNTS;
            blocks->number[element] = counts ? ++blocks->children[page->parent[element]] : 0;
        }
        blocks->numbered = 1;
    }
    return blocks->number[item];
}

static Block begun(Blocks *blocks, int32_t at, const Place *place)
{
    Block block = {.text = at, .kind = place->quote ? QUOTE : PARAGRAPH, .nesting = place->nesting,
                   .quote = place->quote, .block = place->block > 0 ? place->block : 0, .item = place->item};
    if (place->preformatted) {
        block.kind = PREFORMATTED;
        return block;
    }
    block.level = place->heading;
    if (place->heading) block.kind = HEADING;
    else if (place->row >= 0) {
        block.kind = place->head ? TABLE_HEAD : TABLE_ROW;
        block.opens = is_first(blocks, place->table >= 0 ? place->table : place->row, BOX);
    } else if (place->item >= 0 && is_first(blocks, place->item, ITEM)) {
        block.kind = LIST_ITEM;
        block.number = number_of(blocks, place->item);
        block.opens = is_first(blocks, blocks->page->parent[place->item], BOX);
    }
    return block;
}

/* Gives 0, or another number when there is no memory. */
int32_t mezmun_blocks(Blocks *blocks)
{
    const Places *places = blocks->places;
    int64_t elements = blocks->page->elements;
    const Part parts[] = {{&blocks->met, elements}, {&blocks->number, 4 * elements}, {&blocks->children, 4 * elements}};
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    memset(blocks->met, 0, (size_t)elements);
    blocks->numbered = 0;
    Writer writer = {.characters = blocks->characters, .blank = blocks->blank, .start = blocks->out, .out = blocks->out};
    blocks->blocks = 0;
    for (int32_t at = 0; at < places->texts; at++) {
        int64_t text = places->chosen[at];
        int32_t mark = places->mark[at];
        if (!at || mark == NEW_BLOCK || (blocks->post && blocks->post[text] != blocks->post[places->chosen[at - 1]])) {
            const Place *place = places->place + blocks->page->owner[text];
            if (at) end(&writer);
            blocks->block[blocks->blocks++] = begun(blocks, at, place);
            writer.as_it_is = place->preformatted;
            writer.begun = writer.space = 0;
            mark = place->row >= 0 ? NEXT_CELL + place->column : NOTHING;
        }
        write(&writer, mark, blocks->utf8 + blocks->edge[text], blocks->utf8 + blocks->edge[text + 1]);
    }
    if (places->texts) end(&writer);
    blocks->written = writer.out - blocks->out;
    free(room);
    return 0;
}
