/* Namings: the different combinations of tag, class, id and role. */

#include "attributes.h"
#include "hash.h"
#include "room.h"
#include "subjects.h"

typedef struct {
    const uint8_t *source;
    int64_t length;
    const int16_t *tag;      /* of each element */
    const int32_t *names;
    int32_t elements;
    const Subjects *subjects; /* that the namings may speak of */
    int32_t *naming;         /* of each element: its row in ... */
    int16_t *tag_of;         /* ... these columns: its tag, */
    int32_t *edge;           /* where class, id and role begin in `values`: three a row, and one behind the last, */
    uint8_t *spoken;         /* and what it speaks of, as bits of subjects */
    uint8_t *values;         /* (length) one after the other */
    int32_t namings;
    int32_t every;           /* what any of them speaks of */

    /* Room for what is between. */
    int32_t *slot;           /* (slots) filled with the rows of namings, -1 for none */
    int32_t slots;           /* a power of two, more than there are elements */
} Namings;

typedef struct { const uint8_t *at, *stop; } Span;

static int same(const Namings *namings, int32_t naming, const Span *values)
{
    const int32_t *edge = namings->edge + 3 * (int64_t)naming;
    for (int each = 0; each < 3; each++) {
        int32_t length = edge[each + 1] - edge[each];
        if (length != values[each].stop - values[each].at) return 0;
        if (length && memcmp(namings->values + edge[each], values[each].at, (size_t)length)) return 0;
    }
    return 1;
}

/* Gives 0, or -1 when there is too little room. */
static int add(Namings *namings, int16_t tag, const Span *values)
{
    int32_t *edge = namings->edge + 3 * (int64_t)namings->namings;
    for (int each = 0; each < 3; each++) {
        int32_t length = (int32_t)(values[each].stop - values[each].at);
        if (length > namings->length - edge[each]) return -1;
        if (length) memcpy(namings->values + edge[each], values[each].at, (size_t)length);
        edge[each + 1] = edge[each] + length;
    }
    namings->tag_of[namings->namings++] = tag;
    return 0;
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

/* `role`, or `itemprop` where that is empty, stands third. Gives 0, or -1 when there is too little room for the values. */
static int find_namings(Namings *namings)
{
    const uint8_t *source = namings->source, *stop = source + namings->length;
    uint32_t mask = (uint32_t)(namings->slots - 1);
    namings->namings = namings->edge[0] = 0;
    memset(namings->slot, 0xFF, (size_t)namings->slots * sizeof *namings->slot);
    for (int32_t row = 0; row < namings->elements; row++) {
        Span value[4] = {{0}};
        const uint8_t *at = source + namings->names[row];
        Attribute found;
        while ((at = next_attribute(at, stop, &found))) {
            int each = value_of(&found);
            if (each >= 0) value[each] = (Span){found.value, found.value_stop};
        }
        if (value[2].at == value[2].stop) value[2] = value[3];
        uint64_t hash = (uint64_t)namings->tag[row];
        for (int each = 0; each < 3; each++) hash = hash_of(hash, value[each].at, (int32_t)(value[each].stop - value[each].at));
        int32_t naming;
        uint32_t slot = (uint32_t)hash & mask;
        for (; (naming = namings->slot[slot]) >= 0; slot = (slot + 1) & mask)
            if (namings->tag_of[naming] == namings->tag[row] && same(namings, naming, value)) break;
        if (naming < 0) {
            naming = namings->slot[slot] = namings->namings;
            if (add(namings, namings->tag[row], value)) return -1;
        }
        namings->naming[row] = naming;
    }
    return 0;
}

/* Gives what `find_namings` does, or NO_MEMORY. */
int32_t mezmun_namings(Namings *namings)
{
    for (namings->slots = 4; namings->slots <= 2 * (int64_t)namings->elements;) namings->slots *= 2;
    const Part parts[] = {{&namings->slot, 4 * (int64_t)namings->slots}};
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    int failed = find_namings(namings);
    free(room);
    if (!failed)
        namings->every = mezmun_subjects(namings->subjects, namings->values, namings->edge, namings->namings, namings->spoken);
    return failed;
}
