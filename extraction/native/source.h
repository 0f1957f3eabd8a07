/* Looking at the source of a page. */

#ifndef MEZMUN_SOURCE_H
#define MEZMUN_SOURCE_H

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
    const uint8_t *found = NULL;
    while (at < stop && (at = memchr(at, what[0], (size_t)(stop - at)))) {
        if ((size_t)(stop - at) >= length && !memcmp(at, what, length)) {
            found = at;
            if (!last) break;
        }
        at++;
    }
    return found;
}

#endif
