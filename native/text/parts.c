/* Which texts have one of some parts: see extraction/page/texts.py. */

#include "text/characters.h"

/* Whether a part stands in a text: its last byte is looked for, which takes the least time where that is no letter of most texts. */
static int holds(const uint8_t *text, const uint8_t *stop, const uint8_t *part, int64_t before)
{
    if (stop - text <= before) return 0;
    for (const uint8_t *at = text + before; at < stop; at++) {
        at = memchr(at, part[before], (size_t)(stop - at));
        if (!at) return 0;
        if (!before || (at[-1] == part[before - 1] && !memcmp(at - before, part, (size_t)before))) return 1;
    }
    return 0;
}

int32_t mezmun_has_part(const TextParts *parts, const uint8_t *text, int64_t length)
{
    for (int32_t part = 0; part < parts->number; part++) {
        const uint8_t *utf8 = parts->utf8 + parts->edge[part];
        if (holds(text, text + length, utf8, parts->edge[part + 1] - parts->edge[part] - 1)) return 1;
    }
    return 0;
}

int32_t mezmun_texts_with_part(const TextParts *parts, const uint8_t *text, const int32_t *edge, const int64_t *rows,
                               int32_t number, int64_t *with_part)
{
    int64_t *next = with_part;
    for (int32_t each = 0; each < number; each++) {
        const int32_t *of_row = edge + rows[each];
        if (mezmun_has_part(parts, text + of_row[0], of_row[1] - of_row[0])) *next++ = rows[each];
    }
    return (int32_t)(next - with_part);
}
