/* Whether the style of an element hides it. */

#ifndef MEZMUN_HIDING_H
#define MEZMUN_HIDING_H

#include "source.h"

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

#endif
