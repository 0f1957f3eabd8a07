/* Which subjects the names of elements speak of, see extraction/subjects.py. */

#include "names.h"
#include "subjects.h"

static int is_small(uint8_t c) { return c >= 'a' && c <= 'z'; }
static int is_capital(uint8_t c) { return c >= 'A' && c <= 'Z'; }

/* Where a part of a name ends that begins at a letter of ASCII, see `part_stop` in words.c. */
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

static uint8_t subjects_of_part(const Subjects *known, const uint8_t *at, int32_t length)
{
    uint8_t found = 0;
    int letter = (*at | 0x20) - 'a';
    if (!(known->second[letter] >> ((at[1] | 0x20) - 'a') & 1)) return 0;
    for (int32_t word = known->first[letter]; word < known->first[letter + 1]; word++) {
        int32_t size = known->edge[word + 1] - known->edge[word], same = 1;
        if (size > length || (known->whole[word] && size != length)) continue;
        const uint8_t *written = known->words + known->edge[word];
        while (same < size && (at[same] | 0x20) == written[same]) same++;
        if (same >= size) found |= known->subject[word];
    }
    return found;
}

/* Reads one name; letters beyond ASCII part the others, as marks do, since no word has any. */
static uint8_t subjects_of_name(const Subjects *known, const uint8_t *at, const uint8_t *stop)
{
    uint8_t found = 0;
    while (at < stop) {
        int32_t point;
        if (is_small(*at) || is_capital(*at)) {
            const uint8_t *behind = stop_of_part(at, stop);
            if (behind - at > 1) found |= subjects_of_part(known, at, (int32_t)(behind - at));
            at = behind;
        } else at = *at == '&' ? next_unescaped(at, stop, &point) : at + 1;
    }
    return found;
}

/* The first `most` names of a value, which is parted by white space; long names are passed over. */
static uint8_t subjects_of_value(const Subjects *known, const uint8_t *at, const uint8_t *stop)
{
    uint8_t found = 0;
    Name name;
    for (int32_t most = known->most; most && (at = next_name(known->characters, at, stop, &name)); most--)
        if (name.characters <= LONGEST_NAME) found |= subjects_of_name(known, name.start, name.stop);
    return found;
}

int32_t mezmun_subjects(const Subjects *known, const uint8_t *text, const int32_t *edge, int32_t rows, uint8_t *subjects)
{
    int32_t every = 0;
    for (int32_t row = 0; row < rows; row++) {
        subjects[row] = 0;
        for (const int32_t *value = edge + 3 * (int64_t)row, *last = value + 3; value < last; value++)
            subjects[row] |= subjects_of_value(known, text + value[0], text + value[1]);
        every |= subjects[row];
    }
    return every;
}
