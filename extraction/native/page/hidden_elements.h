/* Whether an element is hidden until something shows it, and whether a reader is meant to. */

#pragma once

#include "page/reading.h"

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
 * put it in its place (see extraction/page/parser.py). */
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
