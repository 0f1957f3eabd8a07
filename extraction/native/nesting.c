/* How deep elements may nest, from the tags alone. */

#include "known.h"
#include "room.h"
#include "secret.h"
#include "source.h"

typedef struct {
    const uint8_t *source; /* UTF-8 */
    int64_t length;
    int64_t tags;          /* how many "<" it has */
    const Known *never;    /* names of elements that never nest on their own */

    /* Room for what is between. */
    int32_t *name;         /* (tags) byte where each different name begins, letters of any size being the same, ... */
    int32_t *size;         /* ... its bytes, ... */
    int32_t *open;         /* ... elements of it that are open, and ... */
    int32_t *deepest;      /* ... the most there were */
    int32_t *slot;         /* (slots) */
    int32_t slots;         /* a power of two, more than there are tags */
} Nesting;

enum { LONGEST_KNOWN = 16 };

static int never_nests(const Known *never, const uint8_t *name, int64_t length)
{
    uint8_t known[LONGEST_KNOWN];
    if (length > LONGEST_KNOWN) return 0;
    for (int64_t at = 0; at < length; at++) known[at] = small(name[at]);
    return number_of(never, 0, known, (int32_t)length) >= 0;
}

static int is_same(const uint8_t *one, const uint8_t *other, int32_t length)
{
    while (length && small(*one) == small(*other)) one++, other++, length--;
    return !length;
}

/* The number of a name, which is new when it is `names`. */
static int32_t number_of_name(Nesting *nesting, int32_t names, const uint8_t *name, int32_t length)
{
    uint64_t hash = mezmun_secret;
    for (int32_t at = 0; at < length; at++) hash = mix(hash, small(name[at]));
    uint32_t mask = (uint32_t)nesting->slots - 1, slot = (uint32_t)hash & mask;
    for (int32_t other; (other = nesting->slot[slot]) >= 0; slot = (slot + 1) & mask)
        if (nesting->size[other] == length && is_same(nesting->source + nesting->name[other], name, length)) return other;
    return nesting->slot[slot] = names;
}

/* The most elements that can be open at once: the sum over all names. An end tag with nothing to close says nothing.
 * NO_MEMORY when there is none. */
int64_t mezmun_nesting(Nesting *nesting)
{
    const uint8_t *at = nesting->source, *stop = at + nesting->length;
    int64_t depth = 0, each = 4 * nesting->tags;
    int32_t names = 0;
    for (nesting->slots = 4; nesting->slots <= 2 * nesting->tags;) nesting->slots *= 2;
    const Part parts[] = {
        {&nesting->name, each}, {&nesting->size, each}, {&nesting->open, each}, {&nesting->deepest, each},
        {&nesting->slot, 4 * (int64_t)nesting->slots},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    for (int32_t slot = 0; slot < nesting->slots; slot++) nesting->slot[slot] = -1;
    while (at < stop && (at = memchr(at, '<', (size_t)(stop - at)))) {
        int ends;
        const uint8_t *name = name_at(++at, stop, &ends);
        if (!name) continue;
        for (at = name; at < stop && is_of_name(*at);) at++;
        int32_t length = (int32_t)(at - name);
        if (never_nests(nesting->never, name, length)) continue;
        int32_t number = number_of_name(nesting, names, name, length);
        if (number == names) {
            nesting->name[names] = (int32_t)(name - nesting->source);
            nesting->size[names] = length;
            nesting->open[names] = nesting->deepest[names] = 0;
            names++;
        }
        if (ends) nesting->open[number] -= nesting->open[number] > 0;
        else if (++nesting->open[number] > nesting->deepest[number]) {
            nesting->deepest[number]++;
            depth++;
        }
    }
    free(room);
    return depth;
}
