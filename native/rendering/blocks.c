/* The blocks of a page's chosen texts: see extraction/rendering/render.py, which says what the rules are for. */

#include "rendering/columns.h"
#include "rendering/kinds.h"
#include "rendering/places.h"
#include "scratch.h"
#include "text/characters.h"

enum { AS_ITEM = 1, AS_BOX = 2 };

/* A text as it is written: with its white space, or with none at the ends of lines and cells and one between words. */
typedef struct {
    const Characters *characters;
    const uint8_t *blank;
    uint8_t *start, *out;
    int plain;                  /* texts without the empty cells before them */
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
    if (mark == NEW_LINE || mark < NOTHING) part(writer, '\n', mark < NOTHING ? -mark : 1);
    if (mark >= NEXT_CELL) part(writer, '\t', mark - NEXT_CELL);
    if (mark == SPACE_BETWEEN) {
        if (writer->as_it_is) *writer->out++ = ' ';
        writer->space = 1;
    }
    if (writer->as_it_is) { /* the spaces that software writes as such that do not break are spaces of the code */
        for (int unbroken; at < stop; at += 1 + unbroken) {
            unbroken = stop - at > 1 && at[0] == 0xC2 && at[1] == 0xA0;
            *writer->out++ = unbroken ? ' ' : *at;
        }
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
    while (writer->plain && !writer->as_it_is && first < writer->out && *first == '\t') first++;
    memmove(writer->start, first, (size_t)(writer->out - first));
    writer->out -= first - writer->start;
    *writer->out++ = 0;
    writer->start = writer->out;
}

static int is_first(const BlockRendering *rendering, int32_t element, uint8_t as)
{
    if (rendering->met[element] & as) return 0;
    rendering->met[element] |= as;
    return 1;
}

/* The place of an item among those of its ordered list, from 1; 0 for others. */
static int32_t number_of(BlockRendering *rendering, int32_t item)
{
    const Page *page = rendering->page;
    if (!(kind_of(rendering, page->parent[item]) & COUNTED_LIST)) return 0;
    if (!rendering->numbered) {
        memset(rendering->children, 0, (size_t)page->elements * sizeof *rendering->children);
        for (int32_t element = 0; element < page->elements; element++) {
            int counts = page->parent[element] >= 0 && kind_of(rendering, element) & COUNTED_ITEM;
            rendering->number[element] = counts ? ++rendering->children[page->parent[element]] : 0;
        }
        rendering->numbered = 1;
    }
    return rendering->number[item];
}

static Block begun(BlockRendering *rendering, int32_t text, const ElementPlace *place)
{
    Block block = {.start = text, .kind = place->quote ? BLOCK_QUOTE : BLOCK_PARAGRAPH, .nesting = place->nesting,
                   .quote = place->quote, .block = place->block > 0 ? place->block : 0, .item = place->item};
    if (place->preformatted) {
        block.kind = BLOCK_PREFORMATTED;
        return block;
    }
    block.level = place->heading;
    if (place->heading) block.kind = BLOCK_HEADING;
    else if (place->row >= 0) {
        block.kind = place->head ? BLOCK_TABLE_HEAD : BLOCK_TABLE_ROW;
        block.opens = is_first(rendering, place->table >= 0 ? place->table : place->row, AS_BOX);
    } else if (place->item >= 0 && is_first(rendering, place->item, AS_ITEM)) {
        block.kind = BLOCK_LIST_ITEM;
        block.number = number_of(rendering, place->item);
        block.opens = is_first(rendering, rendering->page->parent[place->item], AS_BOX);
    }
    return block;
}

/* The first text begins one, whatever is before it. */
static int begins(const BlockRendering *rendering, int32_t text, int32_t before)
{
    return rendering->mark[text] == NEW_BLOCK || (rendering->post && rendering->post[text] != rendering->post[before]);
}

/* The empty cells before a block: none if it is not the first of its row, which posts in the cells cut in pieces. `row` is
 * the last one met. */
static int32_t cells_before(const ElementPlace *place, int32_t *row)
{
    if (place->row < 0 || place->row == *row) return 0;
    *row = place->row;
    return place->column;
}

/* Bytes of the texts at most: the chosen texts, two more for each, and the cells. */
static int64_t max_length(const BlockRendering *rendering)
{
    const Page *page = rendering->page;
    int64_t bytes = 0;
    for (int32_t text = 0, before = -1, row = -1; text < page->texts; text++) {
        if (!rendering->chosen[text]) continue;
        int32_t mark = rendering->mark[text];
        bytes += rendering->edge[text + 1] - rendering->edge[text] + 2;
        if (begins(rendering, text, before)) bytes += cells_before(rendering->place + page->owner[text], &row);
        else if (mark > NEXT_CELL) bytes += mark - NEXT_CELL;
        else if (mark < NOTHING) bytes -= mark;
        before = text;
    }
    return bytes;
}

static void fill(BlockRendering *rendering)
{
    const Page *page = rendering->page;
    Writer writer = {.characters = rendering->characters, .blank = rendering->blank, .start = rendering->out, .out = rendering->out,
                     .plain = !rendering->block};
    int32_t before = -1, row = -1;
    for (int32_t text = 0; text < page->texts; text++) {
        if (!rendering->chosen[text]) continue;
        int32_t mark = rendering->mark[text];
        if (begins(rendering, text, before)) {
            const ElementPlace *place = rendering->place + page->owner[text];
            if (before >= 0) end(&writer);
            if (rendering->block) ((Block *)rendering->block)[rendering->blocks++] = begun(rendering, text, place);
            writer.as_it_is = place->preformatted;
            writer.begun = writer.space = 0;
            mark = NEXT_CELL + cells_before(place, &row);
        }
        write(&writer, mark, rendering->text + rendering->edge[text], rendering->text + rendering->edge[text + 1]);
        before = text;
    }
    if (before >= 0) end(&writer);
    rendering->length = before >= 0 ? writer.out - rendering->out - 1 : 0;
}

int32_t mezmun_render_blocks(BlockRendering *rendering)
{
    int64_t elements = rendering->page->elements, texts = rendering->page->texts;
    const ScratchPart parts[] = {
        {&rendering->before, (int64_t)sizeof *rendering->before * (elements + 1)},
        {&rendering->place, (int64_t)sizeof *rendering->place * elements},
        {&rendering->mark, 4 * texts}, {&rendering->data, elements}, {&rendering->around, elements},
        {&rendering->met, elements}, {&rendering->number, 4 * elements}, {&rendering->children, 4 * elements},
        {&rendering->column, 4 * elements}, {&rendering->rank, 4 * max_columns(rendering)},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(rendering->met, 0, (size_t)elements);
    rendering->numbered = rendering->blocks = 0;
    find_places(rendering);
    rendering->length = max_length(rendering);
    if (rendering->length <= rendering->capacity) fill(rendering);
    free(scratch);
    return 0;
}
