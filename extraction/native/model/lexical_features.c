/* The words of a page as features of its lines, and what kind of page they make it: see extraction/model/features.py. */

#include "model/model.h"
#include "scratch.h"

#include <math.h>

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
