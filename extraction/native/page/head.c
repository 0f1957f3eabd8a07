/* What the head of a page states by name: see extraction/page/head.py. */

#include "page/page.h"
#include "page/reading.h"
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
static int32_t name_of(const WordTable *known, const Attribute *attribute, int is_property)
{
    uint8_t small[MAX_STATED_NAME];
    const uint8_t *at = attribute->value, *stop = attribute->value_stop;
    while (at < stop && is_space(*at)) at++;
    while (at < stop && is_space(stop[-1])) stop--;
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
    int32_t number[NAMING], numbers = 0;
    const uint8_t *at = head->source + head->page->names[row], *stop = head->source + head->page->body[row];
    Attribute attribute, value = {0};
    while ((at = next_attribute(at, stop, &attribute))) {
        int which = attribute_of(&attribute);
        if (which == (is_meta ? CONTENT : HREF)) value = attribute;
        if (which >= NAMING || numbers == NAMING) continue;
        number[numbers] = name_of(head->known, &attribute, which == PROPERTY);
        numbers += number[numbers] >= 0;
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
