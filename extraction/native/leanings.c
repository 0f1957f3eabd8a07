/* What words say of lines, and of a page: see extraction/vocabulary.py and extraction/page_kind.py. */

#include <math.h>

#include "room.h"

enum { AHEAD = 12 }; /* words whose weights are fetched from memory before they are added up */

typedef struct {
    const int32_t *word;    /* (words) numbers of known words, those of one row after those of the other */
    const int32_t *sizes;   /* (rows) how many each row has */
    int32_t words, rows;
} Words;

typedef struct {
    const double *leaning;  /* (known) of each word */
    int32_t known;
    Words names;            /* of the different namings */
    Words said;             /* in the lines */
    const int32_t *parent, *naming; /* of each element */
    int32_t elements;
    const int32_t *owner, *block;   /* of each line: the element of its first text, and the nearest block */
    const int32_t *level;           /* (levels, lines) the elements around each line */
    int32_t lines, levels;
    const float *kind;              /* of the page, the same for all its lines */
    int32_t kinds;
    float *value;                   /* (features, lines) found */

    /* Room for what is between. */
    float *name_low, *name_high;    /* (namings) */
    float *low, *high;              /* (elements) */
} Leanings;

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

static void lean_elements(const Leanings *leanings)
{
    const int32_t *word = leanings->names.word;
    for (int32_t row = 0; row < leanings->names.rows; word += leanings->names.sizes[row++]) {
        Said said = said_by(word, leanings->names.sizes[row], leanings->leaning);
        leanings->name_low[row] = (float)said.low;
        leanings->name_high[row] = (float)said.high;
    }
    for (int32_t row = 0; row < leanings->elements; row++) {
        leanings->low[row] = leanings->name_low[leanings->naming[row]];
        leanings->high[row] = leanings->name_high[leanings->naming[row]];
    }
}

/* What each element and those around it say at the least and at the most. */
static void lean_with_parents(const Leanings *leanings)
{
    float *low = leanings->low, *high = leanings->high;
    for (int32_t row = 0; row < leanings->elements; row++) {
        int32_t parent = leanings->parent[row];
        if (parent < 0) continue;
        low[row] = low[parent] < low[row] ? low[parent] : low[row];
        high[row] = high[parent] > high[row] ? high[parent] : high[row];
    }
}

static float *lean_lines(const Leanings *leanings, float *value)
{
    int32_t lines = leanings->lines;
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

/* Gives 0, or -1 for words that are not known, or that do not fit the rows, or NO_MEMORY. */
int32_t mezmun_leanings(Leanings *leanings)
{
    float *value = leanings->value;
    int32_t lines = leanings->lines;
    if (!fit(&leanings->names, leanings->leaning, leanings->known)) return -1;
    if (!fit(&leanings->said, leanings->leaning, leanings->known)) return -1;
    const Part parts[] = {
        {&leanings->name_low, 4 * (int64_t)leanings->names.rows}, {&leanings->name_high, 4 * (int64_t)leanings->names.rows},
        {&leanings->low, 4 * (int64_t)leanings->elements}, {&leanings->high, 4 * (int64_t)leanings->elements},
    };
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    lean_elements(leanings);
    value = take(leanings->low, leanings->owner, lines, value);
    value = take(leanings->high, leanings->owner, lines, value);
    value = take(leanings->low, leanings->block, lines, value);
    value = take(leanings->high, leanings->block, lines, value);
    lean_with_parents(leanings);
    for (int32_t level = 0; level < leanings->levels; level++) {
        value = take(leanings->low, leanings->level + (int64_t)level * lines, lines, value);
        value = take(leanings->high, leanings->level + (int64_t)level * lines, lines, value);
    }
    value = lean_lines(leanings, value);
    for (int32_t kind = 0; kind < leanings->kinds; kind++)
        for (int32_t line = 0; line < lines; line++) *value++ = leanings->kind[kind];
    free(room);
    return 0;
}

typedef struct {
    const int16_t *weight; /* (known, kinds) of each word for each kind ... */
    const int16_t *bias;   /* ... and of each kind itself, in steps of 1 / scale */
    int32_t known, kinds;
    double scale;
} PageKinds;

/* Adds up the weights of the different words there are; `seen` has a bit for each of the known words. Gives how many. */
static int32_t add_weights(const PageKinds *model, const int32_t *word, int32_t words, uint8_t *seen, int64_t *sum)
{
    int32_t different = 0;
    for (int32_t at = 0; at < words; at++) {
        if (at + AHEAD < words)
            __builtin_prefetch(model->weight + (int64_t)word[at + AHEAD] * model->kinds);
        uint8_t bit = (uint8_t)(1 << (word[at] & 7)), *of_eight = seen + (word[at] >> 3);
        if (*of_eight & bit) continue;
        *of_eight |= bit;
        different++;
        for (int32_t kind = 0; kind < model->kinds; kind++)
            sum[kind] += model->weight[(int64_t)word[at] * model->kinds + kind];
    }
    return different;
}

/* How likely the words say a page is of each kind, in thousandths. Gives 0, or -1 for a word beyond the known ones, or
 * NO_MEMORY. */
int32_t mezmun_page_kinds(const PageKinds *model, const int32_t *word, int32_t words, int32_t *thousandths)
{
    for (int32_t at = 0; at < words; at++)
        if (word[at] < 0 || word[at] >= model->known) return -1;
    uint8_t *seen;
    int64_t *sum, marks = model->known / 8 + 1;
    double *score, most = -INFINITY, whole = 0;
    const Part parts[] = {{&seen, marks}, {&sum, 8 * (int64_t)model->kinds}, {&score, 8 * (int64_t)model->kinds}};
    void *room = ROOM_FOR(parts);
    if (!room) return NO_MEMORY;
    memset(seen, 0, (size_t)marks);
    memset(sum, 0, (size_t)model->kinds * sizeof *sum);
    int32_t different = add_weights(model, word, words, seen, sum);
    double root = sqrt(different > 1 ? different : 1);
    for (int32_t kind = 0; kind < model->kinds; kind++) {
        score[kind] = (double)sum[kind] / root + model->bias[kind];
        most = score[kind] > most ? score[kind] : most;
    }
    for (int32_t kind = 0; kind < model->kinds; kind++) whole += score[kind] = exp((score[kind] - most) / model->scale);
    for (int32_t kind = 0; kind < model->kinds; kind++) thousandths[kind] = (int32_t)lrint(1000 * (score[kind] / whole));
    free(room);
    return 0;
}
