/* The words of a page as features of its lines, and what kind of page they make it: see extraction/model/lexical_features.py
 * and page_kind.py. The scores of words are those of extraction/model/vocabulary.py. */

#include "model/model.h"
#include "scratch.h"

#include <math.h>

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

enum { AHEAD = 12 }; /* words whose weights are fetched from memory before they are added up */

/* Adds up the weights of the different words there are; `marks` has a bit for each of the known words. Gives how many. */
static int32_t add_weights(const PageKinds *model, const int32_t *word, int32_t words, uint8_t *marks, int64_t *sum)
{
    int32_t different = 0;
    for (int32_t at = 0; at < words; at++) {
        if (at + AHEAD < words)
            __builtin_prefetch(model->weight + (int64_t)word[at + AHEAD] * model->kinds);
        uint8_t bit = (uint8_t)(1 << (word[at] & 7)), *of_eight = marks + (word[at] >> 3);
        if (*of_eight & bit) continue;
        *of_eight |= bit;
        different++;
        for (int32_t kind = 0; kind < model->kinds; kind++)
            sum[kind] += model->weight[(int64_t)word[at] * model->kinds + kind];
    }
    return different;
}

int32_t mezmun_page_kinds(const PageKinds *model, const int32_t *word, int32_t words, int32_t *thousandths)
{
    for (int32_t at = 0; at < words; at++)
        if (word[at] < 0 || word[at] >= model->known) return -1;
    uint8_t *marks;
    int64_t *sum, bytes = model->known / 8 + 1;
    double *score, most = -INFINITY, whole = 0;
    const ScratchPart parts[] = {{&marks, bytes}, {&sum, 8 * (int64_t)model->kinds}, {&score, 8 * (int64_t)model->kinds}};
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    memset(marks, 0, (size_t)bytes);
    memset(sum, 0, (size_t)model->kinds * sizeof *sum);
    int32_t different = add_weights(model, word, words, marks, sum);
    double root = sqrt(different > 1 ? different : 1);
    for (int32_t kind = 0; kind < model->kinds; kind++) {
        score[kind] = (double)sum[kind] / root + model->bias[kind];
        most = score[kind] > most ? score[kind] : most;
    }
    for (int32_t kind = 0; kind < model->kinds; kind++) whole += score[kind] = exp((score[kind] - most) / model->scale);
    for (int32_t kind = 0; kind < model->kinds; kind++) thousandths[kind] = (int32_t)lrint(1000 * (score[kind] / whole));
    free(scratch);
    return 0;
}

int32_t mezmun_lexical_features(const LexicalFeatures *features)
{
    const LexicalModel *model = features->model;
    const Lines *lines = features->page->lines;
    const Signatures *named = features->page->signatures;
    int32_t kinds = model->kinds->kinds, signatures = named->number, *sizes, *word;
    int64_t most_names = (int64_t)named->edge[3 * (int64_t)signatures] + signatures; /* each is of a byte at least */
    int64_t most = 2 * most_names + MAX_LINE_WORDS * (int64_t)lines->number;
    float *kind;
    SignatureNames names;
    const ScratchPart parts[] = {
        {&sizes, 4 * (most_names + lines->number)}, {&word, 4 * most}, {&names.name, 4 * most_names},
        {&names.edge, 4 * ((int64_t)signatures + 1)}, {&kind, 4 * (int64_t)kinds},
    };
    void *scratch = SCRATCH(parts);
    if (!scratch) return NO_MEMORY;
    WordSearch search = {.characters = model->characters, .known = model->known, .sizes = sizes, .word = word, .capacity = (int32_t)most};
    int32_t failed = mezmun_words_of_names(&search, named->values, named->edge, named->tag, model->tags, signatures, &names);
    KnownWords of_names = {word, sizes, search.words, names.rows};
    search.sizes += names.rows;
    if (!failed) failed = mezmun_words_of_lines(&search, features->text, features->text_edge, lines->length_of, lines->number, model->max_chars);
    if (!failed) failed = mezmun_page_kinds(model->kinds, word, search.words, features->thousandths);
    if (!failed) {
        for (int32_t each = 0; each < kinds; each++) kind[each] = model->kind_odds[features->thousandths[each]];
        WordFeatures words = {
            .score = model->score, .known = model->known->number,
            .names = of_names, .name = names.name, .name_edge = names.edge, .signatures = signatures,
            .of_lines = {word + of_names.words, search.sizes, search.words - of_names.words, lines->number},
            .page = features->page, .levels = model->levels, .kind = kind, .kinds = kinds, .value = features->value,
        };
        failed = mezmun_word_features(&words);
    }
    free(scratch);
    return failed;
}
