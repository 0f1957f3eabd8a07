/* A serialised HTML tree to the columns of a node table, in two passes over the source.
 *
 * The source is what the parser writes of its own tree, so it is well formed: every element that is not void has its
 * end tag, attribute values stand in double quotes, and the text holds no "<". Where it is not (in the odd corners of
 * SVG, or if somebody hands in another source), the columns are still consistent and no byte beyond a buffer is read or
 * written: every row is checked against the room there is.
 *
 * What the columns mean is said in extraction/node_table.py, what the kinds of elements are in extraction/tags.py.
 */

#include "attributes.h"
#include "characters.h"
#include "hiding.h"
#include "known.h"
#include "page.h"
#include "seen.h"
#include "source.h"

/* Bits of an element's kind, by its tag code. */
enum { SILENT = 1, LINK = 2, NOSCRIPT = 4, CONCEALED = 8, VOID = 16, RAW = 32, TEMPLATE = 64, DIALOG = 128, BUTTON = 256, LABEL = 512, PRE = 1024 };
enum { INHERITED = SILENT | LINK | NOSCRIPT | CONCEALED };
enum { IN_PRE = 16 }; /* of an element's state, beside what is inherited */

/* Elements that one end tag may close besides its own, so that no end tag costs more than this. */
enum { MOST_LEFT_OPEN = 64 };

enum { LONGEST_RAW_NAME = 9 }; /* letters of "plaintext" */

enum { OF_ELEMENTS = 8, OF_TEXTS = 6, MARKS = 6 };

typedef struct {
    const uint8_t *source; /* UTF-8 */
    int64_t length;
    const Characters *characters;
    const Known *tags;     /* the name of an element is known by its tag code */
    const uint16_t *kind;  /* by tag code */
    double most_concealed; /* share of the page's characters up to which hidden elements hold none */
    double most_unscripted;
    int32_t room;          /* of each column: elements, and texts and one more */
    int16_t *tag;          /* of each element */
    int32_t *numbers;      /* (OF_ELEMENTS + OF_TEXTS, room) columns, in the order below */
    uint8_t *marks;        /* (MARKS, room) likewise */
    uint8_t *text;         /* UTF-8 of all texts, one after the other; as large as the source */
    int32_t elements, texts;
    Page page;             /* where the columns are */
} Given;

typedef struct {
    Given given;

    /* Elements. */
    int32_t *parent, *depth, *end, *first, *last;
    int32_t *names;     /* offset in the source of the element's attributes; their tag's ">" is at `body` - 1 */
    int32_t *body;      /* offset of what the element holds ... */
    int32_t *stop;      /* ... and behind it */

    /* Texts with a character to see. */
    int32_t *owner, *position, *chars;
    int32_t *edge;      /* (texts + 1) byte of `text` where each begins */
    int32_t *length_of; /* characters */
    int32_t *blanks;    /* texts without a character to see before it */

    uint8_t *silent, *in_link, *spaced, *odd;
    uint8_t *state;     /* of each element */
    uint8_t *of_text;   /* state of the text's owner */
} Columns;

static void lay_out(Columns *columns)
{
    int32_t **const numbers[OF_ELEMENTS + OF_TEXTS] = {
        &columns->parent, &columns->depth, &columns->end, &columns->first, &columns->last, &columns->names,
        &columns->body, &columns->stop, &columns->owner, &columns->position, &columns->chars, &columns->edge,
        &columns->length_of, &columns->blanks,
    };
    uint8_t **const marks[MARKS] = {
        &columns->silent, &columns->in_link, &columns->spaced, &columns->odd, &columns->state, &columns->of_text,
    };
    for (int64_t each = 0; each < OF_ELEMENTS + OF_TEXTS; each++)
        *numbers[each] = columns->given.numbers + each * columns->given.room;
    for (int64_t each = 0; each < MARKS; each++) *marks[each] = columns->given.marks + each * columns->given.room;
}

static int16_t code_of(const Columns *columns, const uint8_t *name, int64_t length)
{
    int32_t code = number_of(columns->given.tags, 0, name, (int32_t)length);
    return (int16_t)(code < 0 ? 0 : code);
}

/* Where the raw text of an element ends: at its end tag. A name is known by its hash alone: a longer one than any raw name
 * is another that has the same. */
static const uint8_t *raw_stop(const uint8_t *at, const uint8_t *stop, const uint8_t *name, int64_t length)
{
    char tag[LONGEST_RAW_NAME + 4] = "</";
    if (length > LONGEST_RAW_NAME) return stop;
    memcpy(tag + 2, name, (size_t)length);
    tag[length + 2] = '>';
    tag[length + 3] = 0;
    /* Nothing but the end of the page ends a plaintext, and it may hold its own end tag. */
    const uint8_t *found = find(at, stop, tag, !strcmp(tag, "</plaintext>"));
    return found ? found : stop;
}

/* Where the content of a template ends: at its end tag. No reader sees any of it. */
static const uint8_t *template_stop(const uint8_t *at, const uint8_t *stop)
{
    for (int open = 1; at < stop && (at = memchr(at, '<', (size_t)(stop - at))); at++) {
        open += begins(at, stop, "<template>") || begins(at, stop, "<template ");
        if (begins(at, stop, "</template>") && !--open) return at;
    }
    return stop;
}

typedef struct {
    const uint8_t *stop;
    uint8_t *out;
    int32_t current; /* the open element, -1 for none */
    int32_t pre;     /* the element of preformatted text that was met last */
    int32_t blanks;
} Walk;

/* White space is a part of preformatted text wherever it stands: between the words of code, each in an element of its own
 * for its colour, lines end and are indented. What is behind a text of the same element becomes its end. Gives whether it
 * does: what stands before all texts becomes no part of any, nor what is shown or left out when the text is not. */
static int ends_text(const Columns *columns, const Walk *walk)
{
    int32_t before = columns->given.texts - 1;
    return columns->state[walk->current] & IN_PRE && before >= 0 && columns->owner[before] >= walk->pre
           && columns->of_text[before] == columns->state[walk->current];
}

/* Each of these gives 0, or -1 when the columns have too little room. */

static int take_text(Columns *columns, Walk *walk, const uint8_t *at, const uint8_t *stop, int raw)
{
    int32_t row = columns->given.texts;
    Seen seen = {0};
    if (at >= stop || walk->current < 0) return 0;
    if (columns->state[walk->current] & SILENT) { /* half of a page may be scripts: they need not be read to their end */
        walk->blanks += is_blank(columns->given.characters, at, stop, raw);
        return 0;
    }
    uint8_t *out = unescaped(columns->given.characters, at, stop, raw, walk->out, &seen);
    if (!seen.visible && ends_text(columns, walk)) {
        columns->length_of[row - 1] += seen.all;
        columns->odd[row - 1] |= !!(seen.classes & ODD);
        columns->edge[row] = (int32_t)(out - columns->given.text);
        walk->out = out;
        return 0;
    }
    if (!seen.visible) {
        walk->blanks++;
        return 0;
    }
    if (row + 1 >= columns->given.room) return -1;
    columns->of_text[row] = columns->state[walk->current];
    columns->owner[row] = walk->current;
    columns->position[row] = columns->given.elements;
    columns->chars[row] = seen.visible;
    columns->length_of[row] = seen.all;
    columns->odd[row] = !!(seen.classes & ODD);
    columns->edge[row + 1] = (int32_t)(out - columns->given.text);
    columns->blanks[row] = walk->blanks;
    columns->given.texts++;
    walk->out = out;
    return 0;
}

/* Whether an element, or the one around it, is a heading without a text so far: a button in it, which folds what is below,
 * has its words. One behind them copies a link, or folds as well. */
static int is_label(const Columns *columns, int32_t row)
{
    int32_t last = columns->given.texts ? columns->owner[columns->given.texts - 1] : -1;
    for (int around = 0; around < 2 && row >= 0; around++, row = columns->parent[row])
        if (columns->given.kind[columns->given.tag[row]] & LABEL) return last < row;
    return 0;
}

/* `at` is behind the "<" of a start tag; it is moved behind the tag, and behind what the tag makes unreadable. */
static int take_start(Columns *columns, Walk *walk, const uint8_t **at)
{
    const uint8_t *name = *at, *stop = walk->stop, *name_stop = name;
    while (name_stop < stop && *name_stop != ' ' && *name_stop != '>') name_stop++;
    int32_t row = columns->given.elements;
    if (row >= columns->given.room) return -1;
    int16_t code = code_of(columns, name, name_stop - name);
    uint16_t kind = columns->given.kind[code];
    uint8_t hidden = 0, open = 0;
    const uint8_t *names = name_stop, *here = name_stop, *next;
    for (Attribute found; (next = next_attribute(here, stop, &found)); here = next) {
        if (is_named(&found, "hidden")) hidden = CONCEALED;
        else if (is_named(&found, "open")) open = 1;
        else if (is_named(&found, "style") && style_hides(found.value, found.value_stop)) hidden = CONCEALED;
    }
    const uint8_t *close = here < stop ? memchr(here, '>', (size_t)(stop - here)) : NULL;
    here = close ? close + 1 : stop;
    if (kind & DIALOG && !open) hidden = CONCEALED;
    else if (hidden && is_for_readers(name_stop, stop)) hidden = 0;
    int32_t parent = walk->current;
    if (kind & BUTTON && is_label(columns, parent)) kind &= ~SILENT;
    columns->given.tag[row] = code;
    columns->parent[row] = parent;
    columns->depth[row] = parent < 0 ? 0 : columns->depth[parent] + 1;
    columns->state[row] = (uint8_t)((kind & INHERITED) | hidden | (parent < 0 ? 0 : columns->state[parent]));
    if (kind & PRE) {
        columns->state[row] |= IN_PRE;
        walk->pre = row;
    }
    columns->names[row] = (int32_t)(names - columns->given.source);
    columns->body[row] = columns->stop[row] = (int32_t)(here - columns->given.source);
    columns->end[row] = ++columns->given.elements;
    if (kind & VOID) {
        *at = here;
        return 0;
    }
    walk->current = row;
    if (kind & (RAW | TEMPLATE)) {
        const uint8_t *end = kind & RAW ? raw_stop(here, stop, name, name_stop - name) : template_stop(here, stop);
        if (kind & RAW && take_text(columns, walk, here, end, 1)) return -1;
        here = end;
    }
    *at = here;
    return 0;
}

/* Whether an element has the name at `name`, letter by letter. */
static int is_called(const Columns *columns, int32_t row, const uint8_t *name, int64_t length)
{
    const uint8_t *stop = columns->given.source + columns->names[row];
    return length < columns->names[row] && stop[-length - 1] == '<' && !memcmp(stop - length, name, (size_t)length);
}

/* `at` is behind the "</" of an end tag; it is moved behind the tag. An end tag of nothing open says nothing. */
static void take_end(Columns *columns, Walk *walk, const uint8_t **at)
{
    const uint8_t *name = *at, *close = memchr(name, '>', (size_t)(walk->stop - name));
    if (!close) close = walk->stop;
    *at = close < walk->stop ? close + 1 : close;
    int32_t row = walk->current;
    if (row >= 0 && !is_called(columns, row, name, close - name)) {
        int16_t code = code_of(columns, name, close - name);
        for (int tried = 0; row >= 0 && columns->given.tag[row] != code; row = columns->parent[row])
            if (++tried > MOST_LEFT_OPEN) return;
    }
    if (row < 0 || (!row && *at < walk->stop)) return; /* the first element holds all others */
    for (int32_t open = walk->current; open >= row; open = columns->parent[open]) {
        columns->end[open] = columns->given.elements;
        columns->stop[open] = (int32_t)(name - 2 - columns->given.source);
    }
    walk->current = columns->parent[row];
}

static int walk(Columns *columns)
{
    const uint8_t *at = columns->given.source;
    Walk walk = {at + columns->given.length, columns->given.text, -1, 0, 0};
    while (at < walk.stop) {
        const uint8_t *tag = memchr(at, '<', (size_t)(walk.stop - at));
        if (take_text(columns, &walk, at, tag ? tag : walk.stop, 0)) return -1;
        if (!tag || ++tag == walk.stop) break;
        at = tag;
        if (*at == '/') {
            at++;
            take_end(columns, &walk, &at);
        } else if (*at == '!' || *at == '?') {
            int comment = begins(at, walk.stop, "!--");
            const uint8_t *end = comment ? find(at + 3, walk.stop, "-->", 0) : memchr(at, '>', (size_t)(walk.stop - at));
            at = end ? end + (comment ? 3 : 1) : walk.stop;
        } else if (take_start(columns, &walk, &at)) return -1;
    }
    for (int32_t open = walk.current; open >= 0; open = columns->parent[open]) {
        columns->end[open] = columns->given.elements;
        columns->stop[open] = (int32_t)columns->given.length;
    }
    return 0;
}

/* What lies in elements of this state holds text after all when it is nearly all of the page's. */
static void hush(Columns *columns, uint8_t state, double most)
{
    int64_t unseen = 0, all = 0;
    for (int32_t row = 0; row < columns->given.texts; row++)
        if (!(columns->of_text[row] & SILENT)) {
            all += columns->chars[row];
            if (columns->of_text[row] & state) unseen += columns->chars[row];
        }
    if ((double)unseen > most * (double)all) return;
    for (int32_t row = 0; row < columns->given.texts; row++)
        if (columns->of_text[row] & state) columns->of_text[row] |= SILENT;
    for (int32_t row = 0; row < columns->given.elements; row++)
        if (columns->state[row] & state) columns->state[row] |= SILENT;
}

/* Drops the texts of silent elements, and counts those that stay over the elements' subtrees. */
static void compact(Columns *columns)
{
    int32_t *first = columns->first, *last = columns->last, kept = 0, before = 0, written = 0;
    for (int32_t row = 0; row < columns->given.elements; row++) {
        columns->silent[row] = columns->state[row] & SILENT;
        last[row] = 0;
    }
    for (int32_t row = 0; row < columns->given.texts; row++) {
        if (columns->of_text[row] & SILENT) continue;
        int32_t start = columns->edge[row], size = columns->edge[row + 1] - start;
        if (written < start) memmove(columns->given.text + written, columns->given.text + start, (size_t)size);
        columns->edge[kept] = written;
        written += size;
        columns->spaced[kept] = columns->blanks[row] > before;
        before = columns->blanks[row];
        columns->in_link[kept] = !!(columns->of_text[row] & LINK);
        columns->owner[kept] = columns->owner[row];
        columns->position[kept] = columns->position[row];
        columns->chars[kept] = columns->chars[row];
        columns->length_of[kept] = columns->length_of[row];
        columns->odd[kept] = columns->odd[row];
        last[columns->owner[kept++]]++;
    }
    columns->edge[kept] = written;
    columns->given.texts = kept;
    for (int32_t row = columns->given.elements - 1; row > 0; row--)
        if (columns->parent[row] >= 0) last[columns->parent[row]] += last[row];
    int32_t text = 0;
    for (int32_t row = 0; row < columns->given.elements; row++) {
        while (text < kept && columns->position[text] <= row) text++;
        first[row] = text;
        last[row] += text;
    }
}

/* How many bytes are `which`. */
int64_t mezmun_count(const uint8_t *at, int64_t length, uint8_t which)
{
    int64_t found = 0;
    for (; length >= 128; at += 128, length -= 128) {
        uint8_t among = 0;
        for (int byte = 0; byte < 128; byte++) among += at[byte] == which;
        found += among;
    }
    while (length--) found += *at++ == which;
    return found;
}

/* Fills the columns from the source. Gives 0, or -1 when they have too little room. */
int32_t mezmun_node_table(Given *given)
{
    Columns columns = {.given = *given};
    lay_out(&columns);
    columns.given.elements = columns.given.texts = columns.edge[0] = 0;
    if (walk(&columns)) return -1;
    hush(&columns, CONCEALED, given->most_concealed);
    hush(&columns, NOSCRIPT, given->most_unscripted);
    compact(&columns);
    given->elements = columns.given.elements;
    given->texts = columns.given.texts;
    given->page = (Page){
        given->tag, columns.parent, columns.depth, columns.end, columns.first, columns.last, columns.names, columns.body,
        columns.stop, columns.owner, columns.position, columns.chars, columns.in_link, columns.spaced, given->elements,
        given->texts,
    };
    return 0;
}
