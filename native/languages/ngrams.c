/* The points of a text's groups of letters for languages. */

#include "languages/languages.h"

#include <string.h>

enum { MOST_MODELS = 256 }; /* a model's number is a byte */

/* Odd numbers without a pattern. */
static const uint64_t MULTIPLIER = 0x9E3779B97F4A7C15u, MIXER = 0xC2B2AE3D27D4EB4Fu, MARK_FACTOR = 0x165667B19E3779F9u;

typedef struct {
    uint64_t row[2];
    uint32_t check;
} Place;

static uint64_t mixed(uint64_t number)
{
    number = (number ^ number >> 29) * MIXER;
    return number ^ number >> 32;
}

/* Where a group stands: its hash is a polynomial of the numbers of its letters. */
static Place place_of(const uint16_t *letters, int64_t size, uint8_t marks, uint64_t rows)
{
    uint64_t hash = 0;
    for (int64_t at = size; at-- > 0;) hash = hash * MULTIPLIER + mixed(letters[at] * MARK_FACTOR);
    hash = mixed(hash + marks * MARK_FACTOR);
    uint64_t first = (hash >> 40) * rows >> 24, step = (hash >> 16 & 0xFFFFFF) * (rows - 1) >> 24;
    uint64_t second = first + step + 1;
    uint32_t check = hash & ((1u << (32 - GROUP_INDEX_BITS)) - 1);
    return (Place){{first, second < rows ? second : second - rows}, check ? check : 1};
}

static void add_group(const GroupTable *table, const uint16_t *letters, int64_t size, uint8_t marks, int64_t *sums)
{
    Place place = place_of(letters, size, marks, (uint64_t)table->rows);
    for (int row = 0; row < 2; row++) {
        for (int slot = 0; slot < GROUP_SLOTS; slot++) {
            uint32_t entry = table->slot[place.row[row] * GROUP_SLOTS + slot];
            int64_t meaning = entry & ((1u << GROUP_INDEX_BITS) - 1);
            if (entry >> GROUP_INDEX_BITS != place.check || meaning >= table->meanings) continue;
            for (int64_t at = meaning * GROUP_LANGUAGES; at < (meaning + 1) * GROUP_LANGUAGES; at++)
                sums[table->languages[at]] += table->points[at];
        }
    }
}

/* Groups of four begin at each other letter, or one later where that is a vowel, as long as more than four are left. */
static void add_word(const GroupTable *table, const uint16_t *word, int64_t size, int64_t *sums)
{
    int64_t at = 0;
    for (; size - at > GROUP_LETTERS; at += 1 + table->letter[word[at + 2]])
        add_group(table, word + at, GROUP_LETTERS, at ? 0 : GROUP_BEGINS, sums);
    add_group(table, word + at, size - at, GROUP_ENDS | (at ? 0 : GROUP_BEGINS), sums);
    int is_whole = size <= WORD_LETTERS;
    add_group(table, word, is_whole ? size : WORD_LETTERS, GROUP_IS_WORD | GROUP_BEGINS | (is_whole ? GROUP_ENDS : 0), sums);
}

void mezmun_sum_points(const GroupTable *table, const uint16_t *text, int64_t size, double *points)
{
    int64_t sums[MOST_MODELS] = {0}, start = 0;
    for (int64_t at = 0; at <= size; at++) {
        if (at < size && table->letter[text[at]]) continue;
        if (at > start) add_word(table, text + start, at - start, sums);
        start = at + 1;
    }
    for (int32_t model = 0; model < table->models; model++) points[model] = (double)sums[model];
}

void mezmun_place_groups(const uint16_t *letters, const int64_t *edge, const uint8_t *marks, int64_t groups, int64_t rows,
                         int64_t *places, uint32_t *checks)
{
    for (int64_t group = 0; group < groups; group++) {
        Place place = place_of(letters + edge[group], edge[group + 1] - edge[group], marks[group], (uint64_t)rows);
        memcpy(places + group * 2, place.row, sizeof place.row);
        checks[group] = place.check;
    }
}
