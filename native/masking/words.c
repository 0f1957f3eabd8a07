/* Many words that are looked for in a text at once. */

#include "masking/masking.h"

#include <string.h>

static int is_small(const uint8_t *text, int64_t size, int64_t at)
{
    return at >= 0 && at < size && text[at] >= 'a' && text[at] <= 'z';
}

static int stands_at(const SoughtWords *words, int32_t word, const uint8_t *text, int64_t size, int64_t at)
{
    int32_t start = words->edge[word], length = words->edge[word + 1] - start;
    if (size - at < length || memcmp(text + at, words->utf8 + start, (size_t)length)) return 0;
    return !words->alone[word] || !(is_small(text, size, at - 1) || is_small(text, size, at + length));
}

int64_t mezmun_find_words(const SoughtWords *words, const uint8_t *text, int64_t size, int32_t *places)
{
    int64_t number = 0;
    int32_t character = -1;
    for (int64_t at = 0; at + 1 < size; at++) {
        character += (text[at] & 0xC0) != 0x80;
        int32_t pair = text[at] << 8 | text[at + 1], word = words->first[pair], stop = words->first[pair + 1];
        while (word < stop && !stands_at(words, word, text, size, at)) word++;
        if (word < stop) places[number++] = character;
    }
    return number;
}
