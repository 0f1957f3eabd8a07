/* A serialised HTML tree to the columns of a node table, in two passes over the source.
 *
 * The source is what the parser writes of its own tree, so it is well formed: every element that is not void has its
 * end tag, attribute values stand in double quotes, and the text holds no "<". Where it is not (in the odd corners of
 * SVG, or if somebody hands in another source), the columns are still consistent and no byte beyond a buffer is read or
 * written: every row is checked against the room there is.
 *
 * What the columns mean is said in extraction/page/node_table.py, what the kinds of elements are in extraction/page/tags.py.
 */

#include "page/page.h"
#include "page/reading.h"
#include "text/characters.h"
#include "text/hash.h"

enum { INHERITED = TAG_SILENT | TAG_LINK | TAG_NOSCRIPT | TAG_CONCEALED };
enum { IN_PRE = 16 }; /* of an element's state, beside what is inherited */

/* Elements that one end tag may close besides its own, so that no end tag costs more than this. */
enum { MAX_LEFT_OPEN = 64 };

enum { MAX_RAW_NAME = 9 }; /* letters of "plaintext" */

static const uint8_t line_break[] = "\n";

typedef struct {
    const SourceWalk *walk;
    int16_t *tag;
    uint8_t *text;
    int32_t elements, texts;

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
    int32_t **const numbers[ELEMENT_COLUMNS + TEXT_COLUMNS] = {
        &columns->parent, &columns->depth, &columns->end, &columns->first, &columns->last, &columns->names,
        &columns->body, &columns->stop, &columns->owner, &columns->position, &columns->chars, &columns->edge,
        &columns->length_of, &columns->blanks,
    };
    uint8_t **const marks[MARK_COLUMNS] = {
        &columns->silent, &columns->in_link, &columns->spaced, &columns->odd, &columns->state, &columns->of_text,
    };
    for (int64_t each = 0; each < ELEMENT_COLUMNS + TEXT_COLUMNS; each++)
        *numbers[each] = columns->walk->numbers + each * columns->walk->capacity;
    for (int64_t each = 0; each < MARK_COLUMNS; each++) *marks[each] = columns->walk->marks + each * columns->walk->capacity;
}

static int16_t code_of(const Columns *columns, const uint8_t *name, int64_t length)
{
    int32_t code = number_of(columns->walk->tags, 0, name, (int32_t)length);
    return (int16_t)(code < 0 ? 0 : code);
}

/* Where the raw text of an element ends: at its end tag. A name is known by its hash alone: a longer one than any raw name
 * is another that has the same. */
static const uint8_t *raw_stop(const uint8_t *at, const uint8_t *stop, const uint8_t *name, int64_t length)
{
    char tag[MAX_RAW_NAME + 4] = "</";
    if (length > MAX_RAW_NAME) return stop;
    memcpy(tag + 2, name, (size_t)length);
    tag[length + 2] = '>';
    tag[length + 3] = 0;
    /* Nothing but the end of the page ends a plaintext, and it may hold its own end tag. */
    const uint8_t *end = find(at, stop, tag, !strcmp(tag, "</plaintext>"));
    return end ? end : stop;
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
    const uint8_t *panel; /* the tag of what the button that was met last shows and hides, NULL for none */
    int asked;            /* whether several buttons ask something and say whether the answer is shown */
    TextCounts waiting; /* white space behind the last text that will be the beginning of the next one */
} Cursor;

/* White space is a part of preformatted text wherever it stands: between the words of code, each in an element of its own
 * for its colour, lines end and are indented. What is behind a text of the same element becomes its end. Gives whether it
 * does: what stands before all texts becomes no part of any, nor what is shown or left out when the text is not. */
static int ends_text(const Columns *columns, const Cursor *cursor)
{
    int32_t before = columns->texts - 1;
    if (cursor->current < 0 || !(columns->state[cursor->current] & IN_PRE)) return 0;
    if (before < 0 || columns->owner[before] < cursor->pre) return 0;
    return !((columns->of_text[before] ^ columns->state[cursor->current]) & ~TAG_LINK);
}

/* Whether the last text is a number: it may be that of a line of code, which is left out. The white space behind it stays,
 * as the beginning of the next text. */
static int is_behind_number(const Columns *columns, const Cursor *cursor)
{
    int digits = 0;
    for (const uint8_t *at = columns->text + columns->edge[columns->texts - 1]; at < cursor->out; at++) {
        if (*at > ' ' && (*at < '0' || *at > '9')) return 0;
        digits |= *at > ' ';
    }
    return digits;
}

static void end_text(Columns *columns, Cursor *cursor, TextCounts space)
{
    int32_t row = columns->texts - 1;
    columns->length_of[row] += space.all;
    columns->odd[row] |= !!(space.classes & ODD);
    columns->edge[row + 1] = (int32_t)(cursor->out - columns->text);
}

/* A line of preformatted text ends where a block begins or ends in it, unless it has ended already. */
static void end_line(Columns *columns, Cursor *cursor)
{
    if (!ends_text(columns, cursor) || (cursor->waiting.all && cursor->out[-1] == '\n')) return;
    end_text(columns, cursor, cursor->waiting);
    cursor->waiting = (TextCounts){0};
    if (cursor->out[-1] == '\n') return;
    *cursor->out++ = '\n';
    end_text(columns, cursor, (TextCounts){.all = 1});
}

static int has_names(const Columns *columns, int32_t row)
{
    return columns->body[row] - columns->names[row] > (int32_t)strlen(" id=\"\"");
}

static int is_letter_or_digit(uint8_t byte)
{
    return byte >= 0x80 || (byte >= '0' && byte <= '9') || is_letter(byte);
}

/* Whether the text at `at` is of another piece of a box than the text before it, with no white space between: a style sheet
 * sets them apart, as a label and what it is of. Each has names, and neither is a single letter. */
static int begins_piece(const Columns *columns, const Cursor *cursor, const uint8_t *at, const uint8_t *stop)
{
    if (!columns->texts || cursor->current < 1) return 0;
    const uint16_t *kind = columns->walk->kind;
    int32_t row = cursor->current, before = columns->owner[columns->texts - 1], box = columns->parent[row];
    if (before == row || columns->parent[before] != box || !(kind[columns->tag[box]] & TAG_BOX)) return 0;
    if (!(kind[columns->tag[row]] & kind[columns->tag[before]] & TAG_PIECE)) return 0;
    const uint8_t *last = columns->text + columns->edge[columns->texts - 1];
    if (stop - at < 2 || cursor->out - last < 2 || columns->blanks[columns->texts - 1] != cursor->blanks) return 0;
    return is_letter_or_digit(*at) && is_letter_or_digit(cursor->out[-1]) && has_names(columns, row) && has_names(columns, before);
}

/* Each of these gives 0, or -1 when the columns have too little room. */

static int add_text(Columns *columns, Cursor *cursor, const uint8_t *at, const uint8_t *stop, int raw)
{
    int32_t row = columns->texts;
    TextCounts counts = {0};
    if (at >= stop || cursor->current < 0) return 0;
    if (columns->state[cursor->current] & TAG_SILENT) { /* half of a page may be scripts: they need not be read to their end */
        cursor->blanks += is_blank(columns->walk->characters, at, stop, raw);
        return 0;
    }
    cursor->blanks += begins_piece(columns, cursor, at, stop);
    uint8_t *out = unescaped(columns->walk->characters, at, stop, raw, cursor->out, &counts);
    if (!counts.visible && ends_text(columns, cursor)) {
        int waits = is_behind_number(columns, cursor);
        cursor->out = out;
        if (!waits) end_text(columns, cursor, counts);
        cursor->waiting.all += waits ? counts.all : 0;
        cursor->waiting.classes |= waits ? counts.classes : 0;
        return 0;
    }
    if (!counts.visible) {
        cursor->blanks++;
        return 0;
    }
    counts.all += cursor->waiting.all;
    counts.classes |= cursor->waiting.classes;
    cursor->waiting = (TextCounts){0};
    if (row + 1 >= columns->walk->capacity) return -1;
    columns->of_text[row] = columns->state[cursor->current];
    columns->owner[row] = cursor->current;
    columns->position[row] = columns->elements;
    columns->chars[row] = counts.visible;
    columns->length_of[row] = counts.all;
    columns->odd[row] = !!(counts.classes & ODD);
    columns->edge[row + 1] = (int32_t)(out - columns->text);
    columns->blanks[row] = cursor->blanks;
    columns->texts++;
    cursor->out = out;
    return 0;
}

/* Whether an element, or the one around it, is a heading without a text so far: a button in it, which folds what is below,
 * has its words. One behind them copies a link, or folds as well. */
static int is_label(const Columns *columns, int32_t row)
{
    int32_t last = columns->texts ? columns->owner[columns->texts - 1] : -1;
    for (int around = 0; around < 2 && row >= 0; around++, row = columns->parent[row])
        if (columns->walk->kind[columns->tag[row]] & TAG_LABEL) return last < row;
    return 0;
}

/* Whether a button, whose content begins at `at`, stands among the words of a paragraph: it has words on both sides. */
static int is_among_words(const Columns *columns, int32_t paragraph, const uint8_t *at, const uint8_t *stop)
{
    if (paragraph < 0 || !(columns->walk->kind[columns->tag[paragraph]] & TAG_PARAGRAPH)) return 0;
    if (!columns->texts || columns->owner[columns->texts - 1] < paragraph) return 0;
    at = find(at, stop, "</button>", 0);
    if (at) at += strlen("</button>");
    const uint8_t *next = at ? memchr(at, '<', (size_t)(stop - at)) : NULL;
    return next && !is_blank(columns->walk->characters, at, next, 0);
}

/* What a part begins with that a button opens and that is no text: menus, and what asks for something. */
static const char *const OPERATED[] = {
    "a ", "a>", "button", "dialog", "form", "input", "label", "menu", "nav", "ol", "select", "ul",
};
enum { MOST_BEFORE_PANEL = 4, MOST_BEFORE_TEXT = 12 }; /* tags */

/* Whether the first text in an element is no part of a menu or a form; `at` is behind the "<" of its tag. */
static int begins_with_text(const Columns *columns, const uint8_t *at, const uint8_t *stop)
{
    for (int tag = 0; tag < MOST_BEFORE_TEXT; tag++) {
        for (size_t name = 0; name < sizeof OPERATED / sizeof *OPERATED; name++)
            if (begins(at, stop, OPERATED[name])) return 0;
        const uint8_t *close = memchr(at, '>', (size_t)(stop - at));
        const uint8_t *next = close ? memchr(close, '<', (size_t)(stop - close)) : NULL;
        if (!next) return 0;
        if (!is_blank(columns->walk->characters, close + 1, next, 0)) return 1;
        at = next + 1;
    }
    return 0;
}

/* Whether a class has one of some names, each in small letters and ended by a zero; its own may be of any size. */
static int is_named_after(const Attribute *class, const uint8_t *names)
{
    for (const char *name = (const char *)names; name && *name; name += strlen(name) + 1)
        for (const uint8_t *at = class->value; at < class->value_stop; at++)
            if (begins(at, class->value_stop, name)) return 1;
    return 0;
}

/* Whether words that end before `stop`, and perhaps a picture, ask something: a question mark stands before a tag. */
static int asks(const uint8_t *at, const uint8_t *stop)
{
    static const char *const marks[] = {"?", "\xef\xbc\x9f", "\xd8\x9f"}; /* Latin, wide, Arabic */
    for (size_t mark = 0; mark < sizeof marks / sizeof *marks; mark++) {
        const uint8_t *last = find(at, stop, marks[mark], 1);
        if (!last || last == at || last[-1] == '>') continue;
        for (last += strlen(marks[mark]); last < stop && is_space(*last);) last++;
        if (last == stop || *last == '<') return 1;
    }
    return 0;
}

/* Whether a button below asks as well, and says whether the answer is shown: one alone is the page's own ("Need help?"). */
static int another_asks(const uint8_t *at, const uint8_t *stop)
{
    for (int button = 0; button < MOST_BEFORE_PANEL && (at = find(at, stop, "<button ", 0)); button++) {
        const uint8_t *names = at + strlen("<button"), *next;
        int expands = 0;
        for (Attribute attribute; (next = next_attribute(names, stop, &attribute)); names = next)
            expands |= is_named(&attribute, "aria-expanded");
        if (!(at = find(names, stop, "</button>", 0))) return 0;
        if (expands && asks(names, at)) return 1;
    }
    return 0;
}

/* The tag, behind its "<", of the text that a button shows and hides, right behind it, or behind the elements around it: the
 * button says what it controls (the patterns "Accordion" and "Disclosure" of WAI-ARIA), is named after such, or asks something and
 * says whether the answer is shown, as another does. NULL for none. */
static const uint8_t *panel_behind(
    const Columns *columns, Cursor *cursor, const uint8_t *names, const uint8_t *at, const uint8_t *stop)
{
    Attribute controls = {0};
    int expands = 0, unfolds = 0;
    for (Attribute attribute; (names = next_attribute(names, stop, &attribute));) {
        if (is_named(&attribute, "aria-controls")) controls = attribute;
        else if (is_named(&attribute, "class")) unfolds = is_named_after(&attribute, columns->walk->unfolding);
        expands |= is_named(&attribute, "aria-expanded");
    }
    if (!expands && (controls.name || !unfolds)) return NULL;
    const uint8_t *words = at;
    at = find(at, stop, "</button>", 0);
    if (!controls.name && !unfolds) {
        if (!at || !asks(words, at)) return NULL;
        if (!cursor->asked) cursor->asked = another_asks(at, stop);
        if (!cursor->asked) return NULL;
    }
    for (int tag = 0; at && tag < MOST_BEFORE_PANEL; tag++) {
        const uint8_t *close = memchr(at, '>', (size_t)(stop - at));
        const uint8_t *next = close ? memchr(close, '<', (size_t)(stop - close)) : NULL;
        if (!next || !is_blank(columns->walk->characters, close + 1, next, 0)) return NULL;
        at = next + 1;
        if (at < stop && *at == '/') continue;
        if (!controls.name) return begins_with_text(columns, at, stop) ? at : NULL;
        const uint8_t *here = at;
        while (here < stop && *here != ' ' && *here != '>') here++;
        for (Attribute attribute; (here = next_attribute(here, stop, &attribute));)
            if (is_named(&attribute, "id") && attribute.value_stop - attribute.value == controls.value_stop - controls.value
                && !memcmp(attribute.value, controls.value, (size_t)(controls.value_stop - controls.value)))
                return begins_with_text(columns, at, stop) ? at : NULL;
        return NULL;
    }
    return NULL;
}

/* Whether a hidden element, behind the "<" of whose tag `at` is, is what a link or heading unfolds that ends right before it, has
 * text, and is named after such; other elements may lie around it. Menus are left hidden. */
static int is_unfolded(const Columns *columns, int32_t parent, const uint8_t *at, const uint8_t *stop)
{
    const uint8_t *source = columns->walk->source;
    int32_t last = columns->elements - 1, before = last, owner = columns->texts ? columns->owner[columns->texts - 1] : -1;
    if (before <= parent) return 0; /* the first in its parent */
    while (columns->parent[before] != parent) before = columns->parent[before];
    if (owner < before || last - before >= MOST_BEFORE_PANEL) return 0;
    const uint8_t *end = memchr(source + columns->stop[before], '>', (size_t)(at - source - columns->stop[before]));
    if (!end || !is_blank(columns->walk->characters, end + 1, at - 1, 0)) return 0;
    for (; before <= last; before++) {
        if (!(columns->walk->kind[columns->tag[before]] & (TAG_LINK | TAG_LABEL))) continue;
        const uint8_t *names = source + columns->names[before];
        for (Attribute attribute; (names = next_attribute(names, stop, &attribute));)
            if (is_named(&attribute, "class") && is_named_after(&attribute, columns->walk->unfolding_links))
                return begins_with_text(columns, at, stop);
    }
    return 0;
}

/* `at` is behind the "<" of a start tag; it is moved behind the tag, and behind what the tag makes unreadable. */
static int open_element(Columns *columns, Cursor *cursor, const uint8_t **at)
{
    const uint8_t *name = *at, *stop = cursor->stop, *name_stop = name;
    while (name_stop < stop && *name_stop != ' ' && *name_stop != '>') name_stop++;
    int32_t row = columns->elements, parent = cursor->current;
    if (row >= columns->walk->capacity) return -1;
    int16_t code = code_of(columns, name, name_stop - name);
    uint16_t kind = columns->walk->kind[code];
    uint8_t hidden = 0, open = 0;
    const uint8_t *names = name_stop, *here = name_stop, *next;
    for (Attribute attribute; (next = next_attribute(here, stop, &attribute)); here = next) {
        if (is_named(&attribute, "hidden")) hidden = TAG_CONCEALED;
        else if (is_named(&attribute, "open")) open = 1;
        else if (is_named(&attribute, "style") && style_hides(attribute.value, attribute.value_stop)) hidden = TAG_CONCEALED;
    }
    const uint8_t *close = here < stop ? memchr(here, '>', (size_t)(stop - here)) : NULL;
    here = close ? close + 1 : stop;
    if (kind & TAG_DIALOG && !open) hidden = TAG_CONCEALED;
    else if (hidden && (name == cursor->panel || is_for_readers(name_stop, stop) || is_unfolded(columns, parent, name, stop))) hidden = 0;
    if (kind & TAG_BUTTON && (next = panel_behind(columns, cursor, name_stop, here, stop))) {
        kind &= ~TAG_SILENT;
        cursor->panel = next;
    }
    if (kind & TAG_BUTTON && is_label(columns, parent)) kind &= ~TAG_SILENT;
    if (kind & TAG_BUTTON && is_among_words(columns, parent, here, stop)) {
        kind &= ~TAG_SILENT;
        cursor->blanks++; /* its edge parts it from the word before it */
    }
    columns->tag[row] = code;
    columns->parent[row] = parent;
    columns->depth[row] = parent < 0 ? 0 : columns->depth[parent] + 1;
    columns->state[row] = (uint8_t)((kind & INHERITED) | hidden | (parent < 0 ? 0 : columns->state[parent]));
    if (kind & TAG_PRE) {
        columns->state[row] |= IN_PRE;
        cursor->pre = row;
    }
    columns->names[row] = (int32_t)(names - columns->walk->source);
    columns->body[row] = columns->stop[row] = (int32_t)(here - columns->walk->source);
    columns->end[row] = ++columns->elements;
    if (kind & TAG_BLOCK) end_line(columns, cursor);
    if (kind & TAG_BREAK && ends_text(columns, cursor)) add_text(columns, cursor, line_break, line_break + 1, 1);
    if (kind & TAG_VOID) {
        *at = here;
        return 0;
    }
    cursor->current = row;
    if (kind & (TAG_RAW | TAG_TEMPLATE)) {
        const uint8_t *end = kind & TAG_RAW ? raw_stop(here, stop, name, name_stop - name) : template_stop(here, stop);
        if (kind & TAG_RAW && add_text(columns, cursor, here, end, 1)) return -1;
        here = end;
    }
    *at = here;
    return 0;
}

/* Whether an element has the name at `name`, letter by letter. */
static int is_called(const Columns *columns, int32_t row, const uint8_t *name, int64_t length)
{
    const uint8_t *stop = columns->walk->source + columns->names[row];
    return length < columns->names[row] && stop[-length - 1] == '<' && !memcmp(stop - length, name, (size_t)length);
}

/* `at` is behind the "</" of an end tag; it is moved behind the tag. An end tag of nothing open says nothing. */
static void close_element(Columns *columns, Cursor *cursor, const uint8_t **at)
{
    const uint8_t *name = *at, *close = memchr(name, '>', (size_t)(cursor->stop - name));
    if (!close) close = cursor->stop;
    *at = close < cursor->stop ? close + 1 : close;
    int32_t row = cursor->current;
    if (row >= 0 && !is_called(columns, row, name, close - name)) {
        int16_t code = code_of(columns, name, close - name);
        for (int tried = 0; row >= 0 && columns->tag[row] != code; row = columns->parent[row])
            if (++tried > MAX_LEFT_OPEN) return;
    }
    if (row < 0 || (!row && *at < cursor->stop)) return; /* the first element holds all others */
    for (int32_t open = cursor->current; open >= row; open = columns->parent[open]) {
        columns->end[open] = columns->elements;
        columns->stop[open] = (int32_t)(name - 2 - columns->walk->source);
    }
    cursor->current = columns->parent[row];
    if (columns->walk->kind[columns->tag[row]] & TAG_BLOCK) end_line(columns, cursor);
}

static int read_source(Columns *columns)
{
    const uint8_t *at = columns->walk->source;
    Cursor cursor = {at + columns->walk->length, columns->text, -1, 0, 0, NULL, 0, {0}};
    while (at < cursor.stop) {
        const uint8_t *tag = memchr(at, '<', (size_t)(cursor.stop - at));
        if (add_text(columns, &cursor, at, tag ? tag : cursor.stop, 0)) return -1;
        if (!tag || ++tag == cursor.stop) break;
        at = tag;
        if (*at == '/') {
            at++;
            close_element(columns, &cursor, &at);
        } else if (*at == '!' || *at == '?') {
            int comment = begins(at, cursor.stop, "!--");
            const uint8_t *end = comment ? find(at + 3, cursor.stop, "-->", 0) : memchr(at, '>', (size_t)(cursor.stop - at));
            at = end ? end + (comment ? 3 : 1) : cursor.stop;
        } else if (open_element(columns, &cursor, &at)) return -1;
    }
    for (int32_t open = cursor.current; open >= 0; open = columns->parent[open]) {
        columns->end[open] = columns->elements;
        columns->stop[open] = (int32_t)columns->walk->length;
    }
    return 0;
}

/* What lies in elements of this state holds text after all when it is nearly all of the page's. */
static void hush(Columns *columns, uint8_t state, double most)
{
    int64_t unseen = 0, all = 0;
    for (int32_t row = 0; row < columns->texts; row++)
        if (!(columns->of_text[row] & TAG_SILENT)) {
            all += columns->chars[row];
            if (columns->of_text[row] & state) unseen += columns->chars[row];
        }
    if ((double)unseen > most * (double)all) return;
    for (int32_t row = 0; row < columns->texts; row++)
        if (columns->of_text[row] & state) columns->of_text[row] |= TAG_SILENT;
    for (int32_t row = 0; row < columns->elements; row++)
        if (columns->state[row] & state) columns->state[row] |= TAG_SILENT;
}

/* Drops the texts of silent elements, and counts those that stay over the elements' subtrees. */
static void compact(Columns *columns)
{
    int32_t *first = columns->first, *last = columns->last, kept = 0, before = 0, bytes = 0;
    for (int32_t row = 0; row < columns->elements; row++) {
        columns->silent[row] = columns->state[row] & TAG_SILENT;
        last[row] = 0;
    }
    for (int32_t row = 0; row < columns->texts; row++) {
        if (columns->of_text[row] & TAG_SILENT) continue;
        int32_t start = columns->edge[row], size = columns->edge[row + 1] - start;
        if (bytes < start) memmove(columns->text + bytes, columns->text + start, (size_t)size);
        columns->edge[kept] = bytes;
        bytes += size;
        columns->spaced[kept] = columns->blanks[row] > before;
        before = columns->blanks[row];
        columns->in_link[kept] = !!(columns->of_text[row] & TAG_LINK);
        columns->owner[kept] = columns->owner[row];
        columns->position[kept] = columns->position[row];
        columns->chars[kept] = columns->chars[row];
        columns->length_of[kept] = columns->length_of[row];
        columns->odd[kept] = columns->odd[row];
        last[columns->owner[kept++]]++;
    }
    columns->edge[kept] = bytes;
    columns->texts = kept;
    for (int32_t row = columns->elements - 1; row > 0; row--)
        if (columns->parent[row] >= 0) last[columns->parent[row]] += last[row];
    int32_t text = 0;
    for (int32_t row = 0; row < columns->elements; row++) {
        while (text < kept && columns->position[text] <= row) text++;
        first[row] = text;
        last[row] += text;
    }
}

int64_t mezmun_count_bytes(const uint8_t *at, int64_t length, uint8_t which)
{
    int64_t number = 0;
    for (; length >= 128; at += 128, length -= 128) {
        uint8_t among = 0;
        for (int byte = 0; byte < 128; byte++) among += at[byte] == which;
        number += among;
    }
    while (length--) number += *at++ == which;
    return number;
}

int32_t mezmun_fill_node_table(const SourceWalk *walk)
{
    Columns columns = {.walk = walk, .tag = walk->tag, .text = walk->text};
    lay_out(&columns);
    columns.edge[0] = 0;
    if (read_source(&columns)) return -1;
    hush(&columns, TAG_CONCEALED, walk->max_concealed);
    hush(&columns, TAG_NOSCRIPT, walk->max_unscripted);
    compact(&columns);
    *walk->page = (Page){
        walk->tag, columns.parent, columns.depth, columns.end, columns.first, columns.last, columns.names, columns.body,
        columns.stop, columns.owner, columns.position, columns.chars, columns.in_link, columns.spaced, columns.elements,
        columns.texts,
    };
    return 0;
}
