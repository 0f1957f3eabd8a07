/* Attribute signatures: the different combinations of tag, class, id and role, and the subjects that they speak of. */

#include "page/reading.h"
#include "page/page.h"
#include "text/hash.h"

#include <stdlib.h>

static int is_small(uint8_t c) { return c >= 'a' && c <= 'z'; }
static int is_capital(uint8_t c) { return c >= 'A' && c <= 'Z'; }

/* Where a part of a name ends that begins at a letter of ASCII, see `part_stop` in model/words.c. */
static const uint8_t *stop_of_part(const uint8_t *at, const uint8_t *stop)
{
    const uint8_t *behind = at + 1;
    if (is_capital(*at) && (behind == stop || !is_small(*behind))) {
        while (behind < stop && is_capital(*behind)) behind++;
        return behind < stop && is_small(*behind) ? behind - 1 : behind;
    }
    while (behind < stop && is_small(*behind)) behind++;
    return behind;
}

/* The number of the two letters at `at`, PAIRS when there are none. */
static unsigned pair_at(const uint8_t *at)
{
    unsigned first = (unsigned)(at[0] | 0x20) - 'a', second = (unsigned)(at[1] | 0x20) - 'a';
    return first < LETTERS && second < LETTERS ? first * LETTERS + second : PAIRS;
}

static uint8_t subjects_of_part(const Subjects *known, const uint8_t *at, int32_t length)
{
    uint8_t subjects = 0;
    unsigned pair = pair_at(at);
    if (length > 2 && !(known->third[pair] >> (at[2] & 31) & 1)) return 0;
    for (int32_t word = known->first[pair]; word < known->first[pair + 1]; word++) {
        int32_t size = known->edge[word + 1] - known->edge[word], same = 2;
        if (size > length || (known->match[word] == MATCHES_WHOLE && size != length)) continue;
        const uint8_t *letters = known->words + known->edge[word];
        while (same < size && (at[same] | 0x20) == letters[same]) same++;
        if (same >= size) subjects |= (uint8_t)known->subject[word];
    }
    return subjects;
}

/* Reads one name; letters beyond ASCII part the others, as marks do, since no word has any. */
static uint8_t subjects_of_name(const Subjects *known, const uint8_t *at, const uint8_t *stop)
{
    uint8_t subjects = 0;
    while (at < stop) {
        int32_t point;
        if (is_small(*at) || is_capital(*at)) {
            const uint8_t *behind = stop_of_part(at, stop);
            if (behind - at > 1) subjects |= subjects_of_part(known, at, (int32_t)(behind - at));
            at = behind;
        } else at = *at == '&' ? next_unescaped(at, stop, &point) : at + 1;
    }
    return subjects;
}

/* Whether a part of a name begins at `at`, where a letter stands. */
static int begins_part(const uint8_t *at, const uint8_t *start)
{
    return at == start || !is_letter(at[-1]) || (is_capital(*at) && is_small(at[-1]));
}

/* The subjects of the words that stand at `at` in a name, where two letters stand. */
static uint64_t subjects_at(const Subjects *known, unsigned pair, const uint8_t *at, const uint8_t *start, const uint8_t *stop)
{
    uint64_t subjects = 0;
    for (int32_t word = known->first[pair]; word < known->first[pair + 1]; word++) {
        int32_t size = known->edge[word + 1] - known->edge[word], same = 2;
        if (size > stop - at || (known->match[word] == MATCHES_WHOLE && size != stop - start)) continue;
        if (known->match[word] == MATCHES_BEGINNING && !begins_part(at, start)) continue;
        while (same < size && small(at[same]) == known->words[known->edge[word] + same]) same++;
        if (same >= size) subjects |= known->subject[word];
    }
    return subjects;
}

static uint64_t subjects_within(const Subjects *known, const uint8_t *start, const uint8_t *stop)
{
    uint64_t subjects = 0;
    for (const uint8_t *at = start; at + 1 < stop; at++) {
        unsigned pair = pair_at(at);
        if (at + 2 < stop && !(known->third[pair] >> (at[2] & 31) & 1)) continue; /* as nearly everywhere */
        if (pair < PAIRS) subjects |= subjects_at(known, pair, at, start, stop);
    }
    return subjects;
}

/* What a name speaks of; most names of a page come several times. */
typedef struct {
    uint64_t hash;
    uint64_t within; /* of the words that stand in it */
    uint8_t subjects; /* of its parts */
    uint8_t is_read;
} ReadName;

enum { REMEMBERED = 512 };

static const ReadName *read_name(const NameWords *words, ReadName *remembered, const Name *name)
{
    uint64_t hash = hash_of(0, name->start, (int32_t)(name->stop - name->start));
    ReadName *read = remembered + hash % REMEMBERED;
    if (read->is_read && read->hash == hash) return read;
    *read = (ReadName){.hash = hash, .is_read = 1};
    read->within = subjects_within(words->within, name->start, name->stop);
    if (name->characters <= MAX_NAME_CHARS) read->subjects = subjects_of_name(words->parts, name->start, name->stop);
    return read;
}

/* Of a value, which is parted by white space, the parts of the first `max_names` are read, but for long ones. */
int64_t mezmun_read_names(const NameWords *words, const uint8_t *text, const int32_t *edge, int32_t rows, uint8_t *subjects,
                          uint64_t *within)
{
    ReadName remembered[REMEMBERED];
    uint64_t every = 0, every_within = 0;
    memset(remembered, 0, sizeof remembered);
    for (int32_t row = 0; row < rows; row++) {
        subjects[row] = 0;
        within[row] = 0;
        for (int32_t value = 3 * row; value < 3 * row + 3; value++) {
            const uint8_t *at = text + edge[value], *stop = text + edge[value + 1];
            int is_role = value == 3 * row + 2;
            Name name;
            for (int32_t most = words->max_names; (!is_role || most > 0) && (at = next_name(words->characters, at, stop, &name)); most--) {
                const ReadName *read = read_name(words, remembered, &name);
                if (most > 0) subjects[row] |= read->subjects;
                if (!is_role) within[row] |= read->within;
            }
        }
        every |= subjects[row];
        every_within |= within[row];
    }
    return (int64_t)(every | every_within << 8);
}

typedef struct { const uint8_t *at, *stop; } Span;

static int same(const SignatureSearch *search, int32_t row, const Span *values)
{
    const int32_t *edge = search->edge + 3 * (int64_t)row;
    for (int each = 0; each < 3; each++) {
        int32_t length = edge[each + 1] - edge[each];
        if (length != values[each].stop - values[each].at) return 0;
        if (length && memcmp(search->values + edge[each], values[each].at, (size_t)length)) return 0;
    }
    return 1;
}

/* Gives 0, or -1 when there is too little room. */
static int add(SignatureSearch *search, int16_t tag, const Span *values)
{
    int32_t *edge = search->edge + 3 * (int64_t)search->number;
    for (int each = 0; each < 3; each++) {
        int32_t length = (int32_t)(values[each].stop - values[each].at);
        if (length > search->length - edge[each]) return -1;
        if (length) memcpy(search->values + edge[each], values[each].at, (size_t)length);
        edge[each + 1] = edge[each] + length;
    }
    search->tag[search->number++] = tag;
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

enum { BARE_TAGS = 256 };

/* The slots hold rows of signatures, -1 for none. `role`, or `itemprop` where that is empty, stands third. Gives 0, or -1 when there is too little room for the values. */
static int find_signatures(SignatureSearch *search, int32_t *slots, uint32_t mask)
{
    const uint8_t *source = search->source, *stop = source + search->length;
    int32_t bare[BARE_TAGS]; /* the signatures of elements without names, by their tag, -1 for none: many are such */
    memset(bare, 0xFF, sizeof bare);
    search->number = search->edge[0] = 0;
    memset(slots, 0xFF, ((size_t)mask + 1) * sizeof *slots);
    for (int32_t row = 0; row < search->page->elements; row++) {
        Span value[4] = {{0}};
        const uint8_t *at = source + search->page->names[row];
        Attribute attribute;
        while ((at = next_attribute(at, stop, &attribute))) {
            int each = value_of(&attribute);
            if (each >= 0) value[each] = (Span){attribute.value, attribute.value_stop};
        }
        if (value[2].at == value[2].stop) value[2] = value[3];
        int16_t tag = search->page->tag[row];
        int is_bare = tag < BARE_TAGS && value[0].at == value[0].stop && value[1].at == value[1].stop && value[2].at == value[2].stop;
        if (is_bare && bare[tag] >= 0) {
            search->signature[row] = bare[tag];
            continue;
        }
        uint64_t hash = (uint64_t)tag;
        for (int each = 0; each < 3; each++) hash = hash_of(hash, value[each].at, (int32_t)(value[each].stop - value[each].at));
        int32_t signature;
        uint32_t slot = (uint32_t)hash & mask;
        for (; (signature = slots[slot]) >= 0; slot = (slot + 1) & mask)
            if (search->tag[signature] == tag && same(search, signature, value)) break;
        if (signature < 0) {
            signature = slots[slot] = search->number;
            if (add(search, tag, value)) return -1;
        }
        search->signature[row] = signature;
        if (is_bare) bare[tag] = signature;
    }
    return 0;
}

int32_t mezmun_find_signatures(SignatureSearch *search)
{
    int64_t number = 4; /* a power of two, more than there are elements */
    while (number <= 2 * (int64_t)search->page->elements) number *= 2;
    int32_t *slots = malloc((size_t)number * sizeof *slots);
    if (!slots) return NO_MEMORY;
    int failed = find_signatures(search, slots, (uint32_t)number - 1);
    free(slots);
    if (!failed)
        search->every = mezmun_read_names(search->words, search->values, search->edge, search->number, search->subjects_of, search->within);
    return failed;
}
