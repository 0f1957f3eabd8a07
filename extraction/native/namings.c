/* Namings: the different combinations of tag, class, id and role. */

#include <stdint.h>
#include <string.h>

#include "attributes.h"
#include "hash.h"

typedef struct {
    const uint8_t *source;
    int64_t length;
    const int16_t *tag;      /* of each element */
    const int32_t *names;
    int32_t elements;
    int32_t slots;           /* a power of two, more than there are elements */
    int32_t *slot;           /* filled with the rows of namings, -1 for none */
    int32_t *naming;         /* of each element: its row in ... */
    int32_t *first;          /* ... these columns: the first element named so, */
    int32_t *values;         /* and where its class, id and role begin and end in the source: six numbers a row */
    int32_t namings;
} Namings;

static int same(const uint8_t *source, const int32_t *a, const int32_t *b)
{
    for (int value = 0; value < 6; value += 2) {
        int32_t length = a[value + 1] - a[value];
        if (length != b[value + 1] - b[value] || memcmp(source + a[value], source + b[value], (size_t)length)) return 0;
    }
    return 1;
}

/* Which of the values in a row of `values` an attribute is, 3 for `itemprop`, -1 for none. */
static int value_of(const Attribute *attribute)
{
    static const char *const read[] = {"class", "id", "role", "itemprop"};
    switch (*attribute->name) {
    case 'c': return is_named(attribute, read[0]) ? 0 : -1;
    case 'i': return is_named(attribute, read[1]) ? 1 : is_named(attribute, read[3]) ? 3 : -1;
    case 'r': return is_named(attribute, read[2]) ? 2 : -1;
    default: return -1;
    }
}

/* `role`, or `itemprop` where that is empty, stands third. */
void mezmun_namings(Namings *namings)
{
    const uint8_t *source = namings->source, *stop = source + namings->length;
    uint32_t mask = (uint32_t)(namings->slots - 1);
    namings->namings = 0;
    memset(namings->slot, 0xFF, (size_t)namings->slots * sizeof *namings->slot);
    for (int32_t row = 0; row < namings->elements; row++) {
        int32_t span[8] = {0};
        const uint8_t *at = source + namings->names[row];
        Attribute found;
        while ((at = next_attribute(at, stop, &found))) {
            int value = value_of(&found);
            if (value < 0) continue;
            span[2 * value] = (int32_t)(found.value - source);
            span[2 * value + 1] = (int32_t)(found.value_stop - source);
        }
        if (span[4] == span[5]) memcpy(span + 4, span + 6, 2 * sizeof *span);
        uint64_t hash = (uint64_t)namings->tag[row];
        for (int value = 0; value < 6; value += 2) hash = hash_of(hash, source + span[value], span[value + 1] - span[value]);
        int32_t naming;
        uint32_t slot = (uint32_t)hash & mask;
        for (; (naming = namings->slot[slot]) >= 0; slot = (slot + 1) & mask)
            if (namings->tag[namings->first[naming]] == namings->tag[row] &&
                same(source, namings->values + 6 * (int64_t)naming, span))
                break;
        if (naming < 0) {
            naming = namings->slot[slot] = namings->namings++;
            namings->first[naming] = row;
            memcpy(namings->values + 6 * (int64_t)naming, span, 6 * sizeof *span);
        }
        namings->naming[row] = naming;
    }
}

/* Writes spans of the source (where each begins and ends) one after the other, and where each begins there. */
void mezmun_gather(const uint8_t *source, const int32_t *span, int32_t spans, uint8_t *out, int32_t *edge)
{
    edge[0] = 0;
    for (int32_t each = 0; each < spans; each++, span += 2) {
        int32_t length = span[1] - span[0];
        memcpy(out + edge[each], source + span[0], (size_t)length);
        edge[each + 1] = edge[each] + length;
    }
}
