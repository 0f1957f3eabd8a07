/* Which lines of a text hold one of a set of words. */

#include <stdint.h>
#include <string.h>

typedef struct {
    const uint8_t *words;  /* UTF-8, one after the other */
    const int32_t *edge;   /* where each begins, and behind the last: `count` + 1 */
    int32_t count;
    int32_t slots;         /* a power of two, more than `count` */
    int32_t *slot;         /* of each slot the number of its word, -1 for none */
} WordSet;

enum { LETTER = 1, APOSTROPHE = 2 };

static uint32_t hashed(const uint8_t *at, int64_t length)
{
    uint32_t hash = 2166136261u;
    for (int64_t byte = 0; byte < length; byte++) hash = (hash ^ at[byte]) * 16777619u;
    return hash;
}

static int32_t slot_of(const WordSet *set, const uint8_t *word, int64_t length)
{
    int32_t slot = (int32_t)(hashed(word, length) & (uint32_t)(set->slots - 1));
    for (;; slot = (slot + 1) & (set->slots - 1)) {
        int32_t number = set->slot[slot];
        if (number < 0) return slot;
        int32_t start = set->edge[number];
        if (set->edge[number + 1] - start == length && !memcmp(set->words + start, word, (size_t)length)) return slot;
    }
}

/* Puts the words into the slots, all of which are -1. */
void mezmun_learn_words(WordSet *set)
{
    for (int32_t word = 0; word < set->count; word++)
        set->slot[slot_of(set, set->words + set->edge[word], set->edge[word + 1] - set->edge[word])] = word;
}

/* The sign of the character at `at`, whose length in bytes is given as well; those beyond the table are letters. */
static uint8_t sign_at(const uint8_t *at, const uint8_t *stop, const uint8_t *sign, int *bytes)
{
    uint8_t c = *at;
    *bytes = c < 0xC0 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
    if (*bytes > stop - at) *bytes = (int)(stop - at);
    if (*bytes == 1) return sign[c];
    if (*bytes == 2) return sign[(c & 0x1F) << 6 | (at[1] & 0x3F)];
    if (*bytes == 3) return sign[(c & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F)];
    return LETTER;
}

/* A word is a run of letters; an apostrophe between two belongs to it. Lines end with NUL; `holds` has room for all. */
void mezmun_lines_with_words(const WordSet *set, const uint8_t *text, int64_t length, const uint8_t *sign, uint8_t *holds)
{
    const uint8_t *at = text, *stop = text + length;
    int bytes;
    while (at < stop) {
        const uint8_t *line_stop = memchr(at, 0, (size_t)(stop - at));
        if (!line_stop) line_stop = stop;
        *holds = 0;
        while (at < line_stop && !*holds) {
            while (at < line_stop && sign_at(at, line_stop, sign, &bytes) != LETTER) at += bytes;
            const uint8_t *word = at;
            while (at < line_stop) {
                uint8_t found = sign_at(at, line_stop, sign, &bytes);
                if (found == APOSTROPHE && at + bytes < line_stop) {
                    int more;
                    if (sign_at(at + bytes, line_stop, sign, &more) != LETTER) break;
                } else if (found != LETTER) break;
                at += bytes;
            }
            if (at > word) *holds = set->slot[slot_of(set, word, at - word)] >= 0;
        }
        holds++;
        at = line_stop + 1;
    }
}
