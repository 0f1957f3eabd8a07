/* What the head of a page states by name (see extraction/page/statements/head.py), and which of its lines repeats the title that
 * stands there (extraction/page/headline.py). */

#include "page/page.h"
#include "page/reading.h"
#include "scratch.h"
#include "text/characters.h"
#include "text/hash.h"

enum { MAX_STATED_NAME = 64 };

/* The attributes that have a name, and those that have its value. */
enum { PROPERTY, NAME, ITEMPROP, HTTP_EQUIV, REL, NAMING, CONTENT = NAMING, HREF, OTHER };

static int attribute_of(const Attribute *attribute)
{
    static const char *const read[] = {"property", "name", "itemprop", "http-equiv", "rel", "content", "href"};
    for (int each = PROPERTY; each < OTHER; each++)
        if (*attribute->name == *read[each] && is_named(attribute, read[each])) return each;
    return OTHER;
}

/* The number of a name that is read, -1 for another one. Open Graph's are properties, which are written as they are. */
static int32_t name_of(const WordTable *known, const uint8_t *at, const uint8_t *stop, int is_property)
{
    uint8_t small[MAX_STATED_NAME];
    int32_t length = (int32_t)(stop - at);
    if (!length || length > MAX_STATED_NAME) return -1;
    for (int32_t each = 0; each < length; each++)
        small[each] = !is_property && at[each] >= 'A' && at[each] <= 'Z' ? at[each] | 0x20 : at[each];
    if (!is_property && length > 3 && !memcmp(small, "og:", 3)) return -1;
    return number_of(known, 0, small, length);
}

static int32_t *add_statements(const HeadReading *head, int32_t row, int32_t *statement)
{
    int is_meta = head->page->tag[row] == head->meta;
    int32_t number[MAX_STATEMENTS], numbers = 0;
    const uint8_t *at = head->source + head->page->names[row], *stop = head->source + head->page->body[row];
    Attribute attribute, value = {0};
    while ((at = next_attribute(at, stop, &attribute))) {
        int which = attribute_of(&attribute);
        if (which == (is_meta ? CONTENT : HREF)) value = attribute;
        if (which >= NAMING) continue;
        /* A relation or a property may have several names, parted by white space. */
        for (const uint8_t *name = attribute.value, *end; numbers < MAX_STATEMENTS; name = end) {
            while (name < attribute.value_stop && is_space(*name)) name++;
            if (name == attribute.value_stop) break;
            for (end = name; end < attribute.value_stop && !is_space(*end);) end++;
            number[numbers] = name_of(head->known, name, end, which == PROPERTY);
            numbers += number[numbers] >= 0;
        }
    }
    for (int32_t each = 0; each < numbers && value.value < value.value_stop; each++) {
        *statement++ = number[each];
        *statement++ = (int32_t)(value.value - head->source);
        *statement++ = (int32_t)(value.value_stop - head->source);
    }
    return statement;
}

/* Finds the titles and what is stated in the head, which the parser makes in every page, behind the root; gives how many
 * there are. When a stray character stands before the first tag, a byte order mark say, the parser leaves the head empty
 * and puts what was to be in it into the body. */
int32_t mezmun_read_head(const HeadReading *head)
{
    const Page *page = head->page;
    int32_t *statement = head->statements;
    if (page->elements < 2 || page->tag[1] != head->head) return 0;
    int32_t holder = page->end[1] == 2 && page->elements > 2 ? 2 : 1;
    for (int32_t row = holder + 1; row < page->end[holder]; row++) {
        if (page->parent[row] != holder) continue;
        if (page->tag[row] == head->title) {
            *statement++ = TITLE_STATEMENT;
            *statement++ = page->body[row];
            *statement++ = page->stop[row];
        } else if (page->tag[row] == head->meta || page->tag[row] == head->link) statement = add_statements(head, row, statement);
    }
    return (int32_t)(statement - head->statements) / 3;
}

enum { MAX_LINE_BYTES = 8192 };

/* Adds the different words of the title to a table, which has room for them. */
static void know(const TitleSearch *title, WordTable *known, uint8_t *words, int32_t *edge)
{
    const uint8_t *at = title->plain, *stop = at + title->plain_bytes, *word = at;
    uint8_t *out = words;
    memset(known->slot, 0, (size_t)known->slots * sizeof *known->slot);
    edge[0] = 0;
    while (at <= stop) {
        int32_t point = ' ';
        const uint8_t *here = at;
        at = at < stop ? next_character(at, stop, &point) : at + 1;
        if (!(class_of(title->characters, point) & SPACE)) continue;
        memcpy(out, word, (size_t)(here - word));
        edge[known->number + 1] = (int32_t)(out - words + (here - word));
        if (here > word && add_word(known, known->number)) {
            known->number++;
            out += here - word;
        }
        word = at;
    }
}

/* How many words a line may have: all that is not seen of it may be spaces. An odd line may have more when it is plain. */
static int32_t max_words_of(const TitleSearch *title, int32_t row)
{
    int32_t words = title->lines->length_of[row] - count_of(title->lines, SEEN_COUNT)[row] + 1;
    return words > title->max_words || title->lines->odd[row] ? title->max_words : words;
}

/* Whether a line of so many words at most, of which so many are not the title's, may be taken. */
static int may_be(int32_t words, int32_t others) { return words > 5 * others; }

/* Finds the line that repeats most of the title, and hardly anything else: the first of several, -1 for none. Most lines
 * are out with their first word. */
static int32_t line_of_words(const TitleSearch *title, const WordTable *known)
{
    int32_t best = -1, most = 1; /* one word may stand anywhere */
    for (int32_t row = 0; row < title->lines->number && known->number; row++) {
        uint8_t small[MAX_LINE_BYTES], *out = small;
        int32_t words = 0, matched = 0, bound = max_words_of(title, row);
        const uint8_t *at = title->plain_text + title->plain_edge[row], *stop = title->plain_text + title->plain_edge[row + 1];
        if (title->lines->length_of[row] >= title->max_chars || bound <= most) continue;
        while (at <= stop && words <= title->max_words && may_be(bound, words - matched)) {
            int32_t point = ' ';
            const uint8_t *next = at < stop ? next_character(at, stop, &point) : at + 1;
            at = next;
            if (class_of(title->characters, point) & SPACE) {
                if (out == small) continue;
                words++;
                matched += number_of(known, 0, small, (int32_t)(out - small)) >= 0;
                out = small;
            } else if (out + 6 <= small + MAX_LINE_BYTES) out = put_small(title->characters, out, point);
        }
        if (words <= title->max_words && matched > most && may_be(words, words - matched)) {
            best = row;
            most = matched;
        }
    }
    return best;
}

static int holds(const uint8_t *text, int32_t length, const uint8_t *part, int32_t size)
{
    for (const uint8_t *at = text, *last = text + length - size; at <= last; at++) {
        at = memchr(at, *part, (size_t)(last - at + 1));
        if (!at) return 0;
        if (!memcmp(at, part, (size_t)size)) return 1;
    }
    return 0;
}

/* Finds the longest line, mostly without spaces between words, that stands in the title as it is: the first of several,
 * -1 for none. */
static int32_t line_within(const TitleSearch *title)
{
    const int32_t *seen = count_of(title->lines, SEEN_COUNT), *unspaced = count_of(title->lines, UNSPACED_COUNT);
    int32_t best = -1;
    for (int32_t row = 0; row < title->lines->number; row++) {
        int32_t length = title->lines->length_of[row], start = title->lines->edge[row], stop = title->lines->edge[row + 1];
        if (2 * unspaced[row] <= seen[row] || length < title->min_chars || length > title->title_length) continue;
        if (best >= 0 && length <= title->lines->length_of[best]) continue;
        if (holds(title->title, title->title_bytes, title->text + start, stop - start)) best = row;
    }
    return best;
}

static double words_of(const TitleSearch *title, int32_t row)
{
    return count_of(title->lines, WORD_COUNT)[row] + title->unspaced_word * count_of(title->lines, UNSPACED_COUNT)[row];
}

int32_t mezmun_find_title_line(const TitleSearch *title)
{
    uint8_t *words;
    int32_t *edge;
    WordTable known = {.slots = 4};
    while (known.slots <= title->plain_bytes + 2) known.slots *= 2;
    const ScratchPart parts[] = {
        {&words, title->plain_bytes}, {&edge, 4 * ((int64_t)title->plain_bytes + 2)},
        {&known.slot, (int64_t)sizeof *known.slot * known.slots},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    known.words = words;
    known.edge = edge;
    know(title, &known, words, edge);
    int32_t best = line_of_words(title, &known), within = line_within(title);
    int fuller = within >= 0 && (best < 0 || words_of(title, within) > words_of(title, best));
    free(scratch);
    return fuller ? within : best; /* the other one is the site's name */
}
