/* The texts of a page to its lines, see extraction/page/lines.py. */

#include "page/page.h"
#include "page/reading.h"
#include "scratch.h"
#include "text/characters.h"
#include "text/hash.h"

enum { PIECE = 256 }; /* bytes of a line that are hashed at once */

typedef struct {
    const LineCutting *cutting;
    Lines *lines;
    int32_t *block_of;    /* (elements) the nearest block element at or above each */
    int32_t *endings;     /* (elements + 1) elements before each that end a line */
    uint8_t *holds_inline; /* (elements) an unknown element in it is a part of its line */
    uint64_t *hash;       /* (texts) */
    int32_t *first_copy;  /* (texts) */
    int32_t *slot;        /* (slots) */
    int32_t slots;        /* a power of two, more than there are texts */
} Cutter;

/* An unknown element is a part of the line around it, as browsers show it, where it stands in a phrase or among text, or in
 * another inline element that does; elsewhere it is a block, as sites style those that they lay pages out with. */
static void find_blocks(Cutter *cutter)
{
    const LineCutting *cutting = cutter->cutting;
    const Page *page = cutting->page;
    for (int32_t row = 0; row < page->elements; row++) cutter->holds_inline[row] = !!(cutting->kind[page->tag[row]] & LINE_PHRASE);
    for (int32_t text = 0; text < page->texts; text++) cutter->holds_inline[page->owner[text]] = 1;
    cutter->endings[0] = 0;
    for (int32_t row = 0; row < page->elements; row++) {
        uint8_t kind = cutting->kind[page->tag[row]];
        int32_t parent = page->parent[row];
        int is_inline = parent >= 0 && cutter->holds_inline[parent] && !(kind & LINE_BLOCK);
        if (kind & LINE_UNKNOWN) kind = is_inline ? 0 : LINE_BLOCK | LINE_END;
        cutter->holds_inline[row] |= is_inline;
        cutter->block_of[row] = kind & LINE_BLOCK ? row : parent < 0 ? 0 : cutter->block_of[parent];
        cutter->endings[row + 1] = cutter->endings[row] + !!(kind & LINE_END);
    }
}

typedef struct {
    uint8_t *out;
    int32_t characters, classes; /* of the last character */
    uint8_t space;               /* white space stands before the next character, if there is one before it */
    uint8_t odd;
    int32_t counts[LINE_COUNTS];
} Line;

typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint64_t Halves __attribute__((vector_size(16)));

static int is_any(Bytes marks) { return (((Halves)marks)[0] | ((Halves)marks)[1]) != 0; }

/* Writes sixteen bytes of plain words with one space between them, `at` being behind a letter; gives how many bytes are
 * copied, 0 when there is anything else among them: a space at their end is left, since none may follow it. */
static int copy_plain(const uint8_t *at, uint8_t *out, int32_t *words)
{
    Bytes bytes, before;
    memcpy(&bytes, at, sizeof bytes);
    memcpy(&before, at - 1, sizeof before);
    Bytes spaces = (Bytes)(bytes == ' '), letters = (Bytes)((Bytes)((bytes | 32) - 'a') < 26);
    if (is_any(~(letters | spaces)) || is_any(spaces & (Bytes)(before == ' '))) return 0;
    memcpy(out, &bytes, sizeof bytes);
    Halves counts = (Halves)(spaces & 1);
    int at_end = spaces[15] & 1;
    *words += (int32_t)((counts[0] + counts[1]) * 0x0101010101010101u >> 56) - at_end;
    return (int)sizeof bytes - at_end;
}

/* Writes one text at the end of its line, white space squeezed, and counts. */
static void add_text(const Cutter *cutter, Line *line, const uint8_t *at, const uint8_t *stop)
{
    int32_t *counts = line->counts;
    while (at < stop) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        int classes = class_of(cutter->cutting->characters, point);
        if (classes & SPACE) {
            line->space = 1;
            at = next;
            continue;
        }
        if (line->space && line->characters) {
            *line->out++ = ' ';
            line->characters++;
            line->classes = SPACE;
        }
        line->space = 0;
        while (at < next) *line->out++ = *at++;
        counts[SEEN_COUNT] += !!(classes & SEEN);
        counts[WORD_COUNT] += !line->characters || (classes & ~line->classes & SEEN);
        if (classes & ~(SEEN | LETTER | MARK)) { /* the fewest */
            counts[DIGIT_COUNT] += !!(classes & DIGIT);
            counts[STOP_COUNT] += !!(classes & STOP);
            counts[COMMA_COUNT] += !!(classes & COMMA);
            counts[SYMBOL_COUNT] += !!(classes & SYMBOL);
            counts[UNSPACED_COUNT] += !!(classes & UNSPACED);
            line->odd |= !!(classes & ODD);
        }
        line->classes = classes;
        line->characters++;
        if (!(classes & LETTER)) continue;
        const uint8_t *letters = at; /* the rest of a word is mostly plain, and so are the next ones */
        int32_t words = 0;
        for (;; words++) {
            for (int bytes = 1; bytes && stop - at >= 16; at += bytes, line->out += bytes) bytes = copy_plain(at, line->out, &words);
            while (at < stop && is_letter(*at)) *line->out++ = *at++;
            if (stop - at < 2 || *at != ' ' || !is_letter(at[1])) break;
            *line->out++ = *at++;
        }
        counts[SEEN_COUNT] += (int32_t)(at - letters) - words;
        counts[WORD_COUNT] += words;
        line->characters += (int32_t)(at - letters);
        if (at > letters) line->classes = SEEN | LETTER;
    }
}

/* Notes what was counted of a line, and begins the next. */
static void end_line(Cutter *cutter, Line *line, int32_t row)
{
    if (row >= 0) {
        cutter->lines->ends_sentence[row] = !!(line->classes & STOP);
        cutter->lines->odd[row] = line->odd;
        cutter->lines->length_of[row] = line->characters;
        for (int32_t count = 0; count < LINE_COUNTS; count++) count_of(cutter->lines, count)[row] = line->counts[count];
    }
    *line = (Line){.out = line->out};
}

static void cut(Cutter *cutter)
{
    Line line = {.out = cutter->cutting->out};
    int32_t row = -1, ended = -1, block = -1;
    for (int32_t text = 0; text < cutter->cutting->page->texts; text++) {
        int32_t owner = cutter->cutting->page->owner[text], endings = cutter->endings[cutter->cutting->page->position[text]];
        if (endings > ended || cutter->block_of[owner] != block) {
            end_line(cutter, &line, row);
            ended = endings;
            block = cutter->block_of[owner];
            cutter->lines->start[++row] = text;
            cutter->lines->block[row] = block;
            cutter->lines->edge[row] = (int32_t)(line.out - cutter->cutting->out);
            cutter->lines->linked[row] = cutter->lines->copies[row] = 0;
        }
        cutter->lines->line_of[text] = row;
        cutter->lines->linked[row] += cutter->cutting->page->in_link[text] ? cutter->cutting->page->chars[text] : 0;
        line.space |= cutter->cutting->page->spaced[text];
        add_text(cutter, &line, cutter->cutting->text + cutter->cutting->text_edge[text], cutter->cutting->text + cutter->cutting->text_edge[text + 1]);
    }
    end_line(cutter, &line, row);
    cutter->lines->number = row + 1;
    cutter->lines->edge[row + 1] = (int32_t)(line.out - cutter->cutting->out);
}

/* A line, a short one without its numbers, as one number: of as many lines as a page may have, two different ones have the
 * same with a chance of one in ten million. */
static uint64_t hashed(const Cutter *cutter, int32_t row)
{
    const uint8_t *at = cutter->cutting->out + cutter->lines->edge[row], *stop = cutter->cutting->out + cutter->lines->edge[row + 1];
    int32_t in_number = 0, has_number = count_of(cutter->lines, DIGIT_COUNT)[row] > 0, length = 0;
    uint64_t hash = 0;
    uint8_t plain[PIECE];
    if (cutter->lines->length_of[row] > cutter->cutting->max_chars || !has_number) return hash_of(hash, at, (int32_t)(stop - at));
    while (at < stop) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        int digit = class_of(cutter->cutting->characters, point) & DIGIT;
        if (!digit)
            while (at < next) plain[length++] = *at++;
        else if (!in_number) plain[length++] = '0';
        in_number = digit;
        at = next;
        if (length > PIECE - 4) {
            hash = hash_of(hash, plain, length);
            length = 0;
        }
    }
    return hash_of(hash, plain, length);
}

static void count_copies(Cutter *cutter)
{
    uint32_t mask = (uint32_t)cutter->slots - 1;
    for (int32_t slot = 0; slot < cutter->slots; slot++) cutter->slot[slot] = -1;
    for (int32_t row = 0; row < cutter->lines->number; row++) {
        uint64_t hash = cutter->hash[row] = hashed(cutter, row);
        uint32_t slot = (uint32_t)(hash ^ hash >> 32) & mask;
        while (cutter->slot[slot] >= 0 && cutter->hash[cutter->slot[slot]] != hash) slot = (slot + 1) & mask;
        if (cutter->slot[slot] < 0) cutter->slot[slot] = row;
        cutter->lines->copies[cutter->first_copy[row] = cutter->slot[slot]]++;
    }
    for (int32_t row = 0; row < cutter->lines->number; row++) cutter->lines->copies[row] = cutter->lines->copies[cutter->first_copy[row]];
}

static Lines lay_out(const LineCutting *cutting)
{
    int64_t texts = cutting->page->texts;
    int32_t *columns = cutting->columns;
    return (Lines){
        .line_of = cutting->line_of, .edge = cutting->edge, .start = columns + LINE_START * texts,
        .block = columns + LINE_OWNER_BLOCK * texts, .length_of = columns + LINE_LENGTH * texts,
        .linked = columns + LINE_LINKED * texts, .copies = columns + LINE_COPIES * texts,
        .counts = columns + FIRST_COUNT * texts, .counts_apart = (int32_t)texts,
        .ends_sentence = cutting->marks, .odd = cutting->marks + texts,
    };
}

int32_t mezmun_cut_lines(const LineCutting *cutting)
{
    int64_t elements = cutting->page->elements, texts = cutting->page->texts;
    Cutter all = {.cutting = cutting, .lines = cutting->lines, .slots = 4}, *cutter = &all;
    while (cutter->slots <= 2 * texts) cutter->slots *= 2;
    const ScratchPart parts[] = {
        {&cutter->block_of, 4 * elements}, {&cutter->endings, 4 * (elements + 1)}, {&cutter->hash, 8 * texts},
        {&cutter->holds_inline, elements}, {&cutter->first_copy, 4 * texts}, {&cutter->slot, 4 * (int64_t)cutter->slots},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    *cutter->lines = lay_out(cutting);
    find_blocks(cutter);
    cut(cutter);
    count_copies(cutter);
    free(scratch);
    return 0;
}
