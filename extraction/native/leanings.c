/* What words say of lines: see extraction/vocabulary.py. */

#include "leanings.h"
#include "room.h"

typedef struct { double low, high, sum, count; } Said;

/* What the words of a row say: the lowest leaning, at most 0, the highest, at least 0, the sum, and how many lean. The
 * sum is the first word's and that of the others: so it was added up when the model was learned. */
static Said said_by(const int32_t *word, int32_t size, const double *leaning)
{
    Said said = {0, 0, 0, 0};
    for (int32_t at = 0; at < size; at++) {
        double leans = leaning[word[at]];
        said.low = leans < said.low ? leans : said.low;
        said.high = leans > said.high ? leans : said.high;
        said.count += leans != 0;
        if (at) said.sum += leans;
    }
    if (size) said.sum = leaning[word[0]] + said.sum;
    return said;
}

/* Whether the sizes add up to the words, all of which are known; what these lean is fetched from memory meanwhile. */
static int fit(const Words *words, const double *leaning, int32_t known)
{
    int64_t all = 0;
    for (int32_t row = 0; row < words->rows; row++) {
        if (words->sizes[row] < 0) return 0;
        all += words->sizes[row];
    }
    for (int32_t at = 0; at < words->words; at++) {
        if (words->word[at] < 0 || words->word[at] >= known) return 0;
        __builtin_prefetch(leaning + words->word[at]);
    }
    return all == words->words;
}

static float *take(const float *of, const int32_t *row, int32_t lines, float *value)
{
    for (int32_t line = 0; line < lines; line++) *value++ = of[row[line]];
    return value;
}

static void lean_namings(const Leanings *leanings)
{
    const int32_t *word = leanings->names.word;
    for (int32_t row = 0; row < leanings->names.rows; word += leanings->names.sizes[row++]) {
        Said said = said_by(word, leanings->names.sizes[row], leanings->leaning);
        leanings->name_low[row] = (float)said.low;
        leanings->name_high[row] = (float)said.high;
    }
    for (int32_t naming = 0; naming < leanings->namings; naming++) {
        float low = 0, high = 0;
        for (int32_t at = leanings->name_edge[naming]; at < leanings->name_edge[naming + 1]; at++) {
            int32_t name = leanings->name[at];
            low = leanings->name_low[name] < low ? leanings->name_low[name] : low;
            high = leanings->name_high[name] > high ? leanings->name_high[name] : high;
        }
        leanings->naming_low[naming] = low;
        leanings->naming_high[naming] = high;
    }
}

static void lean_elements(const Leanings *leanings)
{
    for (int32_t row = 0; row < leanings->page->table.elements; row++) {
        int32_t naming = leanings->page->naming[row];
        leanings->low[row] = leanings->naming_low[naming];
        leanings->high[row] = leanings->naming_high[naming];
    }
}

/* What each element and those around it say at the least and at the most. */
static void lean_with_parents(const Leanings *leanings)
{
    float *low = leanings->low, *high = leanings->high;
    for (int32_t row = 0; row < leanings->page->table.elements; row++) {
        int32_t parent = leanings->page->table.parent[row];
        if (parent < 0) continue;
        low[row] = low[parent] < low[row] ? low[parent] : low[row];
        high[row] = high[parent] > high[row] ? high[parent] : high[row];
    }
}

static float *lean_lines(const Leanings *leanings, float *value)
{
    int32_t lines = leanings->page->lines.number;
    const int32_t *word = leanings->said.word;
    float *mean = value, *low = mean + lines, *low_before = low + lines, *mean_before = low_before + lines;
    float *mean_next = mean_before + lines;
    for (int32_t line = 0; line < lines; word += leanings->said.sizes[line++]) {
        Said said = said_by(word, leanings->said.sizes[line], leanings->leaning);
        mean[line] = (float)(said.sum / (said.count > 1 ? said.count : 1));
        low[line] = (float)said.low;
    }
    for (int32_t line = 0; line < lines; line++) {
        low_before[line] = line ? low[line - 1] : 0;
        mean_before[line] = line ? mean[line - 1] : 0;
        mean_next[line] = line + 1 < lines ? mean[line + 1] : 0;
    }
    return mean_next + lines;
}

int32_t mezmun_leanings(Leanings *leanings)
{
    const PageLines *page = leanings->page;
    float *value = leanings->value;
    int32_t lines = page->lines.number;
    if (!fit(&leanings->names, leanings->leaning, leanings->known)) return -1;
    if (!fit(&leanings->said, leanings->leaning, leanings->known)) return -1;
    const Part parts[] = {
        {&leanings->name_low, 4 * (int64_t)leanings->names.rows}, {&leanings->name_high, 4 * (int64_t)leanings->names.rows},
        {&leanings->naming_low, 4 * (int64_t)leanings->namings}, {&leanings->naming_high, 4 * (int64_t)leanings->namings},
        {&leanings->low, 4 * (int64_t)page->table.elements}, {&leanings->high, 4 * (int64_t)page->table.elements},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    lean_namings(leanings);
    lean_elements(leanings);
    value = take(leanings->low, page->line_owner, lines, value);
    value = take(leanings->high, page->line_owner, lines, value);
    value = take(leanings->low, page->lines.block, lines, value);
    value = take(leanings->high, page->lines.block, lines, value);
    lean_with_parents(leanings);
    for (int32_t level = 0; level < leanings->levels; level++) {
        value = take(leanings->low, page->level + (int64_t)level * lines, lines, value);
        value = take(leanings->high, page->level + (int64_t)level * lines, lines, value);
    }
    value = lean_lines(leanings, value);
    for (int32_t kind = 0; kind < leanings->kinds; kind++)
        for (int32_t line = 0; line < lines; line++) *value++ = leanings->kind[kind];
    free(room);
    return 0;
}
