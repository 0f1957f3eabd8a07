/* The texts of a page to its lines, see extraction/lines.py. */

#include "characters.h"
#include "hash.h"
#include "lines.h"
#include "page.h"
#include "room.h"
#include "source.h"

/* Bits of a tag's kind. */
enum { BLOCK = 1, ENDING = 2 };

enum { PIECE = 256 }; /* bytes of a line that are hashed at once */

typedef struct {
    const Characters *characters;
    const uint8_t *kind;  /* by tag code */
    int32_t longest;      /* characters of a line whose numbers are all taken for the same one */

    Page page;
    const uint8_t *text;  /* the page's texts in UTF-8, one after the other */
    const int32_t *text_edge; /* (texts + 1) where each begins */

    int32_t *numbers;     /* of each text its line, of each line that may be (as many as texts) its edge, and its columns */
    uint8_t *marks;       /* of each of these lines whether it ends a sentence, and whether it is odd */
    uint8_t *written;     /* UTF-8 of all lines: as many bytes as `text` has, and one more for each text */
    Lines found;          /* where that is */

    /* Room for what is between. */
    int32_t *block_of;    /* (elements) the nearest block element at or above each */
    int32_t *endings;     /* (elements + 1) elements before each that end a line */
    uint64_t *hash;       /* (texts) */
    int32_t *first_copy;  /* (texts) */
    int32_t *slot;        /* (slots) */
    int32_t slots;        /* a power of two, more than there are texts */
} Cutting;

static void find_blocks(Cutting *cutting)
{
    cutting->endings[0] = 0;
    for (int32_t row = 0; row < cutting->page.elements; row++) {
        uint8_t kind = cutting->kind[cutting->page.tag[row]];
        int32_t parent = cutting->page.parent[row];
        cutting->block_of[row] = kind & BLOCK ? row : parent < 0 ? 0 : cutting->block_of[parent];
        cutting->endings[row + 1] = cutting->endings[row] + !!(kind & ENDING);
    }
}

typedef struct {
    uint8_t *out;
    int32_t characters, classes; /* of the last character */
    uint8_t space;               /* white space stands before the next character, if there is one before it */
    uint8_t odd;
    int32_t counts[COUNTS];
} Line;

typedef uint8_t Bytes __attribute__((vector_size(16)));
typedef uint64_t Halves __attribute__((vector_size(16)));

static int is_any(Bytes marks) { return (((Halves)marks)[0] | ((Halves)marks)[1]) != 0; }

/* Writes sixteen bytes of plain words with one space between them, `at` being behind a letter; gives how many bytes are
 * taken, 0 when there is anything else among them: a space at their end is left, since none may follow it. */
static int take_plain(const uint8_t *at, uint8_t *out, int32_t *words)
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
static void take_text(const Cutting *cutting, Line *line, const uint8_t *at, const uint8_t *stop)
{
    int32_t *counts = line->counts;
    while (at < stop) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        int classes = class_of(cutting->characters, point);
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
            for (int taken = 1; taken && stop - at >= 16; at += taken, line->out += taken) taken = take_plain(at, line->out, &words);
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
static void end_line(Cutting *cutting, Line *line, int32_t row)
{
    if (row >= 0) {
        cutting->found.ends_sentence[row] = !!(line->classes & STOP);
        cutting->found.odd[row] = line->odd;
        cutting->found.length_of[row] = line->characters;
        for (int32_t count = 0; count < COUNTS; count++) count_of(&cutting->found, count)[row] = line->counts[count];
    }
    *line = (Line){.out = line->out};
}

static void cut(Cutting *cutting)
{
    Line line = {.out = cutting->written};
    int32_t row = -1, ended = -1, block = -1;
    for (int32_t text = 0; text < cutting->page.texts; text++) {
        int32_t owner = cutting->page.owner[text], endings = cutting->endings[cutting->page.position[text]];
        if (endings > ended || cutting->block_of[owner] != block) {
            end_line(cutting, &line, row);
            ended = endings;
            block = cutting->block_of[owner];
            cutting->found.start[++row] = text;
            cutting->found.block[row] = block;
            cutting->found.edge[row] = (int32_t)(line.out - cutting->written);
            cutting->found.linked[row] = cutting->found.copies[row] = 0;
        }
        cutting->found.of[text] = row;
        cutting->found.linked[row] += cutting->page.in_link[text] ? cutting->page.chars[text] : 0;
        line.space |= cutting->page.spaced[text];
        take_text(cutting, &line, cutting->text + cutting->text_edge[text], cutting->text + cutting->text_edge[text + 1]);
    }
    end_line(cutting, &line, row);
    cutting->found.number = row + 1;
    cutting->found.edge[row + 1] = (int32_t)(line.out - cutting->written);
}

/* A line, a short one without its numbers, as one number: of as many lines as a page may have, two different ones have the
 * same with a chance of one in ten million. */
static uint64_t hashed(const Cutting *cutting, int32_t row)
{
    const uint8_t *at = cutting->written + cutting->found.edge[row], *stop = cutting->written + cutting->found.edge[row + 1];
    int32_t in_number = 0, has_number = count_of(&cutting->found, DIGIT_COUNT)[row] > 0, length = 0;
    uint64_t hash = 0;
    uint8_t plain[PIECE];
    if (cutting->found.length_of[row] > cutting->longest || !has_number) return hash_of(hash, at, (int32_t)(stop - at));
    while (at < stop) {
        int32_t point;
        const uint8_t *next = next_character(at, stop, &point);
        int digit = class_of(cutting->characters, point) & DIGIT;
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

static void count_copies(Cutting *cutting)
{
    uint32_t mask = (uint32_t)cutting->slots - 1;
    for (int32_t slot = 0; slot < cutting->slots; slot++) cutting->slot[slot] = -1;
    for (int32_t row = 0; row < cutting->found.number; row++) {
        uint64_t hash = cutting->hash[row] = hashed(cutting, row);
        uint32_t slot = (uint32_t)(hash ^ hash >> 32) & mask;
        while (cutting->slot[slot] >= 0 && cutting->hash[cutting->slot[slot]] != hash) slot = (slot + 1) & mask;
        if (cutting->slot[slot] < 0) cutting->slot[slot] = row;
        cutting->found.copies[cutting->first_copy[row] = cutting->slot[slot]]++;
    }
    for (int32_t row = 0; row < cutting->found.number; row++) cutting->found.copies[row] = cutting->found.copies[cutting->first_copy[row]];
}

/* Parts the room for what is found. */
static void part(Cutting *cutting)
{
    int32_t texts = cutting->page.texts, *of = cutting->numbers, *edge = of + texts, *column = edge + texts + 1;
    cutting->found = (Lines){
        .of = of, .edge = edge, .start = column, .block = column + texts, .length_of = column + 2 * (int64_t)texts,
        .linked = column + 3 * (int64_t)texts, .copies = column + 4 * (int64_t)texts,
        .counts = column + 5 * (int64_t)texts, .counts_apart = texts,
        .ends_sentence = cutting->marks, .odd = cutting->marks + texts,
    };
}

/* Gives 0, or another number when there is no memory. */
int32_t mezmun_lines(Cutting *cutting)
{
    int64_t elements = cutting->page.elements, texts = cutting->page.texts;
    for (cutting->slots = 4; cutting->slots <= 2 * texts;) cutting->slots *= 2;
    const Part parts[] = {
        {&cutting->block_of, 4 * elements}, {&cutting->endings, 4 * (elements + 1)}, {&cutting->hash, 8 * texts},
        {&cutting->first_copy, 4 * texts}, {&cutting->slot, 4 * (int64_t)cutting->slots},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    part(cutting);
    find_blocks(cutting);
    cut(cutting);
    count_copies(cutting);
    free(room);
    return 0;
}
