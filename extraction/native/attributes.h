/* Attributes as the parser writes them: a space, a name, '="', a value, '"', and so on. */

#ifndef ATTRIBUTES_H
#define ATTRIBUTES_H

#include <stdint.h>
#include <string.h>

typedef struct { const uint8_t *name, *name_stop, *value, *value_stop; } Attribute;

/* Reads the attribute that begins at `at`; gives the place behind it, NULL when there is none before ">". */
static inline const uint8_t *next_attribute(const uint8_t *at, const uint8_t *stop, Attribute *found)
{
    if (at >= stop || *at != ' ' || ++at >= stop) return NULL;
    const uint8_t *equals = at + 1; /* a name may begin with "=" */
    while (equals < stop && *equals != '=') equals++; /* names are short */
    if (equals + 1 >= stop || equals[1] != '"') return NULL;
    const uint8_t *quote = memchr(equals + 2, '"', (size_t)(stop - equals - 2));
    if (!quote) return NULL;
    *found = (Attribute){at, equals, equals + 2, quote};
    return quote + 1;
}

static inline int is_named(const Attribute *attribute, const char *name)
{
    size_t length = strlen(name);
    return (size_t)(attribute->name_stop - attribute->name) == length && !memcmp(attribute->name, name, length);
}

#endif
