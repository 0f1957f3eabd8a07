/* Reading a page, for C alone: its source, attributes as the parser writes them (a space, a name, '="', a value, '"', and
 * so on), and the columns of its lines. */

#pragma once

#include "page/page.h"
#include "text/characters.h"

#include <stdint.h>
#include <string.h>

static inline int is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline uint8_t small(uint8_t c) { return c >= 'A' && c <= 'Z' ? c | 32 : c; }

static inline int is_letter(uint8_t c) { return (c | 32) >= 'a' && (c | 32) <= 'z'; }
static inline int is_of_name(uint8_t c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == ':'; }

/* The name of the tag whose "<" is before `at`; NULL when it is none. In a script "/" is often written "\\/". */
static inline const uint8_t *name_at(const uint8_t *at, const uint8_t *stop, int *ends)
{
    if (stop - at >= 2 && *at == '\\' && at[1] == '/') at++;
    *ends = at < stop && *at == '/';
    at += *ends;
    return at < stop && is_letter(*at) ? at : NULL;
}

/* Whether a word in small letters stands at `at`, in letters of any size. */
static inline int begins(const uint8_t *at, const uint8_t *stop, const char *word)
{
    for (; *word; at++, word++)
        if (at >= stop || small(*at) != (uint8_t)*word) return 0;
    return 1;
}

/* The first place, or the last, where a string stands; NULL for none. */
static inline const uint8_t *find(const uint8_t *at, const uint8_t *stop, const char *what, int last)
{
    size_t length = strlen(what);
    const uint8_t *place = NULL;
    while (at < stop && (at = memchr(at, what[0], (size_t)(stop - at)))) {
        if ((size_t)(stop - at) >= length && !memcmp(at, what, length)) {
            place = at;
            if (!last) break;
        }
        at++;
    }
    return place;
}

/* Whether one of some words, each ended by a zero, stands there. */
static inline int holds_any(const uint8_t *at, const uint8_t *stop, const uint8_t *words)
{
    for (const char *word = (const char *)words; word && *word; word += strlen(word) + 1)
        if (find(at, stop, word, 0)) return 1;
    return 0;
}

typedef struct { const uint8_t *name, *name_stop, *value, *value_stop; } Attribute;

/* Reads the attribute that begins at `at`; gives the place behind it, NULL when there is none before ">". */
static inline const uint8_t *next_attribute(const uint8_t *at, const uint8_t *stop, Attribute *attribute)
{
    if (at >= stop || *at != ' ' || ++at >= stop) return NULL;
    const uint8_t *equals = at + 1; /* a name may begin with "=" */
    while (equals < stop && *equals != '=') equals++; /* names are short */
    if (equals + 1 >= stop || equals[1] != '"') return NULL;
    const uint8_t *quote = memchr(equals + 2, '"', (size_t)(stop - equals - 2));
    if (!quote) return NULL;
    *attribute = (Attribute){at, equals, equals + 2, quote};
    return quote + 1;
}

static inline int is_named(const Attribute *attribute, const char *name)
{
    size_t length = strlen(name);
    return (size_t)(attribute->name_stop - attribute->name) == length && !memcmp(attribute->name, name, length);
}

enum { MAX_NAME_CHARS = 40 }; /* of a name that is read */

typedef struct {
    const uint8_t *start, *stop; /* as the parser writes it */
    int32_t characters;
} Name;

/* Finds the next name of a value, which is parted by white space; gives the place behind it, NULL when there is none. */
static inline const uint8_t *next_name(const Characters *characters, const uint8_t *at, const uint8_t *stop, Name *name)
{
    *name = (Name){at, at, 0};
    for (;;) {
        const uint8_t *plain = at; /* nearly all are */
        for (int signs = 8; signs == 8 && stop - at >= 8; at += signs) signs = plain_signs(at);
        while (at < stop && *at > ' ' && *at < 0x7F && *at != '&') at++;
        name->characters += (int32_t)(at - plain);
        name->stop = at;
        if (at == stop) return name->characters ? at : NULL;
        int32_t point;
        at = next_unescaped(at, stop, &point);
        if (!(class_of(characters, point) & SPACE)) name->characters++;
        else if (name->characters) return at;
        else name->start = at;
    }
}

static inline int32_t *count_of(const Lines *lines, int32_t column)
{
    return lines->counts + (int64_t)column * lines->counts_apart;
}

/* Whether an element is hidden until something shows it, and whether a reader is meant to. */

static inline const uint8_t *past_space(const uint8_t *at, const uint8_t *stop)
{
    while (at < stop && is_space(*at)) at++;
    return at;
}

/* "property : value" at `at`: the place behind the value, else NULL. */
static inline const uint8_t *declared(const uint8_t *at, const uint8_t *stop, const char *property, const char *value)
{
    if (!begins(at, stop, property)) return NULL;
    at = past_space(at + strlen(property), stop);
    if (at >= stop || *at != ':') return NULL;
    at = past_space(at + 1, stop);
    return begins(at, stop, value) ? at + strlen(value) : NULL;
}

/* Whether a size that begins with "0" is zero: 0, 0px, 0.00em, 0% ... to the end of its declaration. */
static inline int is_zero(const uint8_t *at, const uint8_t *stop)
{
    if (at < stop && *at == '.') {
        const uint8_t *digits = ++at;
        while (at < stop && *at == '0') at++;
        if (at == digits) return 0;
    }
    if (at < stop && *at == '%') at++;
    else while (at < stop && small(*at) >= 'a' && small(*at) <= 'z') at++;
    at = past_space(at, stop);
    return at == stop || *at == ';' || *at == '!';
}

static inline int style_hides(const uint8_t *at, const uint8_t *stop)
{
    for (; at < stop; at++) {
        uint8_t c = small(*at);
        if (c == 'd' && declared(at, stop, "display", "none")) return 1;
        if (c == 'v' && declared(at, stop, "visibility", "hidden")) return 1;
        if (c == 'f') {
            const uint8_t *size = declared(at, stop, "font-size", "0");
            if (size && is_zero(size, stop)) return 1;
        }
    }
    return 0;
}

/* What hides it, for want of other words, until a reader unfolds it: the answers of a list of questions, all tabs but one. */
static const char *const FOLDED[] = {
    "accordion", "collaps", "faq", "tabpane", "tab-pane", "tab_pane", "tabcontent", "tab-content", "tab_content",
};

static inline int is_folded(const uint8_t *at, const uint8_t *stop)
{
    for (; at < stop; at++)
        for (size_t word = 0; word < sizeof FOLDED / sizeof *FOLDED; word++)
            if (begins(at, stop, FOLDED[word])) return 1;
    return 0;
}

/* Whether the element whose attributes begin at `at` is hidden for a while only: it folds (its names say so, or its role:
 * the patterns "Tabs" and "Accordion" of WAI-ARIA; so does `hidden="until-found"`), or a script of React has not yet
 * put it in its place (see extraction/page/parsing/parser.py). */
static inline int is_for_readers(const uint8_t *at, const uint8_t *stop)
{
    for (Attribute attribute; (at = next_attribute(at, stop, &attribute));) {
        int is_id = is_named(&attribute, "id"), is_role = is_named(&attribute, "role");
        if (is_id && attribute.value_stop - attribute.value > 2 && !memcmp(attribute.value, "S:", 2)) return 1;
        if (is_role && begins(attribute.value, attribute.value_stop, "region")) return 1;
        if ((is_id || is_role || is_named(&attribute, "class")) && is_folded(attribute.value, attribute.value_stop)) return 1;
        if (is_named(&attribute, "hidden") && begins(attribute.value, attribute.value_stop, "until-found")) return 1;
    }
    return 0;
}
