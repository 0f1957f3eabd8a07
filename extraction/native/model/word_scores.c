/* The features of words: the scores of the words in lines and in the names around them, see extraction/model/vocabulary.py. */

#include "model/model.h"
#include "scratch.h"

typedef struct { double low, high, sum, count; } RowScores;

/* Of the words of a row: the lowest score, at most 0, the highest, at least 0, the sum, and how many are not 0. The
 * sum is the first word's and that of the others: so it was added up when the model was learned. */
static RowScores scores_of(const int32_t *word, int32_t size, const double *score)
{
    RowScores scores = {0, 0, 0, 0};
    for (int32_t at = 0; at < size; at++) {
        double here = score[word[at]];
        scores.low = here < scores.low ? here : scores.low;
        scores.high = here > scores.high ? here : scores.high;
        scores.count += here != 0;
        if (at) scores.sum += here;
    }
    if (size) scores.sum = score[word[0]] + scores.sum;
    return scores;
}

/* Whether the sizes add up to the words, all of which are known; their scores are fetched from memory meanwhile. */
static int fit(const KnownWords *words, const double *score, int32_t known)
{
    int64_t all = 0;
    for (int32_t row = 0; row < words->rows; row++) {
        if (words->sizes[row] < 0) return 0;
        all += words->sizes[row];
    }
    for (int32_t at = 0; at < words->words; at++) {
        if (words->word[at] < 0 || words->word[at] >= known) return 0;
        __builtin_prefetch(score + words->word[at]);
    }
    return all == words->words;
}

static float *pick(const float *of, const int32_t *row, int32_t lines, float *value)
{
    for (int32_t line = 0; line < lines; line++) *value++ = of[row[line]];
    return value;
}

static void score_names(const WordFeatures *features)
{
    const int32_t *word = features->names.word;
    for (int32_t row = 0; row < features->names.rows; word += features->names.sizes[row++]) {
        RowScores scores = scores_of(word, features->names.sizes[row], features->score);
        features->name_low[row] = (float)scores.low;
        features->name_high[row] = (float)scores.high;
    }
    for (int32_t signature = 0; signature < features->signatures; signature++) {
        float low = 0, high = 0;
        for (int32_t at = features->name_edge[signature]; at < features->name_edge[signature + 1]; at++) {
            int32_t name = features->name[at];
            low = features->name_low[name] < low ? features->name_low[name] : low;
            high = features->name_high[name] > high ? features->name_high[name] : high;
        }
        features->signature_low[signature] = low;
        features->signature_high[signature] = high;
    }
}

static void score_elements(const WordFeatures *features)
{
    for (int32_t row = 0; row < features->page->table->elements; row++) {
        int32_t signature = features->page->signature[row];
        features->low[row] = features->signature_low[signature];
        features->high[row] = features->signature_high[signature];
    }
}

/* Of each element and those around it the lowest and the highest. */
static void add_parents(const WordFeatures *features)
{
    float *low = features->low, *high = features->high;
    for (int32_t row = 0; row < features->page->table->elements; row++) {
        int32_t parent = features->page->table->parent[row];
        if (parent < 0) continue;
        low[row] = low[parent] < low[row] ? low[parent] : low[row];
        high[row] = high[parent] > high[row] ? high[parent] : high[row];
    }
}

static float *score_lines(const WordFeatures *features, float *value)
{
    int32_t lines = features->page->lines->number;
    const int32_t *word = features->of_lines.word;
    float *mean = value, *low = mean + lines, *low_before = low + lines, *mean_before = low_before + lines;
    float *mean_next = mean_before + lines;
    for (int32_t line = 0; line < lines; word += features->of_lines.sizes[line++]) {
        RowScores scores = scores_of(word, features->of_lines.sizes[line], features->score);
        mean[line] = (float)(scores.sum / (scores.count > 1 ? scores.count : 1));
        low[line] = (float)scores.low;
    }
    for (int32_t line = 0; line < lines; line++) {
        low_before[line] = line ? low[line - 1] : 0;
        mean_before[line] = line ? mean[line - 1] : 0;
        mean_next[line] = line + 1 < lines ? mean[line + 1] : 0;
    }
    return mean_next + lines;
}

int32_t mezmun_word_features(WordFeatures *features)
{
    const PageLines *page = features->page;
    float *value = features->value;
    int32_t lines = page->lines->number;
    if (!fit(&features->names, features->score, features->known)) return -1;
    if (!fit(&features->of_lines, features->score, features->known)) return -1;
    const ScratchPart parts[] = {
        {&features->name_low, 4 * (int64_t)features->names.rows}, {&features->name_high, 4 * (int64_t)features->names.rows},
        {&features->signature_low, 4 * (int64_t)features->signatures}, {&features->signature_high, 4 * (int64_t)features->signatures},
        {&features->low, 4 * (int64_t)page->table->elements}, {&features->high, 4 * (int64_t)page->table->elements},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    score_names(features);
    score_elements(features);
    value = pick(features->low, page->line_owner, lines, value);
    value = pick(features->high, page->line_owner, lines, value);
    value = pick(features->low, page->lines->block, lines, value);
    value = pick(features->high, page->lines->block, lines, value);
    add_parents(features);
    for (int32_t level = 0; level < features->levels; level++) {
        value = pick(features->low, page->level + (int64_t)level * lines, lines, value);
        value = pick(features->high, page->level + (int64_t)level * lines, lines, value);
    }
    value = score_lines(features, value);
    for (int32_t kind = 0; kind < features->kinds; kind++)
        for (int32_t line = 0; line < lines; line++) *value++ = features->kind[kind];
    free(scratch);
    return 0;
}
