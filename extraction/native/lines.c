/* The texts of a page to its lines, see extraction/lines.py. */

#include "characters.h"
#include "hash.h"
#include "page.h"
#include "source.h"

/* Bits of a tag's kind. */
enum { BLOCK = 1, ENDING = 2 };

/* Columns of the counts. */
enum { SEEN_COUNT, DIGIT_COUNT, STOP_COUNT, COMMA_COUNT, SYMBOL_COUNT, UNSPACED_COUNT, WORD_COUNT, COUNTS };

typedef struct {
    const Characters *characters;
    const uint8_t *kind;  /* by tag code */
    int32_t longest;      /* characters of a line whose numbers are all taken for the same one */

    Page page;
    const uint8_t *text;  /* the page's texts in UTF-8, one after the other */
    const int32_t *text_edge; /* (texts + 1) where each begins */

    int32_t *block_of;    /* (elements) the nearest block element at or above each */
    int32_t *endings;     /* (elements + 1) elements before each that end a line */
    int32_t *of;          /* (texts) line of each */

    /* The lines: room for as many as there are texts. */
    int32_t *start, *block;
    int32_t *edge;        /* (texts + 1) byte of `written` where each begins */
    int32_t *length_of;   /* characters */
    int32_t *linked;      /* characters in links, white space left out */
    int32_t *copies;      /* lines that are the same but for numbers */
    int32_t *counts;      /* seven columns, each of `texts` numbers */
    uint8_t *ends_sentence, *odd;
    int32_t lines;

    uint8_t *written;     /* UTF-8 of all lines: as many bytes as `text` has, and one more for each text */
    uint64_t *hash;       /* (texts) */
    int32_t *first_copy;  /* (texts) */
    int32_t *slot;        /* (slots) */
    int32_t slots;        /* a power of two, more than there are texts */
} Lines;

static void find_blocks(Lines *lines)
{
    lines->endings[0] = 0;
    for (int32_t row = 0; row < lines->page.elements; row++) {
        uint8_t kind = lines->kind[lines->page.tag[row]];
        int32_t parent = lines->page.parent[row];
        lines->block_of[row] = kind & BLOCK ? row : parent < 0 ? 0 : lines->block_of[parent];
        lines->endings[row + 1] = lines->endings[row] + !!(kind & ENDING);
    }
}

typedef struct {
    uint8_t *out;
    int32_t characters, classes; /* of the last character */
    uint8_t space;               /* white space stands before the next character, if there is one before it */
    uint8_t odd;
    int32_t counts[COUNTS];
} Line;

/* Writes one text at the end of its line, white space squeezed, and counts. */
static void take_text(const Lines *lines, Line *line, const uint8_t *at, const uint8_t *stop)
{
    int32_t *counts = line->counts;
    while (at < stop) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        int classes = class_of(lines->characters, point);
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
        const uint8_t *letters = at; /* of a word the rest is mostly plain */
        while (at < stop && is_letter(*at)) *line->out++ = *at++;
        counts[SEEN_COUNT] += (int32_t)(at - letters);
        line->characters += (int32_t)(at - letters);
        if (at > letters) line->classes = SEEN | LETTER;
    }
}

/* Notes what was counted of a line, and begins the next. */
static void end_line(Lines *lines, Line *line, int32_t row)
{
    if (row >= 0) {
        lines->ends_sentence[row] = !!(line->classes & STOP);
        lines->odd[row] = line->odd;
        lines->length_of[row] = line->characters;
        for (int32_t count = 0; count < COUNTS; count++) lines->counts[count * lines->page.texts + row] = line->counts[count];
    }
    *line = (Line){.out = line->out};
}

static void cut(Lines *lines)
{
    Line line = {.out = lines->written};
    int32_t row = -1, ended = -1, block = -1;
    for (int32_t text = 0; text < lines->page.texts; text++) {
        int32_t owner = lines->page.owner[text], endings = lines->endings[lines->page.position[text]];
        if (endings > ended || lines->block_of[owner] != block) {
            end_line(lines, &line, row);
            ended = endings;
            block = lines->block_of[owner];
            lines->start[++row] = text;
            lines->block[row] = block;
            lines->edge[row] = (int32_t)(line.out - lines->written);
            lines->linked[row] = lines->copies[row] = 0;
        }
        lines->of[text] = row;
        lines->linked[row] += lines->page.in_link[text] ? lines->page.chars[text] : 0;
        line.space |= lines->page.spaced[text];
        take_text(lines, &line, lines->text + lines->text_edge[text], lines->text + lines->text_edge[text + 1]);
    }
    end_line(lines, &line, row);
    lines->lines = row + 1;
    lines->edge[row + 1] = (int32_t)(line.out - lines->written);
}

/* A line, a short one without its numbers, as one number (with numbers after FNV-1a, 64 bits): of as many lines as a
 * page may have, two different ones have the same with a chance of one in ten million. */
static uint64_t hashed(const Lines *lines, int32_t row)
{
    const uint8_t *at = lines->written + lines->edge[row], *stop = lines->written + lines->edge[row + 1];
    int in_number = 0, has_number = lines->counts[DIGIT_COUNT * lines->page.texts + row] > 0;
    uint64_t hash = mezmun_secret;
    if (lines->length_of[row] > lines->longest || !has_number) return hash_of(0, at, (int32_t)(stop - at));
    while (at < stop) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        int digit = class_of(lines->characters, point) & DIGIT;
        if (!digit)
            for (; at < next; at++) hash = (hash ^ *at) * 1099511628211u;
        else if (!in_number) hash = (hash ^ '0') * 1099511628211u;
        in_number = digit;
        at = next;
    }
    return hash;
}

static void count_copies(Lines *lines)
{
    uint32_t mask = (uint32_t)lines->slots - 1;
    for (int32_t slot = 0; slot < lines->slots; slot++) lines->slot[slot] = -1;
    for (int32_t row = 0; row < lines->lines; row++) {
        uint64_t hash = lines->hash[row] = hashed(lines, row);
        uint32_t slot = (uint32_t)(hash ^ hash >> 32) & mask;
        while (lines->slot[slot] >= 0 && lines->hash[lines->slot[slot]] != hash) slot = (slot + 1) & mask;
        if (lines->slot[slot] < 0) lines->slot[slot] = row;
        lines->copies[lines->first_copy[row] = lines->slot[slot]]++;
    }
    for (int32_t row = 0; row < lines->lines; row++) lines->copies[row] = lines->copies[lines->first_copy[row]];
}

void mezmun_lines(Lines *lines)
{
    find_blocks(lines);
    cut(lines);
    count_copies(lines);
}
